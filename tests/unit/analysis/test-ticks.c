/* Tickers: the period, from gaps between ticks; whether a loop is one. */
#include "analysis/findings/tickloops_own.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"

#define MS INT64_C(1000000)

TAP_TEST(tick_period)
{
	/* Late by at most 0.4 ms, which makes a gap longer and the next one shorter; some ticks are not waited for. */
	static const int64_t ticks[] = { 10 * MS + 400000, 9 * MS + 600000, 30 * MS, 10 * MS, 20 * MS, 50 * MS };
	/* After work of any length a sleep. */
	static const int64_t sleeps[] = { 10 * MS, 14 * MS, 17 * MS, 25 * MS, 33 * MS, 11 * MS };
	/* Two in seven are late by a third of the period or more. */
	static const int64_t busy[] = { 50 * MS, 13 * MS, 7 * MS, 10 * MS, 44 * MS, 6 * MS, 10 * MS, 10 * MS, 40 * MS,
					10 * MS, 13 * MS, 7 * MS, 10 * MS, 50 * MS };
	/* As near to multiples of 12 ms as of 10 ms. */
	static const int64_t either[] = { 60 * MS, 60 * MS, 120 * MS, 60 * MS, 60 * MS, 180 * MS, 12 * MS };
	/* As near to 20 ms, but for two ticks that are half of that apart. */
	static const int64_t even[] = { 10 * MS, 60 * MS, 80 * MS, 120 * MS, 43 * MS, 97 * MS, 20 * MS, 60 * MS,
					80 * MS, 140 * MS, 60 * MS, 40 * MS };
	static const int64_t fast[] = { 900000, 900000, 900000, 900000, 900000, 900000 };
	int64_t k;

	tap_is_int(gt_tick_period(ticks, 6, 0), 10 * MS, "multiples of a period");
	tap_is_int(gt_tick_period(ticks, 6, 11 * MS), 0, "... which nobody waits longer than");
	tap_is_int(gt_tick_period(ticks, 4, 0), 0, "four gaps say nothing");
	tap_is_int(gt_tick_period(sleeps, 6, 2 * MS), 0, "multiples of nothing");
	tap_is_int(gt_tick_period(busy, 14, 6 * MS), 10 * MS, "some ticks are late");
	tap_is_int(gt_tick_period(either, 7, 6 * MS), 0, "one of two periods: nobody knows");
	tap_is_int(gt_tick_period(even, 12, 4 * MS), 10 * MS, "not twice the period");
	tap_is_int(gt_tick_period(fast, 6, 0), 0, "too short to be sure");
	tap_is_int(gt_tick_period(NULL, 0, 0), 0, "no gaps");
	tap_is_int(gt_tick_error(29 * MS, 10 * MS, &k), MS, "how far from a multiple");
	tap_is_int(k, 3, "... and from which");
}

/*
 * Strings 1 to 6: chan receive, select, main.loop, main.nap, main.work, sleep; stacks 1 to 3: main.nap from main.loop,
 * main.loop, main.work from main.loop; 4: goroutine 5's start.
 */
#define TICK_TABLES \
	"b1,none,5[08 u1000000000]" \
	" b1,none,5[02 03 01 02 11 04 06 05 10 03 06 07 03 02 01 12 03 06 08 03 03 02 13 05 06 09 10 03 06 07" \
	" 03 04 01 20 03 06 04]" \
	" b1,none,5[04 05 01 0c 63 68 61 6e 20 72 65 63 65 69 76 65 05 02 06 73 65 6c 65 63 74" \
	" 05 03 09 6d 61 69 6e 2e 6c 6f 6f 70 05 04 08 6d 61 69 6e 2e 6e 61 70" \
	" 05 05 09 6d 61 69 6e 2e 77 6f 72 6b 05 06 05 73 6c 65 65 70] "

/*
 * Goroutine 5 waits in a select of main.nap, and a timer wakes it at multiples of 10 ms; then for goroutine 1, after
 * three in four for 1 ms and after the others for 33 ms, with that stack.
 */
static struct gt_trace *open_naps(unsigned waits_at)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;
	int64_t now = 0;
	unsigned seq = 1;

	gt_buf_puts(&spec, TICK_TABLES "b1,1,5[0d 01 00 01 19 01 01 01 02 0e 01 05 04 00 14 01 06 00 10 01 05 01 ");
	for (unsigned i = 0; i < 24; i++, seq += 4) {
		int64_t wait = i % 4 == 3 ? 33 * MS : MS, tick = (now / (10 * MS) + 1) * 10 * MS;

		/* 5 blocks until the tick, and again; a timer unblocks 1, which unblocks 5 and sleeps. */
		gt_buf_printf(&spec, "14 01 02 01 15 u%d 05 u%u 00 10 01 05 u%u 14 u1000 01 u%u ", (int)(tick - now), seq + 1,
			      seq + 2, waits_at);
		gt_buf_printf(&spec, "15 u%d 01 u%u 00 10 01 01 u%u 15 01 05 u%u 00 14 01 06 00 10 01 05 u%u ", (int)wait,
			      2 * i + 1, 2 * i + 2, seq + 3, seq + 4);
		now = tick + wait + 1006;
	}
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

static void finds_ticker(unsigned waits_at, size_t want, const char *what)
{
	struct gt_trace *t = open_naps(waits_at);
	struct gt_tick_look *k = gt_tick_look_new(t, 0, 2000 * MS);
	const struct gt_tick_loop *v;
	size_t n;

	while (gt_tick_look_step(k))
		;
	v = gt_tick_look_loops(k, &n);
	tap_is_int((int64_t)n, (int64_t)want, "%s", what);
	for (size_t i = 0; i < n; i++)
		tap_is_int((int64_t)v[i].over, 5, "... and how often its work took too long");
	gt_tick_look_free(k);
	gt_trace_close(t);
}

TAP_TEST(whose_wait)
{
	finds_ticker(3, 1, "what the loop calls waits: its work is too long");
	finds_ticker(2, 0, "the loop waits for something to do");
}
