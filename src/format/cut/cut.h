/* A part of a v2 trace as a trace of its own. */
#ifndef GT_FORMAT_CUT_H
#define GT_FORMAT_CUT_H

#include "index/trace.h"

/*
 * The cut of [from, to) has each event of that time with its own time to the nanosecond (its clock counts ns), thread,
 * P and goroutine, in the version and generations of the source.  Before them stand what was going on at `from`: the
 * states of goroutines, Ps and threads, ranges, the goroutines' last stacks, the numbers of processors and of the
 * heap, and a begin of each open task, and of each open region that does not end in the cut.  They take a ns each, so
 * the cut begins some ns before `from`.  Tables have only what is named.
 */
struct gt_cut;
struct gt_buf;

/*
 * from and to: ns since the trace's start.  The trace must be indexed to its end; of a damaged one only the part before
 * its horizon is cut.  GT_ERR_USAGE: there is nothing to be cut, as the sentence says.
 */
int gt_cut_open(struct gt_cut **out, struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err);
void gt_cut_close(struct gt_cut *c);

/*
 * Appends some more of it to `out`, in a few ms: 1, 0: that was all, or negative: the trace cannot be read.  Each call
 * gets the same buffer, which may be emptied between them.
 */
int gt_cut_step(struct gt_cut *c, struct gt_buf *out, struct gt_error *err);

/* How much of the work is done, 0 to 1. */
double gt_cut_share(const struct gt_cut *c);

/* What it has so far. */
struct gt_cut_facts {
	int64_t from, to;        /* as they were taken */
	uint64_t events;         /* of the source, in [from, to) */
	bool shortened;          /* `to` is the horizon of a damaged trace */
};
struct gt_cut_facts gt_cut_facts(const struct gt_cut *c);

#endif
