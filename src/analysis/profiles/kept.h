/* The profile that was made last, so that folding, zooming and turning its tree over make no other one. */
#ifndef GT_ANALYSIS_KEPT_H
#define GT_ANALYSIS_KEPT_H

#include "analysis/profiles/calltree.h"
#include "base/thread.h"

struct gt_kept_profile;

/* Where it is kept: of a pane, whose jobs may ask from other threads. */
struct gt_kept {
	struct gt_mutex lock;
	struct gt_kept_profile *last;
};

void gt_kept_init(struct gt_kept *k);
void gt_kept_release(struct gt_kept *k);

/* Whether gt_kept_get with these would only look it up; false also while the tree of this form is not made. */
bool gt_kept_has(struct gt_kept *k, const struct gt_trace *t, const struct gt_profile_args *args,
		 enum gt_calltree_form form);

/*
 * The profile that these make, which is kept instead of the one before it; k may be NULL: then nothing is.  To be
 * put back.  Errors as gt_profile_make.
 */
int gt_kept_get(struct gt_kept *k, struct gt_kept_profile **out, struct gt_trace *t,
		const struct gt_profile_args *args, struct gt_error *err);
void gt_kept_put(struct gt_kept_profile *p);
struct gt_kept_profile *gt_kept_ref(struct gt_kept_profile *p);
/* That of a table of a tree's nodes, to be put back. */
struct gt_kept_profile *gt_calltree_kept(const struct gt_table *t);

const struct gt_profile *gt_kept_profile(const struct gt_kept_profile *p);
/* Its call tree, made when it is first asked for. */
const struct gt_calltree *gt_kept_tree(struct gt_kept_profile *p, const struct gt_trace *t, enum gt_calltree_form form);

#endif
