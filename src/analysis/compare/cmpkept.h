/* The comparison and the profiles that were made last, so that sorting and filtering rows make no other ones. */
#ifndef GT_ANALYSIS_CMPKEPT_H
#define GT_ANALYSIS_CMPKEPT_H

#include "analysis/compare/compare.h"
#include "analysis/profiles/profile.h"
#include "base/lastkept.h"

/* The cache of a pane, for one set of traces.  Jobs may use it from other threads. */
struct gt_cmp_kept {
	struct gt_lastkept compared;
	struct gt_lastkept joined[GT_PROFILES];   /* joined.h; of other profiles nothing */
};

void gt_cmp_kept_init(struct gt_cmp_kept *k);
void gt_cmp_kept_release(struct gt_cmp_kept *k);

/* Whether the same parts of both sides count. */
bool gt_sides_same_range(const struct gt_sides *a, const struct gt_sides *b);

/* Held and put back by gt_shared_ref and gt_shared_put. */
struct gt_compared {
	struct gt_shared shared;
	struct gt_comparison c;
	struct gt_sides sides;
};

/* As gt_compare; what sides->kept has of the same range is taken. */
int gt_compared_get(struct gt_compared **out, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
		    struct gt_error *err);

#endif
