/* Findings about stop-the-world pauses. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

/* How much of what goroutines of a function delayed was a stall, which is nobody's. */
static int64_t stalled_by(const struct gt_findings *f, uint32_t func)
{
	int64_t ns = 0;

	for (size_t i = gt_blame_index_seek(&f->blames, f->from); f->sweep.stalls.n && i < f->blames.n; i++) {
		const struct gt_blame_row *b = &f->blames.rows[i];
		struct gt_goroutine g;

		if (b->t0 < f->to && b->delay != GT_NO_TIME && gt_goroutine_get(f->trace, b->g, &g) && g.func == func)
			ns += gt_stalls_in(&f->sweep.stalls, b->t0, b->t0 + b->delay);
	}
	return ns;
}

static void list_stops(struct gt_findings *f, unsigned kind)
{
	size_t n;
	struct gt_blame_total *v = gt_blame_index_total(&f->blames, f->trace, false, f->from, f->to, &n);

	for (size_t i = 0; i < n && i < GT_FINDINGS_OF_A_KIND && v[i].count; i++) {
		const struct gt_blame_row *b = gt_blame_index_of_range(&f->blames, f->trace, v[i].worst);
		struct gt_finding *x;

		int64_t stalled = stalled_by(f, v[i].func), cost = v[i].sum - stalled;

		if (!b || ((stalled || v[i].max < f->limits.stop) && !gt_finding_matters(f, cost)))
			continue;
		x = gt_finding_add(f, kind, cost);
		x->count = v[i].count;
		x->max = v[i].max;
		x->func = v[i].func;
		if (!stalled)
			gt_finding_judge_max(f, x);
		gt_finding_at_slice(f, x, b->slice);
		gt_finding_at_range(f, x, b->range);
		gt_finding_prove(x, "count", (int64_t)v[i].count);
		gt_finding_prove(x, "delay_ns", v[i].sum);
		gt_finding_prove(x, "max_ns", v[i].max);
	}
	free(v);
}

/* When a part of a pause began. */
static int64_t pause_part_begin(const struct gt_blame_row *b, enum gt_pause_part part)
{
	int64_t restart = b->ns[GT_PAUSE_RESTART];

	if (part == GT_PAUSE_RESTART && restart != GT_NO_TIME)
		return b->t1 - restart;
	return part == GT_PAUSE_STILL && b->ns[GT_PAUSE_STOP] != GT_NO_TIME ? b->t0 + b->ns[GT_PAUSE_STOP] : b->t0;
}

/* The parts in which it was not a goroutine that took the time. */
static void list_part(struct gt_findings *f, unsigned kind, enum gt_pause_part part, const char *const names[3])
{
	struct gt_pause_sum sum = gt_blame_index_sum(&f->blames, f->from, f->to);
	const struct gt_blame_row *worst = NULL;
	int64_t stalled = 0, max = 0;
	struct gt_range_row r;
	struct gt_finding *x;

	for (size_t i = gt_blame_index_seek(&f->blames, f->from); i < f->blames.n; i++) {
		const struct gt_blame_row *b = &f->blames.rows[i];
		int64_t ns = b->ns[part], t0 = pause_part_begin(b, part), still;

		if (b->t0 >= f->to || ns == GT_NO_TIME)
			continue;
		still = gt_stalls_in(&f->sweep.stalls, t0, t0 + ns);
		stalled += still;
		if (!worst || ns - still > max) {
			max = ns - still;
			worst = b;
		}
	}
	if (!worst || (max < f->limits.stop && !gt_finding_matters(f, sum.ns[part] - stalled)) ||
	    !gt_range_get(f->trace, worst->range, &r))
		return;
	x = gt_finding_add(f, kind, sum.ns[part] - stalled);
	x->count = sum.n[part];
	x->max = max;
	x->reason = r.name;
	x->g = worst->requester;
	gt_finding_judge_max(f, x);
	/* It is long if the system runs a thread late, which the program cannot help. */
	if (part == GT_PAUSE_RESTART)
		gt_finding_judge_less(f, x, 0);
	gt_finding_at_range(f, x, worst->range);
	x->t0 = pause_part_begin(worst, part);
	x->t1 = x->t0 + worst->ns[part];
	gt_finding_prove(x, names[0], (int64_t)sum.n[part]);
	gt_finding_prove(x, names[1], sum.ns[part]);
	gt_finding_prove(x, names[2], sum.max[part]);
}

static void list_pauses(struct gt_findings *f, unsigned kind)
{
	static const char *const names[] = { "still_count", "still_ns", "still_max_ns" };

	list_part(f, kind, GT_PAUSE_STILL, names);
}

static void list_restarts(struct gt_findings *f, unsigned kind)
{
	static const char *const names[] = { "restart_count", "restart_ns", "restart_max_ns" };

	list_part(f, kind, GT_PAUSE_RESTART, names);
}

static void text_stw(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} delayed {} by {}", gt_as_func(fs->trace, f->func), gt_as_many(f->count, "STW pause"),
	       gt_as_dur(f->cost));
	if (f->count > 1)
		gt_say(out, " in total (max {})", gt_as_dur(f->max));
}

static void put_longest_reason(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	if (f->count > 1)
		gt_say(out, " in total, longest {}", gt_as_dur(f->max));
	gt_say(out, " ({})", gt_as_string(fs->trace, f->reason, "unknown"));
}

static void text_pause(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} of {}", gt_as_text(f->count == 1 ? "an STW standstill" : "STW standstills"),
	       gt_as_dur(f->cost));
	put_longest_reason(out, fs, f);
}

static void text_restart(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} took {}", gt_as_text(f->count == 1 ? "an STW restart" : "STW restarts"),
	       gt_as_dur(f->cost));
	put_longest_reason(out, fs, f);
}

static void report_stops(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=stwfuncs --filter='{}'", gt_as_test(fs, "func", f->func));
}

static void report_pauses(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=stw");
}

const struct gt_finding_ops gt_finding_stops = {
	.name = "stop-the-world",
	.subject = GT_FINDING_OF_STOP,
	.early = true,
	.list = list_stops,
	.text = text_stw,
	.report = report_stops,
	.advice = "Nothing new could start meanwhile. Let its loop call functions or yield, or let asynchronous "
		  "preemption work (no GODEBUG=asyncpreemptoff=1, no long assembly or cgo).",
};

const struct gt_finding_ops gt_finding_pauses = {
	.name = "standstills",
	.subject = GT_FINDING_OF_STOP,
	.early = true,
	.list = list_pauses,
	.text = text_pause,
	.report = report_pauses,
	.advice = "All Ps had stopped by then: the work done while the world was stopped took this long, or the "
		  "system ran something else on this thread.",
};

const struct gt_finding_ops gt_finding_restarts = {
	.name = "restarts",
	.subject = GT_FINDING_OF_STOP,
	.early = true,
	.list = list_restarts,
	.text = text_restart,
	.report = report_pauses,
	.advice = "Goroutines already run again while the other Ps are woken; the goroutine that stopped the world "
		  "continues only after that.",
};
