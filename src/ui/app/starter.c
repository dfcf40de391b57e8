/* Starts the user's editor for a program that cannot start one itself any more. */
#include "ui/app/starter.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "ui/kit/signals.h"
#include "ui/kit/words.h"

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

/* ---- command lines ---- */

/* How editors take a line: all that are not named here `+LINE FILE`, as vi does. */
static const struct {
	const char *names;           /* separated by blanks */
	const char *option;          /* before the file; NULL: none */
	bool own_word;               /* the option has the line as a word of its own, else it is FILE:LINE */
} editor_kinds[] = {
	{ "code code-insiders codium vscodium cursor windsurf", "-g", false },
	{ "hx helix subl zed zeditor", NULL, false },
	{ "mate", "-l", true },
	{ "goland idea clion pycharm", "--line", true },
};

/* The last part of a command's first word. */
static bool names_editor(const char *words, const char *command)
{
	const char *slash = strrchr(command, '/');
	size_t n = strlen(slash ? slash + 1 : command);

	for (command = slash ? slash + 1 : command; *words; words += strcspn(words, " "), words += *words == ' ')
		if (strcspn(words, " ") == n && strncmp(words, command, n) == 0)
			return true;
	return false;
}

static void add_word(struct gt_words *w, char *word)
{
	GT_GROW(w->v, w->cap, w->n + 2);
	w->v[w->n++] = word;
	w->v[w->n] = NULL;
}

/* False: the command cannot be read. */
static bool command_line(struct gt_words *w, const char *command, const char *file, uint64_t line)
{
	size_t k = 0;

	if (gt_words_split(w, command, NULL) < 0 || w->n == 0)
		return false;
	while (k < GT_COUNT(editor_kinds) && !names_editor(editor_kinds[k].names, w->v[0]))
		k++;
	if (k < GT_COUNT(editor_kinds) && editor_kinds[k].option)
		add_word(w, gt_xstrdup(editor_kinds[k].option));
	if (k == GT_COUNT(editor_kinds))
		add_word(w, gt_xasprintf("+%llu", (unsigned long long)line));
	else if (editor_kinds[k].own_word)
		add_word(w, gt_xasprintf("%llu", (unsigned long long)line));
	if (k == GT_COUNT(editor_kinds) || editor_kinds[k].own_word)
		add_word(w, gt_xstrdup(file));
	else
		add_word(w, gt_xasprintf("%s:%llu", file, (unsigned long long)line));
	return true;
}

void gt_editor_show(struct gt_buf *out, const char *command, const char *file, uint64_t line)
{
	struct gt_words w;

	if (command_line(&w, command, file, line)) {
		for (size_t i = 0; i < w.n; i++)
			gt_buf_printf(out, "%s%s", i ? " " : "", w.v[i]);
	}
	gt_words_release(&w);
}

/* The name of a file comes from a trace: no shell reads it, and the command's own words are read here. */
static int starter_run(const char *command, const char *file, uint64_t line)
{
	struct gt_words w;
	int status = -1;
	pid_t pid = command_line(&w, command, file, line) ? fork() : -1;

	if (pid == 0) {
		gt_signals_in_child();
		execvp(w.v[0], w.v);
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR) {
			status = -1;
			break;
		}
	}
	gt_words_release(&w);
	return status;
}

/* Nothing that an editor, or a terminal that it writes to, takes for something else. */
static bool is_safe_name(const char *file)
{
	for (const char *c = file; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return *file && *file != '-' && *file != '+';
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
			     r.editor < GT_EDITORS && s->editors[r.editor] && is_safe_name(r.file);
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
