/* Calls of others that a goroutine made one after the other, though they might have gone on at once. */
#ifndef GT_ANALYSIS_INAROW_H
#define GT_ANALYSIS_INAROW_H

#include "analysis/stacks/stackset.h"
#include "base/err.h"
#include "index/trace.h"

struct gt_events;

#define GT_INAROW_CALLS 3     /* the shortest row */
#define GT_INAROW_KEPT 65536  /* slices that are kept */
#define GT_INAROW_SCANS 65536 /* stretches of running whose events are read */

enum gt_inarow_kind {
	GT_INAROW_NETWORK,    /* calls over the network: of net/http, net/rpc, connecting, questions and answers */
	GT_INAROW_SLEEP,      /* sleeps of one function that was called in several lines: they may stand for calls */
	GT_INAROW_KINDS
};

struct gt_inarow_span {
	int64_t t0, t1;
};

/*
 * Rows that one function made: all calls in a request, between two waits of a goroutine for a timer (a round), or in
 * the life of a goroutine in which each has a stack of its own (who makes the same call again and again may be a
 * worker, or put load on a server).  The work in between, and waits for anything else, took less than a twentieth of
 * the waiting.
 */
struct gt_inarow_group {
	uint32_t func;        /* string row: the innermost function that all calls of the row have in common, */
	uint32_t from;        /* ... and, if that made them, the one of the program that called it; 0: none */
	uint32_t stack;       /* stack row: of the longest call */
	uint32_t g;           /* goroutine row of the row that took longest, */
	int64_t t0, t1;       /* ... which took this time */
	uint64_t rows, calls;
	uint64_t rounds;      /* of rows */
	int64_t sum;          /* ns of waiting in all calls, */
	int64_t longest;      /* ... in the longest call of each row, */
	int64_t max;          /* ... in one call */
	uint8_t kind;         /* enum gt_inarow_kind */
	struct gt_inarow_span *spans;   /* of all calls but the longest of their row */
	size_t nspans, cap;
};

/* Built step by step; { 0 } with t, from and to (within the trace) set is ready. */
struct gt_inarow {
	struct gt_trace *t;
	int64_t from, to;
	uint32_t proc;        /* P and slice that are looked at next */
	uint64_t k;
	uint32_t next;        /* candidate that comes next */
	struct gt_stackset same;
	uint8_t *stacks;      /* by stack row: enum inarow_stack */
	size_t cap_stacks;
	struct gt_map counts; /* goroutine row -> place in v */
	struct inarow_maybe {
		uint32_t g, n[GT_INAROW_KINDS];
		bool reads;   /* some of them may be waits for bytes of a connection */
	} *maybe;             /* goroutines that made such calls, and how many */
	size_t nmaybe, cap_maybe;
	uint32_t *calls;      /* slices that ended in a wait for an answer of the network */
	size_t ncalls, cap_calls;
	bool many;            /* there are more than GT_INAROW_KEPT */
	struct gt_events *events;       /* NULL: none were read */
	uint32_t scans;       /* stretches whose events were read */
	struct gt_requests *units;      /* by goroutine and begin; NULL: not asked for */
	struct gt_inarow_group *v;
	size_t n, cap;
};

/*
 * The frame of a stack that made the call: where the stack is (gt_where_frame); in a driver, which database/sql calls,
 * the innermost one of the program outside of database/sql.
 */
uint32_t gt_inarow_frame(const struct gt_trace *t, uint32_t stack);

/* 1: there is more to do, 0: all is known; negative: as gt_requests_fill. */
int gt_inarow_step(struct gt_inarow *r, struct gt_error *err);
void gt_inarow_release(struct gt_inarow *r);

#endif
