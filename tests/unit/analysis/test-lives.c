/* Ids of goroutines that C threads use again: which of their lives the reports tell of. */
#include "analysis/goroutines.h"
#include "analysis/lists.h"
#include "analysis/summary.h"
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

static void test_regions(struct gt_trace *t)
{
	struct gt_table *regions;
	struct gt_summary s;
	struct gt_error err;
	struct gt_cell cell;
	int g = gt_report_column(&gt_report_regions, "g", 1);

	tap_is_u64(gt_trace_info(t)->regions, 4, "the index has all regions");
	tap_is_u64(gt_regions_count(t), 2, "counted are those of last lives");
	gt_summary_fill(&s, t);
	tap_is_u64(s.regions, 2, "by the summary, too");
	if (gt_table_open(&regions, &gt_report_regions, t, NULL, &err))
		tap_bail("%s", err.text);
	tap_is_u64(regions->rows, 2, "and listed");
	gt_table_cell(regions, 0, (unsigned)g, &cell);
	tap_is_u64(cell.u, 6, "the one of goroutine 6");
	gt_table_cell(regions, 1, (unsigned)g, &cell);
	tap_is_u64(cell.u, 5, "the one of the third visit of 5");
	gt_table_close(regions);
}

static void test_goroutines(struct gt_trace *t)
{
	struct gt_goroutine g;
	unsigned last = 0;

	tap_is_u64(gt_trace_info(t)->goroutines, 4, "lives");
	tap_is_u64(gt_trace_info(t)->goroutine_ids, 2, "ids");
	for (uint32_t row = 0; row < 4; row++)
		if (gt_goroutine_get(t, row, &g) && gt_goroutine_is_last(t, &g))
			last |= 1u << row;
	tap_is_u64(last, 1u << 1 | 1u << 3, "the last lives are the second and the fourth");
}

/* Go accepts a status "bad", says nothing of such a goroutine, but counts it as alive. */
static void test_bad_status(void)
{
	struct gt_trace *t = handmade_open_spec(HANDMADE_TABLES
						"b1,1,10[0d 01 00 01 19 01 01 01 02 19 01 07 unone 00]");

	tap_is_u64(gt_trace_info(t)->events, 3, "a bad status is an event");
	tap_is_u64(gt_trace_info(t)->goroutines, 1, "but no goroutine");
	tap_is_u64(gt_trace_info(t)->goroutines_max, 2, "although something is alive");
	gt_trace_close(t);
}

int main(void)
{
	struct gt_trace *t = open_visits();

	test_goroutines(t);
	test_regions(t);
	gt_trace_close(t);
	test_bad_status();
	return tap_done();
}
