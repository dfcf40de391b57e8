/* The longest slices without looking at all of them: best first over intervals of each P. */
#include <stdlib.h>

#include "analysis/slices/greedy.h"
#include "analysis/table/percentile.h"
#include "base/sat.h"
#include "base/xalloc.h"

/*
 * An interval of a P with the longest slice in it, or a slice whose neighbours
 * are intervals of their own.  Taking the longest slice out of an
 * interval leaves the interval before it and the one after it.
 */
struct node {
	int64_t dur;
	int64_t a, b;         /* the interval */
	uint32_t part, slice;
	bool ready;           /* a slice on its own, measured; p and g are known */
	int64_t start;
	uint64_t p, g;
};

struct search {
	const struct gt_trace *t;
	int64_t to;
	struct node *heap;
	size_t n, cap;
	uint64_t left;        /* how many more nodes may be taken */
};

/* Intervals go before slices of the same length: an equal slice may be inside. */
static bool greedytop_before(const struct node *x, const struct node *y)
{
	if (x->dur != y->dur)
		return x->dur > y->dur;
	if (x->ready != y->ready)
		return !x->ready;
	if (x->start != y->start)
		return x->start < y->start;
	if (x->p != y->p)
		return x->p < y->p;
	return x->g < y->g;
}

static void greedytop_push(struct search *s, const struct node *node)
{
	size_t i = s->n++;

	GT_GROW(s->heap, s->cap, s->n);
	for (; i && greedytop_before(node, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
		s->heap[i] = s->heap[(i - 1) / 2];
	s->heap[i] = *node;
}

static struct node greedytop_pop(struct search *s)
{
	struct node top = s->heap[0], last = s->heap[--s->n];
	size_t i = 0;

	for (;;) {
		size_t kid = 2 * i + 1;

		if (kid >= s->n)
			break;
		if (kid + 1 < s->n && greedytop_before(&s->heap[kid + 1], &s->heap[kid]))
			kid++;
		if (!greedytop_before(&s->heap[kid], &last))
			break;
		s->heap[i] = s->heap[kid];
		i = kid;
	}
	if (s->n)
		s->heap[i] = last;
	return top;
}

static void push_interval(struct search *s, uint32_t part, int64_t a, int64_t b)
{
	struct node node = { .part = part, .a = a, .b = b };
	struct gt_slice slice;

	if (a >= b)
		return;
	node.slice = gt_slices_longest(s->t, part, a, b);
	if (node.slice == GT_NO_ROW || !gt_slice_get(s->t, node.slice, &slice))
		return;
	node.dur = slice.t1 - slice.t0;
	greedytop_push(s, &node);
}

static void push_slice(struct search *s, struct node *node, const struct gt_slice_part *st)
{
	struct gt_proc p;
	struct gt_goroutine g;

	node->ready = true;
	node->dur = st->t1 - st->t0;       /* of one cut at its start less than the slice's */
	node->start = st->t0;
	if (gt_proc_get(s->t, node->part, &p))
		node->p = p.id;
	if (gt_goroutine_get(s->t, st->slice.g, &g))
		node->g = g.id;
	greedytop_push(s, node);
}

static void greedytop_begin(struct search *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	/* Each slice is taken once as an interval's longest and once on its own: a damaged index can claim more. */
	*s = (struct search){ .t = t, .to = to, .left = 2 * info->slices + info->procs };
	for (uint32_t part = 0; part < info->procs; part++)
		push_interval(s, part, from, to);
}

/* The next one, longest first; false: there is none. */
static bool greedytop_next(struct search *s, struct gt_slice_part *st)
{
	for (; s->n && s->left; s->left--) {
		struct node node = greedytop_pop(s);

		if (!gt_slice_part_of(s->t, node.slice, st))
			continue;
		if (node.ready)
			return true;
		if (st->slice.t1 <= node.a || st->slice.t0 >= node.b || st->t0 >= s->to)
			continue;
		push_interval(s, node.part, node.a, st->slice.t0);
		push_interval(s, node.part, st->slice.t1, node.b);
		push_slice(s, &node, st);
	}
	return false;
}

size_t gt_greedy_top_in(const struct gt_trace *t, int64_t from, int64_t to, size_t n,
			struct gt_slice_part *out)
{
	struct search s;
	size_t got = 0;

	greedytop_begin(&s, t, from, to);
	while (got < n && greedytop_next(&s, &out[got]))
		got++;
	free(s.heap);
	return got;
}

size_t gt_greedy_longest(const struct gt_trace *t, int64_t from, int64_t to, size_t n, uint32_t *ids, size_t room)
{
	struct gt_slice_part st;
	struct search s;
	int64_t last = 0;
	size_t got = 0;

	greedytop_begin(&s, t, from, to);
	while (greedytop_next(&s, &st) && (got < n || st.t1 - st.t0 == last)) {
		if (got == room) {
			got = 0;
			break;
		}
		ids[got++] = st.slice.id;
		last = st.t1 - st.t0;
	}
	free(s.heap);
	/* Empty slices are in no interval. */
	return got < n || last <= 0 ? 0 : got;
}

size_t gt_greedy_top(const struct gt_trace *t, size_t n, struct gt_slice_part *out)
{
	return gt_greedy_top_in(t, INT64_MIN, INT64_MAX, n, out);
}

bool gt_slice_part_clip(const struct gt_trace *t, struct gt_slice_part *s)
{
	int64_t horizon = gt_trace_info(t)->horizon;

	if (!gt_trace_beyond(t, s->t1))
		return true;
	s->t1 = horizon;
	return s->t0 < horizon;
}

void gt_greedy_tmax_in(const struct gt_trace *t, int64_t from, int64_t to, struct gt_tmax *out)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	/* One slice of each P can reach over the horizon and is shorter than it seems. */
	uint64_t want = info->gomaxprocs + (gt_trace_beyond(t, GT_NO_TIME) ? info->procs : 0);
	uint64_t n = want < info->slices ? want : info->slices;
	struct gt_slice_part *top = gt_xcalloc(n ? n : 1, sizeof *top);
	size_t got = gt_greedy_top_in(t, from, gt_trace_until(t, to), (size_t)n, top), left = 0;
	int64_t *durs = gt_xcalloc(got + 1, sizeof *durs);

	for (size_t i = 0; i < got; i++)
		if (gt_slice_part_clip(t, &top[i]))
			durs[left++] = top[i].t1 - top[i].t0;
	gt_sort_i64(durs, left);
	*out = (struct gt_tmax) { .n = info->gomaxprocs, .max = left ? durs[left - 1] : 0 };
	for (uint64_t i = 0; i < info->gomaxprocs && i < left; i++)
		gt_sat_grow(&out->sum, durs[left - 1 - i]);
	free(durs);
	free(top);
}

void gt_greedy_tmax(const struct gt_trace *t, struct gt_tmax *out)
{
	gt_greedy_tmax_in(t, INT64_MIN, INT64_MAX, out);
}
