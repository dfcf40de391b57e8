/* What the garbage collector cost. */
#include "analysis/findings/findkind.h"

static void list_gc(struct gt_findings *f, unsigned kind)
{
	const struct gt_gccost *c = &f->gc;
	int64_t taken = c->dedicated + c->fractional + c->assist, procs = f->sweep.idle.procs;
	int64_t cost = procs > 0 ? (int64_t)((__int128)taken * (f->to - f->from) / procs) : 0;
	struct gt_finding *x;

	if (!gt_finding_matters(f, cost))
		return;
	x = gt_finding_add(f, kind, cost);
	x->count = c->cycles;
	x->max = c->longest_ns;
	gt_finding_at_range(f, x, c->longest);
	gt_finding_prove(x, "cycles", (int64_t)c->cycles);
	gt_finding_prove(x, "mark_ns", c->mark);
	gt_finding_prove(x, "dedicated_ns", c->dedicated);
	gt_finding_prove(x, "fractional_ns", c->fractional);
	gt_finding_prove(x, "idle_ns", c->idle);
	gt_finding_prove(x, "assist_ns", c->assist);
	gt_finding_prove(x, "busy_ns", c->busy);
}

static void list_assists(struct gt_findings *f, unsigned kind)
{
	const struct gt_gccost *c = &f->gc;
	struct gt_range_row r;
	struct gt_finding *x;
	struct gt_goroutine g;

	if (!gt_finding_matters(f, c->some) || !gt_range_get(f->trace, c->worst, &r))
		return;
	x = gt_finding_add(f, kind, c->some);
	x->count = c->assists;
	x->max = c->max;
	gt_finding_at_range(f, x, c->worst);
	x->g = r.g;
	if (gt_goroutine_get(f->trace, r.g, &g))
		x->func = g.func;
	gt_finding_prove(x, "assists", (int64_t)c->assists);
	gt_finding_prove(x, "assist_ns", c->assist);
	gt_finding_prove(x, "assist_wall_ns", c->wall);
	gt_finding_prove(x, "max_ns", c->max);
}

static void text_gc(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t workers = gt_finding_evidence(f, "dedicated_ns") + gt_finding_evidence(f, "fractional_ns");
	int64_t taken = workers + gt_finding_evidence(f, "assist_ns");

	gt_buf_puts(out, "the GC took ");
	gt_finding_put_percent(out, taken, gt_finding_evidence(f, "busy_ns"));
	gt_finding_put_dur(out, " of the busy time: workers ", workers);
	gt_finding_put_dur(out, ", mark assists ", gt_finding_evidence(f, "assist_ns"));
	gt_buf_puts(out, "; ");
	gt_finding_put_count(out, f->count, "cycle");
	gt_buf_printf(out, ", %.3g/s", fs->to > fs->from ? (double)f->count * 1e9 / (double)(fs->to - fs->from) : 0);
}

static void text_assist(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_finding_put_count(out, f->count, "mark assist");
	gt_finding_put_dur(out, f->count == 1 ? " held up its goroutine for " : " held up goroutines for ",
			 gt_finding_evidence(f, "assist_wall_ns"));
	gt_finding_put_dur(out, f->count == 1 ? ", " : " in total, ", gt_finding_evidence(f, "assist_ns"));
	gt_finding_put_dur(out, " of it on Ps; max ", f->max);
	gt_buf_puts(out, " (");
	gt_finding_put_func(out, fs, f->func);
	gt_buf_putc(out, ')');
}

static void report_gc(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=gccost --format=json");
}

const struct gt_finding_ops gt_finding_gc = {
	.name = "garbage collection",
	.subject = GT_FINDING_OF_TIME,
	.list = list_gc,
	.text = text_gc,
	.report = report_gc,
	.advice = "Idle-mode marking is not included: it only uses idle Ps. Allocate less, or raise GOGC or "
		  "GOMEMLIMIT.",
};

const struct gt_finding_ops gt_finding_assists = {
	.name = "mark assists",
	.subject = GT_FINDING_OF_PAYER,
	.list = list_assists,
	.text = text_assist,
	.report = report_gc,
	.advice = "Goroutines that allocate must help the GC when it falls behind: allocate less, or raise GOGC or "
		  "GOMEMLIMIT.",
};
