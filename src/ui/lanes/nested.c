/* What goroutines are inside of: user regions, mark assists, sweeps. */
#include "ui/lanes/nested.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/clock.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"

#define ROWS_AT_A_TIME 256

/* ---- gathering ---- */

static void nested_add(struct gt_tl_nested *n, uint32_t g, int64_t t0, int64_t t1, uint32_t name,
		       enum gt_tl_nest_kind kind)
{
	struct gt_tl_nest *nest;
	uint32_t i;
	bool added;

	if (g == GT_NO_ROW)
		return;
	i = gt_map_get_or_put(&n->by_g, g, (uint32_t)n->n, &added);
	if (added) {
		GT_GROW(n->v, n->cap, n->n + 1);
		n->v[n->n++] = (struct gt_tl_nest){ 0 };
	}
	nest = &n->v[i];
	GT_GROW(nest->v, nest->cap, nest->n + 1);
	nest->v[nest->n++] = (struct gt_tl_nest_item){
		.t0 = t0 == GT_NO_TIME ? 0 : t0, .t1 = t1 == GT_NO_TIME ? INT64_MAX : t1,
		.name = name, .kind = (uint8_t)kind,
	};
	nest->sorted = false;
}

bool gt_tl_nested_update(struct gt_tl_nested *n, const struct gt_trace *t, int64_t deadline)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_range_row range;
	struct gt_region region;

	for (; n->ranges < info->ranges; n->ranges++) {
		if (n->ranges % ROWS_AT_A_TIME == 0 && gt_clock_now() > deadline)
			return false;
		if (gt_range_get(t, n->ranges, &range) &&
		    (range.kind == GT_RANGE_ASSIST || range.kind == GT_RANGE_SWEEP))
			nested_add(n, range.g, range.t0, range.t1, 0,
				   range.kind == GT_RANGE_ASSIST ? GT_NEST_ASSIST : GT_NEST_SWEEP);
	}
	for (; n->regions < info->regions; n->regions++) {
		if (n->regions % ROWS_AT_A_TIME == 0 && gt_clock_now() > deadline)
			return false;
		if (gt_region_get(t, n->regions, &region))
			nested_add(n, region.g, region.t0, region.t1, region.name, GT_NEST_REGION);
	}
	return true;
}

void gt_tl_nested_release(struct gt_tl_nested *n)
{
	for (size_t i = 0; i < n->n; i++)
		free(n->v[i].v);
	free(n->v);
	gt_map_release(&n->by_g);
	*n = (struct gt_tl_nested){ 0 };
}

/* ---- asking ---- */

/* The outer one first where both begin at once. */
static int nested_compare(const void *pa, const void *pb)
{
	const struct gt_tl_nest_item *a = pa, *b = pb;

	return GT_ASC(a, b, t0) ?: GT_DESC(a, b, t1);
}

const struct gt_tl_nest *gt_tl_nest_of(struct gt_tl_nested *n, uint32_t g_row)
{
	uint32_t i = n->by_g.count ? gt_map_get(&n->by_g, g_row) : GT_MAP_NONE, outer = GT_NO_ROW;
	struct gt_tl_nest *nest;

	if (i == GT_MAP_NONE)
		return NULL;
	nest = &n->v[i];
	if (nest->sorted)
		return nest;
	qsort(nest->v, nest->n, sizeof *nest->v, nested_compare);
	for (uint32_t k = 0; k < nest->n; k++) {
		while (outer != GT_NO_ROW && nest->v[outer].t1 <= nest->v[k].t0)
			outer = nest->v[outer].outer;
		nest->v[k].outer = outer;
		outer = k;
	}
	nest->sorted = true;
	return nest;
}

/* The first that begins at or after a time. */
static uint32_t first_from(const struct gt_tl_nest *nest, int64_t time)
{
	assert(nest->sorted);
	return (uint32_t)GT_BISECT(i, 0, nest->n, nest->v[i].t0 < time);
}

uint32_t gt_tl_nest_at(const struct gt_tl_nest *nest, int64_t time)
{
	uint32_t i = first_from(nest, time < INT64_MAX ? time + 1 : time);

	for (i = i ? i - 1 : GT_NO_ROW; i != GT_NO_ROW && nest->v[i].t1 <= time; i = nest->v[i].outer)
		;
	return i;
}

uint32_t gt_tl_nest_in(const struct gt_tl_nest *nest, int64_t a, int64_t b, bool *more)
{
	uint32_t i = first_from(nest, a);

	*more = i + 1 < nest->n && nest->v[i + 1].t0 < b;
	return i < nest->n && nest->v[i].t0 < b ? i : gt_tl_nest_at(nest, a);
}

/* ---- telling ---- */

void gt_tl_nest_name(const struct gt_trace *t, const struct gt_tl_nest_item *item, struct gt_buf *out)
{
	size_t n;
	const char *s = gt_trace_string(t, item->name, &n);

	if (item->kind == GT_NEST_REGION)
		gt_text_escape(out, n ? s : "region", n ? n : 6);
	else
		gt_buf_puts(out, item->kind == GT_NEST_ASSIST ? "mark assist" : "sweep");
}

void gt_tl_nest_tell(const struct gt_tl_nest *nest, const struct gt_trace *t, int64_t time,
		     struct gt_detail *d)
{
	for (uint32_t i = gt_tl_nest_at(nest, time); i != GT_NO_ROW; i = nest->v[i].outer) {
		const struct gt_tl_nest_item *item = &nest->v[i];

		/* One that began earlier may have ended before the one inside it. */
		if (item->t1 <= time)
			continue;
		gt_tl_nest_name(t, item, &d->value);
		gt_buf_printf(&d->value, ", since %s, %s", gt_time_text(item->t0).s,
			      item->t1 == INT64_MAX ? "to the trace's end" : "for ");
		if (item->t1 != INT64_MAX)
			gt_human_dur(&d->value, item->t1 - item->t0);
		gt_detail_put(d, item->kind == GT_NEST_REGION ? "in region" : "in a");
	}
}
