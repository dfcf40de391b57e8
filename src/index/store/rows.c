/* The schemas of the tables, made from rows.def. */
#include "index/store/rows.h"

#define COLUMN(tag, type, field, to, more) { \
	.at = offsetof(struct gt_srow_##tag, field), .width = sizeof(type), .plus = more, .refers = GT_TO_##to },

#define TABLE(id, tag, ...) static const struct gt_bcolumn tag##_columns[] = {
#define TABLE_OF_BYTES(...)
#define COL(tag, type, field, refers, text) COLUMN(tag, type, field, refers, 0)
#define OPT(tag, type, field, refers, text) COLUMN(tag, type, field, refers, 1)
#define COLS(tag, type, field, refers, text) \
	COLUMN(tag, type, field[0], refers, 0) COLUMN(tag, type, field[1], refers, 0) \
	COLUMN(tag, type, field[2], refers, 0) COLUMN(tag, type, field[3], refers, 0) \
	COLUMN(tag, type, field[4], refers, 0) COLUMN(tag, type, field[5], refers, 0)
#define END(tag) }; \
	_Static_assert(GT_COUNT(tag##_columns) == GT_COLUMNS(tag), "each element of an array is a column"); \
	_Static_assert(GT_COUNT(tag##_columns) <= GT_MAX_COLUMNS, "a block has room for all columns");
#include "index/store/rows.def"

#define TABLE(...)
#define TABLE_OF_BYTES(...)
#define COL(tag, type, field, ...) \
	_Static_assert(sizeof(type) == 1 || sizeof(type) == 4 || sizeof(type) == 8, "block.c and pack.c know these");
#define COLS COL
#include "index/store/rows.def"

static const struct gt_bcolumn byte_columns[] = { { .at = 0, .width = 1 } };

#define MANY true
#define ONE false
#define NO_SUMMARY .time = GT_NO_BCOLUMN, .dur = GT_NO_BCOLUMN, .weight = GT_NO_BCOLUMN, .who = GT_NO_BCOLUMN
#define BY_TIME .time = GT_COL_T0, .dur = GT_NO_BCOLUMN, .weight = GT_NO_BCOLUMN, .who = GT_NO_BCOLUMN
#define SUMMARY(by, of) .time = GT_COL_T0, .dur = GT_COL_DUR, .weight = by, .who = of

const struct gt_schema gt_schemas[GT_TABLES] = {
#define TABLE(id, tag, title, parts, summary, note) [GT_T_##id] = { \
	.name = title, .columns = tag##_columns, .ncolumns = GT_COLUMNS(tag), \
	.row_size = sizeof(struct gt_srow_##tag), .partitioned = parts, summary },
#define TABLE_OF_BYTES(id, title) [GT_T_##id] = { \
	.name = title, .columns = byte_columns, .ncolumns = 1, .row_size = 1, .bytes = true, NO_SUMMARY },
#define COL(...)
#define COLS(...)
#include "index/store/rows.def"
};
