/* What the two formats' orderers and replays share: their operations (private to the order layer). */
#ifndef GT_ORDER_ORDEROPS_H
#define GT_ORDER_ORDEROPS_H

#include "order/align.h"
#include "order/replay.h"
#include "order/snapshot.h"

/* As the functions of order/order.h with these names. */
struct gt_order_ops {
	void (*close)(struct gt_order *o);
	int (*next_gen)(struct gt_order *o, struct gt_error *err);
	int (*next)(struct gt_order *o, struct gt_event *buf, int n, int *got, struct gt_error *err);
	int (*fill)(struct gt_order *o, struct gt_order_batch *b, struct gt_error *err);   /* NULL: by next */
	const struct gt_v2_gen *(*gen)(const struct gt_order *o);
	int64_t (*sync_time)(const struct gt_order *o);
	int64_t (*end_time)(const struct gt_order *o);
	int64_t (*horizon)(const struct gt_order *o);
	const struct gt_order_loss *(*loss)(const struct gt_order *o);   /* NULL: nothing is known */
	bool (*is_torn)(const struct gt_order *o);                       /* NULL: no */
	int (*stack)(struct gt_order *o, struct gt_v2_ref ref, struct gt_v2_frame *out);
	const struct gt_v1_file *(*v1)(const struct gt_order *o, int64_t *first_ticks); /* NULL: not v1 */
	void (*get_cursors)(const struct gt_order *o, struct gt_order_cursors *cursors);
	void (*get_state)(const struct gt_order *o, struct gt_order_state *s);   /* NULL: it has none to tell */
};

/* The first member of every orderer. */
struct gt_order {
	const struct gt_order_ops *ops;
	struct gt_source *src;
	const struct gt_cancel *cancel;  /* NULL: it is never cancelled */
	struct gt_order_clock clock;
	struct gt_bounds *bounds;        /* align.c: what the order says of clocks goes there; NULL: nowhere */
	const struct gt_shifts *shifts;  /* NULL: clocks are as they are */
};

/* An event that says `ns` by `clock`; known: by that clock, and when it happened. */
void gt_bounds_add(struct gt_bounds *b, const struct gt_event *e, uint64_t clock, bool known, int64_t ns);

/* Moves the times of what was read of a generation. */
void gt_shift_gen(const struct gt_order *o, struct gt_v2_gen *g, bool v1);

/* An event comes at `time`, with others of its generation before it that say a time later by ns. */
GT_INLINE void gt_order_moved(struct gt_order *o, int64_t ns, int64_t time)
{
	struct gt_order_clock *c = &o->clock;

	if (ns > GT_CLOCK_STEP && !c->moved++)
		c->first = time;
	if (ns > c->most) {
		c->most = ns;
		c->at = time;
	}
}

struct gt_order *gt_v1_order_open(struct gt_source *src, int minor);
struct gt_order *gt_v2_order_open(struct gt_source *src, int minor);

/* As the functions of order/replay.h. */
struct gt_replay_ops {
	void (*close)(struct gt_replay *r);
	int (*record)(struct gt_replay *r, uint32_t stream, struct gt_event *ev, struct gt_error *err);
};

struct gt_replay {
	const struct gt_replay_ops *ops;
};

int gt_v1_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		      const struct gt_order_cursors *cursors, struct gt_error *err);
int gt_v2_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		      const struct gt_order_cursors *cursors, struct gt_error *err);

/* A mark points into its generation's batches: true, or the index that it comes from is not this trace's. */
GT_INLINE bool gt_mark_fits(const struct gt_replay_gen *gen, const struct gt_order_cursor *m)
{
	return m->stream < gen->nstreams && m->batch < gen->nbatches && m->off >= gen->batches[m->batch].off &&
	       m->off < gen->batches[m->batch].off + gen->batches[m->batch].size;
}

#endif
