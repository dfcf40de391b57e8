/* Lanes of Ps, threads and goroutines on real traces: places, steps and sums against plain walks over all slices. */
#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "tap/tap.h"
#include "ui/lanes/track.h"
#include "unit/index/ask.h"
#include "unit/wire/build.h"

/* What a lane has, in order of time; on a thread's a slice is cut to the runs. */
struct item {
	int64_t t0, t1;
	struct gt_slice s;
};

struct lane {
	const struct gt_trace *t;
	const struct gt_track_ops *track;
	const struct gt_tl_source_ops *ops;
	uint32_t row;
	struct item *v;
	size_t n, cap;
	uint64_t seed;
	unsigned bad_walk, bad_seek, bad_sums, bad_steps, bad_inside;
};

static uint64_t below(struct lane *l, uint64_t n)
{
	return tap_mix64(++l->seed) % n;
}

/* ---- by definition ---- */

static void add(struct lane *l, const struct gt_slice *s, int64_t t0, int64_t t1)
{
	int64_t from = s->t0 > t0 ? s->t0 : t0, to = s->t1 < t1 ? s->t1 : t1;

	if (s->t1 <= t0 || s->t0 >= t1)
		return;
	GT_GROW(l->v, l->cap, l->n + 1);
	l->v[l->n++] = (struct item){ from, to, *s };
}

static int by_time(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->t0 < y->t0 ? -1 : x->t0 > y->t0;
}

/* Slices of one P, or (GT_NO_ROW) of all, in [t0, t1), of one goroutine or of all. */
static void add_slices(struct lane *l, uint32_t proc_row, uint32_t g, int64_t t0, int64_t t1)
{
	struct gt_slice s;

	for (uint32_t p = 0; p < gt_trace_info(l->t)->procs; p++) {
		for (uint64_t k = 0; (proc_row == GT_NO_ROW || p == proc_row) && k < gt_slices_of_proc(l->t, p); k++)
			if (gt_slice_get(l->t, gt_slice_of_proc(l->t, p, k), &s) && (g == GT_NO_ROW || s.g == g))
				add(l, &s, t0, t1);
	}
}

static void gather(struct lane *l)
{
	struct gt_thread_run r;

	if (l->track == &gt_proc_track)
		add_slices(l, l->row, GT_NO_ROW, INT64_MIN, INT64_MAX);
	else if (l->track == &gt_goroutine_track)
		add_slices(l, GT_NO_ROW, l->row, INT64_MIN, INT64_MAX);
	else
		for (uint64_t k = 0; gt_thread_run_get(l->t, l->row, k, &r); k++)
			add_slices(l, r.proc_row, GT_NO_ROW, r.t0, r.t1);
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_time);
}

/* The first item that ends after a time. */
static size_t first_after(const struct lane *l, int64_t time)
{
	size_t i = 0;

	while (i < l->n && l->v[i].t1 <= time)
		i++;
	return i;
}

static int64_t overlap(const struct item *i, int64_t a, int64_t b)
{
	int64_t from = i->t0 > a ? i->t0 : a, to = i->t1 < b ? i->t1 : b;

	return to > from ? to - from : 0;
}

/* At an end of an item, or near it, or anywhere. */
static int64_t some_time(struct lane *l)
{
	const struct item *i = l->n ? &l->v[below(l, l->n)] : NULL;

	if (!i || below(l, 8) == 0)
		return (int64_t)below(l, (uint64_t)gt_trace_info(l->t)->duration + 2);
	return (below(l, 2) ? i->t0 : i->t1) + (int64_t)below(l, 3) - 1;
}

/* ---- places ---- */

union src {
	struct gt_tl_proc proc;
	struct gt_tl_thread thread;
	struct gt_tl_goroutine goroutine;
};

static union src source(const struct lane *l)
{
	union src s = { 0 };

	s.goroutine.src = (struct gt_track_src){ .track = l->track, .trace = l->t, .row = l->row };
	return s;
}

static bool is_item(const struct lane *l, size_t i, const struct gt_tl_item *got)
{
	const struct item *want = &l->v[i];

	return i < l->n && got->t0 == want->t0 && got->t1 == want->t1 && got->id == want->s.id &&
	       got->who == want->s.g;
}

/* From the first place to the last, and none after it. */
static void check_walk(struct lane *l, size_t from)
{
	union src s = source(l);
	uint64_t k = l->ops->seek(&s, from < l->n ? l->v[from].t1 - 1 : INT64_MAX);
	struct gt_tl_item got;
	size_t i = from;

	for (; i < l->n && l->ops->get(&s, k, &got); i++) {
		l->bad_walk += !is_item(l, i, &got);
		k = l->ops->next ? l->ops->next(&s, k) : k + 1;
	}
	l->bad_walk += i != l->n || l->ops->get(&s, k, &got);
}

/* One source that is asked again and again, as a frame does. */
static void check_seek(struct lane *l, int times)
{
	union src s = source(l);

	for (int n = 0; n < times; n++) {
		int64_t time = some_time(l);
		size_t i = first_after(l, time);
		struct gt_tl_item got;

		if (l->ops->get(&s, l->ops->seek(&s, time), &got) != (i < l->n) || (i < l->n && !is_item(l, i, &got)))
			l->bad_seek++;
	}
}

/* ---- sums ---- */

static int64_t sum_of(const struct lane *l, uint32_t g, int64_t a, int64_t b)
{
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		if (g == GT_NO_ROW || l->v[i].s.g == g)
			sum += overlap(&l->v[i], a, b);
	return sum;
}

/* Exact where no block of slices is summed up. */
static bool is_dominant(const struct lane *l, uint32_t who, int64_t a, int64_t b)
{
	int64_t most = 0, sum;

	for (size_t i = 0; i < l->n; i++) {
		sum = overlap(&l->v[i], a, b) ? sum_of(l, l->v[i].s.g, a, b) : 0;
		most = sum > most ? sum : most;
	}
	return most ? who != GT_NO_ROW && sum_of(l, who, a, b) == most : true;
}

static void check_sums(struct lane *l, int times)
{
	union src s = source(l);
	int64_t b = 0;

	for (int n = 0; n < times; n++) {
		/* Some begin where the one before ended, as cells do. */
		int64_t a = below(l, 2) ? b : some_time(l), most = 0;
		struct gt_tl_item got;
		bool found;

		b = a + 1 + (int64_t)below(l, below(l, 2) ? 100000 : 10000000);
		found = l->ops->longest(&s, a, b, 0, &got);

		for (size_t i = 0; i < l->n; i++)
			if (overlap(&l->v[i], a, b) && l->v[i].s.t1 - l->v[i].s.t0 > most)
				most = l->v[i].s.t1 - l->v[i].s.t0;
		l->bad_sums += l->ops->busy(&s, a, b) != sum_of(l, GT_NO_ROW, a, b);
		l->bad_sums += most && (!found || got.t1 - got.t0 != most || got.t0 >= b || got.t1 <= a);
		if (l->n < (l->track == &gt_thread_track ? 16 : 512))
			l->bad_sums += !is_dominant(l, l->ops->dominant(&s, a, b), a, b);
	}
}

/* ---- what is inside ---- */

static uint8_t inside_of(const struct lane *l, const struct gt_slice *s, int64_t a, int64_t b)
{
	uint8_t is = GT_TL_INSIDE_NONE;
	struct gt_syscall c;

	for (uint32_t i = 0; gt_slice_call(l->t, s, i, &c); i++) {
		if (c.t0 < b && c.t1 > a && is == GT_TL_INSIDE_NONE)
			is = c.t0 <= a && c.t1 >= b ? GT_TL_INSIDE_ALL : GT_TL_INSIDE_SOME;
	}
	return is;
}

/* Parts of a slice from left to right, as cells are filled. */
static void check_inside(struct lane *l, union src *src, const struct item *i)
{
	const struct gt_tl_item item = gt_track_item(&i->s);
	int64_t step = (i->s.t1 - i->s.t0) / 13 + 1;

	for (int64_t a = i->s.t0; a + step <= i->s.t1; a += 1 + (int64_t)below(l, (uint64_t)step))
		l->bad_inside += l->ops->inside(src, &item, a, a + step) != inside_of(l, &i->s, a, a + step);
}

static unsigned check_calls(struct lane *l)
{
	union src s = source(l);
	unsigned n = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (!gt_slice_calls(l->t, &l->v[i].s))
			continue;
		n++;
		check_inside(l, &s, &l->v[i]);
	}
	return n;
}

/* ---- steps ---- */

/* The slice i places on is found from slice to slice, and from any time between two. */
static void check_step(struct lane *l, size_t i, int dir, uint64_t n)
{
	uint64_t ahead = dir > 0 ? l->n - 1 - i : i, left = n, want_left = n > ahead ? n - ahead : 0;
	uint32_t id = l->v[i].s.id, got = gt_track_step(l->track, l->t, l->row, id, l->v[i].t0, dir, &left);
	size_t to = dir > 0 ? i + (size_t)(n - want_left) : i - (size_t)(n - want_left);

	l->bad_steps += got != l->v[to].s.id || left != want_left;
}

static void check_step_from_time(struct lane *l, int64_t time, int dir, uint64_t n)
{
	size_t i = first_after(l, time), to = dir > 0 ? l->n - 1 : 0;
	uint64_t there = dir > 0 ? l->n - i : i, left = n, want_left = n > there ? n - there : 0;
	uint32_t got = gt_track_step(l->track, l->t, l->row, GT_NO_ROW, time, dir, &left);

	if (there >= n)
		to = dir > 0 ? i + (size_t)n - 1 : i - (size_t)n;
	l->bad_steps += got != l->v[to].s.id || left != want_left;
}

/* A slice that goes on over several runs of a thread is there several times: steps go from one to the next. */
static bool has_parts(const struct lane *l)
{
	for (size_t i = 1; i < l->n; i++)
		if (l->v[i].s.id == l->v[i - 1].s.id)
			return true;
	return false;
}

static void check_steps(struct lane *l, int times)
{
	int64_t time;
	size_t i;

	l->bad_steps += l->track->last(l->t, l->row) != (l->n ? l->v[l->n - 1].s.id : GT_NO_ROW);
	l->bad_steps += (l->track->count(l->t, l->row) > 0) != (l->n > 0);
	for (int n = 0; l->n && n < times; n++) {
		i = (size_t)below(l, l->n);
		time = some_time(l);
		l->bad_steps += !l->track->has(l->t, l->row, &l->v[i].s);
		if (has_parts(l))
			continue;
		check_step(l, i, below(l, 2) ? 1 : -1, 1 + below(l, below(l, 4) ? 3 : l->n + 3));
		check_step_from_time(l, time, below(l, 2) ? 1 : -1, 1 + below(l, below(l, 4) ? 3 : l->n + 3));
		i = first_after(l, time);
		l->bad_steps += gt_track_at(l->track, l->t, l->row, time) !=
				(i < l->n && l->v[i].t0 <= time ? l->v[i].s.id : GT_NO_ROW);
	}
}

/* ---- a goroutine between its slices ---- */

struct states {
	struct gt_interval *v;
	size_t n, cap;
};

static bool keep(void *arg, const struct gt_interval *iv)
{
	struct states *s = arg;

	GT_GROW(s->v, s->cap, s->n + 1);
	s->v[s->n++] = *iv;
	return true;
}

/* The state that has most of [a, b), of those between two slices; the first of equals; 0: none. */
static unsigned state_in(const struct lane *l, const struct states *s, size_t next, int64_t a, int64_t b)
{
	int64_t from = next ? l->v[next - 1].t1 : INT64_MIN, to = next < l->n ? l->v[next].t0 : INT64_MAX, most = 0;
	unsigned what = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct gt_interval *iv = &s->v[i];
		int64_t x = iv->t0 > a ? iv->t0 : a, y = iv->t1 < b ? iv->t1 : b;

		if (iv->t0 >= from && iv->t1 <= to && y - x > most) {
			most = y - x;
			what = iv->what + 1u;
		}
	}
	return what;
}

static unsigned check_gaps(struct lane *l)
{
	enum { COLS = 40 };
	struct states states = { 0 };
	union src s = source(l);
	unsigned bad = 0;

	gt_goroutine_walk(l->t, l->row, false, keep, &states);
	for (size_t next = 0; next <= l->n; next++) {
		struct gt_tl_cell cells[COLS] = { 0 };
		int64_t from = next ? l->v[next - 1].t1 : 0;
		int64_t to = next < l->n ? l->v[next].t0 : gt_trace_info(l->t)->duration;
		const struct gt_window w = { from - (to - from) / 4, (to - from) / 2 * 3 + 1 };

		l->ops->between(&s, &w, COLS, 3, COLS - 5, next < l->n ? l->v[next].s.id : GT_NO_ITEM, cells);
		for (int x = 0; x < COLS; x++) {
			unsigned want = state_in(l, &states, next, gt_window_start(&w, COLS, x),
						 gt_window_end(&w, COLS, x));

			bad += cells[x].inside != (x < 3 || x >= COLS - 2 ? 0 : want);
		}
	}
	free(states.v);
	return bad;
}

/* ---- all lanes of a trace ---- */

static void check_lane(struct lane *l)
{
	gather(l);
	check_walk(l, 0);
	if (l->n) {
		check_walk(l, l->n / 2);
		check_walk(l, l->n);
	}
	check_seek(l, 60);
	check_sums(l, 20);
	check_steps(l, 20);
}

static void check_kind(const struct gt_trace *t, const char *name, const struct gt_track_ops *track,
		       const struct gt_tl_source_ops *ops, uint32_t rows)
{
	struct lane sum = { 0 };
	unsigned calls = 0, bad_gaps = 0;
	size_t most = 0;

	for (uint32_t row = 0; row < rows; row++) {
		struct lane l = { .t = t, .track = track, .ops = ops, .row = row, .seed = (uint64_t)row << 20 };

		check_lane(&l);
		/* A thread's slices are whole for that question. */
		calls += check_calls(&l);
		if (ops->between)
			bad_gaps += check_gaps(&l);
		sum.bad_walk += l.bad_walk;
		sum.bad_seek += l.bad_seek;
		sum.bad_sums += l.bad_sums;
		sum.bad_steps += l.bad_steps;
		sum.bad_inside += l.bad_inside;
		most = l.n > most ? l.n : most;
		free(l.v);
	}
	tap_is_u64(sum.bad_walk, 0, "%s: %u lanes of a %s, at most %zu slices, from place to place", name, rows,
		   track->what, most);
	tap_is_u64(sum.bad_seek, 0, "%s: by time", name);
	tap_is_u64(sum.bad_sums, 0, "%s: busy, longest, dominant", name);
	tap_is_u64(sum.bad_steps, 0, "%s: steps", name);
	tap_is_u64(sum.bad_inside, 0, "%s: calls in %u slices", name, calls);
	tap_is_u64(bad_gaps, 0, "%s: states between slices", name);
}

static void check_trace(const struct gt_trace *t, const char *name)
{
	check_kind(t, name, &gt_proc_track, &gt_tl_proc_ops, gt_trace_info(t)->procs);
	check_kind(t, name, &gt_thread_track, &gt_tl_thread_ops, gt_threads(t));
	check_kind(t, name, &gt_goroutine_track, &gt_tl_goroutine_ops, gt_trace_info(t)->goroutines);
}

static void look(void *arg, struct gt_trace *t)
{
	if (!gt_trace_info(t)->done)
		return;
	tap_ok(gt_trace_info(t)->complete, "%s is whole%s", (const char *)arg, gt_trace_info(t)->damage.text);
	check_trace(t, arg);
}

/* P0 goes from M1 to M2 and back without a pause, with G1; between two rounds M1 holds it often for nothing. */
TAP_TEST(handed)
{
	char name[] = "handed over";
	struct gt_buf m1 = { 0 }, m2 = { 0 }, spec = { 0 }, trace = { 0 };
	unsigned seq = 0;

	gt_buf_puts(&m1, "b1,1,1[0d u1000 u0 u1 19 u0 u1 u1 u2 13 u10 u2 u0 0b u0 ");
	for (unsigned i = 1; i <= 5; i++) {
		/* M2: ProcStart, GoStart, 7 ns, GoStop, ProcStop; M1 the same at once. */
		gt_buf_printf(&m2, "0a u%u u0 u%u 10 u0 u1 u%u 13 u7 u2 u0 0b u0 ", i == 1 ? 1010 : 113, ++seq, 2 * i - 1);
		gt_buf_printf(&m1, "0a u7 u0 u%u 10 u0 u1 u%u 13 u13 u2 u0 0b u0 ", ++seq, 2 * i);
		for (unsigned k = 0; k < 50; k++)
			gt_buf_printf(&m1, "0a u1 u0 u%u 0b u1 ", ++seq);
	}
	gt_buf_puts(&spec, "b1,none,0[08 u1000000000] ");
	gt_buf_printf(&spec, "%s] ", gt_buf_str(&m1));
	gt_buf_printf(&spec, "b1,2,1[%s] b1,none,0[04 05 u2 u1 61]", gt_buf_str(&m2));
	gt_build_trace(&trace, 22, gt_buf_str(&spec), NULL);
	ask_watch(trace.data, trace.len, look, name);
	gt_buf_release(&m1);
	gt_buf_release(&m2);
	gt_buf_release(&spec);
	gt_buf_release(&trace);
}

TAP_TEST(recorded)
{
	static const char *const names[] = {
		"demo.trace", "traces/go1.27/calls.trace", "traces/go1.22/greedy.trace", "traces/go1.19/calls.trace",
		"traces/go1.21/gc.trace",
	};
	const struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		char *path = gt_xasprintf("%s/testdata/%s", getenv("GT_SRCDIR"), names[i]);

		if (gt_trace_open(&t, path, &opt, NULL))
			tap_bail("cannot open %s", path);
		check_trace(t, names[i]);
		gt_trace_close(t);
		free(path);
	}
}
