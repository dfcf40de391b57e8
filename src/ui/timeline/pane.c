/* The Timeline: what ran when, on which processor. */
#include <stdlib.h>
#include <string.h>

#include "ui/timeline/act.h"
#include "ui/timeline/draw.h"
#include "ui/timeline/pane.h"

static void pane_refresh(struct gt_pane *pane)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	const struct gt_trace_info *info = gt_trace_info(tl->view.trace);

	/* A move has ended that. */
	tl->follows &= gt_tl_follows(tl);
	tl->view.extent = info->duration > 0 ? info->duration : 1;
	tl->view.all = tl->beside.on ? tl->beside.all : (struct gt_window){ 0, tl->view.extent };
	if (!gt_lane_data_update(&tl->view))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (!gt_tl_members_update(tl))
		gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (tl->follows)
		gt_tl_follow(tl);
	else if (tl->whole)
		gt_window_whole(&tl->view.win, &tl->view.all);
	else
		gt_window_clamp(&tl->view.win, &tl->view.all);
}

static void pane_init(struct gt_pane *pane)
{
	struct gt_timeline *tl = pane->priv;

	tl->pane = pane;
	tl->view.prog = gt_program_of(pane);
	tl->view.trace = tl->view.prog->trace;
	tl->view.slice = tl->view.range = GT_NO_ROW;
	tl->view.width = 80;
	tl->whole = true;
	gt_lane_data_open(&tl->view);
	gt_tl_members_init(tl);
	pane_refresh(pane);
	tl->follows = true;
	tl->followed = tl->view.win;
}

static void pane_release(struct gt_pane *pane)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	gt_tl_members_release(tl);
	gt_lane_data_release(&tl->view);
	gt_lane_view_release(&tl->view);
	gt_detail_release(&tl->detail);
	gt_rangesum_release(&tl->measure.sum);
	free(tl->frame.row);
	free(tl->map.eighths);
}

static void pane_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	if (gt_lane_data_stale(&tl->view))
		pane_refresh(pane);
	gt_tl_stand_on_worst(tl);
	gt_tl_measure_update(tl);
	gt_tl_draw(tl, c);
	gt_lane_data_drawn(&tl->view);
}

static void copy(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	struct gt_slice s;

	if (gt_slice_get(tl->view.trace, tl->view.slice, &s))
		gt_tl_slice_label(tl->view.trace, &s, 1000, false, out);
}

static bool pane_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct gt_timeline *tl = gt_timeline_of(pane);

	return gt_detail_source(&tl->detail, tl->view.trace, line, file, lineno);
}

/* ---- places ---- */

/* LANE: its kind, above it the set of goroutines; ROW: its row, above it what the set is about. */
enum { OWN_START, OWN_SPAN, OWN_LANE, OWN_ROW, OWN_RANGE, OWN_WHOLE };

static void pane_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_timeline *tl = gt_timeline_of(pane);
	struct gt_lane lane = { .kind = GT_LANE_PROC };

	gt_lanes_current(&tl->view.lanes, &lane);
	place->own[OWN_START] = (uint64_t)tl->view.win.t0;
	place->own[OWN_SPAN] = (uint64_t)tl->view.win.span;
	place->own[OWN_LANE] = lane.kind | (uint64_t)tl->view.goroutines.set << 8;
	place->own[OWN_ROW] = lane.row | (uint64_t)tl->view.goroutines.anchor << 32;
	place->own[OWN_RANGE] = tl->view.range;
	place->own[OWN_WHOLE] = tl->whole;
	place->top = tl->view.lanes.top;
}

/* The selection itself comes with select_changed, right after. */
static void pane_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gt_timeline *tl = gt_timeline_of(pane);
	uint8_t kind = (uint8_t)place->own[OWN_LANE];

	tl->whole = place->own[OWN_WHOLE];
	tl->view.win = (struct gt_window){ (int64_t)place->own[OWN_START], (int64_t)place->own[OWN_SPAN] };
	pane_refresh(pane);
	/* Other goroutines only if the place was on one of them. */
	if (kind == GT_LANE_GOROUTINE)
		gt_tl_show_goroutines(tl, (enum gt_tl_gset)(place->own[OWN_LANE] >> 8),
				      (uint32_t)(place->own[OWN_ROW] >> 32));
	gt_tl_goto_lane(tl, kind, (uint32_t)place->own[OWN_ROW]);
	tl->view.lanes.top = place->top;
	tl->keep_window = true;
}

static const char *const everywhere[] = { "lanes", NULL };

static const struct gt_content_ops timeline_content = {
	.find = gt_tl_find,
	.formats = gt_tl_formats,
	.export_open = gt_tl_export_open,
	.exports = "slices of the window, or of A to B",
	.copy = copy,
};

const struct gt_pane_ops gt_pane_timeline = {
	.name = "timeline",
	.title = "Timeline",
	.about = "What ran when: lanes of processors, threads and goroutines under charts. A cell shows one "
		 "slice in its goroutine's colour, or how much of its time the lane was busy (a block of "
		 "eighths) and what most of that was; ! is a long slice, a dot an idle processor, " GT_LANE_UNREAD " what is not read yet. b chooses "
		 "the lanes.",
	.klass = GT_WHERE_TIMELINE,
	.content = &timeline_content,
	.acts = GT_ACTIONS(GT_ACT_PREV_ANOMALY, GT_ACT_NEXT_ANOMALY, GT_ACT_GROUP, GT_ACT_RUNTIME, GT_ACT_CLOCK,
		GT_ACT_MEASURE),
	.hints = GT_ACTIONS(GT_ACT_RANGE_DETAIL, GT_ACT_GROUP, GT_ACT_INSTANTS),
	.size = sizeof(struct gt_timeline),
	.init = pane_init,
	.free = pane_release,
	.draw = pane_draw,
	.draw_detail = gt_tl_draw_detail,
	.handle = gt_tl_handle,
	.select_changed = gt_tl_go,
	.refresh = pane_refresh,
	.status = gt_tl_status,
	.tells_range = true,
	.source = pane_source,
	.command = gt_tl_command,
	.resume = gt_tl_resume,
	.complete = gt_tl_complete,
	.everywhere = everywhere,
	.save = pane_save,
	.restore = pane_restore,
};
