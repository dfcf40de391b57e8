/* A terminal: something that shows a grid and delivers keys.  Back ends: curses, memory. */
#ifndef GT_UI_TERM_H
#define GT_UI_TERM_H

#include "base/err.h"
#include "ui/kit/canvas.h"
#include "ui/kit/key.h"

struct gt_term;

/* Whether a terminal's own background is dark or light. */
enum gt_ground { GT_GROUND_UNKNOWN, GT_GROUND_DARK, GT_GROUND_LIGHT };

/* What the user asked for; the terminal does what it can. */
struct gt_term_config {
	const struct gt_theme *theme;  /* borrowed, may change: call redraw then */
	int depth;                     /* enum gt_depth, or -1: what the terminal has (NO_COLOR, COLORTERM, terminfo) */
	bool mouse;
	const char *title;             /* of the window, borrowed, safe to print; NULL: it is left as it is */
};

struct gt_term_ops {
	void (*size)(struct gt_term *t, int *rows, int *cols);

	/* Shows the grid (of the terminal's size), changing only cells that differ.  Cursor hidden if cy < 0. */
	void (*draw)(struct gt_term *t, const struct gt_grid *g, int cy, int cx);

	/* To poll for input, or -1. */
	int (*fd)(struct gt_term *t);

	/* 1: a key; 0: none within timeout_ms (0 = do not wait, -1 = forever); -1: the terminal is gone. */
	int (*read)(struct gt_term *t, int timeout_ms, struct gt_input *ev);

	void (*resize)(struct gt_term *t);             /* the window changed: ask for its size again */
	void (*redraw)(struct gt_term *t);             /* the next draw repaints everything */
	void (*suspend)(struct gt_term *t);            /* give the terminal to the shell or a child... */
	void (*resume)(struct gt_term *t);             /* ...and take it back */
	void (*mouse)(struct gt_term *t, bool on);
	void (*write)(struct gt_term *t, const char *s, size_t n);  /* raw bytes past the grid: OSC 52 */
	bool (*real)(struct gt_term *t);               /* a person may be looking: programs can be run on it */
	void (*close)(struct gt_term *t);              /* restores the terminal and frees t */
};

struct gt_term {
	const struct gt_term_ops *ops;
	struct gt_term_config config;
	enum gt_ground ground;                         /* what it is drawn on; reading keys may tell */
	char note[100];                                /* what the user should know about it; empty: nothing */
};

/*
 * The real one, on stdin and stdout.  Refuses with GT_ERR_USAGE and one line
 * that says why (no tty, TERM unset, dumb, or nothing like it is known).  Installs nothing but
 * the screen: signals are signals.h's.
 */
int gt_term_curses_open(struct gt_term **out, const struct gt_term_config *config, struct gt_error *err);

/* True if the locale can show more than ASCII. */
bool gt_term_utf8(void);

/* True if it cannot because the environment names none, as in a container. */
bool gt_term_lacks_locale(void);

/* A screen in memory: scripts and tests. */
struct gt_term *gt_term_mem_open(int rows, int cols);
void gt_term_mem_resize(struct gt_term *t, int rows, int cols);
const struct gt_grid *gt_term_mem_grid(struct gt_term *t);          /* what was drawn last; NULL before */
const char *gt_term_mem_written(struct gt_term *t);                 /* raw bytes written so far */

#endif
