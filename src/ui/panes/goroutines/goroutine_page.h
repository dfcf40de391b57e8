/* The page of one goroutine: its life as a bar and in numbers, and lists of what belongs to it. */
#ifndef GT_UI_GOROUTINE_PAGE_H
#define GT_UI_GOROUTINE_PAGE_H

#include "analysis/paths/states.h"
#include "ui/detail/detail.h"
#include "ui/panes/goroutines/goroutine_stats.h"
#include "ui/table/modes.h"

/* What the page lists: the first modes of the view of goroutines. */
enum gt_gsection {
	GT_GSECTION_STATES,
	GT_GSECTION_SLICES,
	GT_GSECTION_CHILDREN,
	GT_GSECTION_RANGES,
	GT_GSECTION_REGIONS,
	GT_GSECTION_TASKS,
	GT_GSECTION_LOGS,
	GT_GSECTIONS
};
extern const struct gt_pane_table_spec gt_gsection_specs[GT_GSECTIONS];

/* The owner of their tables. */
struct gt_gpage {
	struct gt_pane *pane;
	struct gt_program *prog;
	bool open;
	uint32_t g_row;
	struct gt_goroutine g;       /* as it was when it was read */
	uint64_t seen_events;

	struct gt_gstats stats;
	struct gt_gstats computed;   /* of the states that are being read, in their thread */
	bool complete;               /* stats are of all states */
};

void gt_gpage_release(struct gt_gpage *pg);

/* Before a section of the goroutine is shown, whose table is pt.  False: there is no such goroutine. */
bool gt_gpage_open(struct gt_gpage *pg, uint32_t g_row, struct gt_pane_table *pt);
void gt_gpage_close(struct gt_gpage *pg);

/* The index grew. */
void gt_gpage_refresh(struct gt_gpage *pg);

/* The cursor goes to what was at a time. */
void gt_gpage_seek(struct gt_gpage *pg, int64_t time);

/* The row under the cursor as a selection, or the goroutine. */
bool gt_gpage_sel(struct gt_gpage *pg, struct gt_sel *sel);

/* Members of struct gt_mode. */
int gt_gpage_head(struct gt_pane_table *pt, const struct gt_canvas *c);
void gt_gpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d);

#endif
