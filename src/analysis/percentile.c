/* Sorting numbers and picking percentiles. */
#include "analysis/percentile.h"

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

int64_t gt_percentile_i64(const int64_t *v, size_t n, double q)
{
	size_t rank;

	if (!n)
		return 0;
	rank = (size_t)(q * (double)n);
	if ((double)rank < q * (double)n)
		rank++;
	if (rank < 1)
		rank = 1;
	return v[(rank > n ? n : rank) - 1];
}
