/* Which trace stands apart from the others, and in what. */
#include <math.h>
#include <stdlib.h>

#include "analysis/fleet/fleet.h"
#include "base/xalloc.h"

/* A normal distribution's standard deviation is so many of its median absolute deviations. */
#define MAD_SCALE 1.4826
/* A difference of less than this part of what is usual is none. */
#define LEAST_PART 0.05
/* Larger ones say no more, and numbers stay within what thresholds can hold. */
#define MOST_Z 1e6

static const struct {
	const char *name;
	double least;         /* the smallest scale: differences of a few of these are not worth a word */
	bool both;            /* less is as unusual as more */
} metrics[GT_FLEET_METRICS] = {
	[GT_FLEET_P99] = { "sched_p99", 100e3, false },
	[GT_FLEET_STW_MAX] = { "stw_max", 100e3, false },
	[GT_FLEET_STW_SHARE] = { "stw_share", 0.001, false },
	[GT_FLEET_PRESSURE] = { "pressure", 0.01, false },
	[GT_FLEET_GC_SHARE] = { "gc_share", 0.01, false },
	[GT_FLEET_COST] = { "share", 0.02, false },
	[GT_FLEET_RATE] = { "events_per_s", 100, true },
	[GT_FLEET_GOROUTINES] = { "goroutines_max", 10, false },
};

const char *gt_fleet_metric_name(enum gt_fleet_metric m)
{
	return m < GT_FLEET_METRICS ? metrics[m].name : NULL;
}

static int outliers_by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Sorted values without one of them: there are n of these. */
struct others {
	const double *v;
	size_t n, skip;
};

static double others_at(const struct others *o, size_t i)
{
	return o->v[i + (i >= o->skip)];
}

static double others_median(const struct others *o)
{
	return (others_at(o, (o->n - 1) / 2) + others_at(o, o->n / 2)) / 2;
}

/* The median of |v - median|: those below and those above come nearest first, and are merged. */
static double others_deviation(const struct others *o, double median)
{
	size_t up = 0, down, want = o->n / 2;
	double last = 0, d = 0;

	while (up < o->n && others_at(o, up) < median)
		up++;
	down = up;
	for (size_t i = 0; i <= want; i++) {
		double above = up < o->n ? others_at(o, up) - median : INFINITY;
		double below = down > 0 ? median - others_at(o, down - 1) : INFINITY;

		last = d;
		if (above <= below)
			up++;
		else
			down--;
		d = above <= below ? above : below;
	}
	return o->n % 2 ? d : (last + d) / 2;
}

static double others_z(const struct others *o, double x, enum gt_fleet_metric m)
{
	double median = others_median(o), scale = MAD_SCALE * others_deviation(o, median), z;

	scale = fmax(scale, fmax(LEAST_PART * fabs(median), metrics[m].least));
	z = (x - median) / scale;
	if (metrics[m].both)
		z = fabs(z);
	return fmin(fmax(z, -MOST_Z), MOST_Z);
}

/* The values of a metric that are known, sorted; how many. */
static size_t sorted_values(const struct gt_fleet_row *const *rows, size_t n, enum gt_fleet_metric m, double *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(rows[i]->metric[m]))
			out[k++] = rows[i]->metric[m];
	qsort(out, k, sizeof *out, outliers_by_value);
	return k;
}

/* One of equal values is as good as any other. */
static double z_among(const double *sorted, size_t k, double x, enum gt_fleet_metric m)
{
	const double *at;
	struct others o = { .v = sorted, .n = k - 1 };

	if (isnan(x) || k <= GT_FLEET_OTHERS)
		return NAN;
	at = bsearch(&x, sorted, k, sizeof *sorted, outliers_by_value);
	o.skip = at ? (size_t)(at - sorted) : k;
	return others_z(&o, x, m);
}

double gt_fleet_z(const struct gt_fleet_row *const *rows, size_t n, size_t i, enum gt_fleet_metric m)
{
	double *sorted = gt_xcalloc(n + 1, sizeof *sorted);
	size_t k = sorted_values(rows, n, m, sorted);
	double z = z_among(sorted, k, rows[i]->metric[m], m);

	free(sorted);
	return z;
}

void gt_fleet_judge(const struct gt_fleet_row *const *rows, size_t n, struct gt_fleet_verdict *out)
{
	double *sorted = gt_xcalloc(n + 1, sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		out[i] = (struct gt_fleet_verdict){ .metric = GT_FLEET_NO_METRIC };
	for (enum gt_fleet_metric m = 0; m < GT_FLEET_METRICS; m++) {
		size_t k = sorted_values(rows, n, m, sorted);

		for (size_t i = 0; i < n; i++) {
			double z = z_among(sorted, k, rows[i]->metric[m], m);

			if (isnan(z) || (out[i].metric != GT_FLEET_NO_METRIC && z <= out[i].z))
				continue;
			out[i] = (struct gt_fleet_verdict){ .metric = m, .z = z };
		}
	}
	free(sorted);
}
