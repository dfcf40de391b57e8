/* Clocks that differ: numbers that satisfy the bounds that the order gives. */
#include "order/align.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "order/bounds.h"
#include "order/orderops.h"

/*
 * The bounds of all pairs, less `slack`, that follow from one or more others; false: they contradict each other.
 * No sum of them is too large: no bound is larger than GT_LAST_NS, and no way meets a clock twice.
 */
static bool close_bounds(const struct gt_bounds *b, int64_t slack, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t j = 0; j < b->n; j++)
			d[i][j] = i == j ? 0 : b->most[i][j] == GT_NO_BOUND ? GT_NO_BOUND : b->most[i][j] - slack;
	for (uint32_t k = 0; k < b->n; k++) {
		for (uint32_t i = 0; i < b->n; i++)
			for (uint32_t j = 0; j < b->n && d[i][k] != GT_NO_BOUND; j++)
				if (d[k][j] != GT_NO_BOUND && d[i][k] + d[k][j] > d[i][j])
					d[i][j] = d[i][k] + d[k][j];
		for (uint32_t i = 0; i < b->n; i++)
			if (d[i][i] > 0)
				return false;
	}
	return true;
}

/* The same with the least slack with which no bounds contradict each other. */
static void close_some(const struct gt_bounds *b, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	int64_t low = 0, high = 0;

	if (close_bounds(b, 0, d))
		return;
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t j = 0; j < b->n; j++)
			if (b->most[i][j] > high)
				high = b->most[i][j];
	while (high - low > 1) {
		int64_t slack = low + (high - low) / 2;

		if (close_bounds(b, slack, d))
			high = slack;
		else
			low = slack;
	}
	close_bounds(b, high, d);
}

struct moving {
	uint32_t place, against; /* how many others it contradicts */
	int64_t ns;
};

static int by_against(const void *x, const void *y)
{
	const struct moving *a = x, *b = y;

	return GT_ASC(a, b, against) ?: GT_ASC(a, b, place);
}

/* The number nearest to 0 that fits to those of the clocks before it. */
static int64_t least_move(const struct moving *m, uint32_t i, int64_t (*d)[GT_ALIGN_CLOCKS])
{
	int64_t low = INT64_MIN, high = INT64_MAX;

	for (uint32_t j = 0; j < i; j++) {
		int64_t at_least = d[m[j].place][m[i].place], at_most = d[m[i].place][m[j].place];

		if (at_least != GT_NO_BOUND && m[j].ns + at_least > low)
			low = m[j].ns + at_least;
		if (at_most != GT_NO_BOUND && m[j].ns - at_most < high)
			high = m[j].ns - at_most;
	}
	return low > 0 ? low : high < 0 ? high : 0;
}

static void solve(const struct gt_bounds *b, struct gt_shifts *s)
{
	int64_t (*d)[GT_ALIGN_CLOCKS] = gt_xmalloc(GT_ALIGN_CLOCKS * sizeof *d);
	struct moving m[GT_ALIGN_CLOCKS] = { { 0 } };

	close_some(b, d);
	for (uint32_t i = 0; i < b->n; i++) {
		m[i] = (struct moving){ .place = i };
		for (uint32_t j = 0; j < b->n; j++)
			m[i].against += d[i][j] > GT_CLOCK_STEP || d[j][i] > GT_CLOCK_STEP;
	}
	qsort(m, b->n, sizeof *m, by_against);
	for (uint32_t i = 0; i < b->n; i++)
		m[i].ns = least_move(m, i, d);
	free(d);
	for (uint32_t i = 0; i < b->n; i++)
		if (m[i].ns <= -GT_CLOCK_STEP || m[i].ns >= GT_CLOCK_STEP)
			s->v[s->n++] = (struct gt_shift){ .clock = b->clocks[m[i].place], .ns = m[i].ns };
}

void gt_shifts_find(struct gt_shifts *s, struct gt_source *src, const struct gt_header *h,
		    const struct gt_cancel *cancel)
{
	struct gt_event buf[GT_ORDER_BATCH];
	struct gt_bounds *b = gt_xcalloc(1, sizeof *b);
	struct gt_order *o;
	int n;

	s->n = 0;
	if (!gt_order_open(&o, src, h, NULL)) {
		gt_order_cancel_with(o, cancel);
		o->bounds = b;
		while (!gt_cancelled(cancel) && gt_order_next_gen(o, NULL) > 0)
			while (!gt_cancelled(cancel) && gt_order_next(o, buf, GT_ORDER_BATCH, &n, NULL) > 0)
				;
		if (gt_clocks_differ(gt_order_clock(o), b->events))
			solve(b, s);
		gt_order_close(o);
	}
	gt_bounds_free(b);
}
