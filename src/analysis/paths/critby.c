/* Who ran instead of critical paths that waited for a processor: one walk over all these waits. */
#include "analysis/paths/critby.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

struct gt_crit_wait {
	struct gt_held_span time;
	uint32_t row;
};

struct gt_crit_by_part {
	struct gt_held_part part;
	uint32_t row;
};

struct filling {
	struct gt_crit_by *by;
	struct gt_map places;         /* of parts, by row, kind and function */
};

void gt_crit_by_add(struct gt_crit_by *b, uint32_t row, const struct gt_seg *seg)
{
	assert(row < GT_CRIT_BY_ROWS);
	if (seg->kind != GT_SEG_RUNNABLE)
		return;
	b->too_many = b->nwaits >= GT_CRIT_ROWS;
	if (b->too_many)
		return;
	GT_GROW(b->waits, b->cap_waits, b->nwaits + 1);
	b->waits[b->nwaits++] = (struct gt_crit_wait){ { seg->hop.t0, seg->hop.t1 }, row };
}

static void take_parts(void *arg, size_t i, const struct gt_held *h)
{
	struct filling *f = arg;
	struct gt_crit_by *b = f->by;
	uint32_t row = b->waits[i].row;

	for (size_t k = 0; k < h->nparts; k++) {
		const struct gt_held_part *p = &h->parts[k];
		bool added = false;
		uint32_t at = gt_map_get_or_put(&f->places, (uint64_t)row << 36 | (uint64_t)p->kind << 32 | p->func,
						(uint32_t)b->nparts, &added);

		if (added) {
			GT_GROW(b->parts, b->cap_parts, b->nparts + 1);
			b->parts[b->nparts++] = (struct gt_crit_by_part){ *p, row };
		} else {
			gt_sat_grow(&b->parts[at].part.ns, p->ns);
		}
	}
}

static int wait_later(const void *pa, const void *pb)
{
	const struct gt_crit_wait *a = pa, *b = pb;

	if (a->time.t1 != b->time.t1)
		return a->time.t1 > b->time.t1 ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

static int ran_by_row(const void *pa, const void *pb)
{
	const struct gt_crit_by_part *a = pa, *b = pb;
	const struct gt_held_part *x = &a->part, *y = &b->part;

	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return x->kind != y->kind ? x->kind - y->kind : x->func < y->func ? -1 : x->func > y->func;
}

void gt_crit_by_fill(struct gt_crit_by *b, struct gt_table *t)
{
	struct filling f = { .by = b };
	struct gt_held_span *times;

	if (!b->nwaits || b->too_many || !gt_ranby_begin(&b->ranby, t))
		return;
	qsort(b->waits, b->nwaits, sizeof *b->waits, wait_later);
	times = gt_xcalloc(b->nwaits, sizeof *times);
	for (size_t i = 0; i < b->nwaits; i++)
		times[i] = b->waits[i].time;
	gt_map_init(&f.places);
	gt_held_each(&b->ranby.held, times, b->nwaits, take_parts, &f);
	gt_map_release(&f.places);
	free(times);
	if (b->nparts)
		qsort(b->parts, b->nparts, sizeof *b->parts, ran_by_row);
	free(b->waits);
	b->waits = NULL;
	b->nwaits = b->cap_waits = 0;
}

void gt_crit_by_cell(struct gt_crit_by *b, const struct gt_trace *t, uint32_t row, struct gt_cell *out)
{
	size_t first = GT_BISECT(i, 0, b->nparts, b->parts[i].row < row), n = 0;

	for (size_t i = first; i < b->nparts && b->parts[i].row == row; i++) {
		GT_GROW(b->of_row, b->cap_of_row, n + 1);
		b->of_row[n++] = b->parts[i].part;
	}
	if (b->too_many)
		out->absent = "too many waits";
	else if (n)
		gt_ranby_parts(&b->ranby, t, b->of_row, n, out);
}

void gt_crit_by_release(struct gt_crit_by *b)
{
	gt_ranby_release(&b->ranby);
	free(b->waits);
	free(b->parts);
	free(b->of_row);
	*b = (struct gt_crit_by){ .nwaits = 0 };
}
