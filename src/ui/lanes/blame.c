/* Marks on lanes: slices that delayed a stop-the-world pause. */
#include "ui/timeline/timeline.h"
#include "ui/lanes/lane.h"

/* The sign is where the goroutine yielded; of several in a cell one is enough. */
static void blame_mark(const struct gt_lane_pen *pen, const struct gt_blame_row *row)
{
	const struct gt_window *w = &pen->tl->win;
	int64_t end = row->t0 + row->delay - (row->delay > 0);

	if (end >= w->t0 && end < w->t0 + w->span)
		gt_canvas_text(pen->row, 0, gt_window_column(w, pen->row->cols, end),
			       GT_ROLE_STW | GT_FILL | GT_BOLD, "$");
}

void gt_lane_draw_blamed(const struct gt_lane_pen *pen, uint32_t proc_row, uint32_t g)
{
	const struct gt_program *prog = pen->tl->prog;
	const struct gt_blame_index *b = gt_program_blame_index(pen->tl->prog);
	const struct gt_window *w = &pen->tl->win;
	/* A stop that began before may end here: stops do not overlap. */
	size_t i = gt_blame_index_seek(b, w->t0);

	for (i -= i > 0; i < b->n && b->rows[i].t0 < w->t0 + w->span; i++) {
		const struct gt_blame_row *row = &b->rows[i];

		if (row->delay != GT_NO_TIME && row->delay >= prog->stw_ns &&
		    (proc_row == GT_NO_ROW || row->proc_row == proc_row) && (g == GT_NO_ROW || row->g == g))
			blame_mark(pen, row);
	}
}
