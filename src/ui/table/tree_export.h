/* Call trees as files for other tools: folded stacks, and pprof's. */
#ifndef GT_UI_TREE_EXPORT_H
#define GT_UI_TREE_EXPORT_H

#include "analysis/profiles/profile.h"
#include "ui/kit/exporting.h"
#include "ui/table/pane_table.h"

/* Those of the reports and lists, "folded" and "pprof". */
extern const char *const gt_tree_formats[];
/* Whether a format is one of the last two. */
bool gt_is_tree_format(const char *format);

/*
 * The stacks that lead through what the table shows of its tree, each with all its frames.  parts: the profiles that
 * the tree was made of, of one trace or (both) of two sides; what is needed of them is copied, the traces are not.
 */
int gt_tree_export_open(struct gt_exporting **out, const struct gt_pane_table *pt, const struct gt_profiled *parts,
			size_t n, bool both, const char *format, struct gt_error *err);

#endif
