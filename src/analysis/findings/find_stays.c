/* Goroutines that stay. */
#include "analysis/findings/findkind.h"

/*
 * Not only those that happen to be at work when the trace ends: of each quarter some are left; and in each there
 * became more of them: others that end instead are no leak.
 */
static bool leak_grows(const struct gt_findings *f, const struct gt_stay_group *s)
{
	uint64_t least = (uint64_t)f->limits.leak / 4;

	least = least ? least : 1;
	for (int i = 0; i < 4; i++)
		if (s->alive[i + 1] < s->alive[i] + least)
			return false;
	return s->left >= (uint64_t)f->limits.leak && s->quarter[0] >= least && s->quarter[1] >= least &&
	       s->quarter[2] >= least && s->quarter[3] >= least;
}

static void list_leaks(struct gt_findings *f, unsigned kind)
{
	static const char *const quarters[] = { "left_1", "left_2", "left_3", "left_4" };
	struct gt_finding *x;

	for (size_t i = 0; i < f->nstay; i++) {
		const struct gt_stay_group *s = &f->stay[i];

		if (!leak_grows(f, s))
			continue;
		x = gt_finding_add(f, kind, 0);
		x->severity = GT_SEVERITY_MEDIUM;
		x->count = s->left;
		x->of = s->created;
		x->func = s->func;
		gt_finding_at_goroutine(f, x, s->g);
		gt_finding_prove(x, "left", (int64_t)s->left);
		gt_finding_prove(x, "created", (int64_t)s->created);
		gt_finding_prove(x, "alive_begin", (int64_t)s->alive[0]);
		gt_finding_prove(x, "alive_end", (int64_t)s->alive[4]);
		for (int k = 0; k < 4; k++)
			gt_finding_prove(x, quarters[k], (int64_t)s->quarter[k]);
	}
}

static void list_forever(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;

	for (size_t i = 0; i < f->nstay; i++) {
		const struct gt_stay_group *s = &f->stay[i];

		if (!s->forever)
			continue;
		x = gt_finding_add(f, kind, 0);
		x->count = s->forever;
		x->func = s->func;
		gt_finding_at_goroutine(f, x, s->forever_g);
		gt_finding_prove(x, "goroutines", (int64_t)s->forever);
	}
}

static void text_leak(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t begin = gt_finding_evidence(f, "alive_begin"), end = gt_finding_evidence(f, "alive_end");

	gt_say(out, "{} of {} of {} are still waiting at the end, some from each quarter of the time, in which they grew "
		    "from {} to {}, by {} a second", gt_as_count(f->count), gt_as_many(f->of, "new goroutine"),
	       gt_as_func(fs->trace, f->func), gt_as_i64(begin), gt_as_i64(end),
	       gt_as_rate(fs, (double)(end - begin)));
}

static void text_forever(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} of {} {} blocked forever: on a nil channel, or in a select without cases",
	       gt_as_many(f->count, "goroutine"), gt_as_func(fs->trace, f->func),
	       gt_as_text(f->count == 1 ? "is" : "are"));
}

static void report_leak(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=goroutines --filter='{} && state=waiting && !older && !forever'",
	       gt_as_test(fs, "func", f->func));
}

static void report_forever(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=goroutines --filter='{} && forever'", gt_as_test(fs, "func", f->func));
}

const struct gt_finding_ops gt_finding_leaks = {
	.name = "leaks",
	.subject = GT_FINDING_OF_GOROUTINE,
	.list = list_leaks,
	.text = text_leak,
	.report = report_leak,
	.advice = "A leak if they never end; normal if each serves something that outlives the trace, such as a "
		  "connection.",
};

const struct gt_finding_ops gt_finding_forever = {
	.name = "stuck",
	.subject = GT_FINDING_OF_GOROUTINE,
	.list = list_forever,
	.text = text_forever,
	.report = report_forever,
	.advice = "They never end, and keep everything that they refer to.",
};
