/* LEB128: the decoding of multi-byte values, and encoding. */
#include "base/varint.h"

const uint8_t *gt_varint_slow(const uint8_t *p, const uint8_t *end, uint64_t *v)
{
	uint64_t value = 0;
	unsigned int shift;

	if (end - p > GT_VARINT_MAX)
		end = p + GT_VARINT_MAX;
	for (shift = 0; p < end; shift += 7) {
		uint8_t b = *p++;

		if (shift == 63 && b > 1)
			return NULL;
		value |= (uint64_t)(b & 0x7f) << shift;
		if (b < 0x80) {
			*v = value;
			return p;
		}
	}
	return NULL;
}

size_t gt_varint_put(uint8_t *out, uint64_t v)
{
	size_t n = 0;

	while (v >= 0x80) {
		out[n++] = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	out[n++] = (uint8_t)v;
	return n;
}

size_t gt_varint_put_padded(uint8_t *out, uint64_t v)
{
	for (unsigned i = 0; i < GT_VARINT_MAX - 1; i++, v >>= 7)
		out[i] = (uint8_t)(v & 0x7f) | 0x80;
	out[GT_VARINT_MAX - 1] = (uint8_t)v;
	return GT_VARINT_MAX;
}
