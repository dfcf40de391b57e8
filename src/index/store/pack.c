/* Packing: every column in as few bits as its block needs. */
#include "index/store/pack.h"

#include "index/store/format.h"
#include "index/store/top_sum.h"

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
	case 4:
		return *(const uint32_t *)(const void *)p;
	default:
		return *(const uint64_t *)(const void *)p;
	}
}

/* Two at a time, so that one comparison need not wait for the one before. */
GT_INLINE void collect_width(const uint8_t *p, size_t stride, uint32_t n, unsigned width, struct column *out)
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
	const struct gt_bcolumn *col = &schema->columns[column];
	const uint8_t *p = rows + col->at;

	switch (col->width) {
	case 1:
		collect_width(p, schema->row_size, n, 1, out);
		break;
	case 4:
		collect_width(p, schema->row_size, n, 4, out);
		break;
	default:
		collect_width(p, schema->row_size, n, 8, out);
	}
}

/*
 * Makes one number of two as long as they fit: what is left to be written one
 * by one, each waiting for the one before, becomes less.  *base, which is
 * still to be subtracted, becomes 0.
 */
static uint32_t pack_fold(uint64_t *v, uint32_t n, unsigned *bits, uint64_t *base)
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

/* ---- summaries ---- */

static void summarise(const struct gt_schema *schema, uint32_t n, struct column *const *of,
		      struct gt_pack_summary *s)
{
	const uint64_t *time = of[schema->time]->v, *dur, *weight;
	struct gt_top_sum tally;

	if (schema->dur == GT_NO_BCOLUMN) {
		for (uint32_t i = 0; i < n; i++)
			s->last = (int64_t)time[i] > s->last ? (int64_t)time[i] : s->last;
		return;
	}
	dur = of[schema->dur]->v;
	weight = of[schema->weight]->v;
	for (uint32_t i = 0; i < n; i++) {
		int64_t end = (int64_t)(time[i] + dur[i]);

		s->last = end > s->last ? end : s->last;
		s->sum += dur[i];
	}
	for (uint32_t i = 0; i < n; i++) {
		if (weight[i] > s->max) {
			s->max = weight[i];
			s->max_place = i;
		}
	}
	if (schema->who == GT_NO_BCOLUMN)
		return;
	gt_top_sum_init(&tally, n);
	for (uint32_t i = 0; i < n; i++)
		gt_top_sum_add(&tally, (uint32_t)of[schema->who]->v[i], weight[i]);
	s->who = gt_top_sum_top(&tally, &s->who_sum);
}

/* ---- blocks ---- */

/* Writes a column behind `to`; its base and width go to the block's head. */
static uint8_t *pack_column(struct column *col, uint32_t n, uint8_t *base_at, uint8_t *width_at, uint8_t *to)
{
	uint64_t base = col->min;
	unsigned bits = 0;
	uint32_t left;

	/* As many as the largest difference to the smallest value needs. */
	if (col->min != col->max)
		bits = 64 - (unsigned)__builtin_clzll(col->max - col->min);
	if (bits > GT_MAX_BITS)
		bits = 64;
	*width_at = (uint8_t)bits;
	gt_put64(base_at, base);
	if (!bits)
		return to;
	left = pack_fold(col->v, n, &bits, &base);
	put_bits(col->v, left, bits, base, to);
	return to + ((size_t)*width_at * n + 7) / 8;
}

size_t gt_pack_rows(const struct gt_schema *schema, unsigned used, const uint8_t *rows, uint32_t n, uint8_t *out,
		    struct gt_pack_summary *s)
{
	const uint8_t summed[] = { schema->time, schema->dur, schema->weight, schema->who };
	uint8_t *widths = out + 8 * schema->ncolumns, *to = widths + schema->ncolumns;
	struct column kept[GT_COUNT(summed)], other, *of[GT_MAX_COLUMNS] = { NULL };

	/* The columns that the summary is made of are gathered once, for it and to be packed. */
	for (size_t i = 0; i < GT_COUNT(summed); i++) {
		if (summed[i] == GT_NO_BCOLUMN || of[summed[i]])
			continue;
		of[summed[i]] = &kept[i];
		gather(schema, summed[i], rows, n, &kept[i]);
	}
	*s = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->time != GT_NO_BCOLUMN)
		summarise(schema, n, of, s);
	for (unsigned c = 0; c < schema->ncolumns; c++) {
		struct column *col = of[c] ? of[c] : &other;

		if (!of[c] && c < used)
			gather(schema, c, rows, n, &other);
		else if (!of[c])
			other.min = other.max = 0;
		to = pack_column(col, n, out + 8 * c, &widths[c], to);
	}
	memset(to, 0, GT_BLOCK_PAD);
	return (size_t)(to + GT_BLOCK_PAD - out);
}
