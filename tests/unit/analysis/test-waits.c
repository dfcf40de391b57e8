/*
 * The scan of all waits, column by column, says what each goroutine's life says, one after the other; and the table
 * of waits finds its rows again.  With arguments: of these traces, and not of those in testdata.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/pressure/sched.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/table/view.h"
#include "analysis/waitlist/waitgroups.h"
#include "analysis/waitlist/waits.h"
#include "analysis/waits/waitkeys.h"
#include "analysis/waits/wakers.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "randslices.h"

#define RANGES 8

struct list {
	struct gt_waited *v;
	size_t n, cap;
};

static bool keep(void *arg, const struct gt_waited *w)
{
	struct list *l = arg;

	GT_GROW(l->v, l->cap, l->n + 1);
	l->v[l->n++] = *w;
	return true;
}

/* ---- the same from the goroutines' lives ---- */

struct life {
	const struct gt_trace *t;
	struct list *out;
	uint32_t g;
	int64_t from, until;
};

static bool keep_state(void *arg, const struct gt_interval *iv)
{
	struct life *l = arg;
	bool beyond = gt_trace_beyond(l->t, iv->t1);
	struct gt_waited w = { .iv = *iv, .g = l->g, .next = GT_NO_ROW, .ended = !iv->open && !beyond };

	if (iv->what == GT_SPENT_EXEC || iv->what == GT_SPENT_SYSCALL)
		return true;
	if (beyond && iv->what == GT_SPENT_SYSCALL_BLOCK)
		return true;
	w.t0 = iv->t0 > l->from ? iv->t0 : l->from;
	w.t1 = iv->t1 < l->until ? iv->t1 : l->until;
	if (w.t1 > w.t0)
		keep(l->out, &w);
	return true;
}

static void from_lives(const struct gt_trace *t, int64_t from, int64_t to, struct list *out)
{
	struct life l = { .t = t, .out = out, .from = from > 0 ? from : 0, .until = gt_trace_until(t, to) };

	for (l.g = 0; l.g < gt_trace_info(t)->goroutines; l.g++)
		gt_goroutine_walk(t, l.g, false, keep_state, &l);
}

static int by_goroutine(const void *a, const void *b)
{
	const struct gt_waited *x = a, *y = b;

	if (x->g != y->g)
		return x->g < y->g ? -1 : 1;
	return x->iv.t0 < y->iv.t0 ? -1 : x->iv.t0 > y->iv.t0;
}

static bool same(const struct gt_waited *a, const struct gt_waited *b)
{
	const struct gt_interval *x = &a->iv, *y = &b->iv;

	return a->g == b->g && a->t0 == b->t0 && a->t1 == b->t1 && a->ended == b->ended && x->t0 == y->t0 &&
	       x->t1 == y->t1 && x->what == y->what && x->slice == y->slice && x->reason == y->reason &&
	       x->stack == y->stack && x->waker == y->waker && x->begin_type == y->begin_type &&
	       x->end_type == y->end_type && x->woken == y->woken && x->open == y->open;
}

/* A scan that is shared, and made in steps, meets the same waits in the same order. */
static void in_pieces(struct gt_trace *t, struct gt_waits_args args, const struct list *want, const char *name)
{
	static const unsigned shares[] = { 0, 1, 2, 3, 8 };

	for (size_t k = 0; k < GT_COUNT(shares); k++) {
		struct list got = { 0 };
		struct gt_waitscan *s;
		size_t i = 0;
		int rc = 0;

		args.shares = shares[k];
		for (args.share = 0; !rc && (!args.share || args.share < args.shares); args.share++) {
			rc = gt_waitscan_open(&s, t, &args, keep, &got, NULL);
			do
				rc = rc < 0 ? rc : gt_waitscan_step(s, 10, NULL);
			while (rc > 0);
			gt_waitscan_free(s);
		}
		while (i < got.n && i < want->n && same(&got.v[i], &want->v[i]) && got.v[i].next == want->v[i].next)
			i++;
		tap_ok(!rc && i == want->n && i == got.n, "%s: the same in %u shares", name, shares[k]);
		free(got.v);
	}
}

/* Each row of the report sched is one of the waits, which are in the order of by_goroutine. */
static void in_sched(struct gt_trace *t, int64_t from, int64_t to, const struct list *all, const char *name)
{
	const struct gt_table_args args = { .limited = true, .from = from, .to = to, .browsed = true };
	struct gt_table *table;
	uint64_t row = 0;

	if (gt_table_open(&table, &gt_report_sched, t, &args, NULL)) {
		tap_fail("%s: no table of waits for a processor", name);
		return;
	}
	for (; row < table->rows; row++) {
		const struct gt_waited *of;
		struct gt_waited w;

		if (!gt_sched_get(table, row, &w) || w.iv.what != GT_SPENT_SCHED)
			break;
		of = all->n ? bsearch(&w, all->v, all->n, sizeof w, by_goroutine) : NULL;
		if (!of || !same(of, &w) || of->next != w.next)
			break;
	}
	tap_is_u64(row, table->rows, "%s: rows of sched are waits", name);
	gt_table_close(table);
}

static void compare(struct gt_trace *t, int64_t from, int64_t to, const char *name)
{
	struct list got = { 0 }, want = { 0 };
	struct gt_waits_args args = { .from = from, .to = to };
	int64_t *last = gt_xcalloc(gt_trace_info(t)->goroutines + (size_t)1, sizeof *last);
	bool found = true, in_order = true;
	size_t i;

	gt_waits_scan(t, &args, keep, &got, NULL);
	from_lives(t, from, to, &want);
	for (i = 0; i < got.n; i++) {
		uint32_t g = got.v[i].g;
		struct gt_interval iv;

		in_order &= got.v[i].iv.t0 >= last[g];
		last[g] = got.v[i].iv.t1;
		found &= gt_waited_find(t, g, got.v[i].next, got.v[i].iv.t0, &iv) && iv.t1 == got.v[i].iv.t1;
		found &= gt_waited_find(t, g, got.v[i].next, got.v[i].iv.t1 - 1, &iv) && iv.t0 == got.v[i].iv.t0;
	}
	free(last);
	in_pieces(t, args, &got, name);
	if (got.n)
		qsort(got.v, got.n, sizeof *got.v, by_goroutine);
	in_sched(t, from, to, &got, name);
	tap_is_u64(got.n, want.n, "%s: as many waits", name);
	for (i = 0; i < got.n && i < want.n && same(&got.v[i], &want.v[i]);)
		i++;
	tap_is_u64(i, want.n, "%s: the same waits", name);
	tap_ok(in_order, "%s: those of a goroutine come in the order of time", name);
	tap_ok(found, "%s: each is found again by the slice after it", name);
	for (size_t k = 0, n; k < want.n; k += n) {
		struct list one = { 0 };

		for (n = 1; k + n < want.n && want.v[k + n].g == want.v[k].g; n++)
			;
		args.has_g = true;
		args.g = want.v[k].g;
		gt_waits_scan(t, &args, keep, &one, NULL);
		for (i = 0; one.n == n && i < n && same(&one.v[i], &want.v[k + i]);)
			i++;
		if (i < n)
			tap_fail("%s: the waits of goroutine row %u alone", name, (unsigned)args.g);
		free(one.v);
	}
	free(got.v);
	free(want.v);
}

/* ---- the table ---- */

static void table_rows(struct gt_trace *t, int64_t from, int64_t to, const char *name)
{
	struct gt_table_args args = { .limited = true, .from = from, .to = to };
	struct gt_table *table;
	uint64_t ids = 0, places = 0;
	struct gt_waited w;

	if (gt_table_open(&table, &gt_report_waits, t, &args, NULL))
		tap_bail("no table of waits");
	for (uint64_t row = 0; row < table->rows; row++) {
		ids += gt_waits_row_of(table, gt_waits_id(table, row)) == row;
		places += gt_waits_get(table, row, &w) && gt_waits_row_at(table, w.g, w.iv.t0) == row &&
			  gt_waits_row_at(table, w.g, w.iv.t1 - 1) == row;
	}
	tap_is_u64(ids, table->rows, "%s: rows are found by their ids", name);
	tap_is_u64(places, table->rows, "%s: rows are found by their time", name);
	gt_table_close(table);
}

/* The first rows of a view of a table, by the longest; with a limit or without. */
static struct gt_waited *first_rows(struct gt_trace *t, const struct gt_table_args *args, uint64_t limit, bool all,
				    unsigned col, uint64_t *n)
{
	struct gt_view_options opt = { .sort = { { .col = (int)col, .desc = true } }, .nsort = 1,
				       .limit = all ? 0 : limit };
	struct gt_table_args a = *args;
	struct gt_table *table;
	struct gt_view *view;
	struct gt_waited *v = gt_xcalloc(limit + 1, sizeof *v);

	a.browsed = all;
	if (gt_table_open(&table, &gt_report_waits, t, &a, NULL) || gt_view_open(&view, table, &opt, NULL))
		tap_bail("no view of waits");
	*n = gt_view_count(view) < limit ? gt_view_count(view) : limit;
	for (uint64_t i = 0; i < *n; i++)
		gt_waits_get(table, gt_view_row(view, i), &v[i]);
	/* Any other row can be asked for all the same. */
	if (table->rows > 1 && !gt_waits_get(table, table->rows / 2, &v[limit]))
		tap_fail("row %u cannot be read", (unsigned)(table->rows / 2));
	gt_view_close(view);
	gt_table_close(table);
	return v;
}

/* With a limit the longest are found without all rows: the same ones in the same order. */
static void longest(void)
{
	static const uint64_t limits[] = { 1, 5, 1000, 4000, 4096, 4097, 8192, 9000 };
	static const unsigned cols[] = { GT_WAITS_DUR, GT_WAITS_WHOLE };
	struct randslices r;

	for (uint64_t i = 0; i < GT_COUNT(limits) * GT_COUNT(cols) * 2; i++) {
		uint64_t limit = limits[i % GT_COUNT(limits)], n, m, same_rows = 0;
		unsigned col = cols[i / GT_COUNT(limits) % 2];
		struct gt_table_args args = { .to = INT64_MAX };
		struct gt_waited *some, *all;

		randslices_open(&r, i, 4, 300, 60000, false);
		if (i >= GT_COUNT(limits) * GT_COUNT(cols)) {
			args.limited = true;
			args.from = gt_trace_info(r.t)->duration / 7;
			args.to = gt_trace_info(r.t)->duration / 7 * 6;
		}
		some = first_rows(r.t, &args, limit, false, col, &n);
		all = first_rows(r.t, &args, limit, true, col, &m);
		while (same_rows < n && same_rows < m && same(&some[same_rows], &all[same_rows]))
			same_rows++;
		tap_ok(n == limit && same_rows == limit, "the %u longest by column %u%s", (unsigned)limit, col,
		       args.limited ? ", of a range" : "");
		free(some);
		free(all);
		randslices_close(&r);
	}
}

/* ---- groups ---- */

static uint64_t group_cell(struct gt_table *t, uint64_t row, unsigned col)
{
	struct gt_cell c;

	gt_table_cell(t, row, col, &c);
	return c.null ? UINT64_MAX : c.u;
}

static void check_wait_group(struct gt_table *table, uint64_t row, const int64_t *durs, size_t n)
{
	static const struct {
		unsigned col;
		double q;
	} ranks[] = { { GT_WG_P50, 0.5 }, { GT_WG_P90, 0.9 }, { GT_WG_P99, 0.99 }, { GT_WG_P999, 0.999 },
		      { GT_WG_MAX, 1 } };
	uint64_t total = 0;

	for (size_t i = 0; i < n; i++)
		total += (uint64_t)durs[i];
	tap_is_u64(group_cell(table, row, GT_WG_COUNT), n, "a group: waits");
	tap_is_u64(group_cell(table, row, GT_WG_TOTAL), total, "their sum");
	for (size_t i = 0; i < GT_COUNT(ranks) && n; i++)
		tap_is_u64(group_cell(table, row, ranks[i].col), (uint64_t)gt_percentile_i64(durs, n, ranks[i].q),
			   "percentile %g", 100 * ranks[i].q);
}

/* Several threads group the waits of many slices: each group has those with its key, and the groups are in order. */
static void groups(enum gt_wait_group by)
{
	struct gt_table_args args = { .from = INT64_MIN, .to = INT64_MAX, .group = by };
	struct gt_waits_args all = { .from = INT64_MIN, .to = INT64_MAX };
	struct list l = { 0 };
	struct gt_waitkeys keys;
	struct gt_table *table;
	struct randslices r;
	size_t at = 0;

	randslices_open(&r, 77, 4, 20, 60000, false);
	if (gt_waits_scan(r.t, &all, keep, &l, NULL) || gt_waitkeys_open(&keys, r.t, by, NULL) ||
	    gt_table_open(&table, &gt_report_waitgroups, r.t, &args, NULL))
		tap_bail("no groups of waits");
	for (uint64_t row = 0; row < table->rows; row++) {
		int64_t *durs = gt_xcalloc(l.n + 1, sizeof *durs);
		size_t n = 0, first = SIZE_MAX;

		for (size_t i = 0; i < l.n; i++) {
			struct gt_waitkey key = gt_waitkey_of(&keys, &l.v[i]);

			if (gt_waitkey_number(&key) != gt_waitgroup_key(table, row))
				continue;
			first = first < i ? first : i;
			if (l.v[i].ended)
				durs[n++] = l.v[i].t1 - l.v[i].t0;
		}
		gt_sort_i64(durs, n);
		check_wait_group(table, row, durs, n);
		tap_ok(first < l.n && first >= at, "after the one before");
		at = first;
		free(durs);
	}
	gt_table_close(table);
	gt_waitkeys_release(&keys);
	randslices_close(&r);
	free(l.v);
}

static bool stop_at_third(void *arg, const struct gt_waited *w)
{
	(void)w;
	return ++*(int *)arg < 3;
}

static void check_trace(const char *path)
{
	const struct gt_open_options opt = { .index = "none" };
	const char *base = strrchr(path, '/');
	struct gt_trace *t;
	struct gt_error err;
	int64_t dur;
	int n = 0;

	if (gt_trace_open(&t, path, &opt, &err))
		tap_bail("%s: %s", path, err.text);
	base = base ? base + 1 : path;
	dur = gt_trace_info(t)->duration;
	compare(t, INT64_MIN, INT64_MAX, base);
	table_rows(t, INT64_MIN, INT64_MAX, base);
	for (uint64_t i = 0; i < RANGES; i++) {
		int64_t a = (int64_t)(tap_mix64(2 * i + 1) % (uint64_t)(dur + 1));
		int64_t b = (int64_t)(tap_mix64(2 * i + 2) % (uint64_t)(dur + 1));
		char name[200];
		int64_t from = a < b ? a : b, to = a < b ? b : a;

		snprintf(name, sizeof name, "%s, %lld to %lld", base, (long long)from, (long long)to);
		compare(t, from, to, name);
		table_rows(t, from, to, name);
	}
	gt_waits_scan(t, &(struct gt_waits_args){ .to = INT64_MAX }, stop_at_third, &n, NULL);
	tap_ok(n <= 3, "%s: a scan stops when it is told to", base);
	gt_trace_close(t);
}

TAP_TEST(made_up)
{
	longest();
	groups(GT_WAITS_BY_REASON);
	groups(GT_WAITS_BY_WAKER);
}

TAP_TEST(recorded)
{
	static const char *const traces[] = {
		"traces/go1.19/calls.trace", "traces/go1.21/locks.trace", "traces/go1.22/calls.trace",
		"traces/go1.23/locks.trace", "traces/go1.27/calls.trace", "bad/v1-cut-1.19-9194.trace",
		"bad/v1-cut-1.21-34578.trace", "bad/cut-1.26-14158.trace", "demo.trace", NULL,
	};

	for (char *const *file = tap_files(traces); *file; file++)
		check_trace(*file);
}
