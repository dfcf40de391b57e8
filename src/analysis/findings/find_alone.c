/* Goroutines that ran alone while others waited for what they did, though there were Ps for more. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "analysis/requests/servers.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define SEVERAL_SHARE 0.05    /* of the time: who never runs two goroutines at once has nothing to share out */
#define SURE_NS INT64_C(10000000)       /* shorter traces say little about how a program runs */
#define LOOK_AT 64u           /* slices of a P after a stretch */

/* Goroutines of a function. */
struct loner {
	uint32_t func;
	uint64_t n;           /* stretches */
	int64_t ns, max;
	const struct gt_short_alone *longest;
};

/* Whether a goroutine of the program that this one woke began to run at the end of the stretch, or soon after. */
static bool was_waited_for(const struct gt_findings *f, const struct gt_short_alone *a)
{
	uint32_t procs = gt_trace_info(f->trace)->procs;
	struct gt_goroutine g;
	struct gt_slice s;

	for (uint32_t p = 0; p < procs; p++) {
		uint64_t k = gt_slice_seek(f->trace, p, a->t1 - GT_ALONE_GAP), end = gt_slices_of_proc(f->trace, p);

		end = end - k > LOOK_AT ? k + LOOK_AT : end;
		for (; k < end && gt_slice_get(f->trace, gt_slice_of_proc(f->trace, p, k), &s) &&
		     s.t0 <= a->t1 + GT_ALONE_GAP; k++)
			if (s.waker == a->g && s.g != a->g && gt_goroutine_get(f->trace, s.g, &g) &&
			    gt_owner_of(f->trace, &g) == GT_OWNER_PROGRAM)
				return true;
	}
	return false;
}

static bool is_server(const struct gt_findings *f)
{
	for (size_t i = 0; i < f->nstay; i++)
		if (gt_server_of(f->trace, f->stay[i].func) < gt_server_count())
			return true;
	return false;
}

static int by_loner(const void *a, const void *b)
{
	const struct loner *x = a, *y = b;

	return GT_DESC(x, y, ns) ?: GT_ASC(x, y, func);
}

/* Where the longest of the slices in a stretch ended: a stack row, 0. */
static uint32_t where_alone(const struct gt_findings *f, const struct gt_short_alone *a)
{
	int64_t most = 0;
	uint32_t stack = 0;
	struct gt_goroutine g;
	struct gt_slice s;

	if (!gt_goroutine_get(f->trace, a->g, &g))
		return 0;
	for (uint32_t k = gt_goroutine_seek(f->trace, a->g, a->t0);
	     k < g.slices && gt_slice_get(f->trace, gt_goroutine_slice(f->trace, a->g, k), &s) && s.t0 < a->t1; k++)
		if (s.end_stack && s.t1 - s.t0 > most) {
			most = s.t1 - s.t0;
			stack = s.end_stack;
		}
	return stack;
}

static void put_loner(struct gt_findings *f, unsigned kind, const struct loner *l)
{
	const struct gt_short_alone *a = l->longest;
	struct gt_finding *x;

	if (l->ns < SURE_NS || !gt_finding_matters(f, l->ns))
		return;
	x = gt_finding_add(f, kind, l->ns);
	x->count = l->n;
	x->max = l->max;
	x->func = l->func;
	x->where = where_alone(f, a);
	x->g = a->g;
	x->t0 = a->t0;
	x->t1 = a->t1;
	gt_finding_prove(x, "stretches", (int64_t)l->n);
	gt_finding_prove(x, "alone_ns", l->ns);
	gt_finding_prove(x, "max_ns", l->max);
	gt_finding_prove(x, "several_ns", f->shortage.several);
}

/* Servers wait for requests: while one runs alone, nobody may have asked for more. */
static void list_alone(struct gt_findings *f, unsigned kind)
{
	const struct gt_shortage *s = &f->shortage;
	struct loner *v;
	size_t n = 0;

	if (!f->pressed || (double)s->several < SEVERAL_SHARE * (double)(f->to - f->from) || is_server(f))
		return;
	v = gt_xcalloc(s->nalone + 1, sizeof *v);
	for (size_t i = 0; i < s->nalone; i++) {
		const struct gt_short_alone *a = &s->alone[i];
		struct gt_goroutine g;
		size_t k = 0;

		if (!gt_goroutine_get(f->trace, a->g, &g) || !was_waited_for(f, a))
			continue;
		while (k < n && v[k].func != g.func)
			k++;
		n += k == n;
		v[k].func = g.func;
		v[k].n++;
		gt_sat_grow(&v[k].ns, a->ns);
		if (a->ns >= v[k].max) {
			v[k].max = a->ns;
			v[k].longest = a;
		}
	}
	if (n)
		qsort(v, n, sizeof *v, by_loner);
	for (size_t i = 0; i < n && i < GT_FINDINGS_OF_A_KIND; i++)
		put_loner(f, kind, &v[i]);
	free(v);
}

static void text_alone(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t all = fs->to - fs->from, procs = (fs->sweep.idle.procs + all / 2) / (all ? all : 1);

	gt_say(out, "{} ran alone for {} while others waited for it and Ps were free; {}, at most {} at a time", gt_as_doer(fs, f),
	       gt_as_dur(f->cost), gt_as_many(f->count, "time"), gt_as_dur(f->max));
	if (procs > 1)
		gt_say(out, "; shared out among {} Ps, {} would be {} at best", gt_as_i64(procs), gt_as_dur(all),
		       gt_as_dur(all - f->cost + f->cost / procs));
}

static void report_alone(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=pressure --limit=5");
}

const struct gt_finding_ops gt_finding_alone = {
	.name = "alone",
	.subject = GT_FINDING_OF_STATE,
	.list = list_alone,
	.text = text_alone,
	.report = report_alone,
	.advice = "A program is never faster than the part of it that one goroutine does alone. Split that work up, or let the "
		  "others begin before all of it is done.",
};
