/* --format=parquet: a report's rows as a table for engines.  Stacks, lists and maps are JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "format/json.h"
#include "format/jsonw.h"
#include "format/parquet/parquet.h"

struct rows {
	struct gt_parquet *file;
	struct gt_buf text;
	bool has_beyond;
};

static enum gt_pq_kind parquet_kind(enum gt_kind kind)
{
	switch (kind) {
	case GT_KIND_ID:
	case GT_KIND_COUNT:
	case GT_KIND_BYTES:
	case GT_KIND_DUR:
	case GT_KIND_TIME: return GT_PQ_INT;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: return GT_PQ_REAL;
	case GT_KIND_BOOL: return GT_PQ_BOOL;
	case GT_KIND_STRING: return GT_PQ_TEXT;
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP: break;
	}
	return GT_PQ_JSON;
}

/* Engines refuse what is not UTF-8. */
static void put_utf8(struct rows *r, const char *s, size_t n)
{
	struct gt_text_scan t = { .s = s, .n = n };
	struct gt_text_piece p;

	if (gt_text_is_plain(s, n, '"', '"')) {
		gt_parquet_text(r->file, s, n);
		return;
	}
	gt_buf_reset(&r->text);
	while (gt_text_scan(&t, &p))
		if (p.kind == GT_TEXT_INVALID)
			gt_buf_puts(&r->text, "\xef\xbf\xbd");
		else
			gt_buf_add(&r->text, p.s, p.n);
	gt_parquet_text(r->file, gt_buf_str(&r->text), r->text.len);
}

static void parquet_put_json(struct gt_export *e, struct rows *r, const struct gt_cell *c)
{
	struct gt_buf *out = e->out;

	gt_buf_reset(&r->text);
	e->out = &r->text;
	gt_json_cell(e, c);
	e->out = out;
	gt_parquet_text(r->file, gt_buf_str(&r->text), r->text.len);
}

/* Ids and counts beyond INT64_MAX wrap around, so that different ones stay different. */
static void parquet_put_cell(struct gt_export *e, struct rows *r, const struct gt_cell *c)
{
	if (c->null) {
		gt_parquet_null(r->file);
		return;
	}
	switch (c->kind) {
	case GT_KIND_ID: gt_parquet_int(r->file, c->u == GT_P_OUTSIDE ? -1 : (int64_t)c->u); break;
	case GT_KIND_COUNT:
	case GT_KIND_BYTES: gt_parquet_int(r->file, (int64_t)c->u); break;
	case GT_KIND_DUR:
	case GT_KIND_TIME: gt_parquet_int(r->file, c->i); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: gt_parquet_real(r->file, c->r); break;
	case GT_KIND_BOOL: gt_parquet_int(r->file, c->b); break;
	case GT_KIND_STRING: put_utf8(r, c->s, c->n); break;
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP: parquet_put_json(e, r, c); break;
	}
}

/* What JSON has beside its rows and a reader of rows needs. */
static void note_trace(struct gt_export *e, struct rows *r)
{
	const struct gt_trace_info *info = gt_trace_info(e->table->trace);
	struct gt_buf text = { 0 };

	gt_buf_u64(&text, GT_SCHEMA);
	gt_parquet_note(r->file, "schema", gt_buf_str(&text));
	gt_parquet_note(r->file, "report", e->table->report->name);
	if (gt_trace_is_none(e->table->trace)) {
		gt_buf_release(&text);
		return;
	}
	gt_buf_reset(&text);
	gt_json_text(&text, info->file, strlen(info->file));
	gt_parquet_note(r->file, "file", gt_buf_str(&text));
	gt_buf_reset(&text);
	gt_buf_i64(&text, info->duration);
	gt_parquet_note(r->file, "duration_ns", gt_buf_str(&text));
	gt_parquet_note(r->file, "complete", info->complete ? "true" : "false");
	gt_buf_release(&text);
}

static void parquet_begin(struct gt_export *e)
{
	struct gt_pq_column *columns = gt_xcalloc(e->ncolumns + 1, sizeof *columns);
	struct rows *r = gt_xcalloc(1, sizeof *r);
	unsigned n = e->ncolumns;

	for (unsigned i = 0; i < n; i++) {
		const struct gt_column *c = &e->table->report->columns[e->columns[i]];

		columns[i] = (struct gt_pq_column){ c->key, parquet_kind(c->kind) };
	}
	r->has_beyond = gt_table_has_beyond(e->table);
	if (r->has_beyond)
		columns[n++] = (struct gt_pq_column){ "beyond", GT_PQ_BOOL };
	r->file = gt_parquet_open(columns, n, e->out);
	free(columns);
	note_trace(e, r);
	e->state = r;
}

static void parquet_row(struct gt_export *e, uint64_t row)
{
	struct rows *r = e->state;

	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_cell c;

		gt_table_cell(e->table, row, e->columns[i], &c);
		parquet_put_cell(e, r, &c);
	}
	if (r->has_beyond)
		gt_parquet_int(r->file, gt_table_beyond(e->table, row));
	gt_parquet_row(r->file, e->out);
}

static void parquet_end(struct gt_export *e)
{
	struct rows *r = e->state;
	struct gt_error err;

	/* Without its end nobody takes the file for whole. */
	if (gt_parquet_close(r->file, e->table->fault.code ? &r->text : e->out, &err) && !e->table->fault.code)
		e->table->fault = err;
	gt_buf_release(&r->text);
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
