/* The report "stw": every stop-the-world pause, its parts, and who delayed it. */
#include "analysis/stw/stw.h"

#include <stdlib.h>

#include "analysis/stw/blame_index.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

#define KEPT 512        /* rows: more than a screen has, whatever their numbers are */

struct stw_row {
	uint64_t row;
	bool there;
	struct gt_blame b;              /* without its processors */
	int64_t ns[GT_PAUSE_PARTS], late;
	uint64_t waited;
	struct gt_blame_proc last;      /* all is absent if nobody can be charged */
	enum gt_blamed blamed;
	int64_t yielded;                /* after the request */
};

struct stw {
	struct gt_table head;
	int64_t from, to;
	struct gt_item totals[3 * GT_PAUSE_PARTS];
	struct gt_blame b;
	struct stw_row at;              /* the row that was asked for */
	bool browsed;
	struct stw_row *kept;           /* each at its number % KEPT: panes ask for the same ones again and again */
};

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

static void last_how(struct gt_table *t, struct gt_cell *out)
{
	const struct stw_row *s = t->at;

	gt_cell_word(out, s->b.last >= 0 ? gt_stop_cause_text(s->last.how) : NULL);
}

/* Where the largest part is nobody's doing, that. */
static void stw_blamed(struct gt_table *t, struct gt_cell *out)
{
	static const char *const nobody[] = {
		[GT_BLAMED_THREAD] = "(thread late)", [GT_BLAMED_STILL] = "(standstill)",
		[GT_BLAMED_RESTART] = "(restart)",
	};
	const struct stw_row *s = t->at;
	struct gt_goroutine g;

	if (s->blamed > GT_BLAMED_GOROUTINE)
		gt_cell_word(out, nobody[s->blamed]);
	else if (s->blamed == GT_BLAMED_GOROUTINE && gt_goroutine_get(t->trace, s->last.g, &g))
		gt_cell_string(out, t->trace, g.func);
}

static void last_stack(struct gt_table *t, struct gt_cell *out)
{
	const struct stw_row *s = t->at;

	if (s->last.stack)
		gt_cell_stack(out, s->last.stack);
}

static void fill_row(struct stw_row *s, const struct gt_blame *b)
{
	static const struct gt_blame_proc nobody = { .proc_row = GT_NO_ROW, .g = GT_NO_ROW, .yield = GT_NO_TIME };

	s->b = *b;
	s->b.procs = NULL;
	s->b.quiet = NULL;
	s->b.nprocs = 0;
	for (unsigned part = 0; part < GT_PAUSE_PARTS; part++)
		s->ns[part] = gt_blame_ns(b, part);
	s->late = gt_blame_late_ns(b);
	s->blamed = gt_blame_largest(b);
	s->waited = b->known == GT_BLAME_FULL ? b->ran_on : GT_NONE;
	for (uint32_t i = 0; b->known == GT_BLAME_FULL && i < b->nprocs; i++)
		s->waited += b->procs[i].how > GT_STOPPED_SYSCALL;
	s->last = b->last >= 0 ? b->procs[b->last] : nobody;
	s->yielded = s->last.yield == GT_NO_TIME ? GT_NO_TIME : s->last.yield - b->range.t0;
}

/* NULL: a row of a damaged index, which says nothing. */
static const void *stw_row(struct gt_table *t, uint64_t row)
{
	struct stw *s = (struct stw *)t;
	struct stw_row *at = &s->at;

	/* While the trace is being indexed rows change. */
	if (s->browsed && gt_trace_info(t->trace)->done) {
		if (!s->kept)
			s->kept = gt_xcalloc(KEPT, sizeof *s->kept);
		at = &s->kept[row % KEPT];
	}
	if (at != &s->at && at->there && at->row == row)
		return at;
	at->there = gt_blame_find(&s->b, t->trace, gt_stw_range(t, row));
	if (!at->there)
		return NULL;
	at->row = row;
	fill_row(at, &s->b);
	return at;
}

/* What the index says of a stop needs no look at the processors. */
static uint32_t stw_keys(struct gt_table *t, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent)
{
	struct gt_range_row r;

	for (uint32_t i = 0; i < n; i++) {
		absent[i] = !gt_range_get(t->trace, gt_stw_range(t, row + i), &r) ||
			    (col == GT_STW_DUR && r.t1 == GT_NO_TIME);
		if (!absent[i])
			keys[i] = (uint64_t)(col == GT_STW_START ? r.t0 : r.t1 - r.t0);
	}
	return n;
}

/* Of those that begin in the range; a part counts where it is known. */
static size_t stw_totals(struct gt_table *t, const struct gt_item **items)
{
	struct stw *s = (struct stw *)t;
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
	struct stw *s = (struct stw *)t;

	gt_blame_release(&s->b);
	free(s->kept);
}

static int stw_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct stw *s = (struct stw *)t;

	(void)err;
	s->from = args->from;
	s->to = args->until;
	s->browsed = args->browsed;
	s->b.brief = true;
	t->rows = gt_ranges_of_kind(t->trace, GT_RANGE_STW);
	return 0;
}

#define FIELD(member) GT_FIELD(struct stw_row, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct stw_row, member)

static const struct gt_column columns[] = {
	[GT_STW_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 20,
		"why the world was stopped", FIELD(b.range.name) },
	[GT_STW_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN | GT_COL_BULK, 12,
		"when the pause was requested", FIELD(b.range.t0) },
	[GT_STW_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when the restart was over", FIELD(b.range.t1) },
	[GT_STW_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE | GT_COL_BULK, 9,
		"from the request to the end: the sum of stop_ns, still_ns and restart_ns",
		GT_FIELD_SPAN(struct stw_row, b.range.t0, b.range.t1) },
	[GT_STW_STOP] = { "stop_ns", "To stop", GT_KIND_DUR, GT_COL_DESC, 9,
		"from the request until all processors had stopped", FIELD(ns[GT_PAUSE_STOP]) },
	[GT_STW_STILL] = { "still_ns", "Standstill", GT_KIND_DUR, GT_COL_DESC, 9,
		"from then until the restart began: the standstill", FIELD(ns[GT_PAUSE_STILL]) },
	[GT_STW_RESTART] = { "restart_ns", "Restart", GT_KIND_DUR, GT_COL_DESC, 9,
		"from then to the end: goroutines ran again", FIELD(ns[GT_PAUSE_RESTART]) },
	[GT_STW_LATE] = { "thread_late_ns", "Thread late", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 11,
		"the part of stop_ns after last_yield_ns: charged to no goroutine", FIELD(late) },
	[GT_STW_G] = { "g", "G", GT_KIND_ID, 0, 7,
		"the goroutine that requested it", FIELD_AS(gt_cell_field_g, b.requester) },
	[GT_STW_FUNC] = { "func", "Requested by", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of that goroutine", FIELD_AS(gt_cell_field_g_func, b.requester) },
	[GT_STW_P] = { "p", "P", GT_KIND_ID, GT_COL_MORE, 3,
		"the processor that it ran on", FIELD_AS(gt_cell_field_p, b.stopper) },
	[GT_STW_WAITED] = { "waited", "Waited for", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 10,
		"how many processors were running and had to stop", FIELD(waited) },
	[GT_STW_LAST_P] = { "last_p", "Last P", GT_KIND_ID, 0, 6,
		"the processor that the last goroutine ran on", FIELD_AS(gt_cell_field_p, last.proc_row) },
	[GT_STW_LAST_G] = { "last_g", "Last G", GT_KIND_ID, 0, 7,
		"the last goroutine to yield its processor, which is charged", FIELD_AS(gt_cell_field_g, last.g) },
	[GT_STW_LAST_FUNC] = { "last_func", "Last function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of that goroutine", FIELD_AS(gt_cell_field_g_func, last.g) },
	[GT_STW_BLAMED] = { "blame", "Blame", GT_KIND_STRING, GT_COL_FUNC, 28,
		"what took the largest part: that function, or (thread late), (standstill), (restart): nobody", .cell = stw_blamed },
	[GT_STW_LAST_YIELD] = { "last_yield_ns", "Yielded", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long after the request it yielded", FIELD(yielded) },
	[GT_STW_LAST_HOW] = { "last_how", "How", GT_KIND_STRING, 0, 14,
		"how it yielded: for example preempted, let go (blocked, yielded, ended), made a syscall", .cell = last_how },
	[GT_STW_LAST_WHERE] = { "last_where", "At", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"where it yielded: the innermost frame outside of the standard library",
		FIELD_AS(gt_cell_field_where, last.stack) },
	[GT_STW_LAST_LEAF] = { GT_COLUMN_LEAF("last_top", GT_COL_MORE), FIELD_AS(gt_cell_field_leaf, last.stack) },
	[GT_STW_LAST_STACK] = { "last_stack", "Last at", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it yielded", .cell = last_stack },
	[GT_STW_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where the pause was requested", FIELD(b.range.stack) },
};

const struct gt_report gt_report_stw = {
	.name = "stw",
	.row = "a stop-the-world pause, its parts, and who delayed it",
	GT_REPORT_COLUMNS(columns),
	.ops = { .size = sizeof(struct stw), .open = stw_open, .row = stw_row, .close = stw_close, .keys = stw_keys,
		 .totals = stw_totals },
};
