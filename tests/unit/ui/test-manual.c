/*
 * The tables of gtrace-tuirc(5) and gtrace-tui(1) are those of the program.  GENERATE=1 puts
 * them into the page again.
 */
#include "base/buf.h"
#include "unit/ui/manual.h"

#include "tap/manpage.h"
#include "tap/tap.h"

static void check(const char *page, const char *name, void (*make)(struct gt_buf *out))
{
	struct gt_buf want = { 0 };

	make(&want);
	tap_manpage(page, name, gt_buf_str(&want));
	gt_buf_release(&want);
}

TAP_TEST(tables)
{
	check("gtrace-tuirc.5", "actions", gt_manual_actions);
	check("gtrace-tuirc.5", "roles", gt_manual_roles);
	check("gtrace-tuirc.5", "options", gt_manual_options);
	check("gtrace-tuirc.5", "presets", gt_manual_presets);
	check("gtrace-tui.1", "anchors", gt_manual_anchors);
}
