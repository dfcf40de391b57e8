/* Lanes computed in an earlier frame: the same as long as neither the window nor the rows change. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "ui/timeline.h"

static bool is_current(const struct gt_tl_kept *k, const struct gt_tl_kept *want)
{
	return k->cells && gt_lanes_are(&k->lane, &want->lane) && k->cols == want->cols &&
	       k->win.t0 == want->win.t0 && k->win.span == want->win.span && k->slices == want->slices &&
	       k->long_ns == want->long_ns;
}

/* Lanes next to each other never share a place. */
static struct gt_tl_kept *place_of(struct gt_timeline *tl, const struct gt_lane *lane)
{
	return &tl->kept[(lane->row + lane->kind * 97u) % GT_TL_KEPT];
}

const struct gt_tl_cell *gt_lane_cells(struct gt_timeline *tl, const struct gt_lane *lane,
				       const struct gt_tl_source *source, int cols)
{
	struct gt_tl_kept *k = place_of(tl, lane);
	const struct gt_tl_kept want = {
		.lane = *lane, .cols = cols, .win = tl->win, .long_ns = tl->prog->greedy_ns,
		.slices = gt_trace_info(tl->prog->trace)->slices, .cells = k->cells, .cap = k->cap,
	};

	if (is_current(k, &want))
		return k->cells;
	*k = want;
	GT_GROW(k->cells, k->cap, (size_t)cols);
	gt_tl_cells(source, &tl->win, cols, tl->prog->greedy_ns, k->cells);
	return k->cells;
}

void gt_tl_kept_release(struct gt_timeline *tl)
{
	for (size_t i = 0; i < GT_TL_KEPT; i++)
		free(tl->kept[i].cells);
}
