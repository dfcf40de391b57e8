/* The critical path of a window of a goroutine: what its time was spent on, through all goroutines it waited for. */
#ifndef GT_ANALYSIS_CRITICAL_H
#define GT_ANALYSIS_CRITICAL_H

#include "analysis/paths/path.h"
#include "analysis/tasks/regionspans.h"

/*
 * The window [a, b] of goroutine G, from b backwards, is the walk of analysis/paths/path.h; its hops are cut into
 * segments where the one that runs is in a system call.  Segments of a window tile it: each ends where the
 * one given before it begins, none is empty.
 */
enum gt_seg_kind {
	GT_SEG_RUNNING,       /* on a P, outside of calls; v1: in calls that keep it, too */
	GT_SEG_SYSCALL,       /* in a call that kept its P */
	GT_SEG_SYSCALL_BLOCK, /* in a call that had lost it */
	GT_SEG_RUNNABLE,      /* waiting for a P */
	GT_SEG_NETWORK,       /* a wait that the network poller ended */
	GT_SEG_TIMER,         /* ... a timer */
	GT_SEG_GC,            /* a mark worker ran; a wait for the GC that no goroutine ended */
	GT_SEG_NOBODY,        /* a wait that no goroutine ended, nor one of these; before a creation by none */
	GT_SEG_WAITING,       /* a wait that goes on when the window ends */
	GT_SEG_UNKNOWN,       /* the trace does not show what it did, or what ended its wait */
	GT_SEGS
};

/* "running", "syscall" …: those that states have, too, as they are named there. */
const char *gt_seg_name(enum gt_seg_kind kind);

struct gt_seg {
	struct gt_hop hop;    /* its times are the segment's; `stack` only of what gt_seg_stack does not look for */
	enum gt_seg_kind kind;
	uint32_t window;      /* in which of the windows, from 0 */
	bool looked;          /* its stack is that of an event: gt_seg_stack */
};

/* Where the goroutine stood at the segment's end: for a wake-up or creation the stack of that event; 0: none. */
uint32_t gt_seg_stack(const struct gt_seg *s, const struct gt_trace *t, struct gt_events *events);

/*
 * The windows that arguments of a table ask for, none beyond the horizon, each cut to [from, until):
 *	region      each stretch inside regions with that name (gt_region_spans), of the goroutine if one is given;
 *	site        ... that begin there; with task_name or task only regions of such tasks;
 *	task_name   each task of that name that ended, from its begin to its end, on the goroutine that ended it;
 *	has_task    likewise that task;
 *	func        the life of each goroutine with that start function, which is all its slices and waits;
 *	has_g       its life (lives: each of its id's); with limited from `from` on even if it was created later;
 *	nothing     goroutine 1's life, else that of the one with the longest slice.
 */
void gt_crit_windows(struct gt_gspans *out, const struct gt_trace *t, const struct gt_table_args *args);

/* A walk over windows, one after the other. */
struct gt_crit {
	const struct gt_trace *t;
	const struct gt_gspans *windows;
	size_t window;                /* the present one */
	struct gt_path_walker *walker;
	int64_t done;                 /* ns of windows before it; saturates */
	/* Inside: a hop in which calls are cut out, back to `at`; which call is next. */
	struct gt_hop hop;
	struct gt_slice slice;
	bool in_hop, last;
	int64_t at;
	uint32_t call;
	uint32_t gc_label, other_label, gc_reason, other_reason;
};

void gt_crit_open(struct gt_crit *c, const struct gt_trace *t, const struct gt_gspans *windows);
/* False: there are no more. */
bool gt_crit_next(struct gt_crit *c, struct gt_seg *s);
void gt_crit_close(struct gt_crit *c);
/* The length of all windows together, ns; saturates. */
int64_t gt_crit_length(const struct gt_gspans *windows);
/* How much of that is done. */
int64_t gt_crit_done(const struct gt_crit *c);

#endif
