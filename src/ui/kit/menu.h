/* A menu laid over the pane. */
#ifndef GT_UI_MENU_H
#define GT_UI_MENU_H

#include "ui/kit/action.h"
#include "ui/kit/canvas.h"
#include "ui/kit/key.h"

struct gt_menu_item {
	const char *text, *help;      /* help: "" or NULL: none */
	uint64_t found;               /* bytes of text that were searched for: bit i is byte i */
	bool checked;
};

struct gt_menu {
	bool open;
	char *title;
	struct gt_menu_item *items;   /* texts owned */
	size_t n, cursor, top;
	bool checks;                  /* items are switched on and off; the menu stays open */
	bool inert;                   /* only to be looked at: the cursor is not drawn */
	bool typing;                  /* letters go to `typed`: the item that begins with it, or has it, is chosen */
	struct gt_buf typed;
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

/*
 * Letters as they are typed: the cursor goes to the item that begins with them, else to one of which a word does,
 * else to one that has them.  '/' begins with a letter that moves (j, g) or closes (q) otherwise; Backspace takes the
 * last one back, Esc all of them.  False: the key is none of these.
 */
bool gt_menu_type(struct gt_menu *m, gt_key key, bool bound);   /* bound: the key does something to the menu */

/* In a box in the middle of the canvas. */
void gt_menu_draw(struct gt_menu *m, const struct gt_canvas *c);

#endif
