/* The sandbox of a run: what its command line names may be opened. */
#include "cli/cmd.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/os/sandbox.h"
#include "base/os/tmpfile.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "index/trace.h"
#include "ui/shell/rc.h"

/* A file that is made beside the old one and renamed over it, whatever links lead to it. */
static void allow_file(struct gt_sandbox *s, const char *file)
{
	char *real = realpath(file, NULL), *path = gt_xstrdup(real ? real : file), *slash = strrchr(path, '/');

	if (slash)
		slash[slash == path] = '\0';
	gt_sandbox_allow(s, slash ? path : ".", GT_SANDBOX_STORE);
	free(path);
	free(real);
}

static void allow_index(struct gt_sandbox *s, const char *index)
{
	char *cache;

	if (!index) {
		/* It cannot be made later: that needs the directories above it. */
		cache = gt_cache_dir();
		if (cache && !gt_mkdir_parents(cache, NULL))
			gt_sandbox_allow(s, cache, GT_SANDBOX_STORE);
		free(cache);
	} else if (strcmp(index, "none") != 0) {
		allow_file(s, index);
	}
}

/* Where statements have names. */
static void allow_config(struct gt_sandbox *s, const struct gt_cli *c)
{
	struct gt_buf path = { 0 };

	if (gt_cli_names_statement(c) && gt_rc_path(&path))
		gt_sandbox_allow(s, gt_buf_str(&path), GT_SANDBOX_READ);
	gt_buf_release(&path);
}

/* ---- a directory of our own ---- */

/* Removes the directory when nobody holds the other end any more; then ours closes. */
GT_NORETURN static void remove_when_done(int fd, const char *dir)
{
	char c;

	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_IGN);
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
		close(i);
	while (recv(fd, &c, 1, 0) > 0 || errno == EINTR)
		errno = 0;
	rmdir(dir);
	_exit(0);
}

/* Starts that as nobody's child: who waits for a pager does not wait for it. */
static bool start_remover(const int ends[2], const char *dir)
{
	pid_t pid = fork(), other;
	int status = 1;

	if (pid == 0) {
		close(ends[0]);
		other = fork();
		if (other == 0)
			remove_when_done(ends[1], dir);
		_exit(other < 0);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && status == 0;
}

/*
 * Temporary files go into a directory of this run, so that those of others stay out of reach.  Nobody in the sandbox
 * could remove it, so a process outside does.  The end of the socket to it, or -1: there is no such directory.
 */
static int own_directory(void)
{
	char *dir = gt_xasprintf("%s/gtrace-tui-XXXXXX", gt_spool_dir());
	int ends[2] = { -1, -1 };

	if (mkdtemp(dir)) {
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) || !start_remover(ends, dir) ||
		    setenv("TMPDIR", dir, 1)) {
			rmdir(dir);
			close(ends[0]);
			ends[0] = -1;
		}
		close(ends[1]);
	}
	free(dir);
	return ends[0];
}

void gt_confined_end(int own)
{
	char c;

	if (own < 0)
		return;
	shutdown(own, SHUT_WR);
	while (recv(own, &c, 1, 0) > 0)
		;
	close(own);
}

int gt_confine_report(const struct gt_cli *c)
{
	struct gt_sandbox s;
	int own = -1;

	if (c->given[GT_OPT_NO_SANDBOX])
		return own;
	gt_sandbox_init(&s, GT_SANDBOX_REPORT);
	for (size_t i = 0; i < c->ntraces; i++)
		gt_sandbox_allow(&s, c->traces[i], GT_SANDBOX_READ);
	for (size_t i = 0; i < c->nolds; i++)
		gt_sandbox_allow(&s, c->olds[i], GT_SANDBOX_READ);
	allow_config(&s, c);
	if (c->given[GT_OPT_SQL_FILE])
		gt_sandbox_allow(&s, c->value[GT_OPT_SQL_FILE], GT_SANDBOX_READ);
	allow_index(&s, c->index);
	if (c->tables)
		gt_sandbox_allow(&s, c->output, GT_SANDBOX_TREE);
	else if (c->output)
		allow_file(&s, c->output);
	gt_sandbox_allow(&s, GT_QUOTA_FILE, GT_SANDBOX_READ);
	/* Without a directory what would be in one stays in memory. */
	if (s.rules >= 0)
		own = own_directory();
	if (own >= 0)
		gt_sandbox_allow(&s, gt_spool_dir(), GT_SANDBOX_SPOOL);
	gt_sandbox_enter(&s);
	return own;
}
