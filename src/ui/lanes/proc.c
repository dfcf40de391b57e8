/* A processor's lane: its slices, their calls, the long ones. */
#include "ui/lanes/proc.h"

static uint64_t proc_seek(void *src, int64_t time)
{
	const struct gt_tl_proc *p = src;

	return gt_slice_seek(p->trace, p->proc_row, time);
}

void gt_tl_slice_item(const struct gt_slice *s, struct gt_tl_item *out)
{
	*out = (struct gt_tl_item){
		.t0 = s->t0, .t1 = s->t1, .id = s->id, .who = s->g, .inner = s->flags & GT_SLICE_CALLS,
	};
}

static bool proc_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	const struct gt_tl_proc *p = src;
	struct gt_slice s;

	if (!gt_slice_get(p->trace, gt_slice_of_proc(p->trace, p->proc_row, k), &s))
		return false;
	gt_tl_slice_item(&s, out);
	return true;
}

static int64_t proc_busy(void *src, int64_t a, int64_t b)
{
	const struct gt_tl_proc *p = src;

	return gt_slices_busy(p->trace, p->proc_row, a, b);
}

static uint32_t proc_dominant(void *src, int64_t a, int64_t b)
{
	const struct gt_tl_proc *p = src;

	return gt_slices_dominant(p->trace, p->proc_row, a, b);
}

static bool proc_longest(void *src, int64_t a, int64_t b, struct gt_tl_item *out)
{
	const struct gt_tl_proc *p = src;
	struct gt_slice s;

	if (!gt_slice_get(p->trace, gt_slices_longest(p->trace, p->proc_row, a, b), &s))
		return false;
	gt_tl_slice_item(&s, out);
	return true;
}

/* ---- calls inside a slice ---- */

static bool ends_by(const struct gt_tl_proc *p, uint32_t i, int64_t time)
{
	struct gt_syscall c;

	return gt_slice_call(p->trace, &p->slice, i, &c) && c.t1 <= time;
}

/* The first call that ends after a time, from p->call on: doubling steps, then halving. */
static void find_call(struct gt_tl_proc *p, int64_t time)
{
	uint32_t low = p->call, step = 1, high;

	while (low < p->calls && ends_by(p, low, time)) {
		p->call = low + 1;
		low = step > p->calls - low ? p->calls : low + step;
		step *= 2;
	}
	high = low;
	low = p->call;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (ends_by(p, mid, time))
			low = mid + 1;
		else
			high = mid;
	}
	p->call = low;
}

uint8_t gt_tl_inside(struct gt_tl_proc *p, const struct gt_tl_item *item, int64_t a, int64_t b)
{
	struct gt_syscall c;

	if (!p->has_slice || p->slice.id != item->id) {
		p->has_slice = gt_slice_get(p->trace, item->id, &p->slice);
		p->calls = p->has_slice ? gt_slice_calls(p->trace, &p->slice) : 0;
		p->call = 0;
	}
	find_call(p, a);
	if (p->call >= p->calls || !gt_slice_call(p->trace, &p->slice, p->call, &c) || c.t0 >= b)
		return GT_TL_INSIDE_NONE;
	return c.t0 <= a && c.t1 >= b ? GT_TL_INSIDE_ALL : GT_TL_INSIDE_SOME;
}

static uint8_t proc_inside(void *src, const struct gt_tl_item *item, int64_t a, int64_t b)
{
	return gt_tl_inside(src, item, a, b);
}

const struct gt_tl_source_ops gt_tl_proc_ops = {
	.seek = proc_seek,
	.get = proc_get,
	.busy = proc_busy,
	.dominant = proc_dominant,
	.longest = proc_longest,
	.inside = proc_inside,
};

/* ---- the next long one ---- */

static int64_t proc_duration(const struct gt_trace *t, uint32_t id)
{
	struct gt_slice s;

	return gt_slice_get(t, id, &s) ? s.t1 - s.t0 : -1;
}

/* True if one of slices [from, to) of the P is long enough. */
static bool has_long(const struct gt_trace *t, uint32_t proc_row, uint64_t from, uint64_t to, int64_t long_ns)
{
	struct gt_slice first, last;

	if (from >= to || !gt_slice_get(t, gt_slice_of_proc(t, proc_row, from), &first) ||
	    !gt_slice_get(t, gt_slice_of_proc(t, proc_row, to - 1), &last))
		return false;
	return proc_duration(t, gt_slices_longest(t, proc_row, first.t0, last.t1)) >= long_ns;
}

/* Of slices [from, to), of which one is long enough, the first (dir 1) or last: its place. */
static uint64_t bisect(const struct gt_trace *t, uint32_t proc_row, uint64_t from, uint64_t to,
		       int64_t long_ns, int dir)
{
	while (to - from > 1) {
		uint64_t mid = from + (to - from) / 2;

		if (dir > 0 ? has_long(t, proc_row, from, mid, long_ns)
			    : !has_long(t, proc_row, mid, to, long_ns))
			to = mid;
		else
			from = mid;
	}
	return from;
}

/* Slices of the P that start after (before) a time: the range of their places. */
static void beyond(const struct gt_trace *t, uint32_t proc_row, int64_t time, int dir, uint64_t *from,
		   uint64_t *to)
{
	uint64_t k = gt_slice_seek(t, proc_row, time);
	struct gt_slice s;

	if (dir > 0 && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s) && s.t0 <= time)
		k++;
	if (dir < 0 && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s) && s.t0 < time)
		k++;
	*from = dir > 0 ? k : 0;
	*to = dir > 0 ? gt_slices_of_proc(t, proc_row) : k;
}

uint32_t gt_tl_long_slice(const struct gt_trace *t, int64_t time, int64_t long_ns, int dir)
{
	uint32_t best = GT_NO_ROW, id;
	struct gt_slice s;
	int64_t best_t0 = 0;

	for (uint32_t proc_row = 0; proc_row < gt_trace_info(t)->procs; proc_row++) {
		uint64_t from, to;

		beyond(t, proc_row, time, dir, &from, &to);
		if (!has_long(t, proc_row, from, to, long_ns))
			continue;
		id = gt_slice_of_proc(t, proc_row, bisect(t, proc_row, from, to, long_ns, dir));
		if (!gt_slice_get(t, id, &s))
			continue;
		if (best == GT_NO_ROW || (dir > 0 ? s.t0 < best_t0 : s.t0 > best_t0)) {
			best = id;
			best_t0 = s.t0;
		}
	}
	return best;
}
