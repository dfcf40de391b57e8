/* Lanes of wake-ups that no goroutine made: by the network, by timers, by the ends of system calls. */
#include <stdlib.h>

#include "base/human.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "ui/lanes/instants.h"
#include "ui/lanes/lane.h"

static enum gt_instant lane_wakes_kind_of(const struct gt_lane *lane)
{
	return lane->kind == GT_LANE_NETWORK ? GT_INSTANT_NETWORK
	     : lane->kind == GT_LANE_TIMER ? GT_INSTANT_TIMER : GT_INSTANT_SYSCALL;
}

static bool lane_wakes_exist(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	return gt_instants(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW) > 0;
}

static uint64_t lane_wakes_before(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t time)
{
	return gt_instant_seek(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW, time);
}

static bool lane_wakes_item(const struct gt_lane_view *view, const struct gt_lane *lane, uint64_t k,
			    struct gt_lane_item *out)
{
	struct gt_instant_row r;

	if (!gt_instant_get(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW, k, &r))
		return false;
	*out = (struct gt_lane_item){ .time = r.t, .range = GT_NO_ROW };
	return true;
}

/* How many there are in the window. */
static void lane_wakes_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_human_short(out, lane_wakes_before(view, lane, view->win.t0 + view->win.span) -
			    lane_wakes_before(view, lane, view->win.t0));
}

/* Where no column has more than one: lines.  Else how many, the fullest column being full. */
static void lane_wakes_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	uint32_t *counts = gt_xcalloc((size_t)c->cols + 1, sizeof *counts), most = 0;
	enum gt_role role = gt_tl_instant_kinds[lane_wakes_kind_of(lane)].role;

	gt_tl_instants_count(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW, &view->win, c->cols, counts);
	for (int x = 0; x < c->cols; x++)
		most = counts[x] > most ? counts[x] : most;
	for (int x = 0; x < c->cols; x++) {
		if (counts[x] && most == 1)
			gt_canvas_text(c, 0, x, role, gt_canvas_ascii(c) ? "'" : "╹");
		else if (counts[x])
			gt_canvas_vblock(c, 0, x, role, gt_tl_eighths(counts[x], most));
	}
	free(counts);
}

/* The goroutine woken by the first one in the cursor's column, from the cursor on. */
static void lane_wakes_select(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel)
{
	struct gt_instant_row r;
	int64_t a, b;

	gt_lane_cursor_cell(view, &a, &b);
	a = view->cursor > a ? view->cursor : a;
	if (gt_instant_get(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW, lane_wakes_before(view, lane, a), &r) &&
	    r.t < b)
		gt_sel_add_goroutine(sel, view->trace, r.g);
}

/* What it is and how many there are; then which, in the column. */
static void lane_wakes_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	uint64_t shown = lane_wakes_before(view, lane, view->win.t0 + view->win.span) -
			 lane_wakes_before(view, lane, view->win.t0), here;
	int64_t a, b;

	gt_lane_cursor_cell(view, &a, &b);
	here = lane_wakes_before(view, lane, b) - lane_wakes_before(view, lane, a);
	gt_detail_say(d, "shows", "{}: {} in the window, {} in this column", gt_as_text(gt_lane_info(lane->kind)->help),
		      gt_as_count(shown), gt_as_count(here));
	gt_tl_instants_tell_kind(view->trace, lane_wakes_kind_of(lane), GT_NO_ROW, a, b, d);
}

const struct gt_lane_ops gt_lane_wakes = {
	.exists = lane_wakes_exist,
	.value = lane_wakes_value,
	.draw = lane_wakes_draw,
	.select = lane_wakes_select,
	.items_before = lane_wakes_before,
	.item = lane_wakes_item,
	.detail = lane_wakes_detail,
};
