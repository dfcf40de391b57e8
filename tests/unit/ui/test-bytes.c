/* What a move of the cursor sends to a terminal: counted on a pty, with the screen of a trace. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"
#include "ui/shell/run.h"

enum { ROWS = 60, COLS = 200, MOVES = 20, FRAMES = 100 };

/* Between the bytes of two screens. */
#define MARK "\001"

static const struct {
	const char *name;
	size_t limit[2];     /* bytes on average: with the rows of the runtime, and without, as it begins */
} views[] = {
	{ "overview", { 2130, 2130 } }, { "greedy", { 1300, 1600 } }, { "goroutines", { 990, 990 } },
	{ "events", { 1000, 1000 } }, { "timeline", { 1350, 1550 } }, { "waits", { 2000, 2000 } },
	{ "gc", { 1790, 1890 } },
};

/* ---- the program, on the terminal ---- */

struct screen {
	struct gt_program prog;
	struct gt_term *term;
	struct gt_grid *grid;
};

static void draw(struct screen *s)
{
	int cy, cx;

	gt_frame_draw(s->prog.app, s->grid, &cy, &cx);
	s->term->ops->draw(s->term, s->grid, cy, cx);
}

/* As the loop does until nothing is left to do. */
static void settle(struct screen *s)
{
	draw(s);
	gt_app_settle_view(s->prog.app);
	gt_keys_idle(&s->prog.app->in.keys);
	while (gt_app_run_job(s->prog.app, INT64_C(1000000000)))
		;
	for (int i = 0; i < FRAMES && s->prog.app->screen.dirty; i++)
		draw(s);
	s->term->ops->write(s->term, MARK, strlen(MARK));
}

/* The screen of each view, and of each move in it. */
static int run(const char *trace, bool hide)
{
	struct gt_ui_args args = { .path = trace, .index = "none", .no_config = true, .no_sandbox = true };
	struct gt_error err = { 0 };
	struct screen s = { 0 };
	gt_key down;

	if (gt_program_open(&s.prog, &args, &err) < 0)
		return 1;
	gt_program_start(&s.prog);
	s.prog.hide_runtime = hide;
	if (gt_program_ops.wait(&s.prog, &err) < 0 || gt_key_parse("Down", &down) < 0)
		return 1;
	gt_program_ops.woken(&s.prog);
	if (gt_term_curses_open(&s.term, &(struct gt_term_config){ .depth = -1 }, &err) < 0)
		return 77;
	gt_app_set_term(s.prog.app, s.term);
	s.grid = gt_grid_new(ROWS, COLS);
	gt_app_data_changed(s.prog.app);
	for (size_t v = 0; v < GT_COUNT(views); v++) {
		if (gt_app_command(s.prog.app, views[v].name, &err) < 0)
			return 1;
		settle(&s);
		for (int i = 0; i < MOVES; i++) {
			gt_app_type(s.prog.app, down);
			settle(&s);
		}
	}
	s.term->ops->close(s.term);
	return 0;
}

/* ---- the terminal ---- */

static int become(const char *name, const char *trace, bool hide)
{
	int fd;

	if (setsid() < 0 || (fd = open(name, O_RDWR)) < 0 || ioctl(fd, TIOCSCTTY, 0) < 0 ||
	    ioctl(fd, TIOCSWINSZ, &(struct winsize){ .ws_row = ROWS, .ws_col = COLS }) < 0 ||
	    dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
		return 1;
	setenv("TERM", "xterm-256color", 1);
	unsetenv("COLORTERM");
	unsetenv("NO_COLOR");
	unsetenv("LINES");
	unsetenv("COLUMNS");
	return run(trace, hide);
}

/* All that the program sends; its exit status. */
static int collect(const char *trace, bool hide, struct gt_buf *out)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), status = 0;
	const char *name;
	char chunk[4096];
	ssize_t n;
	pid_t pid;

	if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0 || !(name = ptsname(terminal)))
		return 77;
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(become(name, trace, hide));
	/* EIO: the program has ended. */
	while ((n = read(terminal, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
		gt_buf_add(out, chunk, n > 0 ? (size_t)n : 0);
	close(terminal);
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status))
		return 1;
	return WEXITSTATUS(status);
}

/* Bytes up to the next mark. */
static size_t next_screen(const struct gt_buf *b, size_t *at)
{
	const char *end = memchr(b->data + *at, *MARK, b->len - *at);
	size_t n = end ? (size_t)(end - b->data) - *at : b->len - *at;

	*at += n + (end != NULL);
	return n;
}

static void move_in_all(const char *trace, bool hide)
{
	struct gt_buf sent = { 0 };
	size_t at = 0;
	int status = collect(trace, hide, &sent);

	if (status == 77)
		tap_skip_all("no terminal xterm-256color");
	tap_is_int(status, 0, "the program has shown all views");
	for (size_t v = 0; v < GT_COUNT(views); v++) {
		size_t whole = next_screen(&sent, &at), bytes = 0, moves = 0;

		/* At the end of a list nothing moves. */
		for (int i = 0; i < MOVES; i++) {
			size_t n = next_screen(&sent, &at);

			bytes += n;
			moves += n > 0;
		}
		tap_ok(moves > 0 && bytes / moves < views[v].limit[hide],
		       "%s%s: a move of the cursor sends fewer than %zu bytes", views[v].name,
		       hide ? "" : ", all rows", views[v].limit[hide]);
		tap_diag("%zu for the view, %zu for each of %zu moves", whole, moves ? bytes / moves : 0, moves);
	}
	gt_buf_release(&sent);
}

TAP_TEST(moves)
{
	const char *top = getenv("GT_SRCDIR");
	char *trace = gt_xasprintf("%s/testdata/demo.trace", top ? top : ".");

	if (!setlocale(LC_ALL, "C.UTF-8"))
		tap_skip_all("no locale C.UTF-8");
	move_in_all(trace, false);
	move_in_all(trace, true);
	free(trace);
}
