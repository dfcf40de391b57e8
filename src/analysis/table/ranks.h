/* Exact percentiles of many groups of numbers, in memory that does not grow with how many numbers there are. */
#ifndef GT_ANALYSIS_RANKS_H
#define GT_ANALYSIS_RANKS_H

#include "analysis/table/lengths.h"
#include "base/thread.h"

/*
 * Numbers that are not negative: listed while they are few, and when a list would take more room than that, how many
 * there are in each step (lengths.h).  { 0 } is empty.
 */
struct gt_numbers {
	uint64_t n;
	size_t cap;
	int64_t *v;                /* in no order; NULL if they are counted */
	struct gt_lengths *lengths;
};

void gt_numbers_list(struct gt_numbers *c, int64_t v);

GT_INLINE void gt_numbers_add(struct gt_numbers *c, int64_t v)
{
	if (c->lengths) {
		c->lengths->n[gt_lengths_place((uint64_t)v)]++;
		c->n++;
	} else {
		gt_numbers_list(c, v);
	}
}

/* Adds those of *from, which is empty then. */
void gt_numbers_join(struct gt_numbers *to, struct gt_numbers *from);
void gt_numbers_release(struct gt_numbers *c);

/* A percentile that is looked for: the number at `rank` of those of its group that are from least to most. */
struct gt_rank {
	uint32_t group;
	uint64_t rank;
	int64_t least, most;
	int64_t *out;
	struct gt_numbers numbers[GT_WORKERS];  /* less `least` */
};

/*
 * Of numbers that were counted a percentile lies in a step.  So all numbers are met again, in as many passes as it
 * takes until each step is one number: nearly always one, as a step has less than a hundredth of the numbers.
 *
 *	gt_ranks_find for each group
 *	while (gt_ranks_begin(r, groups)) {
 *		gt_ranks_add for each number, of several threads at a time
 *		gt_ranks_end(r);
 *	}
 *	gt_ranks_release(r)
 */
struct gt_ranks {
	struct gt_rank *v;         /* those of a group stand together */
	size_t n, cap;
	uint32_t *of_group;        /* the first one + 1; 0: none is looked for */
	int64_t least, most;       /* no other number is asked for */
};

/*
 * The percentiles q[0] <= q[1] ... of a group (nearest rank, as gt_percentile_i64) come into out[], at once or in a
 * later pass: it must not move.  The numbers are in another order then.
 */
void gt_ranks_find(struct gt_ranks *r, uint32_t group, struct gt_numbers *c, const double *q, unsigned nq,
		   int64_t *out);

/* Whether another pass is needed; groups: how many there are. */
bool gt_ranks_begin(struct gt_ranks *r, size_t groups);
void gt_ranks_meet(struct gt_ranks *r, unsigned worker, uint32_t group, int64_t v);
void gt_ranks_end(struct gt_ranks *r);
void gt_ranks_release(struct gt_ranks *r);

/* Whether a number matters to this pass, whatever its group. */
GT_INLINE bool gt_ranks_want(const struct gt_ranks *r, int64_t v)
{
	return v >= r->least && v <= r->most;
}

GT_INLINE void gt_ranks_add(struct gt_ranks *r, unsigned worker, uint32_t group, int64_t v)
{
	if (gt_ranks_want(r, v) && r->of_group && r->of_group[group])
		gt_ranks_meet(r, worker, group, v);
}

#endif
