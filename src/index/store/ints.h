/* Arrays of integers of 1, 4 or 8 bytes, which are columns of open blocks: range, differences, and these as bits. */
#ifndef GT_INDEX_INTS_H
#define GT_INDEX_INTS_H

#include <string.h>

#include "base/bytes.h"
#include "index/store/table.h"

/* Numbers are folded by so many: a column that is not full is filled up to a multiple. */
#define GT_FOLDED 8

/* A column of an open block: an array of numbers of 1, 4 or 8 bytes, the smallest and the largest of them. */
struct gt_ints {
	const void *v;
	unsigned width;
	uint64_t min, max;
};

/* What follows is compiled several times, see pack.c. */

/* Words of so many bits, one after the other without gaps.  Up to 8 bytes behind them are written, too. */
void gt_words_put(const uint64_t *v, uint32_t n, unsigned bits, uint8_t *out);

/* The same numbers, in `room`, and further ones that are the smallest, up to a multiple of GT_FOLDED; how many. */
uint32_t gt_ints_pad(struct gt_ints *c, uint32_t n, uint64_t *room);

/* The i-th number of an array; width is a constant where this is called. */
GT_INLINE uint64_t number(const void *v, unsigned width, size_t i)
{
	switch (width) {
	case 1:
		return ((const uint8_t *)v)[i];
	case 4:
		return ((const uint32_t *)v)[i];
	default:
		return ((const uint64_t *)v)[i];
	}
}

/* The i-th number of a column. */
GT_INLINE uint64_t gt_ints_get(const struct gt_ints *c, uint32_t i)
{
	return c->width == 1 ? number(c->v, 1, i) : c->width == 4 ? number(c->v, 4, i) : number(c->v, 8, i);
}

/* ---- the smallest and the largest ---- */

#define FIND_RANGE(name, type) \
GT_INLINE void name(struct gt_ints *c, uint32_t n) \
{ \
	const type *v = c->v; \
	type lo = v[0], hi = v[0]; \
	for (uint32_t i = 0; i < n; i++) { \
		lo = v[i] < lo ? v[i] : lo; \
		hi = v[i] > hi ? v[i] : hi; \
	} \
	c->min = lo; \
	c->max = hi; \
}

FIND_RANGE(find_range_8, uint8_t)
FIND_RANGE(find_range_32, uint32_t)
FIND_RANGE(find_range_64, uint64_t)

GT_INLINE void gt_ints_range(struct gt_ints *c, uint32_t n)
{
	if (c->width == 1)
		find_range_8(c, n);
	else if (c->width == 4)
		find_range_32(c, n);
	else
		find_range_64(c, n);
}

/* ---- bits ---- */

/*
 * Makes words of `per` numbers of so many bits each, lowest first.  The base is subtracted from all of a word
 * at once: what the sums modulo 2^64 borrow and overflow cancels out.
 */
GT_INLINE void fold_some(const void *v, unsigned width, uint32_t words, unsigned bits, uint64_t base, unsigned per,
			 uint64_t *out)
{
	uint64_t bases = 0;

	for (unsigned j = 0; j < per; j++)
		bases = (j ? bases << bits : 0) + base;
	for (uint32_t i = 0; i < words; i++) {
		uint64_t word = number(v, width, (size_t)per * i + per - 1);

#pragma GCC unroll 8
		for (unsigned j = per - 1; j-- > 0;)
			word = (word << bits) + number(v, width, (size_t)per * i + j);
		out[i] = word - bases;
	}
}

/* The largest such words of up to 8 numbers; how many numbers each has. */
GT_INLINE unsigned fold_width(const void *v, unsigned width, uint32_t n, unsigned bits, uint64_t base, uint64_t *out)
{
	if (bits <= 8) {
		fold_some(v, width, n / 8, bits, base, 8, out);
		return 8;
	}
	if (bits <= 16) {
		fold_some(v, width, n / 4, bits, base, 4, out);
		return 4;
	}
	if (bits <= 32) {
		fold_some(v, width, n / 2, bits, base, 2, out);
		return 2;
	}
	fold_some(v, width, n, bits, base, 1, out);
	return 1;
}

/* Words of numbers of so many bits, n of them being a multiple of 8, each the distance to the base. */
GT_INLINE uint32_t fold(const struct gt_ints *c, uint32_t n, unsigned *bits, uint64_t *out)
{
	unsigned per, b = *bits;

	if (c->width == 1)
		per = fold_width(c->v, 1, n, b, c->min, out);
	else if (c->width == 4)
		per = fold_width(c->v, 4, n, b, c->min, out);
	else
		per = fold_width(c->v, 8, n, b, c->min, out);
	n /= per;
	for (b *= per; b <= 32 && n > 1; b *= 2) {
		out[n] = 0;
		n = (n + 1) / 2;
		for (uint32_t i = 0; i < n; i++)
			out[i] = out[2 * i] | out[2 * i + 1] << b;
	}
	*bits = b;
	return n;
}

/*
 * The differences of n <= GT_BLOCK_ROWS numbers to the smallest, in so many bits each; where they end.  Up to
 * 8 * GT_FOLDED bytes more are written behind them.
 */
GT_INLINE uint8_t *gt_ints_put(struct gt_ints *c, uint32_t n, unsigned bits, uint8_t *to)
{
	uint64_t words[GT_BLOCK_ROWS + 1], room[GT_BLOCK_ROWS];
	uint8_t *end = to + ((size_t)bits * n + 7) / 8;
	uint32_t left = fold(c, n % GT_FOLDED ? gt_ints_pad(c, n, room) : n, &bits, words);

	gt_words_put(words, left, bits, to);
	return end;
}

/* ---- differences ---- */

/* The differences of a column's numbers, of which no one needs more than 32 bits, to the smallest. */
#define NARROW(name, type) \
GT_INLINE void name(const type *restrict v, type min, uint32_t n, uint32_t *restrict out) \
{ \
	for (uint32_t i = 0; i < n; i++) \
		out[i] = (uint32_t)(v[i] - min); \
}

NARROW(narrow_8, uint8_t)
NARROW(narrow_32, uint32_t)
NARROW(narrow_64, uint64_t)

GT_INLINE void gt_ints_narrow(const struct gt_ints *c, uint32_t n, uint32_t *out)
{
	if (c->width == 1)
		narrow_8(c->v, (uint8_t)c->min, n, out);
	else if (c->width == 4)
		narrow_32(c->v, (uint32_t)c->min, n, out);
	else
		narrow_64(c->v, c->min, n, out);
}

#endif
