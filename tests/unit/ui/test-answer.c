/* What a terminal answers is told apart from keys: by itself, and on a pty between keys that are typed. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "tap/tap.h"
#include "ui/kit/answer.h"

/* ---- answers by themselves ---- */

static void is_answer(const char *text, enum gt_answer_is want, enum gt_ground ground, bool can_hold, bool last)
{
	struct gt_answer a = { 0 };
	enum gt_answer_is is = GT_ANSWER_BEGINS;
	size_t n = 0;

	while (text[n] && is == GT_ANSWER_BEGINS)
		is = gt_answer_add(&a, (unsigned char)text[n++]);
	tap_ok(is == want && !text[n], "%s: what it is", text + 1);
	if (is != GT_ANSWER_COMPLETE)
		return;
	tap_is_int(gt_answer_ground(&a), ground, "the background");
	tap_ok(gt_answer_can_hold(&a) == can_hold && gt_answer_is_last(&a) == last, "what else it says");
}

TAP_TEST(answers)
{
	is_answer("\033]11;rgb:ffff/ffff/ffff\033\\", GT_ANSWER_COMPLETE, GT_GROUND_LIGHT, false, false);
	is_answer("\033]11;rgb:00/2b/36\a", GT_ANSWER_COMPLETE, GT_GROUND_DARK, false, false);
	is_answer("\033]11;rgba:f/f/e/8\a", GT_ANSWER_COMPLETE, GT_GROUND_LIGHT, false, false);
	is_answer("\033]11;rgb:zz/0/0\a", GT_ANSWER_COMPLETE, GT_GROUND_UNKNOWN, false, false);
	is_answer("\033]11;nothing\a", GT_ANSWER_COMPLETE, GT_GROUND_UNKNOWN, false, false);
	is_answer("\033[?2026;2$y", GT_ANSWER_COMPLETE, GT_GROUND_UNKNOWN, true, false);
	is_answer("\033[?2026;0$y", GT_ANSWER_COMPLETE, GT_GROUND_UNKNOWN, false, false);
	is_answer("\033[?62;22c", GT_ANSWER_COMPLETE, GT_GROUND_UNKNOWN, false, true);
	is_answer("\033[A", GT_ANSWER_NONE, 0, false, false);
	is_answer("\033]1x", GT_ANSWER_NONE, 0, false, false);
	is_answer("\033x", GT_ANSWER_NONE, 0, false, false);
	is_answer("\033]11;rgb:", GT_ANSWER_BEGINS, 0, false, false);
	is_answer("\033]11;rgb:0123456789012345678901234567890123456789012345678901234x", GT_ANSWER_NONE, 0, false, false);
	tap_is_int(gt_answer_ground_of("15;0"), GT_GROUND_DARK, "white on black");
	tap_is_int(gt_answer_ground_of("0;default;15"), GT_GROUND_LIGHT, "black on white");
	tap_is_int(gt_answer_ground_of("12;8"), GT_GROUND_DARK, "on dark grey");
	tap_is_int(gt_answer_ground_of("0;default"), GT_GROUND_UNKNOWN, "on something");
	tap_is_int(gt_answer_ground_of(NULL), GT_GROUND_UNKNOWN, "not set");
}

/* ---- on a pty ---- */

/* Says what was typed up to a "Q". */
static int become(const char *name)
{
	struct gt_buf said = { 0 };
	struct gt_error err = { 0 };
	struct gt_input ev = { 0 };
	struct gt_term *term;
	int fd;

	if (setsid() < 0 || (fd = open(name, O_RDWR)) < 0 || ioctl(fd, TIOCSCTTY, 0) < 0 ||
	    ioctl(fd, TIOCSWINSZ, &(struct winsize){ .ws_row = 24, .ws_col = 80 }) < 0 ||
	    dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
		return 1;
	setenv("TERM", "xterm-256color", 1);
	setenv("COLORFGBG", "15;0", 1);
	unsetenv("COLORTERM");
	if (gt_term_curses_open(&term, &(struct gt_term_config){ .depth = -1 }, &err) < 0)
		return 77;
	while (ev.key != 'Q' && term->ops->read(term, 5000, &ev) > 0) {
		gt_buf_putc(&said, ' ');
		gt_key_name(&said, ev.key);
	}
	gt_buf_printf(&said, " on %s.", term->ground == GT_GROUND_LIGHT ? "light" : "dark");
	term->ops->close(term);
	/* Not through the screen any more. */
	if (write(STDOUT_FILENO, "said:", 5) != 5 || write(STDOUT_FILENO, said.data, said.len) != (ssize_t)said.len)
		return 1;
	gt_buf_release(&said);
	return 0;
}

/* What it says when the terminal answers its questions with this. */
static void is_typed(const char *answer, const char *want, const char *name)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), status = 0;
	struct gt_buf out = { 0 };
	const char *slave, *said;
	bool answered = false;
	char chunk[4096];
	ssize_t n;
	pid_t pid;

	if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0 || !(slave = ptsname(terminal))) {
		tap_fail("%s: no pty", name);
		return;
	}
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(become(slave));
	while ((n = read(terminal, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR)) {
		gt_buf_add(&out, chunk, n > 0 ? (size_t)n : 0);
		if (!answered && strstr(gt_buf_str(&out), GT_ANSWER_ASK)) {
			answered = true;
			if (write(terminal, answer, strlen(answer)) < 0)
				break;
		}
	}
	close(terminal);
	waitpid(pid, &status, 0);
	said = memmem(gt_buf_str(&out), out.len, "said:", 5);
	tap_is_str(said ? said + 5 : "nothing", want, "%s", name);
	gt_buf_release(&out);
}

TAP_TEST(typed)
{
	if (!setlocale(LC_ALL, "C.UTF-8"))
		tap_skip_all("no locale C.UTF-8");
	is_typed("jQ", " j Q on dark.", "a terminal that answers nothing");
	is_typed("j\033OB\033]11;rgb:ffff/ffff/ffff\033\\k\033[?2026;2$y\033[?62;22cxQ", " j Down k x Q on light.",
		 "keys before, between and after answers");
	is_typed("\033]11;rgb:f0/f0/f0\a\033[?62;22c\033]xQ", " Esc ] x Q on light.", "no answer after the last one");
	is_typed("\033[?x\033[?62;22cQ", " Esc [ ? x Q on dark.", "what only begins like an answer is keys");
}
