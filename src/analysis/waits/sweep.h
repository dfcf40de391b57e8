/* One walk back through time: who waited for a P, which Ps were idle, and who held one long meanwhile. */
#ifndef GT_ANALYSIS_SWEEP_H
#define GT_ANALYSIS_SWEEP_H

#include "analysis/stw/blame_index.h"
#include "analysis/stw/stalls.h"
#include "analysis/waits/waitblock.h"

/*
 * What holds at a time t in [from, to):
 *
 * waiting   a goroutine of the program is in a wait for a P (analysis/waits/schedwait.h), one that
 *           ended or one that was still going on when the trace, or what is whole of it, ended.
 * blocked   nothing may start: from the begin of a stop-the-world to its restart, to its end
 *           if the restart is unknown.
 * stalled   the machine stood still (analysis/stw/stalls.h): what goes on meanwhile costs nothing, and lengths of
 *           long waits and long slices are without it.
 * idle      a P of GOMAXPROCS is held by no thread.  GOMAXPROCS is what was written last, before
 *           that what is written first; a P that the trace does not mention is idle.
 * full      not blocked, not stalled, and no P is idle.
 * crowded   full, and some goroutine is in a wait of which more than long_wait lies in [from, to).
 *
 * Waits are cut at the ends of [from, to); a wait of which nothing is left does not count.  The walk
 * goes back in time, because the rows of a P give the ends of waits in order; so it only has to
 * remember the goroutines that wait at the current time.
 *
 * It takes a slab of the time after the other, the last first, each in three phases: what Ps were held when (few
 * rows, with a heap); then the slices, column by column and in any order, which is where sums come from; then the
 * walk itself, which only meets what a sum cannot tell: long slices, long waits, and those that touch a time when a
 * P was idle.
 */
struct gt_sweep_limits {
	int64_t long_wait;    /* ns: longer waits are long */
	int64_t long_slice;   /* ns: slices of this length and more are long */
};
#define GT_SWEEP_DEFAULTS { .long_wait = INT64_C(1000000), .long_slice = INT64_C(10000000) }

/* A long slice of a goroutine of the program that touches [from, to). */
struct gt_long_slice {
	uint32_t slice, g, func;
	int64_t ns;           /* of the whole slice, without stalls */
	int64_t queue;        /* the longest full time that a single long wait had in the slice */
	int64_t c0, c1;       /* crowded time from the end of the range back to the slice's end, and to its start */
};

/* What the runtime's poller and timers made runnable, and what had to wait for a P then. */
enum gt_sweep_late { GT_SWEEP_NETWORK, GT_SWEEP_TIMER, GT_SWEEP_LATE_KINDS, GT_SWEEP_NOT_LATE = GT_SWEEP_LATE_KINDS };

struct gt_sweep_lates {
	uint64_t n;           /* long waits that ended, which the network, or a timer began */
	int64_t sum, max;     /* ns of these; the first of the longest */
	int64_t some;         /* the same of these */
	int64_t end;          /* of the longest, */
	uint32_t slice;       /* the slice after it, GT_NO_ROW */
};

struct gt_sweep_waits {
	uint64_t n, nlong;    /* ended waits; those longer than long_wait */
	uint64_t by_cause[GT_WAIT_CAUSES]; /* long ones */
	int64_t sum, max;     /* ns; the first of the longest */
	uint32_t slice;       /* after the longest, GT_NO_ROW */
	int64_t some_long;    /* time in which at least one of the long ones went on, and no stall */
	struct gt_sweep_lates late[GT_SWEEP_LATE_KINDS];
};

/* Goroutines with an unknown owner (goroutines/owner.h): in none of the other sums. */
struct gt_sweep_unnamed {
	uint64_t waits;       /* whether they ended or not */
	int64_t sum;          /* ns of these */
	uint64_t slices;      /* long ones */
};

struct gt_sweep_idle {
	int64_t procs;        /* P ns in all: GOMAXPROCS added up over the time */
	int64_t idle;         /* P ns idle, while not blocked */
	int64_t ready;        /* ... of these as many as goroutines were waiting */
	int64_t wait;         /* time in which that was more than none, */
	int64_t wait_long;    /* and a wait among these was long */
	int64_t worst0, worst1; /* the longest of it in one piece; the first of equal ones; GT_NO_TIME: none */
};

/* What a walk needs of a slice. */
struct gt_sweep_slice {
	int64_t t0, t1;
	int64_t ready;        /* GT_NO_TIME: unknown */
	uint32_t id, g, proc_row;
	uint8_t ready_type;
};

struct gt_lengths;
struct gt_sweep_proc;
struct gt_sweep_worker;
struct gt_sweep_unit;
struct gt_sweep_cursor;
struct gt_sweep_turn;
struct gt_sweep_front;
struct gt_sweep_active;
struct gt_sweep_open;
struct gt_sweep_span;
struct gt_sweep_item;

/* How many Ps there are, how many of them threads hold, and whether nothing may start. */
struct gt_sweep_state {
	int64_t t;            /* what holds before that */
	uint64_t procs, held;
	bool blocked, stalled;
};

#define GT_SWEEP_RANKS 4
extern const double gt_sweep_ranks[GT_SWEEP_RANKS]; /* 0.5, 0.9, 0.99, 0.999 */

struct gt_sweep {
	const struct gt_trace *trace;
	int64_t from, to;     /* inside the trace, as far as that is whole */
	struct gt_sweep_limits limits;

	/*
	 * Called for each slice that touches the range, and for each ended wait, cut; may be NULL.  In no order: a
	 * thousand of a P come together.
	 */
	void (*on_slice)(void *arg, const struct gt_sweep_slice *s);
	void (*on_wait)(void *arg, const struct gt_wait *w);
	void *arg;
	uint64_t slab;        /* about so many rows are looked at in one go; 0: as many as suit it */
	unsigned threads;     /* how many may work at a time, if nothing is called; 0: one.  Steps are longer then. */

	bool done;
	bool recalled;        /* what it found was kept from an earlier walk */
	uint64_t seen, slices;/* slices looked at, of how many */
	struct gt_sweep_waits waits;
	struct gt_sweep_idle idle;
	struct gt_sweep_unnamed unnamed;
	struct gt_long_slice *longs;    /* in no order */
	size_t nlongs, cap_longs;

	/* Inside; sweep_own.h. */
	bool ranked;          /* `at` is known */
	int64_t at[GT_SWEEP_RANKS];
	struct gt_ginfos goroutines;
	struct gt_wait_reader reader;
	struct gt_scratch owners;       /* uint8_t by goroutine row */
	uint32_t next_g;      /* goroutines that were asked what they did at `to` */
	struct gt_wait *at_end;         /* ended waits that were going on then */
	size_t nat_end, cap_at_end;
	struct gt_sweep_proc *procs;
	uint32_t nprocs;
	struct gt_sweep_worker *workers;
	unsigned nworkers;

	/* The present slab, of (lo, hi]. */
	unsigned phase;
	int64_t lo, hi;
	struct gt_sweep_unit *units;
	size_t nunits, cap_units, next_unit;
	struct gt_sweep_open *met;      /* long slices that end in it, the last first when the walk begins */
	size_t nmet, cap_met, next_met;
	struct gt_sweep_state *states;  /* the last first */
	size_t nstates, cap_states, next_state;
	struct gt_sweep_span *loose;    /* when a P was idle, and something may start: the last first */
	size_t nloose, cap_loose;
	struct gt_sweep_front *fronts;  /* a heap: whose wait comes next */
	size_t nfronts;

	struct gt_sweep_cursor *cursors;/* over what states are made of */
	struct gt_sweep_turn *turns;    /* a heap: whose moment is next */
	size_t ncursors;
	struct gt_sweep_state ahead;    /* down to where those are */
	struct gt_sweep_span *blocks;   /* when nothing may start, in time order */
	size_t nblocks, cap_blocks;
	struct gt_stalls stalls;

	struct gt_sweep_active *active; /* waits, a heap: the one that began last first */
	size_t nactive, cap_active;
	struct gt_sweep_open *open;     /* long slices */
	size_t nopen, cap_open;
	int64_t next_close;   /* the last start of these, INT64_MIN: there are none */
	int64_t t;            /* how far back the walk is */
	struct gt_sweep_state now;      /* at t */
	uint64_t queued, queued_ended;  /* at t: long waits, those that ended, */
	uint64_t queued_late[GT_SWEEP_LATE_KINDS + 1]; /* and those by enum gt_sweep_late */
	int64_t full, crowded;/* ns from `to` back to t */
	int64_t worst_end;    /* end of the present piece of idle.wait, GT_NO_TIME */
};

/*
 * Begins a walk over the part of [from, to) inside the trace and before its horizon; *s is overwritten and
 * released by the caller.  b covers that part; limits may be NULL.  GT_ERR_NOMEM, GT_ERR_IO.
 */
int gt_sweep_begin(struct gt_sweep *s, const struct gt_trace *t, const struct gt_blame_index *b, int64_t from,
		   int64_t to, const struct gt_sweep_limits *limits, struct gt_error *err);
/* Looks at some thousand slices; true when there are no more. */
bool gt_sweep_step(struct gt_sweep *s);
/*
 * Before the first step: whether all that the walk would find is known, because it was kept (index/file/answers.h):
 * then it is done.  Only of walks over the whole trace with the default limits.
 */
bool gt_sweep_recall(struct gt_sweep *s);
/* When it is done: keeps it for the next time, with its percentiles. */
void gt_sweep_keep(struct gt_sweep *s);
/*
 * Of the ended waits, when it is done: the shortest that is not exceeded by the share q of them (nearest
 * rank), one of gt_sweep_ranks; 0 if there are none.  The first time all are read again.
 */
int64_t gt_sweep_percentile(struct gt_sweep *s, double q);
/*
 * When it is done: the ended waits, cut, that last `least` to `most` ns: calls fn for each, or in several threads.
 * First those at the end of the range, then P by P in time order if `ordered`; else in no order.  One that was
 * recalled is walked for this, all at once.
 */
typedef void gt_sweep_wait_fn(void *arg, unsigned worker, const struct gt_wait *w);
void gt_sweep_list(struct gt_sweep *s, int64_t least, int64_t most, bool ordered, gt_sweep_wait_fn *fn, void *arg);
/* When it is done: how many ended waits there are of each length; NULL: none. */
const struct gt_lengths *gt_sweep_lengths(struct gt_sweep *s);
/* Whether the network or a timer began the wait before a slice. */
enum gt_sweep_late gt_sweep_late_of(const struct gt_sweep *s, uint32_t slice);
void gt_sweep_release(struct gt_sweep *s);

#endif
