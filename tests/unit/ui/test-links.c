/* From one thing in the trace to another, on a real trace: what is asked about comes back consistent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/detail/detail.h"
#include "ui/detail/wakees.h"
#include "ui/panes/events/evfilter.h"

#include "tests/tap/tap.h"

static struct gt_program prog;

static bool open_trace(const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	const char *top = getenv("GT_SRCDIR");
	char path[4096];

	snprintf(path, sizeof path, "%s/testdata/traces/%s", top ? top : ".", name);
	prog = (struct gt_program){ 0 };
	if (gt_trace_open(&prog.trace, path, &opt, NULL) < 0)
		return false;
	prog.events = gt_events_open(prog.trace);
	return true;
}

static void close_trace(void)
{
	gt_events_close(prog.events);
	gt_blame_index_release(&prog.blames);
	gt_trace_close(prog.trace);
}

/* ---- selections ---- */

/* The events at both ends of a slice lie in it, and so does a time inside it on its P or of its goroutine. */
static bool slice_agrees(uint32_t id)
{
	struct gt_sel sel, other;
	struct gt_slice s;

	if (!gt_slice_get(prog.trace, id, &s) || !gt_sel_slice(&sel, &prog, id) || sel.time_ns != s.t0 ||
	    sel.end_ns != s.t1)
		return false;
	other = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_G,
		.time_ns = s.t0 + (s.t1 - s.t0) / 2,
		.g = sel.g,
		.g_row = sel.g_row,
	};
	if (gt_sel_find_slice(&other, &prog) != id)
		return false;
	other = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_P, .time_ns = s.t0 + (s.t1 - s.t0) / 2, .p = sel.p,
	};
	if (gt_sel_find_slice(&other, &prog) != id || gt_sel_find_goroutine(&other, &prog) != s.g)
		return false;
	if (s.flags & (GT_SLICE_OPEN | GT_SLICE_CUT | GT_SLICE_LOST_P))
		return true;
	return gt_sel_event(&other, &prog, gt_events_seek(prog.events, s.t0)) && other.has & GT_SEL_SLICE &&
	       other.slice == id;
}

static void test_slices(void)
{
	unsigned bad = 0, n = 0;

	for (uint32_t proc_row = 0; proc_row < gt_trace_info(prog.trace)->procs; proc_row++) {
		for (uint64_t k = 0; k < gt_slices_of_proc(prog.trace, proc_row); k++, n++)
			bad += !slice_agrees(gt_slice_of_proc(prog.trace, proc_row, k));
	}
	tap_ok(n > 100, "there are slices");
	tap_is_int(bad, 0, "each is found by its own time, P and goroutine, and by its first event");
}

static void test_neighbours(void)
{
	struct gt_sel at, to;
	struct gt_goroutine g;
	unsigned bad = 0;

	for (uint32_t row = 0; gt_goroutine_get(prog.trace, row, &g); row++) {
		uint32_t n = 0;

		if (!g.slices)
			continue;
		gt_sel_slice(&at, &prog, gt_goroutine_slice(prog.trace, row, 0));
		for (n = 1; gt_sel_neighbour(&to, &at, &prog, 1); n++) {
			struct gt_sel back;

			bad += !gt_sel_neighbour(&back, &to, &prog, -1) || back.slice != at.slice;
			at = to;
		}
		bad += n != g.slices;
	}
	tap_is_int(bad, 0, "next and previous slices of every goroutine");
}

/* At a time off the processor: the slices before and after it, if there are any. */
static void test_neighbours_of_waits(void)
{
	struct gt_goroutine g;
	unsigned bad = 0, n = 0;

	for (uint32_t row = 0; gt_goroutine_get(prog.trace, row, &g); row++) {
		for (uint32_t k = 0; k < g.slices; k++) {
			struct gt_sel at = { .has = GT_SEL_G | GT_SEL_TIME, .g = g.id, .g_row = row }, to;
			uint32_t id = gt_goroutine_slice(prog.trace, row, k);
			struct gt_slice s, prev;
			bool before;

			if (!gt_slice_get(prog.trace, id, &s))
				continue;
			at.time_ns = gt_slice_get(prog.trace, s.prev, &prev) ? prev.t1 : s.t0 - 1;
			if (at.time_ns >= s.t0)
				continue;
			n++;
			bad += !gt_sel_neighbour(&to, &at, &prog, 1) || to.slice != id;
			before = gt_sel_neighbour(&to, &at, &prog, -1);
			bad += before != (k > 0) || (before && to.slice != prev.id);
		}
	}
	tap_ok(n > 50, "there are waits");
	tap_is_int(bad, 0, "slices around a wait; before the first there is none");
}

/* ---- who did it ---- */

static void test_creators(void)
{
	struct gt_goroutine g, by;
	unsigned bad = 0, n = 0;
	const char *why;

	for (uint32_t row = 0; gt_goroutine_get(prog.trace, row, &g); row++) {
		struct gt_sel sel, to;
		bool found = gt_sel_goroutine(&sel, &prog, row) && gt_sel_creator(&to, &sel, &prog, &why);

		bad += found == g.predates_trace;
		if (!found)
			continue;
		n++;
		bad += !(to.has & GT_SEL_EVENT) || to.time_ns != g.create;
		if (g.creator != GT_NO_ROW && gt_goroutine_get(prog.trace, g.creator, &by))
			bad += to.g != by.id;
	}
	tap_ok(n > 5, "goroutines were created");
	tap_is_int(bad, 0, "each creation leads to its creator, older ones to a reason");
}

static void test_wakers(void)
{
	const struct gt_event *ev;
	unsigned bad = 0, n = 0;
	const char *why;

	for (uint32_t proc_row = 0; proc_row < gt_trace_info(prog.trace)->procs; proc_row++) {
		for (uint64_t k = 0; k < gt_slices_of_proc(prog.trace, proc_row); k++) {
			struct gt_sel sel, to;
			struct gt_slice s;

			gt_sel_slice(&sel, &prog, gt_slice_of_proc(prog.trace, proc_row, k));
			gt_slice_get(prog.trace, (uint32_t)sel.slice, &s);
			if (!gt_sel_unblocker(&to, &sel, &prog, &why)) {
				bad += !why || !*why;
				continue;
			}
			n++;
			bad += to.time_ns != s.ready || to.time_ns > s.t0;
			bad += gt_events_get(prog.events, to.event, &ev, NULL) < 0 || ev->subject != sel.g;
		}
	}
	tap_ok(n > 20, "goroutines were woken");
	tap_is_int(bad, 0, "each by an event about it, before it ran");
}

/* Of a wait, given by its end or by a time in it: the event that ended it, not that of the slice before. */
static bool wait_agrees(const struct gt_event *ev, uint64_t n)
{
	uint32_t row = gt_goroutine_find(prog.trace, ev->subject, ev->time);
	struct gt_sel at = { .has = GT_SEL_TIME | GT_SEL_G, .time_ns = ev->time, .g = ev->subject, .g_row = row };
	uint64_t by = ev->g;
	const char *why;
	struct gt_sel to;
	bool found;

	for (int i = 0; i < 2; i++, at.time_ns--) {
		found = gt_sel_unblocker(&to, &at, &prog, &why);
		/* It may not have run again; then a time before its end is not enough. */
		if (i == 1 && !found)
			continue;
		if (found != (by != GT_NONE) || (found && (to.event != n || to.g != by)))
			return false;
		if (!found && strncmp(why, "no goroutine: ", 14) != 0)
			return false;
	}
	return true;
}

static void test_ends_of_waits(void)
{
	unsigned bad = 0, some = 0, none = 0;
	const struct gt_event *ev;

	for (uint64_t n = 0; gt_events_get(prog.events, n, &ev, NULL) == 0; n++) {
		if (ev->kind != GT_EV_G_STATE || ev->from != GT_G_WAITING || ev->to != GT_G_RUNNABLE)
			continue;
		some += ev->g != GT_NONE;
		none += ev->g == GT_NONE;
		bad += !wait_agrees(&(struct gt_event){ .subject = ev->subject, .time = ev->time, .g = ev->g }, n);
	}
	tap_ok(some > 5, "waits were ended by goroutines");
	tap_ok(none > 0, "and by the runtime");
	tap_is_int(bad, 0, "the end of each wait is found from the wait");
}

/* ---- whom a slice woke ---- */

/* What the events say: the goroutine becomes runnable, by an event of the slice's goroutine in its time. */
static size_t woken_by(const struct gt_slice *s, struct gt_wakees *out, size_t max)
{
	const struct gt_event *ev;
	struct gt_goroutine g;
	size_t n = 0;

	gt_goroutine_get(prog.trace, s->g, &g);
	for (uint64_t i = gt_events_seek(prog.events, s->t0); n < max; i++) {
		bool created;

		if (gt_events_get(prog.events, i, &ev, NULL) < 0 || ev->time >= s->t1)
			break;
		created = ev->from == GT_G_NOT_EXIST;
		if (ev->kind == GT_EV_G_STATE && ev->g == g.id && ev->subject != g.id &&
		    (created || ev->from == GT_G_WAITING) && ev->to == GT_G_RUNNABLE)
			out[n++] = (struct gt_wakees){
				.t = ev->time, .g = gt_goroutine_find(prog.trace, ev->subject, ev->time),
				.created = created };
	}
	return n;
}

static bool same_wakees(const struct gt_wakees *want, size_t nwant, const struct gt_wakees *got, size_t ngot)
{
	struct gt_slice s;

	if (nwant != ngot)
		return false;
	for (size_t i = 0; i < ngot; i++) {
		if (got[i].t != want[i].t || got[i].g != want[i].g || got[i].created != want[i].created)
			return false;
		/* Its next slice. */
		if (gt_slice_get(prog.trace, got[i].slice, &s) && (s.g != got[i].g || s.t1 <= got[i].t))
			return false;
	}
	return true;
}

static void test_wakees(void)
{
	enum { MOST = 100 };
	unsigned bad = 0, most = 0, slices = 0;

	for (uint32_t p = 0; p < gt_trace_info(prog.trace)->procs; p++) {
		for (uint64_t k = 0; k < gt_slices_of_proc(prog.trace, p); k++) {
			struct gt_wakees want[MOST], got[MOST];
			struct gt_slice s;
			size_t n, some;

			gt_slice_get(prog.trace, gt_slice_of_proc(prog.trace, p, k), &s);
			n = woken_by(&s, want, MOST);
			bad += !same_wakees(want, n, got, gt_wakees_by(prog.trace, &s, s.t0, s.t1, MOST, got));
			/* Fewer than there are, and those in the second half of its time. */
			bad += !same_wakees(want, n / 2, got, gt_wakees_by(prog.trace, &s, s.t0, s.t1, n / 2, got));
			for (some = 0; some < n && want[some].t < s.t0 + (s.t1 - s.t0) / 2; some++)
				;
			bad += !same_wakees(want + some, n - some, got,
					    gt_wakees_by(prog.trace, &s, s.t0 + (s.t1 - s.t0) / 2, s.t1, MOST, got));
			most = n > most ? (unsigned)n : most;
			slices++;
		}
	}
	tap_ok(most > 3, "%u slices, of which one woke and created %u", slices, most);
	tap_is_u64(bad, 0, "each woke and created those that its events say");
}

/* ---- filters of events ---- */

static uint64_t filtered(const char *text)
{
	struct gt_pane_filter one = { .text = (char *)text, .on = true };
	struct gt_pane_filters filters = { .v = &one, .n = 1 };
	struct gt_evfilter f;
	uint64_t n = UINT64_MAX;

	gt_evfilter_init(&f, prog.trace, prog.events);
	if (gt_evfilter_set(&f, &filters, NULL) == 0) {
		while (gt_evfilter_step(&f))
			;
		n = f.found.count;
	}
	gt_evfilter_release(&f);
	return n;
}

static uint64_t counted(bool (*passes)(const struct gt_event *ev))
{
	const struct gt_event *ev;
	uint64_t n = 0;

	for (uint64_t i = 0; i < gt_trace_info(prog.trace)->events; i++)
		n += gt_events_get(prog.events, i, &ev, NULL) == 0 && passes(ev);
	return n;
}

static bool about_g1(const struct gt_event *ev)
{
	return ev->g == 1 || (ev->kind == GT_EV_G_STATE && ev->subject == 1);
}

static bool in_p0(const struct gt_event *ev)
{
	return ev->p == 0 || (ev->kind == GT_EV_P_STATE && ev->subject == 0);
}

static bool is_unblock(const struct gt_event *ev)
{
	return !strcmp(gt_event_type_name(prog.trace, ev->type), "GoUnblock");
}

static void test_filters(void)
{
	tap_is_u64(filtered("G1"), counted(about_g1), "G1: in its context or about it");
	tap_is_u64(filtered("p0"), counted(in_p0), "p0");
	tap_is_u64(filtered("name=GoUnblock"), counted(is_unblock), "an expression");
	tap_is_u64(filtered("GoUnblock"), counted(is_unblock), "a plain word");
	tap_is_u64(filtered("name~"), UINT64_MAX, "half an expression is an error");
}

/* ---- details ---- */

static void test_source(void)
{
	struct gt_detail d = { 0 };
	struct gt_grid *g = gt_grid_new(40, 120);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf file = { 0 };
	uint64_t line = 0;
	struct gt_slice s;
	uint32_t id = 0;

	/* One that ended with a stack. */
	for (uint64_t k = 0; k < gt_slices_of_proc(prog.trace, 0); k++) {
		id = gt_slice_of_proc(prog.trace, 0, k);
		if (gt_slice_get(prog.trace, id, &s) && s.end_stack &&
		    gt_stack_depth(prog.trace, s.end_stack))
			break;
	}
	gt_detail_slice(&d, &prog, id);
	tap_ok(gt_detail_draw(&d, &c) > 3, "a slice has details");
	tap_ok(gt_detail_source(&d, prog.trace, -1, &file, &line) && file.len && line, "and a frame to edit");
	gt_buf_reset(&file);
	tap_ok(!gt_detail_source(&d, prog.trace, 1000, &file, &line), "but none below its last line");
	gt_detail_reset(&d);
	gt_detail_event(&d, &prog, gt_trace_info(prog.trace)->events);
	tap_is_int(gt_detail_draw(&d, &c), 1, "no event: one line says so");
	gt_buf_release(&file);
	gt_detail_release(&d);
	gt_grid_free(g);
}

/*
 * In the demo G52 restarts the world and polls the network, which wakes G33:
 * event 11600, at 177406208 ns.  No view says that G52 did.
 */
static void test_polled(void)
{
	struct gt_wakees woken[4];
	const struct gt_event *ev;
	struct gt_sel at, to;
	const char *why = "";
	struct gt_slice s;

	if (gt_events_get(prog.events, 11600, &ev, NULL) || ev->subject != 33 || ev->g != 52 ||
	    ev->from != GT_G_WAITING)
		tap_bail("the demo is another one");
	at = (struct gt_sel){
		.has = GT_SEL_TIME | GT_SEL_G, .time_ns = ev->time, .g = 33,
		.g_row = gt_goroutine_find(prog.trace, 33, ev->time),
	};
	tap_ok(!gt_sel_unblocker(&to, &at, &prog, &why), "nobody is to be followed to");
	tap_ok(strstr(why, "network poller"), "which is explained");
	if (!gt_sel_event(&at, &prog, 11600) || !gt_slice_get(prog.trace, (uint32_t)at.slice, &s))
		tap_bail("the event lies in a slice");
	tap_is_u64(gt_wakees_by(prog.trace, &s, at.time_ns, at.time_ns + 1, GT_COUNT(woken), woken), 0,
		   "nor did the slice wake anybody then");
}

TAP_TEST(locks)
{
	if (!tap_ok(open_trace("go1.27/locks.trace"), "a trace opens"))
		return;
	test_slices();
	test_neighbours();
	test_neighbours_of_waits();
	test_creators();
	test_wakers();
	test_ends_of_waits();
	test_wakees();
	test_filters();
	test_source();
	close_trace();
}

TAP_TEST(demo)
{
	if (tap_ok(open_trace("../demo.trace"), "the demo opens")) {
		test_polled();
		close_trace();
	}
}
