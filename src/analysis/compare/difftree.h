/* The same profile of two sides: as parts for files, as a call tree of what changed, as the report "difftree". */
#ifndef GT_ANALYSIS_DIFFTREE_H
#define GT_ANALYSIS_DIFFTREE_H

#include "analysis/compare/compare.h"
#include "analysis/profiles/calltree.h"

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

/*
 * Of a table of the report difftree: its tree, whose nodes are the rows (gt_call_diff says what each was before).  A
 * pane draws flame rows from it as from the tree of one trace.  Both live as long as the table.
 */
const struct gt_calltree *gt_difftree_of(const struct gt_table *t);

#endif
