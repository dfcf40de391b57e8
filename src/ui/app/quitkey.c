/* q and Esc before there is a screen: see quitkey.h. */
#include "ui/app/quitkey.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "ui/kit/signals.h"

struct gt_quitkey {
	int fd;
	struct termios modes;    /* as they were before */
};

static void listen_to(const struct gt_quitkey *k)
{
	struct termios raw = k->modes;

	/* Ctrl-C and Ctrl-Z go on making signals. */
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	gt_signals_arm(k->fd, &k->modes, "\r", 1);
	tcsetattr(k->fd, TCSANOW, &raw);
}

static void give_back(const struct gt_quitkey *k)
{
	tcsetattr(k->fd, TCSANOW, &k->modes);
	gt_signals_arm(-1, NULL, NULL, 0);
}

struct gt_quitkey *gt_quitkey_open(void)
{
	struct gt_quitkey *k = gt_xcalloc(1, sizeof *k);

	k->fd = isatty(STDIN_FILENO) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
				     : open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (k->fd >= 0 && tcgetattr(k->fd, &k->modes) == 0 && gt_signals_install(NULL) == 0) {
		listen_to(k);
		return k;
	}
	if (k->fd >= 0)
		close(k->fd);
	free(k);
	return NULL;
}

void gt_quitkey_close(struct gt_quitkey *k)
{
	if (!k)
		return;
	give_back(k);
	gt_signals_remove();
	close(k->fd);
	free(k);
}

bool gt_quitkey_pressed(struct gt_quitkey *k, int *sig)
{
	struct pollfd p = { .fd = k->fd, .events = POLLIN };
	char keys[64];
	ssize_t n;

	while ((*sig = gt_signals_next())) {
		if (*sig == SIGINT || *sig == SIGTERM || *sig == SIGHUP)
			return true;
		if (*sig == SIGTSTP) {
			give_back(k);
			gt_signals_stop();
			listen_to(k);
		}
	}
	if (poll(&p, 1, 0) <= 0)
		return false;
	n = read(k->fd, keys, sizeof keys);
	if (n < 0 && errno == EINTR)
		return false;
	if (n <= 0) {
		*sig = SIGHUP;
		return true;
	}
	/* More than one byte after an Esc is a key that has no letter, or a click. */
	if (keys[0] == '\033')
		return n == 1;
	return memchr(keys, 'q', (size_t)n) || memchr(keys, 'Q', (size_t)n);
}
