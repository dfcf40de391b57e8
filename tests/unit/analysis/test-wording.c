/* Names of numbers as people read them. */
#include "analysis/table/wording.h"

#include "tap/tap.h"

static void is_worded(const char *of, const char *name, const char *want, enum gt_wording_unit unit)
{
	struct gt_buf b = { 0 };
	enum gt_wording_unit got = gt_wording_put(&b, of, name);

	tap_is_str(gt_buf_str(&b), want, "%s of %s", name, of);
	tap_is_int(got, unit, "the unit of %s", name);
	gt_buf_release(&b);
}

TAP_TEST(names)
{
	is_worded("sched", "sum_ns", "together", GT_WORDING_PLAIN);
	is_worded("sched", "p99_ns", "p99", GT_WORDING_PLAIN);
	is_worded("sched", "no_such_name", "no such name", GT_WORDING_PLAIN);
	is_worded("sched", "_ns", " ns", GT_WORDING_PLAIN);
	is_worded("sched", "idle_ns", "Ps idle", GT_WORDING_PLAIN);
	is_worded("gc", "idle_ns", "idle workers", GT_WORDING_PLAIN);
	is_worded("gccost", "idle_ns", "idle workers", GT_WORDING_PLAIN);
	is_worded("", "idle_ns", "Ps idle", GT_WORDING_PLAIN);
	is_worded("gc", "taken_share", "of all Ps", GT_WORDING_SHARE);
	is_worded("frequent GC", "heap_goal_max", "largest heap goal", GT_WORDING_BYTES);
	is_worded("pressure", "from_ns", "", GT_WORDING_PLAIN);
}
