/* Findings in words, and as the report "findings". */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings.h"
#include "base/human.h"
#include "base/xalloc.h"

const char *gt_finding_name(unsigned kind)
{
	static const char *const names[GT_FINDING_KINDS] = {
		[GT_FINDING_STW] = "stop-the-world",   [GT_FINDING_PAUSE] = "pauses",
		[GT_FINDING_LONG] = "long slices",
		[GT_FINDING_SCHED] = "scheduling",     [GT_FINDING_IDLE] = "idle processors",
		[GT_FINDING_ASSIST] = "mark assists",  [GT_FINDING_GC] = "garbage collection",
		[GT_FINDING_FOREVER] = "stuck",        [GT_FINDING_WAITING] = "still waiting",
	};

	return names[kind];
}

const char *gt_severity_name(unsigned severity)
{
	static const char *const names[] = {
		[GT_SEVERITY_LOW] = "low", [GT_SEVERITY_MEDIUM] = "medium", [GT_SEVERITY_HIGH] = "high",
	};

	return names[severity];
}

/* ---- words ---- */

static void put_string(struct gt_buf *out, const struct gt_trace *t, uint32_t row, const char *none)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	if (n)
		gt_buf_add(out, s, n);
	else
		gt_buf_puts(out, none);
}

static void put_func(struct gt_buf *out, const struct gt_trace *t, uint32_t func)
{
	put_string(out, t, func, "a function without a name");
}

static void put_dur(struct gt_buf *out, const char *before, int64_t ns)
{
	gt_buf_puts(out, before);
	gt_human_dur(out, ns);
}

static void put_share(struct gt_buf *out, double share)
{
	gt_buf_printf(out, share < 0.0995 ? "%.1f%%" : "%.0f%%", share * 100);
}

static void put_goroutines(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	gt_buf_printf(out, "%" PRIu64 " goroutine%s of ", f->count, f->count == 1 ? "" : "s");
	put_func(out, t, f->func);
}

static void text_stw(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_func(out, t, f->func);
	gt_buf_printf(out, " delayed %" PRIu64 " stop-the-world%s", f->count, f->count == 1 ? "" : "s");
	put_dur(out, " by ", f->ns);
	if (f->count > 1) {
		put_dur(out, " in all (max ", f->max);
		gt_buf_putc(out, ')');
	}
}

static void text_pause(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	gt_buf_printf(out, "%" PRIu64 " stop-the-world%s took ", f->count, f->count == 1 ? "" : "s");
	gt_human_dur(out, f->ns);
	put_dur(out, "; one stood still for ", f->max);
	gt_buf_puts(out, " (");
	put_string(out, t, f->reason, "unknown");
	gt_buf_puts(out, ")");
}

static void text_long(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_func(out, t, f->func);
	put_dur(out, " held a P for ", f->max);
	gt_buf_printf(out, "; %" PRIu64 " slice%s over 10ms, %" PRIu64 " over 20ms", f->count,
		      f->count == 1 ? "" : "s", f->more);
}

static void text_sched(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_dur(out, "wait for a P: p99 ", f->ns);
	put_dur(out, ", median ", f->median);
	put_dur(out, ", longest ", f->max);
	gt_buf_puts(out, " (");
	put_func(out, t, f->func);
	gt_buf_puts(out, ")");
}

static void text_idle(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	(void)t;
	gt_buf_puts(out, "Ps stood idle ");
	put_share(out, f->share);
	put_dur(out, " of the time (", f->ns);
	gt_buf_puts(out, ") while goroutines were ready to run");
}

static void text_assist(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_dur(out, "mark assists took ", f->ns);
	gt_buf_puts(out, ", ");
	put_share(out, f->share);
	gt_buf_puts(out, " of the time on Ps; most in ");
	put_func(out, t, f->func);
	put_dur(out, ": ", (int64_t)f->more);
}

static void text_gc(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	(void)t;
	gt_buf_puts(out, "the GC was marking ");
	put_share(out, f->share);
	gt_buf_printf(out, " of the time: %" PRIu64 " cycle%s", f->count, f->count == 1 ? "" : "s");
	put_dur(out, ", the longest ", f->max);
}

static void text_forever(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_goroutines(out, t, f);
	gt_buf_puts(out, f->count == 1 ? " waits" : " wait");
	gt_buf_puts(out, " for what cannot come: a nil channel, a select without cases");
}

static void text_waiting(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	put_goroutines(out, t, f);
	gt_buf_puts(out, " still waited at the end");
	if (f->reason) {
		gt_buf_puts(out, " (");
		put_string(out, t, f->reason, "");
		gt_buf_puts(out, ")");
	}
	put_dur(out, f->count == 1 ? ", for " : ", for up to ", f->ns);
}

void gt_finding_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f)
{
	static void (*const texts[GT_FINDING_KINDS])(struct gt_buf *, const struct gt_trace *,
						     const struct gt_finding *) = {
		[GT_FINDING_STW] = text_stw,         [GT_FINDING_PAUSE] = text_pause,
		[GT_FINDING_LONG] = text_long,
		[GT_FINDING_SCHED] = text_sched,     [GT_FINDING_IDLE] = text_idle,
		[GT_FINDING_ASSIST] = text_assist,   [GT_FINDING_GC] = text_gc,
		[GT_FINDING_FOREVER] = text_forever, [GT_FINDING_WAITING] = text_waiting,
	};

	texts[f->kind](out, t, f);
}

/* ---- the report ---- */

enum col { COL_SEVERITY, COL_KIND, COL_VALUE, COL_MAX, COL_COUNT, COL_PERCENT, COL_FUNC, COL_REASON,
	   COL_G, COL_P, COL_START, COL_END, COL_FINDING, COLS };

struct findings {
	struct gt_table head;
	struct gt_findings f;
	struct gt_buf text;
};

static void cell_words(const char *s, struct gt_cell *out)
{
	gt_cell_s(out, s, strlen(s));
}

static void cell_finding(struct findings *fs, const struct gt_finding *f, struct gt_cell *out)
{
	gt_buf_reset(&fs->text);
	gt_finding_text(&fs->text, fs->head.trace, f);
	gt_cell_s(out, fs->text.data, fs->text.len);
}

static void cell_p(const struct gt_trace *t, const struct gt_finding *f, struct gt_cell *out)
{
	struct gt_proc p;

	if (gt_proc_get(t, f->part, &p))
		gt_cell_u(out, p.id);
}

static void findings_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct findings *fs = (struct findings *)t;
	const struct gt_finding *f = &fs->f.v[row];

	switch ((enum col)col) {
	case COL_SEVERITY: cell_words(gt_severity_name(f->severity), out); break;
	case COL_KIND: cell_words(gt_finding_name(f->kind), out); break;
	case COL_FINDING: cell_finding(fs, f, out); break;
	case COL_VALUE: gt_cell_i(out, f->ns); break;
	case COL_MAX: gt_cell_i(out, f->max); break;
	case COL_COUNT: gt_cell_u(out, f->count ? f->count : GT_NONE); break;
	case COL_PERCENT: gt_cell_u(out, f->share > 0 ? (uint64_t)(f->share * 100 + 0.5) : GT_NONE); break;
	case COL_FUNC: gt_cell_string(out, t->trace, f->func); break;
	case COL_REASON: gt_cell_string(out, t->trace, f->reason); break;
	case COL_G: gt_cell_goroutine(out, t->trace, f->g); break;
	case COL_P: cell_p(t->trace, f, out); break;
	case COL_START: gt_cell_i(out, f->t0); break;
	case COL_END: gt_cell_i(out, f->t1); break;
	case COLS: break;
	}
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
};

static int findings_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			 struct gt_error *err)
{
	struct findings *fs;

	if (args->limited)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET,
				    "findings are about the whole trace: --from and --to do not apply to them");
	fs = gt_xcalloc(1, sizeof *fs);
	while (gt_findings_step(&fs->f, t, NULL))
		;
	gt_findings_list(&fs->f, t);
	fs->head.ops = &findings_ops;
	fs->head.rows = fs->f.n;
	*out = &fs->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_SEVERITY] = { "severity", "Severity", GT_KIND_STRING, 0, 8,
		"high, medium or low" },
	[COL_KIND] = { "kind", "Kind", GT_KIND_STRING, 0, 18,
		"what it is about" },
	[COL_VALUE] = { "value_ns", "Value", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the time that it is about: delays in all, the longest slice, the p99 of waits, idle time, ..." },
	[COL_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the longest single one" },
	[COL_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"how many" },
	[COL_PERCENT] = { "percent", "Percent", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 7,
		"of the time that there was" },
	[COL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 28,
		"start function of the goroutines" },
	[COL_REASON] = { "reason", "Reason", GT_KIND_STRING, GT_COL_MORE, 16,
		"what they wait for" },
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
};

const struct gt_report gt_report_findings = {
	.name = "findings",
	.row = "what stands out, worst first",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = COL_VALUE,
	.open = findings_open,
};
