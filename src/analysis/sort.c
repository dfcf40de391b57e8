/* Sorting row numbers by a column: keys are extracted once, then radix-sorted from the lowest digit. */
#include "analysis/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/strtab.h"
#include "base/xalloc.h"

#define DIGIT_BITS 11
#define DIGITS (1U << DIGIT_BITS)
#define PASSES 6              /* of 11 bits: 64 */
#define PROGRESS_STEP (1U << 16)

struct pair {
	uint64_t key;
	uint32_t row;
};

struct sorting {
	struct gt_table *t;
	unsigned col;
	bool desc;
	struct gt_scratch pairs, other;  /* struct pair */
	struct gt_scratch nulls;         /* uint32_t rows without a value */
	uint64_t n, nnulls;
	struct gt_strtab words;          /* distinct texts of a text column */
	const struct gt_view_options *opt;
};

static bool go_on(const struct sorting *s, uint64_t done, uint64_t total)
{
	return !s->opt || !s->opt->progress || s->opt->progress(s->opt->progress_arg, done, total);
}

/* ---- keys ---- */

static bool is_signed(enum gt_kind kind)
{
	return kind == GT_KIND_DUR || kind == GT_KIND_TIME;
}

/* The key of a row; false if its cell is absent. */
static bool key_of(struct sorting *s, uint64_t row, uint64_t *key)
{
	enum gt_kind kind = s->t->report->columns[s->col].kind;
	struct gt_cell c;

	if (s->t->ops->key && kind != GT_KIND_STRING) {
		if (!s->t->ops->key(s->t, row, s->col, key))
			return false;
	} else {
		gt_table_cell(s->t, row, s->col, &c);
		if (c.null)
			return false;
		*key = kind == GT_KIND_STRING ? gt_strtab_add(&s->words, c.s, c.n) :
		       kind == GT_KIND_BOOL ? c.b : c.u;
	}
	if (is_signed(kind))
		*key ^= UINT64_C(1) << 63;
	return true;
}

static bool extract(struct sorting *s, const uint32_t *rows, uint64_t n)
{
	struct pair *pairs = s->pairs.data;
	uint32_t *nulls = s->nulls.data;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t key;

		if (i % PROGRESS_STEP == 0 && !go_on(s, i, n))
			return false;
		if (key_of(s, rows[i], &key))
			pairs[s->n++] = (struct pair) { key, rows[i] };
		else
			nulls[s->nnulls++] = rows[i];
	}
	return true;
}

/* ---- text: ids in order of appearance become ranks in order of bytes ---- */

struct word {
	const char *s;
	size_t n;
	uint32_t id;
};

static int by_bytes(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	size_t n = x->n < y->n ? x->n : y->n;
	int d = n ? memcmp(x->s, y->s, n) : 0;

	return d ? d : x->n < y->n ? -1 : x->n > y->n;
}

static void rank_words(struct sorting *s)
{
	size_t n = s->words.count;
	struct word *words = gt_xcalloc(n, sizeof *words);
	uint32_t *rank = gt_xcalloc(n, sizeof *rank);
	struct pair *pairs = s->pairs.data;

	for (size_t i = 0; i < n; i++) {
		words[i].s = gt_strtab_get(&s->words, (uint32_t)i, &words[i].n);
		words[i].id = (uint32_t)i;
	}
	qsort(words, n, sizeof *words, by_bytes);
	for (size_t i = 0; i < n; i++)
		rank[words[i].id] = (uint32_t)i;
	for (uint64_t i = 0; i < s->n; i++)
		pairs[i].key = rank[pairs[i].key];
	free(words);
	free(rank);
}

/* ---- radix ---- */

static void count_digits(const struct pair *p, uint64_t n, uint64_t counts[PASSES][DIGITS])
{
	for (uint64_t i = 0; i < n; i++)
		for (unsigned d = 0; d < PASSES; d++)
			counts[d][p[i].key >> (d * DIGIT_BITS) & (DIGITS - 1)]++;
}

/* One pass; false if all keys have the same digit, so that nothing was moved. */
static bool move_digit(const struct pair *from, struct pair *to, uint64_t n, unsigned shift, uint64_t counts[DIGITS])
{
	uint64_t at = 0;

	if (counts[from[0].key >> shift & (DIGITS - 1)] == n)
		return false;
	for (unsigned d = 0; d < DIGITS; d++) {
		uint64_t c = counts[d];

		counts[d] = at;
		at += c;
	}
	for (uint64_t i = 0; i < n; i++)
		to[counts[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
	return true;
}

/* Returns which of the two arrays holds the result. */
static const struct pair *radix(struct sorting *s)
{
	struct pair *from = s->pairs.data, *to = s->other.data;
	uint64_t (*counts)[DIGITS] = gt_xcalloc(PASSES, sizeof *counts);

	for (uint64_t i = 0; s->desc && i < s->n; i++)
		from[i].key = ~from[i].key;
	count_digits(from, s->n, counts);
	for (unsigned d = 0; s->n && d < PASSES; d++) {
		if (move_digit(from, to, s->n, d * DIGIT_BITS, counts[d])) {
			struct pair *swap = from;

			from = to;
			to = swap;
		}
	}
	free(counts);
	return from;
}

static int sort_all(struct sorting *s, uint32_t *rows, uint64_t n, struct gt_error *err)
{
	const struct pair *sorted;
	const uint32_t *nulls = s->nulls.data;

	if (!extract(s, rows, n))
		return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "sorting was cancelled");
	if (s->t->report->columns[s->col].kind == GT_KIND_STRING)
		rank_words(s);
	sorted = radix(s);
	for (uint64_t i = 0; i < s->n; i++)
		rows[i] = sorted[i].row;
	for (uint64_t i = 0; i < s->nnulls; i++)
		rows[s->n + i] = nulls[i];
	return 0;
}

int gt_sort_rows(struct gt_table *t, uint32_t *rows, uint64_t n, struct gt_sort_key key,
		 const struct gt_view_options *opt, struct gt_error *err)
{
	struct sorting s = { .t = t, .col = (unsigned)key.col, .desc = key.desc, .opt = opt };
	int rc = gt_scratch_alloc(&s.pairs, n, sizeof(struct pair), err);

	if (!rc)
		rc = gt_scratch_alloc(&s.other, n, sizeof(struct pair), err);
	if (!rc)
		rc = gt_scratch_alloc(&s.nulls, n, sizeof(uint32_t), err);
	gt_strtab_init(&s.words);
	if (!rc)
		rc = sort_all(&s, rows, n, err);
	gt_strtab_release(&s.words);
	gt_scratch_free(&s.pairs);
	gt_scratch_free(&s.other);
	gt_scratch_free(&s.nulls);
	return rc;
}
