/* Replay of real traces: from every mark the same events as the orderer gave; and so it does in short. */
#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "tap/tap.h"
#include "unit/order/again.h"
#include "wire/v2/open.h"

/* Relative to testdata/traces/; several versions and kinds of load. */
static const char *const traces[] = {
	"go1.19/calls.trace", "go1.19/profile.trace", "go1.19/gc.trace",
	"go1.21/greedy.trace", "go1.21/annotations.trace",
	"go1.22/calls.trace", "go1.22/locks.trace", "go1.23/coro.trace", "go1.25/annotations.trace",
	"go1.27/profile.trace", "go1.27/gens.trace",
};

static void check_trace(const char *dir, const char *name)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s", dir, name);
	struct gt_error err = { 0 };
	struct gt_buf why = { 0 };
	struct gt_source *src;
	struct gt_header h;
	uint64_t shorts;

	if (gt_trace_source_open(&src, &h, path, NULL, &err) < 0) {
		tap_fail("%s: %s", name, err.text);
	} else {
		tap_ok(gt_replay_again(src, &h, 50, &why) > 300, "%s: has events", name);
		tap_is_str(gt_buf_str(&why), "", "%s: replayed", name);
		gt_buf_reset(&why);
		shorts = gt_fill_again(src, &h, &why);
		tap_ok(shorts > 0 || h.format == GT_FORMAT_V1, "%s: has events in short", name);
		tap_is_str(gt_buf_str(&why), "", "%s: the same in short", name);
		gt_source_close(src);
	}
	gt_buf_release(&why);
	free(path);
}

TAP_TEST(recorded)
{
	for (size_t i = 0; i < GT_COUNT(traces); i++)
		check_trace(getenv("GT_SRCDIR"), traces[i]);
}
