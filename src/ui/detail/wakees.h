/* Whom a slice woke or created. */
#ifndef GT_UI_WOKEN_H
#define GT_UI_WOKEN_H

#include "index/query/tracks.h"
#include "ui/app/program.h"

struct gt_wakees {
	int64_t t;            /* when */
	uint32_t g;           /* goroutine row */
	uint32_t slice;       /* which it ran then; GT_NO_ROW: none any more */
	bool created;
};

/*
 * Those of [a, b) in time order, at most `max`; returns how many.  O(max log n).
 * A goroutine that ended its wait by itself is not among them.
 */
size_t gt_wakees_by(const struct gt_trace *t, const struct gt_slice *by, int64_t a, int64_t b, size_t max,
		    struct gt_wakees *out);

/* The slice of a goroutine that runs at a time, or the next one after it; GT_NO_ROW. */
uint32_t gt_wakees_slice(const struct gt_trace *t, uint32_t g, int64_t time);

/* Action "unblocked": to the one it woke, or a menu of them. */
void gt_wakees_follow(struct gt_app *app, const struct gt_sel *sel);

#endif
