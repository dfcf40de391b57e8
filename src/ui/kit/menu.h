/* A menu laid over the pane. */
#ifndef GT_UI_MENU_H
#define GT_UI_MENU_H

#include "ui/kit/action.h"
#include "ui/kit/canvas.h"

struct gt_menu_item {
	const char *text, *help;      /* help: "" or NULL: none */
	bool checked;
};

struct gt_menu {
	bool open;
	char *title;
	struct gt_menu_item *items;   /* texts owned */
	size_t n, cursor, top;
	bool checks;                  /* items are switched on and off; the menu stays open */
	int y, x, rows, cols;         /* items when last drawn, relative to the canvas */
};

/* Copies the title and the items; the cursor is on the item `current`. */
void gt_menu_open(struct gt_menu *m, const char *title, const struct gt_menu_item *items, size_t n, size_t current,
		  bool checks);
void gt_menu_close(struct gt_menu *m);

/*
 * Every action is for the menu.  True: *item was chosen; a menu with checks has toggled it,
 * another has closed itself.
 */
bool gt_menu_handle(struct gt_menu *m, const struct gt_act *act, size_t *item);

/* In a box in the middle of the canvas. */
void gt_menu_draw(struct gt_menu *m, const struct gt_canvas *c);

#endif
