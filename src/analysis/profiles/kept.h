/* The profile that was made last, so that folding, zooming and turning its tree over make no other one. */
#ifndef GT_ANALYSIS_KEPT_H
#define GT_ANALYSIS_KEPT_H

#include "analysis/profiles/calltree.h"
#include "base/lastkept.h"

/* The head of what is kept and has call trees, each made when it is first asked for. */
struct gt_treed {
	struct gt_shared shared;
	bool has_tree[GT_CALLTREE_FORMS];
	struct gt_calltree trees[GT_CALLTREE_FORMS];
};

/* Whether it has the tree of this form.  NULL: no.  Puts it back. */
bool gt_treed_has(struct gt_treed *of, enum gt_calltree_form form);
void gt_treed_release(struct gt_treed *of);

/* Held and put back by gt_shared_ref and gt_shared_put. */
struct gt_kept_profile {
	struct gt_treed treed;
	struct gt_profile profile;
	/* what it was made of */
	uint64_t events;
	struct gt_profile_args args;
	char *func, *region, *site, *type;   /* what these point to */
};

/*
 * Takes the profile for these arguments from the cache k, or makes it and puts it there.  k belongs to a pane and
 * may be used by its jobs, too; NULL: no cache.  Errors as gt_profile_make.
 */
int gt_kept_get(struct gt_lastkept *k, struct gt_kept_profile **out, struct gt_trace *t,
		const struct gt_profile_args *args, struct gt_error *err);
/* Whether gt_kept_get with these would only look it up; false also while the tree of this form is not made. */
bool gt_kept_has(struct gt_lastkept *k, struct gt_trace *t, const struct gt_profile_args *args,
		 enum gt_calltree_form form);
/* That of a table of a tree's nodes, to be put back. */
struct gt_kept_profile *gt_calltree_kept(const struct gt_table *t);

/* Its call tree. */
const struct gt_calltree *gt_kept_tree(struct gt_kept_profile *p, const struct gt_trace *t, enum gt_calltree_form form);

#endif
