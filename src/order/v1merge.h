/* The merge of the streams of a v1 trace (format/v1.md 10, 11.1; private to the order layer). */
#ifndef GT_ORDER_V1MERGE_H
#define GT_ORDER_V1MERGE_H

#include "base/idset.h"
#include "base/xalloc.h"
#include "order/event.h"
#include "wire/v1/v1cursor.h"

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
 */
enum { MG_DEAD, MG_RUNNABLE, MG_RUNNING, MG_WAITING };

#define V1_SLOT_NONE 0          /* goroutine 0: nobody */
#define V1_SLOT_GC 1            /* stands for the one global key of GCStart */
#define V1_NO_KEY UINT32_MAX

struct v1_key {
	uint64_t id, seq;
	int64_t lost_p;         /* ticks of its last GoSysBlock or GoInSyscall */
	int64_t ticks;          /* of the last event that changed it, INT64_MIN: none has */
	uint8_t status;         /* MG_… */
	bool has_lost_p;
};

struct v1_stream {
	struct gt_v1_cursor c;
	uint64_t cur;           /* goroutine after the event that the cursor holds */
	uint64_t before;        /* … before it */
	uint64_t g;             /* the event's goroutine */
	uint32_t cur_slot, g_slot;
	uint32_t arg_slot;      /* of the goroutine in its first argument, where that is one; else g_slot */
	uint32_t key;           /* slot that it waits for or changes, or V1_NO_KEY */
	int64_t last;           /* ticks of the event that it gave last, INT64_MIN: it gave none */
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

struct v1_merge {
	const struct gt_v1_file *file;
	struct v1_stream *streams;
	size_t nstreams;
	uint8_t *windows;
	struct v1_heap_item *heap;
	size_t nheap;
	uint32_t *blocked;               /* streams whose next event may not come yet */
	size_t nblocked;
	struct v1_key *keys;             /* by slot */
	size_t nkeys, keys_cap;
	struct gt_idset slots;           /* goroutines in keys */
	size_t sample, retimed;            /* next ones */
	uint32_t last;                   /* stream whose event was given out, UINT32_MAX: none */
	uint32_t last_key;
	int64_t last_ticks;
	bool have_ticks;
	uint64_t tries;                  /* steps that are left: GT_TRIES_FREE */
	int64_t whole;                   /* nothing is missing up to here, ticks; INT64_MAX: nowhere */
	int damage;                      /* 0, or the first fault */
	struct gt_error damage_err;
};

int v1_merge_open(struct v1_merge *m, struct gt_source *src, const struct gt_v1_file *f, struct gt_error *err);
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
void v1_miss(struct v1_merge *m, int64_t ticks, int64_t since);

/* Slot of a goroutine, added if it is new. */
uint32_t v1_slot(struct v1_merge *m, uint64_t g);

/*
 * The goroutine of an event and of its P after it (format/v1.md 8), from the
 * one that the P has (0: none): `g` is given it and *next.
 */
GT_INLINE uint64_t v1_follow(const struct gt_v1_cursor *c, uint64_t cur, uint64_t *next)
{
	*next = cur;
	switch (c->type) {
	case GT_V1_GoStart:
	case GT_V1_GoStartLocal:
	case GT_V1_GoStartLabel:
		*next = c->args[0];
		return c->args[0];
	case GT_V1_GoEnd:
	case GT_V1_GoStop:
	case GT_V1_GoSched:
	case GT_V1_GoPreempt:
	case GT_V1_GoSleep:
	case GT_V1_GoBlock:
	case GT_V1_GoBlockSend:
	case GT_V1_GoBlockRecv:
	case GT_V1_GoBlockSelect:
	case GT_V1_GoBlockSync:
	case GT_V1_GoBlockCond:
	case GT_V1_GoBlockNet:
	case GT_V1_GoBlockGC:
	case GT_V1_GoSysBlock:
		*next = 0;
		return cur;
	case GT_V1_GoSysExit:
	case GT_V1_GoSysExitLocal:
	case GT_V1_GoWaiting:
	case GT_V1_GoInSyscall:
		return c->args[0];
	case GT_V1_GCStart:
	case GT_V1_GCDone:
	case GT_V1_STWStart:
	case GT_V1_STWDone:
		return 0;
	default:
		return cur;
	}
}

/* The event of this record comes at another place, among the moved ones. */
GT_INLINE bool v1_is_moved(const struct gt_v1_cursor *c)
{
	return c->type == GT_V1_GoSysExit && (c->args[2] != 0 || c->layout->seq);
}

#endif
