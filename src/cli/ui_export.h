/* What the screen exports, with the exporters' own code. */
#ifndef GT_CLI_UI_EXPORT_H
#define GT_CLI_UI_EXPORT_H

#include "ui/main.h"

extern const struct gt_ui_export gt_ui_exporters;

#endif
