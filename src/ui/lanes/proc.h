/* A processor's lane: its slices, their calls. */
#ifndef GT_UI_TIMELINE_PROC_H
#define GT_UI_TIMELINE_PROC_H

#include "index/trace.h"
#include "ui/lanes/cells.h"

/* src of gt_tl_proc_ops.  { .trace, .part } is ready. */
struct gt_tl_proc {
	const struct gt_trace *trace;
	uint32_t proc_row;
	/* The slice whose calls are being looked at, and which call. */
	struct gt_slice slice;
	uint32_t calls, call;
	bool has_slice;
};

extern const struct gt_tl_source_ops gt_tl_proc_ops;

/* For other lanes of slices: a slice as an item; gt_tl_source_ops.inside of one. */
void gt_tl_slice_item(const struct gt_slice *s, struct gt_tl_item *out);
uint8_t gt_tl_inside(struct gt_tl_proc *p, const struct gt_tl_item *item, int64_t a, int64_t b);

/*
 * The nearest slice of at least long_ns that starts after (dir 1) or before
 * (dir -1) a time, on any P.  GT_NO_ROW: none.  O(P log^2 n).
 */
uint32_t gt_tl_long_slice(const struct gt_trace *t, int64_t time, int64_t long_ns, int dir);

#endif
