/* The report "requests": requests of servers, and what their goroutines did meanwhile. */
#include "analysis/requests/requestrows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/paths/critical.h"
#include "analysis/requests/requestqueues.h"
#include "analysis/stacks/where.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

struct requests {
	struct gt_requests_table base;
	struct gt_item *items;       /* of a cell */
	size_t cap;
	/* The largest kind of the critical path of this row, from 1. */
	uint64_t pathed;
	enum gt_seg_kind kind;
	int64_t kind_ns;
	struct gt_request_queues queues;    /* if somebody asked for them */
	bool browsed;
};

/* ---- what both reports say of all requests ---- */

const char *gt_request_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	(void)value;
	if (option == GT_TAKES_ALL)
		gt_request_args_in(args)->all = true;
	return NULL;
}

int gt_requests_table_open(struct gt_requests_table *rt, const struct gt_table_args *args, struct gt_error *err)
{
	int rc = gt_requests_fill(&rt->all, rt->head.trace, args, err);

	rt->everything = gt_request_args_of(args)->all;
	rt->listed = rc ? 0 : rt->all.n - (rt->everything || args->browsed ? 0 : (size_t)rt->all.traces);
	rt->from = args->limited ? args->from : INT64_MIN;
	rt->to = args->limited ? args->to : INT64_MAX;
	return rc;
}

void gt_requests_table_close(struct gt_requests_table *rt)
{
	gt_requests_release(&rt->all);
	gt_buf_release(&rt->where);
}

const struct gt_request_sums *gt_requests_table_sums(struct gt_requests_table *rt)
{
	if (!rt->summed)
		gt_request_sums_fill(&rt->sums, rt->head.trace, &rt->all, rt->from, rt->to,
				     rt->everything);
	rt->summed = true;
	return &rt->sums;
}

void gt_requests_headline(struct gt_table *t, struct gt_buf *out)
{
	const struct gt_request_sums *s = gt_requests_table_sums((struct gt_requests_table *)t);

	if (!s->n && !s->left_out)
		return;
	gt_request_sums_text(out, s);
	if (s->unseen)
		gt_buf_putc(out, '\n');
	gt_request_unseen_text(out, s);
}

static void item_text(struct gt_item *item, const char *key, const char *s, size_t n)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value.kind = GT_KIND_STRING };
	gt_cell_s(&item->value, s, n);
}

size_t gt_requests_totals(struct gt_table *t, const struct gt_item **items)
{
	struct gt_requests_table *rt = (struct gt_requests_table *)t;
	const struct gt_request_sums *s = gt_requests_table_sums(rt);
	const char *state = gt_spent_name(s->what);
	size_t m = 0, n;

	gt_item_u(&rt->totals[m++], "left_out", s->left_out);
	gt_item_u(&rt->totals[m++], "requests", s->n);
	gt_item_u(&rt->totals[m++], "complete", s->complete);
	gt_item_u(&rt->totals[m++], "unseen", s->unseen);
	gt_item_ns(&rt->totals[m++], "unseen_ns", s->unseen_ns);
	gt_item_ns(&rt->totals[m++], "total_ns", s->total);
	gt_item_ns(&rt->totals[m++], "p50_ns", s->p50);
	gt_item_ns(&rt->totals[m++], "p99_ns", s->p99);
	gt_item_ns(&rt->totals[m++], "known_ns", s->known);
	if (s->most) {
		item_text(&rt->totals[m++], "most", state, strlen(state));
		state = gt_trace_string(t->trace, s->reason, &n);
		item_text(&rt->totals[m++], "most_reason", state, n);
		gt_item_ns(&rt->totals[m++], "most_ns", s->most);
	}
	gt_buf_reset(&rt->where);
	if (s->at && gt_where_text(&rt->where, t->trace, s->at)) {
		item_text(&rt->totals[m++], "most_where", gt_buf_str(&rt->where), rt->where.len);
		gt_item_ns(&rt->totals[m++], "most_where_ns", s->there);
	}
	assert(m <= GT_COUNT(rt->totals));
	*items = rt->totals;
	return m;
}

/* ---- cells ---- */

static void request_server(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_request_kind(t->at));
}

static void request_handler(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_request *q = t->at;

	if (q->server == GT_SERVER_TASK)
		gt_cell_name(out, t->trace, q->handler);
	else
		gt_cell_string(out, t->trace, q->handler);
	out->absent = "not seen";
}

static void request_end(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_request *q = t->at;

	gt_cell_i(out, q->open ? GT_NO_TIME : q->t1);
}

/* States are known only of requests whose goroutines did nothing else meanwhile. */
static const void *request_not_apart(struct gt_table *t)
{
	return ((const struct gt_request *)t->at)->apart ? NULL : t->at;
}

static void request_block(struct gt_table *t, struct gt_cell *out)
{
	struct requests *rs = (struct requests *)t;
	const struct gt_request *q = t->at;

	if (q->apart)
		return;
	GT_GROW(rs->items, rs->cap, (size_t)q->nblock + 1);
	for (uint32_t i = 0; i < q->nblock; i++) {
		const struct gt_reason_ns *b = &rs->base.all.blocks[q->block + i];
		struct gt_item *item = &rs->items[i];

		item->key = gt_trace_string(t->trace, b->reason, &item->nkey);
		item->value = (struct gt_cell) { .kind = GT_KIND_DUR };
		gt_cell_i(&item->value, b->ns);
	}
	gt_cell_items(out, rs->items, q->nblock);
}

static void request_inferred(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_b(out, ((const struct gt_request *)t->at)->task == GT_NONE);
}

/* ---- the critical path of one ---- */

static void request_walk(struct requests *rs, const struct gt_request *q)
{
	struct gt_gspans window = { 0 };
	int64_t ns[GT_SEGS] = { 0 };
	struct gt_crit c;
	struct gt_seg seg;

	rs->pathed = rs->base.head.row + 1;
	gt_gspans_add(&window, q->g, q->t0, q->t1);
	gt_crit_open(&c, rs->base.head.trace, &window);
	while (gt_crit_next(&c, &seg))
		ns[seg.kind] += seg.hop.t1 - seg.hop.t0;
	gt_crit_close(&c);
	gt_gspans_release(&window);
	rs->kind = GT_SEG_RUNNING;
	for (unsigned k = 0; k < GT_SEGS; k++)
		if (ns[k] > ns[rs->kind])
			rs->kind = (enum gt_seg_kind)k;
	rs->kind_ns = ns[rs->kind];
}

/* NULL: it has none. */
static const void *request_path(struct gt_table *t)
{
	struct requests *rs = (struct requests *)t;
	const struct gt_request *q = t->at;

	if (q->apart || q->t1 <= q->t0)
		return NULL;
	if (rs->pathed != t->row + 1)
		request_walk(rs, q);
	return rs;
}

static void request_path_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_seg_name(((const struct requests *)t->at)->kind));
}

/* ---- the queue of one ---- */

/* Bits of three columns side by side. */
#define OF_QUEUES (UINT64_C(7) << GT_REQ_QUEUE)
_Static_assert(GT_REQ_QUEUE + 2 == GT_REQ_QUEUE_NS, "the columns about queues are side by side");

/* Queues are known from all waits in them: they are read with the first cell, unless a pane asked before. */
static const struct gt_request_queue *request_queues(struct gt_table *t)
{
	struct requests *rs = (struct requests *)t;
	struct gt_table_args none = { 0 };

	if (!rs->queues.of && !rs->browsed && !t->fault.code)
		gt_request_queues_make(&rs->queues, t->trace, &rs->base.all, &none, &t->fault);
	return rs->queues.of;
}

/* NULL: there is none, or they are not known yet. */
static const void *request_queued(struct gt_table *t)
{
	const struct requests *rs = (const struct requests *)t;
	const struct gt_request_queue *of = request_queues(t);

	if (!of || t->fault.code)
		return NULL;
	of += (const struct gt_request *)t->at - rs->base.all.v;
	return of->ns ? of : NULL;
}

static const struct gt_queue *request_queue(struct gt_table *t)
{
	return &((const struct requests *)t)->queues.all.v[((const struct gt_request_queue *)t->at)->queue];
}

static void request_queue_where(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_queue_site *site = gt_queue_site_at(&((const struct requests *)t)->queues.all,
							    request_queue(t)->site);

	if (!site)
		return;
	gt_queue_site_text(&t->text, t->trace, site);
	gt_cell_s(out, t->text.data, t->text.len);
}

static void request_queue_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_queue_kind_name((enum gt_queue_kind)request_queue(t)->kind));
}

/* ---- the table ---- */

static int requests_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct requests *rs = (struct requests *)t;
	int rc = gt_requests_table_open(&rs->base, args, err);

	t->rows = rs->base.listed;
	rs->browsed = args->browsed;
	if (!rc && rs->browsed && args->asked & OF_QUEUES)
		rc = gt_request_queues_make(&rs->queues, t->trace, &rs->base.all, args, err);
	return rc;
}

static const void *requests_row(struct gt_table *t, uint64_t row)
{
	return &gt_requests_of(t)->v[row];
}

static void requests_close(struct gt_table *t)
{
	struct requests *rs = (struct requests *)t;

	gt_requests_table_close(&rs->base);
	gt_request_queues_release(&rs->queues);
	free(rs->items);
}

#define OF_A_QUEUE (GT_COL_MORE | GT_COL_ASKED | GT_COL_WHOLE)
#define FIELD(member) GT_FIELD(struct gt_request, member)
#define SPENT(id, key, title, more, width, help, what) \
	[GT_REQ_##id] = { key, title, GT_KIND_DUR, GT_COL_DESC | (more), width, help, \
		GT_FIELD(struct gt_request, ns[what]), .of = request_not_apart }

static const struct gt_column columns[] = {
	[GT_REQ_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"its goroutine: that of the connection, of the request, or that began the task",
		GT_FIELD_AS(gt_cell_field_g, struct gt_request, g) },
	[GT_REQ_SERVER] = { "server", "Server", GT_KIND_STRING, 0, 6,
		"http/1, http/2, grpc; task: a user task of the program", .cell = request_server },
	[GT_REQ_HANDLER] = { "handler", "Handler", GT_KIND_STRING, GT_COL_FUNC, 28,
		"function that handled it, as far as it was seen in a stack; of a task its name",
		.cell = request_handler },
	[GT_REQ_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when its first bytes came, or the task began", FIELD(t0) },
	[GT_REQ_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when its goroutine turned to the next request, or ended; when the task ended", .cell = request_end },
	[GT_REQ_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long it lasted, as far as it is in the trace",
		GT_FIELD_SPAN(struct gt_request, t0, t1) },
	SPENT(EXEC, "exec_ns", "Running", 0, 9, "of the duration: its goroutine on a processor, not in a system call",
	      GT_SPENT_EXEC),
	SPENT(SCHED, "sched_wait_ns", "Runnable", 0, 9, "of the duration: ready to run, without a processor",
	      GT_SPENT_SCHED),
	SPENT(SYSCALL, "syscall_ns", "Syscall", GT_COL_MORE, 9,
	      "of the duration: in system calls that kept the processor", GT_SPENT_SYSCALL),
	SPENT(SYSCALL_BLOCK, "syscall_block_ns", "Syscall no P", GT_COL_MORE, 13,
	      "of the duration: in system calls after they had lost the processor", GT_SPENT_SYSCALL_BLOCK),
	SPENT(BLOCKED, "blocked_ns", "Waiting", 0, 9, "of the duration: waiting for anything", GT_SPENT_BLOCK),
	[GT_REQ_BLOCK] = { "block_ns", "Waiting by reason", GT_KIND_MAP, GT_COL_MORE, 24,
		"of the duration: waiting, by reason", .cell = request_block },
	[GT_REQ_ASSIST] = { "assist_wall_ns", "Assist wall", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 11,
		"of the duration: between begin and end of the goroutine's mark assists",
		GT_FIELD(struct gt_request, assist), .of = request_not_apart },
	[GT_REQ_INFERRED] = { "inferred", "Inferred", GT_KIND_BOOL, 0, 8,
		"inferred from stacks; false: it is a task", .cell = request_inferred },
	[GT_REQ_TASK] = { "task", "Task", GT_KIND_ID, GT_COL_MORE, 7,
		"the task's id", FIELD(task) },
	[GT_REQ_CUT] = { "cut_start", "Cut start", GT_KIND_BOOL, GT_COL_MORE, 9,
		"its begin is not in the trace", FIELD(cut) },
	[GT_REQ_OPEN] = { "open", "Open", GT_KIND_BOOL, GT_COL_MORE, 5,
		"its end is not in the trace", FIELD(open) },
	[GT_REQ_SYSTEM] = { "system", "System", GT_KIND_BOOL, GT_COL_MORE, 6,
		"it asks for this trace itself (with --all only)", FIELD(traces) },
	[GT_REQ_PATH] = { "path_kind", "Path", GT_KIND_STRING, GT_COL_ASKED, 17,
		"the kind of segments that takes most of its critical path", .cell = request_path_kind,
		.of = request_path },
	[GT_REQ_PATH_NS] = { "path_ns", "Of path", GT_KIND_DUR, GT_COL_DESC | GT_COL_ASKED, 9,
		"how long these are together", GT_FIELD(struct requests, kind_ns), .of = request_path },
	[GT_REQ_QUEUE] = { "queue", "Queue", GT_KIND_STRING, GT_COL_FUNC | OF_A_QUEUE, 28,
		"the queue in which it spent half of the duration or more", .cell = request_queue_where, .of = request_queued },
	[GT_REQ_QUEUE_KIND] = { "queue_kind", "Kind", GT_KIND_STRING, OF_A_QUEUE, 7,
		"its kind, as in queues", .cell = request_queue_kind, .of = request_queued },
	[GT_REQ_QUEUE_NS] = { "queue_ns", "Queued", GT_KIND_DUR, GT_COL_DESC | OF_A_QUEUE, 9,
		"how long that was", GT_FIELD(struct gt_request_queue, ns), .of = request_queued },
};

const struct gt_report gt_report_requests = {
	.name = "requests",
	.row = "a request of a net/http or gRPC server inferred from stacks, or a user task",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "start_ns", "g" },
	.takes = GT_TAKES_ALL,
	.take = gt_request_take,
	.ops = { .size = sizeof(struct requests), .open = requests_open, .row = requests_row, .close = requests_close,
		 .totals = gt_requests_totals, .headline = gt_requests_headline },
};
