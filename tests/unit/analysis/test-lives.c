/* Ids of goroutines that C threads use again: which of their lives the reports tell of. */
#include <inttypes.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "analysis/slices/greedy.h"
#include "analysis/table/reports.h"
#include "analysis/paths/states.h"
#include "analysis/reports/summary.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"

/*
 * A C thread comes to Go three times as goroutine 5 on P 0, goroutine 6 comes
 * once.  Each time: creation in a call, end of the call, P and goroutine start,
 * a region, a call, the end; after that another thread takes the P back.
 */
#define VISIT(g, region, start, call, steal)                                                      \
	"0f 01 " g " 18 01 0a 01 00 " start " 10 01 " g " 01 " region " 16 01 " call " 00 12 01 " \
	"0c 01 00 " steal " 01 "
#define REGION "2a 01 00 02 01 2b 01 00 02 01"

static struct gt_trace *open_visits(void)
{
	return handmade_open_spec(HANDMADE_TABLES "b1,1,10[0d 01 00 02 "
				  VISIT("05", REGION " " REGION, "01", "02", "03")
				  VISIT("06", REGION, "04", "05", "06")
				  VISIT("05", "", "07", "08", "09")
				  VISIT("05", REGION, "u10", "u11", "u12") "]");
}

static void put_cells(struct gt_buf *out, struct gt_table *table, const char *const *keys, unsigned n)
{
	struct gt_cell c;

	for (uint64_t row = 0; row < table->rows; row++) {
		for (unsigned i = 0; i < n; i++) {
			int col = gt_report_column(table->report, keys[i], strlen(keys[i]));

			gt_table_cell(table, row, (unsigned)col, &c);
			gt_buf_printf(out, "%s%" PRIu64, i ? " " : "", c.u);
		}
		gt_buf_puts(out, row + 1 < table->rows ? ", " : "");
	}
}

/* Some columns of the rows of a report. */
static void test_rows(struct gt_trace *t, const struct gt_report *report, const struct gt_table_args *args,
		      const char *const *keys, unsigned n, const char *want, const char *name)
{
	struct gt_buf text = { 0 };
	struct gt_table *table;
	struct gt_error err;

	if (gt_table_open(&table, report, t, args, &err))
		tap_bail("%s", err.text);
	put_cells(&text, table, keys, n);
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_table_close(table);
	gt_buf_release(&text);
}

/* Of every life, not only those of an id's last one. */
static void test_regions(struct gt_trace *t)
{
	static const char *const keys[] = { "g" };
	struct gt_summary s;

	gt_summary_fill(&s, t);
	tap_is_u64(s.regions, 4, "the summary counts the regions of all lives");
	test_rows(t, &gt_report_regions, NULL, keys, 1, "5, 5, 6, 5", "they are listed");
}

/* --goroutine means all lives, or one. */
static void test_choice(struct gt_trace *t)
{
	static const char *const list[] = { "g", "life" };
	struct gt_table_args args = { .has_g = true, .lives = true };

	args.g = gt_goroutine_find(t, 5, INT64_MAX);
	test_rows(t, &gt_report_states, &args, list, 2,
		  "5 1, 5 1, 5 1, 5 1, 5 1, 5 2, 5 2, 5 2, 5 2, 5 2, 5 3, 5 3, 5 3, 5 3, 5 3", "states of all lives");
	test_rows(t, &gt_report_greedy, &args, list, 2, "5 1, 5 2, 5 3", "slices of all lives");
	gt_greedy_args_in(&args)->split = true;
	test_rows(t, &gt_report_greedy, &args, list, 2, "5 1, 5 2, 5 3", "split at calls, too");
	args = (struct gt_table_args){ .has_g = true, .g = 2 };
	test_rows(t, &gt_report_greedy, &args, list, 2, "5 2", "slices of one");
	test_rows(t, &gt_report_states, &args, list, 2, "5 2, 5 2, 5 2, 5 2, 5 2", "and states");
	test_rows(t, &gt_report_goroutines, NULL, list, 2, "5 1, 6 1, 5 2, 5 3", "which life a goroutine is");
}

static void test_numbers(struct gt_trace *t)
{
	struct gt_buf text = { 0 };

	tap_is_u64(gt_goroutine_lives(t, 5), 3, "lives of an id");
	tap_is_u64(gt_goroutine_lives(t, 7), 0, "of one that is not there");
	tap_ok(gt_goroutine_life(t, 5, 0) == 0 && gt_goroutine_life(t, 5, 1) == 2 && gt_goroutine_life(t, 5, 2) == 3,
	       "its lives in order");
	tap_ok(gt_goroutine_life(t, 5, 3) == GT_NO_ROW && gt_goroutine_life(t, 6, 1) == GT_NO_ROW, "and no more");
	tap_ok(gt_goroutine_which_life(t, 2) == 1 && gt_goroutine_which_life(t, 1) == 0, "which of them a row is");
	gt_life_text(&text, t, 2);
	gt_life_text(&text, t, 1);
	tap_is_str(gt_buf_str(&text), " (life 2 of 3)", "in words, where there are several");
	gt_buf_release(&text);
}

static void test_goroutines(struct gt_trace *t)
{
	struct gt_goroutine g;
	unsigned last = 0;

	tap_is_u64(gt_trace_info(t)->goroutines, 4, "lives");
	tap_is_u64(gt_trace_info(t)->goroutine_ids, 2, "ids");
	for (uint32_t row = 0; row < 4; row++)
		if (gt_goroutine_get(t, row, &g) && gt_goroutine_is_last(t, &g, INT64_MAX))
			last |= 1u << row;
	tap_is_u64(last, 1u << 1 | 1u << 3, "the last lives are the second and the fourth");
	gt_goroutine_get(t, 2, &g);
	tap_ok(gt_goroutine_is_last(t, &g, g.create + 1) && !gt_goroutine_is_last(t, &g, g.create),
	       "another is the last while it lasts");
}

/* Go accepts a status "bad", says nothing of such a goroutine, but counts it as alive. */
TAP_TEST(bad_status)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
						"b1,1,10[0d 01 00 01 19 01 01 01 02 19 01 07 unone 00]");

	tap_is_u64(gt_trace_info(t)->events, 3, "a bad status is an event");
	tap_is_u64(gt_trace_info(t)->goroutines, 1, "but no goroutine");
	tap_is_u64(gt_trace_info(t)->goroutines_max, 2, "although something is alive");
	gt_trace_close(t);
}

TAP_TEST(visits)
{
	struct gt_trace *t = open_visits();

	test_goroutines(t);
	test_regions(t);
	test_choice(t);
	test_numbers(t);
	gt_trace_close(t);
}
