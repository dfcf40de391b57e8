/* Rows of a table on their way out: slices in the old tool's layout, lists as text, the reports' formats. */
#include "ui/rows_export.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/greedy.h"
#include "analysis/stw.h"
#include "base/xalloc.h"
#include "ui/detail_stop.h"

#define STEP_ROWS 64           /* of a report's format, or slices with their stacks */

enum kind { KIND_SLICES, KIND_STOPS, KIND_LIST, KIND_ROWS };

struct rows_export {
	struct gt_exporting head;
	struct gt_pane_table *pt;
	enum kind kind;
	uint64_t *rows, n, at;
	struct gt_list_writer *list;   /* KIND_LIST; places instead of rows */
	bool measured;
	struct gt_ui_writer *writer;   /* KIND_ROWS */
};

static enum kind kind_of(const struct gt_pane_table *pt, const char *format)
{
	if (strcmp(format, "text") == 0 && pt->prog->export && pt->spec->report == &gt_report_greedy)
		return KIND_SLICES;
	if (strcmp(format, "text") == 0 && pt->spec->report == &gt_report_stw)
		return KIND_STOPS;
	if (strcmp(format, "text") == 0 || strcmp(format, "table") == 0 || !pt->prog->export)
		return KIND_LIST;
	return KIND_ROWS;
}

static void put_slices(struct rows_export *e, uint64_t n, struct gt_buf *out)
{
	struct gt_stretch s[STEP_ROWS];

	for (uint64_t i = 0; i < n; i++)
		gt_greedy_get(e->pt->table, e->rows[e->at + i], &s[i]);
	e->pt->prog->export->slices(e->pt->prog->trace, s, (size_t)n, out);
}

static void put_stops(struct rows_export *e, uint64_t n, struct gt_buf *out)
{
	for (uint64_t i = 0; i < n; i++) {
		if (e->at + i)
			gt_buf_putc(out, '\n');
		gt_stop_text(out, e->pt->prog->trace, gt_stw_range(e->pt->table, e->rows[e->at + i]));
	}
}

/* Aligned columns are as wide as the widest of all rows, which are gone over twice. */
static void put_list(struct rows_export *e, uint64_t n, struct gt_buf *out)
{
	if (e->measured && e->at == 0)
		gt_list_writer_titles(e->list, out);
	for (uint64_t i = 0; i < n; i++) {
		if (e->measured)
			gt_list_writer_row(e->list, e->rows[e->at + i], out);
		else
			gt_list_writer_measure(e->list, e->rows[e->at + i]);
	}
}

static void put_rows(struct rows_export *e, uint64_t n, struct gt_buf *out)
{
	for (uint64_t i = 0; i < n; i++)
		e->pt->prog->export->row(e->writer, e->rows[e->at + i], out);
}

static bool step(struct gt_exporting *head, struct gt_buf *out)
{
	struct rows_export *e = (struct rows_export *)head;
	uint64_t n = e->n - e->at < STEP_ROWS ? e->n - e->at : STEP_ROWS;

	if (e->kind == KIND_SLICES)
		put_slices(e, n, out);
	else if (e->kind == KIND_STOPS)
		put_stops(e, n, out);
	else if (e->kind == KIND_LIST)
		put_list(e, n, out);
	else
		put_rows(e, n, out);
	e->at += n;
	if (e->at < e->n)
		return false;
	if (e->kind == KIND_LIST && !e->measured) {
		e->measured = true;
		e->at = 0;
		return false;
	}
	if (e->writer)
		e->pt->prog->export->close(e->writer, out);
	e->writer = NULL;
	return true;
}

static double share(const struct gt_exporting *head)
{
	const struct rows_export *e = (const struct rows_export *)head;
	double done = e->n ? (double)e->at / (double)e->n : 1;

	if (e->kind != KIND_LIST)
		return done;
	return e->measured ? 0.5 + done / 2 : done / 2;
}

static void close_rows(struct gt_exporting *head)
{
	struct rows_export *e = (struct rows_export *)head;
	struct gt_buf rest = { 0 };

	if (e->writer)
		e->pt->prog->export->close(e->writer, &rest);
	gt_buf_release(&rest);
	e->pt->exporting--;
	gt_list_writer_close(e->list);
	free(e->rows);
	free(e);
}

static const struct gt_exporting_ops ops = { .step = step, .share = share, .close = close_rows };

int gt_rows_export_open(struct gt_exporting **out, struct gt_pane_table *pt, const char *format,
			struct gt_error *err)
{
	struct rows_export *e;
	int rc = 0;

	if (pt->list.rows == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is nothing to export here");
	e = gt_xcalloc(1, sizeof *e);
	e->head.ops = &ops;
	e->pt = pt;
	e->kind = kind_of(pt, format);
	e->rows = e->kind == KIND_LIST ? gt_pane_table_chosen_places(pt, &e->n) : gt_pane_table_chosen(pt, &e->n);
	if (e->kind == KIND_LIST)
		e->list = gt_list_writer_open(&pt->list, strcmp(format, "csv") == 0);
	if (e->kind == KIND_ROWS)
		rc = pt->prog->export->open(&e->writer, format, pt->table, err);
	pt->exporting++;
	if (rc < 0)
		close_rows(&e->head);
	else
		*out = &e->head;
	return rc;
}
