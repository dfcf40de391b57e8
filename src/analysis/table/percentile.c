/* Sorting numbers and picking percentiles. */
#include "analysis/table/percentile.h"

#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

void gt_sort_i64(int64_t *v, size_t n)
{
	if (n)
		qsort(v, n, sizeof *v, by_value);
}

size_t gt_percentile_rank(size_t n, double q)
{
	size_t rank = (size_t)(q * (double)n);

	assert(n > 0 && q >= 0 && q <= 1);
	if ((double)rank < q * (double)n)
		rank++;
	if (rank < 1)
		rank = 1;
	return (rank > n ? n : rank) - 1;
}

int64_t gt_percentile_i64(const int64_t *v, size_t n, double q)
{
	return n ? v[gt_percentile_rank(n, q)] : 0;
}

/* Smaller values than the pivot to the left, larger ones to the right; [*lo, *hi) are equal to it then. */
static void percentile_partition(int64_t *v, size_t a, size_t b, int64_t pivot, size_t *lo, size_t *hi)
{
	size_t i = a, left = a, right = b;

	while (i < right) {
		int64_t x = v[i];

		if (x < pivot) {
			v[i++] = v[left];
			v[left++] = x;
		} else if (x > pivot) {
			v[i] = v[--right];
			v[right] = x;
		} else {
			i++;
		}
	}
	assert(a <= left && left <= right && right <= b);
	*lo = left;
	*hi = right;
}

int64_t gt_pick_i64(int64_t *v, size_t n, size_t rank)
{
	size_t a = 0, b = n, lo, hi;
	uint64_t random = 1;

	assert(rank < n);
	while (b - a > 1) {
		/* Any pivot will do; a fixed one could be made to meet its worst case. */
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		percentile_partition(v, a, b, v[a + (random >> 33) % (b - a)], &lo, &hi);
		if (rank >= lo && rank < hi)
			break;
		if (rank < lo)
			b = lo;
		else
			a = hi;
	}
	return v[rank];
}

int64_t gt_percentile_pick_i64(int64_t *v, size_t n, double q)
{
	return n ? gt_pick_i64(v, n, gt_percentile_rank(n, q)) : 0;
}

void gt_percentiles_pick_i64(int64_t *v, size_t n, const double *q, unsigned nq, int64_t *out)
{
	size_t done = 0;

	for (unsigned i = 0; i < nq; i++) {
		size_t rank = n ? gt_percentile_rank(n, q[i]) : 0;

		/* What was found before has the smaller ones before it. */
		assert(!n || rank >= done);
		out[i] = n ? gt_pick_i64(v + done, n - done, rank - done) : 0;
		done = rank;
	}
}
