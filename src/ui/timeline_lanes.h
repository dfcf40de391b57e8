/* Which lanes the timeline has, and in which order. */
#ifndef GT_UI_TIMELINE_LANES_H
#define GT_UI_TIMELINE_LANES_H

#include "base/buf.h"
#include "index/trace.h"

enum gt_lane_kind {
	GT_LANE_HEAP,        /* chart: bytes allocated */
	GT_LANE_BUSY,        /* chart: processors at work */
	GT_LANE_GC,
	GT_LANE_STW,
	GT_LANE_PROC,        /* a P: part, id */
};

struct gt_lane {
	uint8_t kind;        /* enum gt_lane_kind */
	bool pinned;         /* stays at the top while the others scroll */
	bool hidden;
	uint32_t part;       /* PROC: index of the P */
	uint64_t id;         /* PROC: its number */
};

/*
 * All lanes, hidden ones too, pinned ones first.  The cursor is a place among
 * them and is never on a hidden one unless all are.
 */
struct gt_lanes {
	struct gt_lane *v;
	size_t n, cap;
	size_t cursor;
	size_t top;          /* of those shown and not pinned the first on the screen */
	uint32_t procs;      /* Ps that have a lane */
	bool started;
};

void gt_lanes_release(struct gt_lanes *l);

/* Gives new Ps a lane, before the first P with a higher number. */
void gt_lanes_update(struct gt_lanes *l, const struct gt_trace *t, bool heap);

/* Appends the name: "P12", "GC". */
void gt_lane_name(const struct gt_lane *lane, struct gt_buf *out);
const struct gt_lane *gt_lanes_current(const struct gt_lanes *l);   /* NULL: there is none */
/* Finds by kind and, for a P, its index; l->n: none. */
size_t gt_lanes_find(const struct gt_lanes *l, enum gt_lane_kind kind, uint32_t part);

size_t gt_lanes_shown(const struct gt_lanes *l);                    /* lanes that are not hidden */
size_t gt_lanes_pinned(const struct gt_lanes *l);                   /* of those, the pinned ones */

/*
 * The lane of each row of a screen of `rows`: pinned ones, then from top on.
 * When pinned ones would leave fewer than three rows they scroll as well.
 * Moves top so that the cursor's lane is among them.  Returns the rows used;
 * at[] has room for `rows`.
 */
size_t gt_lanes_view(struct gt_lanes *l, size_t rows, size_t *at);

/* The cursor over lanes that are shown; false: nothing moved. */
bool gt_lanes_move(struct gt_lanes *l, int64_t delta);
void gt_lanes_goto(struct gt_lanes *l, size_t place);               /* shows a hidden one */

void gt_lanes_pin(struct gt_lanes *l);
void gt_lanes_hide(struct gt_lanes *l);                             /* the last one stays */
size_t gt_lanes_show_all(struct gt_lanes *l);                       /* how many were hidden */
bool gt_lanes_shift(struct gt_lanes *l, int dir); /* the lane at the cursor goes up or down */

#endif
