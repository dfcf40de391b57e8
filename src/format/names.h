/* What there is to name: --report=list and --columns=list, in every format. */
#ifndef GT_FORMAT_NAMES_H
#define GT_FORMAT_NAMES_H

#include "format/export.h"

/*
 * The reports, or the columns of one.  JSON: {"schema":1,"list":"reports" or "columns","rows":[...]}, for columns with
 * "report" after "list".  Reports have name and purpose (what a row is), columns name, kind, unit (null: none),
 * title, shown (false: only if --columns names it) and help.
 */
void gt_names_reports(struct gt_buf *out, const struct gt_export_ops *format);
void gt_names_columns(struct gt_buf *out, const struct gt_report *r, const struct gt_export_ops *format);

#endif
