/* What there is to name: --report=list, --columns=list and other lists of words, in every format. */
#ifndef GT_FORMAT_NAMES_H
#define GT_FORMAT_NAMES_H

#include "format/export.h"

/*
 * The reports, the columns or groups of one, formats, profiles.  JSON: {"schema":1,"list":"reports","rows":[...]}, of
 * one report with "report" after "list".  Reports have name and purpose (what a row is), columns name, kind, unit
 * (null: none), title, shown (false: only if --columns names it) and help, all others name and help.
 */
void gt_names_reports(struct gt_buf *out, const struct gt_export_ops *format);
void gt_names_columns(struct gt_buf *out, const struct gt_report *r, const struct gt_export_ops *format);
void gt_names_groups(struct gt_buf *out, const struct gt_report *r, const struct gt_export_ops *format);
void gt_names_formats(struct gt_buf *out, const struct gt_export_ops *format);
void gt_names_profiles(struct gt_buf *out, const struct gt_export_ops *format);

#endif
