/* The slices of a lane, one after the other, and as cells: of a P, of a thread, of a goroutine. */
#ifndef GT_UI_LANES_TRACK_H
#define GT_UI_LANES_TRACK_H

#include "analysis/goroutines/goroutines.h"
#include "index/query/tracks.h"
#include "ui/lanes/cells.h"

/*
 * Slices of row `row` in time order, named by their ids; they do not
 * overlap.  All O(log n), `beside` but for small n (see there).
 */
struct gt_track_ops {
	const char *what;    /* "P": for messages */
	/* 0 if there are none. */
	uint64_t (*count)(const struct gt_trace *t, uint32_t row);
	/* The first that ends after a time, GT_NO_ROW: none. */
	uint32_t (*seek)(const struct gt_trace *t, uint32_t row, int64_t time);
	/* The last one, GT_NO_ROW: none. */
	uint32_t (*last)(const struct gt_trace *t, uint32_t row);
	/*
	 * n slices after (dir 1) or before (-1) one that is on the track, or as
	 * far as there are any: *n is how many it went.  May take O(n).
	 */
	uint32_t (*beside)(const struct gt_trace *t, uint32_t row, uint32_t slice, int dir, uint64_t *n);
	/* True if the slice is on the track. */
	bool (*has)(const struct gt_trace *t, uint32_t row, const struct gt_slice *s);
	/* The longest that overlaps [a, b), GT_NO_ROW: none. */
	uint32_t (*longest)(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
	/* ns of [a, b) in slices. */
	int64_t (*busy)(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
	/* The goroutine row with most of [a, b). */
	uint32_t (*dominant)(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b);
};

extern const struct gt_track_ops gt_proc_track, gt_thread_track, gt_goroutine_track;

/* The slice that runs at a time, GT_NO_ROW if none does. */
uint32_t gt_track_at(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time);

/*
 * The slice that a cell stands for, of which `time` is a moment: one of at
 * least long_ns that hides in it, else the one running at that time, else the
 * longest in [a, b).
 */
uint32_t gt_track_in(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, int64_t time,
		     int64_t a, int64_t b, int64_t long_ns);

/*
 * The n-th slice after (dir 1) or before (-1) `slice` if that is on the track, else after or before a
 * time; *n becomes how many of the n there were not.  GT_NO_ROW: the track has no slices.
 */
uint32_t gt_track_step(const struct gt_track_ops *ops, const struct gt_trace *t, uint32_t row, uint32_t slice,
		       int64_t time, int dir, uint64_t *n);

/* ---- as cells ---- */

/*
 * src of gt_tl_proc_ops, and what src of the others begins with.  { track, trace, row } is ready.  Of the
 * source's functions those below serve every track.
 */
struct gt_track_src {
	const struct gt_track_ops *track;
	const struct gt_trace *trace;
	uint32_t row;
	/* The slice whose calls are being looked at, and which call. */
	struct gt_slice slice;
	uint32_t calls, call;
	bool has_slice;
};

int64_t gt_track_src_busy(void *src, int64_t a, int64_t b);
uint32_t gt_track_src_dominant(void *src, int64_t a, int64_t b);
bool gt_track_src_longest(void *src, int64_t a, int64_t b, int64_t long_ns, struct gt_tl_item *out);
uint8_t gt_track_src_inside(void *src, const struct gt_tl_item *item, int64_t a, int64_t b);

GT_INLINE struct gt_tl_item gt_track_item(const struct gt_slice *s)
{
	return (struct gt_tl_item){ .t0 = s->t0, .t1 = s->t1, .id = s->id, .who = s->g,
				    .inner = s->flags & GT_SLICE_CALLS };
}

/* Places are those of slices on the P. */
struct gt_tl_proc {
	struct gt_track_src src;
	/* The end of the cell summed up last, and the time in slices before it. */
	int64_t edge, until;
	bool has_edge;
};
extern const struct gt_tl_source_ops gt_tl_proc_ops;

/* Places are a run of the thread, and the slice's place on the run's P. */
struct gt_tl_thread {
	struct gt_track_src src;
	struct gt_thread_run run;    /* the one looked at last */
	uint64_t run_k;
	bool has_run;
};
extern const struct gt_tl_source_ops gt_tl_thread_ops;

/* The row of the thread that ran a slice, GT_NO_ROW: not known. */
uint32_t gt_tl_thread_of(const struct gt_trace *t, const struct gt_slice *s);

/*
 * Places are numbers of the goroutine's slices.  Idle cells say in `inside`
 * what it does then, gt_spent + 1, and in `item` why it waits.
 */
struct gt_tl_goroutine {
	struct gt_track_src src;
	/* Slices read lately: a cell has two ends. */
	struct gt_goroutine_stretch near[2];
	bool has[2];
	uint8_t newest;
};
extern const struct gt_tl_source_ops gt_tl_goroutine_ops;

/* States of a goroutine between two of its slices, or before the first, or after the last: oldest first. */
#define GT_TL_GAP_STATES 4
struct gt_tl_gap {
	struct gt_interval v[GT_TL_GAP_STATES];
	int n;
};

/* The gap that a time lies in, when the goroutine runs no slice; n is 0 where it does not exist. */
void gt_tl_gap_at(const struct gt_trace *t, uint32_t row, int64_t time, struct gt_tl_gap *out);

/* Of the states in the gap the one with most of [a, b); NULL: none. */
const struct gt_interval *gt_tl_gap_in(const struct gt_tl_gap *gap, int64_t a, int64_t b);

#endif
