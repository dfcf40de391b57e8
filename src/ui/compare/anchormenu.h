/* Which anchor?  A menu, then one of names; and words for the command line. */
#ifndef GT_UI_ANCHORMENU_H
#define GT_UI_ANCHORMENU_H

#include "ui/compare/anchors.h"

struct gt_anchor_menu {
	const struct gt_half *half;          /* both */
	/* name, n: of an anchor that has names, else "". */
	void (*chosen)(void *arg, enum gt_anchor_id id, const char *name, size_t n);
	void *arg;
	enum gt_anchor_id id;                /* whose names are listed, */
	uint32_t names[GT_ANCHOR_NAMES];     /* which are these */
};

void gt_anchor_ask(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id current);
/* Which name of an anchor that has names; a message if the traces have none in common. */
void gt_anchor_ask_name(struct gt_anchor_menu *m, struct gt_app *app, enum gt_anchor_id id);

/* Appends what may follow `align`, separated by blanks; names with blanks or quotes in them are left out. */
void gt_anchor_words(const struct gt_half half[2], const char *const *w, size_t n, struct gt_buf *out);

#endif
