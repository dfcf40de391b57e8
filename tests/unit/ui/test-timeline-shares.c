/* Cells of real traces: shares on lanes of all kinds equal sums over all slices, at any zoom. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "ui/lanes/cells.h"
#include "ui/lanes/track.h"

#define MAX_COLS 100
#define WINDOWS 40

/* ---- all slices, whichever lane they are on ---- */

struct slices {
	struct gt_slice *v;
	uint32_t *thread;    /* the row of the thread of each */
	size_t n, cap, thread_cap;
};

static void read_slices(struct slices *all, const struct gt_trace *t)
{
	uint32_t procs = gt_trace_info(t)->procs;
	struct gt_slice s;

	for (uint32_t proc_row = 0; proc_row < procs; proc_row++) {
		for (uint64_t k = 0; gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s); k++) {
			GT_GROW(all->v, all->cap, all->n + 1);
			GT_GROW(all->thread, all->thread_cap, all->n + 1);
			all->thread[all->n] = gt_tl_thread_of(t, &s);
			all->v[all->n++] = s;
		}
	}
}

enum which { PROC, THREAD, GOROUTINE };

static bool is_on(const struct slices *all, size_t i, enum which which, uint32_t row)
{
	return (which == PROC ? all->v[i].proc_row : which == THREAD ? all->thread[i] : all->v[i].g) == row;
}

static int64_t overlap(const struct gt_slice *s, int64_t a, int64_t b)
{
	int64_t from = s->t0 > a ? s->t0 : a, to = s->t1 < b ? s->t1 : b;

	return to > from ? to - from : 0;
}

static int64_t sum(const struct slices *all, enum which which, uint32_t row, int64_t a, int64_t b)
{
	int64_t ns = 0;

	for (size_t i = 0; i < all->n; i++)
		ns += is_on(all, i, which, row) ? overlap(&all->v[i], a, b) : 0;
	return ns;
}

/* ---- one lane in one window ---- */

static bool cell_is_right(const struct slices *all, enum which which, uint32_t row,
			  const struct gt_tl_cell *c, int64_t a, int64_t b)
{
	int64_t busy = sum(all, which, row, a, b);

	switch (c->kind) {
	case GT_TL_IDLE:
		return busy == 0;
	case GT_TL_FULL:
		return busy == b - a;
	case GT_TL_EDGE:
		return (b - a - busy) * 8 <= b - a;
	default:
		return c->eighths == gt_tl_eighths(busy, b - a);
	}
}

/* Every long one is seen: in a cell of its own, or marked in one that it touches. */
static bool long_are_marked(const struct slices *all, enum which which, uint32_t row,
			    const struct gt_window *w, int cols, int64_t long_ns, const struct gt_tl_cell *cells)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct gt_slice *s = &all->v[i];
		bool seen = s->t1 <= w->t0 || s->t0 >= w->t0 + w->span;

		if (s->t1 - s->t0 < long_ns || !is_on(all, i, which, row))
			continue;
		for (int x = 0; x < cols && !seen; x++)
			seen = cells[x].item == s->id && (cells[x].kind == GT_TL_FULL || cells[x].hides);
		/* Where several hide in one cell, one of them is marked. */
		for (int x = 0; x < cols && !seen; x++)
			seen = cells[x].hides && overlap(s, gt_window_start(w, cols, x),
							 gt_window_end(w, cols, x)) > 0;
		if (!seen)
			return false;
	}
	return true;
}

static bool lane_is_right(const struct slices *all, const struct gt_trace *t, enum which which, uint32_t row,
			  const struct gt_window *w, int cols, int64_t long_ns)
{
	struct gt_tl_proc proc = { .src = { .track = &gt_proc_track, .trace = t, .row = row } };
	struct gt_tl_thread thread = { .src = { .track = &gt_thread_track, .trace = t, .row = row } };
	struct gt_tl_goroutine goroutine = { .src = { .track = &gt_goroutine_track, .trace = t, .row = row } };
	const struct gt_tl_source sources[] = {
		[PROC] = { &gt_tl_proc_ops, &proc },
		[THREAD] = { &gt_tl_thread_ops, &thread },
		[GOROUTINE] = { &gt_tl_goroutine_ops, &goroutine },
	};
	struct gt_tl_cell cells[MAX_COLS];

	gt_tl_cells(&sources[which], w, cols, long_ns, cells);
	for (int x = 0; x < cols; x++) {
		int64_t a = gt_window_start(w, cols, x), b = gt_window_end(w, cols, x);

		if (!cell_is_right(all, which, row, &cells[x], a, b)) {
			printf("# lane %d %u, window %lld + %lld, column %d of %d\n", which, row,
			       (long long)w->t0, (long long)w->span, x, cols);
			return false;
		}
	}
	return long_are_marked(all, which, row, w, cols, long_ns, cells);
}

/* ---- all lanes of a trace, in windows of all sizes ---- */

static uint64_t next(uint64_t *seed, uint64_t below)
{
	*seed = tap_mix64(*seed + 1);
	return below ? *seed % below : 0;
}

static struct gt_window random_window(uint64_t *seed, int64_t extent)
{
	struct gt_window w = { 0, extent };

	for (uint64_t n = next(seed, 24); n > 0 && w.span > 1; n--)
		w.span = w.span * 5 / 8;
	w.span = w.span < 1 ? 1 : w.span;
	w.t0 = (int64_t)next(seed, (uint64_t)(extent - w.span + 1));
	return w;
}

static uint32_t rows_of(const struct gt_trace *t, enum which which)
{
	return which == PROC ? gt_trace_info(t)->procs : which == THREAD ? gt_threads(t)
									 : gt_trace_info(t)->goroutines;
}

static void test_shares(const struct gt_trace *t, const struct slices *all, const char *name)
{
	static const char *const what[] = { "processors", "threads", "goroutines" };
	int64_t extent = gt_trace_info(t)->duration;
	uint64_t seed = 1;

	for (int which = PROC; which <= GOROUTINE; which++) {
		uint32_t rows = rows_of(t, (enum which)which), wrong = 0;

		for (int n = 0; n < WINDOWS; n++) {
			struct gt_window w = random_window(&seed, extent);
			int cols = 1 + (int)next(&seed, MAX_COLS);
			int64_t long_ns = 1 + (int64_t)next(&seed, 200000);

			/* Few at a time of many rows. */
			for (uint32_t i = 0; i < rows && i < 8; i++)
				wrong += !lane_is_right(all, t, (enum which)which,
							rows <= 8 ? i : (uint32_t)next(&seed, rows), &w, cols,
							long_ns);
		}
		tap_ok(rows > 0 && wrong == 0, "%s: %s", name, what[which]);
	}
}

/* ---- who ran most ---- */

#define BUSIEST 12

/* Sums of their slices, the largest first; if it is exact nobody ran more than those who are told. */
static bool busiest_are_right(const struct slices *all, const struct gt_trace *t, const struct gt_window *w,
			      bool exact)
{
	int64_t a = w->t0, b = w->t0 + w->span, last = INT64_MAX;
	struct gt_busy_g top[BUSIEST];
	size_t n = gt_trace_busiest(t, a, b, top, BUSIEST), more = 0, ran = 0;

	for (size_t i = 0; i < n; i++) {
		if (top[i].ns != sum(all, GOROUTINE, top[i].g, a, b) || top[i].ns <= 0 || top[i].ns > last ||
		    (i > 0 && top[i].ns == last && top[i].g < top[i - 1].g))
			return false;
		last = top[i].ns;
	}
	for (uint32_t g = 0; g < gt_trace_info(t)->goroutines && exact; g++) {
		int64_t ns = sum(all, GOROUTINE, g, a, b);

		ran += ns > 0;
		more += n > 0 && ns > last;
	}
	return !exact || (n == (ran < BUSIEST ? ran : BUSIEST) && more < (n > 0 ? n : 1));
}

static void test_busiest(const struct gt_trace *t, const struct slices *all, const char *name)
{
	bool exact = all->n <= 2048 || gt_trace_info(t)->goroutines <= 128;
	uint32_t wrong = 0;
	uint64_t seed = 5;

	for (int n = 0; n < WINDOWS; n++) {
		struct gt_window w = random_window(&seed, gt_trace_info(t)->duration);

		wrong += !busiest_are_right(all, t, &w, exact);
	}
	tap_is_int(wrong, 0, "%s: who ran most%s", name, exact ? "" : ", of those found");
}

/* ---- the gaps between a goroutine's slices ---- */

struct walk {
	const struct gt_trace *t;
	uint32_t row, wrong;
	uint64_t seed;
};

static bool check_interval(void *arg, const struct gt_interval *iv)
{
	struct walk *w = arg;
	int64_t time = iv->t0 + (int64_t)next(&w->seed, (uint64_t)(iv->t1 - iv->t0));
	const struct gt_interval *got;
	struct gt_slice s = { 0 };
	struct gt_tl_gap gap;

	/* Inside slices the lane draws the slice. */
	if (gt_slice_get(w->t, iv->slice, &s) && time >= s.t0 && time < s.t1)
		return true;
	gt_tl_gap_at(w->t, w->row, time, &gap);
	got = gt_tl_gap_in(&gap, time, time + 1);
	w->wrong += !got || got->t0 != iv->t0 || got->t1 != iv->t1 || got->what != iv->what ||
		    got->reason != iv->reason;
	return true;
}

static void test_gaps(const struct gt_trace *t, const char *name)
{
	struct walk w = { .t = t };

	for (; w.row < gt_trace_info(t)->goroutines; w.row++)
		gt_goroutine_walk(t, w.row, false, check_interval, &w);
	tap_is_int(w.wrong, 0, "%s: what goroutines do between slices", name);
}

/* ---- stepping from slice to slice ---- */

/* From the first to the last and back, as many as there are. */
static bool steps_are_right(const struct slices *all, const struct gt_trace *t,
			    const struct gt_track_ops *ops, enum which which, uint32_t row)
{
	uint32_t first = ops->seek(t, row, INT64_MIN / 2), last = ops->last(t, row);
	uint64_t n = 0, forth = UINT32_MAX, back = UINT32_MAX;

	for (size_t i = 0; i < all->n; i++)
		n += is_on(all, i, which, row);
	if (n == 0)
		return first == GT_NO_ROW && last == GT_NO_ROW;
	return ops->beside(t, row, first, 1, &forth) == last &&
	       ops->beside(t, row, last, -1, &back) == first && forth == n - 1 && back == n - 1;
}

static void test_steps(const struct gt_trace *t, const struct slices *all, const char *name)
{
	static const struct gt_track_ops *const tracks[] = {
		[PROC] = &gt_proc_track, [THREAD] = &gt_thread_track, [GOROUTINE] = &gt_goroutine_track,
	};

	for (int which = PROC; which <= GOROUTINE; which++) {
		uint32_t wrong = 0;

		for (uint32_t row = 0; row < rows_of(t, (enum which)which); row++)
			wrong += !steps_are_right(all, t, tracks[which], (enum which)which, row);
		tap_is_int(wrong, 0, "%s: %s: slice after slice", name, tracks[which]->what);
	}
}

/* ---- stretches ---- */

/* From the first to the last: no slice twice, none left out, sums as added up. */
static bool stretches_are_right(const struct gt_trace *t, uint32_t row)
{
	uint32_t id = gt_goroutine_track.seek(t, row, INT64_MIN / 2), k = 0;
	struct gt_goroutine_stretch s;
	int64_t busy = 0, time = INT64_MIN / 2;
	uint64_t one = 1;

	while (gt_goroutine_stretch(t, row, time, &s)) {
		if (s.k0 != k || s.busy != busy)
			return false;
		for (uint32_t i = 0; i < s.n; i++, k++) {
			if (s.v[i].id != id)
				return false;
			busy += s.v[i].t1 - s.v[i].t0;
			time = s.v[i].t1;
			id = gt_goroutine_track.beside(t, row, id, 1, &one);
		}
		if (s.last)
			break;
	}
	return k == gt_goroutine_track.count(t, row);
}

static void test_stretches(const struct gt_trace *t, const char *name)
{
	uint32_t wrong = 0;

	for (uint32_t row = 0; row < gt_trace_info(t)->goroutines; row++)
		wrong += !stretches_are_right(t, row);
	tap_is_int(wrong, 0, "%s: slices by stretches", name);
}

static void test_trace(const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	const char *top = getenv("GT_SRCDIR");
	struct gt_buf path = { 0 };
	struct slices all = { 0 };
	struct gt_trace *t;
	struct gt_error err;

	gt_buf_printf(&path, "%s/testdata/traces/%s", top ? top : ".", name);
	if (gt_trace_open(&t, gt_buf_str(&path), &opt, &err) < 0)
		tap_bail("%s", err.text);
	read_slices(&all, t);
	test_shares(t, &all, name);
	test_busiest(t, &all, name);
	test_gaps(t, name);
	test_steps(t, &all, name);
	test_stretches(t, name);
	free(all.v);
	free(all.thread);
	gt_trace_close(t);
	gt_buf_release(&path);
}

TAP_TEST(recorded)
{
	static const char *const names[] = {
		"go1.19/gc.trace", "go1.19/greedy.trace", "go1.21/calls.trace", "go1.22/gc.trace",
		"go1.27/gc.trace", "go1.27/many.trace",   "go1.27/calls.trace", "go1.27/coro.trace",
	};

	for (size_t i = 0; i < GT_COUNT(names); i++)
		test_trace(names[i]);
}
