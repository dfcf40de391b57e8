/* The timeline pane's own state: for its files only. */
#ifndef GT_UI_TIMELINE_H
#define GT_UI_TIMELINE_H

#include "ui/app/pane.h"
#include "ui/detail/detail.h"
#include "ui/lanes/lane.h"
#include "ui/timeline/beside.h"
#include "ui/timeline/busiest.h"
#include "ui/timeline/map.h"
#include "ui/timeline/measure.h"
#include "ui/timeline/members.h"

/* Where things were drawn last, on the pane's canvas: for the mouse and for moves by columns. */
struct gt_tl_frame {
	int cols;            /* of the pane */
	int left;            /* columns of names and values; the time begins there */
	int axis, map;       /* rows, -1: not shown */
	int first;           /* row of the first lane */
	struct gt_lane_row *row;  /* lanes on the screen */
	size_t lanes, row_cap;
	int used;                 /* rows they take */
};

/* What the mouse holds while it is dragged. */
enum gt_tl_hold_kind { GT_TL_HOLD_NOTHING, GT_TL_HOLD_TIME, GT_TL_HOLD_RANGE, GT_TL_HOLD_MAP };

struct gt_timeline {
	struct gt_pane *pane;
	struct gt_lane_view view;
	struct gt_tl_frame frame;
	struct gt_tl_members members;
	struct gt_tl_map map;
	struct gt_tl_measure measure;
	struct gt_detail detail;

	struct gt_tl_beside beside;
	struct gt_tl_busiest busiest;

	bool follows;        /* the window is at the newest end of a trace that grows, … */
	struct gt_window followed;   /* … and this is where it was put, and the cursor: elsewhere they were moved, … */
	int64_t followed_cursor;     /* … and follow no more */
	bool whole;          /* the window grows with the trace */
	bool stood;          /* the worst finding was known when it was drawn: it began there, or elsewhere */
	bool keep_window;    /* restored: the next select_changed must not move it */
	bool keep_zoom;      /* a link was followed: it must not zoom */

	enum gt_tl_hold_kind hold;
	int64_t hold_time;   /* under the mouse when the button went down */
};

GT_INLINE struct gt_timeline *gt_timeline_of(struct gt_pane *pane) { return pane->priv; }

#endif
