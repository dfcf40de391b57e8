/* Goroutine states, sums and history chains of a trace written by hand. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/slices/chain.h"
#include "analysis/goroutines/gscan.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "analysis/paths/states.h"
#include "analysis/reports/summary.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"
#include "wire/v2/v2events.h"

static uint32_t row_of(const struct gt_trace *t, uint64_t id)
{
	return gt_goroutine_find(t, id, INT64_MAX);
}

/* ---- states ---- */

struct walk {
	const struct gt_trace *t;
	struct gt_buf text;
	unsigned left;
};

static void put_type(struct walk *w, unsigned type)
{
	gt_buf_puts(&w->text, type ? gt_event_type_name(w->t, type) : "-");
}

static bool put_interval(void *arg, const struct gt_interval *iv)
{
	struct walk *w = arg;
	size_t n;
	const char *reason = gt_trace_string(w->t, iv->reason, &n);

	gt_buf_printf(&w->text, "%" PRId64 "-%" PRId64 " %s", iv->t0, iv->t1, gt_spent_name(iv->what));
	if (n)
		gt_buf_printf(&w->text, " %.*s", (int)n, reason);
	gt_buf_puts(&w->text, " (");
	put_type(w, iv->begin_type);
	gt_buf_putc(&w->text, ' ');
	put_type(w, iv->end_type);
	gt_buf_printf(&w->text, "%s)\n", iv->open ? " open" : "");
	return --w->left > 0;
}

static void test_walk(const struct gt_trace *t, uint64_t g, bool backward, unsigned most, const char *want,
		      const char *name)
{
	struct walk w = { .t = t, .left = most };

	gt_goroutine_walk(t, row_of(t, g), backward, put_interval, &w);
	tap_is_str(gt_buf_str(&w.text), want, "%s", name);
	gt_buf_release(&w.text);
}

static void test_walks(const struct gt_trace *t)
{
	test_walk(t, 1, false, 99,
		  "0-25 running (- GoSyscallBegin)\n"
		  "25-30 syscall (GoSyscallBegin GoSyscallEnd)\n"
		  "30-35 running (GoSyscallEnd GoBlock)\n"
		  "35-55 waiting sync (GoBlock GoUnblock)\n"
		  "55-75 runnable (GoUnblock GoStart)\n"
		  "75-85 running (GoStart GoSyscallBegin)\n"
		  "85-95 syscall (GoSyscallBegin ProcStop)\n"
		  "95-105 syscall without P (ProcStop GoSyscallEndBlocked)\n"
		  "105-126 runnable (GoSyscallEndBlocked - open)\n", "all states of goroutine 1");
	test_walk(t, 5, false, 99,
		  "15-45 runnable (GoCreate GoStart)\n"
		  "45-65 running (GoStart GoStop)\n"
		  "65-115 runnable (GoStop GoStart)\n"
		  "115-125 running (GoStart GoDestroy)\n", "all states of goroutine 5");
	test_walk(t, 5, true, 99,
		  "115-125 running (GoStart GoDestroy)\n"
		  "65-115 runnable (GoStop GoStart)\n"
		  "45-65 running (GoStart GoStop)\n"
		  "15-45 runnable (GoCreate GoStart)\n", "backwards");
	test_walk(t, 1, true, 2,
		  "105-126 runnable (GoSyscallEndBlocked - open)\n"
		  "95-105 syscall without P (ProcStop GoSyscallEndBlocked)\n", "a walk can be stopped");
}

/* ---- sums ---- */

static void test_sums(const struct gt_trace *t, uint64_t g, int64_t from, int64_t to, const char *want)
{
	struct gt_gsums s = { 0 };
	struct gt_buf text = { 0 };
	size_t n;

	gt_goroutine_sums(t, row_of(t, g), from, to, &s);
	gt_buf_i64(&text, s.total);
	for (int i = 0; i < GT_SPENT_KINDS; i++)
		gt_buf_printf(&text, " %" PRId64, s.ns[i]);
	for (size_t i = 0; i < s.nblock; i++) {
		const char *reason = gt_trace_string(t, s.block[i].reason, &n);

		gt_buf_printf(&text, " %.*s=%" PRId64, (int)n, reason, s.block[i].ns);
	}
	tap_is_str(gt_buf_str(&text), want, "sums of goroutine %" PRIu64 " in [%" PRId64 ", %" PRId64 ")", g, from, to);
	gt_buf_release(&text);
	gt_gsums_release(&s);
}

struct plain {
	int64_t from, to, ns[GT_SPENT_KINDS];
};

static bool add_plain(void *arg, const struct gt_interval *iv)
{
	struct plain *p = arg;
	int64_t t0 = iv->t0 > p->from ? iv->t0 : p->from, t1 = iv->t1 < p->to ? iv->t1 : p->to;

	p->ns[iv->what] += t1 > t0 ? t1 - t0 : 0;
	return true;
}

/* Sums of a window, walked back from its end, and those of the walk over all slices: as the states have them. */
static void test_windows(const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->goroutines;
	unsigned bad = 0, bad_scan = 0, touched = 0;
	struct gt_gsums one = { 0 }, all = { 0 };
	struct gt_gscan scan;

	for (int64_t from = -2; from < 130; from++) {
		for (int64_t to = from + 1; to < 130; to++) {
			if (!gt_gscan_fill(&scan, t, from, to))
				bad_scan++;
			for (uint32_t row = 0; row < n; row++) {
				struct plain p = { .from = from, .to = to };

				gt_goroutine_walk(t, row, false, add_plain, &p);
				gt_goroutine_sums(t, row, from, to, &one);
				bad += memcmp(one.ns, p.ns, sizeof p.ns) != 0;
				if (!gt_gscan_touched(&scan, row))
					continue;
				touched++;
				gt_gscan_sums(&scan, row, &all);
				bad_scan += memcmp(all.ns, p.ns, sizeof p.ns) != 0 || all.nblock != one.nblock;
				for (size_t i = 0; i < all.nblock && i < one.nblock; i++)
					bad_scan += all.block[i].reason != one.block[i].reason ||
						    all.block[i].ns != one.block[i].ns;
			}
			gt_gscan_release(&scan);
		}
	}
	tap_is_u64(bad, 0, "sums of goroutines in every window");
	tap_ok(!bad_scan && touched > 10000, "of all at once: %u wrong of %u", bad_scan, touched);
	gt_gsums_release(&one);
	gt_gsums_release(&all);
}

#define REASONS 100u

/* Waits of 1, 2, 3 … ns, for as many reasons, and then again: each sum is there once, the largest first. */
TAP_TEST(many_reasons)
{
	struct gt_buf spec = { 0 };
	struct gt_gsums s = { 0 };
	unsigned bad = 0;
	struct gt_trace *t;

	gt_buf_puts(&spec, "b1,none,5[08 u1000000000] b1,none,5[04 ");
	for (uint32_t i = 1; i <= REASONS; i++)
		gt_buf_printf(&spec, "05 u%u 03 %02x %02x %02x ", i, '0' + i / 100, '0' + i / 10 % 10, '0' + i % 10);
	gt_buf_puts(&spec, "] b1,1,10[0d 01 00 01 19 01 01 01 02 ");
	for (uint32_t i = 0; i < 2 * REASONS; i++)
		gt_buf_printf(&spec, "14 01 u%u 00 15 u%u 01 u%u 00 10 01 01 u%u ", i % REASONS + 1, i + 1, 2 * i + 1,
			      2 * i + 2);
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	/* The second time as if it had been the first: nothing is left of it. */
	for (int again = 0; again < 2; again++)
		gt_goroutine_sums(t, row_of(t, 1), INT64_MIN, INT64_MAX, &s);
	tap_is_u64(s.nblock, REASONS, "as many reasons as there are");
	for (uint32_t i = 0; i < s.nblock && i < REASONS; i++) {
		uint32_t reason = REASONS - i;
		char want[16];
		size_t n;
		const char *text = gt_trace_string(t, s.block[i].reason, &n);

		snprintf(want, sizeof want, "%03u", reason);
		bad += n != 3 || memcmp(text, want, n) != 0 ||
		       s.block[i].ns != (int64_t)(2 * reason + REASONS);
	}
	tap_is_u64(bad, 0, "each with the sum of its two waits");
	gt_gsums_release(&s);
	gt_trace_close(t);
	gt_buf_release(&spec);
}

/* ---- chains ---- */

static void test_chain(const struct gt_trace *t, uint64_t g, uint32_t k, enum gt_chain_at at, uint32_t calls,
		       const char *want)
{
	struct gt_buf text = { 0 };
	struct gt_slice s;
	struct gt_chain c;
	struct gt_frame f;

	gt_slice_get(t, gt_goroutine_slice(t, row_of(t, g), k), &s);
	gt_chain_of(t, &s, at, calls, &c);
	for (unsigned i = 0; i < c.n; i++)
		gt_buf_printf(&text, "%s ", gt_event_type_name(t, c.types[i]));
	if (c.stack && gt_stack_frame(t, c.stack, 0, &f)) {
		size_t n;
		const char *func = gt_trace_string(t, f.func, &n);

		gt_buf_printf(&text, "%.*s:%" PRIu64, (int)n, func, f.line);
	}
	tap_is_str(gt_buf_str(&text), want, "before the %s of slice %u of goroutine %" PRIu64 ", %u calls in",
		   at == GT_CHAIN_START ? "start" : "end", k, g, calls);
	gt_buf_release(&text);
}

static void test_chains(const struct gt_trace *t)
{
	test_chain(t, 1, 0, GT_CHAIN_START, 0, "");
	test_chain(t, 1, 0, GT_CHAIN_START, 1, "GoSyscallBegin main.f:5");
	test_chain(t, 1, 0, GT_CHAIN_END, 0, "GoStatus ");
	test_chain(t, 1, 0, GT_CHAIN_END, UINT32_MAX, "GoSyscallBegin GoSyscallEnd main.f:5");
	test_chain(t, 1, 1, GT_CHAIN_START, 0, "GoBlock GoUnblock main.f:5");
	test_chain(t, 1, 1, GT_CHAIN_END, 0, "GoBlock GoUnblock GoStart main.f:5");
	test_chain(t, 1, 1, GT_CHAIN_END, UINT32_MAX, "GoSyscallBegin main.f:5");
	test_chain(t, 5, 0, GT_CHAIN_START, 0, "GoCreate main.g:7");
	test_chain(t, 5, 1, GT_CHAIN_START, 0, "GoStop main.g:7");
	test_chain(t, 5, 1, GT_CHAIN_END, UINT32_MAX, "GoStop GoStart main.g:7");
}

/* ---- a coroutine: thousands of switches without a stack ---- */

#define SWITCHES 3000

static struct gt_trace *open_coroutine(void)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 2f 01 05 02 01 ");
	for (int i = 1; i <= SWITCHES; i++)
		gt_buf_printf(&spec, "2d 03 05 u%d 2d 03 01 u%d ", i, i);
	gt_buf_puts(&spec, "14 01 01 01]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

static bool same_chain(const struct gt_chain *a, const struct gt_chain *b)
{
	return a->n == b->n && a->total == b->total && a->stack == b->stack && a->since == b->since &&
	       !memcmp(a->types, b->types, a->n);
}

TAP_TEST(coroutine)
{
	struct gt_trace *t = open_coroutine();
	struct gt_chain_memo memo = { 0 };
	uint32_t row = row_of(t, 5), wrong = 0, total = 0;

	for (uint32_t k = SWITCHES; k-- > 0;) {
		struct gt_slice s;
		struct gt_chain plain, quick;

		/* 2017 is prime to the number of slices: all of them, in no order. */
		gt_slice_get(t, gt_goroutine_slice(t, row, k * 2017 % SWITCHES), &s);
		gt_chain_of(t, &s, GT_CHAIN_START, 0, &plain);
		gt_chain_find(t, &memo, &s, GT_CHAIN_START, 0, &quick);
		wrong += !same_chain(&plain, &quick);
		total += plain.total != 2 + 3 * (uint64_t)(k * 2017 % SWITCHES);
		wrong += plain.types[0] != GT_V2_GoCreateBlocked || !plain.stack;
	}
	tap_is_u64(total, 0, "a chain counts all switches since the creation");
	tap_is_u64(wrong, 0, "with a memo it is the same");
	tap_ok(memo.n > 0 && memo.n < SWITCHES, "a memo keeps a few places");
	gt_chain_memo_release(&memo);
	gt_trace_close(t);
}

/* ---- the longest, the facts ---- */

static void test_facts(struct gt_trace *t)
{
	struct gt_slice_part top[9];
	struct gt_summary s;

	tap_is_u64(gt_greedy_top(t, 9, top), 4, "slices");
	tap_ok(top[0].t0 == 7 && top[0].t1 == 35 && top[0].cut && !top[0].open, "the longest began before the trace");
	tap_ok(top[1].t0 == 45 && top[2].t0 == 75, "of two of 20 ns the earlier one goes first");
	tap_ok(top[2].end_type == GT_V2_ProcStop && top[2].end_stack, "one lost its P in a call, whose stack it has");
	gt_summary_fill(&s, t);
	tap_is_u64(s.slices, 4, "slices in the summary");
	tap_is_int(s.slices_total, 28 + 20 + 20 + 10, "how long they last from where they are seen");
	tap_is_int(s.busy, 35 + 20 + 20 + 10, "how long the P was held, since the trace began");
	tap_ok(s.heap_alloc_max == GT_NONE && s.stw_max == GT_NO_TIME, "what the trace does not tell is absent");
}

/* ---- the table of states ---- */

static void test_states(struct gt_trace *t)
{
	struct gt_table_args args = { .has_g = true, .g = row_of(t, 1) };
	struct gt_interval iv, first = { 0 };
	struct gt_table *table;
	struct gt_error err;
	uint64_t wrong = 0;

	if (gt_table_open(&table, &gt_report_states, t, &args, &err))
		tap_bail("%s", err.text);
	tap_is_u64(table->rows, 9, "a row for every state");
	for (uint64_t row = 0; row < table->rows; row++) {
		wrong += !gt_states_get(table, row, &iv) || (row && iv.t0 != first.t1);
		wrong += gt_states_row(table, iv.t0) != row || gt_states_row(table, iv.t1 - 1) != row;
		first = iv;
	}
	tap_is_u64(wrong, 0, "without gaps, and found by time");
	gt_states_get(table, 3, &iv);
	tap_is_u64(iv.waker, row_of(t, 5), "who ended a wait");
	tap_ok(gt_interval_stack(t, &iv) && !gt_interval_on_processor(&iv), "where it waited");
	gt_states_get(table, 2, &iv);
	tap_ok(gt_interval_stack(t, &iv) && gt_interval_on_processor(&iv), "where it stopped");
	tap_is_u64(iv.waker, GT_NO_ROW, "nobody ends what is no wait");
	tap_ok(!gt_states_get(table, 9, &iv), "no row beyond the last");
	gt_table_close(table);
}

/* The only wait of a goroutine: until when, who ended it and where that one stood. */
static void test_woken(struct gt_trace *t, uint64_t g, const char *want, const char *name)
{
	struct gt_table_args args = { .has_g = true, .g = row_of(t, g) };
	struct gt_buf text = { 0 };
	struct gt_interval iv;
	struct gt_table *table;
	struct gt_error err;
	struct gt_cell c;

	if (gt_table_open(&table, &gt_report_states, t, &args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; gt_states_get(table, row, &iv); row++) {
		if (iv.what != GT_SPENT_BLOCK)
			continue;
		gt_buf_printf(&text, "%" PRId64 "-%" PRId64 "%s", iv.t0, iv.t1, iv.woken ? " woken" : "");
		gt_table_cell(table, row, GT_ST_WAKER, &c);
		if (!c.null)
			gt_buf_printf(&text, " by G%" PRIu64, c.u);
		gt_table_cell(table, row, GT_ST_WAKER_STACK, &c);
		if (!c.null)
			gt_buf_puts(&text, " at "), gt_where_text(&text, t, c.stack);
	}
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_table_close(table);
	gt_buf_release(&text);
}

/* Waits from before the trace, and such after which the goroutine does not run again. */
TAP_TEST(wakers)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
		"b1,1,10[0d 01 00 01 19 01 01 01 02 "
		"19 01 05 unone 04 19 01 06 unone 04 19 01 07 unone 04 "   /* GoStatus g=5, 6, 7 waiting */
		"15 0a 05 01 02 "       /* 20 GoUnblock g=5 */
		"15 05 06 01 01 "       /* 25 GoUnblock g=6 */
		"14 05 01 01 "          /* 30 GoBlock sync */
		"10 05 05 02 "          /* 35 GoStart g=5 */
		"15 05 01 01 01 "       /* 40 GoUnblock g=1 */
		"11 05]");              /* 45 GoDestroy */

	test_woken(t, 5, "0-20 woken by G1 at main.g:7", "who ended a wait from before the trace");
	test_woken(t, 6, "0-25 woken by G1 at main.f:5", "who ended the only wait, after which it did not run");
	test_woken(t, 1, "30-40 woken by G5 at main.f:5", "who ended the last one");
	test_woken(t, 7, "0-46", "nobody ended one that goes on");
	gt_trace_close(t);
}

/* The slices of one goroutine alone, whole and split. */
static void test_own_slices(struct gt_trace *t)
{
	struct gt_table_args args = { .has_g = true, .g = row_of(t, 1) };
	struct gt_table *table;
	struct gt_slice_part s;
	struct gt_error err;

	if (gt_table_open(&table, &gt_report_greedy, t, &args, &err))
		tap_bail("%s", err.text);
	tap_is_u64(table->rows, 2, "the goroutine's slices");
	gt_greedy_get(table, 1, &s);
	tap_ok(s.t0 == 75 && s.t1 == 95 && gt_greedy_row(table, s.slice.id) == 1, "in order of time, and found");
	gt_table_close(table);
	gt_greedy_args_in(&args)->split = true;
	if (gt_table_open(&table, &gt_report_greedy, t, &args, &err))
		tap_bail("%s", err.text);
	tap_is_u64(table->rows, 3, "their parts");
	gt_greedy_get(table, 2, &s);
	tap_ok(s.t0 == 75 && s.t1 == 85 && s.part == 0, "up to a call that lost its P");
	gt_table_close(table);
}

TAP_TEST(handmade)
{
	struct gt_trace *t = handmade_open();

	test_walks(t);
	test_sums(t, 1, INT64_MIN, INT64_MAX, "126 40 41 15 10 20 sync=20");
	test_sums(t, 5, INT64_MIN, INT64_MAX, "110 30 80 0 0 0");
	test_sums(t, 1, 50, 100, "50 10 20 10 5 5 sync=5");
	test_sums(t, 5, 0, 15, "0 0 0 0 0 0");
	test_sums(t, 5, 120, 200, "5 5 0 0 0 0");
	test_windows(t);
	test_chains(t);
	test_facts(t);
	test_states(t);
	test_own_slices(t);
	gt_trace_close(t);
}
