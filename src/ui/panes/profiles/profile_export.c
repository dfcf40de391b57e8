/* Call trees of the view of profiles: what they cost to make, and exports. */
#include "ui/panes/profiles/profile_trees.h"
#include "ui/panes/rows.h"
#include "ui/table/tree_export.h"

/* Looking a tree up costs as much as its stacks; making it, as reading the slices of the range. */
uint64_t gt_profile_tree_cost(const struct gt_pane_table *pt)
{
	const struct gt_tree_args *own = gt_tree_args_of(&pt->args);
	struct gt_table_args a = pt->args;
	struct gt_profile_args args;

	if (!a.limited) {
		a.from = INT64_MIN;
		a.to = INT64_MAX;
	}
	a.progress = NULL;
	args = gt_profile_args_of(&a, (enum gt_profile_kind)own->profile);
	if (gt_kept_has(own->kept, pt->prog->trace, &args, gt_calltree_form_of(own)))
		return 0;
	return gt_rows_slices_cost(pt) + gt_trace_info(pt->prog->trace)->goroutines;
}

int gt_profile_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	struct gt_kept_profile *kept;
	struct gt_profiled part = { .t = pt->prog->trace };
	int rc;

	if (!gt_is_tree_format(format))
		return gt_table_pane_export_open(pane, format, all, out, err);
	kept = pt->table ? gt_calltree_kept(pt->table) : NULL;
	part.p = kept ? &kept->profile : NULL;
	rc = gt_tree_export_open(out, pt, &part, 1, false, format, err);
	gt_shared_put(kept);
	return rc;
}
