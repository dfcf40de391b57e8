/* Who works for the GC: mark workers, whose slices say in their label in which mode, and goroutines that assist. */
#ifndef GT_ANALYSIS_GCWORKERS_H
#define GT_ANALYSIS_GCWORKERS_H

#include "index/trace.h"

enum gt_gc_worker {
	GT_GC_WORKER_NONE,
	GT_GC_DEDICATED,
	GT_GC_FRACTIONAL,
	GT_GC_IDLE,           /* takes what nobody else wants */
	GT_GC_WORKERS
};

enum gt_gc_worker gt_gc_worker_of(const struct gt_trace *t, uint32_t label);

/* A walk over the workers' slices of a P that touch an interval.  It costs their labels, not the P's slices. */
struct gt_gc_walk {
	const struct gt_trace *trace;
	uint32_t proc_row;
	int64_t to;
	uint64_t k;           /* the next label; what was looked at so far is k - first */
	uint64_t first;
	uint64_t place;       /* slices of the P before it are done */
	/* The slice that was found, how it worked, since when: v2's workers say so some 100 ns after their start. */
	struct gt_slice slice;
	enum gt_gc_worker mode;
	int64_t labelled;
};

/* *w is overwritten; nothing has to be released. */
void gt_gc_walk_begin(struct gt_gc_walk *w, const struct gt_trace *t, uint32_t proc_row, int64_t from, int64_t to);
/* The next one in time order, in *w; false: there is none. */
bool gt_gc_walk_next(struct gt_gc_walk *w);

/*
 * The parts of a mark assist in [from, to) in which its goroutine holds a P, in time order: that is what it takes
 * from the program.  fn returns false to stop; whether it never did.
 */
typedef bool gt_gc_piece_fn(void *arg, uint32_t proc_row, int64_t t0, int64_t t1);
bool gt_gc_assist_pieces(const struct gt_trace *t, const struct gt_range_row *r, int64_t from, int64_t to,
			 gt_gc_piece_fn *fn, void *arg);

#endif
