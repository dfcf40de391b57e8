/* What happened in an interval: who ran, and who waited to run. */
#include "analysis/rangesum.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

#define SLICES_PER_READ 256
#define READS_PER_STEP 16

/* Slices that touch [from, to). */
static uint64_t slices_within(const struct gt_trace *t, uint32_t part, int64_t from, int64_t to)
{
	uint64_t a = gt_slice_seek(t, part, from), b = gt_slice_seek(t, part, to);
	struct gt_slice s;

	if (gt_slice_get(t, gt_slice_of_proc(t, part, b), &s) && s.t0 < to)
		b++;
	return b > a ? b - a : 0;
}

/* The walk comes to another P. */
static void enter(struct gt_rangesum *s)
{
	if (s->at < s->nprocs)
		s->k = gt_slice_seek(s->trace, s->procs[s->at].part, s->from);
	else
		s->done = true;
}

void gt_rangesum_begin(struct gt_rangesum *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	to = gt_trace_until(t, to);
	from = from < to ? from : to;
	*s = (struct gt_rangesum){ .trace = t, .from = from, .to = to, .wait_slice = GT_NO_ROW };
	s->nprocs = gt_trace_info(t)->procs;
	s->procs = gt_xcalloc(s->nprocs + 1, sizeof *s->procs);
	for (uint32_t i = 0; i < s->nprocs; i++) {
		struct gt_rangesum_proc *p = &s->procs[i];

		p->part = gt_proc_by_order(t, i);
		p->busy = gt_slices_busy(t, p->part, from, to);
		p->slices = slices_within(t, p->part, from, to);
		s->busy += p->busy;
		s->slices += p->slices;
	}
	enter(s);
}

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

static void add_slice(struct gt_rangesum *s, const struct gt_slice *slice)
{
	struct gt_rangesum_g *g = sums_of(s, slice->g);
	int64_t a = slice->t0 > s->from ? slice->t0 : s->from, b = slice->t1 < s->to ? slice->t1 : s->to;

	g->ns += b > a ? b - a : 0;
	g->slices++;
	if (slice->ready == GT_NO_TIME || slice->t0 < s->from || slice->t0 <= slice->ready)
		return;
	s->waits++;
	if (slice->t0 - slice->ready > s->wait_max) {
		s->wait_max = slice->t0 - slice->ready;
		s->wait_slice = slice->id;
	}
}

/* False: the P has no more. */
static bool add_some(struct gt_rangesum *s)
{
	struct gt_slice slices[SLICES_PER_READ];
	uint32_t n = gt_slices_read(s->trace, s->procs[s->at].part, s->k, SLICES_PER_READ, slices);

	for (uint32_t i = 0; i < n; i++) {
		if (slices[i].t0 >= s->to)
			return false;
		add_slice(s, &slices[i]);
		s->walked++;
	}
	s->k += n;
	return n > 0;
}

bool gt_rangesum_step(struct gt_rangesum *s)
{
	for (int i = 0; i < READS_PER_STEP && !s->done; i++) {
		if (!add_some(s)) {
			s->at++;
			enter(s);
		}
	}
	return s->done;
}

void gt_rangesum_release(struct gt_rangesum *s)
{
	free(s->procs);
	free(s->g);
	gt_map_release(&s->of_g);
	*s = (struct gt_rangesum){ 0 };
}

static bool is_before(const struct gt_rangesum_g *a, const struct gt_rangesum_g *b)
{
	return a->ns != b->ns ? a->ns > b->ns : a->g < b->g;
}

size_t gt_rangesum_top(const struct gt_rangesum *s, size_t n, struct gt_rangesum_g *out)
{
	size_t have = 0, k;

	for (size_t i = 0; n > 0 && i < s->ng; i++) {
		if (have == n && !is_before(&s->g[i], &out[n - 1]))
			continue;
		k = have < n ? have++ : n - 1;
		for (; k > 0 && is_before(&s->g[i], &out[k - 1]); k--)
			out[k] = out[k - 1];
		out[k] = s->g[i];
	}
	return have;
}
