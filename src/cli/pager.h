/* Text on a terminal: how wide it may be, and through which program it is read. */
#ifndef GT_CLI_PAGER_H
#define GT_CLI_PAGER_H

#include "cli/options/options.h"

/*
 * If standard output is a terminal: sets c->width unless --width did, and starts a pager for reports, listings and
 * the help, unless --no-pager is given.  Standard output is then a pipe to it, and what is said on standard error
 * appears when it has ended.  The pager runs as soon as there is something to show.  At exit() it gets the end
 * of the output, and the program waits for it; a signal that ends the program does the same.
 *
 * Before the sandbox, which lets no program be started, and while there is only one thread.
 */
void gt_pager_begin(struct gt_cli *c);

#endif
