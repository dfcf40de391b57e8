/* Export of rows: in the formats of the reports, as the list shows them, or in a text layout of their own. */
#include "ui/table/pane_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/xalloc.h"
#include "format/export.h"

#define STEP_ROWS 64           /* of a report's format, or slices with their stacks */

struct rows_export {
	struct gt_exporting head;
	uint64_t *rows, first, n, at;  /* rows NULL: the first n places of pt's list, else the n rows from `first` on */
	struct gt_table *table;
	struct gt_pane_table *pt;      /* the owner of the table, NULL: this export */
	struct gt_exporting *list;     /* exports the rows as the list shows them; NULL: it does not */
	struct gt_export *writer;      /* a format of the reports; NULL: pt->spec->text */
};

static bool rows_export_step(struct gt_exporting *head, struct gt_buf *out)
{
	struct rows_export *e = (struct rows_export *)head;
	uint64_t n = e->n - e->at < STEP_ROWS ? e->n - e->at : STEP_ROWS, rows[STEP_ROWS];

	if (e->list)
		return e->list->ops->step(e->list, out);
	assert(e->writer || (e->pt && e->pt->spec->text));
	for (uint64_t i = 0; i < n; i++)
		rows[i] = e->rows ? e->rows[e->at + i] : e->pt ? gt_pane_table_row(e->pt, e->at + i)
							       : e->first + e->at + i;
	if (e->writer)
		gt_export_rows(e->writer, rows, n, out);
	else
		e->pt->spec->text(out, e->table, rows, n, e->at);
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

static void rows_export_close(struct gt_exporting *head)
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

/* Owns what *as holds.  format: one of the reports, NULL: none of these. */
static int rows_export_open(struct gt_exporting **out, const struct rows_export *as, const char *format,
			    struct gt_error *err)
{
	static const struct gt_exporting_ops ops = {
		.step = rows_export_step, .share = rows_export_share, .close = rows_export_close,
	};
	struct rows_export *e = gt_xcalloc(1, sizeof *e);
	int rc = 0;

	*e = *as;
	e->head.ops = &ops;
	if (format)
		rc = gt_export_open(&e->writer, format, e->table, err);
	if (rc < 0)
		rows_export_close(&e->head);
	else
		*out = &e->head;
	return rc;
}

int gt_table_export_open(struct gt_exporting **out, struct gt_table *t, uint64_t *rows, uint64_t first,
			 uint64_t n, const char *format, struct gt_error *err)
{
	const struct rows_export e = { .table = t, .rows = rows, .first = first, .n = n };

	return rows_export_open(out, &e, format, err);
}

/* ---- rows of a pane's table ---- */

/* The rows that are tagged; false if a tag can stand for several rows. */
static bool tagged_rows(const struct gt_pane_table *pt, struct gt_map *rows)
{
	if (pt->spec->splits && pt->spec->splits(&pt->shown))
		return false;
	for (size_t i = 0; i < pt->list.tags.cap; i++) {
		uint64_t id = pt->list.tags.v[i] - 1, row;

		if (!pt->list.tags.v[i])
			continue;
		row = pt->spec->row ? pt->spec->row(pt, id) : id;
		if (row != UINT64_MAX)
			gt_map_put(rows, row, 1);
	}
	return true;
}

/* The places to export: tagged rows in the order shown; without tags the cursor's.  To be freed. */
static uint64_t *chosen_places(const struct gt_pane_table *pt, uint64_t *n)
{
	bool one = !pt->list.tags.n, known;
	struct gt_map rows = { 0 };
	uint64_t *places = NULL;
	size_t cap = 0;

	*n = 0;
	GT_GROW(places, cap, 1);
	known = tagged_rows(pt, &rows);
	for (uint64_t place = one ? pt->list.cursor : 0; place < pt->list.rows && !(one && *n); place++) {
		if (!one && (known ? gt_map_get(&rows, gt_pane_table_row(pt, place)) == GT_MAP_NONE
				   : !gt_list_tagged(&pt->list, place)))
			continue;
		GT_GROW(places, cap, *n + 1);
		places[(*n)++] = place;
	}
	gt_map_release(&rows);
	return places;
}

int gt_table_pane_export_open(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			      struct gt_error *err)
{
	struct gt_pane_table *pt = pane->ops->table(pane);
	bool text = strcmp(format, "text") == 0, own = text && pt->spec->text;
	struct rows_export e = { .table = pt->table, .pt = pt, .n = pt->list.rows };

	if (pt->list.rows == 0)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is nothing to export here");
	pt->exporting++;
	if (!all && (pt->list.tags.n || !pt->spec->whole))
		e.rows = chosen_places(pt, &e.n);
	if (!own && (text || strcmp(format, "table") == 0)) {
		e.list = gt_list_export_rows(&pt->list, e.rows, e.n, false);
		e.rows = NULL;
		return rows_export_open(out, &e, NULL, err);
	}
	for (uint64_t i = 0; e.rows && i < e.n; i++)
		e.rows[i] = gt_pane_table_row(pt, e.rows[i]);
	return rows_export_open(out, &e, own ? NULL : format, err);
}
