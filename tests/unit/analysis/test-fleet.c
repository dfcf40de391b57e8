/* Lists of traces: which row stands apart, with numbers that were computed by hand, and hosts of paths. */
#include "analysis/fleet/fleet.h"

#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "tap/tap.h"

#define MOST 8

/* Rows of which only one metric is known. */
static size_t fleet_rows_of(struct gt_fleet_row *rows, const struct gt_fleet_row **p, enum gt_fleet_metric m,
			    const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		rows[i] = (struct gt_fleet_row){ .state = GT_FLEET_LISTED };
		for (enum gt_fleet_metric k = 0; k < GT_FLEET_METRICS; k++)
			rows[i].metric[k] = k == m ? v[i] : (double)NAN;
		p[i] = &rows[i];
	}
	return n;
}

static void check_z(enum gt_fleet_metric m, const double *v, size_t n, size_t i, double want, const char *what)
{
	struct gt_fleet_row rows[MOST];
	const struct gt_fleet_row *p[MOST];
	struct gt_fleet_verdict out[MOST];

	fleet_rows_of(rows, p, m, v, n);
	gt_fleet_judge(p, n, out);
	tap_ok(fabs(out[i].z - want) < 1e-9 * fmax(1, fabs(want)), "%s: %.12g is %.12g", what, out[i].z, want);
	tap_ok(fabs(gt_fleet_z(p, n, i, m) - want) < 1e-9 * fmax(1, fabs(want)), "%s, alone", what);
	tap_is_int(out[i].metric, m, "%s: the metric", what);
}

TAP_TEST(outliers)
{
	/* Without the last: median 3e6, deviations 2e6 1e6 0 1e6 2e6, so 1e6. */
	static const double odd[] = { 1e6, 2e6, 3e6, 4e6, 5e6, 20e6 };
	/* Without the first: 2 3 4 20, median 3.5e6, deviations 1.5 0.5 0.5 16.5, so 1e6. */
	static const double even[] = { 1e6, 2e6, 3e6, 4e6, 20e6 };
	static const double same[] = { 1e6, 1e6, 1e6, 1e6, 1e6, 2e6 };
	static const double steady[] = { 1e6, 1e6, 1e6, 1e6, 1e6, 2e6 };
	static const double none[] = { 0, 0, 0, 0, 0.3 };
	static const double rate[] = { 1000, 2000, 3000, 4000, 5000, 0 };

	check_z(GT_FLEET_P99, odd, 6, 5, 17 / 1.4826, "an odd number of others");
	check_z(GT_FLEET_P99, even, 5, 0, -2.5 / 1.4826, "an even one");
	check_z(GT_FLEET_P99, same, 6, 5, 10, "no deviation: the least that is worth a word");
	check_z(GT_FLEET_P99, same, 6, 0, 0, "one of those that are equal");
	check_z(GT_FLEET_GC_SHARE, none, 5, 4, 30, "nor a median: that, too");
	check_z(GT_FLEET_RATE, steady, 6, 5, 20, "no deviation: a twentieth of the median");
	check_z(GT_FLEET_RATE, rate, 6, 5, 3 / 1.4826, "less is as unusual as more");
}

TAP_TEST(few)
{
	static const double three[] = { 1, 2, 100 }, gaps[] = { 1, (double)NAN, 2, 3, 100 };
	struct gt_fleet_row rows[MOST];
	const struct gt_fleet_row *p[MOST];
	struct gt_fleet_verdict out[MOST];

	gt_fleet_judge(p, fleet_rows_of(rows, p, GT_FLEET_GOROUTINES, three, 3), out);
	tap_is_int(out[2].metric, GT_FLEET_NO_METRIC, "two others are too few");
	tap_ok(!gt_fleet_metric_name(out[2].metric), "and that has no name");
	gt_fleet_judge(p, fleet_rows_of(rows, p, GT_FLEET_GOROUTINES, gaps, 5), out);
	tap_is_int(out[1].metric, GT_FLEET_NO_METRIC, "a row without the number");
	tap_ok(fabs(out[4].z - 9.8) < 1e-9, "the others do without it: %g", out[4].z);
	gt_fleet_judge(p, 0, out);
}

static void check_host(const char *pattern, const char *path, const char *want)
{
	size_t n = 0;
	const char *host = gt_fleet_host(pattern, path, &n);

	tap_ok(want ? host && n == strlen(want) && !memcmp(host, want, n) : !host, "%s in %s: %s", pattern, path,
	       want ? want : "none");
}

TAP_TEST(hosts)
{
	check_host("traces/*/", "/data/traces/web-1/x.trace", "web-1");
	check_host("traces/*/", "/data/traces/x.trace", NULL);
	check_host("traces/*/", "traces//traces/db/x", "db");
	check_host("*-", "/logs/web-1.trace", "web");
	check_host("*", "logs/web", "logs");
	check_host("logs/*", "logs/web", "web");
	check_host("logs/*", "logs/", NULL);
	check_host("a*b", "a/b/acb", "c");
	check_host("/*.trace", "/logs/web-1.trace", "web-1");
	tap_ok(!gt_fleet_host_fault("x*"), "a pattern");
	tap_ok(gt_fleet_host_fault("x"), "one without *");
	tap_ok(gt_fleet_host_fault("*x*"), "one with two");
}
