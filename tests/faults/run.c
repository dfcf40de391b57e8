/* Runs the program with a fault: see run.h. */
#include "faults/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "tap/tap.h"

#define PATIENCE (INT64_C(30) * 1000000000)  /* a program that takes longer is stuck */
#define QUIET_MS 15                          /* after that much silence of the screen the next keys are typed */
#define ROWS 24
#define COLS 80

/* ---- the place ---- */

char *stage_name(const struct stage *s, const char *name)
{
	return gt_xasprintf("%s/%s", s->dir, name);
}

void stage_open(struct stage *s, const char *exe, const char *library)
{
	int fd;

	s->dir = gt_xasprintf("%s/gt-faults.XXXXXX", gt_spool_dir());
	if (!mkdtemp(s->dir))
		tap_bail("%s cannot be made", s->dir);
	s->cache = stage_name(s, "cache");
	s->home = stage_name(s, "home");
	s->tmp = stage_name(s, "tmp");
	s->plan_name = stage_name(s, "plan");
	s->exe = gt_xstrdup(exe);
	s->library = gt_xstrdup(library);
	if (mkdir(s->home, 0700) || mkdir(s->tmp, 0700))
		tap_bail("%s cannot be made", s->home);
	fd = open(s->plan_name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || posix_fallocate(fd, 0, sizeof *s->plan))
		tap_bail("%s cannot be made", s->plan_name);
	s->plan = mmap(NULL, sizeof *s->plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (s->plan == MAP_FAILED)
		tap_bail("%s cannot be mapped", s->plan_name);
	close(fd);
}

void stage_close(struct stage *s)
{
	char *command = gt_xasprintf("rm -rf '%s'", s->dir);

	munmap(s->plan, sizeof *s->plan);
	if (system(command))
		tap_diag("%s stays", s->dir);
	free(command);
	free(s->dir);
	free(s->cache);
	free(s->home);
	free(s->tmp);
	free(s->plan_name);
	free(s->exe);
	free(s->library);
}

bool read_file(const char *name, struct gt_buf *to)
{
	struct gt_mapfile m;

	gt_buf_reset(to);
	if (gt_mapfile_open(&m, name, NULL))
		return false;
	gt_buf_add(to, (const char *)m.data, m.size);
	gt_mapfile_close(&m);
	return true;
}

/* ---- in the child ---- */

static void put_in_place(int fd, int as)
{
	if (dup2(fd, as) < 0)
		_exit(126);
}

static void environment(const struct stage *s)
{
	setenv("LD_PRELOAD", s->library, 1);
	setenv(FAULT_ENV, s->plan_name, 1);
	setenv("XDG_CACHE_HOME", s->cache, 1);
	setenv("XDG_CONFIG_HOME", s->home, 1);
	setenv("HOME", s->home, 1);
	setenv("TMPDIR", s->tmp, 1);
	setenv("TERM", "xterm-256color", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	unsetenv("COLORTERM");
	unsetenv("NO_COLOR");
}

GT_NORETURN static void become(const struct stage *s, const struct scene *scene)
{
	const char *argv[32] = { s->exe };

	for (int i = 0; scene->args[i] && i < 30; i++)
		argv[i + 1] = scene->args[i];
	environment(s);
	if (chdir(s->home) == 0)
		execv(s->exe, (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* ---- files and pipes around it ---- */

/* A pipe that holds all of the file already. */
static int piped(const char *name)
{
	struct gt_buf bytes = { 0 };
	int fds[2];

	if (!read_file(name, &bytes) || pipe2(fds, O_CLOEXEC) || fcntl(fds[1], F_SETPIPE_SZ, (int)bytes.len) < 0 ||
	    gt_write_full(fds[1], bytes.data, bytes.len))
		tap_bail("%s does not go into a pipe", name);
	close(fds[1]);
	gt_buf_release(&bytes);
	return fds[0];
}

static int capture(void)
{
	int fd = memfd_create("output", MFD_CLOEXEC);

	if (fd < 0)
		tap_bail("memfd_create: %d", errno);
	return fd;
}

static void take(int fd, struct gt_buf *to)
{
	char block[4096];
	uint64_t off = 0;
	ssize_t n;

	while ((n = gt_pread_full(fd, block, sizeof block, off)) > 0) {
		gt_buf_add(to, block, (size_t)n);
		off += (uint64_t)n;
	}
	close(fd);
}

/* ---- its end ---- */

/* True once it has ended; a program that takes too long is killed. */
static bool ended(pid_t pid, int64_t began, struct outcome *to, bool wait)
{
	int status;

	if (gt_clock_now() - began > PATIENCE && !to->stuck) {
		to->stuck = true;
		kill(pid, SIGKILL);
	}
	if (waitpid(pid, &status, wait ? 0 : WNOHANG) != pid)
		return false;
	to->status = WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
	return true;
}

static void run_plain(struct stage *s, const struct scene *scene, struct outcome *to)
{
	int out = capture(), err = capture(), in = scene->input ? piped(scene->input) : open("/dev/null", O_RDONLY);
	int64_t began = gt_clock_now();
	pid_t pid = fork();

	if (pid == 0) {
		put_in_place(in, STDIN_FILENO);
		put_in_place(out, STDOUT_FILENO);
		put_in_place(err, STDERR_FILENO);
		/* What is stuck ends by itself: waiting needs no clock then. */
		alarm((unsigned)(PATIENCE / 1000000000));
		become(s, scene);
	}
	while (!ended(pid, began, to, true))
		;
	to->stuck = to->status == 256 + SIGALRM;
	close(in);
	take(out, &to->out);
	take(err, &to->err);
}

/* ---- a terminal ---- */

struct terminal {
	int master, slave;       /* both are kept: the modes live as long as the terminal does */
	struct termios before;
};

static void terminal_open(struct terminal *t)
{
	struct winsize size = { .ws_row = ROWS, .ws_col = COLS };

	t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (t->master < 0 || grantpt(t->master) || unlockpt(t->master))
		tap_bail("no pseudo terminal: %d", errno);
	t->slave = open(ptsname(t->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (t->slave < 0 || ioctl(t->slave, TIOCSWINSZ, &size) || tcgetattr(t->slave, &t->before))
		tap_bail("no pseudo terminal: %d", errno);
}

static bool same_modes(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag &&
	       a->c_lflag == b->c_lflag && !memcmp(a->c_cc, b->c_cc, sizeof a->c_cc);
}

static bool terminal_close(struct terminal *t)
{
	struct termios after;
	bool same = tcgetattr(t->slave, &after) == 0 && same_modes(&t->before, &after);

	close(t->slave);
	close(t->master);
	return same;
}

/* What the screen sends within the time of quiet; false: nothing. */
static bool listen_to(const struct terminal *t, struct gt_buf *to)
{
	struct pollfd p = { .fd = t->master, .events = POLLIN };
	char block[4096];
	ssize_t n = poll(&p, 1, QUIET_MS) > 0 ? read(t->master, block, sizeof block) : 0;

	if (n > 0)
		gt_buf_add(to, block, (size_t)n);
	return n > 0;
}

/* The keys once, when the screen is there, then those that quit until it does. */
static void type(const struct terminal *t, const struct scene *scene, const struct gt_buf *seen, int *typed)
{
	const char *keys = *typed ? "Q" : scene->keys;

	if (!memmem(gt_buf_str(seen), seen->len, "\033[?1049h", 8))
		return;
	if (write(t->master, keys, strlen(keys)) > 0)
		++*typed;
}

static void run_on_terminal(struct stage *s, const struct scene *scene, struct outcome *to)
{
	int err = capture(), typed = 0;
	int64_t began = gt_clock_now();
	struct terminal t;
	pid_t pid;

	terminal_open(&t);
	pid = fork();
	if (pid == 0) {
		setsid();
		if (ioctl(t.slave, TIOCSCTTY, 0))
			_exit(125);
		put_in_place(t.slave, STDIN_FILENO);
		put_in_place(t.slave, STDOUT_FILENO);
		put_in_place(err, STDERR_FILENO);
		become(s, scene);
	}
	while (!ended(pid, began, to, false))
		if (!listen_to(&t, &to->out))
			type(&t, scene, &to->out, &typed);
	while (listen_to(&t, &to->out))
		;
	to->modes_same = terminal_close(&t);
	take(err, &to->err);
}

/* ---- both ---- */

void stage_run(struct stage *s, const struct scene *scene, enum fault_kind kind, int as, uint64_t at, bool all,
	       struct outcome *to)
{
	memset(s->plan, 0, sizeof *s->plan);
	s->plan->kind = (int32_t)kind;
	s->plan->as = as;
	s->plan->at = at;
	s->plan->all = all;
	*to = (struct outcome){ .modes_same = true };
	if (scene->keys)
		run_on_terminal(s, scene, to);
	else
		run_plain(s, scene, to);
	to->fired = s->plan->fired;
	to->in_curses = s->plan->in_curses;
	for (int i = 0; i < FAULT_KINDS; i++)
		to->seen[i] = s->plan->seen[i];
}

void outcome_release(struct outcome *o)
{
	gt_buf_release(&o->out);
	gt_buf_release(&o->err);
}
