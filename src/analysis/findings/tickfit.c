/* The period of a ticker, from the times at which it woke a goroutine. */
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/tickloops_own.h"
#include "analysis/table/percentile.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define LEAST_PERIOD INT64_C(1000000)   /* timers of the system are not exact enough for shorter ones */
#define CIRCLE 40u            /* parts of a period, */
#define PUNCTUAL 8u           /* ... so many neighbours of which hold nearly all ticks */
#define SHORT 20u             /* of so many gaps one may be shorter than 11 of as many parts of the period */
#define PARTS 8               /* the shortest gap may be some periods */

struct tick_period {
	int64_t period;
	size_t punctual;
};

int64_t gt_tick_error(int64_t gap, int64_t period, int64_t *periods)
{
	int64_t off = gap % period;

	*periods = gap / period + (off > period / 2);
	return off > period / 2 ? period - off : off;
}

/* The mean period, if each gap is its nearest multiple: one tick that is late is the next one's shorter gap. */
static int64_t mean_period(const int64_t *gaps, size_t n, int64_t period)
{
	int64_t sum = 0, periods = 0, k;

	for (size_t i = 0; i < n; i++) {
		gt_tick_error(gaps[i], period, &k);
		gt_sat_grow(&sum, k ? gaps[i] : 0);
		periods += k;
	}
	return periods ? sum / periods : period;
}

/*
 * How many of the n + 1 ticks are where most of them are in the period.  A late tick moves no other one, and a busy
 * machine makes one in three late; after a sleep the next one is wherever the work before it ended.
 */
static size_t count_punctual(const int64_t *gaps, size_t n, int64_t period)
{
	size_t ticks[CIRCLE] = { 1 }, most = 0;
	int64_t phase = 0;

	for (size_t i = 0; i < n; i++) {
		phase = (phase + gaps[i] % period) % period;
		ticks[(uint64_t)((double)phase / (double)period * CIRCLE) % CIRCLE]++;
	}
	for (unsigned i = 0; i < CIRCLE; i++) {
		size_t sum = 0;

		for (unsigned j = 0; j < PUNCTUAL; j++)
			sum += ticks[(i + j) % CIRCLE];
		most = sum > most ? sum : most;
	}
	return most;
}

/* A tick that comes half a period after the one before it belongs to a shorter period, or that one was that late. */
static bool has_short_gaps(const int64_t *gaps, size_t n, int64_t period)
{
	size_t few = 0;

	for (size_t i = 0; i < n; i++)
		few += gaps[i] < period / SHORT * 11;
	return few > n / SHORT;
}

/* Few ticks may be as near to multiples of two periods: then who knows which one it is. */
static bool is_sure(const struct tick_period *v, unsigned n, const struct tick_period *best)
{
	int64_t k;

	for (unsigned i = 0; i < n; i++) {
		int64_t less = v[i].period < best->period ? v[i].period : best->period;

		if (v[i].punctual + 1 >= best->punctual &&
		    gt_tick_error(v[i].period + best->period - less, less, &k) > less / SHORT)
			return false;
	}
	return true;
}

int64_t gt_tick_period(const int64_t *gaps, size_t n, int64_t least)
{
	static const double ranks[] = { 0.05, 0.25, 0.5 };
	struct tick_period found[GT_COUNT(ranks) * PARTS], best = { 0, 0 };
	int64_t at[GT_COUNT(ranks)], *v = gt_xcalloc(n + 1, sizeof *v);
	unsigned nfound = 0;

	if (n) {
		memcpy(v, gaps, n * sizeof *v);
		gt_percentiles_pick_i64(v, n, ranks, GT_COUNT(ranks), at);
	}
	free(v);
	for (unsigned i = 0; n && i < GT_COUNT(ranks) * PARTS; i++) {
		struct tick_period x = { at[i / PARTS] / (i % PARTS + 1), 0 };

		for (unsigned round = 0; round < 2 && x.period >= LEAST_PERIOD; round++)
			x.period = mean_period(gaps, n, x.period);
		if (x.period < LEAST_PERIOD || x.period < least || has_short_gaps(gaps, n, x.period))
			continue;
		x.punctual = count_punctual(gaps, n, x.period);
		/* Of few ticks each must be, of many two thirds: what chance does is as rare with both. */
		if ((n + 1 - x.punctual) * 3 + 6 > n + 1)
			continue;
		found[nfound++] = x;
		if (x.punctual > best.punctual || (x.punctual == best.punctual && x.period > best.period))
			best = x;
	}
	return is_sure(found, nfound, &best) ? best.period : 0;
}
