/* Exporting rows: the walks, and the list of formats. */
#include "format/export.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "base/xalloc.h"

static const struct gt_export_ops *const formats[] = {
	&gt_export_text, &gt_export_json, &gt_export_ndjson, &gt_export_csv,
};

const struct gt_export_ops *gt_export_find(const char *name)
{
	for (unsigned i = 0; i < GT_COUNT(formats); i++)
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	return NULL;
}

unsigned gt_export_default_columns(const struct gt_report *r, const struct gt_trace *t,
				   const struct gt_export_ops *ops, unsigned *columns)
{
	uint8_t hidden = GT_COL_ASKED | (ops->people ? GT_COL_MORE : 0);
	unsigned n = 0;

	if (ops->people && !(t && gt_ids_repeat(t)))
		hidden |= GT_COL_LIFE;

	for (unsigned i = 0; i < r->ncolumns; i++)
		if (!(r->columns[i].flags & hidden))
			columns[n++] = i;
	return n;
}

void gt_export_run(struct gt_export *e, struct gt_view *view, struct gt_out *out)
{
	uint64_t it = 0, row;

	e->out = &out->buf;
	e->ops->begin(e);
	while (gt_out_step(out) && gt_view_next(view, &it, &row))
		e->ops->row(e, row);
	e->ops->end(e);
}

/* ---- in pieces ---- */

int gt_export_open(struct gt_export **out, const char *format, struct gt_table *t, struct gt_error *err)
{
	const struct gt_export_ops *ops = gt_export_find(format);
	struct gt_export *e;

	if (!ops)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "unknown format %s", format);
	e = gt_xcalloc(1, sizeof *e);
	e->ops = ops;
	e->table = t;
	e->columns = gt_xcalloc(t->report->ncolumns, sizeof *e->columns);
	e->ncolumns = gt_export_default_columns(t->report, t->trace, ops, e->columns);
	*out = e;
	return 0;
}

static void export_go_on(struct gt_export *e, struct gt_buf *out)
{
	bool first = !e->out;

	e->out = out;
	if (first)
		e->ops->begin(e);
}

void gt_export_rows(struct gt_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out)
{
	export_go_on(e, out);
	for (uint64_t i = 0; i < n; i++)
		e->ops->row(e, rows[i]);
}

void gt_export_close(struct gt_export *e, struct gt_buf *out)
{
	if (!e)
		return;
	export_go_on(e, out);
	e->ops->end(e);
	free(e->columns);
	free(e);
}
