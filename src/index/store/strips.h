/* Cutting a column into strips (format.h has the bytes, column.h reads them). */
#ifndef GT_INDEX_STRIPS_H
#define GT_INDEX_STRIPS_H

#include <string.h>

#include "index/store/format.h"
#include "index/store/table.h"

#define GT_STRIPS (GT_BLOCK_ROWS / GT_STRIP_ROWS)
#define GT_STRIPS_LINE 27u           /* bits of a column's numbers, so that 32 times what they rise has 32 */
#define GT_STRIPS_MIN 64u            /* rows */

/*
 * Most times are a whole number of ticks after the first one, but for what rounding to ns and the order of
 * equal times add.  So all of a block are one of few ns of the tick that they are in, if ticks begin at the
 * right time.  Numbers of them are ticks << low | ns.
 */
struct gt_ticks {
	uint64_t base, scale;        /* as in the file */
	uint32_t phase;
	unsigned low;
};

/* A column of a block as it is cut. */
struct gt_strips {
	uint32_t n;                  /* strips; the last one is filled up with the last row */
	bool line;
	uint32_t rows[GT_BLOCK_ROWS];       /* numbers from 0 on; of lines what is stored */
	uint32_t bases[GT_STRIPS + 1];
	uint8_t widths[GT_STRIPS];
	size_t words;                /* of 32 bits, of all rows */
};

/* The strips, from `to` on; where they end.  Up to 8 bytes behind it are written, too. */
uint8_t *gt_strips_put(const struct gt_strips *s, uint8_t *to);

/*
 * Numbers of n times from min on, for a clock that ticks every `tick` ns, 32 bits behind the point; false: they are
 * not near ticks.
 */
bool gt_strips_split(const uint64_t *v, uint32_t n, uint64_t min, uint64_t tick, struct gt_ticks *t, uint32_t *out);

/* Where in the circle of 2^shift ns the times that have the bits in `used` begin, so that they end soonest. */
unsigned gt_strips_narrowest(uint64_t used, unsigned shift, unsigned *span);

GT_INLINE unsigned gt_bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

/* How far a line has risen at row j of a strip. */
GT_INLINE uint32_t gt_line_at(uint32_t rise, uint32_t j)
{
	return rise * j >> GT_STRIP_SHIFT;
}

/* What follows is compiled several times, see pack.c. */

/* A bit for each value that is the rest of a number, which compilers do not see as one vector by themselves. */
GT_INLINE uint64_t gt_strips_rests(const uint64_t *v, uint32_t n, uint64_t min, uint64_t mask)
{
	typedef uint64_t four __attribute__((vector_size(32)));
	four x, one = { 1, 1, 1, 1 }, bits = { 0 };
	uint64_t used;
	uint32_t i;

	for (i = 0; i + 4 <= n; i += 4) {
		memcpy(&x, v + i, sizeof x);
		bits |= one << ((x - min) & mask);
	}
	used = bits[0] | bits[1] | bits[2] | bits[3];
	for (; i < n; i++)
		used |= UINT64_C(1) << ((v[i] - min) & mask);
	return used;
}

/* As gt_strips_split, if a tick is 2^shift ns: shifts are enough. */
GT_INLINE bool gt_strips_shift(const uint64_t *v, uint32_t n, uint64_t min, unsigned shift, struct gt_ticks *t,
			       uint32_t *out)
{
	uint64_t mask = (UINT64_C(1) << shift) - 1, from;
	unsigned span, start = gt_strips_narrowest(gt_strips_rests(v, n, min, mask), shift, &span), low;

	low = gt_bits_of(span - 1);
	if (low + 1 >= shift)
		return false;
	from = min + start - (start ? mask + 1 : 0);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t d = v[i] - from;

		out[i] = (uint32_t)(d >> shift << low | (d & mask));
	}
	t->base = from;
	t->low = low;
	t->phase = 0;
	return true;
}

/* Numbers of times, which have `bits` bits more than the smallest; false if that does not fit or pay. */
GT_INLINE bool gt_strips_ticks(const uint64_t *v, uint32_t n, uint64_t min, unsigned bits, uint64_t tick,
			       struct gt_ticks *t, uint32_t *out)
{
	uint64_t whole = tick >> 32;

	/* Of more the products would not fit; of less there is nothing to be won. */
	if (whole < 8 || whole >= 1u << GT_MAX_TICK || bits > 30 || bits < gt_bits_of(whole) + 2)
		return false;
	t->scale = tick;
	if (tick == whole << 32 && whole <= 64 && !(whole & (whole - 1)))
		return gt_strips_shift(v, n, min, gt_bits_of(whole) - 1, t, out);
	return gt_strips_split(v, n, min, tick, t, out);
}

GT_INLINE void gt_strips_cut(struct gt_strips *s)
{
	s->words = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		const uint32_t *rows = s->rows + i * GT_STRIP_ROWS;
		uint32_t lo = rows[0], hi = lo;

		for (uint32_t j = 0; j < GT_STRIP_ROWS; j++) {
			lo = rows[j] < lo ? rows[j] : lo;
			hi = rows[j] > hi ? rows[j] : hi;
		}
		s->bases[i] = lo;
		s->widths[i] = (uint8_t)gt_bits_of(hi - lo);
		s->words += s->widths[i];
	}
}

/* Rows become what is left of them above or below the line from the first of a strip to that of the next. */
GT_INLINE void gt_strips_cut_lines(struct gt_strips *s)
{
	s->words = 0;
	for (uint32_t i = 0; i < s->n; i++)
		s->bases[i] = s->rows[i * GT_STRIP_ROWS];
	s->bases[s->n] = s->rows[s->n * GT_STRIP_ROWS - 1];
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t *rows = s->rows + i * GT_STRIP_ROWS, first = s->bases[i], rise = s->bases[i + 1] - first;
		uint32_t far = 0, any = 0, half;
		unsigned bits;

		for (uint32_t j = 0; j < GT_STRIP_ROWS; j++) {
			uint32_t left = rows[j] - first - gt_line_at(rise, j);

			rows[j] = left;
			any |= left;
			far |= left ^ (0 - (left >> 31));
		}
		/* One more, as it can be below. */
		bits = any ? gt_bits_of(far) + 1 : 0;
		half = (uint32_t)((UINT64_C(1) << bits) >> 1);
		for (uint32_t j = 0; j < GT_STRIP_ROWS; j++)
			rows[j] += half;
		s->widths[i] = (uint8_t)bits;
		s->words += bits;
	}
}

#endif
