/* The Timeline: what ran when, on which processor. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "ui/timeline/pane.h"
#include "ui/timeline/timeline.h"

/* Ranges looked at in one frame; the rest follows in the next ones. */
#define RANGES_PER_FRAME 100000
/* A frame looks for so long for what is nested in slices. */
#define NESTED_NS INT64_C(3000000)

static void pane_refresh(struct gt_pane *pane)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	const struct gt_trace *t = tl->prog->trace;
	const struct gt_trace_info *info = gt_trace_info(t);

	tl->extent = info->duration > 0 ? info->duration : 1;
	if (tl->shows_nested && !gt_tl_nested_update(&tl->nested, t, gt_clock_now() + NESTED_NS))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (!gt_tl_members_update(tl))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (!gt_tl_ranges_update(&tl->ranges, t, RANGES_PER_FRAME))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (tl->whole)
		gt_window_whole(&tl->win, tl->extent);
	else
		gt_window_clamp(&tl->win, tl->extent);
}

static int pane_init(struct gt_pane *pane, struct gt_error *err)
{
	struct gt_timeline *tl = gt_xcalloc(1, sizeof *tl);

	(void)err;
	tl->pane = pane;
	tl->prog = gt_program_of(pane);
	tl->whole = true;
	tl->slice = tl->range = GT_NO_ROW;
	tl->frame.width = 80;
	gt_tl_members_init(tl);
	pane->priv = tl;
	pane_refresh(pane);
	return 0;
}

static void pane_release(struct gt_pane *pane)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	gt_tl_members_release(tl);
	gt_tl_nested_release(&tl->nested);
	gt_tl_ranges_release(&tl->ranges);
	gt_detail_release(&tl->detail);
	gt_tl_measure_release(&tl->measure);
	gt_tl_counts_release(&tl->counts);
	free(tl->goals.v);
	gt_tl_kept_release(tl);
	free(tl->frame.row);
	free(tl->map.eighths);
	free(tl->cells);
	free(tl);
}

static void pane_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	if (gt_trace_info(tl->prog->trace)->ranges > tl->ranges.seen)
		pane_refresh(pane);
	gt_tl_measure_update(tl);
	gt_tl_draw(tl, c);
}

static int pane_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	return gt_tl_draw_detail(gt_timeline_of(pane), c);
}

static bool pane_handle(struct gt_pane *pane, const struct gt_act *act)
{
	return gt_tl_handle(gt_timeline_of(pane), act);
}

static void pane_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	gt_tl_go(gt_timeline_of(pane), sel);
}

static bool pane_find(struct gt_pane *pane, const struct gt_matcher *m, int dir)
{
	return gt_tl_find(gt_timeline_of(pane), m, dir);
}

static int pane_export_open(struct gt_pane *pane, const char *format, struct gt_exporting **out,
			    struct gt_error *err)
{
	return gt_tl_export_open(gt_timeline_of(pane), format, out, err);
}

static void copy(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	struct gt_slice s;

	if (gt_slice_get(tl->prog->trace, tl->slice, &s))
		gt_tl_slice_label(tl, &s, 1000, false, out);
}

static void pane_status(struct gt_pane *pane, struct gt_buf *out)
{
	gt_tl_status(gt_timeline_of(pane), out);
}

static bool pane_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	return gt_detail_source(&tl->detail, tl->prog->trace, line, file, lineno);
}

static int pane_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	return gt_tl_command(gt_timeline_of(pane), w, n, err);
}

static void pane_complete(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out)
{
	if (n && strcmp(w[0], "lanes") == 0)
		gt_tl_complete(gt_timeline_of(pane), w, n, out);
}

/* ---- places ---- */

/* LANE: its kind, above it the set of goroutines; ROW: its row, above it what the set is about. */
enum { OWN_START, OWN_SPAN, OWN_LANE, OWN_ROW, OWN_RANGE, OWN_WHOLE };

static void pane_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_timeline *tl = gt_timeline_of(pane);
	struct gt_lane lane = { .kind = GT_LANE_PROC };

	gt_lanes_current(&tl->lanes, &lane);
	place->own[OWN_START] = (uint64_t)tl->win.t0;
	place->own[OWN_SPAN] = (uint64_t)tl->win.span;
	place->own[OWN_LANE] = lane.kind | (uint64_t)tl->members.set << 8;
	place->own[OWN_ROW] = lane.row | (uint64_t)tl->members.anchor << 32;
	place->own[OWN_RANGE] = tl->range;
	place->own[OWN_WHOLE] = tl->whole;
	place->top = tl->lanes.top;
}

/* The selection itself comes with select_changed, right after. */
static void pane_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	uint8_t kind = (uint8_t)place->own[OWN_LANE];

	tl->whole = place->own[OWN_WHOLE];
	tl->win = (struct gt_window){ (int64_t)place->own[OWN_START], (int64_t)place->own[OWN_SPAN] };
	pane_refresh(pane);
	/* Other goroutines only if the place was on one of them. */
	if (kind == GT_LANE_GOROUTINE)
		gt_tl_show_goroutines(tl, (enum gt_tl_gset)(place->own[OWN_LANE] >> 8),
				      (uint32_t)(place->own[OWN_ROW] >> 32));
	gt_tl_goto_lane(tl, kind, (uint32_t)place->own[OWN_ROW]);
	tl->lanes.top = place->top;
	tl->keep_window = true;
}

static const char *const everywhere[] = { "lanes", NULL };
static const enum gt_action acts[] = {
	GT_ACT_PREV_ANOMALY, GT_ACT_NEXT_ANOMALY, GT_ACT_RUNTIME, GT_ACT_CLOCK,
	GT_ACT_DRAG, GT_ACT_MEASURE, GT_ACT_MEASURE_TO, GT_ACT_NONE,
};
static const enum gt_action hints[] = { GT_ACT_RANGE_DETAIL, GT_ACT_LANE_KIND, GT_ACT_INSTANTS, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_timeline = {
	.name = "timeline",
	.title = "Timeline",
	.about = "What ran when: lanes of processors, threads and goroutines under charts. A cell shows one "
		 "slice in its goroutine's colour, or how much of its time the lane was busy (a block of "
		 "eighths); ! is a long slice, a dot an idle processor, " GT_LANE_UNREAD " what is not read yet. b chooses "
		 "the lanes.",
	.klass = GT_WHERE_TIMELINE,
	.formats = gt_tl_formats,
	.acts = acts,
	.hints = hints,
	.init = pane_init,
	.free = pane_release,
	.draw = pane_draw,
	.draw_detail = pane_draw_detail,
	.handle = pane_handle,
	.select_changed = pane_select_changed,
	.refresh = pane_refresh,
	.find = pane_find,
	.export_open = pane_export_open,
	.copy = copy,
	.status = pane_status,
	.tells_range = true,
	.source = pane_source,
	.command = pane_command,
	.complete = pane_complete,
	.everywhere = everywhere,
	.save = pane_save,
	.restore = pane_restore,
};
