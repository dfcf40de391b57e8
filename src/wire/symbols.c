/* Recognising programs. */
#include "wire/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mapfile.h"

bool gt_symbols_is_program(const char *path)
{
	/* Of a pipe nothing may be read here: it may be a trace. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char magic[SELFMAG] = "";
	struct stat st;
	bool yes;

	if (fd < 0)
		return false;
	yes = !fstat(fd, &st) && S_ISREG(st.st_mode) && gt_pread_full(fd, magic, SELFMAG, 0) == SELFMAG &&
	      !memcmp(magic, ELFMAG, SELFMAG);
	close(fd);
	return yes;
}
