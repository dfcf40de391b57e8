/* The reports "stwfuncs" and "stwgoroutines": how long each made the stop-the-worlds wait. */
#include <stdlib.h>
#include <string.h>

#include "analysis/blames.h"
#include "analysis/stacktext.h"
#include "analysis/stw.h"
#include "base/buf.h"
#include "base/xalloc.h"

struct totals {
	struct gt_table head;
	struct gt_blames blames;
	struct gt_blame_total *v;
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

/* Of the stop that it delayed longest. */
static void cell_worst(struct totals *to, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_blame_total *v = &to->v[row];
	const struct gt_trace *t = to->head.trace;
	const struct gt_blame_row *b;
	struct gt_range_row r;
	const char *how;

	if (v->worst == GT_NO_ROW || !gt_range_get(t, v->worst, &r))
		return;
	b = gt_blames_of_range(&to->blames, t, v->worst);
	switch (col) {
	case GT_STWTOTAL_WORST_START: gt_cell_i(out, r.t0); break;
	case GT_STWTOTAL_WORST_REASON: gt_cell_string(out, t, r.name); break;
	case GT_STWTOTAL_WORST_HOW:
		how = gt_yield_text(b->how);
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

static void totals_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct totals *to = totals_of(t);
	const struct gt_blame_total *v = &to->v[row];

	switch ((enum gt_stwtotal_col)col) {
	case GT_STWTOTAL_G: gt_cell_goroutine(out, t->trace, v->g); break;
	case GT_STWTOTAL_FUNC: gt_cell_string(out, t->trace, v->func); break;
	case GT_STWTOTAL_COUNT: gt_cell_u(out, v->count); break;
	case GT_STWTOTAL_DELAY: gt_cell_i(out, v->sum); break;
	case GT_STWTOTAL_MAX: gt_cell_i(out, v->max); break;
	case GT_STWTOTAL_ASKED: gt_cell_u(out, v->asked); break;
	case GT_STWTOTAL_GOROUTINES: gt_cell_u(out, v->goroutines); break;
	case GT_STWTOTAL_WORST_START:
	case GT_STWTOTAL_WORST_REASON:
	case GT_STWTOTAL_WORST_HOW:
	case GT_STWTOTAL_WORST_TOP:
	case GT_STWTOTAL_WORST_STACK: cell_worst(to, row, col, out); break;
	case GT_STWTOTAL_COLS: break;
	}
}

static void totals_close(struct gt_table *t)
{
	struct totals *to = totals_of(t);

	gt_blames_release(&to->blames);
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
	size_t n;

	to->head.ops = &totals_ops;
	gt_blames_update(&to->blames, t, 0);
	to->v = gt_blames_total(&to->blames, t, by_g, args->from, args->to, &n);
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

/* The reports differ in what a row is: of a function there is no G, of a goroutine no number of them. */
#define COLUMNS(g_flags, goroutines_flags) { \
	[GT_STWTOTAL_G] = { "g", "G", GT_KIND_ID, g_flags, 7, \
		"the goroutine" }, \
	[GT_STWTOTAL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32, \
		"start function" }, \
	[GT_STWTOTAL_COUNT] = { "count", "Delayed", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"stop-the-worlds that waited for it last" }, \
	[GT_STWTOTAL_DELAY] = { "delay_ns", "By in all", GT_KIND_DUR, GT_COL_DESC, 9, \
		"from the request until it let go, together" }, \
	[GT_STWTOTAL_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC, 9, \
		"the longest of these" }, \
	[GT_STWTOTAL_ASKED] = { "asked", "Asked", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"how often a stop-the-world found it on a processor" }, \
	[GT_STWTOTAL_GOROUTINES] = { "goroutines", "Goroutines", GT_KIND_COUNT, goroutines_flags, 10, \
		"how many goroutines of it were waited for last" }, \
	[GT_STWTOTAL_WORST_START] = { "worst_start_ns", "Longest at", GT_KIND_TIME, 0, 12, \
		"when the one that it delayed longest was asked for" }, \
	[GT_STWTOTAL_WORST_REASON] = { "worst_reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 20, \
		"why that one was asked for" }, \
	[GT_STWTOTAL_WORST_HOW] = { "worst_how", "How", GT_KIND_STRING, GT_COL_MORE, 14, \
		"how it let go then" }, \
	[GT_STWTOTAL_WORST_TOP] = { "worst_top", "At", GT_KIND_STRING, GT_COL_FUNC, 28, \
		"innermost frame where it let go then" }, \
	[GT_STWTOTAL_WORST_STACK] = { "worst_stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, \
		"where it let go then" }, \
}

#define HIDDEN (GT_COL_ASKED | GT_COL_MORE)

static const struct gt_column funcs_columns[GT_STWTOTAL_COLS] = COLUMNS(HIDDEN, GT_COL_DESC);
static const struct gt_column goroutines_columns[GT_STWTOTAL_COLS] = COLUMNS(0, HIDDEN);

const struct gt_report gt_report_stwfuncs = {
	.name = "stwfuncs",
	.row = "a function that stop-the-worlds waited for",
	.columns = funcs_columns,
	.ncolumns = GT_COUNT(funcs_columns),
	.order = { { GT_STWTOTAL_DELAY, true }, { GT_STWTOTAL_COUNT, true }, { GT_STWTOTAL_FUNC, false } },
	.norder = 3,
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = GT_STWTOTAL_DELAY,
	.open = funcs_open,
};

const struct gt_report gt_report_stwgoroutines = {
	.name = "stwgoroutines",
	.row = "a goroutine that stop-the-worlds waited for",
	.columns = goroutines_columns,
	.ncolumns = GT_COUNT(goroutines_columns),
	.order = { { GT_STWTOTAL_DELAY, true }, { GT_STWTOTAL_COUNT, true }, { GT_STWTOTAL_G, false } },
	.norder = 3,
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = GT_STWTOTAL_DELAY,
	.open = goroutines_open,
};
