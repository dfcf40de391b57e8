/* Threads against plain sums over their runs: made-up ones, and those of real traces. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "index/file/indexfile.h"
#include "index/query/tracks.h"
#include "synth.h"
#include "tap/tap.h"
#include "truth.h"

/* What a thread's run should be, and the slices in it by their places on the P. */
struct run {
	struct gt_thread_run r;
	uint64_t k0, k1;
};

struct runs {
	struct run *v;
	size_t n, cap;
};

struct check {
	const struct gt_trace *t;
	struct rnd r;
	bool cut;                  /* v1: a thread left a slice behind that goes on; it has no id yet then */
	unsigned bad_row, bad_run, bad_seek, bad_held, bad_busy, bad_longest, bad_dominant;
};

static int64_t overlap(int64_t t0, int64_t t1, int64_t a, int64_t b)
{
	int64_t from = t0 > a ? t0 : a, to = t1 < b ? t1 : b;

	return to > from ? to - from : 0;
}

static uint32_t slice_at(const struct check *c, const struct run *run, uint64_t k, struct gt_slice *s)
{
	uint32_t id = gt_slice_of_proc(c->t, run->r.proc_row, k);

	return gt_slice_get(c->t, id, s) ? id : GT_NO_ROW;
}

/* ---- one interval ---- */

struct plain {
	int64_t held, busy;
	uint32_t longest;
	uint64_t runs, slices;
	int64_t *sums;             /* by goroutine */
};

static void add_run(const struct check *c, const struct run *run, int64_t a, int64_t b, struct plain *p)
{
	struct gt_slice s, best;

	if (run->r.t1 <= a || run->r.t0 >= b)
		return;
	p->runs++;
	p->held += overlap(run->r.t0, run->r.t1, a, b);
	b = b < run->r.t1 ? b : run->r.t1;
	for (uint64_t k = run->k0; k < run->k1; k++) {
		uint32_t id = slice_at(c, run, k, &s);

		if (s.t1 <= a || s.t0 >= b)
			continue;
		p->slices++;
		p->busy += overlap(s.t0, s.t1, a, b);
		p->sums[s.g] += overlap(s.t0, s.t1, a, b);
		if (s.t1 > s.t0 && (!gt_slice_get(c->t, p->longest, &best) || s.t1 - s.t0 > best.t1 - best.t0))
			p->longest = id;
	}
}

static void check_interval(struct check *c, uint32_t row, const struct runs *runs, int64_t a, int64_t b)
{
	uint32_t gs = gt_trace_info(c->t)->goroutines, who = gt_thread_dominant(c->t, row, a, b);
	struct plain p = { .longest = GT_NO_ROW, .sums = gt_xcalloc(gs + 1, sizeof *p.sums) };
	int64_t most = 0;

	for (size_t i = 0; i < runs->n && a < b; i++)
		add_run(c, &runs->v[i], a, b, &p);
	for (uint32_t g = 0; g < gs; g++)
		most = p.sums[g] > most ? p.sums[g] : most;
	c->bad_held += gt_thread_held(c->t, row, a, b) != p.held;
	c->bad_busy += gt_thread_busy(c->t, row, a, b) != p.busy;
	c->bad_longest += !c->cut && gt_thread_longest(c->t, row, a, b) != p.longest;
	if (c->cut)
		;
	else if (!most)
		c->bad_dominant += who != GT_NO_ROW && p.sums[who] != 0;
	else
		c->bad_dominant += who >= gs || (p.runs <= 16 && p.slices < GT_BLOCK_ROWS && p.sums[who] != most);
	free(p.sums);
}

static int64_t some_time(struct check *c, const struct runs *runs)
{
	const struct gt_thread_run *r;

	if (!runs->n || rnd_below(&c->r, 20) == 0)
		return rnd_below(&c->r, 2) ? INT64_MAX : (int64_t)rnd_below(&c->r, 1000) - 500;
	r = &runs->v[rnd_below(&c->r, runs->n)].r;
	return r->t0 + (int64_t)rnd_below(&c->r, (uint64_t)(r->t1 - r->t0) + 2) - 1;
}

/* ---- one thread ---- */

static bool same_run(const struct gt_thread_run *a, const struct gt_thread_run *b)
{
	return a->t0 == b->t0 && a->t1 == b->t1 && a->proc_row == b->proc_row && a->busy == b->busy &&
	       a->who == b->who && a->longest == b->longest;
}

static void check_thread(struct check *c, uint32_t row, const struct runs *runs, int intervals)
{
	struct gt_thread_row th;
	struct gt_thread_run r;
	int64_t busy = 0;

	for (size_t i = 0; i < runs->n; i++) {
		c->bad_run += !gt_thread_run_get(c->t, row, i, &r) || (!c->cut && !same_run(&r, &runs->v[i].r));
		busy += runs->v[i].r.busy;
	}
	c->bad_run += gt_thread_run_get(c->t, row, runs->n, &r);
	if (!gt_thread_get(c->t, row, &th) || th.runs != runs->n || th.busy != busy ||
	    gt_thread_find(c->t, th.id) != row || (runs->n && th.first > runs->v[0].r.t0 && runs->v[0].r.t0 != 0))
		c->bad_row++;
	for (int i = 0; i < intervals; i++) {
		int64_t a = some_time(c, runs), b = some_time(c, runs);
		uint64_t k = 0;

		check_interval(c, row, runs, a < b ? a : b, a < b ? b : a);
		while (k < runs->n && runs->v[k].r.t1 <= a)
			k++;
		c->bad_seek += gt_thread_run_seek(c->t, row, a) != k;
	}
	check_interval(c, row, runs, INT64_MIN, INT64_MAX);
}

/* Ids rise along the order; there is nothing beyond the last thread. */
static void check_order(struct check *c)
{
	uint32_t n = gt_threads(c->t);
	struct gt_thread_row a, b;
	struct gt_thread_run r;

	for (uint32_t i = 1; i < n; i++)
		if (!gt_thread_get(c->t, gt_thread_by_order(c->t, i - 1), &a) ||
		    !gt_thread_get(c->t, gt_thread_by_order(c->t, i), &b) || a.id >= b.id)
			c->bad_row++;
	c->bad_row += gt_thread_by_order(c->t, n) != GT_NO_ROW || gt_thread_get(c->t, n, &a) ||
		      gt_thread_find(c->t, GT_NONE - 5) != GT_NO_ROW || gt_thread_run_get(c->t, n, 0, &r) ||
		      gt_thread_busy(c->t, n, 0, 100) || gt_thread_longest(c->t, n, 0, 100) != GT_NO_ROW ||
		      gt_thread_run_seek(c->t, n, 0) || gt_trace_has_threads(c->t) != (n > 0) ||
		      n != gt_trace_info(c->t)->threads;
}

static void tell(const struct check *c, const char *name)
{
	tap_is_u64(c->bad_row, 0, "%s: threads", name);
	tap_is_u64(c->bad_run, 0, "%s: their runs", name);
	tap_is_u64(c->bad_seek, 0, "%s: by time", name);
	tap_is_u64(c->bad_held, 0, "%s: time with a P", name);
	tap_is_u64(c->bad_busy, 0, "%s: time in slices", name);
	tap_is_u64(c->bad_longest, 0, "%s: longest slices", name);
	tap_is_u64(c->bad_dominant, 0, "%s: whose time", name);
}

static void free_runs(struct runs *runs, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		free(runs[i].v);
	free(runs);
}

/* ---- made up ---- */

#define PROCS 5
#define THREADS 7
#define GOROUTINES 40

static void made_slices(struct gt_store *s, struct rnd *r, uint32_t thread, struct run *run, int64_t *at)
{
	struct gt_thread_run *tr = &run->r;
	uint64_t longest = 0;

	for (uint64_t n = rnd_below(r, 4); n; n--) {
		struct gt_slice sl = {.t0 = *at,
				      .t1 = *at + (int64_t)rnd_below(r, 50),
				      .proc_row = tr->proc_row,
				      .waker = GT_NO_ROW,
				      .g = (uint32_t)rnd_below(r, GOROUTINES),
				      .ready = GT_NO_TIME,
				      .start_n = GT_NONE};
		uint32_t id = gt_slices_add(s, &sl);

		if ((uint64_t)(sl.t1 - sl.t0) > longest) {
			longest = (uint64_t)(sl.t1 - sl.t0);
			tr->longest = id;
			tr->who = sl.g;
		}
		tr->busy += sl.t1 - sl.t0;
		run->k1++;
		*at = sl.t1 + (int64_t)rnd_below(r, 20);
	}
	tr->t1 = *at;
	gt_thread_run_add(s, thread, tr, longest);
}

/* Each step a P is held by a thread for a while: n runs in all. */
static void made_up(struct gt_trace *t, struct runs *runs, unsigned n)
{
	struct gt_store *s = &t->store;
	struct rnd r = { n };
	int64_t proc_at[PROCS] = { 0 }, thread_at[THREADS] = { 0 };
	uint32_t row;

	for (uint32_t i = 0; i < PROCS; i++)
		gt_parts_find_or_add(s, i, 0);
	for (uint32_t i = 0; i < THREADS; i++)
		gt_threads_find_or_add(s, 1000 - 3 * (uint64_t)i, 0);
	for (uint32_t i = 0; i < GOROUTINES; i++)
		gt_goroutine_new(s, i, &row);
	for (unsigned i = 0; i < n; i++) {
		uint32_t proc_row = (uint32_t)rnd_below(&r, PROCS),
			 thread = i % 3 ? 0 : (uint32_t)rnd_below(&r, THREADS);
		int64_t at = proc_at[proc_row] > thread_at[thread] ? proc_at[proc_row] : thread_at[thread];
		struct run run = { .r = { .proc_row = proc_row, .who = GT_NO_ROW, .longest = GT_NO_ROW } };

		at += (int64_t)rnd_below(&r, 30);
		run.r.t0 = at;
		run.k0 = run.k1 = gt_slices_of_proc(t, proc_row);
		made_slices(s, &r, thread, &run, &at);
		proc_at[proc_row] = thread_at[thread] = at;
		GT_GROW(runs[thread].v, runs[thread].cap, runs[thread].n + 1);
		runs[thread].v[runs[thread].n++] = run;
	}
}

static void compare_made_up(unsigned n, int intervals)
{
	struct runs *runs = gt_xcalloc(THREADS, sizeof *runs);
	struct gt_trace *t = synth_trace();
	char name[64];

	made_up(t, runs, n);
	gt_info_refresh(&t->info, &t->store);
	gt_store_sort_ids(&t->store);
	for (int finished = 0; finished < 2; finished++) {
		struct check c = { .t = t, .r = { 99 } };

		for (uint32_t row = 0; row < THREADS; row++)
			check_thread(&c, row, &runs[row], intervals);
		check_order(&c);
		snprintf(name, sizeof name, "%u runs, %s", n, finished ? "finished" : "growing");
		tell(&c, name);
		if (!finished)
			synth_trace_finish(t);
	}
	synth_trace_close(t);
	free_runs(runs, THREADS);
}

/* ---- real ---- */

static int by_start(const void *a, const void *b)
{
	const struct run *x = a, *y = b;

	return x->r.t0 < y->r.t0 ? -1 : x->r.t0 > y->r.t0;
}

/* The slices of the P that begin in the run; at equal times (v1) those that have not been taken. */
static void find_slices(const struct check *c, struct run *run, uint64_t *next)
{
	struct gt_slice s;
	uint64_t longest = 0;

	run->k0 = run->k1 = *next;
	for (uint32_t id; (id = slice_at(c, run, run->k1, &s)) != GT_NO_ROW && s.t1 <= run->r.t1; run->k1++) {
		run->r.busy += s.t1 - s.t0;
		if ((uint64_t)(s.t1 - s.t0) > longest) {
			run->r.longest = id;
			run->r.who = s.g;
			longest = (uint64_t)(s.t1 - s.t0);
		}
	}
	*next = run->k1;
}

/* A run that reaches into the thread's next one ends there, with what is in it until then. */
static void cut_run(struct check *c, struct run *run, int64_t t1)
{
	struct gt_slice s;

	if (run->r.t1 <= t1)
		return;
	c->cut = true;
	run->r.t1 = t1;
	run->r.busy = gt_slices_busy(c->t, run->r.proc_row, run->r.t0, t1);
	while (run->k1 > run->k0 && slice_at(c, run, run->k1 - 1, &s) != GT_NO_ROW && s.t0 >= t1)
		run->k1--;
}

static void collect(struct check *c, struct runs *runs)
{
	for (uint32_t proc_row = 0; proc_row < gt_trace_info(c->t)->procs; proc_row++) {
		uint64_t next = 0;
		struct gt_proc_binding r;

		for (uint64_t k = 0; gt_proc_binding_get(c->t, proc_row, k, &r); k++) {
			uint32_t row = gt_thread_find(c->t, r.m);
			struct run run = {
				.r = { .t0 = r.t0, .t1 = r.t1, .proc_row = proc_row,
				       .who = GT_NO_ROW, .longest = GT_NO_ROW } };

			if (row == GT_NO_ROW)
				tap_bail("a run of a thread that is not there");
			find_slices(c, &run, &next);
			GT_GROW(runs[row].v, runs[row].cap, runs[row].n + 1);
			runs[row].v[runs[row].n++] = run;
		}
	}
	for (uint32_t row = 0; row < gt_threads(c->t); row++)
		if (runs[row].n) {
			qsort(runs[row].v, runs[row].n, sizeof *runs[row].v, by_start);
			for (size_t i = 0; i + 1 < runs[row].n; i++)
				cut_run(c, &runs[row].v[i], runs[row].v[i + 1].r.t0);
		}
}

static void test_trace(const char *path, const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	struct check c = { .r = { 5 } };
	struct gt_trace *t;
	struct runs *runs;

	if (gt_trace_open(&t, path, &opt, NULL))
		tap_bail("cannot open %s", name);
	c.t = t;
	runs = gt_xcalloc(gt_threads(t) + 1, sizeof *runs);
	collect(&c, runs);
	for (uint32_t row = 0; row < gt_threads(t); row++)
		check_thread(&c, row, &runs[row], 20);
	check_order(&c);
	tell(&c, name);
	free_runs(runs, gt_threads(t));
	gt_trace_close(t);
}

TAP_TEST(made_up)
{
	compare_made_up(0, 10);
	compare_made_up(1, 30);
	compare_made_up(400, 100);
	compare_made_up(60000, 12);
}

TAP_TEST(recorded)
{
	static const char *const patterns[] = {
		"demo.trace", "traces/go1.2[2-7]/*.trace", "traces/go1.19/*.trace", "traces/go1.21/*.trace", NULL };

	truth_for_traces(patterns, test_trace);
}
