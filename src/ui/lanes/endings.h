/* Why slices ended and what their goroutines waited for then: a row of a P's lane. */
#ifndef GT_UI_LANES_ENDINGS_H
#define GT_UI_LANES_ENDINGS_H

#include "index/trace.h"
#include "ui/kit/canvas.h"
#include "ui/lanes/window.h"

/*
 * Below each slice of the P, up to the next one: why it ended, how long its goroutine waited then, and who woke it.
 * O(slices in the window * log n).
 */
void gt_tl_endings_draw(const struct gt_trace *t, uint32_t proc_row, const struct gt_window *w,
			const struct gt_canvas *row);

#endif
