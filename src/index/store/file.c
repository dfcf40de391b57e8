/* The index file while it grows: one write buffer, one map. */
#include "index/store/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"

#define BUF_SIZE (1u << 18)
#define BUF_ROOM (BUF_SIZE + GT_FILE_RESERVE)
#define MAP_STEP (UINT64_C(1) << 26)

void gt_file_init(struct gt_file *f)
{
	*f = (struct gt_file){ .fd = -1 };
}

static void unmap(struct gt_file *f)
{
	if (f->map && !f->borrowed && !f->mem)
		munmap((void *)(uintptr_t)f->map, f->map_len);
	f->map = NULL;
	f->map_len = 0;
}

void gt_file_open_mem(struct gt_file *f, const void *bytes, size_t n)
{
	gt_file_init(f);
	f->map = bytes;
	f->map_len = n;
	f->size = f->buf_off = n;
	f->borrowed = true;
}

void gt_file_release(struct gt_file *f)
{
	unmap(f);
	if (f->mem)
		munmap(f->mem, GT_TMP_MEMORY);
	free(f->buf);
	free(f->flight.buf);
	gt_file_init(f);
}

static void file_fail(struct gt_file *f)
{
	f->rc = gt_error_errno(&f->err, errno, "the index could not be written (--index=FILE puts it elsewhere)");
}

bool gt_file_is_cut(const struct gt_file *f)
{
	struct stat st;

	return f->fd >= 0 && !f->mem && !fstat(f->fd, &st) &&
	       (uint64_t)st.st_size < (f->flight.on ? f->flight.off : f->buf_off);
}

/* ---- another place ---- */

/*
 * The file cannot grow where it is: all that was written goes to a temporary
 * file elsewhere, which takes the descriptor's number.  What the readers have is mapped again.
 */
static bool move_elsewhere(struct gt_file *f)
{
	uint64_t done = 0;
	int fd, why = errno;
	uint8_t *part;

	if (!f->may_move || gt_spool_open(&fd, NULL))
		return errno = why, false;
	f->may_move = false;
	part = gt_xmalloc(BUF_SIZE);
	while (done < f->buf_off) {
		size_t n = f->buf_off - done < BUF_SIZE ? (size_t)(f->buf_off - done) : BUF_SIZE;

		if (gt_pread_full(f->fd, part, n, done) != (ssize_t)n || gt_pwrite_full(fd, part, n, done))
			break;
		done += n;
	}
	free(part);
	f->moved = done == f->buf_off && dup3(fd, f->fd, O_CLOEXEC) >= 0;
	close(fd);
	if (f->moved)
		unmap(f);
	errno = why;
	return f->moved;
}

bool gt_file_use_memory(struct gt_file *f)
{
	void *p = mmap(NULL, GT_TMP_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return false;
	unmap(f);
	f->mem = p;
	f->moved = true;
	return true;
}

static int write_at(struct gt_file *f, const void *bytes, size_t n, uint64_t off)
{
	if (!f->mem && !gt_pwrite_full(f->fd, bytes, n, off))
		return 0;
	if (!f->mem && move_elsewhere(f) && !gt_pwrite_full(f->fd, bytes, n, off))
		return 0;
	/* No file can be written (disks are full, or ulimit -f): a trace that can be read is shown all the same. */
	if (!f->mem) {
		int why = errno;

		if (!f->may_leave_disk || f->buf_off > GT_TMP_MEMORY || !gt_file_use_memory(f) ||
		    gt_pread_full(f->fd, f->mem, (size_t)f->buf_off, 0) != (ssize_t)f->buf_off)
			return errno = why, -1;
	}
	if (off > GT_TMP_MEMORY || n > GT_TMP_MEMORY - off)
		return errno = ENOSPC, -1;
	memcpy(f->mem + off, bytes, n);
	return 0;
}

/* ---- a buffer that another thread writes ---- */

static void fly(void *arg)
{
	struct gt_flight *a = arg;

	a->why = gt_pwrite_full(a->fd, a->buf, a->n, a->off) ? errno : 0;
}

void gt_file_settle(struct gt_file *f)
{
	struct gt_flight *a = &f->flight;
	uint64_t end = f->buf_off;

	if (!a->on || !f->chores)
		return;
	gt_chores_wait(f->chores, a->chore);
	/* If it failed: once more here, or elsewhere.  What cannot be written is read from the buffer. */
	f->buf_off = a->off;
	if (a->why && !f->rc && write_at(f, a->buf, a->n, a->off))
		file_fail(f);
	f->buf_off = end;
	a->on = f->rc != 0;
}

/* The buffer is full. */
static int turn_buffer(struct gt_file *f)
{
	struct gt_flight *a = &f->flight;
	uint8_t *full = f->buf;

	gt_file_settle(f);
	if (!f->chores || f->mem || f->rc)
		return gt_file_flush(f);
	f->buf = a->buf ? a->buf : gt_xmalloc(BUF_ROOM);
	*a = (struct gt_flight){
		.on = true, .buf = full, .n = f->size - f->buf_off, .off = f->buf_off, .fd = f->fd };
	f->buf_off = f->size;
	a->chore = gt_chores_put(f->chores, fly, a);
	return 0;
}

int gt_file_flush(struct gt_file *f)
{
	gt_file_settle(f);
	if (f->rc || f->size == f->buf_off)
		return f->rc;
	if (write_at(f, f->buf, f->size - f->buf_off, f->buf_off)) {
		file_fail(f);
		return f->rc;
	}
	f->buf_off = f->size;
	return 0;
}

uint8_t *gt_file_reserve(struct gt_file *f, size_t n, size_t align, uint64_t *off)
{
	uint64_t at = gt_align_up(f->size, align);
	uint8_t *p;

	assert(n <= GT_FILE_RESERVE);
	if (!f->buf)
		f->buf = gt_xmalloc(BUF_ROOM);
	if (at + n - f->buf_off > BUF_ROOM && turn_buffer(f))
		return NULL;
	if (f->rc)
		return NULL;
	p = f->buf + (at - f->buf_off);
	memset(f->buf + (f->size - f->buf_off), 0, at - f->size);
	f->size = at + n;
	*off = at;
	return p;
}

void gt_file_trim(struct gt_file *f, uint64_t end)
{
	assert(end <= f->size && end >= f->buf_off);
	f->size = end;
}

uint64_t gt_file_append(struct gt_file *f, const void *bytes, size_t n, size_t align)
{
	const uint8_t *from = bytes;
	uint64_t start = 0, off;

	for (size_t done = 0, part; done < n || !done; done += part) {
		uint8_t *to;

		part = n - done < GT_FILE_RESERVE ? n - done : GT_FILE_RESERVE;
		to = gt_file_reserve(f, part, done ? 1 : align, &off);
		if (!to)
			return 0;
		if (!done)
			start = off;
		if (!part)
			break;
		memcpy(to, from + done, part);
	}
	return start;
}

void gt_file_complete(struct gt_file *f)
{
	free(f->buf);
	free(f->flight.buf);
	f->buf = f->flight.buf = NULL;
	unmap(f);
}

void gt_file_patch(struct gt_file *f, uint64_t off, const void *bytes, size_t n)
{
	if (f->rc)
		return;
	assert(off + n <= f->size);
	if (off + n > f->flight.off && off < f->buf_off)
		gt_file_settle(f);
	if (f->rc)
		return;
	if (off >= f->buf_off)
		memcpy(f->buf + (off - f->buf_off), bytes, n);
	else if (write_at(f, bytes, n, off))
		file_fail(f);
}

/*
 * The map is longer than the file so that it need not be made again for every
 * flush; only bytes that have been written are ever touched.
 */
static bool map_written(struct gt_file *f)
{
	uint64_t len = f->buf ? gt_align_up(f->buf_off * 2, MAP_STEP) : f->buf_off;
	void *map;

	unmap(f);
	if (!len || len > SIZE_MAX)
		return false;
	if (f->mem) {
		f->map = f->mem;
		f->map_len = GT_TMP_MEMORY;
		return true;
	}
	map = mmap(NULL, (size_t)len, PROT_READ, MAP_SHARED, f->fd, 0);
	if (map == MAP_FAILED) {
		atomic_store_explicit(&f->unmapped, true, memory_order_relaxed);
		return false;
	}
	f->map = map;
	f->map_len = (size_t)len;
	return true;
}

const uint8_t *gt_file_at(struct gt_file *f, uint64_t off, uint64_t n)
{
	if (off > f->size || n > f->size - off)
		return NULL;
	if (off >= f->buf_off && f->buf)
		return f->buf + (off - f->buf_off);
	if (off + n > f->buf_off)
		return NULL;
	if (f->flight.on && off >= f->flight.off)
		return f->flight.buf + (off - f->flight.off);
	/* All that was written, not just this range: pointers of the same frame must survive the next call. */
	if (f->buf_off > f->map_len && !map_written(f))
		return NULL;
	return f->map + off;
}
