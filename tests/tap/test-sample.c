/* Tests that end in every way, for tests/tap/check.sh. */
#include <signal.h>
#include <stdlib.h>

#include "tap/tap.h"

static int touched;

TAP_TEST(passes)
{
	tap_is_int(++touched, 1, "a number");
}

TAP_TEST(alone)
{
	tap_is_int(++touched, 1, "what another test changed is as it was");
}

TAP_TEST(crashes)
{
	tap_pass("before it");
	raise(SIGKILL);
}

TAP_TEST(leaves)
{
	exit(0);
}

TAP_TEST(fails)
{
	tap_is_int(1, 2, "numbers");
	tap_is_mem("abcd", "abxd", 4, "bytes");
	tap_is_str("first\nsecond \xc3\xa9 1\nlast", "first\nsecond \xc3\xa9 2\nlast", "texts");
	tap_is_str("one\n", "one", "ends of lines");
	tap_is_str("one", NULL, "no text");
}

TAP_TEST(fails_far)
{
	char got[1000] = "", want[1000] = "";

	for (size_t i = 0; i < sizeof got - 1; i++)
		got[i] = want[i] = 'x';
	want[500] = 'y';
	tap_is_str(got, want, "long lines");
}

TAP_TEST(skips)
{
	tap_skip(2, "two of them");
	tap_skip_all("the rest");
}

TAP_TEST(bails)
{
	tap_bail("no %s", "place");
}

TAP_TEST(takes)
{
	for (char *const *arg = tap_args(); *arg; arg++)
		tap_pass("%s", *arg);
}
