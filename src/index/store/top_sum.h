/* Sums by goroutine over a few thousand rows, to find the largest. */
#ifndef GT_INDEX_TALLY_H
#define GT_INDEX_TALLY_H

#include <string.h>

#include "base/hash.h"
#include "index/model.h"

#define GT_TALLY_SLOTS 4096

/* Up to GT_TALLY_SLOTS / 2 adds; later ones of new goroutines are dropped. */
struct gt_top_sum {
	uint32_t mask, used;
	uint32_t who[GT_TALLY_SLOTS];       /* + 1, 0: free */
	uint64_t sum[GT_TALLY_SLOTS];
};

/* Only as many slots as `adds` needs are cleared. */
GT_INLINE void gt_top_sum_init(struct gt_top_sum *t, uint64_t adds)
{
	uint32_t slots = 16;

	while (slots < GT_TALLY_SLOTS && slots < 2 * adds)
		slots *= 2;
	t->mask = slots - 1;
	t->used = 0;
	memset(t->who, 0, slots * sizeof t->who[0]);
}

GT_INLINE void gt_top_sum_add(struct gt_top_sum *t, uint32_t who, uint64_t n)
{
	uint32_t i = (who * UINT32_C(0x9e3779b1)) >> 8 & t->mask;

	while (t->who[i] && t->who[i] != who + 1)
		i = (i + 1) & t->mask;
	if (!t->who[i]) {
		if (t->used > t->mask / 4 * 3 || who == GT_NO_ROW)
			return;
		t->used++;
		t->who[i] = who + 1;
		t->sum[i] = 0;
	}
	t->sum[i] += n;
}

/* The goroutine with the largest sum (of equal ones the smallest row), GT_NO_ROW if nothing was added. */
GT_INLINE uint32_t gt_top_sum_top(const struct gt_top_sum *t, uint64_t *sum)
{
	uint32_t best = GT_NO_ROW;

	*sum = 0;
	for (uint32_t i = 0; i <= t->mask; i++) {
		if (!t->who[i])
			continue;
		if (best == GT_NO_ROW || t->sum[i] > *sum || (t->sum[i] == *sum && t->who[i] - 1 < best)) {
			best = t->who[i] - 1;
			*sum = t->sum[i];
		}
	}
	return best;
}

#endif
