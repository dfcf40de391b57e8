/*
 * The tables of gtrace-tuirc(5), gtrace-tables(5) and gtrace-tui(1), the columns of each report among them, are those
 * of the program.
 * GENERATE=1 puts them into the page again.
 */
#include <stdio.h>

#include "analysis/reports/registry.h"
#include "base/buf.h"
#include "format/tables/tables.h"
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

static void check_columns(const struct gt_report *r)
{
	struct gt_buf want = { 0 };
	char name[64];

	snprintf(name, sizeof name, "columns of %s", r->name);
	gt_manual_columns(&want, r);
	tap_manpage("gtrace-tui.1", name, gt_buf_str(&want));
	gt_buf_release(&want);
}

TAP_TEST(tables)
{
	const struct gt_report *r;

	check("gtrace-tuirc.5", "actions", gt_manual_actions);
	check("gtrace-tuirc.5", "roles", gt_manual_roles);
	check("gtrace-tuirc.5", "options", gt_manual_options);
	check("gtrace-tuirc.5", "presets", gt_manual_presets);
	check("gtrace-tui.1", "anchors", gt_manual_anchors);
	for (unsigned i = 0; (r = gt_report_at(i)); i++)
		check_columns(r);
}

TAP_TEST(base)
{
	check("gtrace-tables.5", "version", gt_manual_base_version);
	for (unsigned id = 0; id < GT_BASE_TABLES; id++) {
		struct gt_buf want = { 0 };
		char name[64];

		snprintf(name, sizeof name, "table %s", gt_base_table(id).name);
		gt_manual_base_table(&want, id);
		tap_manpage("gtrace-tables.5", name, gt_buf_str(&want));
		gt_buf_release(&want);
	}
}
