/* Text on a terminal: how wide it may be, whether it has colours, and through which program it is read. */
#include "cli/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/color.h"

/* Where the size of a terminal is not known. */
#define USUAL_WIDTH 80
#define MAX_WIDTH 10000

static size_t terminal_width(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : USUAL_WIDTH;
}

/* COLUMNS is exported by who shows the output somewhere: watch, a test, another pager.  0: it is not. */
static size_t exported_width(void)
{
	const char *text = getenv("COLUMNS");
	char *end;
	unsigned long n = text && *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;

	return n && !*end && n <= MAX_WIDTH ? n : 0;
}

/* ---- which pager ---- */

/* Whether the shell would find the first word of a command; one that is more than words is left to the shell. */
static bool pager_exists(const char *command)
{
	const char *path = getenv("PATH");
	size_t n = strcspn(command, " ");
	struct gt_buf file = { 0 };
	bool found = false;

	if (strpbrk(command, "|&;<>()$`\\\"'*?[#~=%"))
		return true;
	if (memchr(command, '/', n)) {
		gt_buf_add(&file, command, n);
		found = access(gt_buf_str(&file), X_OK) == 0;
	}
	for (path = path ? path : ""; *path && !found; path += strcspn(path, ":"), path += *path == ':') {
		gt_buf_reset(&file);
		gt_buf_add(&file, path, strcspn(path, ":"));
		gt_buf_putc(&file, '/');
		gt_buf_add(&file, command, n);
		found = access(gt_buf_str(&file), X_OK) == 0;
	}
	gt_buf_release(&file);
	return found;
}

/* $GTRACE_PAGER, $PAGER or less; NULL: none, also if it is empty or cat. */
static const char *pager_command(void)
{
	const char *command = getenv("GTRACE_PAGER"), *term = getenv("TERM");

	if (!term || !*term || !strcmp(term, "dumb"))
		return NULL;
	if (!command)
		command = getenv("PAGER");
	if (!command)
		command = "less";
	command += strspn(command, " ");
	return *command && strcmp(command, "cat") != 0 && pager_exists(command) ? command : NULL;
}

/* ---- the process ---- */

/* In the child: waits for the first output, so that an error alone opens no pager. */
static _Noreturn void pager_run(int in, const char *command)
{
	struct pollfd p = { .fd = in, .events = POLLIN };

	while (poll(&p, 1, -1) < 0 && errno == EINTR)
		;
	if (!(p.revents & POLLIN) || dup2(in, STDIN_FILENO) < 0)
		_exit(0);
	close(in);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	/* As git: it ends if all fits on the screen, shows colours and leaves the text there. */
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* There is no other child.  Only what a signal handler may call. */
static void wait_for_pager(void)
{
	int saved = errno;

	close(STDOUT_FILENO);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	errno = saved;
}

/* Without this the shell would take the terminal from a pager that still runs. */
static void on_ending_signal(int sig)
{
	wait_for_pager();
	signal(sig, SIG_DFL);
	raise(sig);
}

static void pager_catch(int sig)
{
	struct sigaction old, action = { .sa_handler = on_ending_signal };

	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
		sigaction(sig, &action, NULL);
}

static void at_exit(void)
{
	fflush(stdout);
	wait_for_pager();
}

/* If anything fails the text goes to the terminal as it would without a pager. */
static void pager_start(const char *command)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return;
	pid = fork();
	if (pid == 0) {
		close(ends[1]);
		pager_run(ends[0], command);
	}
	if (pid > 0 && dup2(ends[1], STDOUT_FILENO) >= 0) {
		/* What is said meanwhile would stand in the middle of the pager's screen: exit() writes it. */
		setvbuf(stderr, NULL, _IOFBF, BUFSIZ);
		atexit(at_exit);
		pager_catch(SIGINT);
		pager_catch(SIGQUIT);
		pager_catch(SIGTERM);
		pager_catch(SIGHUP);
	}
	close(ends[0]);
	close(ends[1]);
}

void gt_pager_begin(struct gt_cli *c)
{
	bool shows = c->report || gt_cli_selects(c) || c->given[GT_OPT_HELP] || c->given[GT_OPT_PRINT_CONFIG] ||
		     c->given[GT_OPT_COMPLETION] ||
		     c->list != GT_OPTIONS || c->given[GT_OPT_DIAGREEDY] || c->given[GT_OPT_DUMP] ||
		     c->given[GT_OPT_FOLDED] || (c->given[GT_OPT_EXPORT] && !gt_cli_cuts(c) && !c->tables) || c->debug;
	const char *command;

	c->colors = gt_color_wanted(c, false, NULL);
	if (!isatty(STDOUT_FILENO)) {
		if (!c->given[GT_OPT_WIDTH])
			c->width = exported_width();
		return;
	}
	if (!c->given[GT_OPT_WIDTH])
		c->width = terminal_width();
	command = shows && !c->given[GT_OPT_NO_PAGER] ? pager_command() : NULL;
	c->colors = gt_color_wanted(c, true, command);
	if (command)
		pager_start(command);
}
