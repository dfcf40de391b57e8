/* The report "stw": every stop-the-world pause, its parts, and who delayed it. */
#include "analysis/stw/stw.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stw/blame_index.h"
#include "analysis/table/stacktext.h"
#include "base/buf.h"
#include "base/xalloc.h"

struct stw {
	struct gt_table head;
	uint64_t row;
	struct gt_blame b;    /* of that row */
	struct gt_buf text;
	int64_t from, to;
	struct gt_item totals[3 * GT_PAUSE_PARTS];
};

static struct stw *stw_of_of(const struct gt_table *t)
{
	return (struct stw *)t;
}

uint32_t gt_stw_range(const struct gt_table *t, uint64_t row)
{
	return gt_range_of_kind(t->trace, GT_RANGE_STW, row);
}

uint64_t gt_stw_row(const struct gt_table *t, uint32_t range)
{
	struct gt_range_row r;

	if (!gt_range_get(t->trace, range, &r))
		return UINT64_MAX;
	for (uint64_t row = gt_range_seek(t->trace, GT_RANGE_STW, r.t0); row < t->rows; row++)
		if (gt_stw_range(t, row) == range)
			return row;
	return UINT64_MAX;
}

/* False: a row of a damaged index, which says nothing. */
static bool stw_load(struct stw *s, uint64_t row)
{
	if (row == s->row)
		return true;
	s->row = gt_blame_find(&s->b, s->head.trace, gt_stw_range(&s->head, row)) ? row : UINT64_MAX;
	return row == s->row;
}

static void stw_cell_func(const struct gt_trace *t, uint32_t row, struct gt_cell *out)
{
	struct gt_goroutine g;

	if (row != GT_NO_ROW && gt_goroutine_get(t, row, &g))
		gt_cell_func(out, t, g.func);
}

static void stw_cell_p(const struct gt_trace *t, uint32_t proc_row, struct gt_cell *out)
{
	struct gt_proc p;

	if (proc_row != GT_NO_ROW && gt_proc_get(t, proc_row, &p))
		gt_cell_u(out, p.id);
}

/* Of the last one: absent if nobody can be charged. */
static void cell_last(struct stw *s, unsigned col, struct gt_cell *out)
{
	const struct gt_blame_proc *p = s->b.last >= 0 ? &s->b.procs[s->b.last] : NULL;
	const struct gt_trace *t = s->head.trace;
	const char *how;

	if (!p)
		return;
	switch (col) {
	case GT_STW_LAST_P: stw_cell_p(t, p->proc_row, out); break;
	case GT_STW_LAST_G: gt_cell_goroutine(out, t, p->g); break;
	case GT_STW_LAST_FUNC: stw_cell_func(t, p->g, out); break;
	case GT_STW_LAST_HOW:
		how = gt_stop_cause_text(p->how);
		gt_cell_s(out, how, strlen(how));
		break;
	case GT_STW_LAST_YIELD:
		gt_cell_i(out, p->yield == GT_NO_TIME ? GT_NO_TIME : p->yield - s->b.range.t0);
		break;
	case GT_STW_LAST_TOP:
		gt_buf_reset(&s->text);
		if (gt_stack_top_user(&s->text, t, p->stack))
			gt_cell_s(out, s->text.data, s->text.len);
		break;
	default:
		if (p->stack)
			gt_cell_stack(out, p->stack);
		break;
	}
}

static void cell_waited(const struct gt_blame *b, struct gt_cell *out)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < b->nprocs; i++)
		n += b->procs[i].how > GT_STOPPED_SYSCALL;
	gt_cell_u(out, b->known == GT_BLAME_FULL ? n : GT_NONE);
}

static void stw_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct stw *s = stw_of_of(t);
	const struct gt_range_row *r = &s->b.range;

	if (!stw_load(s, row))
		return;
	switch ((enum gt_stw_col)col) {
	case GT_STW_REASON: gt_cell_string(out, t->trace, r->name); break;
	case GT_STW_START: gt_cell_i(out, r->t0); break;
	case GT_STW_END: gt_cell_i(out, r->t1); break;
	case GT_STW_DUR: gt_cell_i(out, r->t1 == GT_NO_TIME ? GT_NO_TIME : r->t1 - r->t0); break;
	case GT_STW_G: gt_cell_goroutine(out, t->trace, s->b.requester); break;
	case GT_STW_FUNC: stw_cell_func(t->trace, s->b.requester, out); break;
	case GT_STW_P: stw_cell_p(t->trace, s->b.stopper, out); break;
	case GT_STW_STACK: gt_cell_stack(out, r->stack); break;
	case GT_STW_STOP: gt_cell_i(out, gt_blame_ns(&s->b, GT_PAUSE_STOP)); break;
	case GT_STW_STILL: gt_cell_i(out, gt_blame_ns(&s->b, GT_PAUSE_STILL)); break;
	case GT_STW_RESTART: gt_cell_i(out, gt_blame_ns(&s->b, GT_PAUSE_RESTART)); break;
	case GT_STW_LATE: gt_cell_i(out, gt_blame_late_ns(&s->b)); break;
	case GT_STW_WAITED: cell_waited(&s->b, out); break;
	case GT_STW_LAST_P:
	case GT_STW_LAST_G:
	case GT_STW_LAST_FUNC:
	case GT_STW_LAST_HOW:
	case GT_STW_LAST_TOP:
	case GT_STW_LAST_YIELD:
	case GT_STW_LAST_STACK: cell_last(s, col, out); break;
	case GT_STW_COLS: break;
	}
}

/* What the index says of a stop needs no look at the processors. */
static bool stw_key(struct gt_table *t, uint64_t row, unsigned col, uint64_t *key)
{
	struct gt_range_row r;
	struct gt_cell c;

	if (col != GT_STW_START && col != GT_STW_DUR) {
		gt_table_cell(t, row, col, &c);
		*key = c.u;
		return !c.null;
	}
	if (!gt_range_get(t->trace, gt_stw_range(t, row), &r) ||
	    (col == GT_STW_DUR && r.t1 == GT_NO_TIME))
		return false;
	*key = (uint64_t)(col == GT_STW_START ? r.t0 : r.t1 - r.t0);
	return true;
}

/* Of those that begin in the range; a part counts where it is known. */
static size_t stw_totals(struct gt_table *t, const struct gt_item **items)
{
	struct stw *s = stw_of_of(t);
	struct gt_blame_index b = { .n = 0 };
	struct gt_pause_sum sum;
	size_t n = 0;

	gt_blame_index_update(&b, t->trace, 0);
	sum = gt_blame_index_sum(&b, s->from, s->to);
	gt_blame_index_release(&b);
	for (unsigned part = 0; part < GT_PAUSE_PARTS; part++) {
		static const char *const keys[GT_PAUSE_PARTS][3] = {
			[GT_PAUSE_STOP] = { "stop_count", "stop_ns", "stop_max_ns" },
			[GT_PAUSE_STILL] = { "still_count", "still_ns", "still_max_ns" },
			[GT_PAUSE_RESTART] = { "restart_count", "restart_ns", "restart_max_ns" },
			[GT_PAUSE_ALL] = { "dur_count", "dur_ns", "dur_max_ns" },
		};

		gt_item_u(&s->totals[n++], keys[part][0], sum.n[part]);
		gt_item_ns(&s->totals[n++], keys[part][1], sum.ns[part]);
		gt_item_ns(&s->totals[n++], keys[part][2], sum.max[part]);
	}
	*items = s->totals;
	return n;
}

static void stw_close(struct gt_table *t)
{
	struct stw *s = stw_of_of(t);

	gt_blame_release(&s->b);
	gt_buf_release(&s->text);
	free(s);
}

static const struct gt_table_ops stw_ops = {
	.cell = stw_cell,
	.key = stw_key,
	.close = stw_close,
	.totals = stw_totals,
};

static int stw_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		    struct gt_error *err)
{
	struct stw *s = gt_xcalloc(1, sizeof *s);

	(void)err;
	s->from = args->from;
	s->to = args->until;
	s->head.ops = &stw_ops;
	s->head.rows = gt_ranges_of_kind(t, GT_RANGE_STW);
	s->row = UINT64_MAX;
	*out = &s->head;
	return 0;
}

static const struct gt_column columns[GT_STW_COLS] = {
	[GT_STW_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 20,
		"why the world was stopped" },
	[GT_STW_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"when the pause was requested" },
	[GT_STW_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"when the restart was over" },
	[GT_STW_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9,
		"from the request to the end" },
	[GT_STW_STOP] = { "stop_ns", "To stop", GT_KIND_DUR, GT_COL_DESC, 9,
		"from the request until all processors had stopped" },
	[GT_STW_STILL] = { "still_ns", "Standstill", GT_KIND_DUR, GT_COL_DESC, 9,
		"from then until the restart began: the standstill" },
	[GT_STW_RESTART] = { "restart_ns", "Restart", GT_KIND_DUR, GT_COL_DESC, 9,
		"from then to the end: goroutines ran again" },
	[GT_STW_LATE] = { "thread_late_ns", "Thread late", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 11,
		"the part of stop_ns after last_yield_ns: charged to no goroutine" },
	[GT_STW_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"the goroutine that requested it" },
	[GT_STW_FUNC] = { "func", "Requested by", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of that goroutine" },
	[GT_STW_P] = { "p", "P", GT_KIND_ID, GT_COL_MORE, 3,
		"the processor that it ran on" },
	[GT_STW_WAITED] = { "waited", "Waited for", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 10,
		"how many processors were running and had to stop" },
	[GT_STW_LAST_P] = { "last_p", "Last P", GT_KIND_ID, 0, 6,
		"the processor that the last goroutine ran on" },
	[GT_STW_LAST_G] = { "last_g", "Last G", GT_KIND_ID, 0, 7,
		"the last goroutine to yield its processor, which is charged" },
	[GT_STW_LAST_FUNC] = { "last_func", "Last function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of that goroutine" },
	[GT_STW_LAST_YIELD] = { "last_yield_ns", "Yielded", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long after the request it yielded" },
	[GT_STW_LAST_HOW] = { "last_how", "How", GT_KIND_STRING, 0, 14,
		"how it yielded: preempted, let go (blocked, yielded, ended), made a syscall, …" },
	[GT_STW_LAST_TOP] = { "last_top", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"innermost frame where it yielded" },
	[GT_STW_LAST_STACK] = { "last_stack", "Last at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it yielded" },
	[GT_STW_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the pause was requested" },
};

const struct gt_report gt_report_stw = {
	.name = "stw",
	.row = "a stop-the-world pause, its parts, and who delayed it",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = GT_STW_START,
	.end = GT_STW_END,
	.measure = GT_STW_DUR,
	.open = stw_open,
};
