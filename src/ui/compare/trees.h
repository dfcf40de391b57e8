/* Call trees of both sides: flame rows above, the tree with what it was before below. */
#ifndef GT_UI_CMP_TREES_H
#define GT_UI_CMP_TREES_H

#include "ui/detail/detail.h"
#include "ui/kit/exporting.h"
#include "ui/table/modes.h"

/* A table of the report difftree, of the profile of its arguments. */
extern const struct gt_pane_table_spec gt_cmp_tree_spec;

/* Members of struct gt_mode. */
int gt_cmp_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_cmp_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
/* In gt_tree_formats: folded stacks have what each weighs before and after. */
int gt_cmp_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
		       struct gt_error *err);

#endif
