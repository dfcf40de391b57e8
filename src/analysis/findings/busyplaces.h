/* Where goroutines spend their time, by the function of the program. */
#ifndef GT_ANALYSIS_BUSYPLACES_H
#define GT_ANALYSIS_BUSYPLACES_H

#include "base/hash.h"
#include "index/trace.h"

struct gt_busy_places {
	const struct gt_trace *t;
	struct gt_busy_place {
		uint32_t func, stack;     /* where; the stack with the longest piece of it */
		int64_t ns, most;
	} *v;
	size_t n, cap;
	struct gt_map by_func;
};

void gt_busy_places_init(struct gt_busy_places *p, const struct gt_trace *t);
void gt_busy_places_release(struct gt_busy_places *p);
/* That was at a stack row; nothing for one without a frame of the program. */
void gt_busy_places_add_one(struct gt_busy_places *p, uint32_t stack, int64_t ns);
/*
 * What goroutine row g does in [t0, t1), except for its waits at stack row `site`.  Each stop says where it was: what
 * it ran before, unless that is the site, and how long it waited there.
 */
void gt_busy_places_add(struct gt_busy_places *p, uint32_t g, uint32_t site, int64_t t0, int64_t t1);
/* A stack row in the function with most of it; 0: unknown. */
uint32_t gt_busy_places_most(const struct gt_busy_places *p);

/* All of these for one goroutine. */
uint32_t gt_busiest_place(const struct gt_trace *t, uint32_t g, uint32_t site, int64_t t0, int64_t t1);

#endif
