/* The views that there are. */
#include "ui/shell/panes.h"

const struct gt_pane_entry gt_panes[] = {
	{ GT_VIEW_OVERVIEW, &gt_pane_overview },
	{ GT_VIEW_TIMELINE, &gt_pane_timeline },
	{ GT_VIEW_GREEDY, &gt_pane_greedy },
	{ GT_VIEW_GOROUTINES, &gt_pane_goroutines },
	{ GT_VIEW_EVENTS, &gt_pane_events },
	{ GT_VIEW_GC, &gt_pane_gc },
	{ GT_VIEW_PATH, &gt_pane_path },
};
const size_t gt_panes_count = GT_COUNT(gt_panes);
