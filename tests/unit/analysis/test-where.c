/* What a stack waits for: a method of os.File that the program called. */
#include "analysis/stacks/where.h"
#include "handmade.h"
#include "index/query/tracks.h"
#include "tap/tap.h"

/* Goroutine 1 blocks with stack 1, which is main.f, called by os.(*File).x or calling it. */
static void is_file(const char *frames, bool want, const char *what)
{
	static const char *const parts[] = {
		"b1,none,5[08 u1000000000] b1,none,5[02 03 01 02 ",
		"] b1,none,5[04 05 01 04 73 79 6e 63 05 02 06 6d 61 69 6e 2e 66"
		" 05 03 0c 6f 73 2e 28 2a 46 69 6c 65 29 2e 78 05 04 04 78 2e 67 6f] "
		"b1,1,5[0d 01 00 01 19 01 01 01 02 14 01 01 01]",
	};
	struct gt_buf spec = { 0 };
	struct gt_slice s;
	struct gt_trace *t;

	gt_buf_puts(&spec, parts[0]);
	gt_buf_puts(&spec, frames);
	gt_buf_puts(&spec, parts[1]);
	t = handmade_open_spec(gt_buf_str(&spec));
	tap_ok(gt_slice_get(t, gt_goroutine_slice(t, 0, 0), &s) && s.end_stack &&
		       gt_where_is_file(t, s.end_stack) == want, "%s", what);
	gt_trace_close(t);
	gt_buf_release(&spec);
}

TAP_TEST(file)
{
	is_file("10 03 04 05 11 02 04 06", true, "main.f calls a method of os.File");
	is_file("11 02 04 06 10 03 04 05", false, "... which calls main.f");
}
