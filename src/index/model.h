/* The rows that the index holds, as its readers see them. */
#ifndef GT_INDEX_MODEL_H
#define GT_INDEX_MODEL_H

#include "order/event.h"

/*
 * Times in all rows are ns since the trace's start (the first Sync in v2);
 * gt_trace_info.first_ts is that start on the trace's own clock.
 * Row numbers: goroutine rows, stack rows and string rows are dense from 0;
 * slice ids are opaque 32-bit numbers (table block * 512 + place).
 */
#define GT_NO_ROW UINT32_MAX
#define GT_NO_TIME INT64_MIN        /* "not in the trace" for optional times */

/* How a slice or a wait begins and ends: the format's event types are kept (gt_event_type_name). */

enum gt_slice_flag {
	GT_SLICE_OPEN = 1 << 0,        /* still running when the trace ended: t1 is the trace's end */
	GT_SLICE_CUT = 1 << 1,         /* was on the P since before the trace (or its start was lost) */
	GT_SLICE_LOST_P = 1 << 2,      /* ended because the P was taken during a syscall */
	GT_SLICE_INEXACT = 1 << 3,     /* the end had to be inferred */
	GT_SLICE_CALLS = 1 << 4,       /* has syscalls inside (table of calls) */
};

/*
 * On-processor slice: g held p from t0 to t1 (format/semantics.md 12).  One that began before the trace has
 * held the P since the trace's start: that is t0, though the event that tells of it comes later, at `seen`.
 * For Go's reader, and in the report greedy, it begins there.
 */
struct gt_slice {
	uint32_t id;
	int64_t t0, t1;
	int64_t seen;         /* when the trace first shows g running: t0 if it is not cut; t1: never */
	uint32_t proc_row;        /* index of the P: gt_proc */
	uint32_t g;           /* goroutine row */
	uint32_t end_stack;   /* stack row where it ended (lost P: stack of the call); 0: none */
	uint32_t label;       /* string row ("GC (idle)" …), 0: none */
	uint32_t reason;      /* string row: why it stopped (GoBlock, GoStop), 0: none */
	uint32_t prev;        /* slice id of the goroutine's previous slice, or GT_NO_ROW */
	int64_t ready;        /* when g had become runnable before t0; GT_NO_TIME if unknown */
	uint32_t waker;       /* goroutine row of who made g runnable at `ready`: unblocked it, created it, or
			       * switched to it; GT_NO_ROW: nobody (scheduler, poller, timer), unknown */
	/* v1, where events can have equal times: the numbers of the events at t0, t1 and ready; else GT_NONE */
	uint64_t start_n, end_n, ready_n;
	uint8_t start_type;   /* event types of the format, of the event at `seen`: GoStart …, */
	uint8_t end_type;     /* GoBlock, ProcSteal …; 0 if open */
	uint8_t ready_type;   /* GoUnblock, GoCreate, GoSyscallEndBlocked, GoStop …; 0 unknown */
	uint8_t flags;        /* enum gt_slice_flag */
};

/* A system call inside a slice (v2), or the tail of one that lost its P. */
struct gt_syscall {
	int64_t t0, t1;       /* t1: end of the call, or the slice's end if the P was lost */
	uint32_t g;           /* goroutine row */
	uint32_t stack;       /* stack row of the call; 0: none */
	bool lost;            /* the P was taken (or the trace ended) before it returned */
	bool known_start;     /* false: the call was going on when the trace began */
};

/* A thread holding a P. */
struct gt_proc_binding {
	int64_t t0, t1;
	uint64_t m;
};

struct gt_proc {
	uint64_t id;
	int64_t first;        /* first mention */
	uint64_t slices;      /* rows so far */
	int64_t busy;         /* ns in slices */
};

/* A goroutine's life.  Ids can be re-used (C threads): one row per life, in order of first mention. */
struct gt_goroutine {
	uint32_t row;
	uint64_t id;
	int64_t create;       /* creation, or trace start for those that are older (older = true) */
	int64_t first_seen;   /* time of the first event about it: creation or status */
	int64_t start;        /* first time it ran, GT_NO_TIME */
	int64_t end;          /* destroyed, GT_NO_TIME if alive at the end */
	uint32_t creator;     /* goroutine row or GT_NO_ROW */
	uint32_t create_stack;/* stack row of the creator at the creation, 0: none, or older */
	uint32_t first_stack; /* transition stack of the first event (new_stack, GoStatusStack), 0 */
	uint32_t func;        /* string row of its start function, 0: unknown */
	uint32_t last_slice;  /* id of its last slice or GT_NO_ROW; walk back with prev */
	uint32_t slices;      /* number of its slices */
	uint32_t waker;       /* as of a slice: who made it runnable since its last one ended; GT_NO_ROW: nobody */
	uint32_t end_stack;   /* stack of the last transition, 0 */
	uint32_t end_reason;  /* string row: what it waits for at the end */
	int64_t since;        /* time of the last state change */
	int64_t mid;          /* time within the last state that split it (P lost in the final call), GT_NO_TIME */
	uint8_t first_type;   /* event type that introduced it (GoCreate, GoStatus …) */
	uint8_t first_state;  /* enum gt_gstate it had then */
	uint8_t state;        /* enum gt_gstate at the end of the trace (NOT_EXIST: it ended) */
	uint8_t last_type;    /* event type of the last state change */
	bool predates_trace;           /* existed before the trace began */
	bool system;          /* a runtime goroutine: empty name or runtime.*, except runtime.main */
	bool forever;         /* waits for what cannot come (nil channel, empty select) since `since`; it lives on */
};

/* What v1 needs of a goroutine besides. */
struct gt_goroutine_v1 {
	uint64_t last_n;         /* number of the event of the last state change */
	uint64_t first_stack_id; /* id of first_stack, as its first start shows it; 0 in traces of Go 1.5 */
};

/* A range: STW, GC mark phase, sweep, mark assist (format/semantics.md 9). */
struct gt_range_row {
	int64_t t0, t1;       /* t1 = GT_NO_TIME: not ended in the trace */
	uint32_t g;           /* goroutine row, or GT_NO_ROW */
	uint32_t proc_row;        /* P index, or GT_NO_ROW */
	uint32_t name;        /* string row: STW kind text ("GC mark termination"), 0 for the others */
	uint32_t stack;       /* stack row at its begin */
	uint64_t value, value2; /* sweep: bytes swept, reclaimed */
	uint8_t kind;         /* enum gt_range */
	bool active;          /* was going on when the trace began: t0 is 0 */
};

struct gt_counter { int64_t t; uint64_t value; uint8_t metric; /* enum gt_metric */ };

/* User annotations (format/semantics.md 10).  Times GT_NO_TIME where the trace has no such end. */
struct gt_task {
	uint64_t id, parent;  /* parent GT_NONE: none */
	int64_t t0, t1;
	uint32_t name;        /* string row */
	uint32_t g0, g1;      /* goroutine rows of begin and end */
};
struct gt_region {
	int64_t t0, t1;
	uint64_t task;
	uint32_t name, g, stack;   /* string row, goroutine row, stack row of the begin */
};
struct gt_log {
	int64_t t;
	uint64_t task;
	uint32_t g, category, stack;   /* goroutine row, string row, stack row */
	uint64_t msg_off;     /* where the message's bytes are in the trace */
	uint32_t msg_len;
};
struct gt_sample {
	int64_t t;
	uint64_t m, p, g;     /* ids as recorded; GT_NONE */
	uint32_t stack;       /* stack row */
};

struct gt_frame {
	uint64_t pc, line;
	uint32_t func, file;  /* string rows */
};

/* Clock of a generation, for wall-clock times (Go 1.25+). */
struct gt_clock { int64_t t; uint64_t mono; uint64_t sec; uint32_t nsec; bool known; };

#endif
