/* What the files of the walk share: held.c, held_each.c call held_walk.c, that held_procs.c, that held_waits.c
 * and held_ran.c. */
#ifndef GT_ANALYSIS_HELD_OWN_H
#define GT_ANALYSIS_HELD_OWN_H

#include "analysis/gc/gcworkers.h"
#include "analysis/pressure/held.h"
#include "base/thread.h"

/* Of a goroutine: enum gt_held_kind, and whether its waits count. */
#define GT_HELD_CLASS 0x0fu
#define GT_HELD_WANTED 0x10u

/* What changes for all Ps; going back it is undone. */
enum gt_held_what {
	GT_HELD_STOP_BEGINS, GT_HELD_STOP_ENDS, GT_HELD_STILL_BEGINS, GT_HELD_STILL_ENDS, GT_HELD_STALL_BEGINS,
	GT_HELD_STALL_ENDS, GT_HELD_NEW_PROCS
};
struct gt_held_change {
	int64_t t;
	uint64_t procs;         /* how many there are from then on: NEW_PROCS, and then of all */
	uint32_t n;             /* as they came */
	uint32_t stops, stills; /* how many go on from then on */
	uint32_t stalls;        /* as they do (stw/stalls.h), for gt_held_args.shortage */
	uint8_t what;
};

/* Grows evenly while n stays the same: at a distance d from the end it is n * d + at. */
struct gt_held_level {
	int64_t n, at;
};

enum gt_held_lane { GT_HELD_SLICES, GT_HELD_CALLS, GT_HELD_RUNS, GT_HELD_LANES };

/* One P.  A row of a lane is met at its end, then at its start. */
struct gt_held_proc {
	uint64_t id;
	int64_t next[GT_HELD_LANES];    /* what comes next of each lane; INT64_MIN: nothing */
	int64_t t0[GT_HELD_LANES];      /* of the row that it is in, or that comes next */
	bool in[GT_HELD_LANES];
	uint64_t k[GT_HELD_LANES];      /* calls, runs: rows before that one; slices: before those read */
	uint64_t first;                 /* slices: those before it end before the part begins */
	uint64_t read;                  /* ... : number of the first one in the columns */
	uint32_t read_id;               /* ... : its id; those after it follow */
	uint32_t at;                    /* ... : the row's place in the columns */
	uint64_t *columns;
	int64_t since, charged;         /* when it came into its state, and gt_held_worker.weight then */
	uint32_t proc_row, g;
	uint32_t func_g, func_place;    /* held_ran.c: a goroutine; 1 + the place of its function, 0: not known */
	bool func_long;                 /* ... : in long slices */
	bool long_slice;                /* the slice is one, by gt_held_args.long_slice */
	uint8_t kind;                   /* of the slice's goroutine */
	uint8_t state;                  /* enum gt_held_kind; GT_HELD_KINDS: it does not count */
	bool allowed;                   /* its number is below N */
	bool long_call;                 /* calls: keeps the P for GT_SHORT_KEPT; */
	uint32_t call_stack;            /* ... : its stack row, */
	int64_t short_until, short_since;       /* when the P left it, and the sum of GT_SHORT_CALL then */
};

struct gt_held_turn {
	int64_t t;
	uint32_t proc;
};

/* A wait that goes on. */
struct gt_held_open {
	struct gt_wait w;
	int64_t t1;                     /* where it was met */
	int64_t at[GT_HELD_LEVELS];     /* the levels there */
	bool counts;                    /* else only for pressure */
	bool is_long;                   /* ... of which more than gt_shortage.long_wait lies in the range */
	bool crosses;                   /* it goes on where the part of the range ends */
	size_t ran, mark;               /* gt_held_worker.nran and nmarks there */
};

/* Its place in the heap of those: the one that began last is the first. */
struct gt_held_place {
	int64_t t0;
	uint32_t slot;
};

/* A part of a wait. */
struct gt_held_piece {
	struct gt_wait w;
	struct gt_held_split split;
};

/* A goroutine of the program held a P for a while; func: its place in gt_held_worker.funcs. */
struct gt_held_ran {
	int64_t t0, t1;
	uint32_t func;
};

/* Start functions that held Ps: parts of gt_held_part that kinds do not tell. */
struct gt_held_func {
	int64_t sum;                    /* of all gt_held_ran */
	int64_t ns;                     /* of the time that is asked for */
	uint32_t func;
	uint8_t kind;
	bool is_long;
};

/* All sums at a moment at which no gt_held_ran goes on: `ran` of them were later, n functions had any. */
struct gt_held_mark {
	size_t ran, first, n;           /* first: in gt_held_worker.marked */
};

/* held_ran.c: the latest first. */
struct gt_held_each {
	struct gt_held_ran *ran;
	size_t nran, cap_ran;
	struct gt_held_func *funcs;
	size_t nfuncs, cap_funcs;
	struct gt_map places;           /* of funcs */
	struct gt_held_mark *marks;
	size_t nmarks, cap_marks;
	int64_t *marked;                /* sums at marks */
	size_t nmarked, cap_marked;
	size_t drop_at;                 /* nran at which it is looked for what nobody needs */
};

/* What of a long call lies in a part of the range at whose ends it goes on. */
struct gt_short_piece {
	uint64_t call;                  /* its number on its P */
	uint32_t proc_row, g, stack;
	int64_t ns;                     /* GT_SHORT_CALL meanwhile */
	int64_t t0, t1;
};

/* What a worker finds for gt_held_args.shortage in its part [lo, hi) of the range. */
struct gt_short_part {
	struct gt_shortage s;           /* .alone: also shorter stretches, which may go on in the next part */
	struct gt_short_alone alone;    /* the present stretch; ns 0: there is none */
	unsigned on;                    /* a bit of each kind whose present piece goes on */
	int64_t begin[GT_SHORT_KINDS];  /* of the piece that goes on at hi; GT_NO_TIME: none does */
	int64_t end[GT_SHORT_KINDS];    /* of the present piece; when it is done, of the one that goes on at lo */
	struct gt_short_piece *calls;
	size_t ncalls, cap_calls;
};

/* A thread's part of the range, [lo, hi). */
struct gt_held_worker {
	struct gt_held *h;
	unsigned number;
	bool begun, done;
	int64_t lo, hi, t;              /* t: how far back it is */
	uint64_t seen;
	struct gt_held_proc *procs;
	uint32_t nprocs, width;
	uint64_t *columns;
	struct gt_held_turn *turns;     /* a heap: whose moment is next */
	size_t next_change;             /* changes before this one lie before t */
	uint64_t n;                     /* Ps that there are, */
	int64_t unseen;                 /* those that the trace does not mention */
	unsigned stops, stills, stalls;
	int64_t base[GT_HELD_KINDS];    /* how many are in a state */
	bool splits;                    /* who ran instead is asked for: levels and weight are kept */
	struct gt_held_level levels[GT_HELD_LEVELS];
	struct gt_held_level weight;    /* how many waits go on that count */
	int64_t *by_g;
	struct gt_scratch by_g_own;
	struct gt_held_each *each;      /* gt_held_args.whole: what the program's held, while times go on */
	uint32_t label;                 /* the last one that was looked at, */
	uint8_t label_kind;             /* and what it says */

	struct gt_held_open *open;      /* slots, */
	struct gt_held_place *heap;     /* those in use, */
	uint32_t *unused;               /* and the others */
	size_t nslots, cap_open, nheap, cap_heap, nunused, cap_unused;
	uint32_t next_g;                /* goroutines that were asked what they did at hi */

	struct gt_short_part *shortage; /* NULL: nobody asks; */
	uint64_t long_calls, long_waits;        /* how many go on; */
	int64_t passed;                 /* and down to when it is filled */
	uint64_t runnable, running;     /* the program's goroutines; running: or unnamed, on any P, */
	uint64_t running_rows;          /* the sum of their rows */
	int64_t some_end, full_end;     /* of the present span; GT_NO_TIME: there is none */
	int64_t some, full;
	struct gt_held_spans some_spans, full_spans;    /* the last first */

	uint64_t waits;
	int64_t sum;
	struct gt_held_split split;
	struct gt_held_piece *pieces;   /* of waits that lie in more than one part */
	size_t npieces, cap_pieces;
	/* gt_held_args.whole: one that began is told here. */
	void (*on_leave)(struct gt_held_worker *w, const struct gt_held_open *o, const struct gt_held_split *split);
	GT_APART;
};

GT_INLINE int64_t gt_held_at(const struct gt_held_level *l, int64_t distance)
{
	return l->n * distance + l->at;
}

GT_INLINE void gt_held_add(struct gt_held_level *l, int64_t n, int64_t distance)
{
	l->n += n;
	l->at -= n * distance;
}

/* ---- held_waits.c: waits and pressure ---- */

/* Of a goroutine row: GT_HELD_CLASS and GT_HELD_WANTED. */
uint8_t gt_held_class(const struct gt_held_worker *w, uint32_t g);
/* Its enum gt_held_kind. */
uint8_t gt_held_class_of(struct gt_held *h, uint32_t g);
/* Since when a goroutine was ready before a slice of which only its state says that it was; GT_NO_TIME: it was not. */
int64_t gt_held_ready(const struct gt_held *h, uint32_t g, uint32_t slice);
/* A wait is whole. */
void gt_held_tell(struct gt_held *h, unsigned worker, const struct gt_held_piece *p);
/* At w->t ends a wait, or it goes on there (crosses). */
void gt_held_enter(struct gt_held_worker *w, const struct gt_wait *wait, bool counts, bool crosses);
/* The first wait of the heap began at w->t, or before the part does. */
void gt_held_leave(struct gt_held_worker *w);
/* What is runnable or running has changed at w->t. */
void gt_held_note(struct gt_held_worker *w);

/* ---- held_procs.c: Ps ---- */

/* Room for them; GT_ERR_NOMEM. */
int gt_held_procs_open(struct gt_held_worker *w, struct gt_error *err);
/* What holds at w->hi. */
void gt_held_procs_begin(struct gt_held_worker *w);
/* Meets what is first of the P at the top of the heap of turns: a wait that ends there goes to gt_held_enter. */
void gt_held_procs_meet(struct gt_held_worker *w);
/* What goroutines took until w->t. */
void gt_held_procs_flush(struct gt_held_worker *w);
/* Undoes a change. */
void gt_held_undo(struct gt_held_worker *w, const struct gt_held_change *c);
void gt_held_procs_close(struct gt_held_worker *w);

/* ---- held_ran.c: who held Ps while times go on ---- */

struct gt_held_each *gt_held_each_open(void);
void gt_held_each_close(struct gt_held_each *e);
/* Its goroutine held the P from w->t on. */
void gt_held_ran_add(struct gt_held_worker *w, struct gt_held_proc *p);
/* Whether it is time for a mark; makes one, after gt_held_procs_flush. */
bool gt_held_ran_is_due(const struct gt_held_worker *w);
void gt_held_ran_mark(struct gt_held_worker *w);
/* Of the time from w->t to o->t1: sets gt_held_func.ns of all functions. */
void gt_held_ran_sum(struct gt_held_worker *w, const struct gt_held_open *o);
/* Forgets what only times had that have been told. */
void gt_held_ran_drop(struct gt_held_worker *w);

/* ---- shortage.c: gt_held_args.shortage, a part of the range ---- */

struct gt_short_part *gt_short_part_open(void);
void gt_short_part_close(struct gt_short_part *p);
/* What held at w->passed did so back to w->t: before anything changes there. */
void gt_shortage_pass(struct gt_held_worker *w);
/* At w->t the P left a long call; then, or where the part begins, it came into it. */
void gt_shortage_enter(const struct gt_held_worker *w, struct gt_held_proc *p);
void gt_shortage_charge(struct gt_held_worker *w, const struct gt_held_proc *p);
/* The part begins. */
void gt_shortage_end(struct gt_held_worker *w);

/* ---- alone.c: one goroutine at a time, for gt_held_args.shortage ---- */

/* From w->t to w->passed. */
void gt_alone_pass(struct gt_held_worker *w);
/* The part begins. */
void gt_alone_end(struct gt_held_worker *w);
/* Stretches of the next part, an earlier one, go to those of all; after the last part: drops what is too short. */
void gt_alone_join(struct gt_shortage *all, const struct gt_short_part *p);
void gt_alone_finish(struct gt_shortage *all, int64_t range);

/* ---- shortjoin.c ---- */

/* Fills gt_held_args.shortage with what the workers found. */
void gt_shortage_join(struct gt_held *h);
/* One call that kept its P. */
void gt_shortage_add_call(struct gt_held *h, struct gt_shortage *s, const struct gt_short_piece *call);
/* A piece from t0 to t1 and no other is longer, or as long and before it. */
void gt_shortage_offer(struct gt_short_sum *s, int64_t t0, int64_t t1);

/* ---- held_walk.c: time ---- */

/* Some thousand moments; true: it is done. */
bool gt_held_walk(struct gt_held_worker *w);
/* Meets what comes next on the way back to t; false: it is there. */
bool gt_held_back(struct gt_held_worker *w, int64_t t);
/* Back to the begin of the part: all that goes on ends. */
void gt_held_end(struct gt_held_worker *w);

#endif
