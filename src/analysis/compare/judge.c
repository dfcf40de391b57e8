/* One thing on both sides: its numbers, and whether they differ by more than chance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/compare/stats.h"
#include "analysis/table/percentile.h"
#include "base/xalloc.h"

/* With fewer on a side nothing is sure, however different they are. */
#define LEAST_VALUES 5
/* A relative change that is smaller is none; lengths are less a matter of chance than how many there are. */
#define LEAST_LENGTH 0.05
#define LEAST_OTHER  0.1
/* From so many traces on each side they are compared as such; fewer must not overlap. */
#define MANY_TRACES 4
#define TRACES_ALPHA 0.05

/* ---- the values of a trace ---- */

/* Medians of neighbours: as many blocks as there are segments, or each value alone if they are few. */
static size_t block_medians(const struct gt_keyed *k, double *out)
{
	size_t n = !k ? 0 : k->nv < GT_CMP_SEGMENTS ? k->nv : GT_CMP_SEGMENTS;
	double *block = gt_xcalloc(n ? k->nv / n + 2 : 1, sizeof *block);

	for (size_t i = 0; i < n; i++) {
		size_t from = i * k->nv / n, to = (i + 1) * k->nv / n;

		for (size_t j = from; j < to; j++)
			block[j - from] = (double)k->v[j].v;
		out[i] = gt_median(block, to - from);
	}
	free(block);
	return n;
}

/* The values of an aspect in one trace, at most GT_CMP_SEGMENTS. */
static size_t values_of(const struct gt_collected *c, uint64_t id, enum gt_cmp_aspect aspect, double *out)
{
	const struct gt_keyed *k = gt_collected_find(c, id);
	double segment = (double)(c->to - c->from) / GT_CMP_SEGMENTS;

	if (aspect == GT_CMP_LENGTH)
		return block_medians(k, out);
	for (unsigned i = 0; i < GT_CMP_SEGMENTS && segment > 0; i++)
		out[i] = !k ? 0 : aspect == GT_CMP_SHARE ? (double)k->ns[i] / segment
							 : (double)k->count[i] * 1e9 / segment;
	return segment > 0 ? GT_CMP_SEGMENTS : 0;
}

/* Lengths by their median; how many there were and how long altogether by the mean.  Changes the order. */
static double middle(double *v, size_t n, enum gt_cmp_aspect aspect)
{
	double sum = 0;

	if (aspect == GT_CMP_LENGTH)
		return gt_median(v, n);
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return n ? sum / (double)n : 0;
}

/* ---- a side ---- */

struct side {
	double *v;            /* of all its traces */
	size_t n;
	double *traces;       /* the middle of each that has some */
	size_t ntraces;
	double own;           /* by how much the parts of a trace differ at the most */
};

/* How far the middles of the quarters of n values are apart, or of the halves of few.  Changes the order. */
static double own_range(double *v, size_t n, enum gt_cmp_aspect aspect)
{
	size_t parts = n >= GT_CMP_SEGMENTS / 2 ? 4 : 2;
	double least = 0, most = 0;

	for (size_t i = 0; i < parts && n >= parts; i++) {
		double m = middle(v + i * n / parts, (i + 1) * n / parts - i * n / parts, aspect);

		least = i && least < m ? least : m;
		most = i && most > m ? most : m;
	}
	return most - least;
}

static void side_add(struct side *s, const struct gt_collected *c, uint64_t id, enum gt_cmp_aspect aspect)
{
	double *v = s->v + s->n, copy[GT_CMP_SEGMENTS];
	size_t n = values_of(c, id, aspect, v);

	s->n += n;
	if (!n)
		return;
	memcpy(copy, v, n * sizeof *v);
	s->own = fmax(s->own, own_range(copy, n, aspect));
	memcpy(copy, v, n * sizeof *v);
	s->traces[s->ntraces++] = middle(copy, n, aspect);
}

static void side_fill(struct side *s, const struct gt_comparison *c, enum gt_cmp_side which, uint64_t id,
		      enum gt_cmp_aspect aspect)
{
	*s = (struct side){ .v = gt_xcalloc(c->n[which] * GT_CMP_SEGMENTS + 1, sizeof *s->v),
			    .traces = gt_xcalloc(c->n[which] + 1, sizeof *s->traces) };
	for (size_t i = 0; i < c->n[which]; i++)
		side_add(s, &c->v[which][i], id, aspect);
}

static void side_release(struct side *s)
{
	free(s->v);
	free(s->traces);
}

/* Whether the traces of the sides differ as whole traces; of one each that cannot be told. */
static bool traces_differ(const struct side *a, const struct side *b)
{
	bool above = true, below = true;

	if (a->ntraces >= MANY_TRACES && b->ntraces >= MANY_TRACES)
		return gt_rank_test(a->traces, a->ntraces, b->traces, b->ntraces) <= TRACES_ALPHA;
	for (size_t i = 0; i < a->ntraces; i++)
		for (size_t j = 0; j < b->ntraces; j++) {
			above &= a->traces[i] < b->traces[j];
			below &= a->traces[i] > b->traces[j];
		}
	return above || below;
}

/* All values of one side are above all of the other: then it is no matter how much either of them varies. */
static bool sides_are_apart(const struct side *a, const struct side *b)
{
	double least[2] = { INFINITY, INFINITY }, most[2] = { -INFINITY, -INFINITY };

	for (size_t i = 0; i < a->n; i++) {
		least[0] = fmin(least[0], a->v[i]);
		most[0] = fmax(most[0], a->v[i]);
	}
	for (size_t i = 0; i < b->n; i++) {
		least[1] = fmin(least[1], b->v[i]);
		most[1] = fmax(most[1], b->v[i]);
	}
	return most[0] < least[1] || most[1] < least[0];
}

/* ---- the judgement ---- */

static bool is_worth(const struct gt_difference *d, enum gt_cmp_aspect aspect, const struct gt_cmp_tested *t)
{
	const struct gt_cmp_kind *kind = &gt_cmp_kinds[d->kind];
	double size = fabs(t->shift), base = t->a < t->b ? t->a : t->b, rate;

	if (aspect == GT_CMP_RATE)
		return size > LEAST_OTHER * base;
	if (aspect == GT_CMP_SHARE)
		return size > LEAST_OTHER * base && size >= kind->worth;
	rate = kind->unit == GT_CMP_TOP ? 1 : fmin(d->sums[GT_CMP_OLD].rate, d->sums[GT_CMP_NEW].rate);
	return size > (kind->unit == GT_CMP_BYTES ? LEAST_OTHER : LEAST_LENGTH) * base &&
	       size * rate >= kind->worth * 1e9;
}

void gt_cmp_judge(const struct gt_comparison *c, const struct gt_difference *d, enum gt_cmp_aspect aspect,
		  struct gt_cmp_tested *out, bool *counts)
{
	uint64_t both = d->sums[GT_CMP_OLD].n + d->sums[GT_CMP_NEW].n;
	struct side a, b;

	side_fill(&a, c, GT_CMP_OLD, d->id, aspect);
	side_fill(&b, c, GT_CMP_NEW, d->id, aspect);
	*out = (struct gt_cmp_tested){ .p = -1 };
	*counts = a.n >= LEAST_VALUES && b.n >= LEAST_VALUES && both >= LEAST_VALUES;
	if (a.n && b.n) {
		out->a = middle(a.v, a.n, aspect);
		out->b = middle(b.v, b.n, aspect);
		out->shift = aspect == GT_CMP_LENGTH ? gt_rank_shift(a.v, a.n, b.v, b.n) : out->b - out->a;
		out->worth = is_worth(d, aspect, out);
		out->differ = (fabs(out->shift) > (a.own > b.own ? a.own : b.own) && traces_differ(&a, &b)) ||
			      sides_are_apart(&a, &b);
		if (out->worth && *counts)
			out->p = gt_rank_test(a.v, a.n, b.v, b.n);
	}
	side_release(&a);
	side_release(&b);
}

/* ---- the numbers of a side ---- */

double gt_compared_time(const struct gt_comparison *c, enum gt_cmp_side side)
{
	double time = 0;

	for (size_t i = 0; i < c->n[side]; i++)
		time += (double)(c->v[side][i].to - c->v[side][i].from);
	return time;
}

static void sum_side(const struct gt_comparison *c, enum gt_cmp_side which, uint64_t id, struct gt_cmp_sum *s)
{
	double time = gt_compared_time(c, which), ns = 0;
	int64_t *all = NULL;
	size_t n = 0, cap = 0;

	*s = (struct gt_cmp_sum){ .p50 = GT_NO_TIME, .p99 = GT_NO_TIME, .max = GT_NO_TIME };
	for (size_t i = 0; i < c->n[which]; i++) {
		const struct gt_keyed *k = gt_collected_find(&c->v[which][i], id);

		if (!k)
			continue;
		s->n += k->n;
		for (unsigned j = 0; j < GT_CMP_SEGMENTS; j++)
			ns += (double)k->ns[j];
		s->max = k->max > s->max ? k->max : s->max;
		GT_GROW(all, cap, n + k->nv + 1);
		for (uint32_t j = 0; j < k->nv; j++)
			all[n++] = k->v[j].v;
	}
	s->rate = time > 0 ? (double)s->n * 1e9 / time : 0;
	s->share = time > 0 ? ns / time : 0;
	if (n) {
		gt_sort_i64(all, n);
		s->p50 = gt_percentile_i64(all, n, 0.5);
		s->p99 = gt_percentile_i64(all, n, 0.99);
	}
	free(all);
}

void gt_cmp_sum_up(const struct gt_comparison *c, struct gt_difference *d)
{
	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES; side++)
		sum_side(c, side, d->id, &d->sums[side]);
}

int gt_cmp_only(const struct gt_difference *d)
{
	uint64_t old = d->sums[GT_CMP_OLD].n, new = d->sums[GT_CMP_NEW].n;

	return old && new ? 0 : (new > 0) - (old > 0);
}
