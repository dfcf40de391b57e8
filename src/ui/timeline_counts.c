/* How many goroutines and threads are in a state, for each column of a window. */
#include "ui/timeline_counts.h"

#include <stdlib.h>

#include "base/xalloc.h"

/* Questions to the index in one frame, one for each P and column. */
#define QUERIES 8192

static bool is_current(const struct gt_tl_counts *k, uint64_t events, const struct gt_window *w, int cols)
{
	return k->v && k->cols == cols && k->win.t0 == w->t0 && k->win.span == w->span && k->events == events;
}

bool gt_tl_counts_update(struct gt_tl_counts *k, const struct gt_trace *t, const struct gt_window *w, int cols)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	int64_t left = QUERIES;

	if (!is_current(k, info->events, w, cols)) {
		GT_GROW(k->v, k->cap, (size_t)cols + 1);
		k->cols = cols;
		k->next = 0;
		k->win = *w;
		k->events = info->events;
		gt_counts_over(t, w->t0, w->t0 + w->span, &k->all);
	}
	for (; k->next < cols && left > 0; k->next++, left -= (int64_t)info->procs + 1)
		gt_counts_over(t, gt_window_start(w, cols, k->next), gt_window_end(w, cols, k->next),
			       &k->v[k->next]);
	return k->next >= cols;
}

void gt_tl_counts_release(struct gt_tl_counts *k)
{
	free(k->v);
	*k = (struct gt_tl_counts){ 0 };
}
