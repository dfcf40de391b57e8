/* Lanes computed in an earlier frame: the same as long as neither the window nor the rows change. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "ui/timeline.h"
#include "ui/timeline_proc.h"

static bool is_current(const struct gt_tl_kept *k, const struct gt_tl_kept *want)
{
	return k->cells && k->part == want->part && k->cols == want->cols && k->win.t0 == want->win.t0 &&
	       k->win.span == want->win.span && k->slices == want->slices && k->long_ns == want->long_ns;
}

const struct gt_tl_cell *gt_tl_proc_cells(struct gt_timeline *tl, uint32_t part, int cols)
{
	struct gt_tl_kept *k = &tl->kept[part % GT_TL_KEPT];
	const struct gt_tl_kept want = {
		.part = part, .cols = cols, .win = tl->win, .long_ns = tl->prog->greedy_ns,
		.slices = gt_slices_of_proc(tl->prog->trace, part), .cells = k->cells, .cap = k->cap,
	};
	struct gt_tl_proc proc = { .trace = tl->prog->trace, .part = part };
	const struct gt_tl_source source = { &gt_tl_proc_ops, &proc };

	if (is_current(k, &want))
		return k->cells;
	*k = want;
	GT_GROW(k->cells, k->cap, (size_t)cols);
	gt_tl_cells(&source, &tl->win, cols, tl->prog->greedy_ns, k->cells);
	return k->cells;
}

void gt_tl_kept_release(struct gt_timeline *tl)
{
	for (size_t i = 0; i < GT_TL_KEPT; i++)
		free(tl->kept[i].cells);
}
