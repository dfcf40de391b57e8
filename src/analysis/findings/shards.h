/* Goroutines that share work, one of which gets most of it. */
#ifndef GT_ANALYSIS_SHARDS_H
#define GT_ANALYSIS_SHARDS_H

#include "index/trace.h"

struct gt_shard_look;

/*
 * Goroutines of one start function that live together and wait for work at one place.  One of them is nearly never
 * there, the others mostly are, and those that give them work, or wait until all is done, wait for that one.
 */
struct gt_shards {
	uint32_t func;            /* string row: start function */
	uint32_t g;               /* goroutine row of the hot one */
	uint32_t site;            /* stack row: where they wait for work */
	uint32_t work;            /* stack row: where the hot one spent most of its time otherwise, 0: unknown */
	uint32_t waiting;         /* stack row: where most of the time was waited for it */
	uint32_t goroutines;
	int64_t span;             /* ns in which all of them lived */
	int64_t hot, second;      /* of these: without the waits for work, of the hot one; of the busiest other one, */
	int64_t others;           /* ... of all others together */
	uint64_t n;               /* waits for the hot one, */
	int64_t wait, max;        /* ... their time, and the longest, */
	int64_t t0, t1;           /* ... when that was, */
	int64_t ns;               /* ... and the time in which at least one went on */
};

struct gt_shard_look *gt_shard_look_new(struct gt_trace *t, int64_t from, int64_t to);
void gt_shard_look_free(struct gt_shard_look *k);
/* 1: there is more to do, 0: all is known, negative: the trace cannot be read any more. */
int gt_shard_look_step(struct gt_shard_look *k, struct gt_error *err);
/* When all is known; how many. */
const struct gt_shards *gt_shard_look_shards(const struct gt_shard_look *k, size_t *n);

#endif
