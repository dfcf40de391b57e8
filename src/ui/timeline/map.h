/* The minimap: the whole trace on one row, and where the window is. */
#ifndef GT_UI_TIMELINE_MAP_H
#define GT_UI_TIMELINE_MAP_H

#include "ui/kit/canvas.h"

/* Kept from frame to frame, because all Ps count for each cell. */
struct gt_tl_map {
	uint8_t *eighths;
	size_t cap;
	int cols, next;      /* columns from `next` on are of an older state */
	int64_t extent;
	int64_t known;       /* until then all slices of all Ps had rows when it was begun */
	uint64_t slices;     /* rows in the index when it was begun */
};

struct gt_timeline;

/* Computes what a frame has time for, and draws it. */
void gt_tl_map_draw(struct gt_timeline *tl, const struct gt_canvas *row);

#endif
