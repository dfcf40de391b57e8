/* What the screen exports, with the exporters' own code. */
#include "cli/ui_export.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "format/export.h"
#include "format/listing.h"

/* Nothing is written before the screen has all of it: `out` is memory only. */
struct gt_ui_writer {
	struct gt_out memory;
	struct gt_export e;
};

static int open_writer(struct gt_ui_writer **out, const char *format, struct gt_table *t, struct gt_error *err)
{
	const struct gt_export_ops *ops = gt_export_find(format);
	struct gt_ui_writer *w;

	if (!ops)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is no format %s", format);
	w = gt_xcalloc(1, sizeof *w);
	w->memory.fd = -1;
	w->e = (struct gt_export){ .ops = ops, .out = &w->memory, .table = t };
	w->e.columns = gt_xcalloc(t->report->ncolumns, sizeof *w->e.columns);
	w->e.ncolumns = gt_export_default_columns(t->report, ops, w->e.columns);
	ops->begin(&w->e);
	*out = w;
	return 0;
}

static void hand_over(struct gt_ui_writer *w, struct gt_buf *out)
{
	gt_buf_add(out, gt_buf_str(&w->memory.buf), w->memory.buf.len);
	gt_buf_reset(&w->memory.buf);
}

static void put_row(struct gt_ui_writer *w, uint64_t row, struct gt_buf *out)
{
	w->e.ops->row(&w->e, row);
	hand_over(w, out);
}

static void close_writer(struct gt_ui_writer *w, struct gt_buf *out)
{
	w->e.ops->end(&w->e);
	hand_over(w, out);
	gt_buf_release(&w->memory.buf);
	free(w->e.columns);
	free(w);
}

static int put_rows(const char *format, struct gt_table *t, const uint64_t *rows, uint64_t n,
		    struct gt_buf *out, struct gt_error *err)
{
	struct gt_ui_writer *w;
	int rc = open_writer(&w, format, t, err);

	if (rc)
		return rc;
	for (uint64_t i = 0; i < n; i++)
		put_row(w, rows[i], out);
	close_writer(w, out);
	return 0;
}

static void put_slices(struct gt_trace *t, const struct gt_stretch *s, size_t n, struct gt_buf *out)
{
	gt_diagreedy_slices(out, t, s, n);
}

static void put_hop(struct gt_table *t, uint64_t row, struct gt_buf *out)
{
	gt_path_hop_lines(out, t, row);
}

const struct gt_ui_export gt_ui_exporters = {
	.hop = put_hop,
	.rows = put_rows,
	.open = open_writer,
	.row = put_row,
	.close = close_writer,
	.slices = put_slices,
};
