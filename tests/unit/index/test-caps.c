/* What traces of each version can show. */
#include "index/caps.h"
#include "tap/tap.h"

static void check(enum gt_format format, int minor, bool requests, bool every)
{
	struct gt_trace_caps c = gt_caps_of(&(struct gt_header){ .format = format, .minor = minor });
	bool old = format == GT_FORMAT_V1;

	tap_ok(c.old_events == old && c.generations == !old && c.own_first_stack == !old,
	       "Go 1.%d: events of the %s format", minor, old ? "old" : "new");
	tap_is_int(c.stop_requests, requests, "Go 1.%d: %s of pauses", minor, requests ? "requests" : "no requests");
	tap_is_int(c.every_pause, every, "Go 1.%d: %s pauses", minor, every ? "all" : "the GC's");
	/* runtime/trace has NewTask since Go 1.11, traces have samples of the CPU profile since Go 1.19. */
	tap_is_int(c.annotations, minor >= 11, "Go 1.%d: tasks", minor);
	tap_is_int(c.cpu_samples, minor >= 19, "Go 1.%d: samples", minor);
}

TAP_TEST(versions)
{
	check(GT_FORMAT_V1, 5, false, false);
	check(GT_FORMAT_V1, 9, false, false);
	check(GT_FORMAT_V1, 10, true, false);
	check(GT_FORMAT_V1, 11, true, false);
	check(GT_FORMAT_V1, 19, true, false);
	check(GT_FORMAT_V1, 21, true, true);
	check(GT_FORMAT_V2, 22, true, true);
	check(GT_FORMAT_V2, 26, true, true);
}
