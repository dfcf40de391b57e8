/* What each cell of a lane shows: intervals that do not overlap, cut into columns. */
#ifndef GT_UI_TIMELINE_CELLS_H
#define GT_UI_TIMELINE_CELLS_H

#include "ui/lanes/window.h"

#define GT_NO_ITEM UINT32_MAX

/* An interval on a lane: a slice of a P, a garbage collection, a stop-the-world pause. */
struct gt_tl_item {
	int64_t t0, t1;
	uint32_t id;         /* GT_NO_ITEM: none */
	uint32_t who;        /* whose colour it has: goroutine row, or GT_NO_ITEM */
	bool inner;          /* something is nested in it: `inside` computes what */
};

struct gt_tl_cell;

/*
 * Where a lane's intervals come from.  None of these may cost more than
 * O(log n).  Items are in time order and do not overlap.
 * src may keep a cursor: cells are filled from left to right.
 */
struct gt_tl_source_ops {
	/* Place of the first item with t1 > time; the count of items if none. */
	uint64_t (*seek)(void *src, int64_t time);
	/* The place after one.  NULL: k + 1. */
	uint64_t (*next)(void *src, uint64_t k);
	/* False: no such place. */
	bool (*get)(void *src, uint64_t k, struct gt_tl_item *out);
	/* ns of [a, b) inside items. */
	int64_t (*busy)(void *src, int64_t a, int64_t b);
	/* The `who` with most of [a, b). */
	uint32_t (*dominant)(void *src, int64_t a, int64_t b);
	/*
	 * The longest item that overlaps [a, b); false: none, or none of long_ns and more.
	 * NULL: long ones are not marked.
	 */
	bool (*longest)(void *src, int64_t a, int64_t b, int64_t long_ns, struct gt_tl_item *out);
	/*
	 * Idle cells [x, x + n), which lie before item `next` (GT_NO_ITEM: after
	 * the last one) and after the one before that: says what is there
	 * instead, in members that idle cells do not use.  NULL: nothing.
	 */
	void (*between)(void *src, const struct gt_window *w, int cols, int x, int n, uint32_t next,
			struct gt_tl_cell *cells);
	/* How much of [a, b), all of which is the item's, is inside a nested interval.  NULL: never. */
	uint8_t (*inside)(void *src, const struct gt_tl_item *item, int64_t a, int64_t b);
};

struct gt_tl_source {
	const struct gt_tl_source_ops *ops;
	void *src;
};

#define GT_TL_FINE 32

/* How long an item is: 0 below long_ns, then two more each time it is twice as long. */
uint8_t gt_tl_long_class(int64_t ns, int64_t long_ns);

enum gt_tl_kind {
	GT_TL_IDLE,          /* nothing */
	GT_TL_SHARE,         /* parts of items: eighths */
	GT_TL_FULL,          /* all of it belongs to one item */
	GT_TL_UNKNOWN,       /* not computed yet: never set by gt_tl_cells */
	GT_TL_EDGE,          /* one item ends and the next begins: eighths is where */
};

enum gt_tl_inside { GT_TL_INSIDE_NONE, GT_TL_INSIDE_SOME, GT_TL_INSIDE_ALL };

struct gt_tl_cell {
	uint8_t kind;        /* enum gt_tl_kind */
	uint8_t eighths;     /* SHARE: busy share, 1..8; EDGE: 1..7 */
	uint8_t inside;      /* FULL: enum gt_tl_inside */
	uint8_t fine;        /* SHARE: the same in parts of GT_TL_FINE */
	uint8_t hides;       /* SHARE: the class of a long item that is in it and fills no cell of its own */
	uint32_t item;       /* FULL: the item; SHARE: the hidden one, or GT_NO_ITEM; EDGE: the left one */
	uint32_t who, who2;  /* the dominant; EDGE: of the left one and of the right one */
};

/* Fills `cols` cells.  Items of long_ns and more are marked where they would not be seen. */
void gt_tl_cells(const struct gt_tl_source *s, const struct gt_window *w, int cols, int64_t long_ns,
		 struct gt_tl_cell *out);

/* ns as eighths of a whole, nearest, but 0 only for nothing. */
unsigned gt_tl_eighths(int64_t part, int64_t whole);

#endif
