/* Calls of others that a goroutine made one after the other: the goroutines that made some, and the parts of them. */
#include "analysis/requests/inarow.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/owner.h"
#include "analysis/requests/inarow_own.h"
#include "analysis/requests/requests.h"
#include "base/xalloc.h"
#include "index/query/events.h"

#define BLOCKS_PER_STEP 64
#define BLOCK 512u
#define GOROUTINES_PER_STEP 64

/* ---- who made such calls ---- */

static void meet_stack(struct gt_inarow *r, uint32_t g, enum inarow_stack what)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&r->counts, g, (uint32_t)r->nmaybe, &added);

	if (added) {
		GT_GROW(r->maybe, r->cap_maybe, r->nmaybe + 1);
		r->maybe[r->nmaybe++] = (struct inarow_maybe){ .g = g };
	}
	r->maybe[i].n[what == INAROW_SLEEPS ? GT_INAROW_SLEEP : GT_INAROW_NETWORK]++;
	r->maybe[i].reads |= what == INAROW_READS;
}

static bool may_be_of_row(enum inarow_stack what)
{
	return what == INAROW_CALLS || what == INAROW_SLEEPS || what == INAROW_READS;
}

static void keep_call(struct gt_inarow *r, uint32_t slice)
{
	r->many |= r->ncalls == GT_INAROW_KEPT;
	if (r->many)
		return;
	GT_GROW(r->calls, r->cap_calls, r->ncalls + 1);
	r->calls[r->ncalls++] = slice;
}

/* Slices k ... k + n - 1 of a P: goroutines are read only where there is something to count. */
static void look_for_calls(struct gt_inarow *r, uint64_t k, uint32_t n)
{
	uint64_t stack[BLOCK], g[BLOCK];
	uint8_t what[BLOCK];
	bool any = false;

	if (gt_slices_field(r->t, r->proc, k, n, GT_SLICE_END_STACK, stack) != n)
		return;
	for (uint32_t i = 0; i < n; i++) {
		what[i] = i && stack[i] == stack[i - 1] ? what[i - 1] : (uint8_t)gt_inarow_stack(r, (uint32_t)stack[i]);
		any |= may_be_of_row(what[i]);
	}
	if (!any || gt_slices_field(r->t, r->proc, k, n, GT_SLICE_G, g) != n)
		return;
	for (uint32_t i = 0; i < n; i++) {
		if (may_be_of_row(what[i]))
			meet_stack(r, (uint32_t)g[i], what[i]);
		if (what[i] == INAROW_CALLS)
			keep_call(r, gt_slice_of_proc(r->t, r->proc, k) + i);
	}
}

static bool look_at_blocks(struct gt_inarow *r)
{
	uint32_t procs = gt_trace_info(r->t)->procs;

	for (unsigned i = 0; i < BLOCKS_PER_STEP && r->proc < procs; i++) {
		uint64_t first = 0, n = gt_slices_within(r->t, r->proc, r->from, r->to, &first), k = r->k;

		if (k >= n) {
			r->proc++;
			r->k = 0;
			continue;
		}
		n = n - k < BLOCK ? n - k : BLOCK;
		/* No further than to the end of a block of the index. */
		n = n < BLOCK - (first + k) % BLOCK ? n : BLOCK - (first + k) % BLOCK;
		look_for_calls(r, first + k, (uint32_t)n);
		r->k += n;
	}
	return r->proc < procs;
}

/* ---- the parts of a goroutine in which rows are looked for ---- */

static int by_unit(const void *a, const void *b)
{
	const struct gt_request *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1);
}

static int fill_units(struct gt_inarow *r, struct gt_error *err)
{
	int rc;

	r->units = gt_xcalloc(1, sizeof *r->units);
	rc = gt_requests_fill(r->units, r->t, NULL, err);
	if (!rc && r->units->n)
		qsort(r->units->v, r->units->n, sizeof *r->units->v, by_unit);
	return rc;
}

static size_t first_unit(const struct gt_requests *u, uint32_t g)
{
	size_t a = 0, b = u->n;

	while (a < b) {
		size_t m = a + (b - a) / 2;

		if (u->v[m].g < g)
			a = m + 1;
		else
			b = m;
	}
	return a;
}

/* It was made for something and has done it; what a connection does between its requests is for nobody. */
static bool is_job(const struct gt_inarow *r, const struct gt_goroutine *g)
{
	return !g->predates_trace && g->create >= r->from && g->end != GT_NO_TIME && g->end < r->to &&
	       gt_server_of(r->t, g->func) == gt_server_count();
}

static void look_at_goroutine(struct gt_inarow *r, const struct inarow_maybe *m)
{
	const struct gt_requests *u = r->units;
	size_t first = first_unit(u, m->g), i = first;
	struct gt_goroutine g;

	if (!gt_goroutine_get(r->t, m->g, &g) || gt_owner_of(r->t, &g) != GT_OWNER_PROGRAM)
		return;
	for (unsigned kind = 0; kind < GT_INAROW_KINDS; kind++) {
		if (m->n[kind] < GT_INAROW_CALLS)
			continue;
		for (i = first; i < u->n && u->v[i].g == m->g; i++) {
			const struct gt_request *q = &u->v[i];
			int64_t t0 = q->t0 > r->from ? q->t0 : r->from, t1 = q->t1 < r->to ? q->t1 : r->to;

			if (!q->apart && t0 < t1)
				gt_inarow_walk(r, m, kind, t0, t1, kind == GT_INAROW_NETWORK);
		}
		if (i == first && is_job(r, &g))
			gt_inarow_walk(r, m, kind, g.create, g.end, false);
	}
	if (i == first && m->n[GT_INAROW_NETWORK] >= GT_INAROW_CALLS && gt_server_of(r->t, g.func) == gt_server_count())
		gt_inarow_rounds(r, m);
}

int gt_inarow_step(struct gt_inarow *r, struct gt_error *err)
{
	bool any = false;

	if (!r->same.t)
		gt_stackset_init(&r->same, r->t);
	if (look_at_blocks(r))
		return 1;
	for (size_t i = 0; i < r->nmaybe && !r->units; i++)
		for (unsigned kind = 0; kind < GT_INAROW_KINDS; kind++)
			any |= r->maybe[i].n[kind] >= GT_INAROW_CALLS;
	if (!r->units && !any)
		return 0;
	if (!r->units) {
		int rc = fill_units(r, err);

		return rc ? rc : 1;
	}
	for (unsigned i = 0; i < GOROUTINES_PER_STEP && r->next < r->nmaybe; i++)
		look_at_goroutine(r, &r->maybe[r->next++]);
	return r->next < r->nmaybe;
}

void gt_inarow_release(struct gt_inarow *r)
{
	if (r->units)
		gt_requests_release(r->units);
	for (size_t i = 0; i < r->n; i++)
		free(r->v[i].spans);
	free(r->units);
	free(r->v);
	free(r->maybe);
	free(r->calls);
	if (r->same.t)
		gt_stackset_release(&r->same);
	gt_events_close(r->events);
	free(r->stacks);
	gt_map_release(&r->counts);
	*r = (struct gt_inarow){ 0 };
}
