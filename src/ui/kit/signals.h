/* Signals, as bytes in a pipe; and the terminal restored whatever happens. */
#ifndef GT_UI_SIGNALS_H
#define GT_UI_SIGNALS_H

#include <termios.h>

#include "base/err.h"

/*
 * Catches WINCH, TERM, HUP, INT, TSTP and CONT into a pipe, ignores PIPE, and
 * restores the terminal before any other signal that ends the program (a crash, USR1, XCPU …) does
 * its work.  A second TERM or HUP, and an INT while the one before was not taken from the pipe, end the
 * program at once.  quick_exit and exit, which end the program when memory is short, restore the terminal, too.
 * Call before the terminal is opened: ncurses
 * leaves handlers alone that are not the default.
 */
int gt_signals_install(struct gt_error *err);
void gt_signals_remove(void);        /* defaults again, pipe closed */

/*
 * Around what the loop does between two waits.  When that takes long (a second) the terminal makes a
 * signal of Ctrl-C, so that a program that hangs can be ended by it; else Ctrl-C is a key, which no other
 * process of the terminal's hears.
 */
void gt_signals_busy(bool yes);

int gt_signals_fd(void);             /* to poll, or -1 */

/* The next signal that came, or 0. */
int gt_signals_next(void);

/*
 * What a crash must undo: the modes tty had before, and the bytes that leave
 * the alternate screen.  The handler itself only writes and calls tcsetattr.
 * n = 0 disarms.  Another thread may end the program for want of memory: it waits
 * a little for the lock of stdout (flockfile), so who puts the terminal into a
 * state that must be undone holds that lock meanwhile.
 */
void gt_signals_arm(int tty, const struct termios *modes, const char *bytes, size_t n);

/* Undoes it now, and disarms. */
void gt_signals_restore(void);

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
