/* What the screen exports, with the exporters' own code. */
#include "cli/ui_export.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "export/export.h"
#include "export/listing.h"

/* Nothing is written before the screen has all of it: `out` is memory only. */
static int put_rows(const char *format, struct gt_table *t, const uint64_t *rows, uint64_t n,
		    struct gt_buf *out, struct gt_error *err)
{
	struct gt_out memory = { .fd = -1 };
	struct gt_export e = { .ops = gt_export_find(format), .out = &memory, .table = t };

	if (!e.ops)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is no format %s", format);
	e.columns = gt_xcalloc(t->report->ncolumns, sizeof *e.columns);
	e.ncolumns = gt_export_default_columns(t->report, e.ops, e.columns);
	e.ops->begin(&e);
	for (uint64_t i = 0; i < n; i++)
		e.ops->row(&e, rows[i]);
	e.ops->end(&e);
	gt_buf_add(out, gt_buf_str(&memory.buf), memory.buf.len);
	gt_buf_release(&memory.buf);
	free(e.columns);
	return 0;
}

static void put_slices(struct gt_trace *t, const struct gt_stretch *s, size_t n, struct gt_buf *out)
{
	gt_diagreedy_slices(out, t, s, n);
}

const struct gt_ui_export gt_ui_exporters = { .rows = put_rows, .slices = put_slices };
