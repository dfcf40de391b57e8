/* What every processor (P) did while goroutines of the program waited for one: a walk back through time. */
#ifndef GT_ANALYSIS_HELD_H
#define GT_ANALYSIS_HELD_H

#include "analysis/pressure/shortage.h"
#include "analysis/stw/blame_index.h"
#include "analysis/waits/schedwait.h"

/*
 * At each moment there are N Ps: GOMAXPROCS (before it is written what is written first; if it never is, all Ps
 * of the trace).  A P counts while its number is smaller than that, and is one of:
 */
enum gt_held_kind {
	GT_HELD_PROGRAM,      /* held by a goroutine of the program, outside of a call */
	GT_HELD_UNNAMED,      /* ... of which nobody knows whose it is (goroutines/owner.h) */
	GT_HELD_DEDICATED,    /* ... by a mark worker of the GC, as its slice's label says */
	GT_HELD_FRACTIONAL,
	GT_HELD_IDLE_MARK,    /* ... one that takes what nobody else wants */
	GT_HELD_RUNTIME,      /* ... by another goroutine of the runtime */
	GT_HELD_SYSCALL,      /* ... by any goroutine in a system call (v1: in one in which it lost the P) */
	GT_HELD_SCHEDULER,    /* held by a thread that runs no goroutine */
	GT_HELD_IDLE,         /* held by none, as those that the trace never mentions */
	GT_HELD_STOPPED,      /* one of the last two, while a stop of the world waits for others */
	GT_HELD_STILL,        /* every P, from the last stop to the restart of the world */
	GT_HELD_KINDS
};

/* What else is added up over a time. */
enum {
	GT_HELD_FREE = GT_HELD_KINDS,   /* time in which at least one P was idle */
	GT_HELD_PROCS,                  /* N: the sum of all kinds */
	GT_HELD_LEVELS
};

/* ns, of all Ps together but for GT_HELD_FREE. */
struct gt_held_split {
	int64_t ns[GT_HELD_LEVELS];
};

/* "program", "gc dedicated" ...: as reports have it; what people read for kinds without a function. */
const char *gt_held_name(enum gt_held_kind kind);
const char *gt_held_text(enum gt_held_kind kind);

/*
 * The waits are those of the report sched: of the program's goroutines, with a cause, ended, cut at the ends of the
 * range.  Called once for each, in no order, in several threads at a time; the worker is below GT_WORKERS.
 */
typedef void gt_held_wait_fn(void *arg, unsigned worker, const struct gt_wait *w, const struct gt_held_split *split);

/* A P was one of these for a while; g: goroutine row, GT_NO_ROW where none held it. */
struct gt_held_hold {
	int64_t t0, t1;
	uint32_t proc_row, g;
	uint8_t kind;         /* enum gt_held_kind */
};

/* A part of one wait; func: string row, of GT_HELD_PROGRAM and GT_HELD_UNNAMED. */
struct gt_held_part {
	int64_t ns;
	uint32_t func;
	uint8_t kind;         /* enum gt_held_kind */
	bool is_long;         /* ... : in slices of gt_held_args.long_slice and more */
};

struct gt_held_args {
	int64_t from, to;
	unsigned threads;     /* how many may work at a time, each at a part of the range; 0: one */
	bool always;          /* ... even if the trace is short */
	unsigned moments;     /* a step looks at so many, or goroutines; 0: as many as suit a report */
	bool spans;           /* lists when there was pressure */
	/* ... or tells it, the latest first, neighbours perhaps in pieces; only of a walk in one thread. */
	void (*on_span)(void *arg, bool full, int64_t t0, int64_t t1);
	bool by_g;            /* sums of single goroutines */
	bool always_known;    /* gt_held.goroutines has all of them before on_wait is called */
	bool has_g, lives;    /* only waits of goroutine row g (lives: and of the other lives of its id), ... */
	uint32_t g;           /* ... or of those with a start function */
	const char *func;     /* NULL: any */
	/* No waits are looked for: gt_held_one and gt_held_each are asked for times.  Not with by_g. */
	bool whole;
	int64_t long_slice;   /* ... : parts tell slices of this length from shorter ones; 0: they do not */
	gt_held_wait_fn *on_wait;
	/*
	 * Filled; NULL: nobody asks.  Of the waits nothing but pressure is known then.  Not with `whole`, by_g,
	 * on_wait.
	 */
	struct gt_shortage *shortage;
	/* What each P that the trace mentions did: called back in time, at least once for each; with `whole` only. */
	void (*on_hold)(void *arg, const struct gt_held_hold *hold);
	void *arg;
};

#define GT_HELD_FRAME 4096u     /* gt_held_args.moments of a step that suits a frame */

struct gt_held_span {
	int64_t t0, t1;
};
struct gt_held_spans {
	struct gt_held_span *v; /* in time order, without gaps of 0 */
	size_t n, cap;
};

struct gt_held_worker;
struct gt_held_change;
struct gt_held;

/* Of the i-th time: h->split and h->parts. */
typedef void gt_held_each_fn(void *arg, size_t i, const struct gt_held *h);

struct gt_held {
	const struct gt_trace *trace;
	struct gt_held_args args;
	int64_t from, to;     /* inside the trace, and before its horizon */

	bool done;
	bool stop;            /* set while gt_held_each tells: it is to end */
	uint64_t seen, slices;/* slices looked at, of how many */
	/* Of all waits, each with its own N Ps; only with on_wait, by_g or `whole`. */
	uint64_t waits;
	int64_t sum;          /* ns of these */
	struct gt_held_split split;
	struct gt_scratch by_g;         /* int64_t of each goroutine row: of GT_HELD_PROGRAM and GT_HELD_UNNAMED */
	/*
	 * some: at least one goroutine of the program was runnable, whatever began or ended its wait; full: and no P
	 * was held by one of the program's goroutines, or by one that may be.
	 */
	int64_t some, full;
	struct gt_held_spans some_spans, full_spans;
	struct gt_held_part *parts;     /* gt_held_one, gt_held_each: by ns, the largest first */
	size_t nparts, cap_parts;
	struct gt_ginfos goroutines;

	/* Inside; held_own.h. */
	struct gt_scratch classes;      /* uint8_t by goroutine row */
	uint8_t causes[GT_EVENT_TYPES];
	struct gt_held_change *changes; /* by time */
	size_t nchanges, cap_changes;
	uint64_t procs;       /* N before the first change of it; UINT64_MAX: there is none */
	struct gt_held_worker *workers;
	unsigned nworkers;
	gt_held_each_fn *each;
	void *each_arg;
};

/*
 * Begins a walk over the part of [from, to) inside the trace and before its horizon; *h is overwritten and
 * released by the caller.  b covers that part.  GT_ERR_NOMEM, GT_ERR_IO; GT_ERR_LIMIT: the sums may not fit.
 */
int gt_held_begin(struct gt_held *h, const struct gt_trace *t, const struct gt_blame_index *b,
		  const struct gt_held_args *args, struct gt_error *err);
/* Looks at some ten thousand slices; true when there are no more. */
bool gt_held_step(struct gt_held *h);
/* For a frame: begun with the first step, and with no result if there is no memory for it.  { 0 } is not begun. */
struct gt_held_frames {
	struct gt_held held;
	bool begun, failed;
};
/* True when there is no more to do.  err, if it failed, as from gt_held_begin; release f->held if it was begun. */
bool gt_held_frames_step(struct gt_held_frames *f, const struct gt_trace *t, const struct gt_blame_index *b,
			 int64_t from, int64_t to, struct gt_error *err);
/*
 * Of a wait, or any other time, from t0 to t1: fills h->split and h->parts, whose sum is GT_HELD_PROCS.  Reads what
 * happened in that time, O(P log n) at least.
 */
void gt_held_one(struct gt_held *h, int64_t t0, int64_t t1);
/*
 * The same of many times, those that end last first; told in the order of their starts, the last first (those of
 * no length, or outside of the range, are not).  One walk from the last to the first, which skips what lies far
 * from all of them; each of those that go on at once costs what happens in it.
 */
void gt_held_each(struct gt_held *h, const struct gt_held_span *times, size_t n, gt_held_each_fn *told, void *arg);
/* How many Ps there were at t0 of the last one that the trace never mentions. */
uint64_t gt_held_unseen(const struct gt_held *h);
void gt_held_release(struct gt_held *h);
/*
 * Instead of a walk that is asked for nothing but the shortage and the sums of pressure: true, *h (overwritten) and *s
 * have what was kept of an earlier one.  And keeps it; only of a whole trace.
 */
bool gt_shortage_recall(struct gt_held *h, struct gt_shortage *s, const struct gt_trace *t, int64_t from, int64_t to);
void gt_shortage_keep(const struct gt_held *h, const struct gt_shortage *s);
/* All of it; GT_ERR_CANCELLED if progress (NULL: none) returns false. */
int gt_held_run(struct gt_held *h, const struct gt_trace *t, const struct gt_held_args *args,
		bool (*progress)(void *arg, uint64_t done, uint64_t total), void *progress_arg, struct gt_error *err);

#endif
