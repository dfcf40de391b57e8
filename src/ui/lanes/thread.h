/* A thread's lane: the slices that ran on it, on whichever P it held. */
#ifndef GT_UI_TIMELINE_THREAD_H
#define GT_UI_TIMELINE_THREAD_H

#include "index/query/tracks.h"
#include "ui/lanes/proc.h"
#include "ui/timeline/track.h"

/* src of gt_tl_thread_ops.  { .inner.trace, .row } is ready. */
struct gt_tl_thread {
	struct gt_tl_proc inner;     /* the calls inside a slice */
	uint32_t row;
	struct gt_thread_run run;    /* the one looked at last */
	uint64_t run_k;
	bool has_run;
};

extern const struct gt_tl_source_ops gt_tl_thread_ops;
extern const struct gt_track_ops gt_thread_track;

/* The row of the thread that ran a slice, GT_NO_ROW: not known. */
uint32_t gt_tl_thread_of(const struct gt_trace *t, const struct gt_slice *s);

#endif
