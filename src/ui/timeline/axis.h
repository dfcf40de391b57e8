/* Round ticks of a time axis. */
#ifndef GT_UI_TIMELINE_AXIS_H
#define GT_UI_TIMELINE_AXIS_H

#include "base/buf.h"
#include "ui/kit/canvas.h"
#include "ui/lanes/window.h"

/*
 * The round step that comes after `step` (0: the smallest, 1 ns): 1 2 5 10 …
 * ns, 1 2 5 10 15 30 s and min, 1 2 6 12 24 h.
 */
int64_t gt_axis_next_step(int64_t step);

/*
 * Appends a tick's time with as many digits as its step needs, in a unit that
 * suits the largest time on the axis: "350us", "739.8894ms", "2.5s", "1m02.5s".
 */
void gt_axis_label(struct gt_buf *out, int64_t time, int64_t step, int64_t largest);

/* What the numbers on an axis count from; in the order of the choices of the option "clock". */
enum gt_axis_mode {
	GT_AXIS_START,       /* the trace's start */
	GT_AXIS_CURSOR,      /* the time cursor */
	GT_AXIS_WALL,        /* midnight */
	GT_AXIS_MODES
};

struct gt_axis {
	enum gt_axis_mode mode;
	int64_t zero;        /* the time at which they are 0; START: 0 */
};

/* The smallest step whose labels, at most one a step, have two columns between them. */
int64_t gt_axis_step(const struct gt_axis *axis, const struct gt_window *w, int cols);

/* One row. */
void gt_axis_draw(const struct gt_axis *axis, const struct gt_canvas *c, int y, int x, int cols,
		  const struct gt_window *w);

#endif
