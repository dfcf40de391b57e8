/* The report "taskevents": what belongs to a task, on all goroutines, in the order of time. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/taskrows.h"
#include "base/xalloc.h"

struct taskevents {
	struct gt_table head;
	struct gt_members m;
	struct gt_task_event *v;
	size_t n, cap;
};

/* ---- the rows of a task ---- */

static void taskevents_add(struct taskevents *te, struct gt_task_event e)
{
	GT_GROW(te->v, te->cap, te->n + 1);
	te->v[te->n++] = e;
}

static void add_region(struct taskevents *te, uint32_t task, uint32_t row)
{
	struct gt_region r;
	int64_t t0, t1;

	if (!gt_region_get(te->head.trace, row, &r))
		return;
	gt_region_bounds(te->head.trace, &r, &t0, &t1);
	taskevents_add(te, (struct gt_task_event) {
		.what = GT_TASK_EV_REGION, .task = task, .item = row, .g = r.g, .t = t0, .until = t1,
		.cut = r.t0 == GT_NO_TIME });
	taskevents_add(te, (struct gt_task_event) {
		.what = t0 < t1 ? GT_TASK_EV_REGION_END : GT_TASK_EV_REGION_END_AT_ONCE, .task = task, .item = row,
		.g = r.g, .t = t1, .until = t1, .cut = r.t1 == GT_NO_TIME });
}

static void add_moment(struct taskevents *te, enum gt_task_ev what, uint32_t task, uint32_t item, uint32_t g, int64_t t,
		       int64_t until)
{
	if (t != GT_NO_TIME)
		taskevents_add(te, (struct gt_task_event) {
			.what = (uint8_t)what, .task = task, .item = item, .g = g, .t = t, .until = until });
}

/* What has no time in the trace is not shown. */
static void add_task(struct taskevents *te, uint32_t i)
{
	const struct gt_task *task = &te->m.list.tasks[i], *child;
	const uint32_t *rows;
	struct gt_log l;
	uint32_t n;

	add_moment(te, GT_TASK_EV_BEGIN, i, i, task->g0, task->t0, task->t1);
	add_moment(te, GT_TASK_EV_END, i, i, task->g1, task->t1, task->t1);
	rows = gt_grouped_of(&te->m.regions, i, &n);
	for (uint32_t k = 0; k < n; k++)
		add_region(te, i, rows[k]);
	rows = gt_grouped_of(&te->m.logs, i, &n);
	for (uint32_t k = 0; k < n; k++)
		if (gt_log_get(te->head.trace, rows[k], &l))
			add_moment(te, GT_TASK_EV_LOG, i, rows[k], l.g, l.t, l.t);
	rows = gt_grouped_of(&te->m.children, i, &n);
	for (uint32_t k = 0; k < n; k++) {
		child = &te->m.list.tasks[rows[k]];
		add_moment(te, GT_TASK_EV_CHILD, i, rows[k], child->g0, child->t0, child->t1);
	}
}

/*
 * By time.  Of equal times the ends of regions come before begins, but for those that begin then; outer regions
 * begin before those in them, and end after them, which is how the rows of the index are ordered.
 */
static int by_time(const void *pa, const void *pb)
{
	const struct gt_task_event *a = pa, *b = pb;

	return GT_ASC(a, b, task) ?: GT_ASC(a, b, t) ?: GT_ASC(a, b, what) ?:
	       (a->what == GT_TASK_EV_REGION ? GT_DESC(a, b, item) : GT_ASC(a, b, item));
}

/* How many regions of the task are open on the goroutine; of a begin those around it, likewise of an end. */
static void find_depths(struct taskevents *te)
{
	struct gt_map open = { 0 };
	uint32_t n;

	for (size_t i = 0; i < te->n; i++) {
		struct gt_task_event *e = &te->v[i];
		uint64_t key = (uint64_t)e->task << 32 | e->g;

		n = gt_map_get(&open, key);
		n = n == GT_MAP_NONE ? 0 : n;
		if (e->what == GT_TASK_EV_REGION)
			gt_map_put(&open, key, n + 1);
		else if (gt_task_event_is_end(e) && n)
			gt_map_put(&open, key, --n);
		e->depth = e->what == GT_TASK_EV_BEGIN || e->what == GT_TASK_EV_END ? 0 : n;
	}
	gt_map_release(&open);
}

/* ---- the table ---- */

bool gt_taskevents_get(const struct gt_table *t, uint64_t row, struct gt_task_event *e)
{
	const struct taskevents *te = (const struct taskevents *)t;

	assert(t->report == &gt_report_taskevents);
	if (row >= te->n)
		return false;
	*e = te->v[row];
	return true;
}

const struct gt_members *gt_taskevents_members(const struct gt_table *t)
{
	return &((const struct taskevents *)t)->m;
}

static int taskevents_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct taskevents *te = (struct taskevents *)t;
	int rc = gt_members_fill(&te->m, t->trace, err);

	for (uint32_t i = 0; !rc && i < te->m.list.n; i++)
		if (!args->has_task || te->m.list.tasks[i].id == args->task)
			add_task(te, i);
	if (te->n)
		qsort(te->v, te->n, sizeof *te->v, by_time);
	find_depths(te);
	t->rows = rc ? 0 : te->n;
	return rc;
}

static void taskevents_close(struct gt_table *t)
{
	struct taskevents *te = (struct taskevents *)t;

	gt_members_release(&te->m);
	free(te->v);
}

/* ---- cells ---- */

static void tev_task(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task_event *e = t->at;

	gt_cell_u(out, ((const struct taskevents *)t)->m.list.tasks[e->task].id);
}

static void tev_since(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task_event *e = t->at;
	int64_t t0 = ((const struct taskevents *)t)->m.list.tasks[e->task].t0;

	if (t0 != GT_NO_TIME)
		gt_cell_i(out, e->t - t0);
}

static const char *tev_word(const struct gt_task_event *e)
{
	static const char *const words[GT_TASK_EVS] = {
		[GT_TASK_EV_BEGIN] = "begin", [GT_TASK_EV_REGION_END] = "region end", [GT_TASK_EV_REGION] = "region",
		[GT_TASK_EV_LOG] = "log", [GT_TASK_EV_CHILD] = "child", [GT_TASK_EV_REGION_END_AT_ONCE] = "region end",
		[GT_TASK_EV_END] = "end",
	};

	return words[e->what];
}

static void tev_event(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, tev_word(t->at));
}

/* Of a task, a region: its name; of a log: its category. */
static uint32_t name_of(const struct taskevents *te, const struct gt_task_event *e)
{
	struct gt_region r = { 0 };
	struct gt_log l = { 0 };

	switch (e->what) {
	case GT_TASK_EV_LOG:
		gt_log_get(te->head.trace, e->item, &l);
		return l.category;
	case GT_TASK_EV_BEGIN:
	case GT_TASK_EV_END:
	case GT_TASK_EV_CHILD:
		return te->m.list.tasks[e->item].name;
	default:
		gt_region_get(te->head.trace, e->item, &r);
		return r.name;
	}
}

static void tev_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_name(out, t->trace, name_of((const struct taskevents *)t, t->at));
}

static void tev_message(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task_event *e = t->at;
	struct gt_log l;

	if (e->what != GT_TASK_EV_LOG || !gt_log_get(t->trace, e->item, &l))
		return;
	gt_log_message(&t->text, t->trace, &l);
	gt_cell_s(out, t->text.data, t->text.len);
}

#define MOST_BLANKS 40u

/* "  region query", "    log category: message": indented as regions lie in each other. */
static void tev_outline(struct gt_table *t, struct gt_buf *out)
{
	const struct taskevents *te = (const struct taskevents *)t;
	const struct gt_task_event *e = t->at;
	uint32_t blanks = e->depth < MOST_BLANKS / 2 ? 2 * e->depth : MOST_BLANKS;
	struct gt_buf message = { 0 };
	struct gt_log l;

	gt_buf_fill(out, ' ', blanks);
	gt_buf_puts(out, tev_word(e));
	if (e->what == GT_TASK_EV_CHILD)
		gt_buf_printf(out, " %" PRIu64, te->m.list.tasks[e->item].id);
	gt_put_string(out, t->trace, " ", name_of(te, e), NULL);
	if (e->what == GT_TASK_EV_LOG && gt_log_get(t->trace, e->item, &l)) {
		gt_log_message(&message, t->trace, &l);
		gt_buf_puts(out, ": ");
		gt_buf_add(out, message.data, message.len);
		gt_buf_release(&message);
	}
	if (e->cut)
		gt_buf_puts(out, " (cut)");
}

static void tev_dur(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task_event *e = t->at;

	if ((e->what == GT_TASK_EV_BEGIN || e->what == GT_TASK_EV_REGION || e->what == GT_TASK_EV_CHILD) &&
	    e->until != GT_NO_TIME)
		gt_cell_i(out, e->until - e->t);
}

static void tev_child(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_task_event *e = t->at;

	if (e->what == GT_TASK_EV_CHILD)
		gt_cell_u(out, ((const struct taskevents *)t)->m.list.tasks[e->item].id);
}

static const struct gt_column columns[] = {
	[GT_TEV_TASK] = { "task", "Task", GT_KIND_ID, 0, 7,
		"number of the task; 0: the background task", .cell = tev_task },
	[GT_TEV_TIME] = { "ns", "Time", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_END, 12,
		"when it happened", GT_FIELD(struct gt_task_event, t) },
	[GT_TEV_SINCE] = { "since_ns", "After", GT_KIND_DUR, 0, 9,
		"how long after the begin of the task", .cell = tev_since },
	[GT_TEV_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"goroutine", GT_FIELD_AS(gt_cell_field_g, struct gt_task_event, g) },
	[GT_TEV_EVENT] = { "event", "Event", GT_KIND_STRING, GT_COL_MORE, 10,
		"begin, region, region end, log, child (a task that is part of it begins), end", .cell = tev_event },
	[GT_TEV_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long what begins lasts", .cell = tev_dur },
	[GT_TEV_OUTLINE] = { "outline", "What", GT_KIND_STRING, 0, 40,
		"event, name and message, indented as regions lie in each other", .text = tev_outline },
	[GT_TEV_DEPTH] = { "depth", "Depth", GT_KIND_COUNT, GT_COL_MORE, 5,
		"in how many regions of the task on its goroutine it lies",
		GT_FIELD(struct gt_task_event, depth) },
	[GT_TEV_NAME] = { "name", "Name", GT_KIND_STRING, GT_COL_MORE, 24,
		"of the task, the region, the child; the category of a log", .cell = tev_name },
	[GT_TEV_CHILD] = { "child", "Child", GT_KIND_ID, GT_COL_MORE, 7,
		"number of the child that begins", .cell = tev_child },
	[GT_TEV_MESSAGE] = { "message", "Message", GT_KIND_STRING, GT_COL_MORE, 40,
		"text of a log", .cell = tev_message },
	[GT_TEV_CUT] = { "cut", "Cut", GT_KIND_BOOL, GT_COL_MORE, 4,
		"a region's begin or end that is not in the trace: the time is the trace's start, or the goroutine's "
		"or the trace's end", GT_FIELD(struct gt_task_event, cut) },
};

const struct gt_report gt_report_taskevents = {
	.name = "taskevents",
	.row = "what happened in a user task, in the order of time",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_TAKES_TASK_ID,
	.ops = { .size = sizeof(struct taskevents), .open = taskevents_open, GT_ROWS(struct taskevents, v),
		 .close = taskevents_close },
};
