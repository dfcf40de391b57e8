/* Critical paths: of traces written by hand; that all windows of made-up and recorded ones are tiled. */
#include <inttypes.h>
#include <string.h>

#include "analysis/paths/crittable.h"
#include "analysis/table/reports.h"
#include "base/buf.h"
#include "handmade.h"
#include "randslices.h"
#include "tap/tap.h"

static uint32_t row_of(const struct gt_trace *t, uint64_t id)
{
	return gt_goroutine_find(t, id, INT64_MAX);
}

static void put_seg(struct gt_buf *out, const struct gt_trace *t, struct gt_events *events, const struct gt_seg *s)
{
	struct gt_goroutine g = { 0 };
	struct gt_frame f;
	const char *name;
	size_t n;

	gt_goroutine_get(t, s->hop.g, &g);
	gt_buf_printf(out, "G%" PRIu64 " %s %" PRId64 "-%" PRId64, g.id, gt_seg_name(s->kind), s->hop.t0, s->hop.t1);
	if (gt_stack_frame(t, gt_seg_stack(s, t, events), 0, &f)) {
		name = gt_trace_string(t, f.func, &n);
		gt_buf_printf(out, " at %.*s", (int)n, name);
	}
	gt_buf_putc(out, '\n');
}

static void test_window(struct gt_trace *t, uint64_t g, int64_t from, int64_t to, const char *want, const char *name)
{
	struct gt_table_args args = { .has_g = true, .g = row_of(t, g), .limited = true, .from = from, .to = to };
	struct gt_events *events = gt_events_open(t);
	struct gt_gspans windows = { 0 };
	struct gt_buf text = { 0 };
	struct gt_crit c;
	struct gt_seg s;

	gt_crit_windows(&windows, t, &args);
	gt_crit_open(&c, t, &windows);
	while (gt_crit_next(&c, &s))
		put_seg(&text, t, events, &s);
	gt_crit_close(&c);
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_buf_release(&text);
	gt_gspans_release(&windows);
	gt_events_close(events);
}

TAP_TEST(windows)
{
	struct gt_trace *t = handmade_open();

	test_window(t, 1, 20, 95,
		    "G1 syscall 85-95 at main.f\n"
		    "G1 running 75-85 at main.f\n"
		    "G1 runnable 55-75 at main.f\n"
		    "G5 running 45-55 at main.g\n"
		    "G5 runnable 35-45\n"
		    "G1 running 30-35 at main.f\n"
		    "G1 syscall 25-30 at main.f\n"
		    "G1 running 20-25 at main.f\n", "through the one that woke it, with its calls");
	test_window(t, 1, 50, 70,
		    "G1 runnable 55-70 at main.f\n"
		    "G5 running 50-55 at main.g\n", "a window that begins while the waker runs");
	test_window(t, 1, 40, 48, "G1 waiting 40-48 at main.f\n", "a wait that goes on");
	test_window(t, 1, 92, 115,
		    "G1 runnable 105-115 at main.f\n"
		    "G1 syscall without P 95-105 at main.f\n"
		    "G1 syscall 92-95 at main.f\n", "from inside of a call");
	test_window(t, 5, 5, 50,
		    "G5 running 45-50\n"
		    "G5 runnable 15-45\n"
		    "G1 running 5-15 at main.f\n", "from before its creation: its creator's time");
	test_window(t, 5, 127, 130, "", "after the end");
	gt_trace_close(t);
}

/* A wait that nobody ended is a segment, and what was before follows. */
TAP_TEST(timer)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 "
						"14 05 01 01 15 14 01 01 00 10 05 01 02 13 0a 01 02]");

	test_window(t, 1, 0, 47,
		    "G1 running 37-47 at main.g\n"
		    "G1 runnable 32-37 at main.f\n"
		    "G1 timer 12-32 at main.f\n"
		    "G1 running 0-12 at main.f\n", "over a wake-up by a timer");
	gt_trace_close(t);
}

/* ---- tiling ---- */

/* Every bound where the one before it ends, the last one where the window begins: how many segments, 0 if not so. */
static size_t tiles(const struct gt_trace *t, uint32_t g, int64_t from, int64_t to)
{
	struct gt_gspans windows = { 0 };
	size_t n = 0;
	struct gt_crit c;
	struct gt_seg s;
	bool ok = true;

	gt_gspans_add(&windows, g, from, to);
	gt_crit_open(&c, t, &windows);
	while (ok && gt_crit_next(&c, &s)) {
		ok = s.hop.t1 == to && s.hop.t0 < to && s.hop.t0 >= from;
		to = s.hop.t0;
		n++;
	}
	gt_crit_close(&c);
	gt_gspans_release(&windows);
	return ok && to == from ? n : 0;
}

static unsigned untiled(const struct gt_trace *t, uint64_t seed)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	uint64_t limit = 4 * (info->events + info->slices + info->calls + 64);
	unsigned bad = 0;
	struct gt_goroutine g;

	for (uint32_t row = 0; row < info->goroutines; row++) {
		int64_t end, from;
		size_t n;

		if (!gt_goroutine_get(t, row, &g))
			continue;
		end = g.end == GT_NO_TIME ? info->duration : g.end;
		seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
		from = end > 0 ? (int64_t)((seed >> 20) % (uint64_t)end) : 0;
		if (end <= g.create || from >= end)
			continue;
		n = tiles(t, row, from, end);
		bad += !n || n > limit;
		n = tiles(t, row, g.create, end);
		bad += !n || n > limit;
	}
	return bad;
}

TAP_TEST(random)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct randslices r;

		randslices_open(&r, seed, 3, 12, 600, seed % 2);
		tap_is_u64(untiled(r.t, seed), 0, "made-up slices %" PRIu64 ": every window is tiled", seed);
		randslices_close(&r);
	}
}

/* ---- the definition, word for word ---- */

struct told {
	int64_t t0, t1;
	uint32_t g;
	int state;
};

struct oracle {
	const struct gt_trace *t;
	struct told v[20000];
	size_t n;
	bool deep;            /* too many goroutines that wake each other at one time */
};

/* Neighbours of the same state are one. */
static void tell(struct oracle *o, uint32_t g, int state, int64_t t0, int64_t t1)
{
	struct told *last = o->n ? &o->v[o->n - 1] : NULL;

	if (last && last->g == g && last->state == state && last->t0 == t1)
		last->t0 = t0;
	else if (o->n < GT_COUNT(o->v))
		o->v[o->n++] = (struct told){ t0, t1, g, state };
}

struct state_at {
	int64_t time;
	bool found;
	struct gt_interval iv;
};

static bool look_at(void *arg, const struct gt_interval *iv)
{
	struct state_at *s = arg;

	if (iv->t0 < s->time && s->time <= iv->t1) {
		s->found = true;
		s->iv = *iv;
	}
	return true;
}

static int hop_of(enum gt_spent what)
{
	return what == GT_SPENT_SCHED ? GT_HOP_RUNNABLE : what == GT_SPENT_SYSCALL_BLOCK ? GT_HOP_SYSCALL
	     : what == GT_SPENT_BLOCK ? GT_HOP_WAITING : GT_HOP_RUNNING;
}

/* From b back to a, each state found by looking at all of the goroutine's life. */
static void follow(struct oracle *o, uint32_t row, int64_t a, int64_t b, unsigned depth)
{
	struct gt_goroutine g;

	o->deep |= depth > 400;
	while (b > a && !o->deep && gt_goroutine_get(o->t, row, &g)) {
		struct state_at s = { .time = b };
		int64_t from;

		gt_goroutine_walk(o->t, row, false, look_at, &s);
		if (!s.found && b == g.create && !g.predates_trace && g.creator != GT_NO_ROW) {
			follow(o, g.creator, a, b, depth + 1);
			return;
		}
		if (!s.found) {
			tell(o, row, GT_HOP_UNKNOWN, a, b);
			return;
		}
		from = s.iv.t0 > a ? s.iv.t0 : a;
		if (s.iv.what == GT_SPENT_BLOCK && b == s.iv.t1 && !s.iv.open && s.iv.woken &&
		    s.iv.waker != GT_NO_ROW && s.iv.waker != row)
			follow(o, s.iv.waker, from, b, depth + 1);
		else
			tell(o, row, hop_of(s.iv.what), from, b);
		b = from;
	}
}

static bool as_defined(const struct gt_trace *t, uint32_t g, int64_t a, int64_t b, bool *deep)
{
	static struct oracle want, got;
	struct gt_path_walker *w = gt_path_begin(t, g, a, b);
	struct gt_hop hop;

	want.t = got.t = t;
	want.n = got.n = 0;
	want.deep = false;
	while (w && gt_path_next(w, &hop))
		tell(&got, hop.g, (int)hop.state, hop.t0, hop.t1);
	gt_path_finish(w);
	follow(&want, g, a, b, 0);
	*deep = want.deep;
	if (want.n != got.n)
		return false;
	for (size_t i = 0; i < want.n; i++)
		if (want.v[i].t0 != got.v[i].t0 || want.v[i].t1 != got.v[i].t1 || want.v[i].g != got.v[i].g ||
		    want.v[i].state != got.v[i].state)
			return false;
	return true;
}

/* The life of each goroutine, and a part of it. */
static void test_definition(const struct gt_trace *t, const char *name)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	unsigned bad = 0, deep = 0, windows = 0;
	struct gt_goroutine g;

	for (uint32_t row = 0; row < info->goroutines; row++) {
		int64_t end;

		if (!gt_goroutine_get(t, row, &g))
			continue;
		end = g.end == GT_NO_TIME ? info->duration : g.end;
		for (int64_t k = 0; k < 4 && end > g.create; k++) {
			int64_t b = k < 2 ? end : end - (end - g.create) * k / 7, a = k % 2 ? b / (2 + k) : g.create;
			bool is_deep;

			if (a >= b)
				continue;
			windows++;
			bad += !as_defined(t, row, a, b, &is_deep) && !is_deep;
			deep += is_deep;
		}
	}
	tap_ok(windows > 20 && !deep, "%s: %u windows, %u left out", name, windows, deep);
	tap_is_u64(bad, 0, "%s: each is what the definition says", name);
}

static void check_recorded(const char *path)
{
	const struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;
	struct gt_error err;

	if (gt_trace_open(&t, path, &opt, &err) < 0)
		tap_bail("%s", err.text);
	tap_is_u64(untiled(t, 7), 0, "%s: every window is tiled", path);
	test_definition(t, path);
	gt_trace_close(t);
}

/* The groups of a report are the sums of its segments. */
TAP_TEST(groups)
{
	struct gt_trace *t = handmade_open();
	struct gt_table_args args = { .group = GT_CRIT_BY_FUNC, .has_g = true, .g = row_of(t, 1) };
	struct gt_error err = { .code = GT_OK };
	struct gt_buf text = { 0 };
	struct gt_table *table;
	struct gt_cell cell;

	if (gt_table_open(&table, &gt_report_critgroups, t, &args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		gt_table_cell(table, row, GT_CG_NAME, &cell);
		gt_buf_printf(&text, "%.*s ", (int)cell.n, cell.s);
		gt_table_cell(table, row, GT_CG_KIND, &cell);
		gt_buf_printf(&text, "%.*s ", (int)cell.n, cell.s);
		gt_table_cell(table, row, GT_CG_COUNT, &cell);
		gt_buf_printf(&text, "%" PRIu64 " ", cell.u);
		gt_table_cell(table, row, GT_CG_TOTAL, &cell);
		gt_buf_printf(&text, "%" PRId64 " ", cell.i);
		gt_table_cell(table, row, GT_CG_MAX, &cell);
		gt_buf_printf(&text, "%" PRId64 "\n", cell.i);
	}
	tap_is_str(gt_buf_str(&text),
		   "main.f runnable 2 41 21\n"
		   "main.f syscall without P 1 10 10\n"
		   "main.f syscall 2 15 10\n"
		   "main.f running 3 40 25\n"
		   "main.g running 1 10 10\n"
		   "main.g runnable 1 10 10\n", "sums by function and kind");
	gt_buf_release(&text);
	gt_table_close(table);
	gt_trace_close(t);
}

/* Arguments: other traces. */
TAP_TEST(recorded)
{
	static const char *const traces[] = {
		"traces/go1.27/locks.trace", "traces/go1.27/timers.trace", "traces/go1.22/calls.trace",
		"traces/go1.19/locks.trace", NULL,
	};

	for (char *const *file = tap_files(traces); *file; file++)
		check_recorded(*file);
}
