/* Waits for a P, and Ps that were idle meanwhile. */
#include "analysis/findings/findkind.h"

#include <inttypes.h>

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

static void list_idle(struct gt_findings *f, unsigned kind)
{
	const struct gt_sweep_idle *idle = &f->sweep.idle;
	struct gt_finding *x;

	if (!gt_finding_matters(f, idle->wait))
		return;
	x = gt_finding_add(f, kind, idle->wait);
	x->max = idle->worst1 - idle->worst0;
	x->t0 = idle->worst0;
	x->t1 = idle->worst1;
	gt_finding_prove(x, "idle_wait_ns", idle->wait);
	gt_finding_prove(x, "idle_ready_ns", idle->ready);
	gt_finding_prove(x, "idle_ns", idle->idle);
	gt_finding_prove(x, "procs_ns", idle->procs);
}

static void text_sched(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_buf_printf(out, "%" PRIu64 " of ", f->count);
	gt_finding_put_count(out, f->of, "wait");
	gt_finding_put_dur(out, " for a P lasted over ", fs->limits.sweep.long_wait);
	gt_finding_put_dur(out, "; max ", f->max);
	gt_buf_puts(out, " (");
	gt_finding_put_func(out, fs, f->func);
	gt_finding_put_dur(out, "), p99 ", gt_finding_evidence(f, "p99_ns"));
	gt_finding_put_dur(out, ", median ", gt_finding_evidence(f, "median_ns"));
}

static void text_idle(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	gt_finding_put_dur(out, "a P was idle for ", f->cost);
	gt_buf_puts(out, " while a goroutine was runnable; ");
	gt_finding_put_percent(out, gt_finding_evidence(f, "idle_ready_ns"), gt_finding_evidence(f, "procs_ns"));
	gt_buf_puts(out, " of all P time");
}

static void report_sched(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=sched --format=json --limit=1");
}

const struct gt_finding_ops gt_finding_sched = {
	.name = "scheduling",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_waits,
	.text = text_sched,
	.report = report_sched,
	.advice = "From runnable to running. Long waits mean that there are too few Ps for the work, that slices are "
		  "too long, or that the system gave the program too little CPU time.",
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
