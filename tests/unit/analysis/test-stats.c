/* Rank statistics against numbers that Python computed by trying all divisions of the values. */
#include "analysis/compare/stats.h"

#include <math.h>

#include "base/compiler.h"
#include "tap/tap.h"

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(1, fabs(b)) && fabs(a - b) <= 1e-6 * fabs(b);
}

TAP_TEST(exact)
{
	static const double low[] = { 1, 2, 3, 4, 5 }, high[] = { 6, 7, 8, 9, 10 };
	static const double tied[] = { 1.5, 2, 2, 3 }, other[] = { 2, 3, 3, 5, 7 };
	static const double six[] = { 10, 12, 9, 11, 14, 8 }, four[] = { 13, 15, 11, 16 }, same[] = { 1, 1, 1 };
	double a[16], b[16];

	for (int i = 0; i < 16; i++) {
		a[i] = i;
		b[i] = 100 - i;
	}
	tap_ok(near(gt_rank_test(low, 5, high, 5), 2.0 / 252), "five below five");
	tap_ok(near(gt_rank_test(high, 5, low, 5), 2.0 / 252), "... and above");
	tap_ok(near(gt_rank_test(tied, 4, other, 5), 14.0 / 126), "ties");
	tap_ok(near(gt_rank_test(six, 6, four, 4), 16.0 / 210), "sizes that differ");
	tap_ok(near(gt_rank_test(same, 3, same, 3), 1), "all equal");
	tap_ok(near(gt_rank_test(a, 16, b, 16), 3.3273419550419868e-09), "sixteen below sixteen");
	tap_ok(near(gt_rank_test(a, 0, b, 16), 1), "nothing");
}

TAP_TEST(many)
{
	double a[30], b[25];

	for (int i = 0; i < 30; i++)
		a[i] = i * 37 % 101;
	for (int i = 0; i < 25; i++)
		b[i] = i * 53 % 97 + 15;
	tap_ok(near(gt_rank_test(a, 30, b, 25), 0.27553418778868216), "many: the normal approximation");
}

TAP_TEST(sizes)
{
	static const double a[] = { 1, 4, 9 }, b[] = { 2, 3, 11, 20 };
	double v[] = { 9, 1, 4, 2 }, p[] = { 0.01, 0.04, 0.03, 0.005 }, q[] = { 0.02 };

	tap_ok(near(gt_rank_shift(a, 3, b, 4), 2), "the median of all differences");
	tap_ok(near(gt_median(v, 4), 3) && near(gt_median(v, 0), 0), "median");
	/* As in Holm's paper: times 4, 3, 2, 1, and never less than the one before. */
	gt_holm(p, 4, 4);
	tap_ok(near(p[3], 0.02) && near(p[0], 0.03) && near(p[2], 0.06) && near(p[1], 0.06), "Holm");
	gt_holm(q, 1, 100);
	tap_ok(near(q[0], 1), "tests that are not there count");
}
