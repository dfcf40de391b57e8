/* A table of made-up rows. */
#include "fake.h"

#include <string.h>

#include "base/xalloc.h"

struct fake {
	struct gt_table head;
	const struct fake_row *rows;
	struct gt_item item;
};

static void fake_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, ((const struct fake_row *)t->at)->name);
}

static void put_item(struct gt_table *t, struct gt_cell *out, const char *key, bool there)
{
	struct fake *f = (struct fake *)t;

	f->item.key = key;
	f->item.nkey = key ? strlen(key) : 0;
	gt_cell_items(out, &f->item, there);
}

static void fake_tags(struct gt_table *t, struct gt_cell *out)
{
	struct fake *f = (struct fake *)t;
	const struct fake_row *r = t->at;

	f->item.value = (struct gt_cell) { .kind = GT_KIND_STRING };
	gt_cell_word(&f->item.value, r->tag);
	put_item(t, out, NULL, r->tag);
}

static void fake_sums(struct gt_table *t, struct gt_cell *out)
{
	struct fake *f = (struct fake *)t;
	const struct fake_row *r = t->at;

	f->item.value = (struct gt_cell) { .kind = GT_KIND_DUR };
	gt_cell_i(&f->item.value, r->sync);
	put_item(t, out, "sync", r->sync != GT_NO_TIME);
}

static const void *fake_at(struct gt_table *t, uint64_t row)
{
	return &((const struct fake *)t)->rows[row];
}

#define FIELD(member) GT_FIELD(struct fake_row, member)

static const struct gt_column columns[FAKE_COLS] = {
	[FAKE_N] = { "n", "N", GT_KIND_COUNT, 0, 4, "a number", FIELD(n) },
	[FAKE_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, "a duration", FIELD(dur) },
	[FAKE_NAME] = { "name", "Name", GT_KIND_STRING, 0, 9, "a text", .cell = fake_name },
	[FAKE_ON] = { "on", "On", GT_KIND_BOOL, 0, 3, "yes or no", FIELD(on) },
	[FAKE_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 9, "a time", FIELD(start) },
	[FAKE_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_END, 9, "another", FIELD(end) },
	[FAKE_TAGS] = { "tags", "Tags", GT_KIND_LIST, 0, 9, "a list", .cell = fake_tags },
	[FAKE_SUMS] = { "sums_ns", "Sums", GT_KIND_MAP, 0, 9, "a map", .cell = fake_sums },
};

const struct gt_report fake_report = {
	.name = "fake",
	.row = "a row",
	GT_REPORT_COLUMNS(columns),
	.order = { "dur_ns", "n" },
	.ops = { .size = sizeof(struct fake), .row = fake_at },
};

struct gt_table *fake_open(const struct fake_row *rows, uint64_t n)
{
	struct fake *f = gt_xcalloc(1, sizeof *f);

	f->head.report = &fake_report;
	f->head.rows = n;
	f->rows = rows;
	return &f->head;
}
