/* The screen, or a script that drives it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "ui/shell/main.h"

/*
 * --from and --to are markers A and B, set by the first commands: a share of the trace is known when it has been
 * read.  The commands and their texts are the caller's.
 */
static const char **with_range(const struct gt_cli *c, struct gt_buf *from, struct gt_buf *to)
{
	const char **all = gt_xcalloc(c->ncommands + 4, sizeof *all);
	size_t n = 0;

	if (c->from || c->to) {
		gt_buf_printf(from, "marker-a %s", c->from ? c->from : "0");
		gt_buf_printf(to, "marker-b %s", c->to ? c->to : "100%");
		all[n++] = gt_buf_str(from);
		all[n++] = gt_buf_str(to);
	}
	if (c->given[GT_OPT_COLOR] && !strcmp(c->value[GT_OPT_COLOR], "never"))
		all[n++] = "set colors mono";
	for (size_t i = 0; i < c->ncommands; i++)
		all[n++] = c->commands[i];
	return all;
}

int gt_cmd_ui(const struct gt_cli *c)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_buf from = { 0 }, to = { 0 };
	struct gt_cli_window window;
	struct gt_reading reading;
	const char **commands;
	int rc;
	struct gt_ui_args args = {
		.path = c->traces[0],
		.olds = c->olds,
		.nolds = c->nolds,
		.news = c->traces,
		.nnews = c->ntraces,
		.watch = &reading.watch,
		.list = gt_cli_is_of_many(c),
		.inside = c->inside,
		.host = c->value[GT_OPT_HOST],
		.index = c->index,
		.jobs = c->jobs,
		.reindex = c->given[GT_OPT_REINDEX],
		.verify = c->given[GT_OPT_VERIFY],
		.align = c->given[GT_OPT_ALIGN],
		.follow = c->given[GT_OPT_FOLLOW],
		.save = c->value[GT_OPT_SAVE],
		.script = c->script,
		.picture = c->given[GT_OPT_PICTURE],
		.map_paths = c->map_paths,
		.session = c->session,
		.no_session = c->given[GT_OPT_NO_SESSION],
		.ascii = c->given[GT_OPT_ASCII],
		.no_config = c->given[GT_OPT_NO_CONFIG],
		.no_sandbox = c->given[GT_OPT_NO_SANDBOX],
		.rows = (int)c->rows,
		.cols = (int)c->cols,
	};
	const char *why = gt_cli_has_no_terminal(c) ? NULL : gt_cli_no_screen();

	if (why) {
		fprintf(stderr, "gtrace-tui: %s; --report=NAME prints a report (--report=list names them)\n", why);
		return GT_EXIT_ERROR;
	}
	for (size_t i = 0; i < c->nolds; i++) {
		if (access(c->olds[i], R_OK) == 0)
			continue;
		gt_error_errno(&err, errno, "cannot be opened");
		return gt_say_error(c->olds[i], &err);
	}
	if (args.list && (c->from || c->to || c->given[GT_OPT_SESSION])) {
		gt_error_usage(&err, "--from, --to and --session are for one trace: open it from the list, or name it alone");
		return gt_say_error(NULL, &err);
	}
	if (gt_cmd_window(c, NULL, &window, &err))
		return gt_say_error(NULL, &err);
	args.commands = commands = with_range(c, &from, &to);
	gt_reading_init(&reading, args.path ? args.path : "", &c->how);
	reading.screen = !gt_cli_has_no_terminal(c);
	rc = gt_ui_main(&args);
	free(commands);
	gt_buf_release(&from);
	gt_buf_release(&to);
	return rc;
}
