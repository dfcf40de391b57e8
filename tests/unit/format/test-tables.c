/* The base tables: each column has a source of its type; no column of a report is left out that is not named here. */
#include <string.h>

#include "analysis/table/reports.h"
#include "format/tables/tables.h"
#include "tap/tap.h"

/* What says nothing of a whole trace: lengths in a range, a share once more, what only another option shows. */
static const char *const left_out[] = { "waits.whole_ns", "findings.percent", "requests.system" };

static bool is_left_out(const char *table, const char *key)
{
	size_t n = strlen(table);

	for (size_t i = 0; i < GT_COUNT(left_out); i++)
		if (!strncmp(left_out[i], table, n) && left_out[i][n] == '.' && !strcmp(left_out[i] + n + 1, key))
			return true;
	return false;
}

static enum gt_base_type type_of(enum gt_kind kind)
{
	switch (kind) {
	case GT_KIND_COUNT:
	case GT_KIND_INT:
	case GT_KIND_ID:
	case GT_KIND_BYTES: return GT_BASE_INT;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: return GT_BASE_REAL;
	case GT_KIND_DUR:
	case GT_KIND_TIME: return GT_BASE_NS;
	case GT_KIND_BOOL: return GT_BASE_BOOL;
	case GT_KIND_STRING: return GT_BASE_TEXT;
	case GT_KIND_STACK: return GT_BASE_STACK;
	case GT_KIND_LIST:
	case GT_KIND_MAP: break;
	}
	return GT_BASE_JSON;
}

/* A WALL column is beside the time that it shows. */
static bool is_beside_its_time(const struct gt_base_table *b, unsigned i)
{
	const struct gt_base_column *c = &b->columns[i];

	return i && !strcmp(b->columns[i - 1].name, c->source) && b->columns[i - 1].type == GT_BASE_NS;
}

static bool has_source(const struct gt_base_table *b, unsigned i)
{
	const struct gt_base_column *c = &b->columns[i];
	int col;

	if (*c->source == '#')
		return !b->report || c->type != GT_BASE_WALL || !strcmp(c->source, "#start");
	if (c->type == GT_BASE_WALL)
		return is_beside_its_time(b, i);
	col = b->report ? gt_report_column(b->report, c->source, strlen(c->source)) : GT_NO_COLUMN;
	return col != GT_NO_COLUMN && !strcmp(b->report->columns[col].key, c->source) &&
	       type_of(b->report->columns[col].kind) == c->type;
}

static unsigned find_base(const struct gt_base_table *b, const char *name)
{
	unsigned i = 0;

	while (i < b->ncolumns && strcmp(b->columns[i].name, name) != 0)
		i++;
	return i;
}

TAP_TEST(columns)
{
	for (unsigned id = 0; id < GT_BASE_TABLES; id++) {
		struct gt_base_table b = gt_base_table(id);
		unsigned wrong = 0;

		tap_ok(b.ncolumns && *b.row, "%s has columns", b.name);
		for (unsigned i = 0; i < b.ncolumns; i++) {
			const struct gt_base_column *c = &b.columns[i];
			size_t n = strlen(c->meaning);

			if (c->table == id && has_source(&b, i) && find_base(&b, c->name) == i && n &&
			    c->meaning[n - 1] != '.')
				continue;
			tap_diag("%s.%s", b.name, c->name);
			wrong++;
		}
		tap_is_int(wrong, 0, "%s: each has a name, a meaning and a source of its type", b.name);
	}
}

TAP_TEST(whole)
{
	for (unsigned id = 0; id < GT_BASE_TABLES; id++) {
		struct gt_base_table b = gt_base_table(id);

		for (unsigned i = 0; b.report && i < b.report->ncolumns; i++) {
			const char *key = b.report->columns[i].key;
			bool there = find_base(&b, key) < b.ncolumns;

			if (there == is_left_out(b.name, key))
				tap_ok(false, "%s of the report %s: a column of the table, or left out", key,
				       b.report->name);
		}
	}
	tap_is_int(GT_BASE_TABLES, 22, "tables");
	tap_is_int(GT_BASE_traces, GT_BASE_TABLES - 1, "that of traces is the last one: it says that a trace is whole");
	tap_ok(gt_base_table(GT_BASE_slices).report == &gt_report_greedy, "slices are the rows of greedy");
}
