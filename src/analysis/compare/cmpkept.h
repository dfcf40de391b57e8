/* The comparison and the profiles that were made last, so that sorting and filtering rows make no other ones. */
#ifndef GT_ANALYSIS_CMPKEPT_H
#define GT_ANALYSIS_CMPKEPT_H

#include "analysis/compare/joined.h"
#include "base/thread.h"

/* A comparison that several may hold. */
struct gt_compared {
	struct gt_comparison c;
	struct gt_mutex lock;
	unsigned refs;
	int64_t from[GT_CMP_SIDES], to[GT_CMP_SIDES];
};

/* Where it is kept: of a pane, whose jobs may ask from other threads.  Always of the same traces. */
struct gt_cmp_kept {
	struct gt_mutex lock;
	struct gt_compared *last;
	struct gt_joined *joined[GT_PROFILES];   /* joined.h; of other profiles NULL */
};

void gt_cmp_kept_init(struct gt_cmp_kept *k);
void gt_cmp_kept_release(struct gt_cmp_kept *k);

/* As gt_compare; what sides->kept has of the same range is taken.  To be put back. */
int gt_compared_get(struct gt_compared **out, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
		    struct gt_error *err);
struct gt_compared *gt_compared_ref(struct gt_compared *p);
void gt_compared_put(struct gt_compared *p);

#endif
