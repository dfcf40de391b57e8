/* What sets the goal of the heap: cycles with and without room above what is in use. */
#include "analysis/findings/findkind.h"
#include "base/buf.h"
#include "handmade.h"
#include "tap/tap.h"

#define CYCLES 6

/* Six cycles of 1 us, with 21,000 bytes in use at the end of each, and that goal. */
static void has_goal(unsigned goal, uint64_t at_limit, const char *what)
{
	struct gt_buf spec = { 0 };
	struct gt_gc_fills fills;
	struct gt_trace *t;

	gt_buf_puts(&spec, HANDMADE_TABLES "b1,1,5[0d 01 00 01 19 01 01 01 02 ");
	for (unsigned i = 0; i < CYCLES; i++)
		/* HeapAlloc, GCBegin; HeapAlloc, HeapGoal, GCEnd */
		gt_buf_printf(&spec, "25 u9000 u%u 1d 01 u%u 00 25 u1000 u21000 26 01 u%u 1e 01 u%u ", goal, 2 * i + 1, goal,
			      2 * i + 2);
	gt_buf_puts(&spec, "]");
	t = handmade_open_spec(gt_buf_str(&spec));
	gt_gc_fills_of(&fills, t, 0, INT64_MAX);
	tap_is_int(fills.cycles, CYCLES, "%s: all cycles are there", what);
	tap_is_int(fills.at_limit, at_limit, "... and so many have the goal of a memory limit");
	gt_trace_close(t);
	gt_buf_release(&spec);
}

TAP_TEST(goal)
{
	has_goal(42000, 0, "GOGC=100");
	has_goal(22051, 0, "a twentieth of room and a byte");
	has_goal(22050, CYCLES - 1, "a twentieth of room");
	has_goal(21000, CYCLES - 1, "no room");
}
