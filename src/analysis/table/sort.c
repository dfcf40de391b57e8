/* Sorting row numbers by columns: keys are extracted once, then radix-sorted from the lowest digit. */
#include "analysis/table/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/strtab.h"
#include "base/xalloc.h"

#define DIGIT_BITS 10         /* at most: with more, the places that are written to are too many for the TLB */
#define DIGITS (1U << DIGIT_BITS)
#define MAX_PASSES 7
#define PROGRESS_STEP (1U << 16)
#define PIECE (UINT64_C(1) << 20)   /* rows that are moved in some ms: who cancels does not wait for all of them */

/*
 * One pass of the radix sort moves 8 bytes: the key above, the place it had
 * below.  Keys that leave no room for the place are sorted in two parts.
 */
struct sorting {
	struct gt_table *t;
	const struct gt_view_options *opt;
	uint32_t *rows;
	uint64_t n;
	unsigned col;
	bool desc, text;
	uint64_t done, total;            /* for the progress bar */

	uint64_t present;                /* rows with a value: rows[0..present) of this column */
	struct gt_scratch keys, other;   /* uint64_t; other has room for all rows of the table if `bulk` */
	struct gt_scratch nulls;         /* uint32_t rows without a value */
	struct gt_scratch absent;        /* uint8_t per row of the table: no value; once it is needed */
	uint64_t nnulls;
	bool bulk;                       /* most rows of the table are sorted, and it can read many at a time */
	bool whole;                      /* rows are all of the table in its order */
	struct gt_strtab words;          /* distinct texts of a text column */
	struct gt_map word_of;           /* number of a text, by the table's number for it */
};

static bool sort_go_on(const struct sorting *s, uint64_t more)
{
	return !s->opt || !s->opt->progress || s->opt->progress(s->opt->progress_arg, s->done + more, s->total);
}

/* The next rows from `at` on, of n; 0: all are done, or it was cancelled. */
static uint64_t next_piece(const struct sorting *s, uint64_t at, uint64_t n)
{
	if (at >= n || !sort_go_on(s, s->n))
		return 0;
	return n - at < PIECE ? n - at : PIECE;
}

static int cancelled(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "sorting was cancelled");
}

/* ---- keys ---- */

/* The key of a row; false if its cell is absent. */
static bool sort_key_of(struct sorting *s, uint64_t row, uint64_t *key)
{
	enum gt_kind kind = s->t->report->columns[s->col].kind;
	struct gt_cell c;

	gt_table_cell(s->t, row, s->col, &c);
	if (c.null)
		return false;
	*key = s->text ? gt_strtab_add(&s->words, c.s, c.n) : kind == GT_KIND_BOOL ? c.b : c.u;
	/* The bits of doubles rise with them, but those below 0 the other way. */
	if (kind == GT_KIND_REAL)
		*key = *key >> 63 ? ~*key : *key | UINT64_C(1) << 63;
	return true;
}

/* The number of a text by what the table calls it: texts are read when they appear first. */
static uint64_t word_of(struct sorting *s, uint64_t row, uint64_t key)
{
	bool added = false;
	uint32_t word = gt_map_get_or_put(&s->word_of, key, 0, &added);

	if (added) {
		struct gt_cell c;

		gt_table_cell(s->t, row, s->col, &c);
		word = gt_strtab_add(&s->words, c.null ? "" : c.s, c.null ? 0 : c.n);
		gt_map_put(&s->word_of, key, word);
	}
	return word;
}

/* Of the rows in the table's order, which is fast: how many it read, 0: the column cannot be read so. */
static uint32_t read_keys(struct sorting *s, uint64_t row, uint64_t *keys, uint8_t *absent)
{
	uint64_t left = s->t->rows - row;
	uint32_t n = left < GT_KEYS_STEP ? (uint32_t)left : GT_KEYS_STEP;

	return s->t->report->ops.keys(s->t, row, n, s->col, keys, absent);
}

/* Keys of all rows, when they are sorted in the table's order; false: the column cannot be read so. */
static int extract_whole(struct sorting *s, bool *known, struct gt_error *err)
{
	uint64_t *keys = s->keys.data;
	uint8_t absent[GT_KEYS_STEP];

	for (uint64_t row = 0, n; row < s->n; row += n) {
		if (row % PROGRESS_STEP < GT_KEYS_STEP && !sort_go_on(s, row))
			return cancelled(err);
		n = read_keys(s, row, keys + s->present, absent);
		if (!n)
			break;
		for (uint64_t i = 0, from = s->present; i < n; i++) {
			if (absent[i]) {
				((uint32_t *)s->nulls.data)[s->nnulls++] = (uint32_t)(row + i);
				continue;
			}
			keys[s->present] = s->text ? word_of(s, row + i, keys[from + i]) : keys[from + i];
			s->rows[s->present++] = (uint32_t)(row + i);
		}
	}
	*known = s->present + s->nnulls == s->n;
	for (uint64_t i = 0; i < s->n && !*known; i++)
		s->rows[i] = (uint32_t)i;
	return 0;
}

/* All keys of the table in its own order into `other`; false: the column cannot be read so. */
static int sort_read_all(struct sorting *s, bool *known, struct gt_error *err)
{
	int rc = s->absent.data ? 0 : gt_scratch_alloc(&s->absent, s->t->rows, sizeof(uint8_t), err);

	*known = !rc;
	for (uint64_t row = 0, n; row < s->t->rows && !rc; row += n) {
		if (row % PROGRESS_STEP < GT_KEYS_STEP && !sort_go_on(s, row / 2))
			return cancelled(err);
		n = read_keys(s, row, (uint64_t *)s->other.data + row, (uint8_t *)s->absent.data + row);
		*known = n > 0;
		if (!n)
			return 0;
	}
	return rc;
}

/* Keys of rows in any order. */
static int extract_some(struct sorting *s, bool known, struct gt_error *err)
{
	const uint64_t *read = s->other.data;
	const uint8_t *absent = s->absent.data;

	if (!known && s->n >= s->t->rows / 4 && s->t->report->ops.prepare)
		s->t->report->ops.prepare(s->t, s->col);
	for (uint64_t i = 0; i < s->n; i++) {
		uint64_t key = 0, row = s->rows[i];
		bool there;

		if (i % PROGRESS_STEP == 0 && !sort_go_on(s, known ? (i + s->n) / 2 : i))
			return cancelled(err);
		if (known) {
			there = !absent[row];
			key = there && s->text ? word_of(s, row, read[row]) : read[row];
		} else {
			there = sort_key_of(s, row, &key);
		}
		if (there) {
			s->rows[s->present] = (uint32_t)row;
			((uint64_t *)s->keys.data)[s->present++] = key;
		} else {
			((uint32_t *)s->nulls.data)[s->nnulls++] = (uint32_t)row;
		}
	}
	return 0;
}

static int extract(struct sorting *s, struct gt_error *err)
{
	bool known = false, bulk = s->bulk && s->t->report->columns[s->col].flags & GT_COL_BULK;
	int rc = 0;

	s->present = s->nnulls = 0;
	if (bulk && s->whole)
		rc = extract_whole(s, &known, err);
	else if (bulk)
		rc = sort_read_all(s, &known, err);
	if (!rc && !(known && s->whole)) {
		s->present = s->nnulls = 0;
		rc = extract_some(s, known, err);
	}
	assert(rc || s->present + s->nnulls == s->n);
	s->whole = false;
	return rc;
}

/* ---- text: ids in order of appearance become ranks in order of bytes ---- */

struct word {
	const char *s;
	size_t n;
	uint32_t id;
};

static int sort_by_bytes(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	size_t n = x->n < y->n ? x->n : y->n;
	int d = n ? memcmp(x->s, y->s, n) : 0;

	return d ? d : x->n < y->n ? -1 : x->n > y->n;
}

static void rank_words(struct sorting *s)
{
	size_t n = s->words.count;
	struct word *words = gt_xcalloc(n + 1, sizeof *words);
	uint32_t *rank = gt_xcalloc(n + 1, sizeof *rank);
	uint64_t *keys = s->keys.data;

	for (size_t i = 0; i < n; i++) {
		words[i].s = gt_strtab_get(&s->words, (uint32_t)i, &words[i].n);
		words[i].id = (uint32_t)i;
	}
	qsort(words, n, sizeof *words, sort_by_bytes);
	for (size_t i = 0; i < n; i++)
		rank[words[i].id] = (uint32_t)i;
	for (uint64_t i = 0; i < s->present; i++)
		keys[i] = rank[keys[i]];
	free(words);
	free(rank);
}

/* ---- radix ---- */

static unsigned sort_bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

/*
 * Ascending in any case, the smallest is 0, and without the low bits that are 0 in all (times are multiples of
 * the clock's tick); returns the largest.
 */
static uint64_t normalise(struct sorting *s)
{
	uint64_t *keys = s->keys.data, min = UINT64_MAX, max = 0, bits = 0;
	enum gt_kind kind = s->t->report->columns[s->col].kind;
	uint64_t flip = (s->desc ? UINT64_MAX : 0) ^
			(kind == GT_KIND_DUR || kind == GT_KIND_TIME ? UINT64_C(1) << 63 : 0);
	unsigned low;

	for (uint64_t i = 0; i < s->present; i++) {
		keys[i] ^= flip;
		min = keys[i] < min ? keys[i] : min;
		max = keys[i] > max ? keys[i] : max;
		bits |= keys[i] ^ keys[0];
	}
	low = bits ? (unsigned)__builtin_ctzll(bits) : 0;
	for (uint64_t i = 0; i < s->present; i++)
		keys[i] = (keys[i] - min) >> low;
	return s->present ? (max - min) >> low : 0;
}

static void count_digits(const uint64_t *v, uint64_t n, unsigned shift, unsigned passes, unsigned digit,
			 uint64_t counts[MAX_PASSES][DIGITS])
{
	uint64_t mask = (UINT64_C(1) << digit) - 1;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t key = v[i] >> shift;

		for (unsigned d = 0; d < passes; d++, key >>= digit)
			counts[d][key & mask]++;
	}
}

/* Where the keys of each digit begin. */
static void add_up(uint64_t counts[DIGITS])
{
	uint64_t at = 0;

	for (unsigned d = 0; d < DIGITS; d++) {
		uint64_t c = counts[d];

		counts[d] = at;
		at += c;
	}
}

static void move_digit(const uint64_t *from, uint64_t *to, uint64_t n, unsigned shift, unsigned digit,
		       uint64_t counts[DIGITS])
{
	uint64_t mask = (UINT64_C(1) << digit) - 1;

	for (uint64_t i = 0; i < n; i++)
		to[counts[from[i] >> shift & mask]++] = from[i];
}

/*
 * Sorts packed keys by the bits above `shift`; *sorted and *spare: which of the two arrays holds the result.  False:
 * cancelled.
 */
static bool radix(struct sorting *s, uint64_t *from, uint64_t *to, unsigned shift, unsigned bits, uint64_t **sorted,
		  uint64_t **spare)
{
	uint64_t (*counts)[DIGITS] = gt_xcalloc(MAX_PASSES, sizeof *counts), n = s->present, at, piece;
	unsigned passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS, digit = (bits + passes - 1) / passes;
	uint64_t mask = (UINT64_C(1) << digit) - 1, *swap;

	assert(bits > 0 && passes <= MAX_PASSES);
	for (at = 0; (piece = next_piece(s, at, n)); at += piece)
		count_digits(from + at, piece, shift, passes, digit, counts);
	for (unsigned d = 0; n && at == n && d < passes; d++) {
		unsigned by = shift + d * digit;

		/* All have the same. */
		if (counts[d][from[0] >> by & mask] == n)
			continue;
		add_up(counts[d]);
		for (at = 0; (piece = next_piece(s, at, n)); at += piece)
			move_digit(from + at, to, piece, by, digit, counts[d]);
		swap = from;
		from = to;
		to = swap;
	}
	free(counts);
	*sorted = from;
	*spare = to;
	return at == n;
}

/*
 * Puts the rows in the order of `bits` bits of their keys from bit `low` on; false: cancelled.
 * kept: where the keys stay (in the new order), NULL if they are not needed any more.
 */
static bool sort_part(struct sorting *s, unsigned low, unsigned bits, uint64_t *kept)
{
	unsigned place_bits = sort_bits_of(s->present ? s->present - 1 : 0);
	uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX, *keys = s->keys.data, *sorted, *spare;
	uint64_t place = (UINT64_C(1) << place_bits) - 1, at, piece;
	uint32_t *rows;

	assert(place_bits + bits <= 64);
	if (!bits)
		return true;
	if (kept)
		memcpy(kept, keys, (size_t)s->present * sizeof *kept);
	for (uint64_t i = 0; i < s->present; i++)
		keys[i] = (keys[i] >> low & mask) << place_bits | i;
	if (!radix(s, keys, s->other.data, place_bits, bits, &sorted, &spare))
		return false;
	rows = (uint32_t *)spare;
	for (at = 0; (piece = next_piece(s, at, s->present)); at += piece)
		for (uint64_t i = at; i < at + piece; i++)
			rows[i] = s->rows[sorted[i] & place];
	if (at < s->present)
		return false;
	memcpy(s->rows, rows, (size_t)s->present * sizeof *rows);
	for (at = 0; kept && (piece = next_piece(s, at, s->present)); at += piece)
		for (uint64_t i = at; i < at + piece; i++)
			spare[i] = kept[sorted[i] & place];
	if (kept && at == s->present)
		memmove(s->keys.data, spare, (size_t)s->present * sizeof *spare);
	return !kept || at == s->present;
}

static int sort_keys(struct sorting *s, struct gt_error *err)
{
	unsigned bits = sort_bits_of(normalise(s)), room = 64 - sort_bits_of(s->present ? s->present - 1 : 0);
	struct gt_scratch kept = { 0 };
	bool going;
	int rc;

	if (bits <= room)
		return sort_part(s, 0, bits, NULL) ? 0 : cancelled(err);
	rc = gt_scratch_alloc(&kept, s->present, sizeof(uint64_t), err);
	if (rc)
		return rc;
	going = sort_part(s, 0, room, kept.data) && sort_part(s, room, bits - room, NULL);
	gt_scratch_free(&kept);
	return going ? 0 : cancelled(err);
}

static int sort_by(struct sorting *s, struct gt_sort_key key, struct gt_error *err)
{
	int rc;

	s->col = (unsigned)key.col;
	s->desc = key.desc;
	s->text = s->t->report->columns[s->col].kind == GT_KIND_STRING;
	gt_strtab_init(&s->words);
	rc = extract(s, err);
	if (!rc && s->text)
		rank_words(s);
	if (!rc)
		rc = sort_keys(s, err);
	if (!rc && s->nnulls)
		memcpy(s->rows + s->present, s->nulls.data, (size_t)s->nnulls * sizeof(uint32_t));
	gt_strtab_release(&s->words);
	gt_map_release(&s->word_of);
	s->done += s->n;
	return rc;
}

static int sort_alloc(struct sorting *s, struct gt_error *err)
{
	uint64_t other = s->bulk && s->t->rows > s->n ? s->t->rows : s->n;
	int rc = gt_scratch_alloc(&s->keys, s->n, sizeof(uint64_t), err);

	if (!rc)
		rc = gt_scratch_alloc(&s->other, other, sizeof(uint64_t), err);
	if (!rc)
		rc = gt_scratch_alloc(&s->nulls, s->n, sizeof(uint32_t), err);
	return rc;
}

int gt_sort_rows(struct gt_table *t, uint32_t *rows, uint64_t n, const struct gt_sort_key *keys, unsigned nkeys,
		 const struct gt_view_options *opt, struct gt_error *err)
{
	struct sorting s = { .t = t, .opt = opt, .rows = rows, .n = n, .total = n * nkeys };
	int rc;

	if (n < 2 || !nkeys)
		return 0;
	s.bulk = t->report->ops.keys && n >= t->rows / 4;
	/* They are in the table's order, each once. */
	s.whole = n == t->rows && !opt->only;
	rc = sort_alloc(&s, err);
	for (unsigned i = nkeys; i-- && !rc;)
		rc = sort_by(&s, keys[i], err);
	gt_scratch_free(&s.keys);
	gt_scratch_free(&s.other);
	gt_scratch_free(&s.nulls);
	gt_scratch_free(&s.absent);
	return rc;
}
