/* The parts of a profile's making that files of this room share. */
#ifndef GT_ANALYSIS_PROFILE_MAKING_H
#define GT_ANALYSIS_PROFILE_MAKING_H

#include "analysis/profiles/profile.h"
#include "analysis/table/scratch.h"
#include "analysis/table/types.h"
#include "analysis/waits/wakings.h"
#include "base/hash.h"
#include "base/thread.h"

/* ---- sums ---- */

/* When a walk over the goroutines would meet a wait.  Waits are found in any order, and by several threads. */
struct gt_tally_place {
	bool late;            /* those whose waker's stack is charged come after all others */
	uint32_t g;           /* goroutine row */
	int64_t t;            /* begin of the state */
};

struct gt_tally {
	uint32_t stack, waker;          /* as recorded: stack rows, 0: none */
	uint64_t count;
	int64_t ns;
	struct gt_tally_place first;    /* of its waits */
	int64_t end;                    /* of the wait that ended last, ... */
	struct gt_tally_place last;     /* ... which is this one */
};

struct gt_tallies {
	struct gt_map by_stack;
	struct gt_tally *v;
	size_t n, cap;
	uint64_t unfinished;
	int64_t unfinished_ns;
};

void gt_tallies_init(struct gt_tallies *ts);
void gt_tallies_release(struct gt_tallies *ts);
/* Whether the walk meets a before b. */
bool gt_tally_place_before(const struct gt_tally_place *a, const struct gt_tally_place *b);
/* Adds a tally, mostly of one wait. */
void gt_tallies_add(struct gt_tallies *ts, const struct gt_tally *one);

/* ---- what the threads read ---- */

struct gt_profile_job {
	struct gt_trace *t;
	const struct gt_profile_args *args;
	const struct gt_types *types;
	bool v1, wakers;
	struct gt_scope scope;
	/*
	 * The goroutines in the scope: a byte for each row, unless all are; and a list of their rows if they have so
	 * few slices that each is walked on its own.
	 */
	struct gt_scratch has;
	uint32_t *few;
	size_t nfew, capfew;
	bool all, narrow;
	atomic_bool cancelled;
};

/* Whether a goroutine row is in the scope. */
GT_INLINE bool gt_profile_job_has(const struct gt_profile_job *job, uint32_t g)
{
	return job->all || ((const uint8_t *)job->has.data)[g];
}

/* Tells the user how far it is; false: it is to end, and `cancelled` is set.  Only one thread may call it. */
bool gt_profile_job_tell(struct gt_profile_job *job, uint64_t done, uint64_t total);

/*
 * How much of a wait [t0, t1) of goroutine row g is in the scope, ns.  0 if it did not end: then it is counted
 * as unfinished.
 */
int64_t gt_profile_measure(const struct gt_profile_job *job, struct gt_tallies *ts, uint32_t g, int64_t t0, int64_t t1,
			   bool open);

/* The time from which Go's readers know of a state that began before the trace. */
int64_t gt_profile_shown_since(const struct gt_profile_job *job, uint32_t g, const struct gt_interval *iv);

/* Net, sync, sched, offcpu; syscall: add to ts all that the scope has.  GT_ERR_... as gt_profile_make. */
int gt_profile_waits(struct gt_profile_job *job, struct gt_tallies *ts, struct gt_error *err);
int gt_profile_calls(struct gt_profile_job *job, struct gt_tallies *ts, struct gt_error *err);

/* The whole of critpath: as gt_profile_make. */
int gt_profile_critical(struct gt_profile *p, struct gt_trace *t, const struct gt_profile_args *args,
			struct gt_error *err);

#endif
