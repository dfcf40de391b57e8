/* What the program does: one function per kind of work, each returns the exit code. */
#ifndef GT_CLI_CMD_H
#define GT_CLI_CMD_H

#include "cli/options/options.h"
#include "format/out.h"
#include "index/trace.h"

int gt_cmd_help(const struct gt_cli *c);
int gt_cmd_print_config(void);
int gt_cmd_check_config(const struct gt_cli *c); /* the user's, or the file in a trace's place */
int gt_cmd_completion(const struct gt_cli *c); /* --completion */
int gt_cmd_version(const struct gt_cli *c);
int gt_cmd_report(const struct gt_cli *c);   /* --report and --fail-if */
int gt_cmd_listing(const struct gt_cli *c);  /* --diagreedy, --dump, --export */
int gt_cmd_profile(const struct gt_cli *c);  /* --pprof, --folded */
int gt_cmd_tables(const struct gt_cli *c);   /* --export=tables */
int gt_cmd_cut(const struct gt_cli *c);      /* --export=trace */
int gt_cmd_assemble(const struct gt_cli *c); /* --assemble */
int gt_cmd_debug(const struct gt_cli *c);    /* -d */
int gt_cmd_ui(const struct gt_cli *c);       /* the screen, or a script */
int gt_cmd_index_only(const struct gt_cli *c);

/* What prints something about traces and ends; the exit code. */
typedef int gt_cmd_print_fn(const struct gt_cli *c);

/*
 * --batch: reads a question a line, each the options of a report or listing, from standard input and answers it with
 * the exit code, the number of bytes, a line feed and so many bytes.  `answer` prints the latter.
 */
int gt_cmd_batch(const struct gt_cli *c, gt_cmd_print_fn *answer);

/* Chooses among them. */
int gt_cmd_run(const struct gt_cli *c);

/*
 * cmd_tables.c: makes the directory of --output, before the sandbox lets no other directory be made; GT_EXIT_OK also
 * without that option, or says what is wrong.
 */
int gt_cmd_make_output(const struct gt_cli *c);

/*
 * confine.c, before anything of a trace is read: its command line's traces can be read, the index
 * and temporary files in a directory of this run written, nothing else is opened any more.  Not with --no-sandbox.
 * What is returned is for gt_confined_end, which removes that directory; it is also removed if that is not called.
 */
int gt_confine_report(const struct gt_cli *c);
void gt_confined_end(int own);

/* ---- args.c ---- */

/* NULL: there is no such report, as the error says. */
const struct gt_report *gt_cmd_report_named(const char *name, struct gt_error *err);

/* --from and --to of the command line for a trace; GT_ERR_USAGE.  limited: one of them was given. */
struct gt_cli_window {
	bool limited;
	int64_t from, to;
};
int gt_cmd_window(const struct gt_cli *c, const struct gt_trace *t, struct gt_cli_window *w,
		  struct gt_error *err);
/* The reader of an empty report should know why nothing is shown: says so, if that is it. */
bool gt_cmd_say_past_end(const struct gt_cli *c, const struct gt_trace *t, int64_t from);

/*
 * The arguments of a report's table (NULL: of none) from the command line; t NULL: only looks whether they make
 * sense.  GT_ERR_USAGE.
 * A goroutine that was chosen because none was named, and a range past the end, are reported on standard error.
 */
int gt_cmd_table_args(const struct gt_cli *c, const struct gt_report *r, const struct gt_trace *t,
		      struct gt_table_args *args, struct gt_error *err);
/* Only what is not the same for all reports: its groups, and what its family alone knows. */
void gt_cmd_take_for(const struct gt_cli *c, const struct gt_report *r, struct gt_table_args *args);

#endif
