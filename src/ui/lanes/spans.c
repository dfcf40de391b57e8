/* Ranges of the whole program, sorted by time. */
#include "ui/lanes/spans.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/xalloc.h"

void gt_tl_spans_add(struct gt_tl_spans *s, int64_t t0, int64_t t1, uint32_t row)
{
	GT_GROW(s->v, s->cap, s->n + 1);
	s->v[s->n++] = (struct gt_tl_span){ t0, t1 == GT_NO_TIME ? INT64_MAX : t1, row };
}

static int spans_compare(const void *pa, const void *pb)
{
	const struct gt_tl_span *a = pa, *b = pb;

	return GT_ASC(a, b, t0) ?: GT_ASC(a, b, row);
}

static void cover_one(struct gt_tl_spans *s, const struct gt_tl_span *span)
{
	struct gt_tl_cover *last = s->ncover ? &s->cover[s->ncover - 1] : NULL;
	int64_t before = 0;

	if (last && span->t0 <= last->t1) {
		if (span->t1 > last->t1)
			last->t1 = span->t1;
		return;
	}
	if (last)
		before = last->before + (last->t1 - last->t0);
	GT_GROW(s->cover, s->cover_cap, s->ncover + 1);
	s->cover[s->ncover++] = (struct gt_tl_cover){ span->t0, span->t1, before };
}

/* Ranges come in the order of their ends, and one that never ends comes last. */
void gt_tl_spans_settle(struct gt_tl_spans *s)
{
	size_t from = s->sorted;

	while (from < s->n && (from == 0 || spans_compare(&s->v[from - 1], &s->v[from]) < 0))
		from++;
	if (from < s->n) {
		qsort(s->v, s->n, sizeof *s->v, spans_compare);
		s->sorted = s->ncover = 0;
	}
	for (; s->sorted < s->n; s->sorted++) {
		const struct gt_tl_span *span = &s->v[s->sorted];

		cover_one(s, span);
		if (span->t1 != INT64_MAX && span->t1 - span->t0 > s->longest)
			s->longest = span->t1 - span->t0;
	}
	assert(s->ncover <= s->n);
}

bool gt_tl_ranges_update(struct gt_tl_ranges *r, const struct gt_trace *t, uint64_t most)
{
	uint64_t n = gt_trace_info(t)->ranges, end = n - r->seen > most ? r->seen + most : n;
	struct gt_range_row row;

	for (; r->seen < end; r->seen++) {
		if (!gt_range_get(t, r->seen, &row))
			continue;
		if (row.kind == GT_RANGE_GC)
			gt_tl_spans_add(&r->gc, row.t0, row.t1, (uint32_t)r->seen);
		else if (row.kind == GT_RANGE_STW)
			gt_tl_spans_add(&r->stw, row.t0, row.t1, (uint32_t)r->seen);
	}
	gt_tl_spans_settle(&r->gc);
	gt_tl_spans_settle(&r->stw);
	return r->seen == n;
}

static void spans_release(struct gt_tl_spans *s)
{
	free(s->v);
	free(s->cover);
}

void gt_tl_ranges_release(struct gt_tl_ranges *r)
{
	spans_release(&r->gc);
	spans_release(&r->stw);
	*r = (struct gt_tl_ranges){ 0 };
}

/* ---- asking ---- */

size_t gt_tl_spans_begin(const struct gt_tl_spans *s, int64_t time)
{
	return GT_BISECT(i, 0, s->n, s->v[i].t0 < time);
}

/* Spans of a kind hardly ever overlap, so that their ends are in order too; where not, the later one wins. */
size_t gt_tl_spans_seek(const struct gt_tl_spans *s, int64_t time)
{
	size_t k = gt_tl_spans_begin(s, time);

	while (k > 0 && s->v[k - 1].t1 > time)
		k--;
	return k;
}

/* ns covered before a time. */
static int64_t covered(const struct gt_tl_spans *s, int64_t time)
{
	size_t after = GT_BISECT(i, 0, s->ncover, s->cover[i].t0 < time);
	const struct gt_tl_cover *c;

	if (after == 0)
		return 0;
	c = &s->cover[after - 1];
	return c->before + ((time < c->t1 ? time : c->t1) - c->t0);
}

static uint64_t spans_seek(void *src, int64_t time)
{
	return gt_tl_spans_seek(src, time);
}

static bool spans_get(void *src, uint64_t k, struct gt_tl_item *out)
{
	const struct gt_tl_spans *s = src;

	if (k >= s->n)
		return false;
	*out = (struct gt_tl_item){
		.t0 = s->v[k].t0, .t1 = s->v[k].t1, .id = (uint32_t)k, .who = GT_NO_ITEM,
	};
	return true;
}

int64_t gt_tl_spans_busy(const struct gt_tl_spans *s, int64_t a, int64_t b)
{
	return covered(s, b) - covered(s, a);
}

static int64_t spans_busy(void *src, int64_t a, int64_t b)
{
	return gt_tl_spans_busy(src, a, b);
}

static uint32_t spans_dominant(void *src, int64_t a, int64_t b)
{
	(void)src;
	(void)a;
	(void)b;
	return GT_NO_ITEM;
}

const struct gt_tl_source_ops gt_tl_spans_ops = {
	.seek = spans_seek,
	.get = spans_get,
	.busy = spans_busy,
	.dominant = spans_dominant,
};
