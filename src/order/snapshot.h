/* What is going on between two events: states of goroutines, Ps and threads, as the state machine has them (v2). */
#ifndef GT_ORDER_SNAPSHOT_H
#define GT_ORDER_SNAPSHOT_H

#include "order/order.h"

/* A goroutine.  status: as GoStatus numbers it; seq: its last number in the current generation, 0 if it has none. */
struct gt_order_g {
	uint64_t id, seq;
	uint64_t stw_kind;       /* string id in the current generation, if `stw` */
	uint8_t status;
	bool stw, assist;        /* it stops the world, it assists the GC */
};

/* A P, in the same way; status: as ProcStatus numbers it. */
struct gt_order_p {
	uint64_t id, seq;
	uint8_t status;
	bool sweep;
};

/* A thread that has a P or a goroutine; GT_NONE: it has none. */
struct gt_order_m {
	uint64_t id, p, g;
};

enum gt_order_gc { GT_ORDER_GC_UNKNOWN, GT_ORDER_GC_OFF, GT_ORDER_GC_ON };

/* Each array is sorted by id. */
struct gt_order_state {
	struct gt_order_g *gs;
	size_t ngs, gs_cap;
	struct gt_order_p *ps;
	size_t nps, ps_cap;
	struct gt_order_m *ms;
	size_t nms, ms_cap;
	enum gt_order_gc gc;
	uint64_t gc_seq;         /* of the last event of the GC */
};

/*
 * Fills *s, re-using its memory ({ 0 }: it has none), with what is known directly after gt_order_next or
 * gt_order_next_gen.  A v1 trace gives nothing.  Release with gt_order_state_release.
 */
void gt_order_get_state(const struct gt_order *o, struct gt_order_state *s);
void gt_order_state_release(struct gt_order_state *s);

#endif
