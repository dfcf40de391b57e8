/* A profile of both sides and its call trees, kept so that folding, zooming and turning them over make no other one. */
#ifndef GT_ANALYSIS_JOINED_H
#define GT_ANALYSIS_JOINED_H

#include "analysis/compare/compare.h"
#include "analysis/profiles/kept.h"

/*
 * A profile of each trace of both sides, the new ones first.  gt_side_profiles_release, also after an error;
 * the traces have to live as long.
 */
struct gt_side_profiles {
	struct gt_profiled *v;
	struct gt_profile *made;
	size_t n;
	double seconds[GT_CMP_SIDES];        /* the time of all traces of a side that counts */
};

/* args: the scope, except its times, which are those of the sides.  Errors as gt_profile_make. */
int gt_side_profiles_make(struct gt_side_profiles *p, const struct gt_sides *sides, const struct gt_table_args *args,
			  enum gt_profile_kind kind, struct gt_error *err);
void gt_side_profiles_release(struct gt_side_profiles *p);

/* Held and put back by gt_shared_ref and gt_shared_put. */
struct gt_joined {
	struct gt_treed treed;
	struct gt_side_profiles profiles;
	struct gt_sides sides;
};

/* What sides->kept has of the same profile and range is taken, else it is made and kept there. */
int gt_joined_get(struct gt_joined **out, const struct gt_sides *sides, const struct gt_table_args *args,
		  struct gt_error *err);
/* Whether gt_joined_get would only take it, and its tree is made. */
bool gt_joined_has(const struct gt_sides *sides, const struct gt_tree_args *tree);
/* Made when it is first asked for; lives as long as j. */
const struct gt_calltree *gt_joined_tree(struct gt_joined *j, enum gt_calltree_form form);

#endif
