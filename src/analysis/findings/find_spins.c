/* Goroutines that yield all the time: they look again and again for what is not there yet. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define BLOCKS_PER_STEP 64
#define BLOCK 512u
#define BRIEF_NS INT64_C(50000)         /* who runs longer before it yields has work to do */
#define SPIN 10000            /* such yields a second, four fifths of the slices of a function, */
#define FEW_YIELDS 1000       /* and at least this many */

static bool is_yield(struct gt_findings *f, uint64_t reason)
{
	static const char yield[] = "runtime.Gosched";
	const char *text;
	size_t n;

	if (!reason)
		return false;
	if (reason != f->yield_row && reason != f->other_row) {
		text = gt_trace_string(f->trace, (uint32_t)reason, &n);
		if (n == sizeof yield - 1 && !memcmp(text, yield, n))
			f->yield_row = (uint32_t)reason;
		else
			f->other_row = (uint32_t)reason;
	}
	return reason == f->yield_row;
}

static struct gt_spin *spin_of(struct gt_findings *f, uint32_t g)
{
	const struct gt_ginfo *info = gt_ginfos_get(&f->sweep.goroutines, g);
	bool added = false;
	uint32_t i;

	if (info->owner != GT_OWNER_PROGRAM)
		return NULL;
	i = gt_map_get_or_put(&f->spin_by_func, info->func, (uint32_t)f->nspins, &added);
	if (added) {
		GT_GROW(f->spins, f->cap_spins, f->nspins + 1);
		f->spins[f->nspins] = (struct gt_spin){ .func = info->func, .slice = GT_NO_ROW };
		gt_busy_places_init(&f->spins[f->nspins++].preempted, f->trace);
	}
	return &f->spins[i];
}

static void look_at_yield(struct gt_spin *s, int64_t held, uint32_t slice)
{
	s->n++;
	gt_sat_grow(&s->ns, held);
	if (held >= s->max) {
		s->max = held;
		s->slice = slice;
	}
}

/* In the midst of a turn, which may have been for as long as the machine did not run the thread. */
static void look_at_preempted(struct gt_findings *f, struct gt_spin *s, int64_t held, uint32_t slice)
{
	struct gt_slice row;

	if (gt_slice_get(f->trace, slice, &row) && row.end_stack)
		gt_busy_places_add_one(&s->preempted, row.end_stack, held);
}

/* Slices k ... k + n - 1 of a P. */
static void look_for_yields(struct gt_findings *f, uint32_t proc, uint64_t k, uint32_t n)
{
	uint64_t g[BLOCK], reason[BLOCK], held[BLOCK], t0[BLOCK];
	uint32_t id = gt_slice_of_proc(f->trace, proc, k);

	if (gt_slices_field(f->trace, proc, k, n, GT_SLICE_G, g) != n ||
	    gt_slices_field(f->trace, proc, k, n, GT_SLICE_REASON, reason) != n ||
	    gt_slices_field(f->trace, proc, k, n, GT_SLICE_T0, t0) != n ||
	    gt_slices_field(f->trace, proc, k, n, GT_SLICE_HELD, held) != n)
		return;
	for (uint32_t i = 0; i < n; i++) {
		struct gt_spin *s = spin_of(f, (uint32_t)g[i]);
		bool brief = s && (int64_t)held[i] < BRIEF_NS && is_yield(f, reason[i]);

		/* What the scheduler needed after a yield, until the P ran somebody again. */
		if (f->spin_last && (int64_t)t0[i] > f->spin_end && (int64_t)t0[i] - f->spin_end < BRIEF_NS)
			gt_sat_grow(&f->spins[f->spin_last - 1].between, (int64_t)t0[i] - f->spin_end);
		f->spin_last = brief ? (uint32_t)(s - f->spins) + 1 : 0;
		f->spin_end = (int64_t)t0[i] + (int64_t)held[i];
		if (!s)
			continue;
		s->of++;
		if (brief)
			look_at_yield(s, (int64_t)held[i], id + i);
		else if (reason[i] == GT_STR_PREEMPTED)
			look_at_preempted(f, s, (int64_t)held[i], id + i);
	}
}

bool gt_finding_spins_step(struct gt_findings *f)
{
	uint32_t procs = gt_trace_info(f->trace)->procs;

	for (unsigned i = 0; i < BLOCKS_PER_STEP && f->spin_proc < procs; i++) {
		uint64_t first = 0, n = gt_slices_within(f->trace, f->spin_proc, f->from, f->to, &first), k = f->spin_k;

		if (k >= n) {
			f->spin_proc++;
			f->spin_k = 0;
			f->spin_last = 0;
			continue;
		}
		n = n - k < BLOCK ? n - k : BLOCK;
		/* No further than to the end of a block of the index. */
		n = n < BLOCK - (first + k) % BLOCK ? n : BLOCK - (first + k) % BLOCK;
		look_for_yields(f, f->spin_proc, first + k, (uint32_t)n);
		f->spin_k += n;
	}
	return f->spin_proc < procs;
}

static bool spins(const struct gt_findings *f, const struct gt_spin *s)
{
	return s->n >= FEW_YIELDS && (double)s->n * 1e9 >= SPIN * (double)(f->to - f->from) && s->n * 5 >= s->of * 4;
}

/* How long goroutines of the function were preempted where they yield. */
static int64_t preempted_there(const struct gt_findings *f, const struct gt_spin *s, uint32_t stack)
{
	uint32_t func = stack ? gt_where_func(f->trace, stack) : 0;

	for (size_t i = 0; i < s->preempted.n && func; i++)
		if (s->preempted.v[i].func == func)
			return s->preempted.v[i].ns;
	return 0;
}

static void list_spins(struct gt_findings *f, unsigned kind)
{
	struct gt_finding *x;
	struct gt_slice slice;

	for (size_t i = 0; i < f->nspins; i++) {
		const struct gt_spin *s = &f->spins[i];
		uint32_t at = s->n && gt_slice_get(f->trace, s->slice, &slice) ? slice.end_stack : 0;
		int64_t preempted = preempted_there(f, s, at), took = s->ns;

		gt_sat_grow(&took, s->between);
		gt_sat_grow(&took, preempted);
		/* runtime.GC yields itself until the cycle is over. */
		if (!spins(f, s) || !gt_finding_matters(f, gt_finding_of_procs(f, took)) ||
		    gt_finding_asks_for_gc(f->trace, at))
			continue;
		x = gt_finding_add(f, kind, gt_finding_of_procs(f, took));
		x->count = s->n;
		x->of = s->of;
		x->max = s->max;
		x->func = s->func;
		x->where = at;
		gt_finding_at_slice(f, x, s->slice);
		gt_finding_prove(x, "slices", (int64_t)s->of);
		gt_finding_prove(x, "yields", (int64_t)s->n);
		gt_finding_prove(x, "yields_ns", s->ns);
		gt_finding_prove(x, "between_ns", s->between);
		gt_finding_prove(x, "preempted_ns", preempted);
		gt_finding_prove(x, "took_ns", took);
	}
}

static void text_spins(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{} yielded {} times a second after less than {} each; this took {} of P time, the scheduler's included",
	       gt_as_doer(fs, f), gt_as_rate(fs, (double)f->count), gt_as_dur(BRIEF_NS), gt_as_evidence(f, "took_ns"));
	if (gt_finding_evidence(f, "preempted_ns"))
		gt_say(out, ", and {} of it were turns that were preempted there", gt_as_evidence(f, "preempted_ns"));
}

static void report_spins(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "--report=greedy --columns=held,start,p,g,end_reason --filter='{} && end_reason=\"runtime.Gosched\" && held<{}'",
	       gt_as_test(fs, "func", f->func), gt_as_i64(BRIEF_NS));
}

const struct gt_finding_ops gt_finding_spins = {
	.name = "spinning",
	.subject = GT_FINDING_OF_SLICE,
	.list = list_spins,
	.text = text_spins,
	.report = report_spins,
	.advice = "It looks for something again and again, and keeps a P from others meanwhile. Wait for it instead: on a channel, a "
		  "sync.Cond, a timer or the network.",
};
