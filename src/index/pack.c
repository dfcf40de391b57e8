/* Packing: every column in as few bits as its block needs. */
#include "index/pack.h"

#include "index/format.h"
#include "index/tally.h"

size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n)
{
	size_t bytes = GT_BLOCK_PAD;

	/* The widest values need 64 bits where they had 57. */
	for (unsigned c = 0; c < schema->ncolumns; c++)
		bytes += 9 + (size_t)schema->columns[c].width * n;
	return bytes;
}

/* The rows' column as 64-bit numbers. */
static void gather(const struct gt_schema *schema, const struct gt_column *col, const uint8_t *rows, uint32_t n,
		   uint64_t *out)
{
	const uint8_t *p = rows + col->at;
	size_t stride = schema->row_size;

	switch (col->width) {
	case 1:
		for (uint32_t i = 0; i < n; i++, p += stride)
			out[i] = *p;
		break;
	case 2:
		for (uint32_t i = 0; i < n; i++, p += stride)
			out[i] = *(const uint16_t *)(const void *)p;
		break;
	case 4:
		for (uint32_t i = 0; i < n; i++, p += stride)
			out[i] = *(const uint32_t *)(const void *)p;
		break;
	default:
		for (uint32_t i = 0; i < n; i++, p += stride)
			out[i] = *(const uint64_t *)(const void *)p;
	}
}

/* The smallest value and the bits that the largest difference to it needs. */
static unsigned measure(const uint64_t *v, uint32_t n, uint64_t *base)
{
	uint64_t min = v[0], max = v[0];
	unsigned bits;

	for (uint32_t i = 1; i < n; i++) {
		min = v[i] < min ? v[i] : min;
		max = v[i] > max ? v[i] : max;
	}
	*base = min;
	if (min == max)
		return 0;
	bits = 64 - (unsigned)__builtin_clzll(max - min);
	return bits > GT_MAX_BITS ? 64 : bits;
}

/* Differences of `bits` bits, one after the other; the byte after them. */
static uint8_t *put_bits(const uint64_t *v, uint32_t n, uint64_t base, unsigned bits, uint8_t *out)
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
	for (; used; used -= used < 8 ? used : 8) {
		*out++ = (uint8_t)acc;
		acc >>= 8;
	}
	return out;
}

size_t gt_pack_rows(const struct gt_schema *schema, const uint8_t *rows, uint32_t n, uint8_t *out)
{
	uint64_t v[GT_BLOCK_ROWS], base;
	uint8_t *widths = out + 8 * schema->ncolumns, *to = widths + schema->ncolumns;

	for (unsigned c = 0; c < schema->ncolumns; c++) {
		gather(schema, &schema->columns[c], rows, n, v);
		widths[c] = (uint8_t)measure(v, n, &base);
		gt_put64(out + 8 * c, base);
		if (widths[c])
			to = put_bits(v, n, base, widths[c], to);
	}
	memset(to, 0, GT_BLOCK_PAD);
	return (size_t)(to + GT_BLOCK_PAD - out);
}

static void lead(const uint64_t *who, const uint64_t *dur, uint32_t n, struct gt_pack_summary *s)
{
	struct gt_tally tally;

	gt_tally_init(&tally, n);
	for (uint32_t i = 0; i < n; i++)
		gt_tally_add(&tally, (uint32_t)who[i], dur[i]);
	s->who = gt_tally_top(&tally, &s->who_sum);
}

void gt_pack_summarise(const struct gt_schema *schema, const uint8_t *rows, uint32_t n, struct gt_pack_summary *s)
{
	uint64_t t[GT_BLOCK_ROWS], dur[GT_BLOCK_ROWS] = { 0 }, who[GT_BLOCK_ROWS];

	*s = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->time == GT_NO_COLUMN)
		return;
	gather(schema, &schema->columns[schema->time], rows, n, t);
	if (schema->dur != GT_NO_COLUMN)
		gather(schema, &schema->columns[schema->dur], rows, n, dur);
	for (uint32_t i = 0; i < n; i++) {
		int64_t end = (int64_t)(t[i] + dur[i]);

		s->last = end > s->last ? end : s->last;
		s->sum += dur[i];
		if (dur[i] > s->max) {
			s->max = dur[i];
			s->max_place = i;
		}
	}
	if (schema->who == GT_NO_COLUMN)
		return;
	gather(schema, &schema->columns[schema->who], rows, n, who);
	lead(who, dur, n, s);
}
