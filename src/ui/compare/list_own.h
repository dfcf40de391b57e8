/* Inside the list of differences: what is told of one, where a trace shows it best, and call trees. */
#ifndef GT_UI_CMP_LIST_H
#define GT_UI_CMP_LIST_H

#include "analysis/compare/compare.h"
#include "ui/kit/exporting.h"
#include "ui/app/program.h"
#include "ui/detail/detail.h"
#include "ui/table/modes.h"

/* prog: the stack is one of its trace, if that has the difference: only then its frames can be opened. */
void gt_difference_detail(struct gt_detail *d, const struct gt_program *prog, const struct gt_comparison *c,
			  const struct gt_difference *of);

/* A stack of a trace of either side, 0: nothing.  Of another trace than the one on the screen: the names alone. */
void gt_difference_stack(struct gt_detail *d, const struct gt_program *prog, const struct gt_trace *t, uint32_t stack);

/*
 * Selects the longest of a difference's own kind among those that are kept of the side's first trace, which is the
 * one of prog: its time, and the slice where there is one.  False: that trace has none with a time.
 */
bool gt_difference_example(struct gt_sel *sel, const struct gt_program *prog, const struct gt_comparison *c,
			   enum gt_cmp_side side, const struct gt_difference *d);

/* A table of the report difftree, of the profile of its arguments. */
extern const struct gt_pane_table_spec gt_cmp_tree_spec;

/* Members of struct gt_mode. */
int gt_cmp_tree_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_cmp_tree_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
/* In gt_tree_formats: folded stacks have what each weighs before and after. */
int gt_cmp_tree_export(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
		       struct gt_error *err);

/* A jump to the view of both sides, at the examples of a row; a message if there is none in either trace. */
void gt_sides_show(struct gt_app *app, const struct gt_comparison *c, const struct gt_difference *d);

#endif
