/* The GC's heap goal over time: few values, far apart among the other counters. */
#ifndef GT_ANALYSIS_HEAPGOALS_H
#define GT_ANALYSIS_HEAPGOALS_H

#include "index/trace.h"

/* Zeroed before the first call; free v. */
struct gt_heap_goals {
	struct gt_heap_goal {
		int64_t t;
		uint64_t value;       /* bytes; 0: none */
	} *v;
	size_t n, cap;
	uint64_t seen;                /* counters looked at */
};

/* Looks at `most` more counters; true if there are still more. */
bool gt_heap_goals_update(struct gt_heap_goals *g, const struct gt_trace *t, uint64_t most);

/* The goal that held right before a time; 0: none was known. */
uint64_t gt_heap_goals_at(const struct gt_heap_goals *g, int64_t time);

#endif
