/* Exporting rows: the walks, also by several threads, and the list of formats. */
#include "format/export.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/goroutines.h"
#include "base/thread.h"
#include "base/xalloc.h"

static const struct gt_export_ops *const formats[] = {
	&gt_export_text, &gt_export_json, &gt_export_ndjson, &gt_export_csv, &gt_export_parquet,
	&gt_export_quickfix, &gt_export_github,
};

const struct gt_export_ops *gt_export_find(const char *name)
{
	for (unsigned i = 0; i < GT_COUNT(formats); i++)
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	return NULL;
}

const struct gt_export_ops *gt_export_at(unsigned i)
{
	return i < GT_COUNT(formats) ? formats[i] : NULL;
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

static void end_rows(struct gt_export *e)
{
	e->ops->end(e);
	gt_buf_release(&e->scratch.text);
	gt_textcache_release(&e->scratch.stacks);
	e->scratch = (struct gt_export_scratch) { .marked = false };
}

/* ---- many rows, by several threads ---- */

/* How large pieces should be, and how many rows they have at most; pieces of events are as long as some windows. */
#define PIECE_BYTES (GT_PIECE_BYTES / 2)
#define PIECE_ROWS 16384u

struct piecework {
	const struct gt_view *view;
	struct gt_export of[GT_WORKERS];     /* each worker's, with a table of its own */
	uint64_t from;                       /* the first piece's first place in the view */
	uint64_t rows;                       /* of a piece */
};

static int export_piece(void *arg, unsigned worker, uint64_t piece, struct gt_out *out, struct gt_error *err)
{
	struct piecework *w = arg;
	struct gt_export *e = &w->of[worker];
	uint64_t at = w->from + piece * w->rows, end = gt_view_count(w->view);

	(void)err;
	end = end - at > w->rows ? at + w->rows : end;
	e->out = &out->buf;
	for (; at < end && gt_out_step(out); at++)
		e->ops->row(e, gt_view_row(w->view, at));
	return 0;
}

/* Twins of the table for all workers but the first; how many workers there are. */
static unsigned open_twins(struct piecework *w, const struct gt_export *e)
{
	unsigned n = 1, most = gt_workers();

	for (; n < most; n++) {
		w->of[n] = *e;
		w->of[n].scratch = (struct gt_export_scratch) { .marked = false };
		w->of[n].table = gt_table_twin(e->table);
		if (!w->of[n].table)
			break;
	}
	return n;
}

static void close_twin(struct gt_export *e, struct gt_export *twin)
{
	e->scratch.marked |= twin->scratch.marked;
	if (twin->table->fault.code && !e->table->fault.code)
		e->table->fault = twin->table->fault;
	gt_table_close(twin->table);
	gt_buf_release(&twin->scratch.text);
	gt_textcache_release(&twin->scratch.stacks);
}

/* The rows from place `from` on.  per_row: the bytes of one, more or less.  False, and nothing: one thread does it. */
static bool export_together(struct gt_export *e, const struct gt_view *view, uint64_t from, uint64_t per_row,
			    struct gt_out *out)
{
	struct piecework *w = gt_xcalloc(1, sizeof *w);
	uint64_t left = gt_view_count(view) - from;
	unsigned n = open_twins(w, e);
	bool done = n > 1;

	w->view = view;
	w->from = from;
	for (w->rows = PIECE_ROWS; w->rows > 1 && w->rows * per_row > PIECE_BYTES; w->rows /= 2)
		;
	w->of[0] = *e;
	if (done)
		gt_out_pieces(out, (left + w->rows - 1) / w->rows, n, export_piece, w, NULL);
	e->scratch = w->of[0].scratch;
	while (--n)
		close_twin(e, &w->of[n]);
	free(w);
	return done;
}

void gt_export_run(struct gt_export *e, struct gt_view *view, struct gt_out *out)
{
	uint64_t it = 0, row, bytes = 0;

	e->out = &out->buf;
	e->ops->begin(e);
	while (gt_out_step(out) && gt_view_next(view, &it, &row)) {
		size_t before = out->buf.len;

		e->ops->row(e, row);
		bytes += out->buf.len - before;
		if (it == GT_EXPORT_FIRST && !e->ops->binary && gt_view_has_places(view) &&
		    export_together(e, view, it, bytes / it, out))
			break;
	}
	e->out = &out->buf;
	end_rows(e);
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
	end_rows(e);
	free(e->columns);
	free(e);
}
