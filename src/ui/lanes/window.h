/* The visible window of the timeline: which time a column shows, zooming and panning.  Pure arithmetic. */
#ifndef GT_UI_TIMELINE_WINDOW_H
#define GT_UI_TIMELINE_WINDOW_H

#include "base/compiler.h"

/*
 * [t0, t0 + span) ns, and never outside of `all`, a window on what there is to show: the whole trace, or
 * more than that where another one stands beside it.  1 <= span.  It is cut into columns whose
 * bounds are whole ns: column x of n begins at t0 + x * span / n, rounded down.
 * With less than a ns per column several columns show the same ns.
 */
struct gt_window {
	int64_t t0, span;
};

int64_t gt_window_start(const struct gt_window *w, int cols, int x);
/* Where column x ends: the next one's start, but at least 1 ns after its own. */
int64_t gt_window_end(const struct gt_window *w, int cols, int x);
/* The (first) column that shows a time: -1 left of the window, cols right of it. */
int gt_window_column(const struct gt_window *w, int cols, int64_t time);
bool gt_window_shows(const struct gt_window *w, int64_t time);

/* Everything. */
void gt_window_whole(struct gt_window *w, const struct gt_window *all);
/* Moves by delta ns as far as there is something to show. */
void gt_window_pan(struct gt_window *w, const struct gt_window *all, int64_t delta);
/* The span times num / den around a time, which stays in its place. */
void gt_window_zoom(struct gt_window *w, const struct gt_window *all, int64_t time, int64_t num, int64_t den);
/* [a, b) in the middle of a window `times` as wide. */
void gt_window_fit(struct gt_window *w, const struct gt_window *all, int64_t a, int64_t b, int times);
/* A time in the middle, the same width. */
void gt_window_centre(struct gt_window *w, const struct gt_window *all, int64_t time);
/* Makes the invariants hold: `all` changed. */
void gt_window_clamp(struct gt_window *w, const struct gt_window *all);

/* a * b / c without overflow in between, rounded down; for a, b >= 0 and c > 0; the result must fit. */
int64_t gt_mul_div(int64_t a, int64_t b, int64_t c);

#endif
