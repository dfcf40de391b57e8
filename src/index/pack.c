/* Packing: every column in as few bytes as its block needs. */
#include "index/pack.h"

#include "index/tally.h"

size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n)
{
	size_t bytes = 0;

	for (unsigned c = 0; c < schema->ncolumns; c++)
		bytes += 8 + (size_t)schema->columns[c].width * n;
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

static unsigned width_of(uint64_t bits)
{
	return !bits ? 0 : bits < 1u << 8 ? 1 : bits < 1u << 16 ? 2 : bits <= UINT32_MAX ? 4 : 8;
}

/*
 * The base is the first value or 0, whichever leaves less: columns either
 * rise (times, ids), stay the same, or are small.
 */
static unsigned choose(const uint64_t *v, uint32_t n, uint64_t *base)
{
	uint64_t plain = 0, rise = 0, first = v[0];
	unsigned w0, w1;

	for (uint32_t i = 0; i < n; i++) {
		plain |= v[i];
		rise |= v[i] - first;
	}
	w0 = width_of(plain);
	w1 = width_of(rise);
	*base = w1 < w0 ? first : 0;
	return w1 < w0 ? w1 : w0;
}

static uint8_t *narrow(const uint64_t *v, uint32_t n, uint64_t base, unsigned width, uint8_t *out)
{
	switch (width) {
	case 0:
		break;
	case 1:
		for (uint32_t i = 0; i < n; i++)
			out[i] = (uint8_t)(v[i] - base);
		break;
	case 2:
		for (uint32_t i = 0; i < n; i++)
			gt_put16(out + 2 * i, (uint16_t)(v[i] - base));
		break;
	case 4:
		for (uint32_t i = 0; i < n; i++)
			gt_put32(out + 4 * i, (uint32_t)(v[i] - base));
		break;
	default:
		for (uint32_t i = 0; i < n; i++)
			gt_put64(out + 8 * i, v[i] - base);
	}
	return out + (size_t)width * n;
}

size_t gt_pack_rows(const struct gt_schema *schema, const uint8_t *rows, uint32_t n, uint8_t *out, uint64_t *widths)
{
	uint64_t v[GT_BLOCK_ROWS], base;
	uint8_t *to = out + 8 * schema->ncolumns;

	*widths = 0;
	for (unsigned c = 0; c < schema->ncolumns; c++) {
		unsigned width;

		gather(schema, &schema->columns[c], rows, n, v);
		width = choose(v, n, &base);
		gt_put64(out + 8 * c, base);
		*widths |= (uint64_t)width << 4 * c;
		to = narrow(v, n, base, width, to);
	}
	return (size_t)(to - out);
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

	*s = (struct gt_pack_summary){ .who = GT_NO_ROW };
	if (schema->time == GT_NO_COLUMN)
		return;
	gather(schema, &schema->columns[schema->time], rows, n, t);
	if (schema->dur != GT_NO_COLUMN)
		gather(schema, &schema->columns[schema->dur], rows, n, dur);
	s->key_first = (int64_t)t[0];
	s->key_last = INT64_MIN;
	for (uint32_t i = 0; i < n; i++) {
		int64_t end = (int64_t)(t[i] + dur[i]);

		s->key_last = end > s->key_last ? end : s->key_last;
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
