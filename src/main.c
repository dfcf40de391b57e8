/* gtrace-tui: an interactive terminal explorer for Go execution traces. */
#include <stdio.h>

int main(void)
{
	fputs("gtrace-tui " PACKAGE_VERSION "\n", stdout);
	return 0;
}
