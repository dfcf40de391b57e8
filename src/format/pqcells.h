/* Cells of tables as values of Parquet files, as every such file has them. */
#ifndef GT_FORMAT_PQCELLS_H
#define GT_FORMAT_PQCELLS_H

#include "format/export.h"
#include "format/parquet/parquet.h"

/* A file and the room for one text of it; all 0 but `file` at first. */
struct gt_pqcells {
	struct gt_parquet *file;
	struct gt_buf text;
};

/* What a column of this kind holds.  Stacks, lists and maps are JSON. */
enum gt_pq_kind gt_pqcells_kind(enum gt_kind kind);

/* The next cell of the row: a text of the trace, in which what is no UTF-8 becomes U+FFFD. */
void gt_pqcells_text(struct gt_pqcells *p, const char *s, size_t n);

/*
 * The next cell of the row, as it stands in e's table; e->out is not written to.  Ids and counts beyond INT64_MAX wrap
 * around, so that different ones stay different.
 */
void gt_pqcells_put(struct gt_pqcells *p, struct gt_export *e, const struct gt_cell *c);

/* The trace, as notes of the file: its schema, what it is ("report" or "table" and a name), its trace. */
void gt_pqcells_notes(struct gt_parquet *file, const struct gt_trace *t, unsigned schema, const char *what,
		      const char *name);

void gt_pqcells_release(struct gt_pqcells *p);

#endif
