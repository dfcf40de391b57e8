/* The state of the v2 ordering machine: goroutines, Ps, Ms, GC, tasks (format/v2.md 11.1), and its steps. */
#ifndef GT_ORDER_V2STATE_H
#define GT_ORDER_V2STATE_H

#include "base/idset.h"
#include "base/xalloc.h"
#include "wire/gosort.h"
#include "order/orderops.h"
#include "order/v2decode.h"

/* Private to the order layer. */

/* Sequence numbers count within a generation (format/v2.md 11.1). */
struct v2_seq {
	uint64_t gen, n;
};

/* An open range of a goroutine or P: the type of its begin event and the STW kind's string id. */
struct v2_range {
	uint64_t kind;
	uint8_t begin;
};

struct v2_ranges {
	struct v2_range *v;
	uint32_t n, cap;
};

/* What a goroutine has open: most never have anything. */
struct v2_open {
	struct v2_ranges ranges;
};

struct v2_g {
	uint64_t id;
	struct v2_seq seq;
	struct v2_open *open;    /* NULL: nothing */
	uint8_t status;
};

struct v2_p {
	uint64_t id;
	struct v2_seq seq;
	struct v2_ranges ranges;
	uint8_t status;
};

/*
 * A thread with its P and goroutine; a copy of it from before an event is the
 * event's context.  slot is where g was last seen: load_context checks it.
 */
struct v2_ctx {
	uint64_t m, p, g;
	uint32_t slot;          /* of g, or GT_NO_SLOT if g is none or unknown */
	uint32_t pidx;          /* of p, or GT_MAP_NONE */
};

enum v2_gc { GC_UNKNOWN, GC_OFF, GC_ON };

struct v2_order {
	struct gt_order base;   /* first: order/orderops.h */
	struct gt_source *src;
	struct gt_v2_reader reader;
	struct gt_v2_gen gen;
	uint64_t initial_gen;   /* 0: no event was ordered yet */
	bool initial;           /* the current generation is the first one */
	bool has_events;        /* a generation so far */

	struct v2_g *gs;        /* by slot */
	size_t ngs, gs_cap;
	uint32_t *free_slots;
	size_t nfree, free_cap;
	struct gt_idset gs_by_id;
	uint32_t *recent;       /* by the last bits of an id: a slot that may be its goroutine's (V2_RECENT) */
	struct v2_p *ps;
	size_t nps, ps_cap;
	struct gt_idset ps_by_id;
	struct v2_ctx *ms;
	size_t nms, ms_cap;
	struct gt_idset ms_by_id;
	struct gt_map tasks;  /* open task ids */
	enum v2_gc gc;
	uint64_t gc_seq;

	/* v2streams.c: cursors by stream, or those that streams have at the moment */
	struct gt_v2_cursor *cursors;
	size_t cursors_cap;
	uint32_t ncursors;
	struct v2_parked {      /* by stream; NULL: each has a cursor of its own */
		uint64_t off;   /* of its next record; the clock before it */
		int64_t time;
		uint32_t batch; /* UINT32_MAX: nothing was decoded yet */
		uint32_t cursor; /* that it has, UINT32_MAX: what stands above is true */
	} *parked;
	uint32_t *owners;       /* by cursor: its stream */
	uint32_t hand;          /* the next one to be taken */
	uint64_t loads;         /* how often one was */
	uint32_t *cursor_m;     /* by stream: index into ms, or UINT32_MAX for m = none */
	size_t cursor_m_cap;
	uint8_t *windows;       /* one per cursor */
	size_t windows_size;
	struct gt_heap_item *heap;
	size_t nheap, heap_cap;
	uint64_t tries;         /* steps that are left: GT_TRIES_FREE */
	uint32_t open_stws;
	struct v2_ctx nobody;   /* what events of no thread change */
	size_t sample;          /* next CPU sample */
	int64_t last_time;
	bool have_time;
	/* Of the last event that was moved: its time, and the latest that the threads of the generation had said. */
	int64_t moved_to, moved_from;
	int64_t *ends;          /* by thread, as ms: the last time that it said, INT64_MIN: none */
	size_t nends, ends_cap;
	int64_t sync_time;
	int64_t start;          /* the trace's: the first sync_time */
	int64_t time_max;       /* what is later is a broken clock */
	int64_t whole;          /* gt_order_horizon */
	int fault;              /* a negative code: the machine has stopped */
	struct gt_error fault_err;

	/* v2salvage.c: the current generation lacks some of its events */
	bool salvage;
	bool lacks_stacks;      /* that its events name */
	int64_t late;           /* earlier records are too late, INT64_MIN: none is */
	bool stuck;             /* all events wait: the next one that is tried comes */
	uint8_t *seqs;          /* numbers of events that are still to come, counted by their hashes */
	uint64_t seqs_mask;
	uint8_t *taken;         /* by thread: what it has lost since its last record (enum gt_v2_how) */
	size_t ntaken, taken_cap;
	int64_t skew;           /* how much later than an event what it waits for may be, by its thread's clock */
	uint64_t forced;        /* events of the generation that came out of turn */

	/* what is wrong with the trace first, code 0: nothing; what is lost */
	struct gt_error first;
	bool first_is_end;      /* that is its end */
	bool again;             /* the last generation could not be ordered to its end */
	bool torn;              /* gt_order_is_torn */
	int64_t lost_from, lost_until;  /* times of its first and last events that are lost, INT64_MAX: not known */
	struct gt_order_loss loss;
};

/* What a rule works on. */
struct v2_step {
	struct v2_order *o;
	const struct gt_v2_cursor *c;
	struct v2_ctx cur;           /* before the event */
	struct v2_ctx *next;         /* the thread itself: a rule that is done changes it */
	struct gt_event *out;        /* room for 3 */
	int n;                       /* events put out */
	unsigned how;                /* enum gt_v2_how */
	uint32_t fresh;              /* slot of a goroutine that became known by this event, or GT_NO_SLOT */
	struct gt_error *err;
};

/* A rule: 1 done, 0 not now (and nothing changed), negative: the trace is broken. */
typedef int v2_rule(struct v2_step *s);

/* v2rules_proc.c, v2rules_go.c, v2rules_misc.c: all that meaning.def names. */
#define V2_MEANING(type, rule, what, subject, str, str2, stack2) v2_rule v2_##rule;
#include "order/meaning.def"

/* The rule of an event type; those that a cursor yields have one. */
extern v2_rule *const v2_rules[GT_V2_TYPES];

/* v2actors.c: looking up and changing the state. */
struct v2_g *v2_find_g(struct v2_order *o, uint64_t id, uint32_t *slot);   /* NULL: unknown; slot may be NULL */
struct v2_p *v2_find_p(struct v2_order *o, uint64_t id, uint32_t *pidx);
struct v2_ctx *v2_find_m(struct v2_order *o, uint64_t id);
/* The slot of a goroutine, the index of a thread in ms; GT_MAP_NONE (GT_NO_SLOT): unknown. */
uint32_t v2_slot_of(const struct v2_order *o, uint64_t id);
uint32_t v2_place_of_m(const struct v2_order *o, uint64_t id);
uint32_t v2_add_g(struct v2_order *o, uint64_t id, uint8_t status);       /* the slot; seq = (gen, 0) */
uint32_t v2_add_p(struct v2_order *o, uint64_t id, uint8_t status);
uint32_t v2_add_m(struct v2_order *o, uint64_t id);                       /* index into ms */
void v2_forget_g(struct v2_order *o, uint32_t slot);

struct v2_open *v2_open_of(struct v2_g *g);
void v2_release_open(struct v2_g *g);
bool v2_range_open(const struct v2_ranges *r, uint8_t begin, uint64_t kind);
void v2_range_add(struct v2_ranges *r, uint8_t begin, uint64_t kind);
bool v2_range_remove(struct v2_ranges *r, uint8_t begin, uint64_t *kind); /* the oldest one of that type */

/* v2streams.c: a new generation's streams, before any is read; a stream's first record, as gt_v2_cursor_next. */
int v2_prepare_streams(struct v2_order *o, struct gt_error *err);
int v2_first(struct v2_order *o, uint32_t stream, struct gt_v2_cursor **c);

/* The cursor of a stream that is not at its end, with its next record: 1, or negative as gt_v2_cursor_next. */
int v2_load_slow(struct v2_order *o, uint32_t stream, struct gt_v2_cursor **c, struct gt_error *err);

GT_INLINE int v2_load(struct v2_order *o, uint32_t stream, struct gt_v2_cursor **c, struct gt_error *err)
{
	if (GT_UNLIKELY(o->parked != NULL))
		return v2_load_slow(o, stream, c, err);
	*c = &o->cursors[stream];
	return 1;
}

/* The same directly after it was loaded. */
GT_INLINE struct gt_v2_cursor *v2_loaded(const struct v2_order *o, uint32_t stream)
{
	return &o->cursors[GT_UNLIKELY(o->parked != NULL) ? o->parked[stream].cursor : stream];
}

/* Where its next record is: the stream's part of a mark. */
GT_INLINE void v2_where(const struct v2_order *o, uint32_t stream, struct gt_order_cursor *mark)
{
	const struct v2_parked *at = o->parked ? &o->parked[stream] : NULL;
	const struct gt_v2_cursor *c;

	mark->stream = stream;
	if (at && at->cursor == UINT32_MAX) {
		mark->time = at->time;
		mark->off = at->off;
		mark->batch = at->batch;
		return;
	}
	c = &o->cursors[at ? at->cursor : stream];
	mark->time = c->prev_time;
	mark->off = c->off;
	mark->batch = c->batches.at;
}

GT_INLINE bool v2_follows(const struct v2_order *o, uint64_t n, struct v2_seq prev)
{
	return prev.gen == o->gen.gen && n == prev.n + 1;
}

/* ---- checks and results, used by all rules ---- */

/* Fills in *s->err: broken at the current event. */
int v2_broken(struct v2_step *s, const char *fmt, ...) GT_PRINTF(2, 3);

/* Adds to a fault where in the program the record is: goroutine or thread, function and line, time. */
void v2_add_place(struct v2_order *o, const struct gt_v2_cursor *c, uint64_t m, uint64_t g, struct gt_error *err);

/* 0 if the P or goroutine that the event may add, its first argument, can be told from none. */
int v2_check_new(struct v2_step *s);

/* What a context must have (format/v2.md 12). */
enum v2_need { NEED_M = 1, NEED_P = 2, NEED_G = 4, NO_P = 8, NO_G = 16, NEED_USER = NEED_M | NEED_P | NEED_G };
int v2_context_broken(struct v2_step *s, unsigned needs);

GT_INLINE int v2_check(struct v2_step *s, unsigned needs)
{
	unsigned lack = (s->cur.m == GT_NONE ? NEED_M : 0) | (s->cur.p == GT_NONE ? NEED_P : NO_P) |
			(s->cur.g == GT_NONE ? NEED_G : NO_G);

	if (GT_LIKELY((needs & lack) == 0))
		return 0;
	return v2_context_broken(s, needs);
}

/* The context's goroutine and P, which must be known: NULL after filling in the error. */
struct v2_g *v2_known_g(struct v2_step *s);
struct v2_p *v2_known_p(struct v2_step *s);

GT_INLINE struct v2_g *v2_cur_g(struct v2_step *s)
{
	return s->cur.slot == GT_NO_SLOT ? NULL : &s->o->gs[s->cur.slot];
}

GT_INLINE struct v2_p *v2_cur_p(struct v2_step *s)
{
	return s->cur.pidx == GT_MAP_NONE ? NULL : &s->o->ps[s->cur.pidx];
}

GT_INLINE void v2_set_g(struct v2_ctx *c, uint64_t id, uint32_t slot)
{
	c->g = id;
	c->slot = slot;
}

GT_INLINE void v2_set_p(struct v2_ctx *c, uint64_t id, uint32_t pidx)
{
	c->p = id;
	c->pidx = pidx;
}

/* The event of the record, in the current context. */
struct gt_event *v2_emit(struct v2_step *s);

/* The same, where it is about the goroutine in a slot. */
GT_INLINE struct gt_event *v2_emit_g(struct v2_step *s, uint32_t slot)
{
	struct gt_event *e = v2_emit(s);

	e->sslot = slot;
	return e;
}

/* The context of further events of the record, before they are decoded. */
GT_INLINE void v2_in_context(const struct v2_step *s, struct gt_event *e)
{
	e->m = s->cur.m;
	e->p = s->cur.p;
	e->g = s->cur.g;
	e->gen = s->o->gen.gen;
}

/* ---- v2step.c: one step, with any type of event ---- */

/* How far b is behind a, at most INT64_MAX: times of a broken record are anything. */
GT_INLINE int64_t v2_apart(int64_t a, int64_t b)
{
	uint64_t ns = (uint64_t)b - (uint64_t)a;

	return b < a ? 0 : ns > INT64_MAX ? INT64_MAX : (int64_t)ns;
}

/* The latest time that a thread has said, if `last` is the last event's, which may have been moved. */
GT_INLINE int64_t v2_latest(const struct v2_order *o, int64_t last)
{
	return o->moved_to == last ? o->moved_from : last;
}

/* An event that says `raw` comes at `time`, after one at `last`, which is not earlier. */
GT_INLINE void v2_moved(struct v2_order *o, int64_t raw, int64_t last, int64_t time)
{
	int64_t latest = v2_latest(o, last);

	if (GT_UNLIKELY(raw < latest))
		gt_order_moved(&o->base, v2_apart(raw, latest), time);
	o->moved_from = raw > latest ? raw : latest;
	o->moved_to = time;
}

/* Clocks of threads that differ by more are told (and raise this). */
#define V2_SKEW 100000

/* Far enough from the end of time for a trace to be added. */
#define V2_LAST_TIME (INT64_MAX - 2 * GT_LAST_NS)

/*
 * The heap's exchanges are exactly those of Go's reader, as they decide between equal times.
 * sift_up: the place where the item at i has come to.  sift_down: puts an item at place i or below, where its
 * children are not earlier.  remove: the item at i goes to the root past all its ancestors, then the last one
 * takes its place.
 */
size_t v2_sift_up(struct gt_heap_item *h, size_t i);
void v2_sift_down(struct gt_heap_item *h, size_t n, size_t i, int64_t time, uint32_t cursor);
void v2_remove(struct v2_order *o, size_t i);

GT_INLINE bool v2_has_more(const struct v2_order *o)
{
	return o->nheap > 0 || o->sample < o->gen.nsamples;
}

/* The next record's events at out, which has room for 3: how many stand.  A fault is in o->fault afterwards. */
int v2_step(struct v2_order *o, struct gt_event *out);

/* The next record of a stream, past what cannot be read: as gt_v2_cursor_next. */
int v2_next_of(struct v2_order *o, uint32_t stream, struct gt_v2_cursor *c);

/* GT_ERR_LIMIT: the time of the event at `off` is later than o->time_max. */
int v2_late(const struct v2_order *o, uint64_t off, struct gt_error *err);

/*
 * The end of a call that has found a fault.  0: nothing more of the generation can be ordered, and the next one
 * may follow; or o->fault, with which nothing can follow.
 */
int v2_stopped(struct v2_order *o, struct gt_error *err);

/* The first fault of the trace is the one that is told. */
GT_INLINE void v2_note_fault(struct v2_order *o, const struct gt_error *why)
{
	if (!o->first.code)
		o->first = *why;
}

/* ---- v2salvage.c: a damaged generation ---- */

/* From now on; what is there is looked at. */
int v2_salvage(struct v2_order *o, struct gt_error *err);
/* The same in its middle, where an event has contradicted those before: what threads still have is looked at. */
int v2_salvage_rest(struct v2_order *o, struct gt_error *err);
/* A record with a time before o->late, and what its thread had, are lost: 1. */
int v2_leave_late(struct v2_step *s);

/* Some of a stream's records are lost: nobody knows what its thread has. */
void v2_lose_thread(struct v2_order *o, uint32_t stream);

/* What a thread has lost since its last record. */
unsigned v2_taken(struct v2_order *o, const struct v2_ctx *m);

/* A record of a thread that had P p, or GT_NONE, has come. */
void v2_came(struct v2_order *o, const struct gt_v2_cursor *c, uint64_t p);

/* A rule has answered rc <= 0: whether the event comes all the same. */
int v2_save(struct v2_step *s, v2_rule *rule, int rc);

/* v2snapshot.c: as gt_order_ops.get_state. */
void v2_get_state(const struct gt_order *base, struct gt_order_state *s);

/* ---- v2fill.c: as gt_order_ops.fill ---- */

int v2_fill(struct gt_order *base, struct gt_order_batch *b, struct gt_error *err);

#endif
