/* The base tables that are made of a trace's stacks: stacks, frames, functions. */
#ifndef GT_FORMAT_TABLES_NAMES_H
#define GT_FORMAT_TABLES_NAMES_H

#include "format/pqcells.h"
#include "format/tables/tables.h"

/* Appends all rows to the file of one of these tables, in the order of their numbers. */
void gt_base_names(enum gt_base_id id, const struct gt_trace *t, struct gt_pqcells *cells, struct gt_out *out);

#endif
