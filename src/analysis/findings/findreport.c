/* The report "findings". */
#include "analysis/findings/findkind.h"
#include "analysis/stacks/where.h"
#include "analysis/table/reports.h"
#include "base/thread.h"

struct findings {
	struct gt_table head;
	struct gt_findings f;
	struct gt_item items[GT_EVIDENCE];
};

static bool says_nothing(const struct gt_finding *f)
{
	return f->severity == GT_SEVERITY_NONE;
}

static void finding_severity(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_word(out, gt_severity_name(f->severity));
}

static void finding_kind(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_word(out, gt_finding_kind(f->kind)->name);
}

static void finding_cost(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_i(out, says_nothing(f) ? GT_NO_TIME : f->cost);
}

static void finding_share(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	if (!says_nothing(f))
		gt_cell_r(out, f->share);
}

static void finding_percent(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	if (!says_nothing(f))
		gt_cell_r(out, 100 * f->share);
}

static void finding_long_wait(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_i(out, f->explained_ns == GT_NO_TIME ? GT_NO_TIME : f->long_ns);
}

static void finding_rest_func(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_func(out, t->trace, f->rest);
}

static void finding_rest(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_i(out, f->rest ? f->rest_ns : GT_NO_TIME);
}

/* The place of its cause among the rows, from 1. */
static void finding_because(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_finding *f = t->at;

	gt_cell_u(out, f->because != GT_NO_ROW ? (uint64_t)f->because + 1 : GT_NONE);
}

static void finding_words(struct gt_table *t, struct gt_buf *out)
{
	gt_finding_text(out, &((const struct findings *)t)->f, t->at);
}

static void finding_report(struct gt_table *t, struct gt_buf *out)
{
	gt_finding_report(out, &((const struct findings *)t)->f, t->at);
}

static void finding_evidence(struct gt_table *t, struct gt_cell *out)
{
	struct findings *fs = (struct findings *)t;
	const struct gt_finding *f = t->at;

	for (unsigned i = 0; i < f->nevidence; i++) {
		if (f->ns[i])
			gt_item_ns(&fs->items[i], f->evidence[i].name, f->evidence[i].value);
		else
			gt_item_u(&fs->items[i], f->evidence[i].name, (uint64_t)f->evidence[i].value);
	}
	gt_cell_items(out, fs->items, f->nevidence);
}

/* The place that the finding is about; else where its slice ended, or where goroutines wait for it. */
static uint32_t finding_place(const struct gt_trace *t, const struct gt_finding *f)
{
	struct gt_slice s;

	if (f->where)
		return f->where;
	if (f->slice != GT_NO_ROW && gt_slice_get(t, f->slice, &s) && s.end_stack)
		return s.end_stack;
	return f->waits_at;
}

static void finding_stack(struct gt_table *t, struct gt_cell *out)
{
	uint32_t stack = finding_place(t->trace, t->at);

	if (stack)
		gt_cell_stack(out, stack);
}

static struct gt_source_place findings_place(struct gt_table *t, uint64_t row)
{
	uint32_t stack = finding_place(t->trace, &((const struct findings *)t)->f.v[row]);

	return (struct gt_source_place){ t->trace, stack, gt_where_frame(t->trace, stack) };
}

static bool findings_nothing(struct gt_table *t, uint64_t row)
{
	const struct gt_finding *f = &((const struct findings *)t)->f.v[row];

	return says_nothing(f) || f->because != GT_NO_ROW;
}

static void findings_close(struct gt_table *t)
{
	gt_findings_release(&((struct findings *)t)->f);
}

static int findings_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_findings *f = &((struct findings *)t)->f;

	gt_findings_begin(f, t->trace, NULL, args->from, args->to);
	f->threads = gt_workers();
	while (gt_findings_step(f, NULL))
		;
	if (f->fault.code) {
		if (err)
			*err = f->fault;
		return f->fault.code;
	}
	gt_findings_list(f);
	t->rows = f->n;
	return 0;
}

#define FIELD(member) GT_FIELD(struct gt_finding, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_finding, member)

static const struct gt_column columns[] = {
	{ "severity", "Severity", GT_KIND_STRING, 0, 8,
		"high, medium or low; none: no finding, not counted by --fail-if", .cell = finding_severity },
	{ "kind", "Kind", GT_KIND_STRING, 0, 18,
		"what it is about", .cell = finding_kind },
	{ "cost_ns", "Cost", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"time in which it cost something; what costs at the same time counts once", .cell = finding_cost },
	{ "share", "Of trace", GT_KIND_SHARE, GT_COL_DESC, 8,
		"cost as a share of the length of the trace, or of the range that was looked at", .cell = finding_share },
	{ "percent", "Percent", GT_KIND_REAL, GT_COL_DESC | GT_COL_MORE, 7,
		"the same in percent", .cell = finding_percent },
	{ "count", "Count", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"how many", FIELD(count) },
	{ "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the longest single one", FIELD(max) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of the goroutines, or of the one that had the longest; of slow calls the function of the "
		"program that made them", FIELD(func) },
	{ "reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 16,
		"why the world was stopped; what the goroutines wait for", FIELD(reason) },
	{ "g", "G", GT_KIND_ID, GT_COL_MORE, 7,
		"the goroutine to look at", FIELD_AS(gt_cell_field_g, g) },
	{ "p", "P", GT_KIND_ID, GT_COL_MORE, 3,
		"the processor to look at", FIELD_AS(gt_cell_field_p, proc_row) },
	{ "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"where to look", FIELD(t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"until here", FIELD(t1) },
	{ "finding", "Finding", GT_KIND_STRING, 0, 80,
		"in words", .text = finding_words },
	{ "because", "Because", GT_KIND_COUNT, GT_COL_MORE, 7,
		"the row, from 1, of the finding that brings this one about; without one it is a cause",
		.cell = finding_because },
	{ "explains_ns", "Explains", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"long waits for a P that it is the cause of, added up over goroutines", FIELD(explains) },
	{ "explained_ns", "Explained", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"of scheduling, late timers and late network: how much of their long waits the causes among the findings explain",
		FIELD(explained_ns) },
	{ "long_wait_ns", "Long waits", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"of these: all of their long waits, added up over goroutines", .cell = finding_long_wait },
	{ "rest_func", "Rest by", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 30,
		"of these: the function of the goroutines that held Ps most in what no finding explains",
		.cell = finding_rest_func },
	{ "rest_ns", "Rest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"how much that is", .cell = finding_rest },
	{ "evidence", "Evidence", GT_KIND_MAP, GT_COL_MORE, 60,
		"the numbers behind it", .cell = finding_evidence },
	{ "report", "Report", GT_KIND_STRING, GT_COL_MORE, 40,
		"the options that print these numbers", .text = finding_report },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE | GT_COL_ASKED, 28,
		"the place in the program that it is about, or where the goroutines it is about stopped",
		.cell = finding_stack },
};

const struct gt_report gt_report_findings = {
	.name = "findings",
	.row = "what stands out, the most severe first",
	GT_REPORT_COLUMNS(columns),
	.by_owner = true,
	.ops = { .size = sizeof(struct findings), .open = findings_open, GT_ROWS(struct findings, f.v),
		 .close = findings_close, .nothing = findings_nothing, .place = findings_place },
};
