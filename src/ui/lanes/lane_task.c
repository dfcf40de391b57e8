/* The lane of the task that was selected last: its span, its regions in their goroutines' colours, its logs. */
#include <inttypes.h>

#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/taskrows.h"
#include "base/clock.h"
#include "ui/lanes/lane.h"
#include "ui/lanes/tasklane.h"

#define LOGS_TOLD 5           /* messages of one column in the detail pane */

/* How long a frame may look for its regions and logs. */
#define GATHER_NS INT64_C(3000000)

static struct gt_tl_task *shown_task(const struct gt_lane_view *view)
{
	return view->data[GT_LANE_TASK];
}

static bool lane_task_exists(const struct gt_lane_view *view, const struct gt_lane *lane)
{
	(void)lane;
	return shown_task(view)->chosen;
}

static void lane_task_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	(void)lane;
	gt_buf_printf(out, "task %" PRIu64, shown_task(view)->id);
}

/* Which part of the window somebody was inside a region of it. */
static void lane_task_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	int64_t a, b;

	(void)lane;
	gt_lane_whole(view, &a, &b);
	if (shown_task(view)->parts.n)
		gt_lane_put_percent(out, gt_tl_spans_busy(&shown_task(view)->parts, a, b), b - a);
}

/* ---- drawing ---- */

static void draw_region(const struct gt_lane_pen *pen, int x, int n, const struct gt_tl_span *part,
			const struct gt_tl_cell *cell)
{
	const struct gt_trace *t = pen->view->trace;
	struct gt_region r = { .g = GT_NO_ROW };
	gt_style style;
	const char *s;
	size_t len;

	gt_region_get(t, part->row, &r);
	style = gt_goroutine_row_style(t, r.g);
	for (int i = 0; i < n; i++)
		gt_lane_draw_body(pen, x + i, style, cell, false);
	s = gt_trace_string(t, r.name, &len);
	gt_lane_draw_name(pen, x, n, style, s, len);
}

/* A line as long as the task lasts, regions over it, and a mark where something was logged. */
static void lane_task_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_lane_pen pen = gt_lane_pen(view, c);
	const struct gt_tl_task *task = shown_task(view);
	int64_t from = task->task.t0, to = task->task.t1;

	(void)lane;
	/* Of what has neither, the background, nothing is known. */
	if (from != GT_NO_TIME || to != GT_NO_TIME) {
		to = to == GT_NO_TIME ? INT64_MAX : to;
		for (int x = 0; x < c->cols; x++)
			if (gt_window_end(&view->win, c->cols, x) > from &&
			    gt_window_start(&view->win, c->cols, x) <= to)
				gt_lane_put(&pen, x, GT_ROLE_LABEL, "─", "-");
	}
	gt_lane_draw_spans(&pen, &task->parts, GT_ROLE_RUNNING, draw_region);
	for (int x = 0; task->nlogs && x < c->cols; x++) {
		size_t i = gt_tl_task_log_at(task, gt_window_start(&view->win, c->cols, x));

		if (i < task->nlogs && task->logs[i].t < gt_window_end(&view->win, c->cols, x))
			gt_lane_put(&pen, x, GT_ROLE_MARKER, "◆", "*");
	}
}

/* ---- what is under the cursor ---- */

static const struct gt_tl_span *lane_task_part_at(const struct gt_lane_view *view)
{
	const struct gt_tl_spans *parts = &shown_task(view)->parts;
	int64_t a, b;
	size_t k;

	gt_lane_cursor_cell(view, &a, &b);
	k = gt_tl_spans_seek(parts, view->cursor > a ? view->cursor : a);
	return k < parts->n && parts->v[k].t0 < b ? &parts->v[k] : NULL;
}

static void lane_task_select(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_sel *sel)
{
	const struct gt_tl_span *part = lane_task_part_at(view);
	struct gt_region r;

	(void)lane;
	sel->has |= GT_SEL_TASK;
	sel->task = shown_task(view)->id;
	if (part && gt_region_get(view->trace, part->row, &r))
		gt_sel_add_goroutine(sel, view->trace, r.g);
}

static uint64_t lane_task_before(const struct gt_lane_view *view, const struct gt_lane *lane, int64_t time)
{
	(void)lane;
	return gt_tl_spans_begin(&shown_task(view)->parts, time);
}

static bool lane_task_item(const struct gt_lane_view *view, const struct gt_lane *lane, uint64_t k,
			   struct gt_lane_item *out)
{
	(void)lane;
	if (k >= shown_task(view)->parts.n)
		return false;
	*out = (struct gt_lane_item){ .time = shown_task(view)->parts.v[k].t0, .range = GT_NO_ROW };
	return true;
}

static void tell_region(const struct gt_lane_view *view, const struct gt_tl_span *part, struct gt_detail *d)
{
	struct gt_region r;
	int64_t t0, t1;

	if (!gt_region_get(view->trace, part->row, &r))
		return;
	gt_region_bounds(view->trace, &r, &t0, &t1);
	gt_put_string(&d->value, view->trace, "", r.name, NULL);
	gt_put_comma(&d->value);
	gt_detail_say(d, "Region", "{}, {}, of {}", gt_as_dur(t1 - t0), gt_as_span(t0, t1),
		      gt_as_goroutine(view->trace, r.g));
}

static void lane_task_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct gt_tl_task *task = shown_task(view);
	const struct gt_tl_span *part = lane_task_part_at(view);
	struct gt_log l;
	int64_t a, b;

	(void)lane;
	gt_buf_printf(&d->value, "%" PRIu64, task->id);
	gt_put_string(&d->value, view->trace, " ", task->task.name, NULL);
	if (task->task.t0 != GT_NO_TIME && task->task.t1 != GT_NO_TIME)
		gt_say(&d->value, ", {}", gt_as_span(task->task.t0, task->task.t1));
	gt_detail_put(d, "Task");
	if (part)
		tell_region(view, part, d);
	gt_lane_cursor_cell(view, &a, &b);
	for (size_t i = gt_tl_task_log_at(task, a), n = 0; i < task->nlogs && task->logs[i].t < b; i++, n++) {
		if (n == LOGS_TOLD) {
			gt_detail_add(d, GT_ROLE_DIM, "and more logs");
			break;
		}
		if (!gt_log_get(view->trace, task->logs[i].row, &l))
			continue;
		gt_log_message(&d->value, view->trace, &l);
		gt_detail_put(d, "Log");
	}
}

static bool task_update(struct gt_lane_view *view, void *data)
{
	return gt_tl_task_update(data, view->trace, gt_clock_now() + GATHER_NS);
}

static bool task_selected(struct gt_lane_view *view, void *data, const struct gt_sel *sel)
{
	(void)view;
	if (sel->has & GT_SEL_TASK)
		gt_tl_task_choose(data, sel->task);
	return sel->has & GT_SEL_TASK;
}

static void task_release(void *data)
{
	gt_tl_task_release(data);
}

static const struct gt_lane_data task_data = {
	.size = sizeof(struct gt_tl_task),
	.update = task_update,
	.selected = task_selected,
	.release = task_release,
};

const struct gt_lane_ops gt_lane_task = {
	.put_title = lane_task_title,
	.data = &task_data,
	.exists = lane_task_exists,
	.value = lane_task_value,
	.draw = lane_task_draw,
	.items_before = lane_task_before,
	.item = lane_task_item,
	.select = lane_task_select,
	.detail = lane_task_detail,
};
