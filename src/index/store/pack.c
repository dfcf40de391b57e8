/* Packing: every column in as few bits as its block needs. */
#include "index/store/pack.h"

#include "index/store/format.h"
#include "index/store/strips.h"
#include "index/store/top_sum.h"

/* Numbers are folded by so many: a column that is not full is filled up to a multiple. */
#define FOLDED 8

/* Behind the last column: what filled it up, a word that put_words has begun, and the padding. */
#define BEHIND (8 * FOLDED + 8 + GT_BLOCK_PAD)

size_t gt_pack_bound(const struct gt_schema *schema, uint32_t n)
{
	size_t bytes = BEHIND;

	/* The widest values need 64 bits where they had 57; strips are only used where they are shorter. */
	for (unsigned c = 0; c < schema->ncolumns; c++)
		bytes += GT_COLUMN_SIZE + 4 + (size_t)schema->columns[c].width * n;
	return bytes;
}

/* A column of an open block: an array of numbers of 1, 4 or 8 bytes, the smallest and the largest of them. */
struct column {
	const void *v;
	unsigned width;
	uint64_t min, max;
};

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
GT_INLINE uint64_t number_of(const struct column *c, uint32_t i)
{
	return c->width == 1 ? number(c->v, 1, i) : c->width == 4 ? number(c->v, 4, i) : number(c->v, 8, i);
}

/*
 * What follows is compiled for full blocks, where n is a constant so that loops become vector instructions, the same
 * again for processors with AVX2, which most have, and for blocks that are not full.
 */

/* ---- the smallest and the largest ---- */

#define FIND_RANGE(name, type) \
GT_INLINE void name(struct column *c, uint32_t n) \
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

GT_INLINE void find_range(struct column *c, uint32_t n)
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
GT_INLINE uint32_t fold(const struct column *c, uint32_t n, unsigned *bits, uint64_t *out)
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

static void put_bits(const uint64_t *v, uint32_t n, unsigned bits, uint8_t *out)
{
	switch (bits) {
	PUT_8(33)
	PUT_8(41)
	PUT_8(49)
	PUT(57) PUT(58) PUT(59) PUT(60) PUT(61) PUT(62) PUT(63)
	}
	put_words(v, n, bits, out);
}

/* ---- summaries ---- */

/* The goroutine with the largest sum, of few that are near each other: an array of sums. */
GT_INLINE void lead_of_near(const uint32_t *who, const uint64_t *weight, uint32_t n, const struct column *c,
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

GT_INLINE void find_lead(const struct column *c, const uint64_t *weight, uint32_t n, struct gt_pack_summary *s)
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

GT_INLINE void summarise(const struct gt_schema *schema, uint32_t n, const struct column *of, struct gt_pack_summary *s)
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

/* ---- blocks ---- */

/* The same numbers and further ones that are the smallest, up to a multiple of FOLDED. */
static uint32_t pad_column(struct column *c, uint32_t n, uint64_t *room)
{
	size_t bytes = (size_t)c->width * n;
	uint32_t more = (FOLDED - n % FOLDED) % FOLDED;
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

GT_INLINE void narrow(const struct column *c, uint32_t n, uint32_t *out)
{
	if (c->width == 1)
		narrow_8(c->v, (uint8_t)c->min, n, out);
	else if (c->width == 4)
		narrow_32(c->v, (uint32_t)c->min, n, out);
	else
		narrow_64(c->v, c->min, n, out);
}

/* Cuts a column of numbers of so many bits into strips; its kind, 0 if that is not at least a bit a row shorter. */
GT_INLINE unsigned cut_column(const struct column *c, uint32_t n, unsigned bits, uint64_t tick, struct gt_ticks *ticks,
			      struct gt_strips *s)
{
	unsigned kind = GT_KIND_STRIPS;
	size_t cost;

	s->n = (n + GT_STRIP_ROWS - 1) / GT_STRIP_ROWS;
	if (c->width == 8 && tick && gt_strips_ticks(c->v, n, c->min, bits, tick, ticks, s->rows))
		kind |= GT_KIND_TICKS;
	else
		narrow(c, n, s->rows);
	for (uint32_t i = n; i < s->n * GT_STRIP_ROWS; i++)
		s->rows[i] = s->rows[n - 1];
	s->line = number_of(c, 0) == c->min && number_of(c, n - 1) == c->max && s->rows[n - 1] < 1u << GT_STRIPS_LINE;
	if (s->line) {
		kind |= GT_KIND_LINE;
		gt_strips_cut_lines(s);
	} else {
		gt_strips_cut(s);
	}
	cost = 32 * s->words + 8 * GT_STRIP_SIZE * (s->n + 1) + (kind & GT_KIND_TICKS ? 64 : 0);
	return cost + n <= (size_t)bits * n ? kind : 0;
}

/* Writes a column behind `to`, and its head. */
GT_INLINE uint8_t *pack_column(struct column *c, uint32_t n, uint64_t tick, uint8_t *block, uint8_t *head, uint8_t *to)
{
	uint64_t words[GT_BLOCK_ROWS + 1], room[GT_BLOCK_ROWS];
	unsigned bits = gt_bits_of(c->max - c->min), kind = 0;
	struct gt_strips strips;
	struct gt_ticks ticks = { 0 };
	uint32_t left;

	memset(to, 0, 4);
	to = block + gt_align_up((uint64_t)(to - block), 4);
	gt_put16(head + GT_COLUMN_AT, (uint16_t)((to - block) / 4));
	gt_put64(head + GT_COLUMN_BASE, c->min);
	head[GT_COLUMN_BITS] = 0;
	/* As many bits as the largest difference to the smallest value needs. */
	if (bits > 1 && bits <= 32 && n >= GT_STRIPS_MIN)
		kind = cut_column(c, n, bits, tick, &ticks, &strips);
	if (kind & GT_KIND_TICKS) {
		gt_put64(head + GT_COLUMN_BASE, ticks.base);
		gt_put64(to, ticks.scale << GT_TICKS_SCALE | (uint64_t)(ticks.phase >> 24) << GT_TICKS_PHASE |
				     ticks.low);
		to += 8;
	}
	if (kind) {
		to = gt_strips_put(&strips, to);
	} else if (bits) {
		uint8_t *end;

		if (bits > GT_MAX_BITS) {
			kind = GT_KIND_WORDS;
			bits = 64;
		} else {
			head[GT_COLUMN_BITS] = (uint8_t)bits;
		}
		end = to + ((size_t)bits * n + 7) / 8;
		left = fold(c, n % FOLDED ? pad_column(c, n, room) : n, &bits, words);
		put_bits(words, left, bits, to);
		to = end;
	}
	head[GT_COLUMN_KIND] = (uint8_t)kind;
	return to;
}

GT_INLINE size_t pack_rows(const struct gt_btable *t, const struct gt_part *p, uint32_t n, uint8_t *out,
			   struct gt_pack_summary *s)
{
	const struct gt_schema *schema = t->schema;
	uint8_t *to = out + GT_COLUMN_SIZE * schema->ncolumns;
	struct column columns[GT_MAX_COLUMNS];

	for (unsigned c = 0; c < schema->ncolumns; c++) {
		struct column *col = &columns[c];

		*col = (struct column){ .width = schema->columns[c].width };
		if (c < t->used) {
			col->v = gt_part_column(t, p, c);
			find_range(col, n);
		}
	}
	*s = (struct gt_pack_summary){ .last = INT64_MIN, .who = GT_NO_ROW };
	if (schema->time != GT_NO_BCOLUMN)
		summarise(schema, n, columns, s);
	for (unsigned c = 0; c < schema->ncolumns; c++)
		to = pack_column(&columns[c], n, schema->columns[c].refers == GT_TO_TIME ? t->tick : 0, out,
				 out + GT_COLUMN_SIZE * c, to);
	memset(to, 0, BEHIND);
	return (size_t)(to + GT_BLOCK_PAD - out);
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
