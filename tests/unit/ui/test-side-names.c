/* What two traces are called: what tells them apart, in little room. */
#include "tap/tap.h"
#include "base/utf8.h"
#include "ui/compare/names.h"

static void is_called(const char *file, const char *other, int cols, const char *want)
{
	struct gt_buf name = { 0 };

	gt_side_name(&name, file, other, cols);
	tap_is_str(gt_buf_str(&name), want, "%s beside %s in %d columns", file, other, cols);
	tap_ok(gt_text_width(gt_buf_str(&name), name.len) <= cols, "... fits");
	gt_buf_release(&name);
}

TAP_TEST(directories)
{
	is_called("/a/b/old.trace", "/a/b/new.trace", 40, "old.trace");
	is_called("/a/old/run.trace", "/a/new/run.trace", 40, "old/run.trace");
	is_called("/a/old/x/run.trace", "/a/new/x/run.trace", 40, "old/x/run.trace");
	is_called("run.trace", "/a/new/run.trace", 40, "run.trace");
	is_called("/a/new/run.trace", "run.trace", 40, "new/run.trace");
	is_called("x/run.trace", "y/x/run.trace", 40, "run.trace");
	is_called("y/x/run.trace", "x/run.trace", 40, "y/x/run.trace");
	is_called("/a/run.trace", "/a/run.trace", 40, "run.trace");
	is_called("", "x", 40, "");
	is_called("d/", "d/", 40, "");
}

TAP_TEST(little_room)
{
	is_called("plant-late-well.trace", "plant-late.trace", 21, "plant-late-well.trace");
	is_called("plant-late-well.trace", "plant-late.trace", 20, "plant-late-well…");
	is_called("plant-late-well.trace", "plant-late.trace", 11, "…late-well…");
	is_called("plant-late.trace", "plant-late-well.trace", 12, "plant-late…");
	is_called("plant-late.trace", "plant-late-well.trace", 6, "…late…");
	is_called("one.trace", "other", 5, "…race");
	is_called("run1", "run1", 3, "…n1");
	/* Wide characters are cut as a whole; what is no text is written as such. */
	is_called("前前前.trace", "後.trace", 5, "…前…");
	is_called("a\xffz.trace", "b.trace", 7, "a\\xffz…");
}
