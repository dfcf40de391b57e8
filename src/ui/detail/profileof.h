/* Profiles of a part of the program: from the place where the user sees it. */
#ifndef GT_UI_PROFILEOF_H
#define GT_UI_PROFILEOF_H

#include "ui/app/program.h"

/* Asks which profile, and shows it in its view.  row: a goroutine's row, or the string row of a name. */
void gt_profile_of_ask(struct gt_app *app, enum gt_profile_of what, uint32_t row);

/* "G7 main.worker", "goroutines of main.worker"; nothing for all. */
void gt_profile_of_text(struct gt_buf *out, const struct gt_trace *t, enum gt_profile_of what, uint32_t row);

#endif
