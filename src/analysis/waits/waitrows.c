/* The rows of the report "waits": counted, the longest kept, the others read when they are asked for. */
#include "analysis/waits/waitrows.h"

#include <stdlib.h>

#include "analysis/table/percentile.h"
#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

#define MAX_T0 ((UINT64_C(1) << 60) - 1)
#define TOP 8192u             /* the longest that are remembered; when there is no more room, half of them */
#define KEPT 1024u            /* of these for the next time, and those that are as long as the last one */
#define KEPT_NAME "waits"

static uint32_t *firsts(const struct gt_wait_rows *r)
{
	return r->first.data;
}

/* ---- reading ---- */

static bool is_wanted(struct gt_wait_rows *r, const struct gt_waited *w)
{
	struct gt_waitkey key;

	if (!r->keys)
		return true;
	key = gt_waitkey_of(r->keys, w);
	return gt_waitkey_same(&key, &r->key);
}

static struct gt_wait_row row_of_wait(const struct gt_waited *w)
{
	int64_t dur = w->iv.t1 - w->iv.t0;

	return (struct gt_wait_row){
		.t0 = (uint64_t)w->iv.t0 & MAX_T0, .what = w->iv.what & 7, .ended = w->ended, .next = w->next,
		.dur = dur < GT_WAIT_LONG ? (uint32_t)dur : GT_WAIT_LONG,
	};
}

/* Keeps the longer half; of many that are equal all or none. */
static void raise_floor(struct gt_wait_rows *r)
{
	int64_t *ns = gt_xcalloc(TOP, sizeof *ns);
	size_t left = 0;

	for (size_t i = 0; i < r->ntop; i++)
		ns[i] = r->top[i].ns;
	r->floor = gt_pick_i64(ns, r->ntop, r->ntop / 2);
	for (size_t i = 0; i < r->ntop; i++)
		if (r->top[i].ns > r->floor)
			r->top[left++] = r->top[i];
	r->ntop = left;
	free(ns);
}

static bool count_wait(void *arg, const struct gt_waited *w)
{
	struct gt_wait_rows *r = arg;
	int64_t ns = w->t1 - w->t0;

	if (!is_wanted(r, w))
		return true;
	if (ns > r->floor) {
		if (r->ntop == TOP)
			raise_floor(r);
		r->top[r->ntop++] = (struct gt_wait_top){ .row = row_of_wait(w), .ns = ns, .g = w->g,
							   .at = firsts(r)[w->g] };
	}
	firsts(r)[w->g]++;
	r->n++;
	return r->n < UINT32_MAX;
}

static bool place_wait(void *arg, const struct gt_waited *w)
{
	struct gt_wait_rows *r = arg;

	/* No more than were counted: the file may be cut meanwhile. */
	if (is_wanted(r, w) && firsts(r)[w->g] < r->n)
		((struct gt_wait_row *)r->all.data)[firsts(r)[w->g]++] = row_of_wait(w);
	return true;
}

/* The lives that were asked for, or all goroutines. */
static int waitrows_scan(struct gt_wait_rows *r, gt_waited_fn *fn, unsigned part, struct gt_error *err)
{
	const struct gt_table_args *args = &r->args;
	struct gt_waits_args a = {
		.from = args->from, .to = args->to, .has_g = args->has_g, .g = args->g,
		.progress = args->progress, .progress_arg = args->progress_arg, .part = part, .parts = 2,
	};
	struct gt_goroutine g;
	int rc = 0;

	if (!args->has_g || !args->lives || !gt_goroutine_get(r->trace, args->g, &g))
		return gt_waits_scan(r->trace, &a, fn, r, err);
	for (uint32_t k = 0; k < gt_goroutine_lives(r->trace, g.id) && !rc; k++) {
		a.g = gt_goroutine_life(r->trace, g.id, k);
		rc = gt_waits_scan(r->trace, &a, fn, r, err);
	}
	return rc;
}

static int by_wait_row(const void *a, const void *b)
{
	const struct gt_wait_top *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* From how many rows each goroutine has to where they begin. */
static void waits_lay_out(struct gt_wait_rows *r)
{
	uint32_t *first = firsts(r), at = 0;

	for (uint32_t g = 0; g <= r->goroutines; g++) {
		uint32_t n = first[g];

		first[g] = at;
		at += n;
	}
}

/* And finds the longest, unless they are known. */
static int count_all(struct gt_wait_rows *r, struct gt_error *err)
{
	bool known = r->ntop > 0;
	int rc = gt_scratch_alloc(&r->first, (uint64_t)r->goroutines + 1, sizeof(uint32_t), err);

	r->n = 0;
	r->floor = known ? INT64_MAX : 0;
	if (!known)
		r->top = gt_xrealloc(r->top, TOP, sizeof *r->top);
	if (!rc)
		rc = waitrows_scan(r, count_wait, 0, err);
	if (!rc && r->n >= UINT32_MAX)
		rc = gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET, "more than 2^32 waits cannot be listed");
	if (rc)
		return rc;
	waits_lay_out(r);
	r->counted = true;
	for (size_t i = 0; i < r->ntop && !known; i++)
		r->top[i].at += firsts(r)[r->top[i].g];
	if (!known && r->ntop)
		qsort(r->top, r->ntop, sizeof *r->top, by_wait_row);
	return 0;
}

static int read_waits(struct gt_wait_rows *r, struct gt_error *err)
{
	uint32_t *first;
	int rc = r->counted ? 0 : count_all(r, err);

	if (!rc)
		rc = gt_scratch_alloc(&r->all, r->n, sizeof(struct gt_wait_row), err);
	if (rc)
		return rc;
	first = firsts(r);
	rc = waitrows_scan(r, place_wait, 1, err);
	/* Where each one's rows ended the next one's begin. */
	for (uint32_t g = r->goroutines; g > 0; g--)
		first[g] = first[g - 1];
	first[0] = 0;
	return rc;
}

/* ---- the longest ---- */

/* The n-th longest of those that are known. */
static int64_t top_ns(const struct gt_wait_rows *r, size_t n)
{
	int64_t *ns = gt_xcalloc(r->ntop, sizeof *ns), at;

	for (size_t i = 0; i < r->ntop; i++)
		ns[i] = r->top[i].ns;
	at = gt_pick_i64(ns, r->ntop, r->ntop - n);
	free(ns);
	return at;
}

struct wait_kept {
	struct gt_wait_top top;
	uint64_t n;           /* of all waits */
};

static void keep_top(const struct gt_wait_rows *r)
{
	size_t want = r->ntop / 2 < KEPT ? r->ntop / 2 : KEPT;
	struct wait_kept *kept;
	int64_t least;
	uint64_t n = 0;

	if (!want || !gt_answers_wanted(r->trace))
		return;
	least = top_ns(r, want);
	kept = gt_xcalloc(r->ntop, sizeof *kept);
	for (size_t i = 0; i < r->ntop; i++) {
		kept[n] = (struct wait_kept){ .top = r->top[i], .n = r->n };
		n += r->top[i].ns >= least;
	}
	gt_answer_keep(r->trace, KEPT_NAME, kept, sizeof *kept, n);
	free(kept);
}

/* What is kept says only what a scan could have found. */
static bool recall_top(struct gt_wait_rows *r)
{
	uint64_t n = 0, i;
	struct wait_kept *kept = gt_answer_get(r->trace, KEPT_NAME, sizeof *kept, &n);

	r->top = gt_xrealloc(r->top, n ? n : 1, sizeof *r->top);
	for (i = 0; i < n && kept[i].n < UINT32_MAX && kept[i].n == kept[0].n && kept[i].top.at < kept[i].n &&
		    kept[i].top.g < r->goroutines && (!i || kept[i].top.at > kept[i - 1].top.at); i++)
		r->top[i] = kept[i].top;
	if (n && i == n) {
		r->ntop = (size_t)n;
		r->n = kept[0].n;
	}
	free(kept);
	return n && i == n;
}

static int waitrows_fill(struct gt_wait_rows *r, struct gt_error *err)
{
	/* Later the index may have more waits, and nobody to say that it takes long. */
	bool at_once = r->args.browsed || r->keys || !gt_trace_info(r->trace)->done;
	int rc = 0;

	if (at_once || !r->is_all || !recall_top(r))
		rc = count_all(r, err);
	if (!rc && r->is_all && r->counted)
		keep_top(r);
	if (!rc && at_once)
		rc = read_waits(r, err);
	r->args.progress = NULL;
	return rc;
}

int gt_wait_rows_open(struct gt_wait_rows *r, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *fault, struct gt_error *err)
{
	struct gt_waitkeys keys;
	int rc;

	*r = (struct gt_wait_rows){ .trace = t, .args = *args, .goroutines = gt_trace_info(t)->goroutines,
				    .is_all = !args->limited && !args->has_g && !args->has_key, .fault = fault };
	if (!args->has_key)
		return waitrows_fill(r, err);
	rc = gt_waitkeys_open(&keys, t, args->group, err);
	r->keys = &keys;
	r->key = gt_waitkey_of_number(args->key);
	/* The stack of the key stands for its equals, as it was asked for first. */
	if (args->group == GT_WAITS_BY_STACK)
		gt_stackset_find(&keys.stacks, r->key.row);
	if (!rc)
		rc = waitrows_fill(r, err);
	gt_waitkeys_release(&keys);
	r->keys = NULL;
	return rc;
}

void gt_wait_rows_release(struct gt_wait_rows *r)
{
	gt_scratch_free(&r->first);
	gt_scratch_free(&r->all);
	free(r->top);
}

/* ---- asking ---- */

/* Which of the longest the row is; ntop: none. */
static size_t find_top(const struct gt_wait_rows *r, uint64_t row)
{
	size_t i = GT_BISECT(at, (size_t)0, r->ntop, r->top[at].at < row);

	return i < r->ntop && r->top[i].at == row ? i : r->ntop;
}

const struct gt_wait_row *gt_wait_row(struct gt_wait_rows *r, uint64_t row)
{
	static const struct gt_wait_row none = { .next = GT_NO_ROW };
	size_t i = r->all.data ? r->ntop : find_top(r, row);

	if (i < r->ntop)
		return &r->top[i].row;
	if (!r->all.data && (r->fault->code || read_waits(r, r->fault)))
		return &none;
	return (const struct gt_wait_row *)r->all.data + row;
}

uint32_t gt_wait_row_g(struct gt_wait_rows *r, uint64_t row)
{
	const uint32_t *first;
	size_t i = r->counted ? r->ntop : find_top(r, row);

	if (i < r->ntop)
		return r->top[i].g;
	if (!r->counted && (r->fault->code || count_all(r, r->fault)))
		return GT_NO_ROW;
	first = firsts(r);
	if (row < first[r->g] || row >= first[r->g + 1])
		r->g = GT_BISECT(at, (uint32_t)0, r->goroutines, first[at + 1] <= row);
	return r->g;
}

void gt_wait_rows_of(struct gt_wait_rows *r, uint32_t g, uint32_t *first, uint32_t *end)
{
	bool known = g < r->goroutines && (r->counted || (!r->fault->code && !count_all(r, r->fault)));

	*first = known ? firsts(r)[g] : 0;
	*end = known ? firsts(r)[g + 1] : 0;
}

size_t gt_wait_rows_longest(struct gt_wait_rows *r, size_t n, uint32_t *rows, size_t room)
{
	size_t left = 0;
	int64_t least;

	if (!n || n > r->ntop)
		return 0;
	least = top_ns(r, n);
	for (size_t i = 0; i < r->ntop; i++) {
		if (r->top[i].ns < least)
			continue;
		if (left == room)
			return 0;
		rows[left++] = r->top[i].at;
	}
	return left;
}
