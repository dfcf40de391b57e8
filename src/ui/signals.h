/* Signals, as bytes in a pipe; and the terminal restored whatever happens. */
#ifndef GT_UI_SIGNALS_H
#define GT_UI_SIGNALS_H

#include <termios.h>

#include "base/err.h"

/*
 * Catches WINCH, TERM, HUP, INT, TSTP and CONT into a pipe, ignores PIPE, and
 * restores the terminal on a crash (SEGV, BUS, ABRT, FPE, ILL) before the
 * signal's own work is done.  Call before the terminal is opened: ncurses
 * leaves handlers alone that are not the default.
 */
int gt_signals_install(struct gt_error *err);
void gt_signals_remove(void);        /* defaults again, pipe closed */

int gt_signals_fd(void);             /* to poll, or -1 */

/* The next signal that came, or 0. */
int gt_signals_next(void);

/*
 * What a crash must undo: the modes tty had before, and the bytes that leave
 * the alternate screen.  The handler itself only writes and calls tcsetattr.
 * n = 0 disarms.
 */
void gt_signals_arm(int tty, const struct termios *modes, const char *bytes, size_t n);

/*
 * Around a child that has the terminal (an editor): it alone is interrupted by
 * Ctrl-C, both stop by Ctrl-Z.  in_child: in the child, before exec.
 */
void gt_signals_lend(void);
void gt_signals_in_child(void);
void gt_signals_take_back(void);

/* Stops this process as SIGTSTP would, returns when it is continued. */
void gt_signals_stop(void);

#endif
