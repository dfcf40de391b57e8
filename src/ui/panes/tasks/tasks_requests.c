/* Lists of requests: columns, selections, what is said of a row. */
#include "ui/panes/tasks/tasks_tables.h"

#include <string.h>

#include "analysis/stacks/stacktext.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"

static uint64_t requestlist_cost(const struct gt_pane_table *pt)
{
	const struct gt_trace_info *info = gt_trace_info(pt->prog->trace);

	return info->goroutines + info->slices;
}

/* ---- rows ---- */

static const struct gt_request *request_at(const struct gt_table *table, uint64_t row)
{
	if (table->report == &gt_report_requestgroups)
		return gt_requestgroup_request(table, row, true);
	return &gt_requests_of(table)->v[row];
}

/* A group stands for its longest: jumps lead there. */
static bool requestlist_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_request *q = request_at(pt->table, row);

	return gt_tasks_select(pt, q->task, q->g, q->t0, q->t1, sel);
}

static bool requestlist_apart(const struct gt_table *table, uint64_t row)
{
	const struct gt_request *q = request_at(table, row);

	return q->cut || q->open;
}

static void requestlist_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	const struct gt_request *q = request_at(pt->table, row);

	if (q->cut)
		gt_buf_puts(out, "«");
	if (q->open)
		gt_buf_puts(out, "»");
}

static const int64_t *requestlist_spent(const struct gt_pane_table *pt, uint64_t row)
{
	const struct gt_request *q;

	if (pt->spec->report == &gt_report_requestgroups)
		return gt_requestgroup_spent(pt->table, row);
	q = request_at(pt->table, row);
	return q->apart ? NULL : q->ns;
}

static const char *requestlist_empty(const struct gt_pane_table *pt)
{
	const struct gt_trace *t = pt->prog->trace;

	if (gt_trace_names_note(t))
		return "this trace has no names of functions, by which servers are known";
	if (pt->table && gt_requests_of(pt->table)->goroutines)
		return "no requests here: no handler was seen on the connections of this trace";
	return "no net/http or gRPC server in this trace, and no user tasks";
}

static const char requestlist_columns[] =
	"dur mark/1 start/4 g server/6 handler states/1 exec/2 sched_wait/3 syscall_block/9 blocked/2 "
	"assist_wall/8 inferred/10 block/7";

static const char requestlist_group_columns[] =
	"handler server/5 count complete/11 total/2 p50 p90/6 p99/1 max states/2 exec/3 sched_wait/4 "
	"blocked/3 latency:12-60/7";

const struct gt_pane_table_spec gt_requestlist_spec = {
	.report = &gt_report_requests, .columns = requestlist_columns,
	.what = "requests", .owners = true, .measure = "dur", .apart = requestlist_apart, .cost = requestlist_cost,
	.select = requestlist_select, .mark = requestlist_mark, .spent = requestlist_spent,
	.empty = requestlist_empty,
};

const struct gt_pane_table_spec gt_requestlist_groups_spec = {
	.report = &gt_report_requestgroups, .columns = requestlist_group_columns, .what = "groups",
	.owners = true,
	.cost = requestlist_cost, .select = requestlist_select, .spent = requestlist_spent,
	.empty = requestlist_empty,
};

/* ---- what is said of them ---- */

/* Requests for the trace itself that are not listed. */
static uint64_t left_out(const struct gt_pane_table *pt)
{
	const struct gt_requests *all = gt_requests_of(pt->table);
	uint64_t n = 0;

	for (size_t i = all->n - (size_t)all->traces; i < all->n; i++)
		n += !pt->shown.limited || gt_request_touches(&all->v[i], pt->shown.from, pt->shown.to);
	return gt_pane_table_hides(pt) ? n : 0;
}

void gt_requestlist_head(struct gt_buf *out, const struct gt_pane_table *pt)
{
	const struct gt_requests *all = gt_requests_of(pt->table);
	const char *what = "requests that are tasks";
	uint64_t hidden = left_out(pt);

	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].task == GT_NONE)
			what = pt->measure.n == 1 ? "request (inferred)" : "requests (inferred)";
	if (pt->view)
		gt_measure_text(out, &pt->measure, what, "cut");
	else
		gt_buf_puts(out, "sums and percentiles appear when the requests are sorted");
	if (hidden)
		gt_say(out, "; {} for this trace left out", gt_as_count(hidden));
}

/* What takes most of its time, and where; the queue, if a column of the list has it. */
static void put_mostly(const struct gt_pane_table *pt, uint64_t row, const struct gt_request *q, struct gt_detail *d)
{
	struct gt_request copy = *q;
	const struct gt_requests one = { .v = &copy, .n = 1 };
	struct gt_request_sums sums;

	gt_request_sums_fill(&sums, pt->prog->trace, &one, INT64_MIN, INT64_MAX, true);
	gt_request_most_text(&d->value, &sums);
	if (d->value.len)
		gt_detail_put(d, "Mostly");
	for (unsigned col = GT_REQ_QUEUE; col <= GT_REQ_QUEUE_NS && pt->shown.asked >> GT_REQ_QUEUE & 1; col++) {
		if (d->value.len)
			gt_buf_puts(&d->value, ", ");
		gt_table_text(&d->value, pt->table, row, col);
	}
	if (d->value.len)
		gt_detail_put(d, "Queue");
}

void gt_requests_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_request *q = request_at(pt->table, row);

	put_mostly(pt, row, q, d);
	if (q->cut)
		gt_detail_pair(d, "Cut", "it began before the trace");
	if (q->open)
		gt_detail_pair(d, "Open", "it goes on at the end");
	if (!q->handler && q->server != GT_SERVER_TASK)
		gt_detail_pair(d, "Not seen", "the handler: %s", gt_request_unseen_why);
	gt_tasklist_detail(pt, row, d);
}

void gt_requestlist_like(struct gt_mode_filter *f, const struct gt_trace *t, const struct gt_request *q)
{
	size_t n;
	const char *name = gt_trace_string(t, q->handler, &n);

	gt_mode_filter_is(f, "server", gt_request_kind(q), strlen(gt_request_kind(q)));
	gt_mode_filter_is(f, "handler", name, n);
	gt_put_string(&f->of, t, "of ", q->handler, "of handlers that were not seen");
}

enum gt_profile_of gt_requestlist_profile(const struct gt_table *table, uint64_t row, uint64_t *id)
{
	const struct gt_request *q = request_at(table, row);
	bool group = table->report == &gt_report_requestgroups;
	struct gt_goroutine g;

	if (q->task != GT_NONE) {
		*id = group ? q->handler : q->task;
		return group ? GT_PROFILE_OF_TASKS : GT_PROFILE_OF_TASK;
	}
	*id = gt_goroutine_get(table->trace, q->g, &g) ? g.func : 0;
	return GT_PROFILE_OF_FUNC;
}
