/* Keys before there is a screen: which ones end the wait, and a terminal that goes away. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap/tap.h"
#include "ui/app/quitkey.h"

/* True if these bytes, typed at once, end the wait. */
static bool ends(struct gt_quitkey *k, int master, const char *bytes, int *sig)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	if (write(master, bytes, strlen(bytes)) < 0 || poll(&p, 1, 10000) != 1)
		tap_bail("the terminal takes no keys");
	return gt_quitkey_pressed(k, sig);
}

TAP_TEST(keys)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave = -1, sig;
	struct gt_quitkey *k;

	if (master < 0 || grantpt(master) || unlockpt(master) ||
	    (slave = open(ptsname(master), O_RDWR | O_NOCTTY)) < 0)
		tap_skip_all("there are no terminals here");
	dup2(slave, STDIN_FILENO);
	close(slave);
	k = gt_quitkey_open();
	if (!k)
		tap_bail("cannot open");
	tap_ok(!gt_quitkey_pressed(k, &sig), "nothing was typed");
	tap_ok(!ends(k, master, "x", &sig), "another key does not end it");
	tap_ok(!ends(k, master, "\033[A", &sig), "nor one that begins with Esc");
	tap_ok(ends(k, master, "q", &sig) && sig == 0, "q does");
	tap_ok(ends(k, master, "xQ", &sig) && sig == 0, "Q does, behind another");
	tap_ok(ends(k, master, "\033", &sig) && sig == 0, "Esc does");
	close(master);
	tap_ok(gt_quitkey_pressed(k, &sig) && sig == SIGHUP, "the terminal is gone: as if it had hung up");
	/* The one that it has open, whatever its number. */
	for (int fd = STDERR_FILENO + 1; fd < 64; fd++)
		close(fd);
	tap_ok(gt_quitkey_pressed(k, &sig) && sig == SIGHUP, "and when it cannot be read");
	gt_quitkey_close(k);
}
