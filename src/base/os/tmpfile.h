/* Files in the making: a temporary beside its target, renamed when complete; unnamed spools. */
#ifndef GT_BASE_TMPFILE_H
#define GT_BASE_TMPFILE_H

#include <sys/stat.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * begin creates a file without a name in the target's directory (".NAME.XXXXXX"
 * where the system has no such files); the caller writes
 * to fd; commit renames it over the target in one step, so that a reader sees
 * the old file or the whole new one.  Nothing is synced to disk: after a
 * power cut the file may be damaged, and its readers check it.  A failed
 * begin or commit leaves no temporary; otherwise exactly one of commit and
 * cancel ends it (cancel may be repeated, and after commit does nothing).
 *
 * begin is for names that the user gave: a symbolic link is followed, a device or pipe written to, the
 * permissions of a file that is replaced are kept.  replace is for names of our own: whatever has the
 * name (a symbolic link, too) is replaced by a new file of that mode.
 */
struct gt_tmpfile {
	int fd;            /* -1 when there is none */
	char *path;        /* of the temporary; NULL: it has none yet */
	char *target;
	bool special;      /* a device or a pipe is written to as it is */
};

int gt_tmpfile_begin(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err);
int gt_tmpfile_replace(struct gt_tmpfile *t, const char *target, mode_t mode, struct gt_error *err);
int gt_tmpfile_commit(struct gt_tmpfile *t, struct gt_error *err);
void gt_tmpfile_cancel(struct gt_tmpfile *t);

/*
 * A file without a name in $TMPDIR or /tmp, for data too large for memory
 * (a trace that comes through a pipe); gone when fd is closed.
 */
int gt_spool_open(int *fd, struct gt_error *err);
const char *gt_spool_dir(void);

/*
 * Where no temporary file can be made or written (disks are full, ulimit -f), so much of each of these may be
 * kept in memory instead: a trace that comes as a stream, an index, a sorted table.
 */
#define GT_TMP_MEMORY (UINT64_C(256) << 20)

/* mkdir -p: makes path and the directories above it (mode 0700); existing ones are fine. */
int gt_mkdir_parents(const char *path, struct gt_error *err);

/*
 * True if only this user (and root) can change what `st` describes: it is the user's own and neither its
 * group nor others may write to it.
 */
bool gt_is_private(const struct stat *st);

#endif
