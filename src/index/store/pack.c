/* Packing: every column in as few bits as its block needs. */
#include "index/store/pack.h"

#include "index/store/format.h"
#include "index/store/ints.h"
#include "index/store/strips.h"
#include "index/store/top_sum.h"
#include "index/store/values.h"

/* Behind the last column: what filled it up, a word that put_words has begun, and the padding. */
#define BEHIND (8 * GT_FOLDED + 8 + GT_BLOCK_PAD)

size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n)
{
	size_t bytes = BEHIND;

	/* The widest values need 64 bits where they had 57; strips and lists are only used where they are shorter. */
	for (unsigned c = 0; c < schema->ncolumns; c++)
		bytes += GT_COLUMN_SIZE + 4 + (size_t)schema->columns[c].width * n;
	return bytes;
}

/*
 * What follows is compiled for full blocks, where n is a constant so that loops become vector instructions, the same
 * again for processors with AVX2, which most have, and for blocks that are not full.
 */

/* ---- summaries ---- */

/* The goroutine with the largest sum, of few that are near each other: an array of sums. */
GT_INLINE void lead_of_near(const uint32_t *who, const uint64_t *weight, uint32_t n, const struct gt_ints *c,
			 struct gt_pack_summary *s)
{
	uint64_t sums[GT_BLOCK_ROWS];

	memset(sums, 0, (c->max - c->min + 1) * sizeof *sums);
	for (uint32_t i = 0; i < n; i++)
		sums[who[i] - c->min] += weight[i];
	s->who = (uint32_t)c->min;
	s->who_sum = sums[0];
	for (uint32_t i = 1; i <= c->max - c->min; i++) {
		if (sums[i] > s->who_sum) {
			s->who = (uint32_t)c->min + i;
			s->who_sum = sums[i];
		}
	}
}

GT_INLINE void find_lead(const struct gt_ints *c, const uint64_t *weight, uint32_t n, struct gt_pack_summary *s)
{
	const uint32_t *who = c->v;
	struct gt_top_sum tally;

	if (c->max - c->min < GT_BLOCK_ROWS && c->max != GT_NO_ROW) {
		lead_of_near(who, weight, n, c, s);
		return;
	}
	gt_top_sum_init(&tally, n);
	for (uint32_t i = 0; i < n; i++)
		gt_top_sum_add(&tally, who[i], weight[i]);
	s->who = gt_top_sum_top(&tally, &s->who_sum);
}

GT_INLINE void summarise(const struct gt_schema *schema, uint32_t n, const struct gt_ints *of,
			 struct gt_pack_summary *s)
{
	const uint64_t *time = of[schema->time].v, *dur, *weight;
	int64_t last = INT64_MIN;
	uint64_t sum = 0;

	if (schema->dur == GT_NO_BCOLUMN) {
		for (uint32_t i = 0; i < n; i++)
			last = (int64_t)time[i] > last ? (int64_t)time[i] : last;
		s->last = last;
		return;
	}
	dur = of[schema->dur].v;
	for (uint32_t i = 0; i < n; i++) {
		int64_t end = (int64_t)(time[i] + dur[i]);

		last = end > last ? end : last;
		sum += dur[i];
	}
	s->last = last;
	s->sum = sum;
	weight = of[schema->weight].v;
	s->max = of[schema->weight].max;
	while (weight[s->max_place] != s->max)
		s->max_place++;
	if (schema->who != GT_NO_BCOLUMN)
		find_lead(&of[schema->who], weight, n, s);
}

/* ---- widths ---- */

/*
 * Cuts a column of numbers of so many bits into strips; its kind and `cost`, the bits it takes, or 0 if that is not at
 * least a bit a row shorter.
 */
GT_INLINE unsigned cut_column(const struct gt_ints *c, uint32_t n, unsigned bits, uint64_t tick, struct gt_ticks *ticks,
			      struct gt_strips *s, size_t *cost)
{
	uint32_t strips = (n + GT_STRIP_ROWS - 1) / GT_STRIP_ROWS;
	unsigned kind = GT_KIND_STRIPS;
	size_t shorter;

	s->n = strips;
	if (c->width == 8 && tick && gt_strips_ticks(c->v, n, c->min, bits, tick, ticks, s->rows))
		kind |= GT_KIND_TICKS;
	else
		gt_ints_narrow(c, n, s->rows);
	for (uint32_t i = n; i < strips * GT_STRIP_ROWS; i++)
		s->rows[i] = s->rows[n - 1];
	s->line = gt_ints_get(c, 0) == c->min && gt_ints_get(c, n - 1) == c->max &&
		  s->rows[n - 1] < 1u << GT_STRIPS_LINE;
	if (s->line) {
		kind |= GT_KIND_LINE;
		gt_strips_cut_lines(s);
	} else {
		gt_strips_cut(s);
	}
	shorter = 32 * s->words + 8 * GT_STRIP_SIZE * (s->n + 1) + (kind & GT_KIND_TICKS ? 64 : 0);
	if (shorter + n > (size_t)bits * n)
		return 0;
	*cost = shorter;
	return kind;
}

/* ---- columns ---- */

/* A block as it is packed: its bytes, where the next column goes, and the columns whose places others can have. */
struct packing {
	uint8_t *block, *to;
	uint64_t tick;
	unsigned nleads;
	struct lead {
		struct gt_values values;
		uint32_t at;         /* of the places, in 4 bytes from the start */
		unsigned bits;       /* of a place */
	} leads[GT_MAX_COLUMNS];
};

/* Where the next part of the block begins, in 4 bytes. */
static uint32_t align_part(struct packing *p)
{
	memset(p->to, 0, 4);
	p->to = p->block + gt_align_up((uint64_t)(p->to - p->block), 4);
	return (uint32_t)(p->to - p->block) / 4;
}

static void put_column_head(uint8_t *head, uint64_t base, uint32_t at, unsigned bits, unsigned kind)
{
	gt_put64(head + GT_COLUMN_BASE, base);
	gt_put16(head + GT_COLUMN_AT, (uint16_t)at);
	head[GT_COLUMN_BITS] = (uint8_t)bits;
	head[GT_COLUMN_KIND] = (uint8_t)kind;
}

GT_INLINE void put_strips(struct packing *p, const struct gt_ints *c, unsigned kind, const struct gt_strips *s,
			  const struct gt_ticks *ticks, uint8_t *head)
{
	put_column_head(head, kind & GT_KIND_TICKS ? ticks->base : c->min, align_part(p), 0, kind);
	if (kind & GT_KIND_TICKS) {
		gt_put64(p->to, ticks->scale << GT_TICKS_SCALE | (uint64_t)(ticks->phase >> 24) << GT_TICKS_PHASE |
				ticks->low);
		p->to += 8;
	}
	p->to = gt_strips_put(s, p->to);
}

/* What a list of k values and places of `place_bits` bits in it take. */
static size_t values_cost(uint32_t k, unsigned bits, unsigned place_bits, uint32_t n)
{
	return 8 * (GT_VALUES_SIZE + 4) + (size_t)bits * k + (size_t)place_bits * n;
}

/* A column as a list of values, for places that are in the block. */
GT_INLINE void put_values(struct packing *p, const struct gt_ints *c, uint32_t *list, const struct lead *lead,
			  unsigned bits, uint8_t *head)
{
	struct gt_ints values = { .v = list, .width = 4 };

	put_column_head(head, c->min, align_part(p), 0, GT_KIND_VALUES);
	gt_put32(p->to, lead->at | bits << GT_VALUES_BITS | lead->bits << GT_VALUES_PLACE_BITS);
	p->to += GT_VALUES_SIZE;
	p->to = gt_ints_put(&values, lead->values.k, bits, p->to);
}

/* If another column implies this one, as a list for its places. */
GT_INLINE bool pack_implied(struct packing *p, uint32_t n, const struct gt_ints *c, const uint32_t *numbers,
			    unsigned bits, uint8_t *head)
{
	uint32_t list[GT_VALUES_PLACES];

	for (unsigned i = 0; i < p->nleads; i++) {
		const struct lead *lead = &p->leads[i];

		if (values_cost(lead->values.k, bits, 0, n) + n > (size_t)bits * n ||
		    !gt_values_imply(&lead->values, numbers, n, list))
			continue;
		put_values(p, c, list, lead, bits, head);
		return true;
	}
	return false;
}

/* A column whose values may be few as a list of them and places, unless `cost` bits are less. */
GT_INLINE bool pack_few(struct packing *p, uint32_t n, const struct gt_ints *c, const uint32_t *numbers, unsigned bits,
			size_t cost, uint8_t *head)
{
	struct lead *lead = &p->leads[p->nleads];
	struct gt_ints places = { .v = lead->values.places, .width = 1 };
	uint32_t list[GT_VALUES_MOST];

	/* Of two bits at most one can be saved. */
	if (bits <= 2 || !gt_values_find(numbers, n, &lead->values))
		return false;
	lead->bits = gt_bits_of(lead->values.k - 1);
	if (values_cost(lead->values.k, bits, lead->bits, n) > cost)
		return false;
	lead->at = align_part(p);
	p->to = gt_ints_put(&places, n, lead->bits, p->to);
	for (uint32_t i = 0; i < lead->values.k; i++)
		list[i] = numbers[lead->values.rows[i]];
	put_values(p, c, list, lead, bits, head);
	p->nleads++;
	return true;
}

GT_INLINE void pack_plain(struct packing *p, uint32_t n, struct gt_ints *c, unsigned bits, uint8_t *head)
{
	bool wide = bits > GT_MAX_BITS;

	put_column_head(head, c->min, align_part(p), wide ? 0 : bits, wide ? GT_KIND_WORDS : 0);
	if (bits)
		p->to = gt_ints_put(c, n, wide ? 64 : bits, p->to);
}

/* Writes a column and its head, as what is shortest; numbers: the distances to the smallest if they may be few. */
GT_INLINE void pack_column(struct packing *p, uint32_t n, struct gt_ints *c, uint64_t tick, const uint32_t *numbers,
			   uint8_t *head)
{
	/* As many bits as the largest difference to the smallest value needs. */
	unsigned bits = gt_bits_of(c->max - c->min), kind = 0;
	size_t cost = (size_t)bits * n;
	struct gt_strips strips;
	struct gt_ticks ticks = { 0 };

	if (numbers && pack_implied(p, n, c, numbers, bits, head))
		return;
	if (bits > 1 && bits <= 32 && n >= GT_STRIPS_MIN)
		kind = cut_column(c, n, bits, tick, &ticks, &strips, &cost);
	/* Reading takes longer than of a plain column, as with strips. */
	if (numbers && pack_few(p, n, c, numbers, bits, kind ? cost : cost - n, head))
		return;
	if (kind) {
		put_strips(p, c, kind, &strips, &ticks, head);
		return;
	}
	pack_plain(p, n, c, bits, head);
	if (numbers && bits <= 8) {
		struct lead *lead = &p->leads[p->nleads++];

		lead->at = gt_get16(head + GT_COLUMN_AT);
		lead->bits = bits;
		gt_values_plain(numbers, n, (uint32_t)(c->max - c->min), &lead->values);
	}
}

/* ---- blocks ---- */

/* The numbers of a column of which there seem to be few, and which are no times; how many in the first rows. */
GT_INLINE uint32_t find_few(const struct gt_ints *c, uint32_t n, bool time, uint32_t *numbers)
{
	uint64_t largest = c->max - c->min;
	struct gt_values first;

	_Static_assert(GT_VALUES_FIRST <= GT_STRIPS_MIN, "there are as many");
	if (time || largest < 2 || largest > UINT32_MAX || n < GT_STRIPS_MIN)
		return 0;
	gt_ints_narrow(c, n, numbers);
	return gt_values_find(numbers, GT_VALUES_FIRST, &first);
}

/* Columns of many values first, then the others from the one with the most on, as it is the one to imply others. */
GT_INLINE void pack_columns(struct packing *p, uint32_t n, const struct gt_schema *schema, struct gt_ints *columns)
{
	uint32_t numbers[GT_MAX_COLUMNS][GT_BLOCK_ROWS], ks[GT_MAX_COLUMNS];
	uint8_t few[GT_MAX_COLUMNS];
	unsigned nfew = 0;

	for (unsigned c = 0; c < schema->ncolumns; c++) {
		bool time = schema->columns[c].refers == GT_TO_TIME;
		unsigned at = nfew;

		ks[c] = find_few(&columns[c], n, time, numbers[c]);
		if (!ks[c]) {
			pack_column(p, n, &columns[c], time ? p->tick : 0, NULL, p->block + GT_COLUMN_SIZE * c);
			continue;
		}
		for (; at > 0 && ks[few[at - 1]] < ks[c]; at--)
			few[at] = few[at - 1];
		few[at] = (uint8_t)c;
		nfew++;
	}
	for (unsigned i = 0; i < nfew; i++)
		pack_column(p, n, &columns[few[i]], 0, numbers[few[i]], p->block + GT_COLUMN_SIZE * few[i]);
}

GT_INLINE size_t pack_rows(const struct gt_btable *t, const struct gt_part *part, uint32_t n, uint8_t *out,
			   struct gt_pack_summary *s)
{
	const struct gt_schema *schema = t->schema;
	struct gt_ints columns[GT_MAX_COLUMNS];
	struct packing p;               /* too large to be cleared each time */

	for (unsigned c = 0; c < schema->ncolumns; c++) {
		struct gt_ints *col = &columns[c];

		*col = (struct gt_ints){ .width = schema->columns[c].width };
		if (c < t->used) {
			col->v = gt_part_column(t, part, c);
			gt_ints_range(col, n);
		}
	}
	*s = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->time != GT_NO_BCOLUMN)
		summarise(schema, n, columns, s);
	p.block = out;
	p.to = out + GT_COLUMN_SIZE * schema->ncolumns;
	p.tick = t->tick;
	p.nleads = 0;
	pack_columns(&p, n, schema, columns);
	memset(p.to, 0, BEHIND);
	return (size_t)(p.to + GT_BLOCK_PAD - out);
}

#if defined __x86_64__ && !defined GT_NO_AVX2
#define HAS_AVX2() __builtin_cpu_supports("avx2")
#define FOR_AVX2 __attribute__((target("avx2,bmi2")))
#else
#define HAS_AVX2() false
#define FOR_AVX2
#endif

FOR_AVX2 static size_t pack_full_avx2(const struct gt_btable *t, const struct gt_part *p, uint8_t *out,
				      struct gt_pack_summary *s)
{
	return pack_rows(t, p, GT_BLOCK_ROWS, out, s);
}

static size_t pack_full(const struct gt_btable *t, const struct gt_part *p, uint8_t *out, struct gt_pack_summary *s)
{
	return pack_rows(t, p, GT_BLOCK_ROWS, out, s);
}

size_t gt_pack_block(const struct gt_btable *t, const struct gt_part *p, uint8_t *out, struct gt_pack_summary *s)
{
	if (p->n < GT_BLOCK_ROWS)
		return pack_rows(t, p, p->n, out, s);
	return HAS_AVX2() ? pack_full_avx2(t, p, out, s) : pack_full(t, p, out, s);
}
