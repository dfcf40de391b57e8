/* The report "findings". */
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/findings.h"
#include "base/xalloc.h"

enum col { COL_SEVERITY, COL_KIND, COL_COST, COL_SHARE, COL_PERCENT, COL_COUNT, COL_MAX, COL_FUNC, COL_REASON,
	   COL_G, COL_P, COL_START, COL_END, COL_FINDING, COL_EVIDENCE, COL_REPORT, COLS };

struct findings {
	struct gt_table head;
	struct gt_findings f;
	struct gt_buf text;
	struct gt_item items[GT_EVIDENCE];
};

static void cell_words(const char *s, struct gt_cell *out)
{
	gt_cell_s(out, s, strlen(s));
}

static void findreport_cell_text(struct findings *fs, const struct gt_finding *f, bool report,
				 struct gt_cell *out)
{
	gt_buf_reset(&fs->text);
	if (report)
		gt_finding_report(&fs->text, &fs->f, f);
	else
		gt_finding_text(&fs->text, &fs->f, f);
	if (fs->text.len)
		gt_cell_s(out, fs->text.data, fs->text.len);
}

static void findreport_cell_p(const struct gt_trace *t, const struct gt_finding *f, struct gt_cell *out)
{
	struct gt_proc p;

	if (gt_proc_get(t, f->proc_row, &p))
		gt_cell_u(out, p.id);
}

static void cell_evidence(struct findings *fs, const struct gt_finding *f, struct gt_cell *out)
{
	for (unsigned i = 0; i < f->nevidence; i++) {
		if (f->ns[i])
			gt_item_ns(&fs->items[i], f->evidence[i].name, f->evidence[i].value);
		else
			gt_item_u(&fs->items[i], f->evidence[i].name, (uint64_t)f->evidence[i].value);
	}
	gt_cell_items(out, fs->items, f->nevidence);
}

static void findings_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct findings *fs = (struct findings *)t;
	const struct gt_finding *f = &fs->f.v[row];
	bool nothing = f->severity == GT_SEVERITY_NONE;

	switch ((enum col)col) {
	case COL_SEVERITY: cell_words(gt_severity_name(f->severity), out); break;
	case COL_KIND: cell_words(gt_finding_name(f->kind), out); break;
	case COL_COST: gt_cell_i(out, nothing ? GT_NO_TIME : f->cost); break;
	case COL_SHARE:
	case COL_PERCENT:
		if (!nothing)
			gt_cell_r(out, col == COL_SHARE ? f->share : 100 * f->share);
		break;
	case COL_COUNT: gt_cell_u(out, f->count); break;
	case COL_MAX: gt_cell_i(out, f->max); break;
	case COL_FUNC: gt_cell_string(out, t->trace, f->func); break;
	case COL_REASON: gt_cell_string(out, t->trace, f->reason); break;
	case COL_G: gt_cell_goroutine(out, t->trace, f->g); break;
	case COL_P: findreport_cell_p(t->trace, f, out); break;
	case COL_START: gt_cell_i(out, f->t0); break;
	case COL_END: gt_cell_i(out, f->t1); break;
	case COL_FINDING: findreport_cell_text(fs, f, false, out); break;
	case COL_EVIDENCE: cell_evidence(fs, f, out); break;
	case COL_REPORT: findreport_cell_text(fs, f, true, out); break;
	case COLS: break;
	}
}

static bool findings_nothing(struct gt_table *t, uint64_t row)
{
	return ((struct findings *)t)->f.v[row].severity == GT_SEVERITY_NONE;
}

static void findings_close(struct gt_table *t)
{
	struct findings *fs = (struct findings *)t;

	gt_findings_release(&fs->f);
	gt_buf_release(&fs->text);
	free(fs);
}

static const struct gt_table_ops findings_ops = {
	.cell = findings_cell,
	.close = findings_close,
	.nothing = findings_nothing,
};

static int findings_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			 struct gt_error *err)
{
	struct findings *fs = gt_xcalloc(1, sizeof *fs);

	fs->head.ops = &findings_ops;
	gt_findings_begin(&fs->f, t, NULL, args->from, args->to);
	while (gt_findings_step(&fs->f, NULL))
		;
	if (fs->f.fault.code) {
		int rc = fs->f.fault.code;

		if (err)
			*err = fs->f.fault;
		findings_close(&fs->head);
		return rc;
	}
	gt_findings_list(&fs->f);
	fs->head.rows = fs->f.n;
	*out = &fs->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_SEVERITY] = { "severity", "Severity", GT_KIND_STRING, 0, 8,
		"high, medium or low; none: nothing stands out, or could be judged: --fail-if does not count it" },
	[COL_KIND] = { "kind", "Kind", GT_KIND_STRING, 0, 18,
		"what it is about" },
	[COL_COST] = { "cost_ns", "Cost", GT_KIND_DUR, GT_COL_DESC, 9,
		"time in which it cost something; what costs at the same time counts once" },
	[COL_SHARE] = { "share", "Share", GT_KIND_REAL, GT_COL_DESC | GT_COL_MORE, 7,
		"cost as a part of the whole time, 0 to 1" },
	[COL_PERCENT] = { "percent", "Percent", GT_KIND_REAL, GT_COL_DESC, 7,
		"the same in percent" },
	[COL_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"how many" },
	[COL_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the longest single one" },
	[COL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of the goroutines, or of the one that had the longest" },
	[COL_REASON] = { "reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 16,
		"why the world was stopped; what the goroutines wait for" },
	[COL_G] = { "g", "G", GT_KIND_ID, GT_COL_MORE, 7,
		"the goroutine to look at" },
	[COL_P] = { "p", "P", GT_KIND_ID, GT_COL_MORE, 3,
		"the processor to look at" },
	[COL_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"where to look" },
	[COL_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"until here" },
	[COL_FINDING] = { "finding", "Finding", GT_KIND_STRING, 0, 80,
		"in words" },
	[COL_EVIDENCE] = { "evidence", "Evidence", GT_KIND_MAP, GT_COL_MORE, 60,
		"the numbers behind it" },
	[COL_REPORT] = { "report", "Report", GT_KIND_STRING, GT_COL_MORE, 40,
		"the options that print these numbers" },
};

const struct gt_report gt_report_findings = {
	.name = "findings",
	.row = "what stands out, the most severe first",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.by_owner = true,
	.measure = COL_COST,
	.open = findings_open,
};
