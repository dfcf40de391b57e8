/* How many goroutines and threads are in a state, for each column of a window. */
#ifndef GT_UI_TIMELINE_COUNTS_H
#define GT_UI_TIMELINE_COUNTS_H

#include "index/query/tracks.h"
#include "ui/lanes/window.h"

/*
 * Goroutines and threads by state for each column of a window, computed once for all lanes that show
 * them.  Far out and with many Ps that takes longer than a frame may: each frame computes some columns.
 */
struct gt_tl_counts_column {
	float average[GT_COUNTS];
};

struct gt_tl_counts {
	struct gt_tl_counts_column *v, *old;  /* old: of the window before, until all of v are known */
	size_t cap, old_cap;
	int cols, next;          /* columns from `next` on are not known yet */
	int old_cols;            /* 0: none */
	struct gt_window win, old_win;
	uint64_t events;         /* in the index when it was begun */
	struct gt_counts all;    /* of the window */
};

/* Goes on until the deadline (gt_clock_now).  False: some columns are still to come. */
bool gt_tl_counts_update(struct gt_tl_counts *k, const struct gt_trace *t, const struct gt_window *w, int cols,
			 int64_t deadline);
void gt_tl_counts_release(struct gt_tl_counts *k);

/* What a column had on average; of one that is not known what the window before showed there, or below 0. */
double gt_tl_counts_average(const struct gt_tl_counts *k, enum gt_count count, int x);

#endif
