/* A trace opened for a report: messages and exit codes. */
#ifndef GT_CLI_SESSION_H
#define GT_CLI_SESSION_H

#include "base/buf.h"
#include "cli/options/options.h"
#include "format/out.h"
#include "index/trace.h"

/* "gtrace-tui: FILE: WHAT" on standard error, however long; file may be NULL. */
void gt_tell_user(const char *file, const struct gt_buf *what);

/* "gtrace-tui: FILE: TEXT" on standard error; file may be NULL.  Returns the exit code of the error. */
int gt_say_error(const char *file, const struct gt_error *err);

/* Opens a trace with the index options of the command line; GT_EXIT_OK, or says why not. */
int gt_session_open(struct gt_trace **out, const struct gt_cli *c, const char *path);

/* Says what is missing if the trace is damaged, closes it; GT_EXIT_OK or GT_EXIT_DAMAGED. */
int gt_session_close(struct gt_trace *t);

/* Ends an output to standard output: 0, or says what went wrong. */
int gt_session_finish(struct gt_out *out);

/* The exit code of a run over several things: errors first, then thresholds, then damage. */
int gt_exit_worse(int a, int b);

#endif
