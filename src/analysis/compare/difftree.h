/* The report "difftree": the same profile of two sides as a call tree of what changed. */
#ifndef GT_ANALYSIS_DIFFTREE_H
#define GT_ANALYSIS_DIFFTREE_H

#include "analysis/compare/joined.h"

/*
 * Of a table of the report, which is a table of a tree's nodes (gt_call_diff says what each was before): the profiles
 * that it is made of, to be put back.
 */
struct gt_joined *gt_difftree_joined(const struct gt_table *t);

#endif
