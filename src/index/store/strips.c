/* Strips: their numbers in the file, and ticks of clocks that no power of two divides. */
#include "index/store/strips.h"

/* ---- ticks ---- */

unsigned gt_strips_narrowest(uint64_t used, unsigned shift, unsigned *span)
{
	unsigned n = 1u << shift, start = 0, gap = 0;

	for (uint64_t left = used; left; left &= left - 1) {
		unsigned at = (unsigned)__builtin_ctzll(left);
		uint64_t before = used & ((UINT64_C(1) << at) - 1);
		unsigned back = at - (63 - (unsigned)__builtin_clzll(before ? before : used));

		back = before ? back : back + n;
		if (back > gap) {
			gap = back;
			start = at;
		}
	}
	*span = n + 1 - gap;
	return start;
}

#define AROUND 2      /* ns in which times are earlier in their tick than the smallest one of the block */
#define MOST_REST 8   /* ns over which they spread */

bool gt_strips_split(const uint64_t *v, uint32_t n, uint64_t min, uint64_t tick, struct gt_ticks *t, uint32_t *out)
{
	uint64_t inverse = UINT64_MAX / tick, from = min - AROUND, least = UINT64_MAX, most = 0, point, up;
	uint64_t rest[GT_BLOCK_ROWS];

	for (uint32_t i = 0; i < n; i++) {
		uint64_t d = v[i] - from, q = d * inverse >> 32, r = (d << 32) - q * tick;

		for (; r >= tick; r -= tick)
			q++;
		out[i] = (uint32_t)q;
		rest[i] = r;
		least = r < least ? r : least;
		most = r > most ? r : most;
	}
	if (most - least >= (uint64_t)MOST_REST << 32)
		return false;
	/* The earliest is not rounded down to less than it is, and as many as possible to what they are. */
	point = (least + UINT32_MAX) & ~(uint64_t)0xffffff;
	up = UINT32_MAX - point;
	t->base = from + (point >> 32);
	t->phase = (uint32_t)point;
	t->low = gt_bits_of((most + up) >> 32);
	for (uint32_t i = 0; i < n; i++)
		out[i] = out[i] << t->low | (uint32_t)((rest[i] + up) >> 32);
	return true;
}

/* ---- writing ---- */

/* The distances of 32 numbers to the base, in `bits` (a constant) bits each. */
GT_INLINE void put_32(const uint32_t *v, uint32_t base, unsigned bits, uint8_t *out)
{
	uint64_t acc = 0;
	unsigned used = 0;

#pragma GCC unroll 32
	for (unsigned j = 0; j < GT_STRIP_ROWS; j++) {
		uint64_t d = v[j] - base;

		acc |= d << used;
		used += bits;
		if (used < 64)
			continue;
		gt_put64(out, acc);
		out += 8;
		used -= 64;
		acc = used ? d >> (bits - used) : 0;
	}
	if (used)
		gt_put64(out, acc);
}

#define PUT(b) case b: put_32(v, base, b, out); break;
#define PUT_8(b) PUT(b) PUT((b) + 1) PUT((b) + 2) PUT((b) + 3) PUT((b) + 4) PUT((b) + 5) PUT((b) + 6) PUT((b) + 7)

static void put_strip(const uint32_t *v, uint32_t base, unsigned bits, uint8_t *out)
{
	switch (bits) {
	PUT_8(1)
	PUT_8(9)
	PUT_8(17)
	PUT_8(25)
	}
}

uint8_t *gt_strips_put(const struct gt_strips *s, uint8_t *to)
{
	uint32_t heads = s->n + s->line;
	size_t words = (GT_STRIP_SIZE * heads + 3) / 4;

	gt_put16(to + 4 * words - 2, 0);
	for (uint32_t i = 0; i < heads; i++) {
		unsigned bits = i < s->n ? s->widths[i] : 0;
		uint8_t *head = to + GT_STRIP_SIZE * (size_t)i;

		gt_put16(head, (uint16_t)(words << GT_STRIP_AT | bits));
		gt_put32(head + GT_STRIP_BASE / 8, s->bases[i]);
		put_strip(s->rows + (bits ? i * GT_STRIP_ROWS : 0), s->line ? 0 : s->bases[i], bits, to + 4 * words);
		words += bits;
	}
	return to + 4 * words;
}
