/* Exporting a view: the walk, and the list of formats. */
#include "format/export.h"

#include <string.h>

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

unsigned gt_export_default_columns(const struct gt_report *r, const struct gt_export_ops *ops, unsigned *columns)
{
	uint8_t hidden = GT_COL_ASKED | (ops->people ? GT_COL_MORE : 0);
	unsigned n = 0;

	for (unsigned i = 0; i < r->ncolumns; i++)
		if (!(r->columns[i].flags & hidden))
			columns[n++] = i;
	return n;
}

void gt_export_run(struct gt_export *e)
{
	uint64_t it = 0, row;

	e->ops->begin(e);
	while (gt_out_step(e->out) && gt_view_next(e->view, &it, &row))
		e->ops->row(e, row);
	e->ops->end(e);
}
