/*
 * Sorting row numbers by columns, from the last one to the first.  Where the first alone makes nearly all of the
 * order, only rows that are equal by it are sorted by the others.
 */
#include "analysis/table/sort.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/radix.h"
#include "analysis/table/sortkeys.h"
#include "base/xalloc.h"

#define MANY_SHARE 4    /* so large a part of the table may take room for all of it, ... */
#define FEW_SHARE 16    /* ... so that keys of this part and more of it are read for all rows, which is fast */
#define SAMPLE 4096     /* rows by which it is guessed how many are equal, ... */
#define LEAST_SAMPLED (1U << 20)   /* ... if there are so many */

struct sorting {
	struct gt_table *t;
	const struct gt_view_options *opt;
	uint32_t *out;
	uint64_t all;                    /* rows that are sorted in the end */
	uint64_t done, total;            /* for the progress bar */
	bool reading;

	struct gt_team team;
	struct gt_sort_keys keys;
	/* For all rows of the table if most of these are sorted. */
	struct gt_scratch a, b;          /* uint64_t: `v` and `spare` */
	struct gt_scratch absent;        /* uint8_t */

	/* The rows that are sorted now. */
	const uint32_t *rows;            /* NULL: the first n of the table */
	uint64_t n;
	uint64_t *v;                     /* the lowest bits are the order: places in `rows` */
	uint64_t *spare;                 /* keys of the present column, until they are in v */
	unsigned place_bits;
	bool begun;                      /* v has an order */
	unsigned shift;                  /* bits of the column that v is in the order of already */
};

static int cancelled(struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "sorting was cancelled");
}

static bool sort_go_on(void *arg, uint64_t rows)
{
	const struct sorting *s = arg;
	uint64_t more = s->reading && rows < s->all ? rows : s->all;

	return !s->opt->progress || s->opt->progress(s->opt->progress_arg, s->done + more, s->total);
}

static unsigned bits_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

static uint64_t mask_of(unsigned bits)
{
	return bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
}

static uint64_t row_to_sort(const struct sorting *s, uint64_t i)
{
	return s->rows ? s->rows[i] : i;
}

/* ---- keys ---- */

static void read_cells(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	struct sorting *s = arg;

	(void)worker;
	for (uint64_t i = from; i < to; i++)
		gt_sort_keys_read(&s->keys, row_to_sort(s, i), i);
}

/* One by one: the table belongs to this thread. */
static bool read_one_by_one(struct sorting *s)
{
	struct gt_team alone = { .n = 1, .go_on = sort_go_on, .arg = s };

	if (s->n >= s->t->rows / MANY_SHARE && s->t->report->ops.prepare)
		s->t->report->ops.prepare(s->t, s->keys.col);
	return gt_team_each(&alone, s->n, read_cells, s);
}

/* False: cancelled. */
static bool read_column(struct sorting *s, struct gt_sort_key key)
{
	bool known = false, going = true;

	gt_sort_keys_begin(&s->keys, key);
	s->keys.keys = s->spare;
	s->reading = true;
	if (s->t->report->ops.keys && s->t->report->columns[key.col].flags & GT_COL_BULK &&
	    s->all >= s->t->rows / MANY_SHARE && s->n >= s->t->rows / FEW_SHARE)
		going = gt_sort_keys_read_all(&s->keys, &known);
	if (going && !known)
		going = read_one_by_one(s);
	s->reading = false;
	return going && gt_sort_keys_end(&s->keys, s->n);
}

/* ---- order ---- */

/* Bits of the present column's places above the rows' places in the order. */
static void pack_keys(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	const struct sorting *s = arg;
	const struct gt_sort_scale scale = s->keys.scale;
	const uint64_t *keys = s->keys.keys, places = mask_of(s->place_bits);
	const uint32_t *rows = s->keys.by_row ? s->rows : NULL;
	const uint8_t *absent = s->keys.absent;

	(void)worker;
	for (uint64_t i = from; i < to; i++) {
		uint64_t place = s->begun ? s->v[i] & places : i, at = rows ? rows[place] : place;

		s->v[i] = (uint64_t)(gt_sort_place(&scale, keys[at], absent[at]) >> s->shift) << s->place_bits | place;
	}
}

/* By as many bits of a column at a time as fit, from the lowest up: keys are read anew for more, which is rare. */
static bool sort_by_column(struct sorting *s, struct gt_sort_key key)
{
	unsigned room = 64 - s->place_bits;

	for (s->shift = 0; !s->shift || s->shift < s->keys.bits; s->shift += room) {
		struct gt_radix radix = { .team = &s->team, .v = s->v, .spare = s->spare, .n = s->n,
					  .low = s->place_bits };

		if (!read_column(s, key) || !gt_team_each(&s->team, s->n, pack_keys, s))
			return false;
		s->begun = true;
		radix.bits = s->keys.bits - s->shift < room ? s->keys.bits - s->shift : room;
		if (!gt_radix_sort(&radix))
			return false;
		s->v = radix.v;
		s->spare = radix.spare;
	}
	s->done += s->all;
	return true;
}

/* The order of n rows in `v`; false: cancelled. */
static bool sort_by(struct sorting *s, const uint32_t *rows, uint64_t n, const struct gt_sort_key *keys, unsigned nkeys)
{
	bool going = true;

	s->rows = rows;
	s->n = n;
	s->place_bits = bits_of(n - 1);
	s->begun = false;
	for (unsigned i = nkeys; i-- && going;)
		going = sort_by_column(s, keys[i]);
	return going;
}

/* ---- equal rows ---- */

/* A guess by some: nearly all of the order is made by this column. */
static bool few_are_tied(struct sorting *s, struct gt_sort_key key)
{
	struct gt_team alone = { .n = 1 };
	struct gt_radix some = { .team = &alone, .v = s->v, .spare = s->spare, .n = SAMPLE, .bits = 64 };
	uint64_t equal = 0;

	if (s->n < LEAST_SAMPLED)
		return false;
	gt_sort_keys_begin(&s->keys, key);
	s->keys.keys = s->spare;
	for (uint64_t i = 0; i < SAMPLE; i++)
		gt_sort_keys_read(&s->keys, row_to_sort(s, i * (s->n / SAMPLE)), i);
	gt_sort_keys_end(&s->keys, SAMPLE);
	for (uint64_t i = 0; i < SAMPLE; i++)
		some.v[i] = (uint64_t)gt_sort_place(&s->keys.scale, s->keys.keys[i], s->keys.absent[i]);
	gt_radix_sort(&some);
	for (uint64_t i = 1; i < SAMPLE; i++)
		equal += some.v[i] == some.v[i - 1];
	/* If each row is equal to one other, that is half of SAMPLE squared divided by their number. */
	return equal * 16 * s->n < (uint64_t)SAMPLE * SAMPLE;
}

/* Whether the row at place i of the order is equal to one beside it, by what was packed last. */
static bool is_tied(const struct sorting *s, uint64_t i)
{
	return (i && !((s->v[i] ^ s->v[i - 1]) >> s->place_bits)) ||
	       (i + 1 < s->n && !((s->v[i] ^ s->v[i + 1]) >> s->place_bits));
}

/* Equal rows, by all columns, into the places that they have together. */
static int sort_ties(struct sorting *s, const struct gt_sort_key *keys, unsigned nkeys, struct gt_error *err)
{
	struct gt_scratch ties = { 0 };
	uint32_t *places, *rows;
	uint64_t n = 0, of = s->n;
	int rc;

	for (uint64_t i = 0; i < of; i++)
		n += is_tied(s, i);
	if (!n)
		return 0;
	rc = gt_scratch_alloc(&ties, n, 2 * sizeof(uint32_t), err);
	if (rc)
		return rc;
	places = ties.data;
	rows = places + n;
	n = 0;
	for (uint64_t i = 0; i < of; i++) {
		if (is_tied(s, i)) {
			places[n] = (uint32_t)i;
			rows[n++] = s->out[i];
		}
	}
	if (!sort_by(s, rows, n, keys, nkeys))
		rc = cancelled(err);
	for (uint64_t i = 0; i < n && !rc; i++)
		s->out[places[i]] = rows[s->v[i] & mask_of(s->place_bits)];
	gt_scratch_free(&ties);
	return rc;
}

/* ---- all ---- */

/* Row numbers that are borrowed must not change while they are read: those go into `spare` first. */
static void list_piece(void *arg, unsigned worker, uint64_t from, uint64_t to)
{
	const struct sorting *s = arg;
	uint32_t *out = s->rows ? (uint32_t *)s->spare : s->out;
	uint64_t mask = mask_of(s->place_bits);

	(void)worker;
	for (uint64_t i = from; i < to; i++)
		out[i] = (uint32_t)row_to_sort(s, s->v[i] & mask);
}

static int sort_all(struct sorting *s, const struct gt_sort_key *keys, unsigned nkeys,
		    struct gt_error *err)
{
	bool few = nkeys > 1 && few_are_tied(s, keys[0]);

	if (!sort_by(s, s->rows, s->n, keys, few ? 1 : nkeys) || !gt_team_each(&s->team, s->n, list_piece, s))
		return cancelled(err);
	if (s->rows)
		memcpy(s->out, s->spare, (size_t)s->n * sizeof *s->out);
	return few ? sort_ties(s, keys, nkeys, err) : 0;
}

static int sort_alloc(struct sorting *s, struct gt_error *err)
{
	uint64_t most = s->n >= s->t->rows / MANY_SHARE ? s->t->rows : s->n;
	int rc = gt_scratch_alloc(&s->a, most, sizeof(uint64_t), err);

	if (!rc)
		rc = gt_scratch_alloc(&s->b, most, sizeof(uint64_t), err);
	if (!rc)
		rc = gt_scratch_alloc(&s->absent, most, sizeof(uint8_t), err);
	s->v = s->a.data;
	s->spare = s->b.data;
	s->keys.absent = s->absent.data;
	return rc;
}

static void sort_free(struct sorting *s)
{
	gt_scratch_free(&s->a);
	gt_scratch_free(&s->b);
	gt_scratch_free(&s->absent);
	free(s);
}

int gt_sort_rows(struct gt_table *t, uint32_t *rows, uint64_t n, const struct gt_sort_key *keys, unsigned nkeys,
		 const struct gt_view_options *opt, struct gt_error *err)
{
	bool whole = n == t->rows && !opt->only;
	struct sorting *s;
	int rc;

	if (n == 1 && whole)
		rows[0] = 0;
	if (n < 2 || !nkeys)
		return 0;
	s = gt_xcalloc(1, sizeof *s);
	*s = (struct sorting) { .t = t, .opt = opt, .out = rows, .rows = whole ? NULL : rows, .all = n, .n = n,
				.total = n * nkeys };
	s->team = (struct gt_team) { .n = gt_team_size(n), .go_on = sort_go_on, .arg = s };
	s->keys.readers = s->team;
	rc = sort_alloc(s, err);
	gt_sort_keys_open(&s->keys, t);
	if (!rc)
		rc = sort_all(s, keys, nkeys, err);
	gt_sort_keys_close(&s->keys);
	sort_free(s);
	return rc;
}
