/* Sessions: what was set up for a trace, kept until it is opened again. */
#ifndef GT_UI_RESUME_H
#define GT_UI_RESUME_H

#include "ui/app/program.h"

/*
 * A session is a file of text, some kB at most, mode 0600: view and selection, markers, bookmarks, the way back,
 * lines that were typed, and for each view its mode, order, columns, filters and tags.  Its first line has a
 * version, its second the identity of the trace (that of the index), its last a checksum of all before.  One that is
 * of another trace or version, or damaged, is not used.  gtrace-tuirc(5) says how to do without.
 */
#define GT_SESSION_VERSION 1
#define GT_SESSION_HEAD "gtrace-tui session "

/* The usual file of a trace, under $XDG_STATE_HOME, else ~/.local/state; false: there is none (standard input). */
bool gt_session_path(const char *trace, struct gt_buf *out);

/* As text, for gt_session_parse.  Of what there can be many of, a half is left out for each of `halves`. */
void gt_session_write(const struct gt_program *prog, unsigned halves, struct gt_buf *out);

/*
 * Takes over a session once the trace is indexed; place: its view and selection, too.  What a view had is carried out
 * when that is shown first.  An error says why it is not used.  text is a string, and changed.
 */
int gt_session_parse(struct gt_program *prog, char *text, size_t n, bool place, struct gt_error *err);

/*
 * The same from and to a file, if prog->session names one.  Loading says what was done in the status line.  Saving
 * replaces a session only: a file that is none stays, and that is an error.  A session that is not the one that was
 * loaded (it was refused, or another run wrote it meanwhile) is renamed to FILE~ first.
 */
void gt_session_load(struct gt_program *prog);
int gt_session_save(const struct gt_program *prog, struct gt_error *err);

/* For gt_dispatch_ops.resume: what a session says of the view that is shown. */
void gt_session_resume(struct gt_app *app);

#endif
