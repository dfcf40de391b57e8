/* The cache directory and the names in it. */
#include "index/store/state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"

#define SUFFIX ".gtindex"
#define ABANDONED 3600   /* seconds without a write */

/* The XDG specification ignores what is not absolute. */
char *gt_cache_dir(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		return gt_xasprintf("%s/gtrace-tui", xdg);
	if (home && home[0] == '/')
		return gt_xasprintf("%s/.cache/gtrace-tui", home);
	return NULL;
}

/*
 * In a directory that others can write to, a file may be theirs: a forged index, or a link to a file that the
 * program would overwrite.  The directory's own name is not followed through a symbolic link either.
 */
static int check_dir(const char *dir, struct gt_error *err)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), rc = 0;
	struct stat st;

	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR))
		return gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s is not a directory", dir);
	if (fd < 0 || fstat(fd, &st))
		rc = gt_error_errno(err, errno, "%s", dir);
	else if (st.st_uid != geteuid())
		rc = gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s belongs to another user", dir);
	else if (!gt_is_private(&st))
		rc = gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "others can write to %s", dir);
	if (fd >= 0)
		close(fd);
	return rc;
}

/*
 * The name depends on the path alone: the index of a trace that was recorded
 * again replaces the old one.  The file's header decides whether it fits.
 */
char *gt_cache_path(const char *path, struct gt_error *err)
{
	char *dir = gt_cache_dir(), *real = realpath(path, NULL), *name = NULL;

	if (!dir)
		gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "neither XDG_CACHE_HOME nor HOME names a directory");
	else if (real && !gt_mkdir_parents(dir, err) && !check_dir(dir, err))
		name = gt_xasprintf("%s/%016" PRIx64 SUFFIX, dir, gt_checksum(real, strlen(real), 0));
	free(dir);
	free(real);
	return name;
}

/*
 * ".HASH.gtindex.PID-SOMETHING", as base/os/tmpfile.h names them (where a file
 * cannot be without a name until it is complete): its process is gone, or has not written for long.
 */
static bool is_abandoned(int dir, const char *name)
{
	const char *suffix = strstr(name, SUFFIX ".");
	struct stat st;
	unsigned long pid;
	char *end;

	if (name[0] != '.' || !suffix || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
		return false;
	pid = strtoul(suffix + strlen(SUFFIX "."), &end, 16);
	if (*end == '-' && pid > 0 && pid <= INT_MAX && kill((pid_t)pid, 0) < 0 && errno == ESRCH)
		return true;
	return time(NULL) - st.st_mtime > ABANDONED;
}

void gt_cache_sweep(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = slash ? gt_xmemdup0(path, (size_t)(slash - path)) : NULL;
	DIR *dir = name ? opendir(name) : NULL;
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		if (is_abandoned(dirfd(dir), e->d_name))
			unlinkat(dirfd(dir), e->d_name, 0);
	if (dir)
		closedir(dir);
	free(name);
}
