/* q and Esc before there is a screen: while a trace is read from a pipe. */
#ifndef GT_UI_QUITKEY_H
#define GT_UI_QUITKEY_H

#include <stdbool.h>

/*
 * The terminal delivers each key at once and echoes none, until gt_quitkey_close, or whatever ends the program
 * (ui/kit/signals.h), restores its modes.
 */
struct gt_quitkey;

/* NULL if there is no terminal to read from.  Of standard input, or of the process if that is no terminal. */
struct gt_quitkey *gt_quitkey_open(void);
void gt_quitkey_close(struct gt_quitkey *k);

/*
 * True if one of the two was pressed, or if a signal came that ends the program: then *sig is its number, for the
 * caller to raise after gt_quitkey_close.  Other keys are dropped.  Does not wait.
 */
bool gt_quitkey_pressed(struct gt_quitkey *k, int *sig);

#endif
