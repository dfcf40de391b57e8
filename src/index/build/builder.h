/*
 * The builder's state while it turns events into rows, and the functions of index/build/.  Calls run one way:
 * builder.c and build_counts.c serve all; above them build_instants.c, build_notes.c; build_regions.c, build_sched.c;
 * then build_short.c, build_v1.c, build_v1short.c; build_gen.c adds the tables of a generation, and build.c takes the
 * events and knows all others.
 */
#ifndef GT_INDEX_BUILDER_H
#define GT_INDEX_BUILDER_H

#include "base/buf.h"
#include "base/xalloc.h"
#include "index/build/worker.h"
#include "order/order.h"

/* A region that a goroutine is in; places in gt_builder.regions, UINT32_MAX: none. */
struct gt_open_region {
	uint64_t task;
	int64_t t0;
	uint32_t name, stack;
	uint32_t slot;               /* of the goroutine */
	uint32_t outer, inner;       /* its regions around and inside; of a free place: the next free one */
	uint32_t same;               /* the one before with the same key */
};

/* A GC, sweep or mark assist that goes on. */
struct gt_open_range {
	int64_t t0;                  /* GT_NO_TIME: none does */
	uint32_t g, stack;           /* of its begin */
	bool active;                 /* since before the trace */
};

/* What a goroutine is in, besides calls: most never are in anything. */
struct gt_bg_open {
	struct gt_open_range assist;
	uint32_t region;             /* the innermost, UINT32_MAX: none */
};

/* What is known of a goroutine between two of its events; by the orderer's slots.  What every slice needs is first. */
struct gt_build_g {
	struct gt_goroutine *g;      /* its row, NULL: no goroutine in this slot */
	int64_t t0;                  /* of its open slice */
	int64_t ready;               /* became runnable, GT_NO_TIME */
	uint32_t row;
	uint32_t proc_row;               /* P of its open slice */
	uint32_t label;
	uint8_t start_type, ready_type, slice_flags;
	uint8_t lost_state;          /* enum gt_gstate; UNDETERMINED: it was not lost */
	bool on;                     /* a slice is open */
	bool call_known;             /* the call's begin was seen */
	bool without_p;              /* it is in a call that has no P */
	uint32_t call_proc_row;          /* P that its call holds (the last one that began with a P), GT_NO_ROW */
	int64_t call_t0;             /* of the call that it is in, GT_NO_TIME */
	uint32_t call_stack;
	union {
		struct {
			uint64_t start_n, ready_n;     /* v1: the events at t0 and ready, GT_NONE */
		};
		struct {
			int64_t lost_since, lost_mid;  /* v2: of its row before lost_state was lost */
		};
	};
	struct gt_bg_open *open;     /* NULL: nothing */
};

/* What is known of a P; by its part. */
struct gt_build_p {
	uint32_t slot;               /* goroutine whose slice is open on it, GT_NO_SLOT */
	uint32_t caller;             /* goroutine in a call that holds it, GT_NO_SLOT */
	bool in_call;                /* its first status: held, by a goroutine in a call */
	int64_t run_t0;              /* since when thread run_m holds it */
	uint32_t run_thread;         /* its row; GT_NO_ROW: it has gone to another P already */
	uint64_t run_m;              /* GT_NONE: nobody */
	int64_t run_busy;            /* ns in slices since then */
	uint64_t run_longest_dur;    /* of the longest of them */
	uint32_t run_longest, run_who;   /* which, whose; GT_NO_ROW */
	struct gt_open_range sweep;
};

struct gt_open_stw {
	int64_t t0;
	uint32_t slot, row, name, stack, proc_row;
	uint32_t stopper;            /* slot of the goroutine that stopped the world, GT_NO_SLOT */
};

struct gt_open_task {
	uint64_t id, parent;
	int64_t t0;
	uint32_t name, g;
	uint32_t next_free;
};

#define GT_DENSE_PROCS 1024      /* ids below are found at once */

struct gt_builder {
	struct gt_trace_build *b;
	struct gt_store *store;
	struct gt_symtab *names;
	struct gt_order *order;
	int64_t base;                /* the trace's start on its own clock */
	uint64_t events;
	uint64_t event_n;            /* of the event that is being added */
	int64_t now;                 /* of the last event, since the start */
	const struct gt_event *at;   /* the event that is being added, or NULL */
	struct gt_error over;        /* code != 0: a bound was passed, nothing more is added */
	int64_t over_t;              /* when */

	struct gt_build_g *gs;            /* by slot */
	size_t ngs, gs_cap;
	struct gt_build_p *ps;            /* by part */
	size_t nps, ps_cap;
	uint32_t proc_row_of[GT_DENSE_PROCS];   /* by id: the row + 1, 0: not looked up yet */
	uint32_t *held;              /* by thread: the part that it holds + 1, 0: none */
	size_t nheld, held_cap;
	uint8_t shown;               /* the change (gt_change_code) that a row of this event implies */
	uint64_t alive;
	bool torn;                   /* a part of the trace is lost: what is not known was not so from the start on */
	int64_t known_to;            /* up to where the rows say what goroutines did, INT64_MAX: to the end */
	uint64_t no_string;          /* strings that are named and not there */

	/* rows of the current generation's ids */
	uint32_t *string_rows;       /* dense ids; UINT32_MAX: not looked up yet */
	size_t nstring_rows, string_rows_cap;
	uint32_t *stack_rows;
	size_t nstack_rows, stack_rows_cap;
	struct gt_buf text;
	struct gt_map sparse_strings, sparse_stacks;
	struct gt_map pc_frames;

	struct gt_open_range gc;
	struct gt_open_stw *stws;    /* by their begins */
	size_t nstws, stws_cap;
	/* those that have ended but one that began before goes on, by their begins */
	struct gt_ended_stw { int64_t t0; uint64_t row; } *ended;
	size_t nended, ended_cap;
	struct gt_map task_by_id;
	struct gt_open_task *tasks;
	size_t ntasks, tasks_cap;
	uint32_t free_task;
	struct gt_map ended_words;   /* 64 ids of tasks: which of them have ended is in ended_tasks */
	uint64_t *ended_tasks;
	size_t nended_tasks, ended_tasks_cap;
	struct gt_open_region *regions;  /* build_regions.c */
	size_t nregions, regions_cap;
	uint32_t free_region;
	struct gt_hash_key region_hash;
	struct gt_map region_by_key; /* the innermost of its goroutine, task and name */
	struct gt_note notes[GT_NOTES];
	bool has_wall;               /* a clock snapshot was seen: its monotonic time, the wall clock's minus that */
	uint64_t wall_mono;
	int64_t wall_offset;
	/* string rows of reasons */
	uint32_t forever, preempted, network;
	uint32_t timed[5];           /* of waits that a timer's function can end; the first is "sleep" */
	uint32_t *reasons;           /* v1: string rows of reasons by event type, 0: none */
	const struct gt_v1_file *v1; /* NULL: v2 */
};

/* ---- builder.c ---- */

/* More than `most` of something: the trace counts as damaged from the current event on. */
void gt_builder_too_many(struct gt_builder *w, const char *what, int most, int64_t t);

/* Rows of string and stack ids. */
uint32_t gt_builder_string_slow(struct gt_builder *w, uint64_t id);
uint32_t gt_builder_stack_slow(struct gt_builder *w, uint64_t id);

GT_INLINE uint32_t gt_builder_string(struct gt_builder *w, uint64_t id)
{
	if (GT_LIKELY(id < w->nstring_rows && w->string_rows[id] != UINT32_MAX))
		return w->string_rows[id];
	return gt_builder_string_slow(w, id);
}

GT_INLINE uint32_t gt_builder_stack(struct gt_builder *w, uint64_t id)
{
	if (GT_LIKELY(id < w->nstack_rows))
		return w->stack_rows[id];
	return gt_builder_stack_slow(w, id);
}

uint32_t gt_builder_proc_row_slow(struct gt_builder *w, uint64_t p, int64_t t);

/* The row of a P, GT_NO_ROW if it is none. */
GT_INLINE uint32_t gt_builder_proc_row(struct gt_builder *w, uint64_t p, int64_t t)
{
	if (GT_LIKELY(p < GT_DENSE_PROCS && w->proc_row_of[p]))
		return w->proc_row_of[p] - 1;
	return gt_builder_proc_row_slow(w, p, t);
}

/* That of a short event's P; GT_NO_ROW, too, if the builder has not met it yet or its id is large. */
GT_INLINE uint32_t gt_builder_short_proc(const struct gt_builder *w, const struct gt_short_event *s)
{
	return GT_LIKELY(s->p < GT_DENSE_PROCS) ? w->proc_row_of[s->p] - 1 : GT_NO_ROW;
}

struct gt_build_g *gt_builder_grow_slots(struct gt_builder *w, uint32_t slot);

GT_INLINE struct gt_build_g *gt_builder_slot_at(struct gt_builder *w, uint32_t slot)
{
	return GT_LIKELY(slot < w->ngs) ? &w->gs[slot] : gt_builder_grow_slots(w, slot);
}

/* The row of an event's goroutine, by its slot. */
GT_INLINE uint32_t gt_builder_row(const struct gt_builder *w, uint32_t slot)
{
	return slot < w->ngs && w->gs[slot].g ? w->gs[slot].row : GT_NO_ROW;
}

/* ---- build_counts.c ---- */

/*
 * count_slowly: a goroutine changes its state (enum gt_gstate); a row that was added implies the change
 * w->shown, which may be all of it, a part, or nothing, and rows of the table of changes get the rest.
 * count_base: a goroutine, or a P's thread, is in a count from the trace's start on (-1: is not after all).
 */
void gt_builder_count_slowly(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to);
void gt_builder_count_base(struct gt_builder *w, enum gt_count count, int by);

/* Limits the most goroutines alive at a time to those of [0, horizon]; after finish_sched. */
void gt_builder_recount_alive(struct gt_builder *w, int64_t horizon);

#define GT_SHOWN_NONE ((uint8_t)(GT_COUNT_NONE * GT_CHANGE_TO + GT_COUNT_NONE))

/* By enum gt_gstate. */
GT_INLINE unsigned gt_count_of(unsigned state)
{
	static const uint8_t count_of[] = {
		[GT_G_UNDETERMINED] = GT_COUNT_NONE, [GT_G_NOT_EXIST] = GT_COUNT_NONE,
		[GT_G_RUNNABLE] = GT_COUNT_RUNNABLE, [GT_G_RUNNING] = GT_COUNT_RUNNING,
		[GT_G_WAITING] = GT_COUNT_WAITING, [GT_G_SYSCALL] = GT_COUNT_SYSCALL };

	_Static_assert(GT_COUNT(count_of) == GT_G_SYSCALL + 1, "a count for each state");
	return count_of[state];
}

GT_INLINE void gt_builder_count_state(struct gt_builder *w, int64_t t, uint8_t from, uint8_t to)
{
	unsigned a = gt_count_of(from), b = gt_count_of(to);

	if (GT_LIKELY(w->shown == gt_change_code(a, b) && from != GT_G_UNDETERMINED))
		gt_count_change(w->store, t, a, b);
	else
		gt_builder_count_slowly(w, t, from, to);
	w->shown = GT_SHOWN_NONE;
}

GT_INLINE void gt_builder_show(struct gt_builder *w, unsigned from, unsigned to)
{
	w->shown = gt_change_code(from, to);
}

/* ---- build_instants.c: what happens at a moment ---- */

/*
 * Wake-ups of g (whose row and last state are in g) by event e:
 * NETWORK, TIMER, or UNBLOCK, which the goroutine of the event did, or the scheduler if there is none.
 */
enum gt_instant gt_builder_wakes(const struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e);
void gt_builder_intern_reasons(struct gt_builder *w);
void gt_builder_created(struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e, int64_t t);
void gt_builder_returned(struct gt_builder *w, const struct gt_goroutine *g, int64_t t);
void gt_builder_wake(struct gt_builder *w, const struct gt_goroutine *g, const struct gt_event *e, int64_t t);
bool gt_builder_instant(struct gt_builder *w, enum gt_instant kind, uint64_t p, int64_t t, uint32_t g);
void gt_builder_sample(struct gt_builder *w, const struct gt_event *e, int64_t t);

/* Who makes g runnable by event e: the goroutine that wakes or creates it, or nobody. */
GT_INLINE uint32_t gt_builder_waker(const struct gt_builder *w, const struct gt_goroutine *g,
				    const struct gt_event *e)
{
	if (e->from != GT_G_NOT_EXIST &&
	    (e->from != GT_G_WAITING || gt_builder_wakes(w, g, e) != GT_INSTANT_UNBLOCK))
		return GT_NO_ROW;
	return gt_builder_row(w, e->gslot);
}

/* ---- build_notes.c: ranges, metrics, annotations ---- */

void gt_builder_range(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_begin_stw(struct gt_builder *w, const struct gt_open_stw *s);
void gt_builder_end_stw(struct gt_builder *w, size_t i, int64_t t1, uint32_t proc_row);
void gt_builder_metric(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_task(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_log(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_flush_assist(struct gt_builder *w, struct gt_build_g *bg);
struct gt_bg_open *gt_builder_open_of(struct gt_build_g *bg);
void gt_builder_release_open(struct gt_build_g *bg);
/* One more of a kind: the first is described. */
void gt_builder_note(struct gt_builder *w, enum gt_note_kind kind, const struct gt_event *e, int64_t t);
/* What goes on but tasks and regions ends at t1, or with the trace (GT_NO_TIME). */
void gt_builder_end_ranges(struct gt_builder *w, int64_t t1);
/* The rows of all that has not ended when the trace does. */
/* Adds text that stood among a generation's batches to the note about it. */
void gt_builder_text(struct gt_builder *w, const struct gt_v2_gen *gen);
void gt_builder_finish_notes(struct gt_builder *w);
/* A clock snapshot of a generation. */
void gt_builder_wall_clock(struct gt_builder *w, int64_t t, uint64_t mono, uint64_t sec, uint32_t nsec);

/* ---- build_regions.c ---- */

void gt_builder_region(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_inherit_region(struct gt_builder *w, const struct gt_build_g *bg, const struct gt_build_g *creator,
			       int64_t t);
void gt_builder_flush_regions(struct gt_builder *w, struct gt_build_g *bg, int64_t t1);
void gt_builder_finish_regions(struct gt_builder *w);
/* The task of the innermost region that it is in; false: it is in none. */
bool gt_builder_region_task(const struct gt_builder *w, const struct gt_build_g *bg, uint64_t *task);

/* A goroutine's or P's state is not known any more: what it was in ends here. */
void gt_builder_lose_state(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot, int64_t t);
/* That of all. */
void gt_builder_tear(struct gt_builder *w);

/* ---- build_sched.c: goroutines, Ps, slices, calls; t: ns since the start ---- */

void gt_builder_g_state(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_p_state(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_label(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_finish_sched(struct gt_builder *w, int64_t end);

/* The steps of the above that v1 has, too. */
struct gt_slice_end {
	int64_t t;
	uint64_t n;                  /* v1: number of the event; GT_NONE: there is none */
	uint32_t stack, reason;
	uint8_t type, flags;
};

struct gt_goroutine *gt_builder_start_life(struct gt_builder *w, struct gt_build_g *bg,
					   const struct gt_event *e, int64_t t);
void gt_builder_end_life(struct gt_builder *w, struct gt_build_g *bg, int64_t t);
void gt_builder_name_goroutine(struct gt_builder *w, struct gt_goroutine *g, uint32_t stack);
void gt_builder_open_slice(struct gt_builder *w, struct gt_build_g *bg, uint32_t slot,
			   const struct gt_event *e, int64_t t);
void gt_builder_close_slice(struct gt_builder *w, struct gt_build_g *bg, const struct gt_slice_end *end);
/* A slice belongs to what the P's thread has done. */
GT_INLINE void gt_build_count_in_run(struct gt_build_p *p, const struct gt_slice *sl, uint32_t id)
{
	uint64_t dur = (uint64_t)(sl->t1 - sl->t0);

	p->run_busy += (int64_t)dur;
	if (dur > p->run_longest_dur) {
		p->run_longest_dur = dur;
		p->run_longest = id;
		p->run_who = sl->g;
	}
}

/* The row of the slice that the goroutine is in: it is in none any more, nor ready. */
GT_INLINE void gt_builder_end_slice(struct gt_builder *w, struct gt_build_g *bg, const struct gt_slice *sl)
{
	struct gt_build_p *p = &w->ps[bg->proc_row];

	if (GT_UNLIKELY(bg->g->func == 0 && bg->g->wrapper && sl->end_stack))
		gt_builder_name_goroutine(w, bg->g, sl->end_stack);
	gt_build_count_in_run(p, sl, gt_slices_add(w->store, sl));
	w->store->open_slices[bg->proc_row].t0 = GT_NO_TIME;
	p->slot = GT_NO_SLOT;
	bg->on = false;
	bg->ready = GT_NO_TIME;
	bg->g->waker = GT_NO_ROW;
	bg->ready_type = 0;
	bg->ready_n = GT_NONE;
}

void gt_builder_end_call(struct gt_builder *w, struct gt_build_g *bg, int64_t t, bool lost);

/* ---- build_short.c: the frequent events of v2 ---- */

/* Adds events up to the first that is there in full: how many. */
int gt_builder_short(struct gt_builder *w, const struct gt_short_event *ev, int n);

/* ---- build_v1short.c: those of v1, in the same way ---- */

int gt_builder_v1_short(struct gt_builder *w, const struct gt_short_event *ev, int n);

/* ---- build_v1.c ---- */

/* The last call inside the slice, of which no end is recorded. */
void gt_builder_v1_flush_call(struct gt_builder *w, struct gt_build_g *bg);

void gt_builder_v1_g_state(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_v1_range(struct gt_builder *w, const struct gt_event *e, int64_t t);
void gt_builder_v1_finish(struct gt_builder *w);
void gt_builder_v1_start(struct gt_builder *w, const struct gt_v1_file *f, int64_t first_ticks);

/* ---- build_gen.c ---- */

/* The tables of the orderer's current generation. */
int gt_builder_start_gen(struct gt_builder *w, struct gt_error *err);

#endif
