/* Rank statistics. */
#include "analysis/compare/stats.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct ranked {
	double v;
	bool second;          /* it is of b */
};

static int compare_doubles(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

static int compare_ranked(const void *x, const void *y)
{
	return compare_doubles(&((const struct ranked *)x)->v, &((const struct ranked *)y)->v);
}

double gt_median(double *v, size_t n)
{
	if (!n)
		return 0;
	qsort(v, n, sizeof *v, compare_doubles);
	return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

/*
 * twice[i]: twice the rank of the i-th smallest of n values, so that it is whole where ranks are shared.  Returns
 * the sum of t^3 - t over all groups of t equal values.
 */
static double rank_values(const struct ranked *v, size_t n, unsigned *twice)
{
	double ties = 0;

	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && v[j].v <= v[i].v;)
			j++;
		for (size_t k = i; k < j; k++)
			twice[k] = (unsigned)(i + j + 1);
		ties += pow((double)(j - i), 3) - (double)(j - i);
	}
	return ties;
}

/*
 * Of all ways to take nb of n ranks: the share of those whose sum is as far from the mean as `sum`.  ways[k][s]: how
 * many ways there are to take k of the ranks so far with the sum s; a double is exact up to GT_RANKS_EXACT.
 */
static double exact_p(const unsigned *twice, size_t n, size_t nb, unsigned sum)
{
	size_t most = n * (n + 1), width = most + 1;
	double *ways = gt_xcalloc((nb + 1) * width, sizeof *ways), all = 0, far = 0;
	long mean = (long)(nb * (n + 1)), off = labs((long)sum - mean);

	ways[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1 < nb ? i + 1 : nb; k; k--)
			for (size_t s = twice[i]; s <= most; s++)
				ways[k * width + s] += ways[(k - 1) * width + s - twice[i]];
	for (size_t s = 0; s <= most; s++) {
		all += ways[nb * width + s];
		if (labs((long)s - mean) >= off)
			far += ways[nb * width + s];
	}
	free(ways);
	return far / all;
}

static double normal_p(double na, double nb, double sum, double ties)
{
	double n = na + nb, variance = na * nb / 12 * (n + 1 - ties / (n * (n - 1)));
	double off = fabs(sum / 2 - nb * (n + 1) / 2) - 0.5;

	if (variance <= 0 || off <= 0)
		return 1;
	return erfc(off / sqrt(variance) / sqrt(2));
}

double gt_rank_test(const double *a, size_t na, const double *b, size_t nb)
{
	size_t n = na + nb;
	struct ranked *v;
	unsigned *twice;
	double sum = 0, ties, p;

	if (!na || !nb)
		return 1;
	v = gt_xcalloc(n, sizeof *v);
	twice = gt_xcalloc(n, sizeof *twice);
	for (size_t i = 0; i < n; i++)
		v[i] = (struct ranked){ i < na ? a[i] : b[i - na], i >= na };
	qsort(v, n, sizeof *v, compare_ranked);
	ties = rank_values(v, n, twice);
	for (size_t i = 0; i < n; i++)
		sum += v[i].second ? twice[i] : 0;
	p = n <= GT_RANKS_EXACT ? exact_p(twice, n, nb, (unsigned)sum) : normal_p((double)na, (double)nb, sum, ties);
	free(v);
	free(twice);
	return p < 1 ? p : 1;
}

double gt_rank_shift(const double *a, size_t na, const double *b, size_t nb)
{
	double *d = gt_xcalloc(na * nb + 1, sizeof *d), shift;

	for (size_t i = 0; i < na; i++)
		for (size_t j = 0; j < nb; j++)
			d[i * nb + j] = b[j] - a[i];
	shift = gt_median(d, na * nb);
	free(d);
	return shift;
}

struct placed {
	double p;
	size_t at;
};

static int compare_placed(const void *x, const void *y)
{
	return compare_doubles(&((const struct placed *)x)->p, &((const struct placed *)y)->p);
}

void gt_holm(double *p, size_t n, size_t tests)
{
	struct placed *order = gt_xcalloc(n + 1, sizeof *order);
	double least = 0;

	assert(tests >= n);
	for (size_t i = 0; i < n; i++)
		order[i] = (struct placed){ p[i], i };
	qsort(order, n, sizeof *order, compare_placed);
	for (size_t i = 0; i < n; i++) {
		double v = order[i].p * (double)(tests - i);

		least = v > least ? v : least;
		p[order[i].at] = least < 1 ? least : 1;
	}
	free(order);
}
