/* Tables of the manuals, from the tables of the program. */
#ifndef GT_UI_MANUAL_H
#define GT_UI_MANUAL_H

#include "base/buf.h"

struct gt_report;

/* Each appends one table as mdoc. */
void gt_manual_actions(struct gt_buf *out);
void gt_manual_roles(struct gt_buf *out);
void gt_manual_options(struct gt_buf *out);
void gt_manual_presets(struct gt_buf *out);
void gt_manual_anchors(struct gt_buf *out);
void gt_manual_columns(struct gt_buf *out, const struct gt_report *r);
/* A section with its columns; id: enum gt_base_id. */
void gt_manual_base_table(struct gt_buf *out, unsigned id);
void gt_manual_base_version(struct gt_buf *out);

#endif
