/* Files in the making: temporaries renamed into place, spools, directories. */
#include "base/os/tmpfile.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
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

static void proc_name(char out[32], int fd)
{
	snprintf(out, 32, "/proc/self/fd/%d", fd);
}

/*
 * A temporary that gets its name when it is complete: whatever ends the program
 * before that, nothing stays.  False where the system cannot do it.
 */
static bool create_unnamed(struct gt_tmpfile *t, mode_t mode)
{
	const char *slash = strrchr(t->target, '/');
	char *dir = slash ? gt_xmemdup0(t->target, (size_t)(slash - t->target) + 1) : gt_xstrdup(".");
	char proc[32];

	t->fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	free(dir);
	if (t->fd < 0)
		return false;
	proc_name(proc, t->fd);
	if (access(proc, F_OK) == 0)
		return true;
	close(t->fd);
	t->fd = -1;
	return false;
}

/* For a moment only: a file can be renamed over another one, but not linked over it. */
static int give_name(struct gt_tmpfile *t, struct gt_error *err)
{
	char proc[32];

	proc_name(proc, t->fd);
	for (unsigned int i = 0; i < ATTEMPTS; i++) {
		t->path = temp_name(t->target, i);
		if (linkat(AT_FDCWD, proc, AT_FDCWD, t->path, AT_SYMLINK_FOLLOW) == 0)
			return GT_OK;
		free(t->path);
		t->path = NULL;
		if (errno != EEXIST)
			break;
	}
	return gt_error_errno(err, errno, "%s", t->target);
}

static int create_temp(struct gt_tmpfile *t, mode_t mode, struct gt_error *err)
{
	if (create_unnamed(t, mode))
		return GT_OK;
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

int gt_tmpfile_replace(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err)
{
	int code;

	*t = (struct gt_tmpfile){ .fd = -1, .target = gt_xstrdup(target) };
	code = create_temp(t, mode, err);
	if (code != GT_OK)
		forget(t);
	return code;
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
	/* A device or a pipe must not be replaced by a file: it is written to as it is. */
	t->special = exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
	if (t->special)
		t->fd = open(t->target, O_WRONLY | O_CLOEXEC);
	if (exists && S_ISDIR(st.st_mode))
		code = gt_error_errno(err, EISDIR, "%s", target);
	else if (t->special)
		code = t->fd < 0 ? gt_error_errno(err, errno, "%s", t->target) : GT_OK;
	else
		code = create_temp(t, mode, err);
	/* A replaced file keeps its permissions, where the system lets us. */
	if (code == GT_OK && exists && !t->special && fchmod(t->fd, st.st_mode & 07777) < 0)
		errno = 0;
	if (code != GT_OK)
		forget(t);
	return code;
}

int gt_tmpfile_commit(struct gt_tmpfile *t, struct gt_error *err)
{
	int code;

	assert(t->fd >= 0 && t->target);
	code = t->special || t->path ? GT_OK : give_name(t, err);

	/* A full disk or quota may show only here. */
	if (close(t->fd) < 0 && errno != EINTR && code == GT_OK)
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

const char *gt_spool_dir(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

int gt_spool_open(int *fd, struct gt_error *err)
{
	const char *dir = gt_spool_dir();
	char *path;

	*fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	/* That needs the file system's help; elsewhere a name lives for a moment. */
	if (*fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
		path = gt_xasprintf("%s/gtrace-tui.XXXXXX", dir);
		*fd = mkostemp(path, O_CLOEXEC);
		if (*fd >= 0)
			unlink(path);
		free(path);
	}
	return *fd < 0 ? gt_error_errno(err, errno, "temporary file in %s", dir) : GT_OK;
}

bool gt_is_private(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

int gt_mkdir_parents(const char *path, struct gt_error *err)
{
	char *copy = gt_xstrdup(path), *slash = copy;
	int code = GT_OK;
	struct stat st;
	bool last;

	do {
		slash = strchr(slash + 1, '/');
		last = !slash;
		if (slash)
			*slash = '\0';
		if (*copy && mkdir(copy, 0700) < 0) {
			int errnum = errno;

			/* What exists may refuse with EROFS or EACCES first. */
			if (stat(copy, &st) < 0 || !S_ISDIR(st.st_mode))
				code = gt_error_errno(err, errnum, "%s", copy);
		}
		if (slash)
			*slash = '/';
	} while (!last && code == GT_OK);
	free(copy);
	return code;
}
