/* What the traces of both sides are called. */
#ifndef GT_UI_SIDE_NAMES_H
#define GT_UI_SIDE_NAMES_H

#include "base/buf.h"

/*
 * Appends a file's name, escaped, in at most `cols` columns, 3 at least: without directories, unless the name is the
 * other's, too; then those that tell them apart.  Where there is little room, what both names end and begin with is
 * cut first.
 */
void gt_side_name(struct gt_buf *out, const char *file, const char *other, int cols);

#endif
