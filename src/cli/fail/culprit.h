/* The row of a report behind a number that --fail-if found too large. */
#ifndef GT_CLI_CULPRIT_H
#define GT_CLI_CULPRIT_H

#include "analysis/table/table.h"
#include "base/buf.h"

/*
 * What a row is about: "GC sweep termination at 0.099836224s, last G27 main.buildReport at main.parse:12"; of a
 * finding its sentence.  col: the column that was measured, or GT_NO_COLUMN; who is responsible depends on it.
 * Nothing if the report has no such columns; nothing hostile.
 */
void gt_culprit_text(struct gt_buf *out, struct gt_table *t, uint64_t row, int col);

#endif
