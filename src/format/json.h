/* Cells as JSON, for formats that have no lists of their own. */
#ifndef GT_FORMAT_JSON_H
#define GT_FORMAT_JSON_H

#include "format/export.h"

/* Appends a cell of e's table to e->out: times and durations in ns, a stack as an array of frames, null if absent. */
void gt_json_cell(struct gt_export *e, const struct gt_cell *c);

#endif
