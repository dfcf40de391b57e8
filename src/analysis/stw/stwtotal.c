/* The reports "stwfuncs" and "stwgoroutines": how long each delayed stop-the-world pauses. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/stw/blame_index.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

struct totals {
	struct gt_table head;
	struct gt_blame_index blames;
	struct gt_blame_total *v;       /* nobody's pauses are the last one, if there are any */
	bool nobody;
};

uint32_t gt_stwtotal_worst(const struct gt_table *t, uint64_t row)
{
	assert(row < t->rows);
	return ((const struct totals *)t)->v[row].worst;
}

bool gt_stwtotal_is_nobody(const struct gt_table *t, uint64_t row)
{
	return ((const struct totals *)t)->nobody && row == t->rows - 1;
}

static void total_func(struct gt_table *t, struct gt_cell *out)
{
	if (gt_stwtotal_is_nobody(t, t->row))
		gt_cell_word(out, GT_STWTOTAL_NOBODY);
	else
		gt_cell_field_func(t, out);
}

/* The pause that it delayed longest, NULL: none. */
static const void *worst_of(struct gt_table *t)
{
	const struct gt_blame_total *v = t->at;

	return gt_blame_index_of_range(&((const struct totals *)t)->blames, t->trace, v->worst);
}

static void worst_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_blame_row *b = t->at;
	struct gt_range_row r;

	if (gt_range_get(t->trace, b->range, &r))
		gt_cell_string(out, t->trace, r.name);
}

static void worst_how(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_blame_row *b = worst_of(t);

	gt_cell_word(out, b && b->g != GT_NO_ROW ? gt_stop_cause_text(b->how) : NULL);
}

static void worst_where(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_blame_row *b = worst_of(t);

	if (b && b->g != GT_NO_ROW)
		gt_cell_where(out, t, b->stack);
}

static void worst_leaf(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_blame_row *b = worst_of(t);

	if (b && b->g != GT_NO_ROW)
		gt_cell_leaf(out, t, b->stack);
}

static void worst_stack(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_blame_row *b = worst_of(t);

	if (b && b->g != GT_NO_ROW && b->stack)
		gt_cell_stack(out, b->stack);
}

static void totals_close(struct gt_table *t)
{
	struct totals *to = (struct totals *)t;

	gt_blame_index_release(&to->blames);
	free(to->v);
}

static void fill_totals(struct totals *to, const struct gt_table_args *args, bool by_g)
{
	struct gt_trace *t = to->head.trace;
	struct gt_blame_total nobody;
	size_t n;

	gt_blame_index_update(&to->blames, t, 0);
	to->v = gt_blame_index_total(&to->blames, t, by_g, args->from, args->until, &n);
	nobody = gt_blame_index_nobody(&to->blames, args->from, args->to);
	if (nobody.count) {
		nobody.g = GT_NO_ROW;
		nobody.asked = nobody.goroutines = GT_NONE;
		if (nobody.worst == GT_NO_ROW)
			nobody.sum = nobody.max = GT_NO_TIME;
		to->v = gt_xrealloc(to->v, n + 1, sizeof *to->v);
		to->v[n++] = nobody;
		to->nobody = true;
	}
	to->head.rows = n;
}

static int funcs_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	(void)err;
	fill_totals((struct totals *)t, args, false);
	return 0;
}

static int goroutines_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	(void)err;
	fill_totals((struct totals *)t, args, true);
	return 0;
}

#define FIELD(member) GT_FIELD(struct gt_blame_total, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_blame_total, member)

/* The reports differ in what a row is: a function has a number of goroutines, a goroutine its id. */
#define COLUMNS(...) { \
	[GT_STWTOTAL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 32, \
		"start function; 'nobody to blame': no goroutine can be charged", FIELD_AS(total_func, func) }, \
	[GT_STWTOTAL_WHO] = __VA_ARGS__, \
	[GT_STWTOTAL_COUNT] = { "count", "Delayed", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"pauses in which it was the last to yield", FIELD(count) }, \
	[GT_STWTOTAL_DELAY] = { "delay_ns", "Total delay", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, \
		"from the request until it yielded, all of these together", FIELD(sum) }, \
	[GT_STWTOTAL_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC, 9, \
		"the longest of these", FIELD(max) }, \
	[GT_STWTOTAL_ASKED] = { "asked", "Asked", GT_KIND_COUNT, GT_COL_DESC, 7, \
		"how often a pause found it on a processor", FIELD(asked) }, \
	[GT_STWTOTAL_WORST_START] = { "worst_start_ns", "Longest at", GT_KIND_TIME, 0, 12, \
		"when the pause that it delayed longest was requested", \
		GT_FIELD(struct gt_blame_row, t0), .of = worst_of }, \
	[GT_STWTOTAL_WORST_REASON] = { "worst_reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 20, \
		"why the world was stopped then", .cell = worst_reason, .of = worst_of }, \
	[GT_STWTOTAL_WORST_HOW] = { "worst_how", "How", GT_KIND_STRING, GT_COL_MORE, 14, \
		"how it yielded then", .cell = worst_how }, \
	[GT_STWTOTAL_WORST_WHERE] = { "worst_where", "At", GT_KIND_STRING, GT_COL_FUNC, 28, \
		"where it yielded then: the innermost frame outside of the standard library", .cell = worst_where }, \
	[GT_STWTOTAL_WORST_LEAF] = { GT_COLUMN_LEAF("worst_top", GT_COL_MORE), .cell = worst_leaf }, \
	[GT_STWTOTAL_WORST_STACK] = { "worst_stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28, \
		"where it yielded then", .cell = worst_stack }, \
}

static const struct gt_column funcs_columns[] = COLUMNS({
	"goroutines", "Goroutines", GT_KIND_COUNT, GT_COL_DESC, 10, "how many goroutines of it delayed a pause",
	FIELD(goroutines) });
static const struct gt_column goroutines_columns[] = COLUMNS({
	"g", "G", GT_KIND_ID, 0, 7, "the goroutine", FIELD_AS(gt_cell_field_g, g) },
	[GT_STWTOTAL_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, g) });

const struct gt_report gt_report_stwfuncs = {
	.name = "stwfuncs",
	.row = "a function that stop-the-world pauses found on a processor",
	GT_REPORT_COLUMNS(funcs_columns),
	.order = { "delay_ns", "count", "func" },
	.ops = { .size = sizeof(struct totals), .open = funcs_open, GT_ROWS(struct totals, v),
		 .close = totals_close },
};

const struct gt_report gt_report_stwgoroutines = {
	.name = "stwgoroutines",
	.row = "a goroutine that stop-the-world pauses found on a processor",
	GT_REPORT_COLUMNS(goroutines_columns),
	.order = { "delay_ns", "count", "g" },
	.ops = { .size = sizeof(struct totals), .open = goroutines_open, GT_ROWS(struct totals, v),
		 .close = totals_close },
};
