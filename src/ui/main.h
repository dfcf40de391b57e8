/* The screen as a whole: from the command line to the exit code. */
#ifndef GT_UI_MAIN_H
#define GT_UI_MAIN_H

#include "analysis/greedy.h"
#include "base/buf.h"

struct gt_ui_writer;

/*
 * What the screen must be lent, because its layer may not know the exporters:
 * they append to out.
 */
struct gt_ui_export {
	/* n rows of a table (their numbers in it) as "csv", "json" or "ndjson", as the reports print them. */
	int (*rows)(const char *format, struct gt_table *t, const uint64_t *rows, uint64_t n,
		    struct gt_buf *out, struct gt_error *err);
	/* The same in pieces: opened, a row after the other, closed (which ends the document). */
	int (*open)(struct gt_ui_writer **out, const char *format, struct gt_table *t, struct gt_error *err);
	void (*row)(struct gt_ui_writer *w, uint64_t row, struct gt_buf *out);
	void (*close)(struct gt_ui_writer *w, struct gt_buf *out);
	/* A hop of a table of gt_report_path with its stack. */
	void (*hop)(struct gt_table *t, uint64_t row, struct gt_buf *out);
	/* Slices in the layout of --diagreedy. */
	void (*slices)(struct gt_trace *t, const struct gt_stretch *s, size_t n, struct gt_buf *out);
};

struct gt_ui_args {
	const char *path;              /* the trace; "-" is standard input: keys come from the terminal */
	const char *program;           /* as in gt_open_options: the ELF file that wrote the trace, or NULL */
	const char *index;             /* as in gt_open_options: file, "none", or NULL */
	const struct gt_watch *watch;  /* as in gt_open_options */
	bool reindex, verify;
	const char *const *commands;   /* -c, in order, NULL-ended; NULL: none */
	const char *script;            /* --script: drives it without a terminal; "-": standard input */
	bool ascii;                    /* --ascii */
	bool no_config;                /* do not read the user's config file */
	int rows, cols;                /* size of a script's screen; 0: 24x80 */
	const struct gt_ui_export *export; /* NULL: panes export as text and CSV of their lists only */
};

/*
 * Opens the trace and runs the screen, or the script, until the user quits.
 * Returns the exit code: 0; 1 for the environment (no terminal, a script that
 * fails, out of memory); 2 if it is not a trace we can read; 3 if it is
 * damaged; 128 + n if signal n ended it.  Messages go to standard error.
 */
int gt_ui_main(const struct gt_ui_args *args);

#endif
