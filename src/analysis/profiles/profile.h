/* Profiles: waits (or CPU samples) counted and summed by stack (format/semantics.md 7). */
#ifndef GT_ANALYSIS_PROFILE_H
#define GT_ANALYSIS_PROFILE_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/profiles/scope.h"
#include "analysis/table/stackset.h"
#include "analysis/table/scratch.h"

/*
 * net      waits for the network, by the stack of the waiter
 * sync     waits whose reason has "chan", "sync" or "select" in it, by the stack of the waiter
 * syscall  system calls, from their begin to their end, by the stack of the call; v1, which does not record
 *          the end of others: those that lost their P
 * sched    waits for a P, by the stack of the event that made the goroutine runnable: of its creator, its
 *          waker, its own where it was preempted or yielded; a return from a call has none
 * cpu      samples of the CPU profile; what is summed is their number
 * offcpu   all waits (for a P, for anything else, in a call without a P), by the stack at which the
 *          goroutine stands meanwhile
 *
 * A wait counts if it ended in the trace (as far as that is whole) and some of it lies in the scope, with that
 * part.  Others are summed apart.  What went on when the trace began: net and sync cannot have it,
 * because its reason is unknown; sched and, in v2, syscall count it from the event that first shows it, as Go does;
 * v1's syscall, which needs the call's begin, does not; offcpu counts it from the trace's start.
 */
enum gt_profile_kind {
	GT_PROFILE_NET, GT_PROFILE_SYNC, GT_PROFILE_SYSCALL, GT_PROFILE_SCHED, GT_PROFILE_CPU, GT_PROFILE_OFFCPU,
	GT_PROFILES
};

/* "net" …, what --pprof takes; GT_PROFILES: there is no such profile. */
const char *gt_profile_name(enum gt_profile_kind kind);
enum gt_profile_kind gt_profile_find(const char *name);

/* Those that show the same functions, files and lines are one. */
struct gt_profile_stack {
	uint32_t stack;       /* stack row, 0: none */
	uint32_t waker;       /* stack row of what ended the wait, 0: none, or not asked for */
	uint64_t count;
	int64_t ns;           /* of cpu: count */
};

struct gt_profile_scan;

struct gt_profile {
	enum gt_profile_kind kind;
	struct gt_profile_stack *stacks;   /* in the order in which they were met */
	size_t n, cap;
	uint64_t count, unfinished;
	int64_t ns, unfinished_ns;

	/* Inside. */
	struct gt_profile_scan *scan;
};

/*
 * Begins a profile; *p is overwritten and released by the caller.  wakers: of offcpu, the stacks of what ended
 * the waits are told apart, too.  GT_ERR_NOMEM, GT_ERR_IO.
 */
int gt_profile_begin(struct gt_profile *p, struct gt_trace *t, enum gt_profile_kind kind,
		     const struct gt_profile_scope *scope, bool wakers, struct gt_error *err);
/*
 * Does some milliseconds' work: 1 when there is more, 0 when all is done, negative if the trace cannot be
 * read any more.
 */
int gt_profile_step(struct gt_profile *p, struct gt_error *err);
/* How much of it is done, for people. */
void gt_profile_progress(const struct gt_profile *p, uint64_t *done, uint64_t *total);
void gt_profile_release(struct gt_profile *p);

#endif
