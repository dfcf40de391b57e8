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
 * held the P since the trace's start: that is t0, though the first event about it comes later, at `seen`.
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
	uint32_t waker;       /* row of the goroutine that made g runnable at `ready`: unblocked it, created it, or
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
	/*
	 * String row of its name: its start function, 0: unknown.  Of one that a wrapper started (errgroup), the first
	 * of the program's functions in it, or the wrapper and where it was created; wrapper is what started it then.
	 */
	uint32_t func, wrapper;
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

/* Extra fields of a goroutine that only v1 needs. */
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

/*
 * value: GT_NONE where there is no heap goal: with GOGC=off, or where a memory limit alone makes the pace, Go 1.27
 * writes 0, older ones a number beyond any memory (golang/go#63864).
 */
struct gt_counter { int64_t t; uint64_t value; uint8_t metric; /* enum gt_metric */ };
#define GT_HEAP_GOAL_MAX (UINT64_C(1) << 48)     /* bytes */

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
/*
 * What the program or its clocks did wrong that makes nothing of the trace wrong: no damage.  A row for each kind,
 * about the first of its kind.
 */
enum gt_note_kind {
	GT_NOTE_REGION_ORDER, /* a region ended while one that began later on its goroutine was open */
	GT_NOTE_REGION_END,   /* a region ended that its goroutine was not in: twice, or begun by another */
	GT_NOTE_TASK_END,     /* a task ended again */
	GT_NOTE_CLOCKS,       /* clocks of threads or Ps differ by ns at least; t: where; n events show that */
	GT_NOTE_CLOCK_BACK,   /* the clock was set back, at most by ns, at t */
	GT_NOTE_WALL_CLOCK,   /* the wall clock was set, by ns, at t */
	GT_NOTE_CLOCKS_MOVED, /* n clocks were moved, as gt_trace_shifts says (in no index that is kept) */
	GT_NOTE_TEXT,         /* text of the program stood in the trace, ns bytes of it; the first at byte `task` */
	GT_NOTES
};
struct gt_note {
	uint64_t n;           /* how often */
	int64_t t;            /* the first: when, … */
	int64_t ns;           /* how much; of annotations 0 */
	uint64_t task;
	uint32_t name;        /* string row of a region's name */
	uint32_t g, stack;    /* rows of its goroutine and of the stack there */
	uint8_t kind;         /* enum gt_note_kind */
};
struct gt_log {
	int64_t t;
	uint64_t task;
	uint32_t g, category, stack;   /* goroutine row, string row, stack row */
	uint64_t msg_off;     /* where the message's bytes are in the trace */
	uint32_t msg_len;
};
/* No P and no thread had an event between these two. */
struct gt_silence {
	int64_t t0, t1;
};
#define GT_SILENCE_LEAST INT64_C(10000000)      /* ns: shorter ones are in no row */
struct gt_sample {
	int64_t t;
	uint64_t m, p, g;     /* ids as recorded; GT_NONE */
	uint32_t stack;       /* stack row */
};

/* ---- lanes: threads, instants, counts by state (queries: index/query/tracks.h) ---- */

/*
 * v2: one row per thread that wrote events, in the order of the generations
 * and of their batches.  v1: one per thread that a ProcStart names; older
 * traces that name none have no rows.
 */
struct gt_thread_row {
	uint64_t id;
	int64_t first;        /* first mention: its first batch (v2), its first ProcStart (v1) */
	uint64_t runs;        /* rows so far; 0: it never held a P */
	int64_t busy;         /* ns in slices */
};

/* A stretch of a thread holding a P.  Those of one thread do not overlap and are in time order. */
struct gt_thread_run {
	int64_t t0, t1;
	uint32_t proc_row;        /* the P */
	int64_t busy;         /* ns in slices of that P inside it */
	uint32_t who;         /* goroutine row of the longest of these slices, GT_NO_ROW: none */
	uint32_t longest;     /* that slice's id, GT_NO_ROW: none that has a length; the first of equal ones */
};

/*
 * Each wake-up is in one of four lists.  NETWORK: of a goroutine that waited
 * for the network, by no goroutine (the poller), or by one that restarted the
 * world, which polls the network, too.  TIMER: on a P but by no goroutine, of a
 * sleeper or of one that waited for what a timer's function can do (channels,
 * select, locks), and all by the timers' own goroutines (up to Go 1.13).
 * SYSCALL: the end of a call that had lost its P.  UNBLOCK: all others, on the
 * P of the event.  Go's own reader of v1 puts into NETWORK all ends of waits for the network,
 * also those by a goroutine that set a deadline or closed the connection.
 */
enum gt_instant {
	/* of a P: part */
	GT_INSTANT_UNBLOCK,   /* g was woken */
	GT_INSTANT_CREATE,    /* g was created */
	GT_INSTANT_PREEMPT,   /* g was preempted (GoPreempt, GoStop) */
	GT_INSTANT_ASSIST,    /* g began a mark assist */
	GT_INSTANT_LOG,       /* g logged a message (gt_log_seek finds it by time) */
	GT_INSTANT_SAMPLE,    /* a CPU sample of g */
	GT_INSTANT_LABEL,     /* g labelled its slice, as mark workers do; v1: its start did */
	/* of no P: part is GT_NO_ROW */
	GT_INSTANT_NETWORK,
	GT_INSTANT_TIMER,
	GT_INSTANT_SYSCALL,
	GT_INSTANTS
};

struct gt_instant_row {
	int64_t t;
	uint32_t g;           /* goroutine row that it is about, GT_NO_ROW if unknown */
};

enum gt_count {
	GT_COUNT_RUNNING,     /* goroutines on a P and not in a call */
	GT_COUNT_RUNNABLE,
	GT_COUNT_WAITING,     /* those that are blocked for ever too */
	GT_COUNT_SYSCALL,     /* in a call, with or without a P; v1: without a P only, others are not recorded */
	GT_COUNT_THREADS,     /* threads that hold a P */
	GT_COUNT_THREADS_SYSCALL, /* threads in a call without a P: not in THREADS */
	GT_COUNTS
};

/*
 * A count is a step function of time: its value at x is what the events up to
 * and including x made it.  What existed before the trace began counts
 * from 0 on in the state in which it is first met (format/semantics.md 6), so the integral of
 * a state is the sum of the goroutines' time in it.
 */
struct gt_counts {
	int64_t ns[GT_COUNTS];    /* integral of count * ns over [a, b) */
	uint64_t max[GT_COUNTS];  /* largest value in [a, b) */
};

/* ---- names, clocks ---- */

/* Rows of the strings that each trace begins with: what the runtime calls some waits, whether it has such or not. */
enum gt_known_string {
	GT_STR_NONE, GT_STR_FOREVER, GT_STR_PREEMPTED, GT_STR_NETWORK, GT_STR_SLEEP, GT_STR_SELECT, GT_STR_CHAN_RECEIVE,
	GT_STR_CHAN_SEND, GT_STR_SYNC, GT_STR_COND, GT_STR_SYSTEM, GT_STR_NO_CASES, GT_STR_COUNT
};

struct gt_frame {
	uint64_t pc, line;
	uint32_t func, file;  /* string rows */
};

/* Clock of a generation, for wall-clock times (Go 1.25+). */
struct gt_clock { int64_t t; uint64_t mono; uint64_t sec; uint32_t nsec; };

#endif
