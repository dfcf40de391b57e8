/* The period of a ticker, from the times at which it woke a goroutine. */
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/tickloops_own.h"
#include "analysis/table/percentile.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define LEAST_PERIOD INT64_C(1000000)   /* timers of the system are not exact enough for shorter ones */
#define INEXACT 10            /* a tick is on time to a tenth of the period, */
#define INEXACT_NS 100000     /* ... or to this */
#define PARTS 8               /* the shortest gap may be some periods */

int64_t gt_tick_error(int64_t gap, int64_t period, int64_t *periods)
{
	int64_t off = gap % period;

	*periods = gap / period + (off > period / 2);
	return off > period / 2 ? period - off : off;
}

static int64_t tolerance(int64_t period)
{
	return period / INEXACT > INEXACT_NS ? period / INEXACT : INEXACT_NS;
}

/* How many of the gaps are multiples; their mean period in *mean. */
static size_t count_multiples(const int64_t *gaps, size_t n, int64_t period, int64_t *mean)
{
	int64_t sum = 0, periods = 0, k;
	size_t fit = 0;

	for (size_t i = 0; i < n; i++) {
		bool near = gt_tick_error(gaps[i], period, &k) <= tolerance(period);

		fit += near && k;
		/* A tick that is late makes one gap longer and the next one shorter: all together they are exact. */
		gt_sat_grow(&sum, k ? gaps[i] : 0);
		periods += k;
	}
	*mean = periods ? sum / periods : period;
	return fit;
}

int64_t gt_tick_period(const int64_t *gaps, size_t n, int64_t least)
{
	static const double ranks[] = { 0.05, 0.25, 0.5 };
	int64_t at[GT_COUNT(ranks)], best = 0, *v = gt_xcalloc(n + 1, sizeof *v);

	if (n) {
		memcpy(v, gaps, n * sizeof *v);
		gt_percentiles_pick_i64(v, n, ranks, GT_COUNT(ranks), at);
	}
	free(v);
	for (unsigned i = 0; n && i < GT_COUNT(ranks) * PARTS; i++) {
		int64_t period = at[i / PARTS] / (i % PARTS + 1);

		for (unsigned round = 0; round < 2 && period >= LEAST_PERIOD; round++)
			count_multiples(gaps, n, period, &period);
		if (period >= LEAST_PERIOD && period >= least && period > best &&
		    (n - count_multiples(gaps, n, period, &(int64_t){ 0 })) * 5 + 5 <= n)
			best = period;
	}
	return best;
}
