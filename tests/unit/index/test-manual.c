/* The table of tables in gtrace-index(5) is that of rows.def, the version format.h's.  GENERATE=1 puts both there. */
#include <string.h>

#include "base/buf.h"
#include "index/store/format.h"
#include "tap/manpage.h"
#include "tap/tap.h"

struct row {
	const char *table, *columns, *note;
};

#define TABLE(id, tag, title, parts, summary, more) { .table = title, .note = more, .columns = ""
#define TABLE_OF_BYTES(id, title) { .table = title, .note = "", .columns = ", bytes" },
#define COL(tag, type, field, refers, text) ", " text
#define OPT(tag, type, field, refers, text) ", " text " + 1"
#define COLS(tag, type, field, refers, text) ", " text
#define END(tag) },

static const struct row rows[] = {
#include "index/store/rows.def"
};

TAP_TEST(tables)
{
	struct gt_buf want = { 0 };

	for (size_t i = 0; i < GT_COUNT(rows); i++)
		gt_buf_printf(&want, ".It %zu Ta %s Ta %s%s\n", i, rows[i].table, rows[i].columns + 2, rows[i].note);
	tap_manpage("gtrace-index.5", "tables", gt_buf_str(&want));
	gt_buf_reset(&want);
	gt_buf_printf(&want, ".It %d Ta 4 Ta format version, %d\n", GT_HEAD_VERSION, GT_INDEX_VERSION);
	tap_manpage("gtrace-index.5", "version", gt_buf_str(&want));
	gt_buf_release(&want);
}
