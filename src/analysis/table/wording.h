/* Numbers that have names in JSON as people read them: "together 1.2s". */
#ifndef GT_ANALYSIS_WORDING_H
#define GT_ANALYSIS_WORDING_H

#include "base/buf.h"

struct gt_table;

enum gt_wording_unit {
	GT_WORDING_PLAIN,
	GT_WORDING_SHARE,
	GT_WORDING_BYTES,
};

/* Appends the words for a name (wording.def) of a report or kind of finding, "gccost"; says what the number is. */
enum gt_wording_unit gt_wording_put(struct gt_buf *out, const char *of, const char *name);

/*
 * Appends what the table says of its rows as a whole (gt_table_ops.totals) in lines of at most `cols` columns, and an
 * empty line: "waits 31, together 204.4ms, ...".  What is absent or 0 is left out.  A table with sentences of its own
 * (gt_table_ops.headline) says these instead.
 */
void gt_totals_text(struct gt_buf *out, struct gt_table *t, size_t cols);

#endif
