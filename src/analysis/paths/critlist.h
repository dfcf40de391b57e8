/* The segments of the critical paths of windows, kept: lists, profiles and the screen read these. */
#ifndef GT_ANALYSIS_CRITLIST_H
#define GT_ANALYSIS_CRITLIST_H

#include "analysis/paths/critical.h"
#include "analysis/table/scratch.h"

/* More segments than that are refused: windows that lie in each other can have many times as many as the trace. */
#define GT_CRIT_ROWS (UINT64_C(1) << 24)

struct gt_crit_list {
	struct gt_trace *t;
	struct gt_gspans windows;
	struct gt_seg *segs;          /* window by window, in each the latest first */
	size_t n;
	int64_t ns[GT_SEGS];          /* of each kind; saturate */
	int64_t length;               /* of all windows */
	/* Inside. */
	struct gt_scratch rows, order;
	size_t room, norder, looked;
	struct gt_crit walk;
	struct gt_events *events;
	bool walked, stacks;
};

/* stacks: those of wake-ups and creations are looked for, too.  Overwrites *l, which the caller releases. */
void gt_crit_list_begin(struct gt_crit_list *l, struct gt_trace *t, const struct gt_table_args *args, bool stacks);
/* Some milliseconds' work: 1 when there is more, 0 when all is there, or GT_ERR_LIMIT, GT_ERR_NOMEM, GT_ERR_IO. */
int gt_crit_list_step(struct gt_crit_list *l, struct gt_error *err);
/* All steps; GT_ERR_CANCELLED when args->progress says so. */
int gt_crit_list_fill(struct gt_crit_list *l, const struct gt_table_args *args, struct gt_error *err);
void gt_crit_list_release(struct gt_crit_list *l);

/* Of one segment; looked for once. */
uint32_t gt_crit_list_stack(struct gt_crit_list *l, size_t i);

#endif
