/* Scripts: the whole UI driven from a file, without a terminal. */
#ifndef GT_UI_SCRIPT_H
#define GT_UI_SCRIPT_H

#include <stdio.h>

#include "ui/app/app.h"

/*
 * Runs the lines of `in`.  A line is a command as after `:` (the name of an
 * action with an optional count, goto, filter, set...), or one of
 *
 *	key KEY...             keys as typed quickly one after the other
 *	type TEXT              characters, as typed
 *	resize WxH
 *	wait-index             until the worker is done
 *	limits small|usual     how much is done at once: small ones make jobs of all that can be one
 *	dump-screen [FILE]     the screen as text, to `out` or a file; as a picture, if scripts are to dump pictures
 *	dump-picture [FILE]    as an SVG picture
 *	dump-styles [FILE]     its styles
 *	dump-inks [FILE]       the colours that the theme gives these styles, at each depth
 *	note-actions FILE      at the end the names of all actions that keys have asked for, added to the file
 *
 * Empty lines and those that start with '#' are skipped; a ':' before a
 * command is allowed.  Jobs are run to their end after each line.  Stops at
 * the first error: err names file and line.  term must be a memory terminal.
 */
int gt_script_run(struct gt_app *app, struct gt_term *term, FILE *in, const char *name, FILE *out, bool pictures,
		  struct gt_error *err);

#endif
