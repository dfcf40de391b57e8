/* Profiles: waits (or CPU samples) counted and summed by stack (format/semantics.md 7). */
#ifndef GT_ANALYSIS_PROFILE_H
#define GT_ANALYSIS_PROFILE_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/profiles/scope.h"

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
 * critpath critical paths (analysis/paths/critical.h: the scope says of which windows), all that they are, by the
 *          kind of their segments and by the stack at the end of each
 *
 * A wait counts if it ended in the trace (as far as that is whole) and some of it lies in the scope, with that
 * part.  Others are summed apart.  What went on when the trace began: net and sync cannot have it,
 * because its reason is unknown; sched and, in v2, syscall count it from the event that first shows it, as Go does;
 * v1's syscall, which needs the call's begin, does not; offcpu counts it from the trace's start.
 */
enum gt_profile_kind {
	GT_PROFILE_NET, GT_PROFILE_SYNC, GT_PROFILE_SYSCALL, GT_PROFILE_SCHED, GT_PROFILE_CPU, GT_PROFILE_OFFCPU,
	GT_PROFILE_CRITPATH, GT_PROFILES
};

/* "net" …, what --pprof takes; GT_PROFILES: there is no such profile. */
const char *gt_profile_name(enum gt_profile_kind kind);
enum gt_profile_kind gt_profile_find(const char *name);
/* The report that lists the profile's stacks; for critpath, the report of the critical path itself. */
const struct gt_report *gt_profile_report(enum gt_profile_kind kind);

/* Whether it is of waits, which can be in groups: of a group of waits the others have nothing. */
GT_INLINE bool gt_profile_of_waits(enum gt_profile_kind kind)
{
	return kind == GT_PROFILE_NET || kind == GT_PROFILE_SYNC || kind == GT_PROFILE_SCHED ||
	       kind == GT_PROFILE_OFFCPU;
}

/* Those that show the same functions, files and lines are one. */
struct gt_profile_stack {
	uint32_t stack;       /* stack row, 0: none */
	uint32_t waker;       /* stack row of what ended the wait, 0: none, or not asked for */
	uint64_t count;
	int64_t ns;           /* of cpu: count */
	uint8_t kind;         /* of critpath: enum gt_seg_kind + 1, whose name stands outside of the frames; else 0 */
};

struct gt_profile {
	enum gt_profile_kind kind;
	/* In the order in which a walk over goroutines, each from its first state to its last, meets them. */
	struct gt_profile_stack *stacks;
	size_t n, cap;
	uint64_t count, unfinished;
	int64_t ns, unfinished_ns;
};

/* A profile and its trace, on one of two sides: only the newer one, where there is but one. */
struct gt_profiled {
	const struct gt_trace *t;
	const struct gt_profile *p;
	bool old;
};

struct gt_profile_args {
	enum gt_profile_kind kind;
	struct gt_profile_scope scope;
	bool wakers;          /* of offcpu: the stacks of what ended the waits are told apart, too */
	/* Called now and then, by one thread; false stops it (GT_ERR_CANCELLED).  NULL: nobody asks. */
	bool (*progress)(void *arg, uint64_t done, uint64_t total);
	void *progress_arg;
};

/* What the report offcpu is opened with. */
struct gt_offcpu_args {
	bool wakers;          /* as above */
};
GT_OWN_ARGS(gt_offcpu_args)

/* Of a table that was opened with these. */
GT_INLINE struct gt_profile_args gt_profile_args_of(const struct gt_table_args *a, enum gt_profile_kind kind)
{
	return (struct gt_profile_args){ .kind = kind, .scope = gt_profile_scope_of(a),
					 .wakers = gt_offcpu_args_of(a)->wakers, .progress = a->progress,
					 .progress_arg = a->progress_arg };
}

/*
 * Makes a profile, in several threads where it is large; *p is overwritten and released by the caller, also after
 * an error: GT_ERR_NOMEM, GT_ERR_IO, GT_ERR_CANCELLED, or the trace cannot be read any more.
 */
int gt_profile_make(struct gt_profile *p, struct gt_trace *t, const struct gt_profile_args *args,
		    struct gt_error *err);
/* "runnable", of critpath; else NULL. */
const char *gt_profile_stack_kind(const struct gt_profile_stack *s);
void gt_profile_release(struct gt_profile *p);

#endif
