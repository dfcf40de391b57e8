/* The goroutines that one goroutine woke and was woken by, found a little at a time. */
#ifndef GT_UI_TIMELINE_RELATED_H
#define GT_UI_TIMELINE_RELATED_H

#include "index/trace.h"

struct gt_tl_related {
	uint32_t g;          /* whose: goroutine row */
	uint32_t k;          /* its slices before this one are done */
	uint64_t instant;    /* in that slice: the next wake-up on its P to look at */
	bool inside;         /* the slice's waker is known; instant means something */
	uint32_t *v;         /* goroutine rows, without g, as found */
	size_t n, cap;
	uint8_t *bits;       /* of all goroutine rows: is in v */
	size_t bits_cap;
};

void gt_tl_related_begin(struct gt_tl_related *r, uint32_t g);
/* Looks at `most` slices and wake-ups; true: all there are have been looked at. */
bool gt_tl_related_step(struct gt_tl_related *r, const struct gt_trace *t, unsigned most);
void gt_tl_related_release(struct gt_tl_related *r);

#endif
