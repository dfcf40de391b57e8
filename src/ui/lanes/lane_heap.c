/* The lane of the heap: bytes allocated, and the goal of the garbage collector. */
#include <stdlib.h>
#include <string.h>

#include "analysis/gc/heapgoals.h"
#include "base/human.h"
#include "ui/lanes/lane.h"

/* From so many rows of the pane on, the lane has two: then the goal's line can be told from the heap's bars. */
#define TALL_ROWS 20

/* Counters looked at for one frame; the rest follows in the next ones. */
#define COUNTERS_PER_FRAME 100000

static struct gt_heap_goals *goals_of(const struct gt_lane_view *view)
{
	return view->data[GT_LANE_HEAP];
}

static bool lane_heap_exists(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	(void)lane;
	return gt_trace_info(view->trace)->counters > 0;
}

static int lane_heap_height(const struct gt_lane_view *view)
{
	return view->chart > 1 ? view->chart : view->rows >= TALL_ROWS ? 2 : 1;
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

/* The largest heap or goal at the end of a column. */
static uint64_t largest(const struct gt_lane_view *view, int cols, bool of_goals)
{
	uint64_t max = 0, v;

	for (int x = 0; x < cols; x++) {
		int64_t end = gt_window_end(&view->win, cols, x);

		v = of_goals ? gt_heap_goals_at(goals_of(view), end) : heap_at(view->trace, end);
		max = v > max ? v : max;
	}
	return max;
}

/* The scale: the largest of both. */
static uint64_t full_bar(const struct gt_lane_view *view, int cols)
{
	uint64_t heap = largest(view, cols, false), goal = largest(view, cols, true);

	return heap > goal ? heap : goal;
}

/* "12M" for a label that has no room for more; 0 is before the first value. */
static void put_size(struct gt_buf *out, uint64_t v, bool is_short)
{
	const char *unit = "BKMGTPE";

	if (!v || !is_short) {
		if (v)
			gt_human_bytes(out, v);
		else
			gt_buf_putc(out, '?');
		return;
	}
	while (v >= 1000 && unit[1]) {
		v = (v + 512) / 1024;
		unit++;
	}
	gt_buf_u64(out, v);
	gt_buf_putc(out, *unit);
}

static void lane_heap_level(struct gt_lane_view *view, const struct gt_lane *lane, int cols, struct gt_buf *out)
{
	uint64_t v[] = { heap_at(view->trace, view->cursor + 1), largest(view, view->width, false) };
	struct gt_buf text[2] = { 0 };
	size_t start = out->len;

	(void)lane;
	view->pace.left |= gt_heap_goals_update(goals_of(view), view->trace, COUNTERS_PER_FRAME);
	for (int i = 0; i < 2; i++)
		put_size(&text[i], v[i], false);
	gt_lane_put_level(out, gt_buf_str(&text[0]), gt_buf_str(&text[1]), cols);
	/* Without the most: what is short is better than what is missing. */
	if (!memchr(gt_buf_str(out) + start, ',', out->len - start)) {
		out->len = start;
		for (int i = 0; i < 2; i++) {
			gt_buf_reset(&text[i]);
			put_size(&text[i], v[i], true);
		}
		gt_lane_put_level(out, gt_buf_str(&text[0]), gt_buf_str(&text[1]), cols);
	}
	for (int i = 0; i < 2; i++)
		gt_buf_release(&text[i]);
}

/* Each column shows the values at its end. */
static void lane_heap_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_trace *t = view->trace;
	double max = (double)full_bar(view, c->cols);

	(void)lane;
	for (int x = 0; x < c->cols && max > 0; x++) {
		int64_t end = gt_window_end(&view->win, c->cols, x);

		gt_lane_chart_bar(c, x, GT_ROLE_CHART1, (double)heap_at(t, end) / max);
		gt_lane_chart_line(c, x, GT_ROLE_CHART2, (double)gt_heap_goals_at(goals_of(view), end) / max);
	}
}

static void lane_heap_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct {
		const char *name;
		uint64_t bytes;
	} sizes[] = {
		{ "allocated", heap_at(view->trace, view->cursor + 1) },
		{ "goal", gt_heap_goals_at(goals_of(view), view->cursor + 1) },
		{ "full bar", full_bar(view, view->width) },
	};

	(void)lane;
	for (size_t i = 0; i < GT_COUNT(sizes); i++)
		if (sizes[i].bytes)
			gt_detail_say(d, sizes[i].name, "{}", gt_as_bytes(sizes[i].bytes));
}

static void goals_release(void *data)
{
	free(((struct gt_heap_goals *)data)->v);
}

static const struct gt_lane_data goals_data = {
	.size = sizeof(struct gt_heap_goals), .release = goals_release,
};

const struct gt_lane_ops gt_lane_heap = {
	.data = &goals_data,
	.exists = lane_heap_exists,
	.height = lane_heap_height,
	.level = lane_heap_level,
	.draw = lane_heap_draw,
	.detail = lane_heap_detail,
};
