/* Under the timeline: what is selected; and the status line's words. */
#include "base/human.h"
#include "base/sat.h"
#include "ui/detail/detail.h"
#include "ui/lanes/instants.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/pick.h"

/* ---- ranges ---- */

/* The parts of a stop-the-world pause, and who delayed it; the view of pauses shows all of it. */
static void detail_add_blame(struct gt_timeline *tl)
{
	struct gt_blame b = { 0 };
	struct gt_buf text = { 0 };

	if (gt_blame_find(&b, tl->view.trace, tl->view.range)) {
		gt_stop_times(&text, &b);
		gt_detail_pair_buf(&tl->detail, "parts", &text);
		gt_buf_reset(&text);
		gt_stop_sentence(&text, tl->view.trace, &b);
		gt_detail_pair_buf(&tl->detail, "blame", &text);
	}
	gt_buf_release(&text);
	gt_blame_release(&b);
}

static void detail_range(struct gt_timeline *tl)
{
	const struct gt_trace *t = tl->view.trace;
	struct gt_buf from = { 0 }, dur = { 0 }, who = { 0 };
	struct gt_range_row r;
	const char *name;
	size_t n;

	if (!gt_range_get(t, tl->view.range, &r))
		return;
	gt_human_time(&from, r.t0);
	gt_human_dur(&dur, (r.t1 == GT_NO_TIME ? tl->view.extent : r.t1) - r.t0);
	name = gt_trace_string(t, r.name, &n);
	if (r.kind == GT_RANGE_GC)
		gt_detail_add(&tl->detail, GT_ROLE_HEADER, "Garbage collection, concurrent mark phase");
	else
		gt_detail_add(&tl->detail, GT_ROLE_HEADER, "Stop-the-world pause: %.*s", (int)n, name);
	gt_detail_pair(&tl->detail, "start", "%s%s", gt_buf_str(&from),
		       r.active ? " (already going on when the trace began)" : "");
	gt_detail_pair(&tl->detail, "duration", "%s%s", gt_buf_str(&dur),
		       r.t1 == GT_NO_TIME ? " so far: it had not ended" : "");
	if (r.g != GT_NO_ROW) {
		gt_goroutine_title(&who, t, r.g);
		gt_detail_pair_buf(&tl->detail, "requested by", &who);
	}
	if (r.kind == GT_RANGE_STW)
		detail_add_blame(tl);
	if (r.stack)
		gt_detail_stack(&tl->detail, t, r.stack, "");
	gt_buf_release(&from);
	gt_buf_release(&dur);
	gt_buf_release(&who);
}

/* ---- nothing is selected ---- */

static void pair_time(struct gt_detail *d, const char *name, int64_t time)
{
	struct gt_buf text = { 0 };

	gt_human_time(&text, time);
	gt_detail_pair(d, name, "%s", gt_buf_str(&text));
	gt_buf_release(&text);
}

/* What came before and what comes next on a lane of slices. */
static void detail_neighbours(struct gt_timeline *tl, const struct gt_lane *lane)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = tl->view.trace;
	uint32_t next = track->seek(t, lane->row, tl->view.cursor), before = track->last(t, lane->row);
	static const char *const names[] = { "before", "next" };
	struct gt_buf text = { 0 };
	struct gt_slice s;
	uint64_t one = 1;

	if (next != GT_NO_ROW)
		before = track->beside(t, lane->row, next, -1, &one);
	for (unsigned i = 0; i < 2; i++) {
		if ((i == 0 && one == 0) || !gt_slice_get(t, i == 0 ? before : next, &s))
			continue;
		gt_buf_reset(&text);
		gt_tl_slice_label(t, &s, 60, false, &text);
		gt_buf_puts(&text, i == 0 ? ", until " : ", in ");
		gt_human_dur(&text, i == 0 ? tl->view.cursor - s.t1 : s.t0 - tl->view.cursor);
		gt_detail_pair(&tl->detail, names[i], "%s%s", gt_buf_str(&text), i == 0 ? " ago" : "");
	}
	gt_buf_release(&text);
}

static void detail_nothing(struct gt_timeline *tl)
{
	const struct gt_lane_ops *ops;
	struct gt_buf name = { 0 };
	struct gt_lane lane;
	uint32_t slice;

	if (!gt_lanes_current(&tl->view.lanes, &lane))
		return;
	/* Nothing may be selected yet: the lane is not idle for that. */
	slice = gt_tl_slice_at_cursor(tl, &lane);
	if (slice != GT_NO_ROW) {
		gt_detail_slice(&tl->detail, tl->view.prog, slice);
		return;
	}
	ops = gt_lane_ops_of(&lane);
	gt_lane_put_title(&tl->view, &lane, &name);
	gt_detail_add(&tl->detail, GT_ROLE_HEADER, "%s%s", gt_buf_str(&name),
		      !ops->idle ? "" : gt_trace_beyond(tl->view.trace, tl->view.cursor + 1)
			      ? ": what it does here is not known, parts of the trace are missing" : ops->idle);
	pair_time(&tl->detail, "time", tl->view.cursor);
	if (ops->detail)
		ops->detail(&tl->view, &lane, &tl->detail);
	if (ops->track)
		detail_neighbours(tl, &lane);
	gt_buf_release(&name);
}

/* What the line of instants has in the cursor's column. */
static void detail_instants(struct gt_timeline *tl)
{
	struct gt_lane lane;
	int64_t a, b;

	if (!tl->view.shows_instants || !gt_lanes_current(&tl->view.lanes, &lane) || lane.kind != GT_LANE_PROC)
		return;
	gt_lane_cursor_cell(&tl->view, &a, &b);
	gt_detail_turn(&tl->detail, GT_DETAIL_FULL);
	gt_tl_instants_tell(tl->view.trace, lane.row, a, b, &tl->detail);
}

/* What the slice's or the lane's goroutine is inside of. */
static void detail_nested(struct gt_timeline *tl)
{
	const struct gt_sel *sel = gt_app_sel(tl->pane->app);
	const struct gt_tl_nest *nest;

	if (!tl->view.shows_nested || !(sel->has & GT_SEL_G))
		return;
	nest = gt_tl_nest_of(&tl->view.nested, sel->g_row);
	if (nest)
		gt_tl_nest_tell(nest, tl->view.trace, tl->view.cursor, &tl->detail);
}

int gt_tl_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	gt_detail_reset(&tl->detail);
	if (tl->measure.shown) {
		gt_tl_measure_tell(tl);
		return gt_detail_draw(&tl->detail, c);
	}
	detail_instants(tl);
	detail_nested(tl);
	if (tl->view.slice != GT_NO_ROW)
		gt_detail_slice(&tl->detail, tl->view.prog, tl->view.slice);
	else if (tl->view.range != GT_NO_ROW)
		detail_range(tl);
	else
		detail_nothing(tl);
	return gt_detail_draw(&tl->detail, c);
}

/* ---- the status line ---- */

static void detail_put_range(struct gt_timeline *tl, int64_t a, int64_t b, struct gt_buf *out)
{
	const struct gt_trace *t = tl->view.trace;
	uint32_t procs = gt_trace_info(t)->procs;
	int64_t busy = 0, stw = gt_tl_spans_busy(&tl->view.ranges.stw, a, b), whole = gt_trace_until(t, b);
	uint64_t slices = 0;

	whole = whole > a ? whole : a;
	for (uint32_t proc_row = 0; proc_row < procs; proc_row++) {
		gt_sat_grow(&busy, gt_slices_busy(t, proc_row, a, whole));
		slices += gt_slices_within(t, proc_row, a, b, NULL);
	}
	gt_buf_puts(out, "  A-B ");
	gt_human_dur(out, b - a);
	gt_buf_puts(out, ": ");
	if (procs && whole > a)
		gt_buf_printf(out, "Ps busy %.1f%%, ", 100.0 * (double)busy / ((double)(whole - a) * procs));
	gt_human_count(out, slices);
	gt_buf_puts(out, slices == 1 ? " slice" : " slices");
	if (stw) {
		gt_buf_puts(out, ", STW ");
		gt_human_dur(out, stw);
	}
}

void gt_tl_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	int64_t a, b;

	gt_tl_put_time(tl, tl->view.cursor, true, out);
	gt_buf_puts(out, "  window ");
	gt_human_dur(out, tl->view.win.span);
	if (gt_app_range(tl->pane->app, &a, &b))
		detail_put_range(tl, a, b, out);
}
