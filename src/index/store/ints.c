/* Bits of integers: words of any width one after the other, and arrays that are filled up. */
#include "index/store/ints.h"

/* Words of `bits` (a constant, 33 … 63) bits, one after the other without gaps; 64 of them become `bits` words. */
GT_INLINE void put_64_words(const uint64_t *v, unsigned bits, uint8_t *out)
{
	uint64_t acc = 0;
	unsigned used = 0;

#pragma GCC unroll 64
	for (unsigned i = 0; i < 64; i++) {
		acc |= v[i] << used;
		used += bits;
		if (used < 64)
			continue;
		gt_put64(out, acc);
		out += 8;
		used -= 64;
		acc = used ? v[i] >> (bits - used) : 0;
	}
}

/* The same of any number of words of any number of bits. */
static void put_words(const uint64_t *v, uint32_t n, unsigned bits, uint8_t *out)
{
	uint64_t acc = 0;
	unsigned used = 0;

	for (uint32_t i = 0; i < n; i++) {
		acc |= v[i] << used;
		used += bits;
		if (used < 64)
			continue;
		gt_put64(out, acc);
		out += 8;
		used -= 64;
		acc = used ? v[i] >> (bits - used) : 0;
	}
	gt_put64(out, acc);
}

#define PUT(b) case b: for (; n >= 64; n -= 64, v += 64, out += 8 * (b)) put_64_words(v, (b), out); break;
#define PUT_8(b) PUT(b) PUT((b) + 1) PUT((b) + 2) PUT((b) + 3) PUT((b) + 4) PUT((b) + 5) PUT((b) + 6) PUT((b) + 7)

void gt_words_put(const uint64_t *v, uint32_t n, unsigned bits, uint8_t *out)
{
	switch (bits) {
	PUT_8(33)
	PUT_8(41)
	PUT_8(49)
	PUT(57) PUT(58) PUT(59) PUT(60) PUT(61) PUT(62) PUT(63)
	}
	put_words(v, n, bits, out);
}

uint32_t gt_ints_pad(struct gt_ints *c, uint32_t n, uint64_t *room)
{
	size_t bytes = (size_t)c->width * n;
	uint32_t more = (GT_FOLDED - n % GT_FOLDED) % GT_FOLDED;
	uint32_t least = (uint32_t)c->min;
	uint8_t *end = (uint8_t *)room + bytes;

	memcpy(room, c->v, bytes);
	for (uint32_t i = 0; i < more; i++, end += c->width) {
		if (c->width == 1)
			*end = (uint8_t)c->min;
		else if (c->width == 4)
			memcpy(end, &least, 4);
		else
			memcpy(end, &c->min, 8);
	}
	c->v = room;
	return n + more;
}
