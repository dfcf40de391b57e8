/* States of goroutines as colours and letters, and a bar of the times in them. */
#ifndef GT_UI_SPENTBAR_H
#define GT_UI_SPENTBAR_H

#include "analysis/goroutines/goroutines.h"
#include "base/say.h"
#include "ui/kit/canvas.h"

/* The style that a state has on the screen, and its letter. */
gt_style gt_spent_style(enum gt_spent what);
const char *gt_spent_glyph(enum gt_spent what, bool ascii);

/* ns of GT_SPENT_KINDS states side by side in cols columns, running first; nothing if all are 0. */
void gt_spent_draw(const struct gt_canvas *c, int y, int x, int cols, const int64_t *ns);
/* The same in words: "92% waiting", the state with the most time. */
void gt_spent_text(struct gt_buf *out, const int64_t *ns);

#endif
