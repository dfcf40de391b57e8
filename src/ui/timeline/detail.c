/* Under the timeline: what is selected; and the status line's words. */
#include "analysis/reports/notetext.h"
#include "base/human.h"
#include "base/sat.h"
#include "ui/detail/detail.h"
#include "ui/lanes/instants.h"
#include "ui/timeline/act.h"
#include "ui/timeline/clock.h"
#include "ui/timeline/pick.h"

static void detail_range(struct gt_timeline *tl, struct gt_detail *d)
{
	const struct gt_trace *t = tl->view.trace;
	struct gt_blame b = { 0 };
	struct gt_range_row r;
	const char *name;
	size_t n;

	if (!gt_range_get(t, tl->view.range, &r))
		return;
	name = gt_trace_string(t, r.name, &n);
	if (r.kind == GT_RANGE_GC)
		gt_detail_add(d, GT_ROLE_HEADER, "Garbage collection, concurrent mark phase");
	else
		gt_detail_add(d, GT_ROLE_HEADER, "Stop-the-world pause: %.*s", (int)n, name);
	gt_detail_pair(d, "start", "%s%s", gt_time_text(r.t0).s,
		       r.active ? " (already going on when the trace began)" : "");
	gt_detail_pair(d, "duration", "%s%s", gt_dur_text((r.t1 == GT_NO_TIME ? tl->view.extent : r.t1) - r.t0).s,
		       r.t1 == GT_NO_TIME ? " so far: it had not ended" : "");
	if (r.g != GT_NO_ROW)
		gt_detail_say(d, "requested by", "{}", gt_as_goroutine(t, r.g));
	/* The parts of the pause, and what delayed it; the view of pauses shows all of it. */
	if (r.kind == GT_RANGE_STW && gt_blame_find(&b, t, tl->view.range)) {
		gt_stop_times(&d->value, &b);
		gt_detail_put(d, "parts");
		gt_stop_sentence(&d->value, t, &b);
		gt_detail_put(d, "blame");
	}
	if (r.stack)
		gt_detail_stack(d, t, r.stack, "");
	gt_blame_release(&b);
}

/* What came before and what comes next on a lane of slices. */
static void detail_neighbours(struct gt_timeline *tl, const struct gt_lane *lane)
{
	const struct gt_track_ops *track = gt_lane_ops_of(lane)->track;
	const struct gt_trace *t = tl->view.trace;
	uint32_t next = track->seek(t, lane->row, tl->view.cursor), before = track->last(t, lane->row);
	struct gt_detail *d = &tl->detail;
	struct gt_slice s;
	uint64_t one = 1;

	if (next != GT_NO_ROW)
		before = track->beside(t, lane->row, next, -1, &one);
	if (one && gt_slice_get(t, before, &s)) {
		gt_tl_slice_label(t, &s, 60, false, &d->value);
		gt_detail_say(d, "before", ", until {} ago", gt_as_dur(tl->view.cursor - s.t1));
	}
	if (gt_slice_get(t, next, &s)) {
		gt_tl_slice_label(t, &s, 60, false, &d->value);
		gt_detail_say(d, "next", ", in {}", gt_as_dur(s.t0 - tl->view.cursor));
	}
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
	gt_detail_pair(&tl->detail, "time", "%s", gt_time_text(tl->view.cursor).s);
	if (ops->detail)
		ops->detail(&tl->view, &lane, &tl->detail);
	else if (gt_lane_section_of(&lane) == GT_SECTION_RUNTIME)
		gt_detail_pair(&tl->detail, "shows", "%s", gt_lane_info(lane.kind)->help);
	if (ops->track)
		detail_neighbours(tl, &lane);
	gt_buf_release(&name);
}

/* In words what the mark on the axis says that the cursor's column has. */
static void detail_clocks(struct gt_timeline *tl)
{
	struct gt_note note;
	const char *name;
	uint64_t i = 0;
	int64_t a, b;

	gt_lane_cursor_cell(&tl->view, &a, &b);
	while ((name = gt_tl_clock_note(tl->view.trace, &i, &note))) {
		if (note.t < a || note.t >= b)
			continue;
		gt_note_text(&tl->detail.value, tl->view.trace, &note);
		gt_detail_put(&tl->detail, name);
	}
}

int gt_tl_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	const struct gt_sel *sel = gt_app_sel(pane->app);
	struct gt_lane_view *v = &tl->view;
	struct gt_detail *d = &tl->detail;
	uint32_t g = sel->has & GT_SEL_G ? sel->g_row : GT_NO_ROW;
	const struct gt_tl_nest *nest;
	struct gt_lane lane;
	struct gt_slice s;
	int64_t a, b;
	int rows;

	gt_detail_reset(d);
	if (tl->measure.shown) {
		gt_tl_measure_tell(tl);
		return gt_detail_draw(d, c);
	}
	detail_clocks(tl);
	/* What the line of instants has in the cursor's column. */
	if (v->shows_instants && gt_lanes_current(&v->lanes, &lane) && lane.kind == GT_LANE_PROC) {
		gt_lane_cursor_cell(v, &a, &b);
		gt_detail_turn(d, GT_DETAIL_FULL);
		gt_tl_instants_tell(v->trace, lane.row, a, b, d);
	}
	/* What the slice's or the lane's goroutine is inside of. */
	if (gt_slice_get(v->trace, v->slice, &s))
		g = s.g;
	nest = v->shows_nested ? gt_lane_nest_of(v, g) : NULL;
	if (nest)
		gt_tl_nest_tell(nest, v->trace, v->cursor, d);
	if (v->slice != GT_NO_ROW)
		gt_detail_slice(d, v->prog, v->slice);
	else if (v->range != GT_NO_ROW)
		detail_range(tl, d);
	else
		detail_nothing(tl);
	rows = gt_detail_draw(d, c);
	return rows + gt_detail_draw_source(d, v->prog, pane->detail_cursor, c, rows);
}

/* ---- the status line ---- */

static void detail_put_range(struct gt_timeline *tl, int64_t a, int64_t b, struct gt_buf *out)
{
	const struct gt_trace *t = tl->view.trace;
	uint32_t procs = gt_trace_info(t)->procs;
	int64_t stw = gt_tl_spans_busy(gt_lane_ranges(&tl->view, GT_LANE_STW), a, b);
	int64_t busy = 0, whole = gt_trace_until(t, b);
	uint64_t slices = 0;

	whole = whole > a ? whole : a;
	for (uint32_t proc_row = 0; proc_row < procs; proc_row++) {
		gt_sat_grow(&busy, gt_slices_busy(t, proc_row, a, whole));
		slices += gt_slices_within(t, proc_row, a, b, NULL);
	}
	gt_buf_printf(out, "  A-B %s: ", gt_dur_text(b - a).s);
	if (procs && whole > a)
		gt_say(out, "Ps busy {}, ", gt_as_share((double)busy / ((double)(whole - a) * procs)));
	gt_say(out, "{}", gt_as_many(slices, "slice"));
	if (stw)
		gt_buf_printf(out, ", STW %s", gt_dur_text(stw).s);
}

void gt_tl_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	int64_t a, b;

	gt_tl_put_time(tl, tl->view.cursor, true, out);
	gt_buf_printf(out, "  window %s%s", gt_dur_text(tl->view.win.span).s,
		      gt_tl_follows(tl) ? " at the newest end" : "");
	if (gt_app_range(tl->pane->app, &a, &b))
		detail_put_range(tl, a, b, out);
}
