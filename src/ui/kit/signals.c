/*
 * Signals, as bytes in a pipe; and the terminal restored whatever happens.
 *
 * The only mutable statics of the program live here: a signal handler gets no
 * argument but the number of the signal, so what it needs must be in a place
 * known to it.
 */
#include "ui/kit/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define RESTORE_MAX 256
#define STACK_BYTES 65536
#define BUSY_SECONDS 1
#define LOCK_MS 200

static volatile sig_atomic_t pipe_read = -1, pipe_write = -1;
static volatile sig_atomic_t asked_to_end;   /* a second TERM or HUP ends the program at once, */
static volatile sig_atomic_t interrupted;    /* as does an INT while the loop has not seen the one before */
static volatile sig_atomic_t restore_len, restore_tty = -1;
static char restore_bytes[RESTORE_MAX];
static struct termios restore_modes;
static struct termios busy_modes;            /* the screen's own, while `listening` */
static volatile sig_atomic_t listening;      /* the terminal makes a signal of Ctrl-C */
static char crash_stack[STACK_BYTES];        /* a stack that overflowed is no place for a handler */

static const int caught[] = { SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT };
/* What ends the program on the spot; SIGQUIT is meant to leave a core, as the faults do. */
static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP, SIGQUIT,
			       SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT };

/* Async-signal-safe. */
void gt_signals_restore(void)
{
	size_t done = 0, n = (size_t)restore_len;

	if (restore_tty < 0)
		return;
	while (done < n) {
		ssize_t r = write(restore_tty, restore_bytes + done, n - done);

		if (r > 0)
			done += (size_t)r;
		else if (r == 0 || errno != EINTR)
			break;
	}
	tcsetattr(restore_tty, TCSANOW, &restore_modes);
	restore_tty = -1;
}

/*
 * Out of memory, in any thread: what the screen's own thread is about to send must not come after this.  Not for
 * ever: that thread may itself wait for this one's end (gt_xalloc_guard).
 */
static void on_quick_exit(void)
{
	static const struct timespec ms = { .tv_nsec = 1000000 };

	for (int i = 0; i < LOCK_MS && ftrylockfile(stdout); i++)
		nanosleep(&ms, NULL);
	gt_signals_restore();
}

/* exit() with the screen on: the library that draws it does that where it has no memory. */
static void on_exit_with_screen(void)
{
	static const char text[] = "gtrace-tui: the terminal library gave up, probably for lack of memory\n";
	ssize_t said;

	if (restore_tty < 0)
		return;
	gt_signals_restore();
	said = write(STDERR_FILENO, text, sizeof text - 1);
	(void)said;
	/* No further: other threads are at work. */
	_exit(EXIT_FAILURE);
}

static void on_signal(int sig)
{
	int saved = errno;
	unsigned char byte = (unsigned char)sig;

	if (sig == SIGTERM || sig == SIGHUP || sig == SIGINT) {
		volatile sig_atomic_t *before = sig == SIGINT ? &interrupted : &asked_to_end;

		if (*before) {
			gt_signals_restore();
			signal(sig, SIG_DFL);
			raise(sig);
		}
		*before = 1;
	}
	/* A full pipe will wake the loop anyway. */
	if (write(pipe_write, &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

/* The loop has been busy for long and does not read keys: the terminal is switched to send a signal for Ctrl-C. */
static void on_alarm(int sig)
{
	int saved = errno;
	struct termios modes;

	(void)sig;
	if (restore_tty >= 0 && !listening && tcgetattr(restore_tty, &busy_modes) == 0) {
		modes = busy_modes;
		modes.c_lflag |= ISIG;
		modes.c_cc[VINTR] = 'c' & 0x1f;
		modes.c_cc[VQUIT] = modes.c_cc[VSUSP] = _POSIX_VDISABLE;
		listening = tcsetattr(restore_tty, TCSANOW, &modes) == 0;
	}
	errno = saved;
}

void gt_signals_busy(bool yes)
{
	struct itimerval in = { .it_value.tv_sec = yes ? BUSY_SECONDS : 0 };

	setitimer(ITIMER_REAL, &in, NULL);
	if (!yes && listening && restore_tty >= 0)
		tcsetattr(restore_tty, TCSANOW, &busy_modes);
	if (!yes)
		listening = 0;
}

/* SA_RESETHAND gave the signal its default back: returning does the rest, and so does the next fault. */
static void on_crash(int sig)
{
	gt_signals_restore();
	raise(sig);
}

static void catch_all(void)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < GT_COUNT(caught); i++)
		sigaction(caught[i], &sa, NULL);
	sa.sa_handler = on_alarm;
	sigaction(SIGALRM, &sa, NULL);
}

/* Handlers that are already installed (of a sanitizer, of mapped files) stay. */
static void catch_crash(int sig)
{
	struct sigaction sa = { .sa_handler = on_crash }, old;

	sigemptyset(&sa.sa_mask);
	sa.sa_flags = (int)SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
		sigaction(sig, &sa, NULL);
}

int gt_signals_install(struct gt_error *err)
{
	struct sigaction sa = { .sa_handler = SIG_IGN };
	int fds[2];

	if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) < 0)
		return gt_error_errno(err, errno, "pipe");
	pipe_read = fds[0];
	pipe_write = fds[1];
	catch_all();
	at_quick_exit(on_quick_exit);
	atexit(on_exit_with_screen);
	sigaltstack(&(stack_t){ .ss_sp = crash_stack, .ss_size = sizeof crash_stack }, NULL);
	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < GT_COUNT(crashes); i++)
		catch_crash(crashes[i]);
	sigaction(SIGPIPE, &sa, NULL);
	return 0;
}

void gt_signals_remove(void)
{
	gt_signals_busy(false);
	signal(SIGALRM, SIG_DFL);
	for (size_t i = 0; i < GT_COUNT(caught); i++)
		signal(caught[i], SIG_DFL);
	for (size_t i = 0; i < GT_COUNT(crashes); i++) {
		struct sigaction old;

		if (sigaction(crashes[i], NULL, &old) == 0 && old.sa_handler == on_crash)
			signal(crashes[i], SIG_DFL);
	}
	if (pipe_read >= 0) {
		close(pipe_read);
		close(pipe_write);
	}
	pipe_read = pipe_write = -1;
	asked_to_end = interrupted = 0;
}

int gt_signals_fd(void)
{
	return pipe_read;
}

int gt_signals_next(void)
{
	unsigned char byte;

	if (pipe_read < 0 || read(pipe_read, &byte, 1) != 1)
		return 0;
	if (byte == SIGINT)
		interrupted = 0;
	return byte;
}

void gt_signals_arm(int tty, const struct termios *modes, const char *bytes, size_t n)
{
	restore_tty = -1;
	if (n == 0 || n > RESTORE_MAX)
		return;
	memcpy(restore_bytes, bytes, n);
	restore_modes = *modes;
	restore_len = (sig_atomic_t)n;
	restore_tty = tty;
}

void gt_signals_lend(void)
{
	gt_signals_busy(false);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTSTP, SIG_DFL);
}

void gt_signals_in_child(void)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
}

void gt_signals_take_back(void)
{
	signal(SIGQUIT, SIG_DFL);
	if (pipe_read < 0)
		return;
	catch_crash(SIGQUIT);
	catch_all();
}

void gt_signals_stop(void)
{
	struct sigaction sa = { .sa_handler = SIG_DFL }, old;
	sigset_t stop;

	gt_signals_busy(false);
	sigemptyset(&sa.sa_mask);
	sigaction(SIGTSTP, &sa, &old);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
	/* The whole job, as the terminal's own Ctrl-Z does: a pipeline stops together. */
	kill(0, SIGTSTP);
	sigaction(SIGTSTP, &old, NULL);
}
