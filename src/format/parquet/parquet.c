/* A Parquet file: row groups as they fill, then the page index, the schema and where everything is. */
#include "format/parquet/parquet.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "format/parquet/column.h"
#include "format/parquet/thrift.h"

#define GROUP_BYTES ((size_t)32 << 20)        /* of texts */

struct group {
	struct gt_pq_chunk *chunks;   /* of each column */
	uint64_t rows;
};

struct note {
	char *key, *value;
};

struct gt_parquet {
	struct gt_pq_column *columns;
	unsigned ncolumns, at;        /* at: the column of the next cell */
	struct gt_pq_values *values;
	struct gt_pagepack pack;
	uint64_t rows;                /* of the row group that is being filled */
	size_t bytes;
	uint64_t offset;              /* in the file, of what is written next */
	struct group *groups;
	size_t ngroups, cap;
	struct note *notes;
	size_t nnotes, notes_cap;
	struct gt_error fault;
};

static const char magic[] = { 'P', 'A', 'R', '1' };

/* Numbers of parquet.thrift for each kind. */
enum { TYPE_BOOLEAN = 0, TYPE_INT64 = 2, TYPE_DOUBLE = 5, TYPE_BYTES = 6 };
static const struct {
	int type;
	int converted;                /* the older name of what a reader makes of it, -1: there is none */
	int logical;                  /* the newer one's field in LogicalType, 0 */
} kinds[] = {
	[GT_PQ_INT] = { TYPE_INT64, -1, 0 },
	[GT_PQ_WALL] = { TYPE_INT64, -1, 8 },
	[GT_PQ_REAL] = { TYPE_DOUBLE, -1, 0 },
	[GT_PQ_BOOL] = { TYPE_BOOLEAN, -1, 0 },
	[GT_PQ_TEXT] = { TYPE_BYTES, 0, 1 },
	[GT_PQ_JSON] = { TYPE_BYTES, 19, 12 },
};

struct gt_parquet *gt_parquet_open(const struct gt_pq_column *columns, unsigned n, struct gt_buf *out)
{
	struct gt_parquet *w = gt_xcalloc(1, sizeof *w);

	w->columns = gt_xcalloc(n + 1, sizeof *w->columns);
	w->values = gt_xcalloc(n + 1, sizeof *w->values);
	w->ncolumns = n;
	for (unsigned i = 0; i < n; i++) {
		w->columns[i] = columns[i];
		gt_pq_values_init(&w->values[i], columns[i].kind);
	}
	gt_buf_add(out, magic, sizeof magic);
	w->offset = sizeof magic;
	return w;
}

void gt_parquet_note(struct gt_parquet *w, const char *key, const char *value)
{
	GT_GROW(w->notes, w->notes_cap, w->nnotes + 1);
	w->notes[w->nnotes++] = (struct note){ gt_xstrdup(key), gt_xstrdup(value) };
}

/* ---- rows ---- */

static struct gt_pq_values *next_cell(struct gt_parquet *w)
{
	assert(w->at < w->ncolumns);
	return &w->values[w->at++];
}

void gt_parquet_null(struct gt_parquet *w)
{
	gt_pq_values_null(next_cell(w));
}

void gt_parquet_int(struct gt_parquet *w, int64_t v)
{
	gt_pq_values_number(next_cell(w), v);
}

void gt_parquet_real(struct gt_parquet *w, double v)
{
	int64_t bits;

	memcpy(&bits, &v, sizeof bits);
	gt_pq_values_number(next_cell(w), bits);
}

void gt_parquet_text(struct gt_parquet *w, const char *s, size_t n)
{
	w->bytes += gt_pq_values_text(next_cell(w), s, n);
}

static void write_group(struct gt_parquet *w, struct gt_buf *out)
{
	struct group *g;

	GT_GROW(w->groups, w->cap, w->ngroups + 1);
	g = &w->groups[w->ngroups++];
	*g = (struct group){ gt_xcalloc(w->ncolumns + 1, sizeof *g->chunks), w->rows };
	for (unsigned i = 0; i < w->ncolumns && !w->fault.code; i++) {
		size_t before = out->len;

		gt_pq_values_write(&w->values[i], &g->chunks[i], &w->pack, out, w->offset, &w->fault);
		w->offset += out->len - before;
	}
	w->rows = w->bytes = 0;
}

void gt_parquet_row(struct gt_parquet *w, struct gt_buf *out)
{
	assert(w->at == w->ncolumns);
	w->at = 0;
	w->rows++;
	if ((w->rows == GT_PQ_GROUP_ROWS || w->bytes >= GROUP_BYTES) && !w->fault.code)
		write_group(w, out);
}

/* ---- the page index ---- */

static void put_column_index(const struct gt_pq_chunk *c, struct gt_buf *out)
{
	struct gt_thrift w;

	gt_thrift_begin(&w, out);
	gt_thrift_list(&w, 1, GT_THRIFT_TRUE, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		gt_thrift_item_bool(&w, c->pages[i].nulls == c->pages[i].rows);
	gt_thrift_list(&w, 2, GT_THRIFT_BINARY, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		gt_thrift_item_bytes(&w, c->pages[i].bounds.min, c->pages[i].bounds.nmin);
	gt_thrift_list(&w, 3, GT_THRIFT_BINARY, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		gt_thrift_item_bytes(&w, c->pages[i].bounds.max, c->pages[i].bounds.nmax);
	gt_thrift_int(&w, 4, GT_THRIFT_I32, 0);       /* in no order */
	gt_thrift_list(&w, 5, GT_THRIFT_I64, c->npages);
	for (size_t i = 0; i < c->npages; i++)
		gt_thrift_item_int(&w, c->pages[i].nulls);
	gt_thrift_end(&w);
}

static void put_offset_index(const struct gt_pq_chunk *c, struct gt_buf *out)
{
	struct gt_thrift w;

	gt_thrift_begin(&w, out);
	gt_thrift_list(&w, 1, GT_THRIFT_STRUCT, c->npages);
	for (size_t i = 0; i < c->npages; i++) {
		gt_thrift_struct(&w, 0);
		gt_thrift_int(&w, 1, GT_THRIFT_I64, (int64_t)c->pages[i].offset);
		gt_thrift_int(&w, 2, GT_THRIFT_I32, c->pages[i].size);
		gt_thrift_int(&w, 3, GT_THRIFT_I64, (int64_t)c->pages[i].first_row);
		gt_thrift_end(&w);
	}
	gt_thrift_end(&w);
}

/* A page whose values have no bounds leaves its column without that index. */
static bool has_bounds(const struct gt_pq_chunk *c)
{
	for (size_t i = 0; i < c->npages; i++)
		if (!c->pages[i].bounds.known && c->pages[i].nulls < c->pages[i].rows)
			return false;
	return true;
}

static void write_indexes(struct gt_parquet *w, struct gt_buf *out, bool offsets)
{
	for (size_t g = 0; g < w->ngroups; g++)
		for (unsigned i = 0; i < w->ncolumns; i++) {
			struct gt_pq_chunk *c = &w->groups[g].chunks[i];
			size_t before = out->len;

			if (offsets) {
				put_offset_index(c, out);
				c->offset_index = w->offset;
				c->offset_index_size = (uint32_t)(out->len - before);
			} else if (has_bounds(c)) {
				put_column_index(c, out);
				c->column_index = w->offset;
				c->column_index_size = (uint32_t)(out->len - before);
			}
			w->offset += out->len - before;
		}
}

/* ---- the file's end ---- */

static void put_schema_column(struct gt_thrift *w, const struct gt_pq_column *c)
{
	gt_thrift_struct(w, 0);
	gt_thrift_int(w, 1, GT_THRIFT_I32, kinds[c->kind].type);
	gt_thrift_int(w, 3, GT_THRIFT_I32, 1);        /* optional */
	gt_thrift_bytes(w, 4, c->name, strlen(c->name));
	if (kinds[c->kind].converted >= 0)
		gt_thrift_int(w, 6, GT_THRIFT_I32, kinds[c->kind].converted);
	if (kinds[c->kind].logical) {
		gt_thrift_struct(w, 10);
		gt_thrift_struct(w, kinds[c->kind].logical);
		if (c->kind == GT_PQ_WALL) {
			gt_thrift_bool(w, 1, true);   /* adjusted to UTC */
			gt_thrift_struct(w, 2);
			gt_thrift_struct(w, 3);       /* nanoseconds */
			gt_thrift_end(w);
			gt_thrift_end(w);
		}
		gt_thrift_end(w);
		gt_thrift_end(w);
	}
	gt_thrift_end(w);
}

static void put_schema(struct gt_thrift *w, const struct gt_parquet *f)
{
	gt_thrift_list(w, 2, GT_THRIFT_STRUCT, f->ncolumns + 1);
	gt_thrift_struct(w, 0);
	gt_thrift_bytes(w, 4, "row", 3);
	gt_thrift_int(w, 5, GT_THRIFT_I32, f->ncolumns);
	gt_thrift_end(w);
	for (unsigned i = 0; i < f->ncolumns; i++)
		put_schema_column(w, &f->columns[i]);
}

static void put_statistics(struct gt_thrift *w, const struct gt_pq_chunk *c)
{
	gt_thrift_struct(w, 12);
	gt_thrift_int(w, 3, GT_THRIFT_I64, (int64_t)c->nulls);
	if (c->bounds.known) {
		gt_thrift_bytes(w, 5, c->bounds.max, c->bounds.nmax);
		gt_thrift_bytes(w, 6, c->bounds.min, c->bounds.nmin);
	}
	gt_thrift_end(w);
}

static void put_chunk(struct gt_thrift *w, const struct gt_pq_column *column, const struct gt_pq_chunk *c)
{
	gt_thrift_struct(w, 0);
	gt_thrift_int(w, 2, GT_THRIFT_I64, 0);
	gt_thrift_struct(w, 3);
	gt_thrift_int(w, 1, GT_THRIFT_I32, kinds[column->kind].type);
	gt_thrift_list(w, 2, GT_THRIFT_I32, c->encoding == GT_PQ_PLAIN ? 2 : 3);
	gt_thrift_item_int(w, GT_PQ_PLAIN);
	gt_thrift_item_int(w, GT_PQ_RLE);
	if (c->encoding != GT_PQ_PLAIN)
		gt_thrift_item_int(w, c->encoding);
	gt_thrift_list(w, 3, GT_THRIFT_BINARY, 1);
	gt_thrift_item_bytes(w, column->name, strlen(column->name));
	gt_thrift_int(w, 4, GT_THRIFT_I32, gt_pagepack_codec());
	gt_thrift_int(w, 5, GT_THRIFT_I64, (int64_t)c->values);
	gt_thrift_int(w, 6, GT_THRIFT_I64, (int64_t)c->raw);
	gt_thrift_int(w, 7, GT_THRIFT_I64, (int64_t)c->packed);
	gt_thrift_int(w, 9, GT_THRIFT_I64, (int64_t)c->data);
	if (c->dictionary)
		gt_thrift_int(w, 11, GT_THRIFT_I64, (int64_t)c->dictionary);
	put_statistics(w, c);
	gt_thrift_end(w);
	gt_thrift_int(w, 4, GT_THRIFT_I64, (int64_t)c->offset_index);
	gt_thrift_int(w, 5, GT_THRIFT_I32, c->offset_index_size);
	if (c->column_index) {
		gt_thrift_int(w, 6, GT_THRIFT_I64, (int64_t)c->column_index);
		gt_thrift_int(w, 7, GT_THRIFT_I32, c->column_index_size);
	}
	gt_thrift_end(w);
}

static void put_group(struct gt_thrift *w, const struct gt_parquet *f, const struct group *g)
{
	uint64_t raw = 0, packed = 0;

	gt_thrift_struct(w, 0);
	gt_thrift_list(w, 1, GT_THRIFT_STRUCT, f->ncolumns);
	for (unsigned i = 0; i < f->ncolumns; i++) {
		put_chunk(w, &f->columns[i], &g->chunks[i]);
		raw += g->chunks[i].raw;
		packed += g->chunks[i].packed;
	}
	gt_thrift_int(w, 2, GT_THRIFT_I64, (int64_t)raw);
	gt_thrift_int(w, 3, GT_THRIFT_I64, (int64_t)g->rows);
	gt_thrift_int(w, 6, GT_THRIFT_I64, (int64_t)packed);
	gt_thrift_end(w);
}

static void put_file_notes(struct gt_thrift *w, const struct gt_parquet *f)
{
	gt_thrift_list(w, 5, GT_THRIFT_STRUCT, f->nnotes);
	for (size_t i = 0; i < f->nnotes; i++) {
		gt_thrift_struct(w, 0);
		gt_thrift_bytes(w, 1, f->notes[i].key, strlen(f->notes[i].key));
		gt_thrift_bytes(w, 2, f->notes[i].value, strlen(f->notes[i].value));
		gt_thrift_end(w);
	}
}

static void write_end(struct gt_parquet *f, struct gt_buf *out)
{
	static const char made_by[] = "gtrace-tui version " PACKAGE_VERSION;
	size_t before = out->len;
	uint64_t rows = 0;
	struct gt_thrift w;
	uint32_t n;

	for (size_t i = 0; i < f->ngroups; i++)
		rows += f->groups[i].rows;
	gt_thrift_begin(&w, out);
	gt_thrift_int(&w, 1, GT_THRIFT_I32, 1);
	put_schema(&w, f);
	gt_thrift_int(&w, 3, GT_THRIFT_I64, (int64_t)rows);
	gt_thrift_list(&w, 4, GT_THRIFT_STRUCT, f->ngroups);
	for (size_t i = 0; i < f->ngroups; i++)
		put_group(&w, f, &f->groups[i]);
	if (f->nnotes)
		put_file_notes(&w, f);
	gt_thrift_bytes(&w, 6, made_by, sizeof made_by - 1);
	gt_thrift_list(&w, 7, GT_THRIFT_STRUCT, f->ncolumns);
	for (unsigned i = 0; i < f->ncolumns; i++) {
		gt_thrift_struct(&w, 0);
		gt_thrift_struct(&w, 1);              /* bounds are in the order of the type */
		gt_thrift_end(&w);
		gt_thrift_end(&w);
	}
	gt_thrift_end(&w);
	n = (uint32_t)(out->len - before);
	for (unsigned i = 0; i < 32; i += 8)
		gt_buf_putc(out, (char)(n >> i));
	gt_buf_add(out, magic, sizeof magic);
}

static void parquet_free(struct gt_parquet *w)
{
	for (unsigned i = 0; i < w->ncolumns; i++)
		gt_pq_values_release(&w->values[i]);
	for (size_t i = 0; i < w->ngroups; i++) {
		for (unsigned c = 0; c < w->ncolumns; c++)
			free(w->groups[i].chunks[c].pages);
		free(w->groups[i].chunks);
	}
	for (size_t i = 0; i < w->nnotes; i++) {
		free(w->notes[i].key);
		free(w->notes[i].value);
	}
	gt_pagepack_release(&w->pack);
	free(w->notes);
	free(w->groups);
	free(w->values);
	free(w->columns);
	free(w);
}

int gt_parquet_close(struct gt_parquet *w, struct gt_buf *out, struct gt_error *err)
{
	int rc;

	if (w->rows && !w->fault.code)
		write_group(w, out);
	if (!w->fault.code) {
		write_indexes(w, out, false);
		write_indexes(w, out, true);
		write_end(w, out);
	}
	rc = w->fault.code;
	if (rc)
		*err = w->fault;
	parquet_free(w);
	return rc;
}
