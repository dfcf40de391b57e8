/* The merge of the streams of a v1 trace (format/v1.md 10, 11.1; private to the order layer). */
#ifndef GT_ORDER_V1MERGE_H
#define GT_ORDER_V1MERGE_H

#include "base/idset.h"
#include "base/xalloc.h"
#include "order/event.h"
#include "order/v1moves.h"

/*
 * Every P's events are one stream, whose order is final.  From 1.7 on, a
 * stream's next event may come when the goroutine that it changes is in the
 * state it needs; of those that may, the one with the smallest time comes.
 * In 1.5 the sequence numbers say all.
 *
 * Ends of system calls that happened earlier than they were recorded are known
 * from the scan: they are given out at their own time and not at their
 * record, which changes the goroutine's state in the merge all the same.  So one pass gives the
 * final order, and nothing has to be remembered but the streams' places.
 *
 * Where the conditions cannot be met (Go: "no consistent ordering of events
 * possible"), the event with the smallest time comes all the same, and the first such place is remembered.
 *
 * No two streams are equal (of equal times the lower stream comes first), so the order does not depend on
 * how the streams are kept: the one whose turn it is stays outside the heap until another one's event is
 * before its next.
 */
#define V1_SLOT_NONE 0          /* goroutine 0: nobody */
#define V1_SLOT_GC 1            /* stands for the one global key of GCStart */
#define V1_NO_KEY UINT32_MAX
#define V1_NO_STREAM UINT32_MAX

/*
 * A goroutine, by its slot: what the merge knows, and what the state machine does (v1rules.c).  These are not
 * the same: the machine sees an end of a call at its own time, and leaves out futile wake-ups.
 */
struct v1_g {
	uint64_t id;
	uint64_t seq;            /* the sequence number that its next event must have */
	int64_t ticks;           /* of the last event that changed it, INT64_MIN: none has */
	int64_t lost_p;          /* ticks of its last GoSysBlock or GoInSyscall */
	uint32_t waiting;        /* the first of the streams that wait for it, see next_waiting; V1_NO_STREAM */
	uint8_t status;          /* V1_DEAD … */
	bool has_lost_p;
	uint8_t unlisted;        /* enum v1_unlisted_state */
	bool was_unlisted;

	uint8_t state;           /* V1_DEAD … */
	uint8_t last;            /* type of its last scheduling event (Go's g.ev), 0: none */
	bool exists;
	bool unstarted;          /* create_stack waits for the first start */
	bool assist;
	uint64_t create_stack;   /* from its GoCreate, for its first start */
};

_Static_assert(sizeof(struct v1_g) <= 64, "a goroutine is one line of the cache");

/* Of a goroutine that was in a call since before the trace (v1unlisted.c). */
enum v1_unlisted_state {
	V1_LISTED,               /* none of these */
	V1_UNNUMBERED,           /* has come back; which number its next event must have is not known yet */
	V1_AWAY,                 /* has not come back yet */
};

struct v1_unlisted {
	uint64_t *ids;
	size_t n, cap;
	/* Ends of their calls that have the time of an end before: the clock at the record is nearer. */
	struct v1_stale {
		uint64_t off;
		int64_t ticks;
	} *stale;
	size_t nstale, stale_cap;
};

struct v1_stream {
	struct gt_v1_cursor c;
	uint64_t cur;           /* goroutine after the event that the cursor holds */
	uint64_t before;        /* … before it */
	uint64_t g;             /* the event's goroutine */
	uint32_t cur_slot, before_slot, g_slot;
	uint32_t arg_slot;      /* of the goroutine in its first argument, where that is one; else g_slot */
	uint32_t key;           /* slot that it waits for or changes, or V1_NO_KEY */
	int64_t last;           /* ticks of the event that it gave last, INT64_MIN: it gave none */
	uint32_t blocked;       /* its place in v1_merge.blocked, while it waits */
	uint32_t next_waiting;  /* another stream that waits for the same goroutine, V1_NO_STREAM */
	bool done;
};

struct v1_heap_item {
	int64_t key;            /* ticks; in 1.5 the sequence number */
	uint32_t stream;
};

enum v1_item_kind { V1_RECORD, V1_MOVED, V1_SAMPLE };

/* What comes next in the final order. */
struct v1_item {
	enum v1_item_kind kind;
	int64_t ticks;
	struct v1_stream *st;            /* V1_RECORD */
	uint32_t stream;                 /* its number; V1_MOVED: that of the record */
	uint32_t g_slot, arg_slot;       /* not for samples */
	const struct gt_v1_retimed *retimed;
	const struct gt_v2_sample *sample;
};

#define V1_NEAR 1024             /* a power of two */

struct v1_merge {
	const struct gt_v1_file *file;
	struct v1_stream *streams;
	size_t nstreams;
	uint8_t *windows;
	struct v1_heap_item top;         /* the stream that is before all in the heap; V1_NO_STREAM: look there */
	bool given;                      /* the event of `top` has been given out: its next one is not loaded yet */
	struct v1_heap_item *heap;       /* all others whose next event may come */
	size_t nheap;
	int64_t limit;                   /* the earliest key of a sample or moved event: they come before later ones */
	uint32_t *blocked;               /* streams whose next event may not come yet */
	size_t nblocked;
	struct v1_g *gs;                 /* by slot */
	size_t ngs, gs_cap;
	struct gt_idset slots;           /* goroutines in gs */
	uint32_t near[V1_NEAR];          /* by the low bits of an id: slot of the goroutine last asked for */
	size_t sample, retimed;          /* next ones */
	int64_t last_ticks;
	bool have_ticks;
	uint64_t tries;                  /* steps that are left: GT_TRIES_FREE */
	int64_t whole;                   /* nothing is missing up to here, ticks; INT64_MAX: nowhere */
	struct v1_unlisted *finding;     /* NULL, or where goroutines go that turn out to be such */
	int damage;                      /* 0, or the first fault */
	struct gt_error damage_err;
};

int v1_merge_open(struct v1_merge *m, struct gt_source *src, const struct gt_v1_file *f,
		  const struct v1_unlisted *unlisted, struct gt_error *err);
void v1_merge_release(struct v1_merge *m);

/*
 * The next item: 1, 0 at the end, negative if the file cannot be read any
 * more.  item->st is valid until the next call.
 */
int v1_merge_next(struct v1_merge *m, struct v1_item *item, struct gt_error *err);

/*
 * An event at `ticks` does not fit to what came before: something is missing
 * after `since`, the last time when all was well.  What lies after m->whole is no
 * news: the ends of the streams, which are lost, explain it.
 */
GT_INLINE void v1_miss(struct v1_merge *m, int64_t ticks, int64_t since)
{
	if (ticks < m->whole)
		m->whole = since < ticks ? since : ticks;
}

/* ---- v1streams.c ---- */

/* Slots that are no goroutine's: V1_SLOT_NONE, which always runs, and V1_SLOT_GC. */
void v1_slots_init(struct v1_merge *m);

uint32_t v1_slot_slow(struct v1_merge *m, uint64_t g);

/* Slot of a goroutine, added if it is new. */
GT_INLINE uint32_t v1_slot(struct v1_merge *m, uint64_t g)
{
	uint32_t slot = m->near[g % V1_NEAR];

	return GT_LIKELY(m->gs[slot].id == g) ? slot : v1_slot_slow(m, g);
}

GT_INLINE uint64_t v1_wanted_seq(const struct v1_type *k, const struct gt_v1_cursor *c)
{
	return k->seq == S_ARG1 ? c->args[1] : k->seq == S_ARG0 ? c->args[0] : k->seq == S_1 ? 1 : 0;
}

/* An event that ends a call, or would follow its end. */
GT_INLINE bool v1_ends_call(uint8_t type)
{
	return type == GT_V1_GoSysExit || type == GT_V1_GoSysExitLocal ||
	       (v1_types[type].to == V1_RUNNING && v1_types[type].key == K_ARG);
}

/* The first event of an unlisted goroutine, or the first later one with a number. */
GT_INLINE bool v1_comes_back(const struct v1_g *g, const struct v1_type *k)
{
	if (g->unlisted == V1_UNNUMBERED)
		return g->status == k->status;
	/* One that is listed as in a call has its creation before. */
	return v1_ends_call((uint8_t)(k - v1_types)) && (g->status == V1_DEAD ? g->seq == 0 : g->status == V1_WAITING);
}

/* The stream's next event may come. */
GT_INLINE bool v1_ready(const struct v1_merge *m, const struct v1_stream *st)
{
	const struct v1_type *k = &v1_types[st->c.type];
	const struct v1_g *g;

	if (st->key == V1_NO_KEY)
		return true;
	g = &m->gs[st->key];
	if (GT_LIKELY(g->status == k->status && (k->seq == S_ANY || g->seq == v1_wanted_seq(k, &st->c))))
		return true;
	return GT_UNLIKELY(g->unlisted != V1_LISTED) && v1_comes_back(g, k);
}

/* Loads the first event of a stream: 1, 0 if there is none, negative.  After the last stream: v1_choose. */
int v1_begin(struct v1_merge *m, uint32_t stream, struct gt_error *err);

/* Makes the first stream of the heap `top`, if there is no other. */
void v1_choose(struct v1_merge *m);

/* A goroutine's state has changed: streams that waited for it are looked at. */
void v1_wake(struct v1_merge *m, uint32_t key);

/* Of all streams that wait the one with the earliest event; there is one.  It becomes `top`: there must be no other. */
uint32_t v1_earliest_blocked(const struct v1_merge *m);
void v1_unblock_only(struct v1_merge *m, uint32_t stream);

/* After the event of `top` has been given out: loads its next one. */
int v1_advance(struct v1_merge *m, struct gt_error *err);

/*
 * Makes `top` the earliest event that may come, if there is one: 0 or negative.  It comes next if its key is
 * not after `limit`.
 */
GT_INLINE int v1_step(struct v1_merge *m, struct gt_error *err)
{
	return m->given ? v1_advance(m, err) : 0;
}

#endif
