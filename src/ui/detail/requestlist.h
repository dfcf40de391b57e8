/* Lists of requests: columns, selections, what is said of a row. */
#ifndef GT_UI_REQUESTLIST_H
#define GT_UI_REQUESTLIST_H

#include "analysis/requests/requestrows.h"
#include "ui/detail/detail.h"
#include "ui/table/modes.h"

extern const struct gt_pane_table_spec gt_requestlist_spec, gt_requestlist_groups_spec;

/* "25 requests inferred from stacks, 1.2s: p50 …": of the rows of requests that are shown. */
void gt_requestlist_head(struct gt_buf *out, const struct gt_pane_table *pt);
/* Adds what the marks of a row say. */
void gt_requestlist_detail(const struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);
/* Fills *f for requests like this one: of its server with its handler. */
void gt_requestlist_like(struct gt_mode_filter *f, const struct gt_trace *t, const struct gt_request *q);
/* What profiles of a row are of, and *id: the task, the tasks, else the goroutines with the start function. */
enum gt_profile_of gt_requestlist_profile(const struct gt_table *table, uint64_t row, uint64_t *id);

#endif
