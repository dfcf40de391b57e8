/* --format=parquet: a report's rows as a table for engines.  Stacks, lists and maps are JSON. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "format/export.h"
#include "format/pqcells.h"

struct rows {
	struct gt_pqcells cells;
	bool has_beyond;
};

static void parquet_begin(struct gt_export *e)
{
	struct gt_pq_column *columns = gt_xcalloc(e->ncolumns + 1, sizeof *columns);
	struct rows *r = gt_xcalloc(1, sizeof *r);
	unsigned n = e->ncolumns;

	for (unsigned i = 0; i < n; i++) {
		const struct gt_column *c = &e->table->report->columns[e->columns[i]];

		columns[i] = (struct gt_pq_column){ c->key, gt_pqcells_kind(c->kind) };
	}
	r->has_beyond = gt_table_has_beyond(e->table);
	if (r->has_beyond)
		columns[n++] = (struct gt_pq_column){ "beyond", GT_PQ_BOOL };
	r->cells.file = gt_parquet_open(columns, n, e->out);
	free(columns);
	/* What JSON has beside its rows and a reader of rows needs. */
	gt_pqcells_notes(r->cells.file, e->table->trace, GT_SCHEMA, "report", e->table->report->name);
	e->state = r;
}

static void parquet_row(struct gt_export *e, uint64_t row)
{
	struct rows *r = e->state;

	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_cell c;

		gt_table_cell(e->table, row, e->columns[i], &c);
		gt_pqcells_put(&r->cells, e, &c);
	}
	if (r->has_beyond)
		gt_parquet_int(r->cells.file, gt_table_beyond(e->table, row));
	gt_parquet_row(r->cells.file, e->out);
}

static void parquet_end(struct gt_export *e)
{
	struct rows *r = e->state;
	struct gt_error err;

	/* Without its end nobody takes the file for whole. */
	if (gt_parquet_close(r->cells.file, e->table->fault.code ? &r->cells.text : e->out, &err) &&
	    !e->table->fault.code)
		e->table->fault = err;
	gt_pqcells_release(&r->cells);
	free(r);
	e->state = NULL;
}

const struct gt_export_ops gt_export_parquet = {
	.name = "parquet",
	.help = "a binary table for DuckDB, Spark and the like",
	.binary = true,
	.begin = parquet_begin,
	.row = parquet_row,
	.end = parquet_end,
};
