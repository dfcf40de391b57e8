/* User tasks and regions: which there are, when goroutines were inside, what the sums are. */
#include <inttypes.h>
#include <string.h>

#include "analysis/tasks/tasks.h"
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
static const char scene[] = HANDMADE_TABLES
	"b1,1,10["
	"0d 01 00 01 "           /*   6 ProcStatus p=0 running */
	"19 01 01 01 02 "        /*   7 GoStatus g=1 m=1 running */
	"28 03 01 00 02 01 "     /*  10 UserTaskBegin 1 main.f */
	"2a 02 01 03 01 "        /*  12 UserRegionBegin task=1 main.g */
	"0e 03 05 02 01 "        /*  15 GoCreate g=5 */
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

static uint32_t string_row(const struct gt_trace *t, const char *s)
{
	size_t n;

	for (uint32_t row = 1; row < 32; row++) {
		const char *text = gt_trace_string(t, row, &n);

		if (n == strlen(s) && !memcmp(text, s, n))
			return row;
	}
	tap_bail("no string %s", s);
}

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
	struct gt_region r;

	test_spans(t, &pick, "G1 12-80, G1 90-100, G5 55-101", "all regions: outermost ones, none that is inherited");
	pick = (struct gt_region_pick){ .has_name = true, .name = string_row(t, "sync") };
	test_spans(t, &pick, "G1 25-30", "of a name: the outermost of those");
	pick.name = string_row(t, "main.g");
	test_spans(t, &pick, "G1 12-80, G1 90-100, G5 55-101", "of a name that is inside itself");
	if (!gt_region_get(t, 0, &r) || !gt_region_site(t, &r, &pick.site))
		tap_bail("no region");
	pick.has_site = true;
	test_spans(t, &pick, "G5 55-101", "of a name at a place: not where only another one begins");
	pick.has_name = false;
	test_spans(t, &pick, "G1 25-30, G5 55-101", "of a place: whatever the name");
	pick = (struct gt_region_pick){ .has_task = true, .task = 1 };
	test_spans(t, &pick, "G1 12-80, G1 90-100", "of a task");
	pick.task = 3;
	test_spans(t, &pick, "", "of a task that is not there");
	pick = (struct gt_region_pick){ .has_type = true, .type = string_row(t, "main.f") };
	test_spans(t, &pick, "G1 12-80, G1 90-100", "of a type of tasks");
}

static void test_join(void)
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

int main(void)
{
	struct gt_trace *t = handmade_open_spec(scene);

	test_join();
	test_picks(t);
	gt_trace_close(t);
	return tap_done();
}
