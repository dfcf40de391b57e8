/* What happened in an interval: who ran, and who waited to run. */
#include "analysis/findings/rangesum.h"

#include <stdlib.h>
#include <string.h>

#include "base/sat.h"
#include "base/xalloc.h"

static struct gt_rangesum_g *sums_of(struct gt_rangesum *s, uint32_t g)
{
	bool added;
	uint32_t i = gt_map_get_or_put(&s->of_g, g, (uint32_t)s->ng, &added);

	if (added) {
		GT_GROW(s->g, s->cap, s->ng + 1);
		s->g[s->ng++] = (struct gt_rangesum_g){ .g = g };
	}
	return &s->g[i];
}

static void rangesum_add_slice(void *arg, const struct gt_sweep_slice *slice)
{
	struct gt_rangesum *s = arg;
	struct gt_rangesum_g *g = sums_of(s, slice->g);
	int64_t a = slice->t0 > s->from ? slice->t0 : s->from, b = slice->t1 < s->to ? slice->t1 : s->to;

	g->ns += b > a ? b - a : 0;
	g->slices++;
}

void gt_rangesum_begin(struct gt_rangesum *s, const struct gt_trace *t, const struct gt_blame_index *b,
		       int64_t from, int64_t to)
{
	to = gt_trace_until(t, to);
	from = from < to ? from : to;
	*s = (struct gt_rangesum){ .trace = t, .from = from, .to = to, .blames = b };
	s->nprocs = gt_trace_info(t)->procs;
	s->procs = gt_xcalloc(s->nprocs + 1, sizeof *s->procs);
	for (uint32_t i = 0; i < s->nprocs; i++) {
		struct gt_rangesum_proc *p = &s->procs[i];

		p->proc_row = gt_proc_by_order(t, i);
		p->busy = gt_slices_busy(t, p->proc_row, from, to);
		p->slices = gt_slices_within(t, p->proc_row, from, to, NULL);
		gt_sat_grow(&s->busy, p->busy);
		s->slices += p->slices;
	}
	s->failed = gt_sweep_begin(&s->sweep, t, b, from, to, NULL, NULL) != 0;
	s->done = s->failed || s->sweep.done;
}

/* Pressure: when the index is complete, and the rest is known.  True: there is no more to do. */
static bool step_held(struct gt_rangesum *s)
{
	return !gt_trace_info(s->trace)->done ||
	       gt_held_frames_step(&s->pressure, s->trace, s->blames, s->from, s->to, NULL);
}

bool gt_rangesum_step(struct gt_rangesum *s)
{
	s->sweep.on_slice = rangesum_add_slice;
	s->sweep.arg = s;
	if (!s->done)
		s->done = gt_sweep_step(&s->sweep) && step_held(s);
	return s->done;
}

void gt_rangesum_release(struct gt_rangesum *s)
{
	free(s->procs);
	free(s->g);
	gt_map_release(&s->of_g);
	gt_sweep_release(&s->sweep);
	gt_held_release(&s->pressure.held);
	*s = (struct gt_rangesum){ 0 };
}

static uint64_t rangesum_id_of(const struct gt_rangesum *s, const struct gt_rangesum_g *v)
{
	struct gt_goroutine g = { 0 };

	gt_goroutine_get(s->trace, v->g, &g);
	return g.id;
}

/* In the order of the report goroutines. */
static bool is_before(const struct gt_rangesum *s, const struct gt_rangesum_g *a, const struct gt_rangesum_g *b)
{
	return a->ns != b->ns ? a->ns > b->ns : rangesum_id_of(s, a) < rangesum_id_of(s, b);
}

size_t gt_rangesum_top(const struct gt_rangesum *s, size_t n, struct gt_rangesum_g *out)
{
	size_t have = 0, k;

	for (size_t i = 0; n > 0 && i < s->ng; i++) {
		if (have == n && !is_before(s, &s->g[i], &out[n - 1]))
			continue;
		k = have < n ? have++ : n - 1;
		for (; k > 0 && is_before(s, &s->g[i], &out[k - 1]); k--)
			out[k] = out[k - 1];
		out[k] = s->g[i];
	}
	return have;
}
