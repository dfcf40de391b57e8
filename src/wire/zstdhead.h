/* How zstd data begins, and which library reads it. */
#ifndef GT_WIRE_ZSTDHEAD_H
#define GT_WIRE_ZSTDHEAD_H

#include <string.h>

#include "base/buf.h"

/* The first byte of a frame, or of one that is to be skipped (pzstd writes such before each frame). */
GT_INLINE bool gt_zstd_may_begin(uint8_t byte)
{
	return byte == 0x28 || (byte & 0xf0) == 0x50;
}

GT_INLINE bool gt_zstd_detect(const uint8_t *head, size_t n)
{
	return n >= 4 && (!memcmp(head, "(\xb5/\xfd", 4) ||
			  ((head[0] & 0xf0) == 0x50 && !memcmp(head + 1, "*M\x18", 3)));
}

/* "zstd 1.5.4", "no zstd" */
void gt_zstd_version(struct gt_buf *out);

#endif
