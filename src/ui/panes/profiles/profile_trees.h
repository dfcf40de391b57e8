/* Modes of the view of profiles that are call trees. */
#ifndef GT_UI_PROFILE_TREES_H
#define GT_UI_PROFILE_TREES_H

#include "analysis/profiles/calltree.h"
#include "ui/panes/profiles/profiles.h"

extern const struct gt_pane_table_spec gt_profile_tree_spec, gt_profile_samples_spec;
int gt_profile_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_profile_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
uint64_t gt_profile_tree_cost(const struct gt_pane_table *pt);
/* In gt_tree_formats (tree_export.h), of the part of the profile that is shown. */
int gt_profile_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err);
/* As the same of waits in profiles.h: the part is a struct gt_profile_part. */
enum gt_narrowed gt_profile_narrow_tree(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part);
void gt_profile_tree_status(struct gt_pane *pane, struct gt_buf *out);

#endif
