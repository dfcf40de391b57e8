/* Lanes computed in an earlier frame: the same as long as neither the window nor the rows change. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "ui/timeline/timeline.h"

static bool cache_is_current(const struct gt_tl_kept *k, const struct gt_tl_kept *want)
{
	return k->cells && gt_lanes_are(&k->lane, &want->lane) && k->cols == want->cols &&
	       k->win.t0 == want->win.t0 && k->win.span == want->win.span && k->slices == want->slices &&
	       k->long_ns == want->long_ns;
}

/* 0: no lane. */
static uint64_t cache_key_of(const struct gt_lane *lane)
{
	return (uint64_t)lane->kind << 32 | lane->row;
}

/*
 * Where the lane is, else where one was that has not been on the screen for
 * longest: all of a screen have to be here at once, or none would ever be ready.
 */
static struct gt_tl_kept *cache_place_of(struct gt_timeline *tl, const struct gt_lane *lane)
{
	uint64_t key = cache_key_of(lane);
	size_t oldest = 0, i;

	for (i = 0; i < GT_TL_KEPT && tl->kept_key[i] != key; i++)
		;
	for (size_t k = 0; i == GT_TL_KEPT && k < GT_TL_KEPT; k++) {
		if (tl->kept[k].used < tl->kept[oldest].used)
			oldest = k;
	}
	if (i == GT_TL_KEPT)
		i = oldest;
	tl->kept[i].used = tl->pace.frame;
	return &tl->kept[i];
}

/* ---- when there is no time left in this frame ---- */

/*
 * What an earlier window showed, put where it belongs in this one.  It is on
 * the screen for a frame or two, until the lane's turn has come.
 */
static const struct gt_tl_cell *cache_guess(struct gt_timeline *tl, const struct gt_tl_kept *k,
					    const struct gt_lane *lane, int cols)
{
	bool same = k->cells && gt_lanes_are(&k->lane, lane) && k->cols == cols;

	GT_GROW(tl->cells, tl->cells_cap, (size_t)cols);
	for (int x = 0; x < cols; x++) {
		int old = same ? gt_window_column(&k->win, cols, gt_window_start(&tl->win, cols, x)) : -1;

		tl->cells[x] = (struct gt_tl_cell){ .kind = GT_TL_UNKNOWN, .item = GT_NO_ITEM };
		if (old < 0 || old >= cols)
			continue;
		tl->cells[x] = k->cells[old];
		tl->cells[x].hides = false;
		if (tl->cells[x].kind == GT_TL_EDGE)
			tl->cells[x].kind = GT_TL_SHARE;
	}
	return tl->cells;
}

/* One lane in every frame, so that there is an end; the more of them the machine has the time for. */
static bool has_time(const struct gt_timeline *tl)
{
	return tl->pace.all || tl->pace.lanes == 0 || gt_clock_now() - tl->pace.begun < GT_TL_LANES_NS;
}

void gt_tl_pace_begin(struct gt_timeline *tl)
{
	tl->pace.frame++;
	tl->pace.begun = gt_clock_now();
	tl->pace.lanes = 0;
	tl->pace.left = false;
}

const struct gt_tl_cell *gt_lane_cells(struct gt_timeline *tl, const struct gt_lane *lane,
				       const struct gt_tl_source *source, int cols)
{
	struct gt_tl_kept *k = cache_place_of(tl, lane);
	const struct gt_tl_kept want = {
		.lane = *lane, .cols = cols, .win = tl->win, .long_ns = tl->prog->greedy_ns,
		.slices = gt_trace_info(tl->prog->trace)->slices, .cells = k->cells, .cap = k->cap,
		.used = tl->pace.frame,
	};

	if (cache_is_current(k, &want))
		return k->cells;
	if (!has_time(tl)) {
		tl->pace.left = true;
		gt_app_dirty(tl->pane->app, GT_DIRTY_REPAINT);
		return cache_guess(tl, k, lane, cols);
	}
	tl->pace.lanes++;
	*k = want;
	tl->kept_key[k - tl->kept] = cache_key_of(lane);
	GT_GROW(k->cells, k->cap, (size_t)cols);
	gt_tl_cells(source, &tl->win, cols, tl->prog->greedy_ns, k->cells);
	return k->cells;
}

void gt_tl_kept_release(struct gt_timeline *tl)
{
	for (size_t i = 0; i < GT_TL_KEPT; i++)
		free(tl->kept[i].cells);
}
