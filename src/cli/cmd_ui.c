/* The screen, or a script that drives it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/reading.h"
#include "cli/session.h"
#include "ui/shell/main.h"

int gt_cmd_ui(const struct gt_cli *c)
{
	struct gt_reading reading;
	struct gt_ui_args args = {
		.path = c->traces[0],
		.program = c->program,
		.watch = &reading.watch,
		.index = c->index,
		.jobs = c->jobs,
		.reindex = c->given[GT_OPT_REINDEX],
		.verify = c->given[GT_OPT_VERIFY],
		.commands = c->commands,
		.script = c->script,
		.ascii = c->given[GT_OPT_ASCII],
		.no_config = c->given[GT_OPT_NO_CONFIG],
		.no_sandbox = c->given[GT_OPT_NO_SANDBOX],
		.rows = (int)c->rows,
		.cols = (int)c->cols,
	};
	const char *why = NULL, *term = getenv("TERM");

	if (!c->script && !isatty(STDOUT_FILENO))
		why = "standard output is not a terminal";
	else if (!c->script && (!term || !*term || !strcmp(term, "dumb")))
		why = "this terminal cannot show a screen (TERM is dumb or not set)";
	if (why) {
		fprintf(stderr, "gtrace-tui: %s; --report=NAME prints a report (--report=list names them)\n", why);
		return GT_EXIT_ERROR;
	}
	gt_reading_init(&reading, args.path, c->unpack_limit);
	reading.screen = !c->script;
	return gt_ui_main(&args);
}
