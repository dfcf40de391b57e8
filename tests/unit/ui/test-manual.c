/*
 * The tables of gtrace-tuirc(5) are those of the program.  GENERATE=1 puts
 * them into the page again.
 */
#include "base/buf.h"
#include "unit/ui/manual.h"

#include "tap/manpage.h"
#include "tap/tap.h"

static void check(const char *name, void (*make)(struct gt_buf *out))
{
	struct gt_buf want = { 0 };

	make(&want);
	tap_manpage("gtrace-tuirc.5", name, gt_buf_str(&want));
	gt_buf_release(&want);
}

int main(void)
{
	check("actions", gt_manual_actions);
	check("roles", gt_manual_roles);
	check("options", gt_manual_options);
	check("presets", gt_manual_presets);
	return tap_done();
}
