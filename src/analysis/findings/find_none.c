/* What could not be judged, and that nothing stands out. */
#include "analysis/findings/findkind.h"

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
	int64_t horizon = gt_trace_info(fs->trace)->horizon;

	if (fs->until > horizon && gt_trace_beyond(fs->trace, GT_NO_TIME))
		gt_say(out, "nothing could be judged: parts of the damaged trace are missing from {} on",
		       gt_as_time(horizon));
	else if (fs->limited)
		gt_say(out, "nothing could be judged: the trace has nothing in this range");
	else
		gt_say(out, "nothing could be judged: the trace has no events");
}

static void text_unjudged(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	uint64_t slices = (uint64_t)gt_finding_evidence(f, "unnamed_slices");

	if (!f->nevidence) {
		text_no_range(out, fs);
		return;
	}
	gt_unnamed_text(out, f->count);
	gt_say(out, "; {} {} for a P, {} in total", gt_as_text(f->count == 1 ? "it has" : "they have"),
	       gt_as_many((uint64_t)gt_finding_evidence(f, "unnamed_waits"), "wait"), gt_as_evidence(f, "unnamed_ns"));
	if (slices)
		gt_say(out, ", and {} of {} or more", gt_as_many(slices, "slice"),
		       gt_as_dur(fs->limits.sweep.long_slice));
}

static void text_nothing(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)f;
	if (gt_trace_beyond(fs->trace, GT_NO_TIME))
		gt_say(out, "nothing stands out before {}; from there on parts of the damaged trace are missing",
		       gt_as_time(gt_trace_info(fs->trace)->horizon));
	else
		gt_say(out, "nothing stands out");
}

static void report_unjudged(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	if (f->nevidence)
		gt_buf_puts(out, "--report=sched --limit=5");
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
