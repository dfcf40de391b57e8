/* What the lane of a task is drawn from: its regions as parts that do not overlap, its logs. */
#include "ui/lanes/tasklane.h"

#include <inttypes.h>

#include "base/buf.h"
#include "tap/tap.h"
#include "unit/analysis/handmade.h"

/*
 * Task 1, from 10 to 100, with regions on goroutine 1 (12 to 80, in it 20 to 34) and on goroutine 5, which runs
 * from 45 on (55 to 70, and 60 to the trace's end, 101); one of task 2 on goroutine 1 from 25 to 30.
 */
static const char scene[] = HANDMADE_TABLES HANDMADE_TASK
	"2a 05 01 01 01 "        /*  20 UserRegionBegin task=1 sync */
	"2a 05 02 01 02 "        /*  25 UserRegionBegin task=2 sync */
	"2b 05 02 01 00 "        /*  30 UserRegionEnd */
	"2b 04 01 01 00 "        /*  34 UserRegionEnd */
	"13 01 01 01 "           /*  35 GoStop */
	"10 0a 05 01 "           /*  45 GoStart g=5 */
	"2c 05 01 01 02 01 "     /*  50 UserLog task=1 */
	"2a 05 01 03 02 "        /*  55 UserRegionBegin task=1 main.g */
	"2a 05 01 01 02 "        /*  60 UserRegionBegin task=1 sync */
	"13 05 01 02 "           /*  65 GoStop */
	"10 05 01 01 "           /*  70 GoStart g=1 */
	"2b 0a 01 03 00 "        /*  80 UserRegionEnd */
	"29 14 01 00]";          /* 100 UserTaskEnd 1 */

static void test_parts(const struct gt_trace *t, uint64_t id, const char *want, const char *name)
{
	struct gt_tl_task task = { 0 };
	struct gt_buf text = { 0 };

	gt_tl_task_choose(&task, id);
	tap_ok(gt_tl_task_update(&task, t, INT64_MAX), "all is read");
	for (size_t i = 0; i < task.parts.n; i++)
		gt_buf_printf(&text, "%s%" PRIu32 " %" PRId64 "-%" PRId64, i ? ", " : "", task.parts.v[i].row,
			      task.parts.v[i].t0, task.parts.v[i].t1);
	tap_is_str(gt_buf_str(&text), want, "%s", name);
	gt_buf_release(&text);
	gt_tl_task_release(&task);
}

TAP_TEST(lane)
{
	struct gt_trace *t = handmade_open_spec(scene);
	struct gt_tl_task task = { 0 };

	tap_is_str(gt_trace_info(t)->damage.text, "", "the trace is whole");
	/* Rows by their ends: 0 of task 2, 1 the inner one, 2 the outer one, 3 and 4 of goroutine 5, inner first. */
	test_parts(t, 1, "2 12-20, 1 20-34, 2 34-55, 4 55-60, 3 60-101",
		   "the region begun last, wherever: the outer ones before and after");
	test_parts(t, 2, "0 25-30", "another task");
	test_parts(t, 9, "", "a task that is not there");
	tap_ok(gt_tl_task_update(&task, t, INT64_MAX), "no task");
	gt_tl_task_choose(&task, 1);
	tap_ok(!gt_tl_task_update(&task, t, INT64_MIN), "there is no time");
	tap_ok(gt_tl_task_update(&task, t, INT64_MAX), "there is");
	tap_is_int(task.task.t0, 10, "when it begins");
	tap_is_int(task.task.t1, 100, "when it ends");
	tap_is_u64(task.nlogs, 1, "its log");
	tap_is_u64(gt_tl_task_log_at(&task, 50), 0, "at its time");
	tap_is_u64(gt_tl_task_log_at(&task, 51), 1, "and not later");
	gt_tl_task_choose(&task, 2);
	tap_is_u64(task.nlogs, 0, "another one has another one's");
	gt_tl_task_release(&task);
	gt_trace_close(t);
}
