/* gzip, in steps that fit zlib's counters. */
#include "format/parquet/pack.h"

#include <stdint.h>
#include <zlib.h>

int gt_pack_gzip(struct gt_buf *out, const char *s, size_t left, struct gt_error *err)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)s };
	int rc = deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);

	while (rc == Z_OK) {
		uInt some = left < 1 << 20 ? (uInt)left : 1 << 20;

		if (!z.avail_in) {
			z.avail_in = some;
			left -= some;
		}
		gt_buf_reserve(out, 1 << 16);
		z.next_out = (Bytef *)out->data + out->len;
		z.avail_out = 1 << 16;
		rc = deflate(&z, left ? Z_NO_FLUSH : Z_FINISH);
		out->len += (1 << 16) - z.avail_out;
	}
	deflateEnd(&z);
	return rc == Z_STREAM_END ? 0 : gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "no memory to compress");
}
