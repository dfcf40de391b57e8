/* Starts the user's editor for a program that cannot start one itself any more (base/os/sandbox.h). */
#ifndef GT_UI_STARTER_H
#define GT_UI_STARTER_H

#include "base/buf.h"
#include "base/err.h"

/*
 * A process that was forked before the sandbox was entered.  All it does is to run one
 * of the editors that were known then with a file and a line; it ends with this program however that ends.
 */
struct gt_starter;

/* The i-th of the editors to be used: `option` (that of the UI), $VISUAL, $EDITOR, vi; NULL or "" if not set. */
#define GT_EDITORS 4
const char *gt_editor(const char *option, unsigned i);

/* Before the terminal, threads and the sandbox; `option` as it is then.  Release with gt_starter_close. */
int gt_starter_open(struct gt_starter **out, const char *option, struct gt_error *err);
void gt_starter_close(struct gt_starter *s);

/*
 * Runs the command, which may have arguments, with file and line as its editor takes them (`vi +LINE FILE`,
 * `code -g FILE:LINE`), no shell between, and waits for it, the terminal being the editor's meanwhile
 * (gt_signals_lend).  s NULL: there is no sandbox, it is started from here.  Its status as of waitpid, -1 if it
 * could not be started, or GT_STARTER_UNKNOWN: it is none of the editors.
 */
#define GT_STARTER_UNKNOWN (-2)
/* That command line, for people. */
void gt_editor_show(struct gt_buf *out, const char *command, const char *file, uint64_t line);

int gt_starter_run(struct gt_starter *s, const char *command, const char *file, uint64_t line);

#endif
