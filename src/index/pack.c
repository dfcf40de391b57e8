/* Packing: every column in as few bits as its block needs. */
#include "index/pack.h"

#include "index/format.h"
#include "index/tally.h"

size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n)
{
	size_t bytes = 2 * GT_BLOCK_PAD;

	/* The widest values need 64 bits where they had 57. */
	for (unsigned c = 0; c < schema->ncolumns; c++)
		bytes += 9 + (size_t)schema->columns[c].width * n;
	return bytes;
}

/* A column of some rows as 64-bit numbers, the smallest and the largest of them. */
struct column {
	uint64_t v[GT_BLOCK_ROWS + 2];
	uint64_t min, max;
};

/* The column's field of the row at p; width is a constant where this is called. */
GT_INLINE uint64_t field(const uint8_t *p, unsigned width)
{
	switch (width) {
	case 1:
		return *p;
	case 2:
		return *(const uint16_t *)(const void *)p;
	case 4:
		return *(const uint32_t *)(const void *)p;
	default:
		return *(const uint64_t *)(const void *)p;
	}
}

/* Two at a time, so that one comparison need not wait for the one before. */
GT_INLINE void gather_width(const uint8_t *p, size_t stride, uint32_t n, unsigned width, struct column *out)
{
	uint64_t lo0 = field(p, width), lo1 = lo0, hi0 = lo0, hi1 = lo0;

	for (uint32_t i = 0; i < n; i += 2, p += 2 * stride) {
		uint64_t a = field(p, width), b = i + 1 < n ? field(p + stride, width) : a;

		out->v[i] = a;
		out->v[i + 1] = b;
		lo0 = a < lo0 ? a : lo0;
		hi0 = a > hi0 ? a : hi0;
		lo1 = b < lo1 ? b : lo1;
		hi1 = b > hi1 ? b : hi1;
	}
	out->min = lo0 < lo1 ? lo0 : lo1;
	out->max = hi0 > hi1 ? hi0 : hi1;
}

static void gather(const struct gt_schema *schema, unsigned column, const uint8_t *rows, uint32_t n,
		   struct column *out)
{
	const struct gt_column *col = &schema->columns[column];
	const uint8_t *p = rows + col->at;

	switch (col->width) {
	case 1:
		gather_width(p, schema->row_size, n, 1, out);
		break;
	case 2:
		gather_width(p, schema->row_size, n, 2, out);
		break;
	case 4:
		gather_width(p, schema->row_size, n, 4, out);
		break;
	default:
		gather_width(p, schema->row_size, n, 8, out);
	}
}

/* The bits that the largest difference to the smallest value needs. */
static unsigned bits_of(const struct column *col)
{
	unsigned bits;

	if (col->min == col->max)
		return 0;
	bits = 64 - (unsigned)__builtin_clzll(col->max - col->min);
	return bits > GT_MAX_BITS ? 64 : bits;
}

/*
 * Makes one number of two as long as they fit: what is left to be written one
 * by one, each waiting for the one before, becomes less.  *base, which is
 * still to be subtracted, becomes 0.
 */
static uint32_t fold(uint64_t *v, uint32_t n, unsigned *bits, uint64_t *base)
{
	unsigned b = *bits;

	for (; 2 * b <= GT_MAX_BITS && n > 1; b *= 2) {
		v[n] = *base;
		n = (n + 1) / 2;
		for (uint32_t i = 0; i < n; i++)
			v[i] = (v[2 * i] - *base) | (v[2 * i + 1] - *base) << b;
		*base = 0;
	}
	*bits = b;
	return n;
}

/* Numbers of `bits` bits, one after the other, in whole words. */
static void put_bits(const uint64_t *v, uint32_t n, unsigned bits, uint64_t base, uint8_t *out)
{
	uint64_t acc = 0;
	unsigned used = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t d = v[i] - base;

		acc |= d << used;
		used += bits;
		if (used < 64)
			continue;
		gt_put64(out, acc);
		out += 8;
		used -= 64;
		acc = used ? d >> (bits - used) : 0;
	}
	gt_put64(out, acc);
}

size_t gt_pack_rows(const struct gt_schema *schema, const uint8_t *rows, uint32_t n, uint8_t *out)
{
	uint8_t *widths = out + 8 * schema->ncolumns, *to = widths + schema->ncolumns;
	struct column col;

	for (unsigned c = 0; c < schema->ncolumns; c++) {
		uint64_t base;
		unsigned bits;
		uint32_t left;

		gather(schema, c, rows, n, &col);
		base = col.min;
		bits = bits_of(&col);
		widths[c] = (uint8_t)bits;
		gt_put64(out + 8 * c, base);
		if (!bits)
			continue;
		left = fold(col.v, n, &bits, &base);
		put_bits(col.v, left, bits, base, to);
		to += ((size_t)widths[c] * n + 7) / 8;
	}
	memset(to, 0, GT_BLOCK_PAD);
	return (size_t)(to + GT_BLOCK_PAD - out);
}

/* ---- summaries ---- */

static void lead(const struct column *who, const struct column *weight, uint32_t n, struct gt_pack_summary *s)
{
	struct gt_tally tally;

	gt_tally_init(&tally, n);
	for (uint32_t i = 0; i < n; i++)
		gt_tally_add(&tally, (uint32_t)who->v[i], weight->v[i]);
	s->who = gt_tally_top(&tally, &s->who_sum);
}

static void find_longest(const struct column *weight, uint32_t n, struct gt_pack_summary *s)
{
	for (uint32_t i = 0; i < n; i++) {
		if (weight->v[i] > s->max) {
			s->max = weight->v[i];
			s->max_place = i;
		}
	}
}

void gt_pack_summarise(const struct gt_schema *schema, const uint8_t *rows, uint32_t n, struct gt_pack_summary *s)
{
	struct column t, dur, other;

	*s = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->time == GT_NO_COLUMN)
		return;
	gather(schema, schema->time, rows, n, &t);
	if (schema->dur != GT_NO_COLUMN)
		gather(schema, schema->dur, rows, n, &dur);
	else
		memset(dur.v, 0, n * sizeof dur.v[0]);
	for (uint32_t i = 0; i < n; i++) {
		int64_t end = (int64_t)(t.v[i] + dur.v[i]);

		s->last = end > s->last ? end : s->last;
		s->sum += dur.v[i];
	}
	if (schema->dur == GT_NO_COLUMN)
		return;
	if (schema->weight != schema->dur)
		gather(schema, schema->weight, rows, n, &dur);
	find_longest(&dur, n, s);
	if (schema->who == GT_NO_COLUMN)
		return;
	gather(schema, schema->who, rows, n, &other);
	lead(&other, &dur, n, s);
}
