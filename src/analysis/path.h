/* The walk back: who woke a goroutine, what that one was doing, who woke it, and so on. */
#ifndef GT_ANALYSIS_PATH_H
#define GT_ANALYSIS_PATH_H

#include "analysis/table.h"
#include "index/events.h"

/*
 * The critical path that led up to a point in a goroutine's life, latest part
 * first.  Each hop is a stretch of one goroutine in one state, and each ends
 * where the one before it in the list begins (or, if it woke that one, where
 * its wait ended): together they cover the time back to the path's root.
 */
enum gt_hop_state {
	GT_HOP_RUNNING,
	GT_HOP_RUNNABLE,      /* waiting for a processor */
	GT_HOP_WAITING,       /* blocked: where nobody is known who ended it, and where the path begins */
	GT_HOP_SYSCALL,       /* in a call that had lost its processor */
};

/* What a hop did at its end for the one before it in the list. */
enum gt_hop_link {
	GT_LINK_FIRST,        /* nothing: the path was asked for from here */
	GT_LINK_SAME,         /* the same goroutine went on */
	GT_LINK_WOKE,         /* it woke that goroutine */
	GT_LINK_CREATED,      /* it created that goroutine */
};

struct gt_hop {
	enum gt_hop_state state;
	enum gt_hop_link link;
	int64_t t0, t1;
	int64_t waited;       /* GT_LINK_WOKE: how long that goroutine had been blocked; else GT_NO_TIME */
	uint32_t g;           /* goroutine row */
	uint32_t to;          /* that goroutine's row; of the first hop its own */
	uint32_t slice;       /* id of the slice that it lies in, or comes after; GT_NO_ROW */
	uint32_t reason;      /* string row: why it stopped, what it (WOKE: that one) waited for */
	uint32_t stack;       /* stack row: where it (WOKE: that one) stood; see gt_hop_stack */
	uint8_t type;         /* event type at its end: of the wake-up, creation, stop; 0: none */
};

/* Why the walk ended. */
enum gt_path_end {
	GT_PATH_BEGIN,        /* the trace begins here */
	GT_PATH_ROOT,         /* no goroutine ended the wait: network, timer, the runtime */
	GT_PATH_MAIN,         /* the main goroutine created it */
	GT_PATH_UNKNOWN,      /* the trace does not say what made it runnable */
	GT_PATH_LIMIT,        /* there are more hops */
};

struct gt_path {
	struct gt_hop *hops;
	size_t n, cap;
	enum gt_path_end end;
};

#define GT_PATH_HOPS 1000

/*
 * Walks back from goroutine row g at a time (of a slice: its end), max hops at
 * most.  Replaces *path ({ 0 } before the first call).  False: no such goroutine, or it did not exist yet.
 */
bool gt_path_walk(struct gt_path *path, const struct gt_trace *t, uint32_t g, int64_t time, size_t max);
void gt_path_release(struct gt_path *path);

/* The stack at a hop's end; of one that woke or created another that of the event, which is looked for. */
uint32_t gt_hop_stack(const struct gt_hop *hop, const struct gt_trace *t, struct gt_events *events);

/* "running" …; "woke G5 main.f" …; why the walk ended, NULL if it goes on. */
const char *gt_hop_state_name(enum gt_hop_state state);
void gt_hop_did(struct gt_buf *out, const struct gt_hop *hop, const struct gt_trace *t);
const char *gt_path_end_text(enum gt_path_end end);

/* Columns of the report "path": a row is a hop, latest first. */
enum gt_path_col {
	GT_PATHC_HOP, GT_PATHC_START, GT_PATHC_END, GT_PATHC_DUR, GT_PATHC_STATE, GT_PATHC_G, GT_PATHC_FUNC,
	GT_PATHC_P, GT_PATHC_DID, GT_PATHC_REASON, GT_PATHC_WAITED, GT_PATHC_SYSCALL, GT_PATHC_EVENT,
	GT_PATHC_TOP, GT_PATHC_END_WHY, GT_PATHC_STACK,
	GT_PATHC_COLS
};
extern const struct gt_report gt_report_path;

/* Only for tables of gt_report_path. */
const struct gt_path *gt_path_of(const struct gt_table *t);

/* The longest slice that ran at a time, GT_NO_ROW if none did. */
uint32_t gt_slice_longest_at(const struct gt_trace *t, int64_t time);

#endif
