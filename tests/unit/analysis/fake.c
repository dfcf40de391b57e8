/* A table of made-up rows. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct fake {
	struct gt_table head;
	const struct fake_row *rows;
	struct gt_item item;
};

static void put_item(struct fake *f, struct gt_cell *out, const char *key, bool there)
{
	f->item.key = key;
	f->item.nkey = key ? strlen(key) : 0;
	gt_cell_items(out, &f->item, there);
}

static void fake_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct fake *f = (struct fake *)t;
	const struct fake_row *r = &f->rows[row];

	switch ((enum fake_col)col) {
	case FAKE_N: gt_cell_u(out, r->n); break;
	case FAKE_DUR: gt_cell_i(out, r->dur); break;
	case FAKE_NAME: gt_cell_s(out, r->name, r->name ? strlen(r->name) : 0); break;
	case FAKE_ON: gt_cell_b(out, r->on); break;
	case FAKE_START: gt_cell_i(out, r->start); break;
	case FAKE_END: gt_cell_i(out, r->end); break;
	case FAKE_TAGS:
		f->item.value = (struct gt_cell) { .kind = GT_KIND_STRING };
		if (r->tag)
			gt_cell_s(&f->item.value, r->tag, strlen(r->tag));
		put_item(f, out, NULL, r->tag);
		break;
	case FAKE_SUMS:
		f->item.value = (struct gt_cell) { .kind = GT_KIND_DUR };
		gt_cell_i(&f->item.value, r->sync);
		put_item(f, out, "sync", r->sync != GT_NO_TIME);
		break;
	case FAKE_COLS: break;
	}
}

static void fake_close(struct gt_table *t)
{
	free(t);
}

static const struct gt_table_ops fake_ops = {
	.cell = fake_cell,
	.close = fake_close,
};

static const struct gt_column columns[FAKE_COLS] = {
	[FAKE_N] = { "n", "N", GT_KIND_COUNT, 0, 4, "a number" },
	[FAKE_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC, 9, "a duration" },
	[FAKE_NAME] = { "name", "Name", GT_KIND_STRING, 0, 9, "a text" },
	[FAKE_ON] = { "on", "On", GT_KIND_BOOL, 0, 3, "yes or no" },
	[FAKE_START] = { "start_ns", "Start", GT_KIND_TIME, 0, 9, "a time" },
	[FAKE_END] = { "end_ns", "End", GT_KIND_TIME, 0, 9, "another" },
	[FAKE_TAGS] = { "tags", "Tags", GT_KIND_LIST, 0, 9, "a list" },
	[FAKE_SUMS] = { "sums_ns", "Sums", GT_KIND_MAP, 0, 9, "a map" },
};

const struct gt_report fake_report = {
	.name = "fake",
	.row = "a row",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { FAKE_DUR, true }, { FAKE_N, false } },
	.norder = 2,
	.start = FAKE_START,
	.end = FAKE_END,
	.measure = FAKE_DUR,
};

struct gt_table *fake_open(const struct fake_row *rows, uint64_t n)
{
	struct fake *f = gt_xcalloc(1, sizeof *f);

	f->head.report = &fake_report;
	f->head.ops = &fake_ops;
	f->head.rows = n;
	f->rows = rows;
	return &f->head;
}
