/* The slices of a P. */
#include "ui/lanes/track.h"

static uint32_t proc_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	uint64_t k = gt_slice_seek(t, row, time);

	return k < gt_slices_of_proc(t, row) ? gt_slice_of_proc(t, row, k) : GT_NO_ROW;
}

static uint32_t proc_last(const struct gt_trace *t, uint32_t row)
{
	uint64_t n = gt_slices_of_proc(t, row);

	return n ? gt_slice_of_proc(t, row, n - 1) : GT_NO_ROW;
}

static uint32_t proc_beside(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n)
{
	uint64_t k = gt_slice_place(t, slice), most = dir > 0 ? gt_slices_of_proc(t, row) - 1 - k : k;

	if (*n > most)
		*n = most;
	return gt_slice_of_proc(t, row, dir > 0 ? k + *n : k - *n);
}

static bool proc_has(const struct gt_trace *t, uint32_t row, const struct gt_slice *s)
{
	(void)t;
	return s->proc_row == row;
}

const struct gt_track_ops gt_proc_track = {
	.what = "P",
	.count = gt_slices_of_proc,
	.seek = proc_seek,
	.last = proc_last,
	.beside = proc_beside,
	.has = proc_has,
	.longest = gt_slices_longest,
	.busy = gt_slices_busy,
	.dominant = gt_slices_dominant,
};

/* ---- as cells: places are those of slices on the P ---- */

static uint64_t proc_src_seek(void *src, int64_t time)
{
	const struct gt_tl_proc *p = src;

	return gt_slice_seek(p->src.trace, p->src.row, time);
}

static bool proc_src_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	const struct gt_tl_proc *p = src;
	struct gt_slice s;

	if (!gt_slice_get(p->src.trace, gt_slice_of_proc(p->src.trace, p->src.row, k), &s))
		return false;
	*out = gt_track_item(&s);
	return true;
}

/* Where one cell ends the next begins. */
static int64_t proc_src_busy(void *src, int64_t a, int64_t b)
{
	struct gt_tl_proc *p = src;
	int64_t before = p->has_edge && p->edge == a ? p->until : gt_slices_busy_until(p->src.trace, p->src.row, a);

	p->has_edge = true;
	p->edge = b;
	p->until = gt_slices_busy_until(p->src.trace, p->src.row, b);
	return (int64_t)((uint64_t)p->until - (uint64_t)before);
}

static bool proc_src_longest(void *src, int64_t a, int64_t b, int64_t long_ns, struct gt_tl_item *out)
{
	const struct gt_tl_proc *p = src;
	struct gt_slice s;

	if (!gt_slice_get(p->src.trace, gt_slices_long(p->src.trace, p->src.row, a, b, long_ns), &s))
		return false;
	*out = gt_track_item(&s);
	return true;
}

const struct gt_tl_source_ops gt_tl_proc_ops = {
	.seek = proc_src_seek,
	.get = proc_src_get,
	.busy = proc_src_busy,
	.dominant = gt_track_src_dominant,
	.longest = proc_src_longest,
	.inside = gt_track_src_inside,
};
