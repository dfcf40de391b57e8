/* The tables of the index and their rows as they are stored. */
#ifndef GT_INDEX_ROWS_H
#define GT_INDEX_ROWS_H

#include "index/model.h"
#include "index/store/table.h"

/* GT_T_SLICES, GT_T_CALLS …: part of the format, a number never changes its meaning. */
enum gt_table_id {
#define TABLE(id, ...) GT_T_##id,
#define TABLE_OF_BYTES(id, ...) GT_T_##id,
#define COL(...)
#define COLS(...)
#include "index/store/rows.def"
	GT_TABLES
};

extern const struct gt_schema gt_schemas[GT_TABLES];

/* struct gt_srow_slice, struct gt_srow_call …: a row in memory, with the fields that rows.def lists. */
#define TABLE(id, tag, ...) struct gt_srow_##tag {
#define TABLE_OF_BYTES(...)
#define COL(tag, type, field, ...) type field;
#define COLS(tag, type, field, ...) type field[GT_COUNTS];
#define END(tag) };
#include "index/store/rows.def"

/* The number of a column that is read alone: GT_COL(slice, g).  GT_COLUMNS(slice): how many there are. */
#define GT_COL(tag, field) gt_col_##tag##_##field
#define GT_COLUMNS(tag) gt_columns_of_##tag
#define TABLE(id, tag, ...) enum {
#define TABLE_OF_BYTES(...)
#define COL(tag, type, field, ...) GT_COL(tag, field),
#define COLS(tag, type, field, ...) \
	GT_COL(tag, field), GT_COL(tag, field##_last) = GT_COL(tag, field) + GT_COUNTS - 1,
#define END(tag) GT_COLUMNS(tag) };
#include "index/store/rows.def"

/* The distance between a slice's id and the previous one's, either of which can be larger. */
GT_INLINE uint32_t gt_prev_distance(uint32_t id, uint32_t prev)
{
	uint32_t d = id - prev;

	return d << 1 ^ (0 - (d >> 31));
}

GT_INLINE uint32_t gt_distant_id(uint32_t id, uint32_t distance)
{
	return id - (distance >> 1 ^ (0 - (distance & 1)));
}

GT_INLINE uint32_t gt_prev_id(uint32_t id, uint32_t distance)
{
	return distance ? gt_distant_id(id, distance) : GT_NO_ROW;
}

/* In the columns of calls, of tasks and regions. */
enum gt_call_flag { GT_CALL_LOST = 1, GT_CALL_KNOWN_START = 2 };
enum gt_known { GT_KNOWN_T0 = 1, GT_KNOWN_T1 = 2 };

#define GT_SORTED_RANGES 2       /* kinds: GT_RANGE_STW, GT_RANGE_GC */

/* Where the small fields of a goroutine are in kinds: first_type, last_type, first_state, state and the flags. */
enum gt_goroutine_kinds {
	GT_KINDS_FIRST_TYPE = 0, GT_KINDS_LAST_TYPE = 8, GT_KINDS_FIRST_STATE = 16, GT_KINDS_STATE = 20,
	GT_KINDS_OLDER = 24, GT_KINDS_SYSTEM = 25, GT_KINDS_FOREVER = 26
};

/* The partition of a kind of instants: those of no P come first. */
#define GT_INSTANTS_OF_PROC GT_INSTANT_NETWORK
#define GT_INSTANTS_OF_NONE (GT_INSTANTS - GT_INSTANTS_OF_PROC)

GT_INLINE uint32_t gt_instant_part(enum gt_instant kind, uint32_t proc_row)
{
	if (kind >= GT_INSTANTS_OF_PROC)
		return (uint32_t)(kind - GT_INSTANTS_OF_PROC);
	return (uint32_t)GT_INSTANTS_OF_NONE + proc_row * (uint32_t)GT_INSTANTS_OF_PROC + (uint32_t)kind;
}

/* Signed counts and integrals are stored as distances from a number below them all. */
#define GT_COUNT_BIAS (UINT32_C(1) << 31)
#define GT_COUNT_NS_BIAS (UINT64_C(1) << 62)

#endif
