/* The walk back along wake-ups, and slices in groups, of a trace written by hand. */
#include <inttypes.h>

#include "analysis/greedy.h"
#include "analysis/greedygroups.h"
#include "analysis/path.h"
#include "analysis/percentile.h"
#include "base/buf.h"
#include "handmade.h"
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
		[GT_LINK_WOKE] = " woke", [GT_LINK_CREATED] = " created",
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
		gt_buf_printf(out, " at %.*s", (int)n, s);
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

	test_path(t, 1, 95, 99, GT_PATH_MAIN,
		  "G1 running 75-95 at main.f\n"
		  "G1 runnable 55-75 same\n"
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 15-45 same\n"
		  "G1 running 7-15 created G5 at main.f\n", "from a slice to who woke it and who made that");
	test_path(t, 1, 80, 1, GT_PATH_LIMIT, "G1 running 75-80\n", "from the middle of a slice, one hop");
	test_path(t, 5, 125, 99, GT_PATH_MAIN,
		  "G5 running 115-125\n"
		  "G5 runnable 65-115 same\n"
		  "G5 running 45-65 same (sync) at main.g\n"
		  "G5 runnable 15-45 same\n"
		  "G1 running 7-15 created G5 at main.f\n", "over a stop of its own");
	test_path(t, 1, 55, 99, GT_PATH_MAIN,
		  "G1 waiting 35-55 (sync) at main.f\n"
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 15-45 same\n"
		  "G1 running 7-15 created G5 at main.f\n", "from a wait, as it ends");
	test_path(t, 1, 75, 3, GT_PATH_LIMIT,
		  "G1 runnable 55-75\n"
		  "G5 running 45-55 woke G1 after 20 (sync) at main.g\n"
		  "G5 runnable 15-45 same\n", "from the wait for a processor");
	test_path(t, 1, 45, 99, GT_PATH_BEGIN,
		  "G1 waiting 35-45 (sync) at main.f\n"
		  "G1 running 7-35 same (sync) at main.f\n", "from the middle of a wait to what led to it");
	test_path(t, 1, 126, 2, GT_PATH_LIMIT,
		  "G1 runnable 105-126\n"
		  "G1 syscall 95-105 same at main.f\n", "from the trace's end, over a call");
	tap_ok(!gt_path_walk(&none, t, row_of(t, 5), 14, 9), "a goroutine that is not there yet has no path");
	tap_ok(!gt_path_walk(&none, t, GT_NO_ROW, 14, 9), "nor has none");
	gt_path_release(&none);
}

/* A network wait: a unblock by nobody is a root. */
static void test_root(void)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 "
						"14 05 01 01 15 14 01 01 00 10 05 01 02 13 0a 01 02]");
	struct gt_slice s;

	if (gt_slice_get(t, gt_goroutine_slice(t, row_of(t, 1), 1), &s))
		test_path(t, 1, s.t1, 99, GT_PATH_ROOT,
			  "G1 running 37-47 (sync) at main.g\n"
			  "G1 runnable 32-37 same\n"
			  "G1 waiting 12-32 same (sync) at main.f\n", "to a wake-up by nobody");
	else
		tap_fail("the goroutine has a second slice");
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

		gt_table_cell(table, row, by == GT_SLICES_BY_STACK ? GT_GG_END_TOP : GT_GG_FUNC, &c);
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
static void test_pick(void)
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

int main(void)
{
	struct gt_trace *t = handmade_open();

	test_paths(t);
	test_groups(t, GT_SLICES_BY_FUNC, "main.f 2 48 28 28 20 [0 2]\nmain.g 2 30 20 20 10 [1 3]\n");
	test_groups(t, GT_SLICES_BY_STACK, "main.f:5 2 48 28 28 20 [0 2]\nmain.g:7 1 20 20 20 20 [1]\n- 1 10 10 10 10 [3]\n");
	test_groups(t, GT_SLICES_BY_G, "main.f 2 48 28 28 20 [0 2]\nmain.g 2 30 20 20 10 [1 3]\n");
	test_cancel(t);
	gt_trace_close(t);
	test_root();
	test_pick();
	return tap_done();
}
