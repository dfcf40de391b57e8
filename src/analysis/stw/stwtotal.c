/* The reports "stwfuncs" and "stwgoroutines": how long each delayed stop-the-world pauses. */
#include <stdlib.h>
#include <string.h>

#include "analysis/stw/blame_index.h"
#include "analysis/table/stacktext.h"
#include "analysis/stw/stw.h"
#include "base/buf.h"
#include "base/xalloc.h"

struct totals {
	struct gt_table head;
	struct gt_blame_index blames;
	struct gt_blame_total *v;       /* nobody's pauses are the last one, if there are any */
	bool by_g, nobody;
	struct gt_buf text;
};

static struct totals *totals_of(const struct gt_table *t)
{
	return (struct totals *)t;
}

uint32_t gt_stwtotal_worst(const struct gt_table *t, uint64_t row)
{
	return totals_of(t)->v[row].worst;
}

bool gt_stwtotal_is_nobody(const struct gt_table *t, uint64_t row)
{
	return totals_of(t)->nobody && row == t->rows - 1;
}

/* Of the pause that it delayed longest. */
static void cell_worst(struct totals *to, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_blame_total *v = &to->v[row];
	const struct gt_trace *t = to->head.trace;
	const struct gt_blame_row *b;
	struct gt_range_row r;
	const char *how;

	if (v->worst == GT_NO_ROW || !gt_range_get(t, v->worst, &r))
		return;
	b = gt_blame_index_of_range(&to->blames, t, v->worst);
	if (!b || (b->g == GT_NO_ROW && col > GT_STWTOTAL_WORST_REASON))
		return;
	switch (col) {
	case GT_STWTOTAL_WORST_START: gt_cell_i(out, r.t0); break;
	case GT_STWTOTAL_WORST_REASON: gt_cell_string(out, t, r.name); break;
	case GT_STWTOTAL_WORST_HOW:
		how = gt_stop_cause_text(b->how);
		gt_cell_s(out, how, strlen(how));
		break;
	case GT_STWTOTAL_WORST_TOP:
		gt_buf_reset(&to->text);
		if (gt_stack_top_user(&to->text, t, b->stack))
			gt_cell_s(out, to->text.data, to->text.len);
		break;
	default:
		if (b->stack)
			gt_cell_stack(out, b->stack);
		break;
	}
}

/* What only a goroutine or a function has. */
static bool is_of_somebody(unsigned col)
{
	return col == GT_STWTOTAL_FUNC || col == GT_STWTOTAL_WHO || col == GT_STWTOTAL_ASKED ||
	       col == GT_STWTOTAL_LIFE;
}

static void totals_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct totals *to = totals_of(t);
	const struct gt_blame_total *v = &to->v[row];
	bool nobody = gt_stwtotal_is_nobody(t, row);

	if (nobody && col == GT_STWTOTAL_FUNC)
		gt_cell_s(out, GT_STWTOTAL_NOBODY, strlen(GT_STWTOTAL_NOBODY));
	if (nobody && (is_of_somebody(col) || (col != GT_STWTOTAL_COUNT && v->worst == GT_NO_ROW)))
		return;
	switch ((enum gt_stwtotal_col)col) {
	case GT_STWTOTAL_WHO:
		if (to->by_g)
			gt_cell_goroutine(out, t->trace, v->g);
		else
			gt_cell_u(out, v->goroutines);
		break;
	case GT_STWTOTAL_FUNC: gt_cell_func(out, t->trace, v->func); break;
	case GT_STWTOTAL_COUNT: gt_cell_u(out, v->count); break;
	case GT_STWTOTAL_DELAY: gt_cell_i(out, v->sum); break;
	case GT_STWTOTAL_MAX: gt_cell_i(out, v->max); break;
	case GT_STWTOTAL_ASKED: gt_cell_u(out, v->asked); break;
	case GT_STWTOTAL_WORST_START:
	case GT_STWTOTAL_WORST_REASON:
	case GT_STWTOTAL_WORST_HOW:
	case GT_STWTOTAL_WORST_TOP:
	case GT_STWTOTAL_WORST_STACK: cell_worst(to, row, col, out); break;
	case GT_STWTOTAL_LIFE: gt_cell_life(out, t->trace, v->g); break;
	case GT_STWTOTAL_COLS: break;
	}
}

static void totals_close(struct gt_table *t)
{
	struct totals *to = totals_of(t);

	gt_blame_index_release(&to->blames);
	gt_buf_release(&to->text);
	free(to->v);
	free(to);
}

static const struct gt_table_ops totals_ops = {
	.cell = totals_cell,
	.close = totals_close,
};

static void totals_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			bool by_g)
{
	struct totals *to = gt_xcalloc(1, sizeof *to);
	struct gt_blame_total nobody;
	size_t n;

	to->head.ops = &totals_ops;
	to->by_g = by_g;
	gt_blame_index_update(&to->blames, t, 0);
	to->v = gt_blame_index_total(&to->blames, t, by_g, args->from, args->until, &n);
	nobody = gt_blame_index_nobody(&to->blames, args->from, args->to);
	if (nobody.count) {
		to->v = gt_xrealloc(to->v, n + 1, sizeof *to->v);
		to->v[n++] = nobody;
		to->nobody = true;
	}
	to->head.rows = n;
	*out = &to->head;
}

static int funcs_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *err)
{
	(void)err;
	totals_open(out, t, args, false);
	return 0;
}

static int goroutines_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			   struct gt_error *err)
{
	(void)err;
	totals_open(out, t, args, true);
	return 0;
}

/* The reports differ in what a row is: a function has a number of goroutines, a goroutine its id. */
#define COLUMNS(...) { \
	[GT_STWTOTAL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32, \
		"start function; 'nobody to blame': no goroutine can be charged" }, \
	[GT_STWTOTAL_WHO] = __VA_ARGS__, \
	[GT_STWTOTAL_COUNT] = { "count", "Delayed", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"pauses in which it was the last to yield" }, \
	[GT_STWTOTAL_DELAY] = { "delay_ns", "Total delay", GT_KIND_DUR, GT_COL_DESC, 9, \
		"from the request until it yielded, all of these together" }, \
	[GT_STWTOTAL_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC, 9, \
		"the longest of these" }, \
	[GT_STWTOTAL_ASKED] = { "asked", "Asked", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"how often a pause found it on a processor" }, \
	[GT_STWTOTAL_WORST_START] = { "worst_start_ns", "Longest at", GT_KIND_TIME, 0, 12, \
		"when the pause that it delayed longest was requested" }, \
	[GT_STWTOTAL_WORST_REASON] = { "worst_reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 20, \
		"why the world was stopped then" }, \
	[GT_STWTOTAL_WORST_HOW] = { "worst_how", "How", GT_KIND_STRING, GT_COL_MORE, 14, \
		"how it yielded then" }, \
	[GT_STWTOTAL_WORST_TOP] = { "worst_top", "At", GT_KIND_STRING, GT_COL_FUNC, 28, \
		"innermost frame where it yielded then" }, \
	[GT_STWTOTAL_WORST_STACK] = { "worst_stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, \
		"where it yielded then" }, \
}

static const struct gt_column funcs_columns[GT_STWTOTAL_COLS] = COLUMNS({
	"goroutines", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 10, "how many goroutines of it delayed a pause" });
static const struct gt_column goroutines_columns[GT_STWTOTAL_COLS] = COLUMNS({
	"g", "G", GT_KIND_ID, 0, 7, "the goroutine" }, [GT_STWTOTAL_LIFE] = GT_COLUMN_LIFE);

const struct gt_report gt_report_stwfuncs = {
	.name = "stwfuncs",
	.row = "a function that stop-the-world pauses found on a processor",
	.columns = funcs_columns,
	.ncolumns = GT_STWTOTAL_LIFE,
	.order = { { GT_STWTOTAL_DELAY, true }, { GT_STWTOTAL_COUNT, true }, { GT_STWTOTAL_FUNC, false } },
	.norder = 3,
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = GT_STWTOTAL_DELAY,
	.open = funcs_open,
};

const struct gt_report gt_report_stwgoroutines = {
	.name = "stwgoroutines",
	.row = "a goroutine that stop-the-world pauses found on a processor",
	.columns = goroutines_columns,
	.ncolumns = GT_COUNT(goroutines_columns),
	.order = { { GT_STWTOTAL_DELAY, true }, { GT_STWTOTAL_COUNT, true }, { GT_STWTOTAL_WHO, false } },
	.norder = 3,
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = GT_STWTOTAL_DELAY,
	.open = goroutines_open,
};
