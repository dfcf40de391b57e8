/* LEB128 unsigned integers as Go's trace writers make them (format/v2.md section 1). */
#ifndef GT_BASE_VARINT_H
#define GT_BASE_VARINT_H

#include "base/compiler.h"

#define GT_VARINT_MAX 10 /* bytes */

/* The part of gt_varint that handles 2 to 10 bytes. */
const uint8_t *gt_varint_slow(const uint8_t *p, const uint8_t *end, uint64_t *v);

/*
 * Decodes one uvarint from [p, end).  Returns the byte after it, or NULL: cut
 * (no byte without the high bit before end) or malformed (more than 10 bytes,
 * or a 10th byte above 1: format/v2.md section 1).  Padded forms
 * (80 80 00) are legal.
 *
 *	bytes                            value
 *	00                               0
 *	7f                               127
 *	80 01                            128
 *	85 80 80 80 80 80 80 80 80 00    5
 *	ff ff ff ff ff ff ff ff ff 01    2^64-1
 */
GT_INLINE const uint8_t *gt_varint(const uint8_t *p, const uint8_t *end, uint64_t *v)
{
	if (GT_LIKELY(p < end && *p < 0x80)) {
		*v = *p;
		return p + 1;
	}
	return gt_varint_slow(p, end, v);
}

/* One that is there whole, wherever it ends; slow: reads what has more than three bytes. */
GT_INLINE const uint8_t *gt_varint_whole(const uint8_t *p, uint64_t *v,
					 const uint8_t *(*slow)(const uint8_t *p, const uint8_t *end, uint64_t *v))
{
	uint64_t a = p[0], b, c;

	if (GT_LIKELY(a < 0x80)) {
		*v = a;
		return p + 1;
	}
	b = p[1];
	if (GT_LIKELY(b < 0x80)) {
		*v = (a & 0x7f) | b << 7;
		return p + 2;
	}
	c = p[2];
	if (GT_LIKELY(c < 0x80)) {
		*v = (a & 0x7f) | (b & 0x7f) << 7 | c << 14;
		return p + 3;
	}
	return slow(p, p + GT_VARINT_MAX, v);
}

/* Writes v in its shortest form to out (room for GT_VARINT_MAX); returns the length. */
size_t gt_varint_put(uint8_t *out, uint64_t v);

/* Writes v in GT_VARINT_MAX bytes, as Go's writers do with a size that they learn later; returns that. */
size_t gt_varint_put_padded(uint8_t *out, uint64_t v);

#endif
