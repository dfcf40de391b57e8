/* Goroutines that are created for next to nothing, all the time. */
#include "analysis/findings/findkind.h"

#include "analysis/goroutines/goroutines.h"
#include "analysis/stacks/where.h"
#include "base/sat.h"

#define ROWS_PER_STEP 1000
#define BRIEF_NS INT64_C(100000)        /* who runs longer, or waits longer for something, has work to do */
#define CHURN 1000            /* goroutines of a function a second, more than half of them brief, */
#define FEW_GOROUTINES 200    /* and at least this many */
#define OVERHEAD_NS 1000      /* to make or to start one takes no longer: the rest is work, or the machine's */

static bool made_often(const struct gt_findings *f, const struct gt_stay_group *s)
{
	return s->created >= FEW_GOROUTINES && (double)s->created * 1e9 >= CHURN * (double)(f->to - f->from);
}

/* Of a goroutine that was created and ended in the range, if its function makes many. */
static struct gt_stay_group *churn_of(struct gt_findings *f, const struct gt_goroutine *g)
{
	uint32_t i = gt_map_get(&f->stay_by_func, g->func);

	if (i == GT_MAP_NONE || g->predates_trace || g->create < f->from || g->end == GT_NO_TIME || g->end >= f->to ||
	    gt_owner_of(f->trace, g) != GT_OWNER_PROGRAM)
		return NULL;
	return made_often(f, &f->stay[i]) ? &f->stay[i] : NULL;
}

static int64_t overhead(int64_t ns)
{
	return ns < 0 ? 0 : ns < OVERHEAD_NS ? ns : OVERHEAD_NS;
}

/* How long its creator has needed to make it: since it made the one before, of those of the function. */
static int64_t making_of(struct gt_findings *f, const struct gt_stay_group *s, const struct gt_goroutine *g)
{
	uint64_t key = (uint64_t)(s - f->stay) << 32 | g->creator;
	uint32_t last = gt_map_get(&f->last_made, key);
	struct gt_goroutine before;

	gt_map_put(&f->last_made, key, g->row);
	if (last == GT_MAP_NONE || !gt_goroutine_get(f->trace, last, &before))
		return 0;
	return overhead(g->create - before.create);
}

/* How long its P has needed to start it: since it was made, or the P was through with another one. */
static int64_t starting_of(const struct gt_findings *f, const struct gt_goroutine *g)
{
	int64_t since = g->create;
	struct gt_slice s, before;
	uint64_t k;

	if (!g->slices || !gt_slice_get(f->trace, gt_goroutine_slice(f->trace, g->row, 0), &s))
		return 0;
	k = gt_slice_place(f->trace, s.id);
	if (k && gt_slice_get(f->trace, gt_slice_of_proc(f->trace, s.proc_row, k - 1), &before) && before.t1 > since)
		since = before.t1;
	return overhead(s.t0 - since);
}

static void look_at_life(struct gt_findings *f, uint32_t row, struct gt_gsums *sums)
{
	struct gt_stay_group *s;
	struct gt_goroutine g;
	int64_t making;

	if (!gt_goroutine_get(f->trace, row, &g) || !(s = churn_of(f, &g)))
		return;
	making = making_of(f, s, &g);
	gt_goroutine_sums(f->trace, row, f->from, f->to, sums);
	if (sums->ns[GT_SPENT_EXEC] >= BRIEF_NS || sums->ns[GT_SPENT_BLOCK] >= BRIEF_NS)
		return;
	s->brief++;
	s->made_at = g.create_stack ? g.create_stack : s->made_at;
	s->brief_g = row;
	gt_sat_grow(&s->brief_ns, sums->ns[GT_SPENT_EXEC]);
	gt_sat_grow(&s->making_ns, making);
	gt_sat_grow(&s->starting_ns, starting_of(f, &g));
}

bool gt_finding_churn_step(struct gt_findings *f)
{
	uint32_t n = gt_trace_info(f->trace)->goroutines, end;
	struct gt_gsums sums = { 0 };
	bool any = false;

	for (size_t i = 0; i < f->nstay && !f->next_life; i++)
		any |= made_often(f, &f->stay[i]);
	if (!f->next_life && !any)
		return false;
	end = n - f->next_life > ROWS_PER_STEP ? f->next_life + ROWS_PER_STEP : n;
	for (; f->next_life < end; f->next_life++)
		look_at_life(f, f->next_life, &sums);
	gt_gsums_release(&sums);
	return f->next_life < n;
}

static void list_churn(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;

	for (size_t i = 0; i < f->nstay; i++) {
		const struct gt_stay_group *s = &f->stay[i];
		int64_t took = gt_sat_add(gt_sat_add(s->brief_ns, s->making_ns), s->starting_ns);

		if (s->brief * 2 <= s->created || !gt_finding_matters(f, gt_finding_of_procs(f, took)))
			continue;
		x = gt_finding_add(f, kind, gt_finding_of_procs(f, took));
		x->count = s->brief;
		x->of = s->created;
		x->func = s->func;
		x->where = s->made_at;
		gt_finding_at_goroutine(f, x, s->brief_g);
		gt_finding_prove(x, "created", (int64_t)s->created);
		gt_finding_prove(x, "brief", (int64_t)s->brief);
		gt_finding_prove(x, "brief_ns", s->brief_ns);
		gt_finding_prove(x, "making_ns", s->making_ns);
		gt_finding_prove(x, "starting_ns", s->starting_ns);
		gt_finding_prove(x, "took_ns", took);
	}
}

static void text_churn(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	struct gt_buf where = { 0 };

	if (f->where && gt_where_text(&where, fs->trace, f->where))
		gt_say(out, "{} creates ", gt_as_text(gt_buf_str(&where)));
	gt_say(out, "{} goroutines of {} a second{}, and {} of them run for less than {} each; together {}, and to make and start "
		    "them took {} more",
	       gt_as_rate(fs, (double)f->of), gt_as_func(fs->trace, f->func),
	       gt_as_text(where.len ? "" : " are created"),
	       gt_as_part((int64_t)f->count, (int64_t)f->of), gt_as_dur(BRIEF_NS), gt_as_evidence(f, "brief_ns"),
	       gt_as_dur(gt_sat_add(gt_finding_evidence(f, "making_ns"), gt_finding_evidence(f, "starting_ns"))));
	gt_buf_release(&where);
}

static void report_churn(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=goroutines --filter='{} && create>={} && end<{} && exec<{} && blocked<{}'",
	       gt_as_test(fs, "func", f->func), gt_as_i64(fs->from), gt_as_i64(fs->to), gt_as_i64(BRIEF_NS),
	       gt_as_i64(BRIEF_NS));
}

const struct gt_finding_ops gt_finding_churn = {
	.name = "churn",
	.subject = GT_FINDING_OF_GOROUTINE,
	.list = list_churn,
	.text = text_churn,
	.report = report_churn,
	.advice = "To create, wake and end a goroutine costs a microsecond or so, a part of which is counted here. Give each of them "
		  "more to do: a batch of the items, or a few goroutines that take them from a channel.",
};
