/* Waits for a P, and Ps that were idle meanwhile. */
#include "analysis/findings/findkind.h"

#define LATE_WAITS 5          /* fewer are no finding of their own */

static void list_waits(struct gt_findings *f, unsigned kind)
{
	const struct gt_sweep_waits *w = &f->sweep.waits;
	struct gt_goroutine g;
	struct gt_finding *x;
	struct gt_slice s;

	if (!gt_finding_matters(f, w->some_long) || !gt_slice_get(f->trace, w->slice, &s))
		return;
	x = gt_finding_add(f, kind, w->some_long);
	x->count = w->nlong;
	x->of = w->n;
	x->max = w->max;
	x->explained = gt_finding_many_ns(f);
	gt_finding_at_slice(f, x, s.id);
	x->t0 = s.ready;
	x->t1 = s.t0;
	if (gt_goroutine_get(f->trace, s.g, &g))
		x->func = g.func;
	gt_finding_prove(x, "waits", (int64_t)w->n);
	gt_finding_prove(x, "sum_ns", w->sum);
	gt_finding_prove(x, "median_ns", gt_sweep_percentile(&f->sweep, 0.5));
	gt_finding_prove(x, "p99_ns", gt_sweep_percentile(&f->sweep, 0.99));
	gt_finding_prove(x, "max_ns", w->max);
	gt_finding_prove(x, "long_ns", w->some_long);
	gt_finding_prove(x, "long", (int64_t)w->nlong);
	for (unsigned i = 0; i < GT_WAIT_CAUSES; i++)
		gt_finding_prove(x, gt_wait_long_name(i), (int64_t)w->by_cause[i]);
}

/* Those that the network or a timer had woken. */
static void list_late(struct gt_findings *f, unsigned kind, enum gt_sweep_late late)
{
	const struct gt_sweep_lates *l = &f->sweep.waits.late[late];
	struct gt_goroutine g;
	struct gt_finding *x;
	struct gt_slice s;

	/* A few say no more than those of all causes. */
	if (l->n < LATE_WAITS || !gt_finding_matters(f, l->some) || !gt_slice_get(f->trace, l->slice, &s))
		return;
	x = gt_finding_add(f, kind, l->some);
	x->count = l->n;
	x->max = l->max;
	gt_finding_at_slice(f, x, s.id);
	x->t0 = s.ready;
	x->t1 = s.t0;
	if (gt_goroutine_get(f->trace, s.g, &g))
		x->func = g.func;
	gt_finding_prove(x, "late", (int64_t)l->n);
	gt_finding_prove(x, "sum_ns", l->sum);
	gt_finding_prove(x, "max_ns", l->max);
	gt_finding_prove(x, "late_ns", l->some);
}

static void list_timer(struct gt_findings *f, unsigned kind)
{
	list_late(f, kind, GT_SWEEP_TIMER);
}

static void list_network(struct gt_findings *f, unsigned kind)
{
	list_late(f, kind, GT_SWEEP_NETWORK);
}

static void list_idle(struct gt_findings *f, unsigned kind)
{
	const struct gt_sweep_idle *idle = &f->sweep.idle;
	int64_t explained = gt_finding_many_ns(f);
	struct gt_finding *x;

	/* That there are too many Ps says why most of them are idle. */
	if (!gt_finding_matters(f, idle->wait) || explained > idle->wait / 2)
		return;
	x = gt_finding_add(f, kind, idle->wait);
	x->explained = explained;
	/* Many short waits add up to much, but nobody is late by more than the time in which a thread wakes. */
	gt_finding_judge_felt(f, x, (double)(idle->wait_long - explained) / (double)idle->wait);
	x->max = idle->worst1 - idle->worst0;
	x->t0 = idle->worst0;
	x->t1 = idle->worst1;
	gt_finding_prove(x, "idle_wait_ns", idle->wait);
	gt_finding_prove(x, "idle_long_ns", idle->wait_long);
	gt_finding_prove(x, "idle_ready_ns", idle->ready);
	gt_finding_prove(x, "idle_ns", idle->idle);
	gt_finding_prove(x, "procs_ns", idle->procs);
}

static void text_sched(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} of {} for a P lasted over {}; max {} ({}), p99 {}, median {}", gt_as_count(f->count),
	       gt_as_many(f->of, "wait"), gt_as_dur(fs->limits.sweep.long_wait), gt_as_dur(f->max),
	       gt_as_func(fs->trace, f->func), gt_as_evidence(f, "p99_ns"), gt_as_evidence(f, "median_ns"));
}

static void text_late(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} for a P of over {} after {}; max {} ({})", gt_as_many(f->count, "wait"),
	       gt_as_dur(fs->limits.sweep.long_wait),
	       gt_as_text(f->kind == GT_FINDING_TIMER ? "a timer had fired" : "data had come"), gt_as_dur(f->max),
	       gt_as_func(fs->trace, f->func));
}

static void text_idle(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t felt = gt_finding_evidence(f, "idle_long_ns");

	gt_say(out, "a P was idle for {} while a goroutine was runnable; {} of all P time; {} in waits of over {}",
	       gt_as_dur(f->cost),
	       gt_as_part(gt_finding_evidence(f, "idle_ready_ns"), gt_finding_evidence(f, "procs_ns")),
	       felt ? gt_as_dur(felt) : gt_as_text("none"), gt_as_dur(fs->limits.sweep.long_wait));
}

static void report_sched(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=sched --limit=5");
}

static void report_late(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=sched --filter='waker_kind={} && dur>{}'",
	       gt_as_text(f->kind == GT_FINDING_TIMER ? "timer" : "network"), gt_as_i64(fs->limits.sweep.long_wait));
}

const struct gt_finding_ops gt_finding_sched = {
	.name = "scheduling",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_waits,
	.text = text_sched,
	.report = report_sched,
	.advice = "From runnable to running. Long waits mean that there are too few Ps for the work, that slices are "
		  "too long, or that the system gave the program too little CPU time. The report instead says what ran "
		  "meanwhile, or that Ps were idle.",
};

const struct gt_finding_ops gt_finding_timer = {
	.name = "late timers",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_timer,
	.text = text_late,
	.report = report_late,
	.advice = "Timers had fired, but their goroutines did not get a P: tickers and deadlines were late by that much. "
		  "The report instead says what ran; do not let many timers fire at the same moment.",
};

const struct gt_finding_ops gt_finding_network = {
	.name = "late network",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_network,
	.text = text_late,
	.report = report_late,
	.advice = "Data had come, but the goroutines that wait for it did not get a P: each answer was late by that "
		  "much. The report instead says what ran; more Ps help only if the machine has the cores.",
};

const struct gt_finding_ops gt_finding_idle = {
	.name = "idle processors",
	.subject = GT_FINDING_OF_TIME,
	.list = list_idle,
	.text = text_idle,
	.report = report_sched,
	.advice = "The scheduler had not yet woken a thread for the goroutine, or the system had not yet run that "
		  "thread. Many short waits like that come from bursts of wake-ups.",
};
