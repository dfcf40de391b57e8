/* Calls of others one after the other, which might have gone on at once. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "analysis/stacks/where.h"
#include "base/cover.h"

#define FEW_ROWS 3            /* of sleeps, or in rounds of a timer: fewer are no habit */
#define MOST_CALLERS 4        /* that are named */

bool gt_finding_inarow_step(struct gt_findings *f)
{
	struct gt_error err = { 0 };
	int rc;

	if (!f->inarow.t)
		f->inarow = (struct gt_inarow){ .t = f->trace, .from = f->from, .to = f->to };
	rc = gt_inarow_step(&f->inarow, &err);
	if (rc < 0)
		f->fault = err;
	return rc > 0;
}

static int by_span(const void *a, const void *b)
{
	const struct gt_inarow_span *x = a, *y = b;

	return GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1);
}

/* In how much of the range somebody waited for a call that need not have taken time of its own. */
static int64_t inarow_cost(const struct gt_inarow_group *x)
{
	int64_t sum = 0, until = 0;

	if (x->nspans)
		qsort(x->spans, x->nspans, sizeof *x->spans, by_span);
	for (size_t i = 0; i < x->nspans; i++)
		gt_cover_on(&sum, &until, x->spans[i].t0, x->spans[i].t1);
	return sum;
}

static void add_inarow(struct gt_findings *f, unsigned kind, const struct gt_inarow_group *r, int64_t cost)
{
	struct gt_finding *x = gt_finding_add(f, kind, cost);

	/* One call may need what another one brought, and sleeps are no calls. */
	gt_finding_judge_less(f, x, 0);
	if (r->kind == GT_INAROW_SLEEP)
		x->severity = GT_SEVERITY_LOW;
	x->count = r->calls;
	x->of = r->rows;
	x->max = r->max;
	x->func = r->func;
	x->where = r->stack;
	x->reason = r->kind == GT_INAROW_SLEEP ? GT_STR_SLEEP : GT_STR_NETWORK;
	x->holder = r->from;
	x->g = r->g;
	x->t0 = r->t0;
	x->t1 = r->t1;
	gt_finding_prove(x, "rows", (int64_t)r->rows);
	gt_finding_prove(x, "calls", (int64_t)r->calls);
	gt_finding_prove(x, "sum_ns", r->sum);
	gt_finding_prove(x, "longest_ns", r->longest);
	gt_finding_prove(x, "max_ns", r->max);
}

static void list_inarow(struct gt_findings *f, unsigned kind)
{
	for (size_t i = 0, told = 0; i < f->inarow.n && told < GT_FINDINGS_OF_A_KIND; i++) {
		struct gt_inarow_group *r = &f->inarow.v[i];
		int64_t cost = inarow_cost(r);

		if (((r->kind == GT_INAROW_SLEEP || r->rounds == r->rows) && r->rows < FEW_ROWS) ||
		    !gt_finding_matters(f, cost))
			continue;
		add_inarow(f, kind, r, cost);
		told++;
	}
}

/* " from main.price:50 from main.page:59": the program's own calls on the way to where a stack is. */
static void add_callers(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	uint32_t where = gt_where_frame(t, stack), at = gt_inarow_frame(t, stack), end;
	struct gt_frame f;

	at += at == where;
	end = at + MOST_CALLERS;
	for (; at < end && gt_stack_frame(t, stack, at, &f) && !gt_func_is_library(t, f.func); at++) {
		gt_buf_puts(out, " from ");
		gt_frame_short_text(out, t, &f);
	}
}

/* "main.handle waited for 24 calls over the network, 3 in a row (...): 611ms in 8 rows, and at most 236ms if ..." */
static void text_inarow(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_buf where = { 0 };

	gt_where_text(&where, fs->trace, f->where);
	/* The loop is in the function that made the calls, or in one that called it: all of these are named. */
	if (f->holder)
		add_callers(&where, fs->trace, f->where);
	gt_say(out, "{}", gt_as_func(fs->trace, f->func));
	if (f->holder)
		gt_say(out, ", called from {},", gt_as_func(fs->trace, f->holder));
	gt_say(out, " waited for {} {}, {} in a row (the longest, {}, in {}): {} in {}, and at most {} if those of a row "
	       "were made in parallel", gt_as_many(f->count, "call"),
	       gt_as_text(f->reason == GT_STR_SLEEP ? "that slept" : "over the network"),
	       gt_as_u64(f->of ? (f->count + f->of / 2) / f->of : 0), gt_as_dur(f->max),
	       gt_as_text(gt_buf_str(&where)), gt_as_evidence(f, "sum_ns"), gt_as_many(f->of, "row"),
	       gt_as_evidence(f, "longest_ns"));
	gt_buf_release(&where);
}

static void report_inarow(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_goroutine g = { 0 };

	gt_goroutine_get(fs->trace, f->g, &g);
	gt_say(out, "--report=waits --columns=start,dur,state,where,top --filter='g={} && start>={} && start<{}'",
	       gt_as_u64(g.id), gt_as_i64(f->t0), gt_as_i64(f->t1));
}

const struct gt_finding_ops gt_finding_inarow = {
	.name = "in a row",
	.subject = GT_FINDING_OF_STATE,
	.list = list_inarow,
	.text = text_inarow,
	.report = report_inarow,
	.advice = "Each of these calls began when the one before it had ended, with hardly any work in between. Those that do not "
		  "need each other's answers can go on at once, in goroutines of their own (errgroup.Group), or be asked in one "
		  "call. A loop of them is in the function that made them or in one of those from which it was called.",
};
