/* User tasks and regions: which there are, when goroutines were inside, what the sums are. */
#include <inttypes.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "analysis/tasks/taskrows.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"

/*
 * Task 1 is "main.f"; task 2 is only mentioned.  Regions, with their names, where they begin, and their task:
 *
 *	 12 -  80  goroutine 1  main.g  main.f:5  1, and inside it
 *	 20 -  34               main.g  main.f:5  1, and inside that
 *	 25 -  30               sync    main.g:7  0
 *	 90 - 100               main.g  main.f:5  1: ends with its goroutine
 *	 15 -      goroutine 5  inherited         1
 *	 55 -                   main.g  main.g:7  2
 *
 * Goroutine 1 is created before the trace, blocks (sync) from 35 to 50, runs from 75 on.  The trace ends at 101.
 */
static const char scene[] = HANDMADE_TABLES HANDMADE_TASK
	"2a 05 01 03 01 "        /*  20 UserRegionBegin task=1 main.g */
	"2a 05 00 01 02 "        /*  25 UserRegionBegin task=0 sync */
	"2b 05 00 01 00 "        /*  30 UserRegionEnd */
	"2b 04 01 03 00 "        /*  34 UserRegionEnd */
	"14 01 01 01 "           /*  35 GoBlock */
	"10 0a 05 01 "           /*  45 GoStart g=5 */
	"15 05 01 01 02 "        /*  50 GoUnblock g=1 */
	"2a 05 02 03 02 "        /*  55 UserRegionBegin task=2 main.g */
	"13 0a 01 02 "           /*  65 GoStop */
	"10 0a 01 02 "           /*  75 GoStart g=1 */
	"2b 05 01 03 00 "        /*  80 UserRegionEnd */
	"29 05 01 00 "           /*  85 UserTaskEnd 1 */
	"2a 05 01 03 01 "        /*  90 UserRegionBegin task=1 main.g */
	"11 0a]";                /* 100 GoDestroy */

/* ---- spans ---- */

static void test_spans(const struct gt_trace *t, const struct gt_region_pick *pick, const char *want,
		       const char *name)
{
	struct gt_gspans spans = { 0 };
	struct gt_goroutine g = { 0 };
	struct gt_buf text = { 0 };

	gt_region_spans(&spans, t, pick);
	for (size_t i = 0; i < spans.n; i++) {
		gt_goroutine_get(t, spans.v[i].g, &g);
		gt_buf_printf(&text, "%sG%" PRIu64 " %" PRId64 "-%" PRId64, i ? ", " : "", g.id, spans.v[i].t0,
			      spans.v[i].t1);
	}
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_gspans_release(&spans);
	gt_buf_release(&text);
}

static void test_picks(const struct gt_trace *t)
{
	struct gt_region_pick pick = { 0 };
	struct gt_buf site = { 0 };
	struct gt_region r;
	struct gt_frame f;

	test_spans(t, &pick, "G1 12-80, G1 90-100, G5 55-101", "all regions: outermost ones, none that is inherited");
	pick = (struct gt_region_pick){ .name = "sync" };
	test_spans(t, &pick, "G1 25-30", "of a name: the outermost of those");
	pick.name = "main.g";
	test_spans(t, &pick, "G1 12-80, G1 90-100, G5 55-101", "of a name that is inside itself");
	if (!gt_region_get(t, 0, &r) || !gt_region_site(t, &r, &f))
		tap_bail("no region");
	gt_site_text(&site, t, &f);
	pick.site = gt_buf_str(&site);
	test_spans(t, &pick, "G5 55-101", "of a name at a place: not where only another one begins");
	pick.name = NULL;
	test_spans(t, &pick, "G1 25-30, G5 55-101", "of a place: whatever the name");
	pick.site = "";
	test_spans(t, &pick, "", "without a recorded place: none, and inherited ones do not count");
	pick.site = "main.nowhere:1";
	test_spans(t, &pick, "", "of a place where none begins");
	pick = (struct gt_region_pick){ .has_task = true, .task = 1 };
	test_spans(t, &pick, "G1 12-80, G1 90-100", "of a task");
	pick.task = 3;
	test_spans(t, &pick, "", "of a task that is not there");
	pick = (struct gt_region_pick){ .type = "main.f" };
	test_spans(t, &pick, "G1 12-80, G1 90-100", "of a type of tasks");
	gt_buf_release(&site);
}

TAP_TEST(join)
{
	struct gt_gspans s = { 0 };

	gt_gspans_add(&s, 2, 5, 9);
	gt_gspans_add(&s, 1, 20, 30);
	gt_gspans_add(&s, 1, 4, 4);
	gt_gspans_add(&s, 1, 10, 20);
	gt_gspans_add(&s, 1, 12, 15);
	gt_gspans_join(&s);
	tap_is_u64(s.n, 2, "spans that touch or overlap are one, empty ones are none");
	tap_ok(s.n == 2 && s.v[0].g == 1 && s.v[0].t0 == 10 && s.v[0].t1 == 30 && s.v[1].g == 2,
	       "sorted by goroutine");
	gt_gspans_release(&s);
}

/* ---- sums of stretches ---- */

#define TURNS 1000

/*
 * Goroutine 1 runs a thousand times: 3 ns, of which 1 in a call, then it waits 2 ns (for "sync", "main.f", "main.g"
 * by turns), until goroutine 5 has run for 1 ns and wakes it, and waits 1 ns more for the P.
 */
static struct gt_trace *open_turns(void)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	/* ProcStatus; goroutine 1 runs; goroutine 5 is runnable. */
	gt_buf_puts(&spec, HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 19 01 05 01 01 ");
	for (unsigned i = 0; i < TURNS; i++)
		gt_buf_printf(&spec, "16 01 u%u 01 17 01 14 01 %02x 01 10 01 05 u%u 15 01 01 u%u 01 13 01 01 02 "
			      "10 01 01 u%u ", i + 1, i % 3 + 1, i + 1, 2 * i + 1, 2 * i + 2);
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

static void put_sums(struct gt_buf *out, const struct gt_gsums *sums)
{
	gt_buf_reset(out);
	for (int i = 0; i < GT_SPENT_KINDS; i++)
		gt_buf_printf(out, "%" PRId64 " ", sums->ns[i]);
	for (size_t i = 0; i < sums->nblock; i++)
		gt_buf_printf(out, "%" PRIu32 "=%" PRId64 " ", sums->block[i].reason, sums->block[i].ns);
}

/* Stretches anywhere, of both goroutines: the same as a walk over their states. */
static void test_splits(const struct gt_trace *t)
{
	int64_t end = gt_trace_info(t)->duration;
	struct gt_gsums got = { 0 }, want = { 0 };
	struct gt_splits *s = gt_splits_open(t);
	struct gt_buf a = { 0 }, b = { 0 };
	unsigned differ = 0;
	uint32_t x = 1;

	for (int i = 0; i < 3000; i++) {
		int64_t t0 = (x = x * 1664525 + 1013904223) >> 8, t1 = (x = x * 1664525 + 1013904223) >> 8;
		uint32_t g = (uint32_t)i % gt_trace_info(t)->goroutines;

		t0 %= end;
		t1 = t0 + t1 % (i % 2 ? end - t0 + 1 : 20);
		gt_splits_begin(&got);
		gt_splits_add(s, g, t0, t1, &got);
		gt_splits_finish(&got);
		gt_goroutine_sums(t, g, t0, t1, &want);
		put_sums(&a, &got);
		put_sums(&b, &want);
		if (strcmp(gt_buf_str(&a), gt_buf_str(&b)) && !differ++)
			tap_is_str(gt_buf_str(&a), gt_buf_str(&b), "%" PRId64 " to %" PRId64, t0, t1);
	}
	tap_is_u64(differ, 0, "sums of stretches are those of a walk");
	gt_splits_close(s);
	gt_gsums_release(&got);
	gt_gsums_release(&want);
	gt_buf_release(&a);
	gt_buf_release(&b);
}

/* ---- histograms ---- */

TAP_TEST(histogram)
{
	static const int64_t floors[] = { 1, 2, 3, 4, 7, 10, 16, 26, 40, 64, 100 };
	static const int64_t durs[] = { 0, 1, 25, 99, 100, INT64_C(1) << 55 };
	struct gt_histogram h = { 0 };
	struct gt_buf text = { 0 };
	unsigned first, last;

	for (unsigned i = 0; i < GT_COUNT(floors); i++)
		tap_is_int(gt_histogram_floor(i), floors[i], "bucket %u begins there", i);
	tap_is_int(gt_histogram_floor(45), 1000000000, "a power of ten is exact");
	tap_ok(!gt_histogram_span(&h, &first, &last), "nothing counted");
	gt_histogram_text(&text, &h);
	tap_is_u64(text.len, 0, "nothing said");
	gt_histogram_fill(&h, durs, GT_COUNT(durs));
	tap_ok(h.n[0] == 2 && h.n[6] == 1 && h.n[9] == 1 && h.n[10] == 1, "each is in its bucket");
	tap_ok(gt_histogram_span(&h, &first, &last) && first == 0 && last == 82, "from the first to the last");
	memset(&h, 0, sizeof h);
	h.n[0] = 8;
	h.n[1] = 1;
	h.n[3] = 4;
	gt_histogram_text(&text, &h);
	tap_is_str(gt_buf_str(&text), "1ns █▁ ▄ 7ns", "as blocks");
	gt_buf_release(&text);
}

/* ---- reports ---- */

/* Some columns of all rows, as text. */
static void test_report(struct gt_trace *t, const struct gt_report *report, const struct gt_table_args *args,
			const char *keys, const char *want, const char *name)
{
	struct gt_buf text = { 0 };
	struct gt_table *table;
	struct gt_error err;

	if (gt_table_open(&table, report, t, args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		gt_buf_puts(&text, row ? "; " : "");
		for (const char *k = keys; *k; k += strspn(k, " ")) {
			size_t n = strcspn(k, " ");
			int col = gt_report_column(report, k, n);

			if (col == GT_NO_COLUMN)
				tap_bail("no column %s", k);
			if (k != keys)
				gt_buf_putc(&text, ' ');
			gt_table_text(&text, table, row, (unsigned)col);
			k += n;
		}
	}
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_table_close(table);
	gt_buf_release(&text);
}

static void test_reports(struct gt_trace *t)
{
	const struct gt_table_args browsed = { .browsed = true }, one = { .has_task = true, .task = 2 };
	const struct gt_table_args early = { .limited = true, .from = 0, .to = 50, .until = 50 };
	const struct gt_table_args by_name = { .group = GT_REGIONS_BY_NAME };

	test_report(t, &gt_report_regions, NULL, "g dur cut_start cut_end inherited depth site",
		    "1 5ns no no no 2 main.g:7; 1 14ns no no no 1 main.f:5; 1 68ns no no no 0 main.f:5; "
		    "1 10ns no no no 0 main.f:5; 5 46ns no yes no 0 main.g:7; 5 86ns no yes yes 0 ",
		    "regions: an inner one ends first");
	test_report(t, &gt_report_regions, NULL, "exec sched_wait blocked block",
		    "5ns 0 0 ; 14ns 0 0 ; 28ns 25ns 15ns sync 15ns; 10ns 0 0 ; 10ns 36ns 0 ; 20ns 66ns 0 ",
		    "what goroutines did inside");
	test_report(t, &gt_report_tasks, NULL, "id complete goroutines regions logs children inside exec blocked",
		    "1 yes 1 3 0 0 78ns 38ns 15ns; 0 no 1 1 0 0 5ns 5ns 0; 2 no 1 1 0 0 46ns 10ns 0",
		    "tasks: regions inside regions are counted once");
	test_report(t, &gt_report_tasktypes, NULL, "name count complete total p50 max",
		    "main.f 1 1 75ns 75ns 75ns;  1 0   ", "types of tasks: no duration of one that is only mentioned");
	test_report(t, &gt_report_regiontypes, NULL,
		    "name site count complete total min p50 p90 max max_start inside exec sched_wait",
		    "sync main.g:7 1 1 5ns 5ns 5ns 5ns 5ns 0.000000025s 5ns 5ns 0; "
		    "main.g main.f:5 3 3 92ns 10ns 14ns 68ns 68ns 0.000000012s 78ns 38ns 25ns; "
		    "main.g main.g:7 1 0 46ns 46ns 46ns 46ns 46ns 0.000000055s 46ns 10ns 36ns",
		    "regions by name and place");
	test_report(t, &gt_report_regiontypes, &by_name, "name site count complete total p50 max inside exec sched_wait",
		    "sync  1 1 5ns 5ns 5ns 5ns 5ns 0; main.g  4 3 138ns 14ns 68ns 124ns 48ns 61ns",
		    "regions by name alone: all of main.g");
	test_report(t, &gt_report_regiontypes, &early, "name count total",
		    "sync 1 5ns; main.g 2 82ns", "only those that touch a range, as they are");
	test_report(t, &gt_report_tasktypes, &early, "name count", "main.f 1;  1", "likewise tasks");
	test_report(t, &gt_report_taskevents, NULL, "task ns g dur outline",
		    "1 0.000000010s 1 75ns begin main.f; 1 0.000000012s 1 68ns region main.g; "
		    "1 0.000000020s 1 14ns   region main.g; 1 0.000000034s 1    region end main.g; "
		    "1 0.000000080s 1  region end main.g; 1 0.000000085s 1  end main.f; "
		    "1 0.000000090s 1 10ns region main.g; 1 0.000000100s 1  region end main.g; "
		    "0 0.000000025s 1 5ns region sync; 0 0.000000030s 1  region end sync; "
		    "2 0.000000055s 5 46ns region main.g; 2 0.000000101s 5  region end main.g (cut)",
		    "what happened in tasks: regions of another task are not in it");
	test_report(t, &gt_report_taskevents, &one, "task depth since event", "2 0  region; 2 0  region end",
		    "in one task");
	test_report(t, &gt_report_tasks, &browsed, "goroutines inside exec", "1 78ns 38ns; 1 5ns 5ns; 1 46ns 10ns",
		    "tasks of a pane: what takes long is known from the start");
	test_report(t, &gt_report_regiontypes, &browsed, "inside exec", "5ns 5ns; 78ns 38ns; 46ns 10ns",
		    "likewise types of regions");
}

/* ---- many ---- */

#define MANY 20000

/*
 * Goroutine 1 begins a region inside a region, MANY times, and runs a slice after each; a task begins each time, whose
 * parent is the next one, the first one's the last: a circle.  Then all regions end, and tasks that never began.
 */
static struct gt_trace *open_many(void)
{
	struct gt_buf spec = { 0 };
	struct gt_trace *t;

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,1,10[0d 01 00 01 19 01 01 01 02 ");
	for (unsigned i = 0; i < MANY; i++) {
		gt_buf_printf(&spec, "28 01 u%u u%u 02 01 2a 01 u%u 03 01 13 01 01 02 10 01 01 u%u ", i + 1,
			      (i + 1) % MANY + 1, i + 1, i + 1);
		if (i % 1000 == 999)
			gt_buf_puts(&spec, "] b1,1,10[");
	}
	for (unsigned i = MANY; i--;) {
		gt_buf_printf(&spec, "2b 01 u%u 03 00 29 01 u%u 00 ", i + 1, i + MANY + 1);
		if (i % 1000 == 999)
			gt_buf_puts(&spec, "] b1,1,10[");
	}
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_buf_release(&spec);
	return t;
}

/* Every cell of a report; its sum in a column. */
static int64_t read_all(struct gt_trace *t, const struct gt_report *report, const char *key)
{
	const struct gt_table_args args = { .browsed = true };
	int col = gt_report_column(report, key, strlen(key));
	struct gt_table *table;
	struct gt_error err;
	struct gt_cell c;
	int64_t sum = 0;

	if (gt_table_open(&table, report, t, &args, &err))
		tap_bail("%s", err.text);
	for (uint64_t row = 0; row < table->rows; row++) {
		for (unsigned i = 0; i < report->ncolumns; i++) {
			gt_table_cell(table, row, i, &c);
			if ((int)i == col && !c.null)
				sum += c.i;
		}
	}
	gt_table_close(table);
	return sum;
}

/* None of this may take a time that grows with the square: it would not end. */
TAP_TEST(many)
{
	struct gt_trace *t = open_many();
	int64_t want = 0;

	tap_is_str(gt_trace_info(t)->damage.text, "", "the trace is whole");
	tap_is_u64(gt_trace_info(t)->regions, MANY, "regions in each other");
	tap_is_u64(gt_trace_info(t)->tasks, 2 * MANY, "tasks that have no end, and tasks that have no begin");
	/* Region i, from 0, begins 4 ns after the one around it, and ends 2 ns before it. */
	for (int64_t i = 0; i < MANY; i++)
		want += 6 * i + 3;
	tap_is_int(read_all(t, &gt_report_regions, "dur"), want, "how long regions last");
	tap_is_int(read_all(t, &gt_report_regions, "depth"), (int64_t)MANY * (MANY - 1) / 2, "how deep they lie");
	tap_is_int(read_all(t, &gt_report_tasks, "inside"), want, "how long goroutines were inside tasks");
	tap_is_int(read_all(t, &gt_report_tasks, "children"), MANY, "each task has a child");
	tap_is_int(read_all(t, &gt_report_regiontypes, "inside"), 6 * MANY - 3, "what lies in each other counts once");
	tap_is_int(read_all(t, &gt_report_tasktypes, "count"), 2 * MANY, "types of tasks");
	read_all(t, &gt_report_taskevents, "depth");
	gt_trace_close(t);
}

TAP_TEST(scene)
{
	struct gt_trace *t = handmade_open_spec(scene);

	test_picks(t);
	test_reports(t);
	test_splits(t);
	gt_trace_close(t);
}

TAP_TEST(turns)
{
	struct gt_trace *t = open_turns();

	tap_is_str(gt_trace_info(t)->damage.text, "", "it is whole");
	tap_is_u64(gt_trace_info(t)->slices, 2 * TURNS + 1, "a trace of many slices");
	test_splits(t);
	gt_trace_close(t);
}
