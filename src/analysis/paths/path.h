/* The wake-up chain: who woke a goroutine, what that one was doing, who woke it, and so on. */
#ifndef GT_ANALYSIS_PATH_H
#define GT_ANALYSIS_PATH_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/queuesites.h"
#include "index/query/events.h"

/*
 * The critical path that led up to a moment b of a goroutine G, latest part
 * first.  The rule, from time b backwards, always for the goroutine that is
 * followed (states as in gt_goroutine_walk, empty ones left out):
 *
 *	running, runnable, in a call without a P: a hop of this goroutine, and
 *	    on with the same goroutine before it;
 *	waiting, and goroutine H ended the wait at this time: no hop; H is
 *	    followed from here back to the start of the wait, and then the
 *	    goroutine that waited, from before its wait;
 *	waiting, and no goroutine ended the wait: a hop, the last one;
 *	waiting still (only at b itself): a hop, and on before the wait;
 *	created at this time by H: H is followed from here on.
 *
 * While H is followed its hops are cut off where the wait began that it ended:
 * nobody waited for what it did before.  H may itself have waited for others,
 * so that waits are nested; the innermost one that began last is left first.
 *
 * So each hop ends exactly where the one before it in the list begins, none is
 * empty, and the hops cover [start of the last one, b] without gap or overlap:
 * the sum of their durations is the length of the chain.  Each hop costs
 * O(log n), so a chain is linear in its hops.
 */
enum gt_hop_state {
	GT_HOP_RUNNING,
	GT_HOP_RUNNABLE,      /* waiting for a processor */
	GT_HOP_WAITING,       /* blocked: a wait whose waker is unknown, or the wait in which the path begins */
	GT_HOP_SYSCALL,       /* in a call that had lost its processor */
	GT_HOP_UNKNOWN,       /* only of windows: the trace does not show what it did */
};

/* What a hop did at its end for the one before it in the list. */
enum gt_hop_link {
	GT_LINK_FIRST,        /* nothing: the path was asked for from here */
	GT_LINK_SAME,         /* the same goroutine went on */
	GT_LINK_WOKE,         /* it woke that goroutine */
	GT_LINK_CREATED,      /* it created that goroutine */
	GT_LINK_WAITED,       /* its wait began, for which the hops before it in the list were followed */
};

/* Why the chain ends. */
enum gt_path_end {
	GT_PATH_BEGIN,        /* the trace begins here */
	GT_PATH_NETWORK,      /* the network poller ended the wait (GT_INSTANT_NETWORK) */
	GT_PATH_TIMER,        /* a timer did (GT_INSTANT_TIMER) */
	GT_PATH_RUNTIME,      /* no goroutine did, nor one of these */
	GT_PATH_MAIN,         /* the main goroutine created it */
	GT_PATH_NO_CREATOR,   /* no goroutine did: a timer's function, a C thread */
	GT_PATH_UNKNOWN,      /* the trace does not say what made it runnable */
	GT_PATH_LIMIT,        /* there are more hops */
	GT_PATH_WINDOW,       /* the window begins here */
};

struct gt_hop {
	enum gt_hop_state state;
	enum gt_hop_link link;
	int64_t t0, t1;
	int64_t waited;       /* GT_LINK_WOKE: how long that goroutine had been blocked in all; else GT_NO_TIME */
	uint32_t g;           /* goroutine row */
	uint32_t to;          /* that goroutine's row; of the first hop its own */
	uint32_t slice;       /* id of the slice that it lies in, or comes after; GT_NO_ROW */
	uint32_t reason;      /* string row: why it stopped, what it (WOKE: that one) waited for */
	uint32_t stack;       /* stack row: where it (WOKE: that one) stood; see gt_hop_stack */
	uint8_t type;         /* event type at its end: of the wake-up, creation, stop; 0: none */
	enum gt_path_end root; /* WAITING, UNKNOWN: what ended it, if not a goroutine; LIMIT: it goes on */
};

struct gt_path {
	uint32_t g;           /* it leads up to this goroutine (row) at that time */
	int64_t time;
	struct gt_hop *hops;
	size_t n, cap;
	enum gt_path_end end;
};

/*
 * The same hop by hop, the latest first.  A walk of a window [from, time] goes on where a chain ends: a wait that no
 * goroutine ended is a hop (its `root` says what did), followed by what the goroutine did before; what the trace
 * does not show is a hop, too, back to where the one that waited for it goes on.  So its hops tile the
 * window.  The window's own goroutine may have been created in it: then its creator is followed.
 */
struct gt_path_walker;

/* NULL: no such goroutine, or it did not exist yet.  from: INT64_MIN for a chain. */
struct gt_path_walker *gt_path_begin(const struct gt_trace *t, uint32_t g, int64_t from, int64_t time);
/* False: there are no more hops, as gt_path_why_ended says. */
bool gt_path_next(struct gt_path_walker *w, struct gt_hop *hop);
enum gt_path_end gt_path_why_ended(const struct gt_path_walker *w);
/* Of a RUNNING hop that was just given: the slice that it lies in. */
const struct gt_slice *gt_path_slice(const struct gt_path_walker *w);
void gt_path_finish(struct gt_path_walker *w);

/* More hops are not looked for: W on the last one goes on. */
#define GT_PATH_HOPS 1000

/*
 * The chain that leads up to goroutine row g at a time (of a slice or a wait:
 * its end; after the goroutine's end: that), max hops at most.  Replaces *path
 * ({ 0 } before the first call).  False: no such goroutine, or it did not exist yet.
 */
bool gt_path_walk(struct gt_path *path, const struct gt_trace *t, uint32_t g, int64_t time, size_t max);
void gt_path_release(struct gt_path *path);

/* The stack at a hop's end; of one that woke or created another that of the event, which is looked for. */
uint32_t gt_hop_stack(const struct gt_hop *hop, const struct gt_trace *t, struct gt_events *events);

/* The queue in which the goroutine that it woke had waited, or, of a wait, in which that is; NULL: none. */
const struct gt_queue_site *gt_hop_queue(const struct gt_hop *hop, struct gt_queue_sites *sites);

/* ns from the start of the last hop to the end of the first; 0 without hops. */
int64_t gt_path_length(const struct gt_path *path);

/* The same state as the reports of goroutines name it. */
enum gt_spent gt_hop_spent(enum gt_hop_state state);

/* "running" …; "woke G5 main.f" …; a sentence: why the chain ends. */
const char *gt_hop_state_name(enum gt_hop_state state);
void gt_hop_did(struct gt_buf *out, const struct gt_hop *hop, const struct gt_trace *t);
const char *gt_path_end_text(enum gt_path_end end);

/* Column of that, in both reports of paths; ends with what finds the cell. */
#define GT_COLUMN_QUEUE "queue", "Queue", GT_KIND_STRING, GT_COL_FUNC, 28, \
	"queue (channel, condition) that the one it woke had waited in, or that it waits in itself, named as in queues"

/* Columns of the report "path": a row is a hop, latest first. */
enum gt_path_col {
	GT_PATHC_HOP, GT_PATHC_START, GT_PATHC_END, GT_PATHC_DUR, GT_PATHC_STATE, GT_PATHC_G, GT_PATHC_LIFE,
	GT_PATHC_FUNC, GT_PATHC_P, GT_PATHC_DID, GT_PATHC_REASON, GT_PATHC_QUEUE, GT_PATHC_WAITED, GT_PATHC_SYSCALL,
	GT_PATHC_EVENT, GT_PATHC_WHERE, GT_PATHC_LEAF, GT_PATHC_END_WHY, GT_PATHC_STACK
};
/* Only for tables of gt_report_path. */
const struct gt_path *gt_path_of(const struct gt_table *t);

/* The longest slice that ran at a time, GT_NO_ROW if none did. */
uint32_t gt_slice_longest_at(const struct gt_trace *t, int64_t time);

#endif
