/* Cells as text for people: units, names, nothing hostile. */
#ifndef GT_ANALYSIS_CELLTEXT_H
#define GT_ANALYSIS_CELLTEXT_H

#include "analysis/table/table.h"
#include "base/buf.h"

/*
 * Appends a cell as one line of clean UTF-8 (gt_text_escape): "7.486ms",
 * "0.739889373s", "4.0 MiB", "sync 1.2ms, select 30us", a stack as its innermost
 * frame "main.f:12".  An absent cell appends nothing.
 */
void gt_cell_text(struct gt_buf *out, const struct gt_table *t, const struct gt_cell *c);

/* The same of a table's cell: absent ones of columns with GT_COL_TOP say that no stack was recorded. */
void gt_table_text(struct gt_buf *out, struct gt_table *t, uint64_t row, unsigned col);

/* Of a column with GT_COL_SPARK no more are read. */
#define GT_SPARK_MOST 256

/* True if cells of the kind are right-aligned. */
GT_INLINE bool gt_kind_is_number(enum gt_kind kind)
{
	return kind <= GT_KIND_TIME;
}

/* "whole up to 1.2s of 1.9s" where the trace lacks something before its end; else nothing, and false. */
bool gt_horizon_text(struct gt_buf *out, const struct gt_trace *t);

/* "lost: 0.39s, 12626 of 12932 bytes, 2095 events" between two texts: what is known of it; nothing if that is nothing. */
void gt_lost_text(struct gt_buf *out, const char *before, const char *after, const struct gt_trace *t);

/* Stacks and names that events have and the trace does not: false if there are none. */
bool gt_unknown_ids_text(struct gt_buf *out, const struct gt_trace *t);

/* The line below a text in which rows that gt_table_beyond says are marked with "*". */
void gt_beyond_legend(struct gt_buf *out, const struct gt_trace *t);

#endif
