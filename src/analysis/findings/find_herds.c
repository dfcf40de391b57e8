/* Herds: goroutines woken all at once, nearly all of them for nothing. */
#include "analysis/findings/findkind.h"

#include "analysis/findings/herds.h"
#include "analysis/stacks/where.h"

bool gt_finding_herds_step(struct gt_findings *f)
{
	if (!f->herds)
		f->herds = gt_herd_look_new(f->trace, f->from, f->to, gt_trace_info(f->trace)->gomaxprocs);
	return gt_herd_look_step(f->herds, &f->fault) > 0;
}

static void list_herds_found(struct gt_findings *f, unsigned kind)
{
	size_t n = 0;
	const struct gt_herd *v = f->herds ? gt_herd_look_herds(f->herds, &n) : NULL;

	for (size_t i = 0; i < n; i++) {
		struct gt_finding *x;

		if (!gt_finding_matters(f, v[i].ns))
			continue;
		x = gt_finding_add(f, kind, v[i].ns);
		x->count = v[i].again;
		x->of = v[i].woken;
		x->func = v[i].waker_func;
		x->where = v[i].waking;
		x->waits_at = v[i].site;
		x->g = v[i].g;
		x->t0 = v[i].t0;
		x->t1 = v[i].t1;
		gt_finding_prove(x, "herds", (int64_t)v[i].n);
		gt_finding_prove(x, "woken", (int64_t)v[i].woken);
		gt_finding_prove(x, "again", (int64_t)v[i].again);
		gt_finding_prove(x, "most", (int64_t)v[i].most);
		gt_finding_prove(x, "ready_ns", v[i].ready);
		gt_finding_prove(x, "ran_ns", v[i].ran);
		gt_finding_prove(x, "herd_ns", v[i].ns);
	}
}

static void text_herd(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_buf site = { 0 };
	uint64_t n = (uint64_t)gt_finding_evidence(f, "herds");

	gt_where_text(&site, fs->trace, f->waits_at);
	gt_say(out, "{} woke up to {} goroutines at once that waited at {}, {}: {} went on, {} had nothing to do and waited again",
	       gt_as_doer(fs, f), gt_as_evidence(f, "most"), gt_as_text(gt_buf_str(&site)), gt_as_many(n, "time"),
	       gt_as_count(f->of - f->count), gt_as_count(f->count));
	gt_say(out, "; these waited for a P for {} and ran for {} together", gt_as_evidence(f, "ready_ns"),
	       gt_as_evidence(f, "ran_ns"));
	gt_buf_release(&site);
}

static void report_herd(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=waits --filter='waker_kind=goroutine && end<{}", gt_as_i64(fs->to));
	gt_finding_put_waits_at(out, fs, f);
	gt_buf_putc(out, '\'');
}

const struct gt_finding_ops gt_finding_herds = {
	.name = "herds",
	.subject = GT_FINDING_OF_STATE,
	.list = list_herds_found,
	.text = text_herd,
	.report = report_herd,
	.advice = "All of them are woken, look, and wait again, though there is something to do for a few. Wake as many as "
		  "can go on: Signal instead of Broadcast, a channel with an item for each instead of one that is closed, "
		  "or a condition of its own for each thing that is waited for.",
};
