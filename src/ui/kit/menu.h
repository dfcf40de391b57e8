/* A menu laid over the pane. */
#ifndef GT_UI_MENU_H
#define GT_UI_MENU_H

#include "ui/app/app.h"

struct gt_menu {
	bool open;
	char *title;
	struct gt_menu_item *items;   /* texts owned */
	size_t n, cursor, top;
	bool checks;
	void (*chosen)(struct gt_app *app, void *arg, size_t item, bool checked);
	void *arg;
	int y, x, rows, cols;         /* items when last drawn, relative to the canvas */
};

void gt_menu_open(struct gt_menu *m, const struct gt_menu_spec *spec);   /* copies texts */
void gt_menu_close(struct gt_menu *m);

/* Every action is for the menu; false: not one it knows. */
bool gt_menu_handle(struct gt_menu *m, struct gt_app *app, const struct gt_act *act);

/* In a box in the middle of the canvas. */
void gt_menu_draw(struct gt_menu *m, const struct gt_canvas *c);

#endif
