/* Hand-overs: the time goes into passing single items from one goroutine to another. */
#include "analysis/findings/findkind.h"

#include "analysis/findings/handovers.h"
#include "analysis/stacks/where.h"
#include "base/sat.h"

bool gt_finding_handovers_step(struct gt_findings *f)
{
	if (!f->handovers)
		f->handovers = gt_handover_look_new(f->trace, &f->sweep.goroutines, f->from, f->to);
	return gt_handover_look_step(f->handovers, &f->fault) > 0;
}

static void list_handovers(struct gt_findings *f, unsigned kind)
{
	size_t n = 0;
	const struct gt_handovers *v = f->handovers ? gt_handover_look_found(f->handovers, &n) : NULL;

	for (size_t i = 0; i < n; i++) {
		int64_t took = v[i].ran;
		struct gt_finding *x;

		gt_sat_grow(&took, v[i].sched);
		if (!gt_finding_matters(f, gt_finding_of_procs(f, took)))
			continue;
		x = gt_finding_add(f, kind, gt_finding_of_procs(f, took));
		x->count = v[i].brief;
		x->of = v[i].n;
		x->func = v[i].func;
		x->where = v[i].sends ? v[i].sends : v[i].receives;
		x->waits_at = v[i].receives;
		gt_finding_at_slice(f, x, v[i].slice);
		gt_finding_prove(x, "turns", (int64_t)v[i].n);
		gt_finding_prove(x, "brief", (int64_t)v[i].brief);
		gt_finding_prove(x, "ran_ns", v[i].ran);
		gt_finding_prove(x, "sched_ns", v[i].sched);
		gt_finding_prove(x, "ready_ns", v[i].ready);
		gt_finding_prove(x, "took_ns", took);
	}
}

static void text_handovers(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_buf to = { 0 };
	bool known = f->waits_at && f->waits_at != f->where && gt_where_text(&to, fs->trace, f->waits_at);

	gt_say(out, "{}{}{} {} items over one by one, {} times a second", gt_as_doer(fs, f), gt_as_text(known ? " and " : ""),
	       gt_as_text(known ? gt_buf_str(&to) : ""), gt_as_text(known ? "hand" : "hands"),
	       gt_as_rate(fs, (double)f->of));
	gt_say(out, "; {} of the turns that this began were shorter than {}; these took {} of the Ps' time, {} of it to begin them",
	       gt_as_part((int64_t)f->count, (int64_t)f->of), gt_as_dur(GT_HANDOVER_NS), gt_as_evidence(f, "took_ns"),
	       gt_as_evidence(f, "sched_ns"));
	gt_buf_release(&to);
}

static void report_handovers(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_buf_puts(out, "--report=queues --filter='!system");
	gt_finding_put_waits_at(out, fs, f);
	gt_buf_putc(out, '\'');
}

const struct gt_finding_ops gt_finding_handovers = {
	.name = "hand-overs",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_handovers,
	.text = text_handovers,
	.report = report_handovers,
	.advice = "To wake a goroutine and to begin its turn costs more than what is done with an item. Pass many items at a time: a "
		  "slice of them for each send or Signal, or a bufio.Writer around a pipe. Already two at a time halve that.",
};
