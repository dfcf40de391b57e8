/* Exact percentiles of many groups of numbers, in memory that does not grow with how many numbers there are. */
#include "analysis/table/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/percentile.h"
#include "base/xalloc.h"

/* ---- numbers ---- */

static void count_listed(struct gt_numbers *c)
{
	c->lengths = gt_xcalloc(1, sizeof *c->lengths);
	for (uint64_t i = 0; c->v && i < c->n; i++)
		c->lengths->n[gt_lengths_place((uint64_t)c->v[i])]++;
	free(c->v);
	c->v = NULL;
	c->cap = 0;
}

void gt_numbers_list(struct gt_numbers *c, int64_t v)
{
	if (c->n == sizeof *c->lengths / sizeof *c->v) {
		count_listed(c);
		gt_numbers_add(c, v);
		return;
	}
	GT_GROW(c->v, c->cap, (size_t)c->n + 1);
	c->v[c->n++] = v;
}

void gt_numbers_join(struct gt_numbers *to, struct gt_numbers *from)
{
	for (uint64_t i = 0; from->v && i < from->n; i++)
		gt_numbers_add(to, from->v[i]);
	if (from->lengths) {
		if (!to->lengths)
			count_listed(to);
		for (unsigned k = 0; k < GT_LENGTHS; k++)
			to->lengths->n[k] += from->lengths->n[k];
		to->n += from->n;
	}
	gt_numbers_release(from);
}

void gt_numbers_release(struct gt_numbers *c)
{
	free(c->v);
	free(c->lengths);
	*c = (struct gt_numbers){ 0 };
}

/* ---- ranks ---- */

/* Where the rank is; false: that is one number, which is stored. */
static bool come_nearer(struct gt_rank *x, struct gt_numbers *c)
{
	uint64_t before, width = 1;
	uint32_t place;

	/* What was read before may not be readable any more. */
	if (x->rank >= c->n) {
		*x->out = x->least;
		return false;
	}
	if (c->lengths) {
		place = gt_lengths_find(c->lengths, x->rank, &before);
		width = gt_lengths_least(place + 1) - gt_lengths_least(place);
		x->least += (int64_t)gt_lengths_least(place);
		x->most = x->least + (int64_t)(width - 1);
		x->rank -= before;
	} else {
		x->least += gt_pick_i64(c->v, (size_t)c->n, (size_t)x->rank);
	}
	*x->out = x->least;
	return width > 1;
}

void gt_ranks_find(struct gt_ranks *r, uint32_t group, struct gt_numbers *c, const double *q, unsigned nq,
		   int64_t *out)
{
	if (!c->lengths) {
		gt_percentiles_pick_i64(c->v, (size_t)c->n, q, nq, out);
		return;
	}
	for (unsigned i = 0; i < nq; i++) {
		struct gt_rank x = { .group = group, .rank = gt_percentile_rank((size_t)c->n, q[i]), .out = &out[i] };

		if (!come_nearer(&x, c))
			continue;
		GT_GROW(r->v, r->cap, r->n + 1);
		r->v[r->n++] = x;
	}
}

bool gt_ranks_begin(struct gt_ranks *r, size_t groups)
{
	free(r->of_group);
	r->of_group = gt_xcalloc(groups + 1, sizeof *r->of_group);
	r->least = INT64_MAX;
	r->most = -1;
	for (size_t i = r->n; i-- > 0;) {
		r->of_group[r->v[i].group] = (uint32_t)i + 1;
		r->least = r->v[i].least < r->least ? r->v[i].least : r->least;
		r->most = r->v[i].most > r->most ? r->v[i].most : r->most;
	}
	return r->n > 0;
}

void gt_ranks_meet(struct gt_ranks *r, unsigned worker, uint32_t group, int64_t v)
{
	for (size_t i = r->of_group[group] - 1; i < r->n && r->v[i].group == group; i++) {
		struct gt_rank *x = &r->v[i];

		if (v >= x->least && v <= x->most)
			gt_numbers_add(&x->numbers[worker], v - x->least);
	}
}

void gt_ranks_end(struct gt_ranks *r)
{
	size_t left = 0;

	for (size_t i = 0; i < r->n; i++) {
		struct gt_rank x = r->v[i];
		bool more;

		for (unsigned k = 1; k < GT_WORKERS; k++)
			gt_numbers_join(&x.numbers[0], &x.numbers[k]);
		more = come_nearer(&x, &x.numbers[0]);
		gt_numbers_release(&x.numbers[0]);
		if (more)
			r->v[left++] = x;
	}
	r->n = left;
}

void gt_ranks_release(struct gt_ranks *r)
{
	for (size_t i = 0; i < r->n; i++)
		for (unsigned k = 0; k < GT_WORKERS; k++)
			gt_numbers_release(&r->v[i].numbers[k]);
	free(r->v);
	free(r->of_group);
	*r = (struct gt_ranks){ 0 };
}
