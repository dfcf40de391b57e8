/* The table of base tables and of their columns. */
#include "format/tables/tables.h"

#include "analysis/table/reports.h"

static const struct gt_base_column base_columns[] = {
#define GT_BASE_TABLE(id, report, row)
#define GT_BASE_COLUMN(id, name, source, type, meaning) { GT_BASE_##id, name, source, GT_BASE_##type, meaning },
#include "format/tables/tables.def"
#undef GT_BASE_TABLE
#undef GT_BASE_COLUMN
};

struct gt_base_table gt_base_table(enum gt_base_id id)
{
	static const struct gt_base_table tables[] = {
#define GT_BASE_TABLE(id, report, row) [GT_BASE_##id] = { #id, report, row, NULL, 0 },
#define GT_BASE_COLUMN(id, name, source, type, meaning)
#include "format/tables/tables.def"
#undef GT_BASE_TABLE
#undef GT_BASE_COLUMN
	};
	struct gt_base_table b = tables[id];

	for (unsigned i = 0; i < GT_COUNT(base_columns); i++) {
		if (base_columns[i].table != id)
			continue;
		if (!b.ncolumns++)
			b.columns = &base_columns[i];
	}
	return b;
}

const char *gt_base_type_name(enum gt_base_type type)
{
	static const char *const names[] = {
		[GT_BASE_INT] = "INT64",
		[GT_BASE_NS] = "INT64, ns",
		[GT_BASE_WALL] = "TIMESTAMP",
		[GT_BASE_REAL] = "DOUBLE",
		[GT_BASE_BOOL] = "BOOLEAN",
		[GT_BASE_TEXT] = "STRING",
		[GT_BASE_JSON] = "JSON",
		[GT_BASE_STACK] = "INT64, a stack",
	};

	return names[type];
}
