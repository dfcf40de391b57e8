/* Reading files: maps, and reads and writes that do not stop half way. */
#include "base/os/mapfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int gt_mapfile_fd(struct gt_mapfile *m, int fd, const char *name, struct gt_error *err)
{
	struct stat st;
	void *p;

	*m = (struct gt_mapfile){ 0 };
	if (fstat(fd, &st) < 0)
		return gt_error_errno(err, errno, "%s", name);
	if (!S_ISREG(st.st_mode))
		return gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s: not a regular file", name);
	if ((uintmax_t)st.st_size > SIZE_MAX)
		return gt_error_errno(err, EFBIG, "%s", name);
	if (st.st_size == 0)
		return GT_OK;
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return gt_error_errno(err, errno, "%s", name);
	m->data = p;
	m->size = (size_t)st.st_size;
	return GT_OK;
}

int gt_mapfile_open(struct gt_mapfile *m, const char *path, struct gt_error *err)
{
	/* O_NONBLOCK: opening a FIFO by mistake must not hang. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), code;

	*m = (struct gt_mapfile){ 0 };
	if (fd < 0)
		return gt_error_errno(err, errno, "%s", path);
	code = gt_mapfile_fd(m, fd, path, err);
	close(fd);
	return code;
}

void gt_mapfile_close(struct gt_mapfile *m)
{
	if (m->data)
		munmap((void *)(uintptr_t)m->data, m->size);
	*m = (struct gt_mapfile){ 0 };
}

/* Everything in here may be called in a signal handler. */
static void on_missing_page(int sig, siginfo_t *info, void *context)
{
	uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), page = (uintptr_t)info->si_addr & ~(size - 1);
	int saved = errno;

	(void)context;
	if (info->si_code != BUS_ADRERR ||
	    mmap((void *)page, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		signal(sig, SIG_DFL);
	errno = saved;
}

void gt_mapfile_guard(void)
{
	struct sigaction sa = { .sa_sigaction = on_missing_page, .sa_flags = SA_SIGINFO };

	sigaction(SIGBUS, &sa, NULL);
}

ssize_t gt_pread_full(int fd, void *out, size_t n, uint64_t offset)
{
	uint8_t *p = out;
	size_t done = 0;

	while (done < n) {
		ssize_t got = pread(fd, p + done, n - done, (off_t)(offset + done));

		if (got == 0)
			break;
		if (got > 0)
			done += (size_t)got;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)done;
}

/* offset: -1 where the file has one of its own. */
static int mapfile_write(int fd, const uint8_t *p, size_t n, off_t offset)
{
	while (n) {
		ssize_t put = offset < 0 ? write(fd, p, n) : pwrite(fd, p, n, offset);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		p += put;
		n -= (size_t)put;
		offset += offset < 0 ? 0 : put;
	}
	return 0;
}

int gt_write_full(int fd, const void *bytes, size_t n)
{
	return mapfile_write(fd, bytes, n, -1);
}

int gt_pwrite_full(int fd, const void *bytes, size_t n, uint64_t offset)
{
	return mapfile_write(fd, bytes, n, (off_t)offset);
}
