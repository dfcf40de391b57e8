/* How many goroutines and threads are in a state, for each column of a window. */
#include "ui/lanes/counts.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/xalloc.h"

/* What was known is kept to be shown until the new one is; a half-known one says less than that before it. */
static void keep(struct gt_tl_counts *k)
{
	struct gt_tl_counts_column *v = k->old;
	size_t cap = k->old_cap;

	if (!k->v || (k->next < k->cols && k->old_cols))
		return;
	k->old = k->v;
	k->old_cap = k->cap;
	k->old_cols = k->next;
	/* The part of its window that is known. */
	k->old_win = k->win;
	k->old_win.span = gt_window_start(&k->win, k->cols, k->next) - k->win.t0;
	if (k->old_win.span <= 0)
		k->old_cols = 0;
	k->v = v;
	k->cap = cap;
}

static void counts_begin(struct gt_tl_counts *k, const struct gt_trace *t, const struct gt_window *w,
			 int cols)
{
	keep(k);
	GT_GROW(k->v, k->cap, (size_t)cols + 1);
	k->cols = cols;
	k->next = 0;
	k->win = *w;
	k->events = gt_trace_info(t)->events;
	gt_counts_over(t, w->t0, w->t0 + w->span, &k->all);
}

/* Neighbours are cheaper together; more at once would be late for the deadline. */
#define AT_ONCE 8

/* The next columns: several, unless there is less than a ns for each (where their intervals overlap). */
static void counts_compute(struct gt_tl_counts *k, const struct gt_trace *t)
{
	int n = k->win.span < k->cols ? 1 : k->cols - k->next < AT_ONCE ? k->cols - k->next : AT_ONCE;
	struct gt_counts counts[AT_ONCE];
	int64_t edges[AT_ONCE + 1];

	for (int i = 0; i < n; i++)
		edges[i] = gt_window_start(&k->win, k->cols, k->next + i);
	edges[n] = gt_window_end(&k->win, k->cols, k->next + n - 1);
	gt_counts_columns(t, edges, (size_t)n, counts);
	for (int x = 0; x < n; x++, k->next++)
		for (size_t i = 0; i < GT_COUNTS; i++)
			k->v[k->next].average[i] =
				(float)((double)counts[x].ns[i] / (double)(edges[x + 1] - edges[x]));
}

bool gt_tl_counts_update(struct gt_tl_counts *k, const struct gt_trace *t, const struct gt_window *w, int cols,
			 int64_t deadline)
{
	if (!k->v || k->cols != cols || k->win.t0 != w->t0 || k->win.span != w->span ||
	    k->events != gt_trace_info(t)->events)
		counts_begin(k, t, w, cols);
	/* One at least, so that there is an end. */
	while (k->next < cols) {
		counts_compute(k, t);
		if (gt_clock_now() >= deadline)
			break;
	}
	return k->next >= cols;
}

double gt_tl_counts_average(const struct gt_tl_counts *k, enum gt_count count, int x)
{
	int old;

	if (x < k->next)
		return (double)k->v[x].average[count];
	if (!k->old_cols)
		return -1;
	old = gt_window_column(&k->old_win, k->old_cols, gt_window_start(&k->win, k->cols, x));
	return old < 0 || old >= k->old_cols ? -1 : (double)k->old[old].average[count];
}

void gt_tl_counts_release(struct gt_tl_counts *k)
{
	free(k->v);
	free(k->old);
	*k = (struct gt_tl_counts){ 0 };
}
