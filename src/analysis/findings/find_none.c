/* What could not be judged, and that nothing stands out. */
#include "analysis/findings/findkind.h"

#include "base/human.h"

/* Unless all that those without names could have waited would cost next to nothing. */
static void list_unnamed(struct gt_findings *f, unsigned kind)
{
	const struct gt_sweep_unnamed *u = &f->sweep.unnamed;
	struct gt_finding *x;

	if (!gt_finding_matters(f, u->sum) && !u->slices)
		return;
	x = gt_finding_add_none(f, kind);
	x->count = f->unnamed;
	gt_finding_prove(x, "unnamed_goroutines", (int64_t)f->unnamed);
	gt_finding_prove(x, "unnamed_waits", (int64_t)u->waits);
	gt_finding_prove(x, "unnamed_ns", u->sum);
	gt_finding_prove(x, "unnamed_slices", (int64_t)u->slices);
}

/* The only row, when there are no others: kinds before it are in f already. */
static void list_nothing(struct gt_findings *f, unsigned kind)
{
	const struct gt_trace_info *info = gt_trace_info(f->trace);

	if (!f->n)
		gt_finding_add_none(f, f->to > f->from && (info->events || info->goroutines) ? kind
											     : GT_FINDING_UNJUDGED);
}

static void text_no_range(struct gt_buf *out, const struct gt_findings *fs)
{
	const struct gt_trace_info *info = gt_trace_info(fs->trace);

	gt_buf_puts(out, "nothing could be judged: ");
	if (fs->until > info->horizon && gt_trace_beyond(fs->trace, GT_NO_TIME)) {
		gt_buf_puts(out, "parts of the damaged trace are missing from ");
		gt_human_time(out, info->horizon);
		gt_buf_puts(out, " on");
	} else {
		gt_buf_puts(out, fs->limited ? "the trace has nothing in this range" : "the trace has no events");
	}
}

static void text_unjudged(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (!f->nevidence) {
		text_no_range(out, fs);
		return;
	}
	gt_unnamed_text(out, f->count);
	gt_buf_puts(out, f->count == 1 ? "; it has " : "; they have ");
	gt_human_many(out, (uint64_t)gt_finding_evidence(f, "unnamed_waits"), "wait");
	gt_finding_put_dur(out, " for a P, ", gt_finding_evidence(f, "unnamed_ns"));
	gt_buf_puts(out, " in total");
	if (gt_finding_evidence(f, "unnamed_slices")) {
		gt_buf_puts(out, ", and ");
		gt_human_many(out, (uint64_t)gt_finding_evidence(f, "unnamed_slices"), "slice");
		gt_finding_put_dur(out, " of ", fs->limits.sweep.long_slice);
		gt_buf_puts(out, " or more");
	}
}

static void text_nothing(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)f;
	gt_buf_puts(out, "nothing stands out");
	if (!gt_trace_beyond(fs->trace, GT_NO_TIME))
		return;
	gt_buf_puts(out, " before ");
	gt_human_time(out, gt_trace_info(fs->trace)->horizon);
	gt_buf_puts(out, "; from there on parts of the damaged trace are missing");
}

static void report_unjudged(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	if (f->nevidence)
		gt_buf_puts(out, "--report=sched --format=json --limit=1");
}

const struct gt_finding_ops gt_finding_unjudged = {
	.name = "not judged",
	.subject = GT_FINDING_OF_TIME,
	.list = list_unnamed,
	.text = text_unjudged,
	.report = report_unjudged,
	.advice = "A damaged trace can have lost the names. What these goroutines did is in the other views.",
};

const struct gt_finding_ops gt_finding_nothing = {
	.name = "nothing",
	.subject = GT_FINDING_OF_TIME,
	.list = list_nothing,
	.text = text_nothing,
};
