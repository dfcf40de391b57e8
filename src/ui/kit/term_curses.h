/* Between the two files that include curses. */
#ifndef GT_UI_TERM_CURSES_H
#define GT_UI_TERM_CURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

#include "ui/kit/answer.h"
#include "ui/kit/term.h"

#define GT_CURSES_EXTRA 32
#define GT_CURSES_MOUSE 16

struct gt_curses_input {
	WINDOW *keys;                   /* a pad: reading from it refreshes nothing */
	struct {
		int code;
		gt_key key;
	} extra[GT_CURSES_EXTRA];       /* keys that curses has no constants for */
	int nextra;
	int64_t click_ns;               /* the last click: two of them make a double one */
	int click_y, click_x;
	MEVENT mouse[GT_CURSES_MOUSE];  /* events of the mouse still to be delivered, the latest first */
	int nmouse;
	int64_t asked_ns;               /* when the terminal was asked something that it may still answer; 0: never */
	enum gt_ground ground;          /* what it answered */
	bool can_hold;
	int64_t pasted_ns;              /* of a paste that goes on: when the last of it came; 0: none does */
	gt_key held;                    /* what moving the mouse is now: GT_KEY_DRAG ..., GT_KEY_NONE */
};

/* How a terminal is told to mark what is pasted; of what it then sends gt_curses_read makes gt_input.pasted. */
#define GT_CURSES_MARK_PASTES "\033[?2004h"
#define GT_CURSES_NO_PASTES "\033[?2004l"

/* The window gets the title back that it had. */
#define GT_CURSES_OLD_TITLE "\033[23;2t"

/* Fills `extra` from terminfo, when the screen is open. */
void gt_curses_find_keys(struct gt_curses_input *in);

/* As gt_term_ops.read. */
int gt_curses_read(struct gt_curses_input *in, int timeout_ms, struct gt_input *ev);

#endif
