/* The lane of the heap: bytes allocated, as a chart. */
#include "ui/timeline.h"

static bool exists(const struct gt_timeline *tl)
{
	return gt_trace_info(tl->prog->trace)->counters > 0;
}

static void title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)tl;
	(void)lane;
	gt_buf_puts(out, "heap");
}

/* The heap's size at a time: the last value before it.  Few other counters come in between. */
static uint64_t heap_at(const struct gt_trace *t, int64_t time)
{
	uint64_t i = gt_counter_seek(t, time);
	struct gt_counter c;

	for (int tries = 0; i > 0 && tries < 64; tries++) {
		if (gt_counter_get(t, --i, &c) && c.metric == GT_METRIC_HEAP_ALLOC)
			return c.value;
	}
	return 0;
}

static uint64_t heap_max(const struct gt_timeline *tl, int cols)
{
	uint64_t max = 0, v;

	for (int x = 0; x < cols; x++) {
		v = heap_at(tl->prog->trace, gt_window_end(&tl->win, cols, x));
		max = v > max ? v : max;
	}
	return max;
}

static void value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)lane;
	gt_lane_put_bytes(out, heap_max(tl, tl->frame.width));
}

/* Each cell shows the value at its end. */
static void draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	uint64_t max = heap_max(tl, c->cols);

	(void)lane;
	for (int x = 0; x < c->cols; x++) {
		uint64_t v = heap_at(tl->prog->trace, gt_window_end(&tl->win, c->cols, x));

		gt_canvas_vblock(c, 0, x, GT_ROLE_CHART1, gt_lane_level(v, max));
	}
}

const struct gt_lane_ops gt_lane_heap = {
	.name = "heap",
	.help = "bytes allocated on the heap",
	.pinned = true,
	.exists = exists,
	.title = title,
	.value = value,
	.draw = draw,
};
