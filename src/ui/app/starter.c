/* Starts the user's editor for a program that cannot start one itself any more. */
#include "ui/app/starter.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "ui/kit/signals.h"

/* Far more than a path may have. */
#define FILE_MAX 16384

struct gt_starter {
	int fd;
	pid_t pid;
	char *editors[GT_EDITORS];
};

/* The other process may have been taken over: only numbers and a file's name are accepted from it. */
struct request {
	uint32_t editor;
	uint64_t line;
	char file[FILE_MAX];         /* only as much as it needs is sent */
};

const char *gt_editor(const char *option, unsigned i)
{
	const char *names[GT_EDITORS] = { option, getenv("VISUAL"), getenv("EDITOR"), "vi" };

	return i < GT_EDITORS ? names[i] : NULL;
}

/* The editor may be a command with arguments; file and line are words of their own, never read by the shell. */
static int starter_run(const char *command, const char *file, uint64_t line)
{
	char *script = gt_xasprintf("%s \"$@\"", command);
	char *plus = gt_xasprintf("+%llu", (unsigned long long)line);
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		gt_signals_in_child();
		execl("/bin/sh", "sh", "-c", script, "sh", plus, file, (char *)NULL);
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR) {
			status = -1;
			break;
		}
	}
	free(script);
	free(plus);
	return status;
}

/* ---- the process ---- */

static ssize_t receive(int fd, void *buf, size_t n)
{
	ssize_t got;

	do
		got = recv(fd, buf, n, 0);
	while (got < 0 && errno == EINTR);
	return got;
}

GT_NORETURN static void serve(const struct gt_starter *s, int fd)
{
	struct request r;
	ssize_t n;

	/* Ctrl-C is for the editor; Ctrl-Z stops us as the rest of the job. */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	while ((n = receive(fd, &r, sizeof r)) > 0) {
		/* n bytes of it came.  A name that begins like an option would be one. */
		bool sound = (size_t)n > offsetof(struct request, file) && !((const char *)&r)[n - 1] &&
			     r.editor < GT_EDITORS && s->editors[r.editor] && r.file[0] && r.file[0] != '-' &&
			     r.file[0] != '+';
		int status = sound ? starter_run(s->editors[r.editor], r.file, r.line) : -1;

		if (send(fd, &status, sizeof status, MSG_NOSIGNAL) != sizeof status)
			break;
	}
	_exit(0);
}

int gt_starter_open(struct gt_starter **out, const char *option, struct gt_error *err)
{
	struct gt_starter *s;
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
		return gt_error_errno(err, errno, "socketpair");
	s = gt_xcalloc(1, sizeof *s);
	s->fd = fds[0];
	for (unsigned i = 0; i < GT_EDITORS; i++)
		if (gt_editor(option, i))
			s->editors[i] = gt_xstrdup(gt_editor(option, i));
	s->pid = fork();
	if (s->pid == 0) {
		close(fds[0]);
		serve(s, fds[1]);
	}
	if (s->pid < 0)
		gt_error_errno(err, errno, "fork");
	close(fds[1]);
	if (s->pid < 0) {
		gt_starter_close(s);
		return GT_ERR_IO;
	}
	*out = s;
	return 0;
}

void gt_starter_close(struct gt_starter *s)
{
	if (!s)
		return;
	close(s->fd);
	while (s->pid > 0 && waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
		;
	for (unsigned i = 0; i < GT_EDITORS; i++)
		free(s->editors[i]);
	free(s);
}

/* ---- asking it ---- */

static int ask(struct gt_starter *s, uint32_t editor, const char *file, uint64_t line)
{
	struct request *r = gt_xcalloc(1, sizeof *r);
	size_t n = strlen(file) + 1, size = offsetof(struct request, file) + n;
	int status = -1;

	r->editor = editor;
	r->line = line;
	if (n <= sizeof r->file) {
		memcpy(r->file, file, n);
		if (send(s->fd, r, size, MSG_NOSIGNAL) != (ssize_t)size ||
		    receive(s->fd, &status, sizeof status) != sizeof status)
			status = -1;
	}
	free(r);
	return status;
}

int gt_starter_run(struct gt_starter *s, const char *command, const char *file, uint64_t line)
{
	uint32_t i = 0;
	int status;

	while (s && i < GT_EDITORS && (!s->editors[i] || strcmp(s->editors[i], command) != 0))
		i++;
	if (i == GT_EDITORS)
		return GT_STARTER_UNKNOWN;
	gt_signals_lend();
	status = s ? ask(s, i, file, line) : starter_run(command, file, line);
	gt_signals_take_back();
	return status;
}
