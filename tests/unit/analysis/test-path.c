/* The wake-up chain, and slices in groups: of traces written by hand; chains of recorded ones, too. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/slices/greedygroups.h"
#include "analysis/paths/path.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "base/buf.h"
#include "handmade.h"
#include "index/query/tracks.h"
#include "tap/tap.h"

static uint32_t row_of(const struct gt_trace *t, uint64_t id)
{
	return gt_goroutine_find(t, id, INT64_MAX);
}

static uint64_t id_of(const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g = { 0 };

	gt_goroutine_get(t, row, &g);
	return g.id;
}

static void put_hop(struct gt_buf *out, const struct gt_trace *t, struct gt_events *events, const struct gt_hop *h)
{
	static const char *const links[] = {
		[GT_LINK_FIRST] = "", [GT_LINK_SAME] = " same",
		[GT_LINK_WOKE] = " woke", [GT_LINK_CREATED] = " created", [GT_LINK_WAITED] = " waited",
	};
	struct gt_frame f;
	const char *s;
	size_t n;

	gt_buf_printf(out, "G%" PRIu64 " %s %" PRId64 "-%" PRId64 "%s", id_of(t, h->g),
		      gt_hop_state_name(h->state), h->t0, h->t1, links[h->link]);
	if (h->link == GT_LINK_WOKE || h->link == GT_LINK_CREATED)
		gt_buf_printf(out, " G%" PRIu64, id_of(t, h->to));
	if (h->waited != GT_NO_TIME)
		gt_buf_printf(out, " after %" PRId64, h->waited);
	s = gt_trace_string(t, h->reason, &n);
	if (n)
		gt_buf_printf(out, " (%.*s)", (int)n, s);
	if (gt_stack_frame(t, gt_hop_stack(h, t, events), 0, &f)) {
		s = gt_trace_string(t, f.func, &n);
		gt_buf_printf(out, "%s%.*s", n ? " at " : "", (int)n, s);
	}
	gt_buf_putc(out, '\n');
}

static void test_path(const struct gt_trace *t, uint64_t g, int64_t time, size_t max, enum gt_path_end end,
		      const char *want, const char *name)
{
	struct gt_events *events = gt_events_open((struct gt_trace *)t);
	struct gt_path path = { 0 };
	struct gt_buf text = { 0 };

	tap_ok(gt_path_walk(&path, t, row_of(t, g), time, max), "%s", name);
	for (size_t i = 0; i < path.n; i++)
		put_hop(&text, t, events, &path.hops[i]);
	tap_is_str(gt_buf_str(&text), want, "its hops");
	tap_is_int(path.end, end, "its end");
	gt_buf_release(&text);
	gt_path_release(&path);
	gt_events_close(events);
}

static void test_paths(const struct gt_trace *t)
{
	struct gt_path none = { 0 };

	test_path(t, 1, 95, 99, GT_PATH_BEGIN,
		  "G1 running 75-95 at main.f\n"
		  "G1 runnable 55-75 same\n"
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 35-45 same\n"
		  "G1 running 0-35 waited (sync) at main.f\n", "from a slice to who woke it, and to before the wait");
	test_path(t, 1, 80, 1, GT_PATH_LIMIT, "G1 running 75-80\n", "from the middle of a slice, one hop");
	test_path(t, 5, 125, 99, GT_PATH_MAIN,
		  "G5 running 115-125\n"
		  "G5 runnable 65-115 same\n"
		  "G5 running 45-65 same (sync) at main.g\n"
		  "G5 runnable 15-45 same\n"
		  "G1 running 0-15 created G5 at main.f\n", "over a stop of its own, to its creation");
	test_path(t, 1, 55, 99, GT_PATH_BEGIN,
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 35-45 same\n"
		  "G1 running 0-35 waited (sync) at main.f\n", "from a wait, as it ends");
	test_path(t, 1, 75, 3, GT_PATH_LIMIT,
		  "G1 runnable 55-75\n"
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 35-45 same\n", "from the wait for a processor");
	test_path(t, 1, 45, 99, GT_PATH_BEGIN,
		  "G1 waiting 35-45 (sync) at main.f\n"
		  "G1 running 0-35 same (sync) at main.f\n", "from the middle of a wait to what led to it");
	test_path(t, 1, 126, 2, GT_PATH_LIMIT,
		  "G1 runnable 105-126\n"
		  "G1 syscall without P 95-105 same at main.f\n", "from the trace's end, over a call");
	test_path(t, 5, 999, 1, GT_PATH_LIMIT, "G5 running 115-125\n", "after its end: from there");
	tap_ok(!gt_path_walk(&none, t, row_of(t, 5), 14, 9), "a goroutine that is not there yet has no chain");
	tap_ok(!gt_path_walk(&none, t, GT_NO_ROW, 14, 9), "nor has none");
	gt_path_release(&none);
}

/* A wake-up by nobody is a root. */
TAP_TEST(root)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 "
						"14 05 01 01 15 14 01 01 00 10 05 01 02 13 0a 01 02]");
	struct gt_slice s;

	if (gt_slice_get(t, gt_goroutine_slice(t, row_of(t, 1), 1), &s))
		test_path(t, 1, s.t1, 99, GT_PATH_TIMER,
			  "G1 running 37-47 (sync) at main.g\n"
			  "G1 runnable 32-37 same\n"
			  "G1 waiting 12-32 same (sync) at main.f\n", "to a wake-up by nobody");
	else
		tap_fail("the goroutine has a second slice");
	gt_trace_close(t);
}

/*
 * Goroutine 1 waits for the network from 20 to 35; goroutine 5 runs from 25 to
 * 45 and wakes it, either inside its own stop-the-world or not.
 * Then 5 waits for 1 until 60, and 1 ends at 65.
 */
static struct gt_trace *open_poll(bool stops)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_printf(&spec, HANDMADE_TABLES
		      "b1,none,5[04 05 05 07 6e 65 74 77 6f 72 6b 05 06 02 67 63] "     /* 5: network, 6: gc */
		      "b1,1,10[0d 01 00 01 19 01 01 01 02 "
		      "0e 08 05 02 01 "       /* 15 GoCreate g=5 */
		      "14 05 05 01 "          /* 20 GoBlock network */
		      "10 05 05 01 %s "       /* 25 GoStart g=5, 30 STWBegin */
		      "15 %s 01 01 02 %s "    /* 35 GoUnblock g=1, 40 STWEnd */
		      "14 %s 01 02 "          /* 45 GoBlock sync */
		      "10 05 01 02 "          /* 50 GoStart g=1 */
		      "15 0a 05 02 01 "       /* 60 GoUnblock g=5 */
		      "11 05 "                /* 65 GoDestroy */
		      "10 05 05 03 "          /* 70 GoStart g=5 */
		      "14 05 01 02]",         /* 75 GoBlock sync */
		      stops ? "1a 05 06 02" : "", stops ? "05" : "0a", stops ? "1b 05" : "", stops ? "05" : "0a");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

/* Who restarts the world polls the network: whom that wakes, the network woke. */
TAP_TEST(poll)
{
	struct gt_trace *t = open_poll(true);

	test_path(t, 1, 65, 99, GT_PATH_NETWORK,
		  "G1 running 50-65\n"
		  "G1 runnable 35-50 same\n"
		  "G1 waiting 20-35 same (network) at main.f\n", "a network wake-up inside a stop");
	test_path(t, 5, 75, 99, GT_PATH_MAIN,
		  "G5 running 70-75 (sync) at main.g\n"
		  "G5 runnable 60-70 same\n"
		  "G1 running 50-60 woke G5 after 15 (sync) at main.f\n"
		  "G1 runnable 45-50 same\n"
		  "G5 running 25-45 waited (sync) at main.g\n"
		  "G5 runnable 15-25 same\n"
		  "G1 running 0-15 created G5 at main.f\n", "the wake-up outside of it counts");
	gt_trace_close(t);
	t = open_poll(false);
	test_path(t, 1, 65, 99, GT_PATH_BEGIN,
		  "G1 running 50-65\n"
		  "G1 runnable 35-50 same\n"
		  "G5 running 25-35 woke G1 after 15 (network) at main.g\n"
		  "G5 runnable 20-25 same\n"
		  "G1 running 0-20 waited (network) at main.f\n", "the same without the stop");
	gt_trace_close(t);
}

/*
 * The same in the old format; the stop's event names no goroutine there: the P's is meant.  Before 1.10 it is
 * not known who stops the world when.
 */
static struct gt_trace *open_poll_old(int minor, bool stops)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_printf(&spec,
		"41 00 0a 45 00 05 84 01 02 00 "    /*  0 ProcStart, 1 Gomaxprocs */
		"cd 04 01 01 00 00 66 01 01 "       /*  2 GoCreate g=1, 3 GoStart */
		"cd 04 01 05 00 00 "                /*  4 GoCreate g=5 */
		"5b 10 01 "                         /* 20 GoBlockNet */
		"66 05 05 "                         /* 25 GoStart g=5 */
		"%s "                               /* 30 GCSTWStart */
		"a7 %s 01 00 "                      /* 35 GoUnblock g=1 */
		"%s "                               /* 40 GCSTWDone */
		"59 %s 00 "                         /* 45 GoBlockSync */
		"66 05 01 "                         /* 50 GoStart g=1 */
		"0f 0f "                            /* 65 GoEnd */
		"02 u1000000000 c3 06 01 01 00 00 00 00",     /* stack 1: nothing is known of its only frame */
		stops ? "49 05 00" : "", stops ? "05" : "0a", stops ? "0a 05" : "", stops ? "05" : "0a");
	t = handmade_open_minor(minor, gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

/* Who set a deadline or closed the connection woke it, whatever Go's reader makes of it. */
TAP_TEST(deadline_old)
{
	struct gt_trace *t = open_poll_old(19, false);
	struct gt_instant_row r;

	test_path(t, 1, 65, 99, GT_PATH_NO_CREATOR,
		  "G1 running 50-65\n"
		  "G1 runnable 35-50 same\n"
		  "G5 running 25-35 woke G1 after 15 (network)\n"
		  "G5 runnable 20-25 same\n"
		  "G1 running 3-20 waited (network)\n"
		  "G1 runnable 2-3 same\n", "the same without the stop");
	tap_ok(!gt_instants(t, GT_INSTANT_NETWORK, GT_NO_ROW) &&
	       gt_instant_get(t, GT_INSTANT_UNBLOCK, 0, 0, &r) && r.t == 35 && r.g == row_of(t, 1),
	       "shown on the waker's P");
	gt_trace_close(t);
	t = open_poll_old(9, false);
	test_path(t, 1, 65, 99, GT_PATH_NETWORK,
		  "G1 running 50-65\n"
		  "G1 runnable 35-50 same\n"
		  "G1 waiting 20-35 same (network)\n", "up to 1.9 it may be the poller");
	gt_trace_close(t);
}

TAP_TEST(poll_old)
{
	struct gt_trace *t = open_poll_old(19, true);
	struct gt_buf text = { 0 };
	struct gt_slice s;
	struct gt_frame f;

	test_path(t, 1, 65, 99, GT_PATH_NETWORK,
		  "G1 running 50-65\n"
		  "G1 runnable 35-50 same\n"
		  "G1 waiting 20-35 same (network)\n", "a network wake-up inside a stop, old format");
	if (!gt_slice_get(t, gt_goroutine_slice(t, row_of(t, 1), 0), &s) || !gt_stack_frame(t, s.end_stack, 0, &f))
		tap_bail("the first slice ends with a stack");
	tap_ok(!gt_where_text(&text, t, s.end_stack), "a frame without function and PC is not called 0x0");
	gt_frame_text(&text, t, &f);
	tap_is_str(gt_buf_str(&text), "not recorded", "in a stack it is there");
	gt_buf_release(&text);
	gt_trace_close(t);
}

/* Goroutine 1 waits for 6 from 30 to 80, which has waited for 5 since 20, until 60. */
TAP_TEST(nested)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
		"b1,1,10[0d 01 00 01 19 01 01 01 02 "
		"0e 03 05 02 01 "       /* 10 GoCreate g=5 */
		"0e 01 06 02 01 "       /* 11 GoCreate g=6 */
		"13 01 01 01 "          /* 12 GoStop */
		"10 01 06 01 "          /* 13 GoStart g=6 */
		"14 07 01 02 "          /* 20 GoBlock sync */
		"10 05 01 01 "          /* 25 GoStart g=1 */
		"14 05 01 01 "          /* 30 GoBlock sync */
		"10 0a 05 01 "          /* 40 GoStart g=5 */
		"15 14 06 02 02 "       /* 60 GoUnblock g=6 */
		"14 05 01 02 "          /* 65 GoBlock sync */
		"10 05 06 03 "          /* 70 GoStart g=6 */
		"15 0a 01 02 02 "       /* 80 GoUnblock g=1 */
		"11 02 "                /* 82 GoDestroy */
		"10 08 01 03 "          /* 90 GoStart g=1 */
		"14 05 01 01]");        /* 95 GoBlock */

	test_path(t, 1, 95, 99, GT_PATH_BEGIN,
		  "G1 running 90-95 (sync) at main.f\n"
		  "G1 runnable 80-90 same\n"
		  "G6 running 70-80 woke G1 after 50 (sync) at main.g\n"
		  "G6 runnable 60-70 same\n"
		  "G5 running 40-60 woke G6 after 40 (sync) at main.g\n"
		  "G5 runnable 30-40 same\n"
		  "G1 running 25-30 waited (sync) at main.f\n"
		  "G1 runnable 12-25 same\n"
		  "G1 running 0-12 same (sync) at main.f\n", "a wait inside a wait, begun before it");
	test_path(t, 6, 82, 99, GT_PATH_MAIN,
		  "G6 running 70-82\n"
		  "G6 runnable 60-70 same\n"
		  "G5 running 40-60 woke G6 after 40 (sync) at main.g\n"
		  "G5 runnable 20-40 same\n"
		  "G6 running 13-20 waited (sync) at main.g\n"
		  "G6 runnable 11-13 same\n"
		  "G1 running 0-11 created G6 at main.f\n", "the inner one alone");
	gt_trace_close(t);
}

/* In the old format by the scheduler on a P: a timer; by a thread without one: the system monitor. */
TAP_TEST(sleep_old)
{
	struct gt_trace *t = handmade_open_minor(19,
		"41 00 0a 45 00 05 84 01 02 00 "    /*  0 ProcStart, 1 Gomaxprocs */
		"cd 04 01 01 00 00 66 01 01 "       /*  2 GoCreate g=1, 3 GoStart */
		"53 10 01 "                         /* 19 GoSleep */
		"a7 10 01 00 "                      /* 35 GoUnblock g=1 */
		"66 05 01 "                         /* 40 GoStart g=1 */
		"0f 0f "                            /* 55 GoEnd */
		"02 u1000000000 c3 06 01 01 00 00 00 00");

	test_path(t, 1, 55, 99, GT_PATH_TIMER,
		  "G1 running 40-55\n"
		  "G1 runnable 35-40 same\n"
		  "G1 waiting 19-35 same (sleep)\n", "to the end of a sleep, old format");
	gt_trace_close(t);
}

/* Of a goroutine that has not run since it was woken the waker is found, too. */
TAP_TEST(not_run)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
		"b1,1,10[0d 01 00 01 19 01 01 01 02 "
		"0e 08 05 02 01 "       /* 15 GoCreate g=5 */
		"14 05 01 01 "          /* 20 GoBlock sync */
		"10 05 05 01 "          /* 25 GoStart g=5 */
		"15 0a 01 01 02 "       /* 35 GoUnblock g=1 */
		"11 0a]");              /* 45 GoDestroy */

	test_path(t, 1, INT64_MAX, 99, GT_PATH_BEGIN,
		  "G1 runnable 35-46\n"
		  "G5 running 25-35 woke G1 after 15 (sync) at main.g\n"
		  "G5 runnable 20-25 same\n"
		  "G1 running 0-20 waited (sync) at main.f\n", "from a wait for a P that does not end");
	gt_trace_close(t);
}

/* The latest hops up to the limit, and that there are more. */
TAP_TEST(limit)
{
	struct gt_table_args args = { .has_g = true };
	struct gt_buf spec = { 0 };
	struct gt_table *table;
	struct gt_error err;
	struct gt_trace *t;
	struct gt_cell c;

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02");
	for (unsigned i = 0; i < GT_PATH_HOPS / 2 + 2; i++)
		gt_buf_printf(&spec, " 13 01 01 01 10 01 01 u%u", i + 1);
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	args.g = row_of(t, 1);
	if (gt_table_open(&table, &gt_report_path, t, &args, &err))
		tap_bail("%s", err.text);
	tap_is_u64(table->rows, GT_PATH_HOPS, "hops are listed up to the limit");
	tap_is_int(gt_path_of(table)->end, GT_PATH_LIMIT, "which is why there are no more");
	gt_table_cell(table, table->rows - 1, GT_PATHC_END_WHY, &c);
	tap_ok(!c.null && strstr(c.s, "1000 hops"), "the last row says so");
	gt_table_cell(table, table->rows - 2, GT_PATHC_END_WHY, &c);
	tap_ok(c.null, "no other one");
	gt_table_close(table);
	gt_trace_close(t);
	gt_buf_release(&spec);
}

/* ---- recorded traces ---- */

struct between {
	int64_t t0, t1;
	bool found;
	enum gt_spent what;
};

static bool find_state(void *arg, const struct gt_interval *iv)
{
	struct between *b = arg;

	b->found = iv->t0 <= b->t0 && b->t1 <= iv->t1;
	b->what = iv->what;
	return !b->found && iv->t0 < b->t1;
}

/* The goroutine is in the hop's state all through it; a P may be kept in calls. */
static bool is_state(const struct gt_trace *t, const struct gt_hop *h)
{
	struct between b = { .t0 = h->t0, .t1 = h->t1 };
	struct gt_goroutine g;

	if (h->state == GT_HOP_RUNNING)
		return gt_goroutine_get(t, h->g, &g) &&
		       (h->t0 == g.create || gt_goroutine_busy(t, h->g, h->t0, h->t1) == h->t1 - h->t0);
	gt_goroutine_walk(t, h->g, false, find_state, &b);
	return b.found && b.what == gt_hop_spent(h->state);
}

/* Bounds fall strictly and without gaps, from the time asked for on. */
static bool tiles(const struct gt_path *p)
{
	int64_t at = p->time, sum = 0;

	for (size_t i = 0; i < p->n; i++) {
		const struct gt_hop *h = &p->hops[i];

		if (h->t1 != at || h->t0 >= h->t1)
			return false;
		at = h->t0;
		sum += h->t1 - h->t0;
	}
	return sum == p->time - at && sum == gt_path_length(p);
}

struct tally {
	unsigned n, gaps, states;
};

/* A chain from the start or the end of some slice. */
static void count_chain(const struct gt_trace *t, uint32_t i, struct tally *tally)
{
	struct gt_path path = { 0 };
	struct gt_goroutine g;
	struct gt_slice s;

	if (!gt_goroutine_get(t, i * 7 % gt_trace_info(t)->goroutines, &g) || !g.slices ||
	    !gt_slice_get(t, gt_goroutine_slice(t, g.row, i * 13 % g.slices), &s))
		return;
	tally->n += gt_path_walk(&path, t, g.row, i % 3 ? s.t1 : s.t0, 300);
	tally->gaps += !tiles(&path);
	for (size_t k = 0; k < path.n; k++)
		tally->states += !is_state(t, &path.hops[k]);
	gt_path_release(&path);
}

static void check_recorded(const char *name)
{
	const struct gt_open_options opt = { .index = "none" };
	const char *top = getenv("GT_SRCDIR");
	struct tally tally = { 0 };
	struct gt_buf file = { 0 };
	struct gt_trace *t;
	struct gt_error err;

	gt_buf_printf(&file, "%s/testdata/traces/%s", top ? top : ".", name);
	if (gt_trace_open(&t, gt_buf_str(&file), &opt, &err) < 0)
		tap_bail("%s", err.text);
	gt_buf_release(&file);
	for (uint32_t i = 0; i < 200; i++)
		count_chain(t, i, &tally);
	tap_ok(tally.n > 20, "%s: %u chains", name, tally.n);
	tap_is_u64(tally.gaps, 0, "%s: bounds fall strictly, without gaps", name);
	tap_is_u64(tally.states, 0, "%s: states are those of the goroutines' lives", name);
	gt_trace_close(t);
}

/* ---- groups ---- */

static void put_groups(struct gt_buf *out, struct gt_trace *t, enum gt_slice_group by)
{
	static const unsigned numbers[] = { GT_GG_COUNT, GT_GG_TOTAL, GT_GG_MAX, GT_GG_P99, GT_GG_P50 };
	struct gt_table_args args = { .group = by };
	struct gt_table *table;
	struct gt_error err;
	struct gt_cell c;

	if (gt_table_open(&table, &gt_report_greedygroups, t, &args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		uint32_t n;
		const uint32_t *rows = gt_greedygroup_rows(table, row, &n);

		gt_table_cell(table, row, by == GT_SLICES_BY_STACK ? GT_GG_END_WHERE : GT_GG_FUNC, &c);
		gt_buf_printf(out, "%.*s", c.null ? 1 : (int)c.n, c.null ? "-" : c.s);
		for (unsigned i = 0; i < GT_COUNT(numbers); i++) {
			gt_table_cell(table, row, numbers[i], &c);
			gt_buf_printf(out, " %" PRIu64, c.u);
		}
		gt_buf_puts(out, " [");
		for (uint32_t i = 0; i < n; i++)
			gt_buf_printf(out, "%s%" PRIu32, i ? " " : "", rows[i]);
		gt_buf_puts(out, "]\n");
	}
	gt_table_close(table);
}

static void test_groups(struct gt_trace *t, enum gt_slice_group by, const char *want)
{
	struct gt_buf text = { 0 };

	put_groups(&text, t, by);
	tap_is_str(gt_buf_str(&text), want, "slices by %s", gt_slice_group_name(by));
	gt_buf_release(&text);
}

static bool stop(void *arg, uint64_t done, uint64_t total)
{
	(void)arg;
	return done > total;
}

static void test_cancel(struct gt_trace *t)
{
	struct gt_table_args args = { .progress = stop };
	struct gt_table *table;
	struct gt_error err;

	tap_is_int(gt_table_open(&table, &gt_report_greedygroups, t, &args, &err), GT_ERR_CANCELLED,
		   "grouping can be stopped");
}

/* Picked as from the sorted values. */
TAP_TEST(pick)
{
	static const double at[] = { 0, 0.01, 0.5, 0.99, 1 };
	int64_t v[257], sorted[257];
	uint64_t x = 1, wrong = 0;

	for (size_t n = 0; n <= GT_COUNT(v); n++) {
		for (size_t q = 0; q < GT_COUNT(at); q++) {
			for (size_t i = 0; i < n; i++) {
				x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
				v[i] = sorted[i] = (int64_t)(x >> 33) % (int64_t)(n / 2 + 1) - 5;
			}
			gt_sort_i64(sorted, n);
			wrong += gt_percentile_pick_i64(v, n, at[q]) != gt_percentile_i64(sorted, n, at[q]);
		}
	}
	tap_is_u64(wrong, 0, "percentiles without sorting are the same");
}

TAP_TEST(handmade)
{
	struct gt_trace *t = handmade_open();

	test_paths(t);
	test_groups(t, GT_SLICES_BY_FUNC, "main.f 2 48 28 28 20 [0 2]\nmain.g 2 30 20 20 10 [1 3]\n");
	test_groups(t, GT_SLICES_BY_STACK, "main.f:5 2 48 28 28 20 [0 2]\nmain.g:7 1 20 20 20 20 [1]\n- 1 10 10 10 10 [3]\n");
	test_groups(t, GT_SLICES_BY_G, "main.f 2 48 28 28 20 [0 2]\nmain.g 2 30 20 20 10 [1 3]\n");
	test_cancel(t);
	gt_trace_close(t);
}

TAP_TEST(recorded)
{
	check_recorded("go1.27/locks.trace");
	check_recorded("go1.27/timers.trace");
	check_recorded("go1.19/locks.trace");
}
