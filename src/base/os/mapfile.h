/* Reading files: whole maps of files that are ours, checked preads of files that are not. */
#ifndef GT_BASE_MAPFILE_H
#define GT_BASE_MAPFILE_H

#include <sys/types.h>

#include "base/err.h"

/*
 * A file mapped read-only.  Only for files that nobody truncates while they
 * are mapped (an index, which is replaced by rename and never written in
 * place): a trace is read with gt_pread_full, since touching a page past the
 * new end of a truncated file kills the program.
 */
struct gt_mapfile {
	const uint8_t *data;    /* NULL for an empty file */
	size_t size;
};

/* GT_ERR_IO if the file cannot be opened or mapped or is not a regular file. */
int gt_mapfile_open(struct gt_mapfile *m, const char *path, struct gt_error *err);

/* The same for an open descriptor, which may be closed afterwards; name is for messages. */
int gt_mapfile_fd(struct gt_mapfile *m, int fd, const char *name, struct gt_error *err);
void gt_mapfile_close(struct gt_mapfile *m);

/*
 * For the program's start: from now on a page of a mapped file that is no
 * longer there, because somebody has cut the file, reads as zeros instead of
 * killing the program.  Whoever reads a map must expect that, as if the file were damaged.
 */
void gt_mapfile_guard(void);

/*
 * Reads up to n bytes at offset, going on after short reads and signals.
 * Returns the bytes read, fewer than n only at the end of the file, or -1
 * with errno set.
 */
ssize_t gt_pread_full(int fd, void *out, size_t n, uint64_t offset);

/* Writes all n bytes; 0, or -1 with errno set. */
int gt_write_full(int fd, const void *bytes, size_t n);
int gt_pwrite_full(int fd, const void *bytes, size_t n, uint64_t offset);

#endif
