/* Where goroutines spend their time (format/semantics.md 6): states one by one, and summed up. */
#ifndef GT_ANALYSIS_GOROUTINES_H
#define GT_ANALYSIS_GOROUTINES_H

#include "analysis/table/table.h"
#include "base/idset.h"

struct gt_buf;
struct gt_events;

enum gt_spent {
	GT_SPENT_EXEC,          /* on a processor, not in a call */
	GT_SPENT_SCHED,         /* runnable, waiting for a processor */
	GT_SPENT_SYSCALL,       /* in a call that kept its processor */
	GT_SPENT_SYSCALL_BLOCK, /* in a call that had lost it */
	GT_SPENT_BLOCK,         /* waiting for something: `reason` */
	GT_SPENT_KINDS
};

/* The words for the states, wherever they are shown: "running", "runnable", "syscall", "syscall without P" … */
const char *gt_spent_name(enum gt_spent what);

struct gt_interval {
	int64_t t0, t1;         /* ns since the start; t1 the trace's end if it is still going on */
	enum gt_spent what;
	uint32_t slice;         /* id of the slice it lies in, or comes after; GT_NO_ROW */
	uint32_t reason;        /* string row: what a BLOCK waits for, 0: not known */
	uint32_t likely;        /* ... which its start function says then, 0 */
	uint32_t stack;         /* stack row: where it began to wait, or the call; 0: none */
	uint32_t waker;         /* goroutine row of who ended a BLOCK, GT_NO_ROW: nobody */
	uint8_t begin_type;     /* event type it began with, 0: before the trace */
	uint8_t end_type;       /* event type it ended with, 0: still going on */
	bool woken;             /* a BLOCK that was ended by a wake-up; false: open, or the trace does not say */
	bool open;              /* goes on at the trace's end */
};

/*
 * What a BLOCK waits for, a string row: as the trace records it, else as its stack or its start function says
 * (stacks/reasons.h), in which case *inferred is set; 0: nobody knows.  0 of other states.  Sums of goroutines and
 * profiles of the network and of sync do without what is inferred, as Go's do.
 */
uint32_t gt_interval_reason(const struct gt_trace *t, const struct gt_interval *iv, bool *inferred);

/*
 * False: it may have ended sooner.  The end of a call without a P has in v1 a time of its own and is written when
 * the goroutine has got a P: of a damaged trace it may be lost though it lies before the horizon.
 */
bool gt_interval_known(const struct gt_trace *t, const struct gt_interval *iv);

/* Returns false to stop the walk. */
typedef bool gt_interval_fn(void *arg, const struct gt_interval *iv);

/*
 * All states of a goroutine's life without gaps, oldest first (or latest
 * first: faster), empty ones left out.
 */
void gt_goroutine_walk(const struct gt_trace *t, uint32_t row, bool backward, gt_interval_fn *fn, void *arg);

/* Those that begin before a time, latest first, perhaps after one or two that do not. */
void gt_goroutine_walk_before(const struct gt_trace *t, uint32_t row, int64_t time, gt_interval_fn *fn, void *arg);

/* The states before one of its slices and after the one before that; GT_NO_ROW: after the last one. */
void gt_goroutine_walk_gap(const struct gt_trace *t, uint32_t row, uint32_t next, gt_interval_fn *fn, void *arg);

struct gt_reason_ns {
	uint32_t reason;        /* string row */
	int64_t ns;
};

/* The same of a caller that has the slices: next NULL: after the last one; prev NULL: there is none before. */
void gt_goroutine_walk_between(const struct gt_trace *t, const struct gt_goroutine *g, const struct gt_slice *prev,
			       const struct gt_slice *next, gt_interval_fn *fn, void *arg);

/*
 * The part of that around slices k0 .. k1 - 1 of the goroutine, oldest first:
 * from the end of the slice before them to the end of the last one, or to the
 * end of the goroutine if k1 is the number of its slices.
 */
void gt_goroutine_walk_part(const struct gt_trace *t, uint32_t row, uint32_t k0, uint32_t k1, gt_interval_fn *fn,
			    void *arg);

/* Sums of a goroutine's states. */
struct gt_gsums {
	int64_t ns[GT_SPENT_KINDS];
	int64_t total;          /* from its creation (or the trace's start) to its end (or the trace's) */
	struct gt_reason_ns *block; /* by reason, largest first */
	size_t nblock, capblock;
	struct gt_idset by_reason;  /* private: block by reason, where there are many */
};

/* Replaces *sums (zeroed before the first call); only what lies in [from, to) counts. */
void gt_goroutine_sums(const struct gt_trace *t, uint32_t row, int64_t from, int64_t to,
		       struct gt_gsums *sums);
void gt_gsums_release(struct gt_gsums *sums);
void gt_gsums_forget_blocks(struct gt_gsums *sums);
/* Adds n reasons to those of sums; gt_gsums_sort puts the largest first again. */
void gt_gsums_add_blocks(struct gt_gsums *sums, const struct gt_reason_ns *b, size_t n);
void gt_gsums_sort(struct gt_gsums *sums);

/* Columns of the report "goroutines": a row is a life, its number the goroutine row. */
enum gt_goroutines_col {
	GT_GOS_G, GT_GOS_LIFE, GT_GOS_FUNC, GT_GOS_CREATE, GT_GOS_START, GT_GOS_END, GT_GOS_TOTAL, GT_GOS_EXEC,
	GT_GOS_SCHED, GT_GOS_SYSCALL, GT_GOS_SYSCALL_BLOCK, GT_GOS_BLOCKED, GT_GOS_BLOCK, GT_GOS_RANGE,
	GT_GOS_CREATOR,
	GT_GOS_SLICES, GT_GOS_STATE, GT_GOS_SYSTEM, GT_GOS_OLDER, GT_GOS_FOREVER, GT_GOS_REASON, GT_GOS_CREATE_STACK,
	GT_GOS_END_STACK
};

/* True if some id has several lives. */
bool gt_ids_repeat(const struct gt_trace *t);

/* " (life 2 of 6)" of a goroutine row; nothing if it is its id's only one. */
void gt_life_text(struct gt_buf *out, const struct gt_trace *t, uint32_t row);

/*
 * Whether this is the last life of its id that began before `until`.  C threads that call Go use ids again
 * and again; Go's own tool sums up the last life of each, and so do we where
 * rows or numbers are "of the trace", or of a range, and not of one goroutine.
 */
bool gt_goroutine_is_last(const struct gt_trace *t, const struct gt_goroutine *g, int64_t until);

/* The same words of an event's states (enum gt_gstate); "ended" for a goroutine that is gone. */
const char *gt_gstate_name(unsigned state);

/*
 * Stack row of where a goroutine stood when the trace first mentions it, 0: unknown.  v1 gives goroutines
 * that are older than the trace a creation whose stack is their start function, not where they wait.
 */
uint32_t gt_goroutine_first_stood(const struct gt_trace *t, const struct gt_goroutine *g);

/* The stack of the event of that type at that time which made goroutine row g runnable: its waker's; 0: none. */
uint32_t gt_waking_stack(const struct gt_trace *t, struct gt_events *events, uint32_t g, int64_t time, uint8_t type);

/* The state that it is in at the end of the trace. */
const char *gt_goroutine_state_name(const struct gt_trace *t, const struct gt_goroutine *g);

/* Of a row of the report groups: the string row of the start function. */
uint32_t gt_groups_func(const struct gt_table *t, uint64_t row);

#endif
