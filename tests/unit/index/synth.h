/* A made-up trace: random rows put into a store, and kept aside to compare with. */
#ifndef GT_TEST_INDEX_SYNTH_H
#define GT_TEST_INDEX_SYNTH_H

#include "index/store/state.h"

/* A small generator of random numbers: the same everywhere. */
struct rnd {
	uint64_t state;
};

uint64_t rnd_next(struct rnd *r);
uint64_t rnd_below(struct rnd *r, uint64_t n);

struct synth_call {
	struct gt_syscall call;
	uint32_t slice;            /* the slice it is in */
};

struct synth {
	uint32_t procs, goroutines, nslices, ncalls;
	struct gt_slice *slices;   /* in the order in which they are added: by their ends */
	struct synth_call *calls;  /* by slice */
	uint32_t *first_call;      /* of each slice; nslices + 1 */
	uint32_t added;            /* slices that are in the store */
	struct gt_trace *t;
};

struct synth_options {
	uint64_t seed;
	uint32_t procs, goroutines, slices;
	bool ties;                 /* slices without length, and several things at one time (v1) */
	bool jumps;                /* durations and gaps beyond 2^32 ns */
};

/* Makes the rows and an empty store, whose file has no name. */
void synth_open(struct synth *s, const struct synth_options *o);

/* Adds slices (with their calls, as a builder would) up to number n. */
void synth_add(struct synth *s, uint32_t n);

/* Completes the index: queries go to the file from now on. */
void synth_finish(struct synth *s);
void synth_close(struct synth *s);

/* A trace without a source, with an empty store; what synth_open starts with. */
struct gt_trace *synth_trace(void);
void synth_trace_close(struct gt_trace *t);
void synth_trace_finish(struct gt_trace *t);

#endif
