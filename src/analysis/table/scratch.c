/* Large arrays: from the heap while small, else in an unnamed temporary file. */
#include "analysis/table/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/os/tmpfile.h"

#define HEAP_LIMIT (UINT64_C(4) << 20)

/* A file of that size, or -1: in memory; or negative, GT_ERR_IO. */
static int scratch_make_room(int *fd, size_t bytes, struct gt_error *err)
{
	int rc = gt_spool_open(fd, err);

	/* The blocks are reserved now: a disk that fills up later would be a SIGBUS. */
	if (!rc && (rc = posix_fallocate(*fd, 0, (off_t)bytes)) != 0) {
		close(*fd);
		gt_error_errno(err, rc, "no room for a table of %zu MiB in the temporary directory", bytes >> 20);
	}
	if (!rc)
		return 0;
	*fd = -1;
	return bytes <= GT_TMP_MEMORY ? 0 : GT_ERR_IO;
}

/* Sorting writes to a thousand places in turn: page by page, that is most of what a fault can cost.  Only advice. */
static void ask_for_large_pages(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	madvise(p, bytes, MADV_HUGEPAGE);
#else
	(void)p;
	(void)bytes;
#endif
}

static int map_spool(struct gt_scratch *s, size_t bytes, struct gt_error *err)
{
	int fd, rc = scratch_make_room(&fd, bytes, err);
	void *p;

	if (rc)
		return rc;
	p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd, 0);
	rc = p == MAP_FAILED ? gt_error_errno(err, errno, "cannot map a table") : 0;
	if (fd >= 0)
		close(fd);
	if (rc)
		return rc;
	ask_for_large_pages(p, bytes);
	*s = (struct gt_scratch) { .data = p, .bytes = bytes, .mapped = true };
	return 0;
}

int gt_scratch_alloc(struct gt_scratch *s, uint64_t n, size_t size, struct gt_error *err)
{
	uint64_t bytes;

	*s = (struct gt_scratch) { 0 };
	if (__builtin_mul_overflow(n, (uint64_t)size, &bytes) || bytes > PTRDIFF_MAX)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "a table of that size does not fit");
	if (bytes > HEAP_LIMIT)
		return map_spool(s, (size_t)bytes, err);
	s->data = calloc(1, bytes ? (size_t)bytes : 1);
	if (!s->data)
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "out of memory");
	s->bytes = (size_t)bytes;
	return 0;
}

void gt_scratch_free(struct gt_scratch *s)
{
	if (s->mapped)
		munmap(s->data, s->bytes);
	else
		free(s->data);
	*s = (struct gt_scratch) { 0 };
}
