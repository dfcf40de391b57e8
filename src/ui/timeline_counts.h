/* How many goroutines and threads are in a state, for each column of a window. */
#ifndef GT_UI_TIMELINE_COUNTS_H
#define GT_UI_TIMELINE_COUNTS_H

#include "index/tracks.h"
#include "ui/timeline_window.h"

/*
 * Goroutines and threads by state for each column of a window: all lanes of
 * them ask for the same, once.  Many Ps make that long: a frame computes some
 * columns, the next ones the others.
 */
struct gt_tl_counts {
	struct gt_counts *v;     /* by column; of those from `next` on nothing is known yet */
	size_t cap;
	int cols, next;
	struct gt_window win;
	uint64_t events;         /* in the index when it was begun */
	struct gt_counts all;    /* of the window */
};

/* False: some columns are still to come, with the next frames. */
bool gt_tl_counts_update(struct gt_tl_counts *counts, const struct gt_trace *t, const struct gt_window *w, int cols);
void gt_tl_counts_release(struct gt_tl_counts *counts);

#endif
