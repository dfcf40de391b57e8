/*
 * gtrace-tui: an interactive terminal explorer for Go execution traces.
 *
 * Where things are, lowest layer first:
 *	base/      memory, text, files, errors
 *	wire/      the bytes of a trace
 *	order/     one validated order of its events
 *	index/     the index file and the queries it answers
 *	analysis/  tables: slices, goroutines, pauses, tasks …
 *	format/    tables as text, JSON, CSV; listings
 *	ui/        the screen
 *	cli/       options, reports, exit codes
 */
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/os/locale.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/output.h"
#include "cli/pager.h"
#include "cli/session.h"

/*
 * A file opened in the place of a standard stream that is closed would get what is
 * printed.  What stands there instead can neither be read from nor written to.
 */
static void guard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(GT_EXIT_ERROR);
}

int main(int argc, char **argv)
{
	struct gt_cli c;
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_tmpfile output;
	int status;

	guard_streams();
	gt_xalloc_guard();
	gt_locale_take();
	/* Later the sandbox does not let the C library read where the user is. */
	tzset();
	/* A closed pipe is seen by write(), and ends the output quietly. */
	signal(SIGPIPE, SIG_IGN);
	/* So is a file that may not grow further (ulimit -f). */
	signal(SIGXFSZ, SIG_IGN);
	gt_mapfile_guard();
	if (gt_cli_parse(&c, argc, argv, &err) || gt_output_begin(&output, &c, &err)) {
		status = gt_say_error(NULL, &err);
	} else {
		gt_pager_begin(&c);
		status = gt_output_end(&output, gt_cmd_run(&c));
	}
	gt_cli_release(&c);
	return status;
}
