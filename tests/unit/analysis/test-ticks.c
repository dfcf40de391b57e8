/* The period of a ticker, from gaps between its ticks. */
#include "analysis/findings/tickloops_own.h"
#include "tap/tap.h"

#define MS INT64_C(1000000)

TAP_TEST(tick_period)
{
	/* Late by at most 0.4 ms, which makes a gap longer and the next one shorter; some ticks are not waited for. */
	static const int64_t ticks[] = { 10 * MS + 400000, 9 * MS + 600000, 30 * MS, 10 * MS, 20 * MS, 50 * MS };
	/* After work of any length a sleep. */
	static const int64_t sleeps[] = { 10 * MS, 14 * MS, 17 * MS, 25 * MS, 33 * MS, 11 * MS };
	static const int64_t fast[] = { 900000, 900000, 900000, 900000, 900000, 900000 };
	int64_t k;

	tap_is_int(gt_tick_period(ticks, 6, 0), 10 * MS, "multiples of a period");
	tap_is_int(gt_tick_period(ticks, 6, 11 * MS), 0, "... which nobody waits longer than");
	tap_is_int(gt_tick_period(ticks, 4, 0), 0, "four gaps say nothing");
	tap_is_int(gt_tick_period(sleeps, 6, 2 * MS), 0, "multiples of nothing");
	tap_is_int(gt_tick_period(fast, 6, 0), 0, "too short to be sure");
	tap_is_int(gt_tick_period(NULL, 0, 0), 0, "no gaps");
	tap_is_int(gt_tick_error(29 * MS, 10 * MS, &k), MS, "how far from a multiple");
	tap_is_int(k, 3, "... and from which");
}
