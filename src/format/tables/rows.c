/* The file of a base table: its columns, from cells of a report or about the row and its trace. */
#include "format/tables/tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/pqcells.h"
#include "format/tables/names.h"

#define SECOND_NS 1000000000

struct base_rows {
	const struct gt_base_table *b;
	struct gt_export e;           /* of its table; for cells that are JSON */
	struct gt_pqcells cells;
	uint64_t row;
	bool has_wall;
	int64_t start;                /* ns since 1970, in UTC, when the trace begins */
	/* Of each column, in their order. */
	struct base_source {
		int col;              /* of the report, GT_NO_COLUMN */
		unsigned time;        /* GT_BASE_WALL: the place of the column that it shows */
		void (*put)(struct base_rows *r); /* neither */
		struct gt_cell last;
	} *sources;
};

/* ---- what no column of a report has ---- */

static void put_row_number(struct base_rows *r)
{
	gt_parquet_int(r->cells.file, (int64_t)r->row + 1);
}

static void put_beyond(struct base_rows *r)
{
	gt_parquet_int(r->cells.file, gt_table_beyond(r->e.table, r->row));
}

static void put_schema_version(struct base_rows *r)
{
	gt_parquet_int(r->cells.file, GT_TABLES_SCHEMA);
}

static void put_trace_file(struct base_rows *r)
{
	const char *file = gt_trace_info(r->e.table->trace)->file;

	gt_pqcells_text(&r->cells, file, strlen(file));
}

static void put_trace_bytes(struct base_rows *r)
{
	gt_parquet_int(r->cells.file, (int64_t)gt_trace_info(r->e.table->trace)->bytes);
}

static void put_trace_complete(struct base_rows *r)
{
	gt_parquet_int(r->cells.file, gt_trace_info(r->e.table->trace)->complete);
}

static void put_trace_damage(struct base_rows *r)
{
	const struct gt_trace_info *info = gt_trace_info(r->e.table->trace);

	if (info->complete)
		gt_parquet_null(r->cells.file);
	else
		gt_pqcells_text(&r->cells, info->damage.text, strlen(info->damage.text));
}

static void put_wall_time(struct base_rows *r, int64_t ns)
{
	int64_t wall;

	if (r->has_wall && !__builtin_add_overflow(r->start, ns, &wall))
		gt_parquet_int(r->cells.file, wall);
	else
		gt_parquet_null(r->cells.file);
}

static void put_trace_start(struct base_rows *r)
{
	put_wall_time(r, 0);
}

static const struct {
	const char *source;
	void (*put)(struct base_rows *r);
} specials[] = {
	{ "#row", put_row_number },
	{ "#beyond", put_beyond },
	{ "#schema", put_schema_version },
	{ "#file", put_trace_file },
	{ "#bytes", put_trace_bytes },
	{ "#complete", put_trace_complete },
	{ "#damage", put_trace_damage },
	{ "#start", put_trace_start },
};

/* ---- columns ---- */

static void find_special(struct base_source *s, const char *source)
{
	for (size_t i = 0; i < GT_COUNT(specials); i++)
		if (!strcmp(specials[i].source, source))
			s->put = specials[i].put;
	assert(s->put);
}

static void find_sources(struct base_rows *r)
{
	const struct gt_base_table *b = r->b;

	r->sources = gt_xcalloc(b->ncolumns, sizeof *r->sources);
	for (unsigned i = 0; i < b->ncolumns; i++) {
		const struct gt_base_column *c = &b->columns[i];
		struct base_source *s = &r->sources[i];

		s->col = GT_NO_COLUMN;
		if (*c->source == '#') {
			find_special(s, c->source);
		} else if (c->type == GT_BASE_WALL) {
			while (strcmp(b->columns[s->time].name, c->source) != 0)
				s->time++;
			assert(s->time < i);
		} else {
			s->col = gt_report_column(b->report, c->source, strlen(c->source));
			assert(s->col != GT_NO_COLUMN);
		}
	}
}

static void base_put_cell(struct base_rows *r, unsigned i)
{
	struct base_source *s = &r->sources[i];

	if (s->put) {
		s->put(r);
		return;
	}
	if (s->col == GT_NO_COLUMN) {
		if (r->sources[s->time].last.null)
			gt_parquet_null(r->cells.file);
		else
			put_wall_time(r, r->sources[s->time].last.i);
		return;
	}
	gt_table_cell(r->e.table, r->row, (unsigned)s->col, &s->last);
	if (s->last.kind != GT_KIND_STACK)
		gt_pqcells_put(&r->cells, &r->e, &s->last);
	else if (s->last.null || !s->last.stack)
		gt_parquet_null(r->cells.file);
	else
		gt_parquet_int(r->cells.file, s->last.stack);
}

/* ---- files ---- */

static enum gt_pq_kind pq_kind_of(enum gt_base_type type)
{
	static const enum gt_pq_kind of[] = {
		[GT_BASE_INT] = GT_PQ_INT, [GT_BASE_NS] = GT_PQ_INT, [GT_BASE_WALL] = GT_PQ_WALL,
		[GT_BASE_REAL] = GT_PQ_REAL, [GT_BASE_BOOL] = GT_PQ_BOOL, [GT_BASE_TEXT] = GT_PQ_TEXT,
		[GT_BASE_JSON] = GT_PQ_JSON, [GT_BASE_STACK] = GT_PQ_INT,
	};

	return of[type];
}

static struct gt_parquet *open_base_file(const struct gt_base_table *b, const struct gt_trace *t, struct gt_buf *out)
{
	struct gt_pq_column *columns = gt_xcalloc(b->ncolumns, sizeof *columns);
	struct gt_parquet *file;

	for (unsigned i = 0; i < b->ncolumns; i++)
		columns[i] = (struct gt_pq_column){ b->columns[i].name, pq_kind_of(b->columns[i].type) };
	file = gt_parquet_open(columns, b->ncolumns, out);
	free(columns);
	gt_pqcells_notes(file, t, GT_TABLES_SCHEMA, "table", b->name);
	return file;
}

/* All times of a trace are on one clock: that of its first generation. */
static bool wall_start(const struct gt_trace *t, int64_t *start)
{
	struct gt_clock c;

	return gt_clock_get(t, 0, &c) && c.sec < INT64_MAX / SECOND_NS &&
	       !__builtin_sub_overflow((int64_t)c.sec * SECOND_NS + c.nsec, c.t, start);
}

static int write_rows(struct base_rows *r, struct gt_trace *t, const struct gt_table_args *args, struct gt_out *out,
		      struct gt_error *err)
{
	struct gt_table_args asked = *args;
	int rc;

	find_sources(r);
	for (unsigned i = 0; i < r->b->ncolumns; i++)
		if (r->sources[i].col >= 0 && r->sources[i].col < 64)
			asked.asked |= UINT64_C(1) << r->sources[i].col;
	r->has_wall = wall_start(t, &r->start);
	rc = gt_table_open(&r->e.table, r->b->report, t, &asked, err);
	if (!rc) {
		for (; r->row < r->e.table->rows && gt_out_step(out); r->row++) {
			for (unsigned i = 0; i < r->b->ncolumns; i++)
				base_put_cell(r, i);
			gt_parquet_row(r->cells.file, &out->buf);
		}
		if (r->e.table->fault.code) {
			*err = r->e.table->fault;
			rc = err->code;
		}
		gt_table_close(r->e.table);
	}
	free(r->sources);
	gt_textcache_release(&r->e.scratch.stacks);
	gt_buf_release(&r->e.scratch.text);
	return rc;
}

int gt_base_write(const struct gt_base_table *b, struct gt_trace *t, const struct gt_table_args *args,
		  struct gt_out *out, struct gt_error *err)
{
	struct base_rows r = { .b = b };
	struct gt_error end = { .offset = GT_NO_OFFSET };
	int rc = 0;

	r.cells.file = open_base_file(b, t, &out->buf);
	if (b->report)
		rc = write_rows(&r, t, args, out, err);
	else
		gt_base_names(b->columns->table, t, &r.cells, out);
	/* After an error the file gets no end: nobody takes it for whole. */
	if (gt_parquet_close(r.cells.file, rc ? &r.cells.text : &out->buf, &end) && !rc) {
		*err = end;
		rc = end.code;
	}
	gt_pqcells_release(&r.cells);
	return rc;
}
