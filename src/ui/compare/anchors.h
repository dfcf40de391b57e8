/* What two traces can be aligned at. */
#ifndef GT_UI_ANCHORS_H
#define GT_UI_ANCHORS_H

#include "ui/compare/half.h"

enum gt_anchor_id { GT_ANCHOR_EXAMPLES, GT_ANCHOR_STARTS, GT_ANCHOR_MARKERS, GT_ANCHOR_WALL, GT_ANCHORS };

struct gt_side_anchor {
	const char *name;    /* of the command */
	const char *title, *help;
	const char *lacks;   /* why a half has none */
	/* The time in a half; false: it has none. */
	bool (*find)(const struct gt_half *h, int64_t *time);
};

extern const struct gt_side_anchor gt_anchors[GT_ANCHORS];

/* at[i] becomes the time of half h[i]; NULL, or why there is none, in the half *side if that is not -1. */
const char *gt_anchor_find(enum gt_anchor_id id, const struct gt_half h[2], int64_t at[2], int *side);

#endif
