/* Gathering the changes of counts in a stretch of time. */
#include "index/query/collect.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "index/query/span.h"

/* A stretch has some hundred; only in a damaged index it could be all rows there are. */
#define MOST (1u << 20)

static void collect_add(struct gt_changes *c, int64_t t, unsigned from, unsigned to)
{
	if (c->n == c->cap) {
		struct gt_change *v;

		if (c->n >= MOST)
			return;
		v = gt_xmalloc(2 * c->cap * sizeof *v);
		memcpy(v, c->v, c->n * sizeof *v);
		gt_changes_release(c);
		c->v = v;
		c->cap *= 2;
	}
	c->v[c->n++] = (struct gt_change){ t, (uint8_t)from, (uint8_t)to };
}

/* Slices that begin or end in (lo, hi]. */
static void add_slices(const struct gt_trace *t, uint32_t proc_row, int64_t lo, int64_t hi,
		       struct gt_changes *c)
{
	const struct gt_btable *table = &t->store.tables[GT_T_SLICES];
	bool v1 = t->header.format == GT_FORMAT_V1;
	struct gt_bview v;
	uint64_t k;
	uint32_t i;
	bool more = gt_span_open(table, proc_row, lo, &v, &i, &k);

	for (; more && c->n < MOST; more = gt_span_at(table, proc_row, k, &v, &i)) {
		for (k += v.count - i; i < v.count; i++) {
			int64_t t0 = gt_bview_t0(&v, i), t1 = gt_bview_t1(&v, i);
			unsigned flags = (unsigned)gt_bview_get(&v, GT_COL(slice, flags), i);

			if (t0 > hi)
				return;
			if (t0 > lo && !(flags & GT_SLICE_NO_START))
				collect_add(c, t0, GT_COUNT_RUNNABLE, GT_COUNT_RUNNING);
			if (t1 <= hi && !(flags & GT_SLICE_NO_END))
				collect_add(c, t1, GT_COUNT_RUNNING,
					    gt_slice_end_count(
						    v1, (uint8_t)gt_bview_get(&v, GT_COL(slice, end_type), i)));
		}
	}
}

/* Rows of a table with times only.  from == to: the second column is the change. */
static void add_moments(const struct gt_trace *t, enum gt_table_id id, uint32_t proc_row, int64_t lo,
			int64_t hi, unsigned from, unsigned to, struct gt_changes *c)
{
	const struct gt_btable *table = &t->store.tables[id];
	struct gt_bview v;
	uint64_t k;
	uint32_t i;
	bool more = gt_span_open(table, proc_row, lo, &v, &i, &k);

	for (; more && c->n < MOST; more = gt_span_at(table, proc_row, k, &v, &i)) {
		for (k += v.count - i; i < v.count; i++) {
			int64_t at = gt_bview_t0(&v, i);
			unsigned code = from == to ? (unsigned)gt_bview_get(&v, GT_COL(change, code), i)
						   : gt_change_code(from, to);

			if (at > hi)
				return;
			if (code / GT_CHANGE_TO <= GT_COUNT_NONE && code % GT_CHANGE_TO <= GT_COUNT_NONE)
				collect_add(c, at, code / GT_CHANGE_TO, code % GT_CHANGE_TO);
		}
	}
}

static void add_instants(const struct gt_trace *t, enum gt_instant kind, uint32_t proc_row, int64_t lo,
			 int64_t hi, unsigned from, struct gt_changes *c)
{
	add_moments(t, GT_T_INSTANTS, gt_instant_part(kind, proc_row), lo, hi, from, GT_COUNT_RUNNABLE, c);
}

void gt_changes_collect(const struct gt_trace *t, int64_t lo, int64_t hi, struct gt_changes *c)
{
	int64_t t0;

	c->v = c->few;
	c->n = 0;
	c->cap = GT_COUNT(c->few);
	if (lo >= hi)
		return;
	/* The first stretch begins with the trace: what happens at that very time is not in its values. */
	if (lo == 0)
		lo = -1;
	for (uint32_t proc_row = 0; proc_row < t->store.procs.n; proc_row++) {
		add_slices(t, proc_row, lo, hi, c);
		/* The slice that has begun and is no row yet. */
		t0 = gt_proc_open_slice(t, proc_row);
		if (t0 != GT_NO_TIME && t->store.open_slices[proc_row].counts && t0 > lo && t0 <= hi)
			collect_add(c, t0, GT_COUNT_RUNNABLE, GT_COUNT_RUNNING);
		add_instants(t, GT_INSTANT_UNBLOCK, proc_row, lo, hi, GT_COUNT_WAITING, c);
		add_instants(t, GT_INSTANT_CREATE, proc_row, lo, hi, GT_COUNT_NONE, c);
	}
	add_instants(t, GT_INSTANT_NETWORK, 0, lo, hi, GT_COUNT_WAITING, c);
	add_instants(t, GT_INSTANT_TIMER, 0, lo, hi, GT_COUNT_WAITING, c);
	add_instants(t, GT_INSTANT_SYSCALL, 0, lo, hi, GT_COUNT_SYSCALL, c);
	add_moments(t, GT_T_CHANGES, 0, lo, hi, 0, 0, c);
}

static int collect_by_time(const void *a, const void *b)
{
	const struct gt_change *x = a, *y = b;

	return x->t < y->t ? -1 : x->t > y->t;
}

void gt_changes_sort(struct gt_changes *c)
{
	qsort(c->v, c->n, sizeof *c->v, collect_by_time);
}

void gt_changes_release(struct gt_changes *c)
{
	if (c->v != c->few)
		free(c->v);
}
