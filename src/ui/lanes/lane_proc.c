/* The lane of a processor. */
#include "ui/timeline/timeline.h"
#include "ui/lanes/instants.h"
#include "ui/lanes/proc.h"

static void lane_proc_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	struct gt_proc p = { 0 };

	gt_proc_get(tl->prog->trace, lane->row, &p);
	gt_buf_putc(out, 'P');
	gt_buf_u64(out, p.id);
}

static void lane_proc_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	int64_t a, b;

	gt_lane_whole(tl, &a, &b);
	gt_lane_put_percent(out, gt_slices_busy(tl->prog->trace, lane->row, a, b), b - a);
}

static int64_t lane_proc_known(const struct gt_timeline *tl, const struct gt_lane *lane)
{
	return gt_lane_known(gt_proc_open_slice(tl->prog->trace, lane->row));
}

static void lane_proc_draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	struct gt_tl_proc proc = { .trace = tl->prog->trace, .proc_row = lane->row };
	const struct gt_tl_source source = { &gt_tl_proc_ops, &proc };
	struct gt_lane_pen pen = gt_lane_pen(tl, c);

	const struct gt_tl_cell *cells = gt_lane_cells(tl, lane, &source, c->cols);
	struct gt_canvas line;

	gt_lane_draw_cells(&pen, lane, cells, NULL);
	gt_lane_draw_blamed(&pen, lane->row, GT_NO_ROW);
	gt_lane_draw_nested(tl, cells, GT_NO_ROW, c);
	if (!tl->instants || c->rows < gt_lane_nested_height(tl) + 1)
		return;
	line = gt_canvas_sub(c, gt_lane_nested_height(tl), 0, 1, c->cols);
	gt_tl_instants_draw(tl->prog->trace, lane->row, &tl->win, &line);
}

/* The last row: what happened at one moment. */
static int lane_proc_height(const struct gt_timeline *tl)
{
	return gt_lane_nested_height(tl) + tl->instants;
}

static void lane_proc_add_to_sel(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_sel *sel)
{
	struct gt_proc p;

	if (!gt_proc_get(tl->prog->trace, lane->row, &p))
		return;
	sel->has |= GT_SEL_P;
	sel->p = p.id;
}

static uint32_t lane_proc_home(const struct gt_timeline *tl, const struct gt_slice *s)
{
	(void)tl;
	return s->proc_row;
}

/* ---- its slices ---- */

static uint64_t lane_proc_count(const struct gt_trace *t, uint32_t row)
{
	return gt_slices_of_proc(t, row);
}

static uint32_t lane_proc_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	uint64_t k = gt_slice_seek(t, row, time);

	return k < lane_proc_count(t, row) ? gt_slice_of_proc(t, row, k) : GT_NO_ROW;
}

static uint32_t lane_proc_last(const struct gt_trace *t, uint32_t row)
{
	uint64_t n = lane_proc_count(t, row);

	return n ? gt_slice_of_proc(t, row, n - 1) : GT_NO_ROW;
}

static uint32_t lane_proc_beside(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n)
{
	uint64_t k = gt_slice_place(t, slice), most = dir > 0 ? lane_proc_count(t, row) - 1 - k : k;

	if (*n > most)
		*n = most;
	return gt_slice_of_proc(t, row, dir > 0 ? k + *n : k - *n);
}

static bool lane_proc_has(const struct gt_trace *t, uint32_t row, const struct gt_slice *s)
{
	(void)t;
	return s->proc_row == row;
}

static const struct gt_track_ops track = {
	.what = "P",
	.count = lane_proc_count,
	.seek = lane_proc_seek,
	.last = lane_proc_last,
	.beside = lane_proc_beside,
	.has = lane_proc_has,
	.longest = gt_slices_longest,
	.busy = gt_slices_busy,
};

const struct gt_lane_ops gt_lane_proc = {
	.name = "proc",
	.help = "a processor: the goroutines that ran on it",
	.title = lane_proc_title,
	.height = lane_proc_height,
	.value = lane_proc_value,
	.draw = lane_proc_draw,
	.known = lane_proc_known,
	.idle = " is idle here",
	.track = &track,
	.home = lane_proc_home,
	.select = lane_proc_add_to_sel,
};
