/* Lanes computed in an earlier frame: the same as long as neither the window nor the rows change. */
#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "ui/lanes/view.h"

/* 0: no lane. */
static uint64_t cache_key_of(const struct gt_lane *lane)
{
	return (uint64_t)lane->kind << 32 | lane->row;
}

/*
 * Where the lane is, else where one was that has not been on the screen for
 * longest: all of a screen have to be here at once, or none would ever be ready.
 */
static struct gt_tl_kept *cache_place_of(struct gt_lane_view *view, const struct gt_lane *lane)
{
	uint64_t key = cache_key_of(lane);
	size_t oldest = 0, i;

	for (i = 0; i < GT_TL_KEPT && view->kept_key[i] != key; i++)
		;
	for (size_t k = 0; i == GT_TL_KEPT && k < GT_TL_KEPT; k++) {
		if (view->kept[k].used < view->kept[oldest].used)
			oldest = k;
	}
	if (i == GT_TL_KEPT)
		i = oldest;
	view->kept[i].used = view->pace.frame;
	return &view->kept[i];
}

/* ---- when there is no time left in this frame ---- */

/*
 * What an earlier window showed, put where it belongs in this one.  It is on
 * the screen for a frame or two, until the lane's turn has come.
 */
static const struct gt_tl_cell *cache_guess(struct gt_lane_view *view, const struct gt_tl_kept *k,
					    const struct gt_lane *lane, int cols)
{
	bool same = k->cells && gt_lanes_are(&k->lane, lane) && k->cols == cols;

	GT_GROW(view->cells, view->cells_cap, (size_t)cols);
	for (int x = 0; x < cols; x++) {
		int old = same ? gt_window_column(&k->win, cols, gt_window_start(&view->win, cols, x)) : -1;

		view->cells[x] = (struct gt_tl_cell){ .kind = GT_TL_UNKNOWN, .item = GT_NO_ITEM };
		if (old < 0 || old >= cols)
			continue;
		view->cells[x] = k->cells[old];
		view->cells[x].hides = 0;
		if (view->cells[x].kind == GT_TL_EDGE)
			view->cells[x].kind = GT_TL_SHARE;
	}
	return view->cells;
}

/* Those that nobody asked for wait longer: a frame takes no longer for them. */
static int64_t time_for(const struct gt_lane *lane)
{
	return lane->kind == GT_LANE_BUSIEST ? GT_TL_LANES_NS / 4 : GT_TL_LANES_NS;
}

void gt_lane_pace_begin(struct gt_lane_view *view)
{
	view->pace.frame++;
	view->pace.begun = gt_clock_now();
	view->pace.lanes = 0;
	view->pace.left = false;
}

const struct gt_tl_cell *gt_lane_cells(struct gt_lane_view *view, const struct gt_lane *lane,
				       const struct gt_tl_source *source, int cols)
{
	uint64_t slices = gt_trace_info(view->trace)->slices;
	int64_t long_ns = view->prog->greedy_ns;
	struct gt_tl_pace *pace = &view->pace;
	struct gt_tl_kept *k = cache_place_of(view, lane);

	assert(cols > 0);
	if (k->cells && gt_lanes_are(&k->lane, lane) && k->cols == cols && k->win.t0 == view->win.t0 &&
	    k->win.span == view->win.span && k->slices == slices && k->long_ns == long_ns)
		return k->cells;
	/* One lane in every frame, so that there is an end; more of them if the machine has the time. */
	if (!pace->all && pace->lanes > 0 && gt_clock_now() - pace->begun >= time_for(lane)) {
		pace->left = true;
		return cache_guess(view, k, lane, cols);
	}
	pace->lanes++;
	GT_GROW(k->cells, k->cap, (size_t)cols);
	*k = (struct gt_tl_kept){
		.cells = k->cells, .cap = k->cap, .lane = *lane, .cols = cols, .win = view->win, .slices = slices,
		.used = pace->frame, .long_ns = long_ns,
	};
	view->kept_key[k - view->kept] = cache_key_of(lane);
	gt_tl_cells(source, &view->win, cols, long_ns, k->cells);
	return k->cells;
}

void gt_lane_view_release(struct gt_lane_view *view)
{
	free(view->cells);
	for (size_t i = 0; i < GT_TL_KEPT; i++)
		free(view->kept[i].cells);
}
