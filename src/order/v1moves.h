/* What v1 events move: whose they are, which goroutine's state they need and change (private to this layer). */
#ifndef GT_ORDER_V1MOVES_H
#define GT_ORDER_V1MOVES_H

#include "wire/v1/v1cursor.h"

/* States of a goroutine. */
enum { V1_DEAD, V1_RUNNABLE, V1_RUNNING, V1_WAITING };

/* The goroutine of an event, and the one that its P has after it (format/v1.md 8). */
enum v1_move {
	V1_STAYS,                /* the P's, which stays */
	V1_LEAVES,               /* the P's, which leaves it */
	V1_STARTS,               /* the one in the first argument, which the P has from now on */
	V1_OTHER,                /* the one in the first argument; the P keeps its own */
	V1_NOBODY,               /* none; the P keeps its own */
};

/* The merge's condition (format/v1.md 10.2): whose state is asked and changed, and its sequence number. */
enum { K_NONE, K_ARG, K_CONTEXT, K_GC };
enum { S_ANY, S_0, S_1, S_ARG0, S_ARG1 };

struct v1_type {
	uint8_t move;            /* enum v1_move */
	uint8_t key, seq;        /* K_…, S_… */
	uint8_t status;          /* what must be */
	uint8_t to;              /* status after it */
	bool counts;             /* the sequence number rises */
};

extern const struct v1_type v1_types[64];

/* The event's goroutine; `next` is given the one that the P has after it, from the one it has (0: none). */
GT_INLINE uint64_t v1_follow(const struct gt_v1_cursor *c, uint64_t cur, uint64_t *next)
{
	uint8_t move = v1_types[c->type].move;

	*next = move == V1_STARTS ? c->args[0] : move == V1_LEAVES ? 0 : cur;
	return move == V1_STARTS || move == V1_OTHER ? c->args[0] : move == V1_NOBODY ? 0 : cur;
}

/* A GoSysExit says when it happened. */
GT_INLINE bool v1_tells_time(const struct gt_v1_cursor *c)
{
	return c->type == GT_V1_GoSysExit && (c->args[2] != 0 || c->layout->seq);
}

/* The time that the record states, by the clock of its P. */
GT_INLINE int64_t v1_told_ticks(const struct gt_v1_cursor *c)
{
	return (int64_t)c->args[2] + c->shift;
}

/* The event is not at its record's place in the order, but among the moved ones; gt_v1_scan decides alike. */
GT_INLINE bool v1_is_moved(const struct gt_v1_cursor *c)
{
	return v1_tells_time(c) && (v1_told_ticks(c) != c->ticks || c->layout->seq);
}

#endif
