/* Who works for the GC: mark workers, whose slices say in their label in which mode, and goroutines that assist. */
#include "analysis/gc/gcworkers.h"

#include <string.h>

#include "index/query/tracks.h"

enum gt_gc_worker gt_gc_worker_of(const struct gt_trace *t, uint32_t label)
{
	static const char *const names[GT_GC_WORKERS] = {
		[GT_GC_DEDICATED] = "GC (dedicated)",
		[GT_GC_FRACTIONAL] = "GC (fractional)",
		[GT_GC_IDLE] = "GC (idle)",
	};
	size_t n;
	const char *s = gt_trace_string(t, label, &n);

	for (int i = GT_GC_DEDICATED; i < GT_GC_WORKERS; i++)
		if (n == strlen(names[i]) && !memcmp(s, names[i], n))
			return (enum gt_gc_worker)i;
	return GT_GC_WORKER_NONE;
}

void gt_gc_walk_begin(struct gt_gc_walk *w, const struct gt_trace *t, uint32_t proc_row, int64_t from, int64_t to)
{
	uint64_t place = gt_slice_seek(t, proc_row, from);
	struct gt_slice s;

	if (gt_slice_get(t, gt_slice_of_proc(t, proc_row, place), &s) && s.t0 < from)
		from = s.t0;
	*w = (struct gt_gc_walk){ .trace = t, .proc_row = proc_row, .to = to, .place = place };
	w->k = w->first = gt_instant_seek(t, GT_INSTANT_LABEL, proc_row, from);
}

/* The slice that has a label: v1's begin with it.  None before w->place is looked at again. */
static bool walk_slice_of(struct gt_gc_walk *w, const struct gt_instant_row *label)
{
	bool v1 = gt_trace_info(w->trace)->header.format == GT_FORMAT_V1;
	uint64_t place = gt_slice_seek(w->trace, w->proc_row, label->t - 1);
	struct gt_slice *s = &w->slice;

	w->place = place > w->place ? place : w->place;
	while (gt_slice_get(w->trace, gt_slice_of_proc(w->trace, w->proc_row, w->place), s) && s->t0 <= label->t) {
		w->place++;
		if (s->g == label->g && s->label && (!v1 || s->t0 == label->t))
			return true;
	}
	return false;
}

bool gt_gc_walk_next(struct gt_gc_walk *w)
{
	struct gt_instant_row label;

	while (gt_instant_get(w->trace, GT_INSTANT_LABEL, w->proc_row, w->k, &label) && label.t < w->to) {
		w->k++;
		if (!walk_slice_of(w, &label))
			continue;
		w->labelled = label.t;
		w->mode = gt_gc_worker_of(w->trace, w->slice.label);
		if (w->mode && w->slice.t0 < w->to)
			return true;
	}
	return false;
}

bool gt_gc_assist_pieces(const struct gt_trace *t, const struct gt_range_row *r, int64_t from, int64_t to,
			 gt_gc_piece_fn *fn, void *arg)
{
	struct gt_goroutine_stretch st;
	struct gt_slice s;
	int64_t at = r->t0 > from ? r->t0 : from;

	to = r->t1 != GT_NO_TIME && r->t1 < to ? r->t1 : to;
	while (at < to && gt_goroutine_stretch(t, r->g, at, &st)) {
		for (uint32_t i = 0; i < st.n; i++) {
			if (st.v[i].t1 <= at)
				continue;
			if (st.v[i].t0 >= to)
				return true;
			if (gt_slice_get(t, st.v[i].id, &s) &&
			    !fn(arg, s.proc_row, s.t0 > at ? s.t0 : at, s.t1 < to ? s.t1 : to))
				return false;
		}
		if (st.last || !st.n || st.v[st.n - 1].t1 <= at)
			return true;
		at = st.v[st.n - 1].t1;
	}
	return true;
}
