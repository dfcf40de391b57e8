/* Files in the making: temporaries renamed into place, spools, directories. */
#include "base/tmpfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"

/* What of the target's name the temporary carries: leaves room for the dots and the suffix. */
#define NAME_PART (NAME_MAX - 40)
#define ATTEMPTS 64

static void forget(struct gt_tmpfile *t)
{
	free(t->path);
	free(t->target);
	*t = (struct gt_tmpfile){ .fd = -1 };
}

/* "DIR/.NAME.SUFFIX" for "DIR/NAME"; the suffix differs with every attempt, process and moment. */
static char *temp_name(const char *target, unsigned int attempt)
{
	const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
	uint64_t unique = (uint64_t)gt_clock_now() + attempt;

	return gt_xasprintf("%.*s.%.*s.%lx-%llx", (int)(name - target), target, NAME_PART, name,
			    (unsigned long)getpid(), (unsigned long long)unique);
}

static int create_temp(struct gt_tmpfile *t, mode_t mode, struct gt_error *err)
{
	for (unsigned int i = 0; i < ATTEMPTS; i++) {
		t->path = temp_name(t->target, i);
		t->fd = open(t->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
		if (t->fd >= 0)
			return GT_OK;
		free(t->path);
		t->path = NULL;
		if (errno != EEXIST)
			break;
	}
	return gt_error_errno(err, errno, "%s", t->target);
}

/*
 * A device or a pipe must not be replaced by a file: it is written to as it
 * is, and t->path stays NULL.
 */
static int open_special(struct gt_tmpfile *t, struct gt_error *err)
{
	t->fd = open(t->target, O_WRONLY | O_CLOEXEC);
	if (t->fd < 0)
		return gt_error_errno(err, errno, "%s", t->target);
	return GT_OK;
}

int gt_tmpfile_begin(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err)
{
	char *real = realpath(target, NULL);
	struct stat st;
	bool exists;
	int code;

	/* Through a symbolic link the file it names is replaced, not the link. */
	*t = (struct gt_tmpfile){ .fd = -1, .target = real ? real : gt_xstrdup(target) };
	exists = stat(t->target, &st) == 0;
	if (exists && S_ISDIR(st.st_mode))
		code = gt_error_errno(err, EISDIR, "%s", target);
	else if (exists && !S_ISREG(st.st_mode))
		code = open_special(t, err);
	else
		code = create_temp(t, mode, err);
	/* A replaced file keeps its permissions, where the system lets us. */
	if (code == GT_OK && exists && t->path && fchmod(t->fd, st.st_mode & 07777) < 0)
		errno = 0;
	if (code != GT_OK)
		forget(t);
	return code;
}

int gt_tmpfile_commit(struct gt_tmpfile *t, struct gt_error *err)
{
	int code = GT_OK;

	/* A full disk or quota may show only here. */
	if (close(t->fd) < 0 && errno != EINTR)
		code = gt_error_errno(err, errno, "%s", t->target);
	if (code == GT_OK && t->path && rename(t->path, t->target) < 0)
		code = gt_error_errno(err, errno, "%s", t->target);
	if (code != GT_OK && t->path)
		unlink(t->path);
	forget(t);
	return code;
}

void gt_tmpfile_cancel(struct gt_tmpfile *t)
{
	if (t->fd < 0)
		return;
	close(t->fd);
	if (t->path)
		unlink(t->path);
	forget(t);
}

/* O_TMPFILE needs the file system's help; elsewhere a name lives for a moment. */
static int open_unnamed(const char *dir)
{
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	char *path;

	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
		return fd;
	path = gt_xasprintf("%s/gtrace-tui.XXXXXX", dir);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	free(path);
	return fd;
}

int gt_spool_open(int *fd, struct gt_error *err)
{
	const char *dir = getenv("TMPDIR");

	if (!dir || !*dir)
		dir = "/tmp";
	*fd = open_unnamed(dir);
	if (*fd < 0)
		return gt_error_errno(err, errno, "temporary file in %s", dir);
	return GT_OK;
}

static bool is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int gt_mkdir_parents(const char *path, struct gt_error *err)
{
	char *copy = gt_xstrdup(path), *slash = copy;
	int code = GT_OK;
	bool last;

	do {
		slash = strchr(slash + 1, '/');
		last = !slash;
		if (slash)
			*slash = '\0';
		if (*copy && mkdir(copy, 0700) < 0) {
			int errnum = errno;

			/* What exists may refuse with EROFS or EACCES first. */
			if (!is_directory(copy))
				code = gt_error_errno(err, errnum, "%s", copy);
		}
		if (slash)
			*slash = '/';
	} while (!last && code == GT_OK);
	free(copy);
	return code;
}
