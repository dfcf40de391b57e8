/* Keys: codes and names. */
#ifndef GT_UI_KEY_H
#define GT_UI_KEY_H

#include "base/buf.h"

/*
 * A key is a Unicode character, or one of these, with modifiers or-ed in.
 * Ctrl with a letter is GT_MOD_CTRL | 'd'; Shift is used with named keys only.
 */
typedef uint32_t gt_key;

enum {
	GT_KEY_NONE = 0,
	GT_KEY_NAMED = 0x110000,   /* after the last character of Unicode */
	GT_KEY_UP = GT_KEY_NAMED,
	GT_KEY_DOWN,
	GT_KEY_LEFT,
	GT_KEY_RIGHT,
	GT_KEY_HOME,
	GT_KEY_END,
	GT_KEY_PGUP,
	GT_KEY_PGDN,
	GT_KEY_INSERT,
	GT_KEY_DELETE,
	GT_KEY_ENTER,
	GT_KEY_TAB,
	GT_KEY_BACKSPACE,
	GT_KEY_ESC,
	GT_KEY_WHEEL_UP,
	GT_KEY_WHEEL_DOWN,
	GT_KEY_CLICK,              /* button 1; the position is in struct gt_input */
	GT_KEY_DOUBLE_CLICK,
	GT_KEY_DRAG,               /* the mouse moved with button 1 held */
	GT_KEY_RIGHT_CLICK,        /* button 3 */
	GT_KEY_RIGHT_DRAG,
	GT_KEY_MOUSE_LAST = GT_KEY_RIGHT_DRAG,
	GT_KEY_F1,
	GT_KEY_F12 = GT_KEY_F1 + 11,
	GT_KEY_LAST = GT_KEY_F12,
};

#define GT_MOD_CTRL (1u << 28)
#define GT_MOD_SHIFT (1u << 29)

/* What a terminal delivers. */
struct gt_input {
	gt_key key;
	int y, x;  /* mouse keys only */
	bool pasted;  /* text that the terminal was given to paste: no key of the user */
};

/*
 * Names: a character ("j", "G", ":", "é"), "Space", "Enter", "Tab", "Esc",
 * "Backspace", "Del", "Ins", "Up", "Down", "Left", "Right", "Home", "End",
 * "PgUp", "PgDn", "F1".."F12", "Click", "DoubleClick", "RightClick", "Drag", "RightDrag",
 * "WheelUp", "WheelDown"; "C-" and "S-" before them.  Named keys are read in any case.
 */
int gt_key_parse(const char *name, gt_key *key);      /* 0, or -1: not a key */
void gt_key_name(struct gt_buf *out, gt_key key);     /* as gt_key_parse reads it */

#endif
