/* Rows on their way out: in the formats of the reports, as a list shows them, or in a layout of their own. */
#include "ui/table/rows_export.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "analysis/paths/path.h"
#include "analysis/stw/stw.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "format/listing.h"
#include "ui/detail/detail_stop.h"

#define STEP_ROWS 64           /* of a report's format, or slices with their stacks */

struct rows_export {
	struct gt_exporting head;
	/* Appends some rows from `at` on. */
	void (*put)(struct rows_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out);
	uint64_t *rows, n, at;
	struct gt_table *table;        /* NULL: a list without one */
	struct gt_pane_table *pt;      /* whose table that is, NULL: ours */
	struct gt_exporting *list;     /* NULL, or what exports the rows as the list shows them */
	struct gt_export *writer;      /* put_rows */
};

static void put_slices(struct rows_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out)
{
	struct gt_slice_part s[STEP_ROWS];

	for (uint64_t i = 0; i < n; i++)
		gt_greedy_get(e->table, rows[i], &s[i]);
	gt_diagreedy_slices(out, e->table->trace, s, n);
}

static void put_stops(struct rows_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out)
{
	for (uint64_t i = 0; i < n; i++) {
		if (e->at + i)
			gt_buf_putc(out, '\n');
		gt_stop_text(out, e->table->trace, gt_stw_range(e->table, rows[i]));
	}
}

static void put_hops(struct rows_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out)
{
	for (uint64_t i = 0; i < n; i++)
		gt_path_hop_lines(out, e->table, rows[i]);
}

static void rows_export_put_rows(struct rows_export *e, const uint64_t *rows, uint64_t n, struct gt_buf *out)
{
	gt_export_rows(e->writer, rows, n, out);
}

static bool rows_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct rows_export *e = (struct rows_export *)head;
	uint64_t n = e->n - e->at < STEP_ROWS ? e->n - e->at : STEP_ROWS;

	if (e->list)
		return e->list->ops->step(e->list, out);
	e->put(e, e->rows + e->at, n, out);
	e->at += n;
	if (e->at < e->n)
		return false;
	gt_export_close(e->writer, out);
	e->writer = NULL;
	return true;
}

static double rows_export_share(const struct gt_exporting *head)
{
	const struct rows_export *e = (const struct rows_export *)head;

	if (e->list)
		return e->list->ops->share(e->list);
	return e->n ? (double)e->at / (double)e->n : 1;
}

static void close_rows(struct gt_exporting *head)
{
	struct rows_export *e = (struct rows_export *)head;
	struct gt_buf rest = { 0 };

	gt_export_close(e->writer, &rest);
	gt_buf_release(&rest);
	if (e->pt)
		e->pt->exporting--;
	else
		gt_table_close(e->table);
	if (e->list)
		e->list->ops->close(e->list);
	free(e->rows);
	free(e);
}

static const struct gt_exporting_ops rows_export_ops = {
	.step = rows_export_step, .share = rows_export_share, .close = close_rows,
};

/* Takes the rows. */
static struct rows_export *new_export(uint64_t *rows, uint64_t n)
{
	struct rows_export *e = gt_xcalloc(1, sizeof *e);

	e->head.ops = &rows_export_ops;
	e->rows = rows;
	e->n = n;
	return e;
}

static int use_format(struct rows_export *e, const char *format, struct gt_error *err)
{
	e->put = rows_export_put_rows;
	return gt_export_open(&e->writer, format, e->table, err);
}

int gt_table_export_open(struct gt_exporting **out, struct gt_table *t, uint64_t *rows, uint64_t n,
			 const char *format, struct gt_error *err)
{
	struct rows_export *e = new_export(rows, n);
	int rc;

	e->table = t;
	rc = use_format(e, format, err);
	if (rc < 0)
		close_rows(&e->head);
	else
		*out = &e->head;
	return rc;
}

/* Without tags a path is one thing. */
static uint64_t *chosen_places(const struct gt_pane_table *pt, uint64_t *n)
{
	uint64_t *places;

	if (pt->spec->report != &gt_report_path || pt->list.tags.n)
		return gt_pane_table_chosen_places(pt, n);
	*n = pt->list.rows;
	places = gt_xcalloc(*n, sizeof *places);
	for (uint64_t i = 0; i < *n; i++)
		places[i] = i;
	return places;
}

/* The layout that some reports have as text. */
static void (*own_layout(const struct gt_report *r))(struct rows_export *, const uint64_t *, uint64_t,
						     struct gt_buf *)
{
	return r == &gt_report_greedy ? put_slices : r == &gt_report_stw ? put_stops :
	       r == &gt_report_path ? put_hops : NULL;
}

int gt_rows_export_open(struct gt_exporting **out, struct gt_pane_table *pt, const char *format,
			struct gt_error *err)
{
	struct rows_export *e;
	bool text = strcmp(format, "text") == 0;
	int rc = 0;

	if (pt->list.rows == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is nothing to export here");
	e = new_export(NULL, 0);
	e->pt = pt;
	e->table = pt->table;
	pt->exporting++;
	e->rows = chosen_places(pt, &e->n);
	if (text)
		e->put = own_layout(pt->spec->report);
	if (!e->put && (text || strcmp(format, "table") == 0))
		e->list = gt_list_export_rows(&pt->list, e->rows, e->n, false);
	else if (!e->put)
		rc = use_format(e, format, err);
	if (e->list)
		e->rows = NULL;
	for (uint64_t i = 0; !e->list && i < e->n; i++)
		e->rows[i] = gt_pane_table_row(pt, e->rows[i]);
	if (rc < 0)
		close_rows(&e->head);
	else
		*out = &e->head;
	return rc;
}
