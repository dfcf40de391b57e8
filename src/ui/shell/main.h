/* The screen as a whole: from the command line to the exit code. */
#ifndef GT_UI_MAIN_H
#define GT_UI_MAIN_H

#include "index/trace.h"

struct gt_ui_args {
	const char *path;              /* the trace; "-" is standard input: keys come from the terminal */
	char *const *olds;             /* --compare: what to compare with, nolds of them */
	size_t nolds;
	const char *const *news;       /* the first is `path`; the others only count where traces are compared */
	size_t nnews;
	bool list;                     /* a list of all `news`, each of which can be opened */
	const size_t *inside;          /* of a list: as in struct gt_fleet_row, by trace; NULL: all 0 */
	const char *host;              /* of a list: --host, NULL: none */
	const char *index;             /* as in gt_open_options: file, "none", or NULL */
	const struct gt_watch *watch;  /* as in gt_open_options */
	uint64_t jobs;                 /* as in gt_open_options */
	bool reindex, verify, align;
	bool follow;                   /* as in gt_open_options; a pipe is shown while it comes */
	const char *save;              /* as in gt_open_options */
	const char *const *commands;   /* -c, in order, NULL-ended; NULL: none */
	const char *script;            /* --script: drives it without a terminal; "-": standard input */
	const char *session;           /* file of the session; NULL: the usual one, and none of a script */
	bool no_session;               /* it is neither read nor written */
	const char *const *map_paths;  /* --map-path, NULL-ended; NULL: none */
	bool ascii;                    /* --ascii */
	bool no_config;                /* do not read the user's config file */
	bool no_sandbox;               /* keep all rights */
	bool picture;                  /* --picture: what a script dumps; without one, the screen after the commands */
	int rows, cols;                /* size of a script's or a picture's screen; 0: 24x80 */
};

/*
 * Opens the trace and runs the screen, or the script, until the user quits.
 * Returns the exit code: 0; 1 for the environment (no terminal, a script that
 * fails, out of memory); 2 if it is not a trace we can read; 3 if it is
 * damaged; 128 + n if signal n ended it.  Messages go to standard error.
 */
int gt_ui_main(const struct gt_ui_args *args);

#endif
