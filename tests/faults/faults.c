/*
 * Calls of the C library that fail when they are told to: a shared library, loaded before it (LD_PRELOAD).
 *
 * What fails is in the file that FAULT_ENV names (faults.h).  Calls that the C library makes itself are not
 * seen, but for those of malloc.  Nothing is counted before this library's constructor has run, so that the
 * N-th call is the same in every run of a program with one thread.
 */
/* With it the C library's headers define read, poll and others themselves. */
#undef _FORTIFY_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#else
#define backtrace(frames, n) 0
#endif

#include "faults/faults.h"

#define DEPTH 12   /* of callers that are looked at */
#define EXPORT __attribute__((visibility("default")))

static struct fault_plan *plan;

/* The function that would be called without this library; __typeof__ checks that it is the same. */
#define NEXT(name) \
	static __typeof__(name) *next; \
	if (!next) \
		next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void)
{
	const char *name = getenv(FAULT_ENV);
	void *frame;
	int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
	void *p = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (fd >= 0)
		close(fd);
	if (p == MAP_FAILED)
		return;
	/* What it loads at its first call is not to be counted. */
	backtrace(&frame, 1);
	plan = p;
	plan->loaded = 1;
}

/* Curses is among the callers. */
static bool is_of_curses(void)
{
	void *frames[DEPTH];
	int n = backtrace(frames, DEPTH);
	Dl_info of;

	for (int i = 0; i < n; i++)
		if (dladdr(frames[i], &of) && (strstr(of.dli_fname, "ncurses") || strstr(of.dli_fname, "libtinfo")))
			return true;
	return false;
}

/* How this call fails, or 0: it does not. */
static int verdict(enum fault_kind kind)
{
	uint64_t n;

	if (!plan)
		return 0;
	n = ++plan->seen[kind];
	if (!plan->as || plan->kind != (int)kind || n < plan->at || (n > plan->at && !plan->all))
		return 0;
	plan->fired++;
	plan->in_curses += kind == FAULT_MEMORY && is_of_curses();
	return plan->as;
}

/* True: the call fails; errno says how. */
static bool fails(enum fault_kind kind)
{
	int as = verdict(kind);

	if (as > 0)
		errno = as;
	return as > 0;
}

/* The same for calls that may do less than they were asked for. */
static bool fails_or_less(enum fault_kind kind, size_t *n)
{
	int as = verdict(kind);

	if (as == FAULT_SHORT && *n > 1)
		*n = 1;
	if (as > 0)
		errno = as;
	return as > 0;
}

/* ---- memory ---- */

EXPORT void *malloc(size_t n)
{
	NEXT(malloc);
	return fails(FAULT_MEMORY) ? NULL : next(n);
}

EXPORT void *calloc(size_t n, size_t size)
{
	NEXT(calloc);
	return fails(FAULT_MEMORY) ? NULL : next(n, size);
}

/* reallocarray calls it, too. */
EXPORT void *realloc(void *p, size_t n)
{
	NEXT(realloc);
	return fails(FAULT_MEMORY) ? NULL : next(p, n);
}

EXPORT void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	NEXT(mmap);
	return fails(FAULT_MAP) ? MAP_FAILED : next(at, n, prot, flags, fd, off);
}

/* ---- reading and writing ---- */

EXPORT ssize_t read(int fd, void *to, size_t n)
{
	NEXT(read);
	return fails_or_less(FAULT_READ, &n) ? -1 : next(fd, to, n);
}

EXPORT ssize_t pread(int fd, void *to, size_t n, off_t off)
{
	NEXT(pread);
	return fails_or_less(FAULT_READ, &n) ? -1 : next(fd, to, n, off);
}

/* A terminal that cannot be written to cannot be restored either: that is not what is looked for. */
static bool may_refuse(int fd)
{
	return plan && (plan->as == FAULT_SHORT || plan->as == EINTR || !isatty(fd));
}

EXPORT ssize_t write(int fd, const void *from, size_t n)
{
	NEXT(write);
	return may_refuse(fd) && fails_or_less(FAULT_WRITE, &n) ? -1 : next(fd, from, n);
}

EXPORT ssize_t pwrite(int fd, const void *from, size_t n, off_t off)
{
	NEXT(pwrite);
	return fails_or_less(FAULT_WRITE, &n) ? -1 : next(fd, from, n, off);
}

/* ---- opening ---- */

static mode_t mode_of(int flags, va_list ap)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

EXPORT int open(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;
	NEXT(open);

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	return fails(FAULT_OPEN) ? -1 : next(path, flags, mode);
}

/* What the compiler makes of open() where buffers are checked. */
int __open_2(const char *path, int flags);
EXPORT int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
	NEXT(fopen);
	return fails(FAULT_OPEN) ? NULL : next(path, mode);
}

EXPORT FILE *fdopen(int fd, const char *mode)
{
	NEXT(fdopen);
	return fails(FAULT_OPEN) ? NULL : next(fd, mode);
}

EXPORT DIR *opendir(const char *path)
{
	NEXT(opendir);
	return fails(FAULT_OPEN) ? NULL : next(path);
}

EXPORT int mkostemp(char *path, int flags)
{
	NEXT(mkostemp);
	return fails(FAULT_OPEN) ? -1 : next(path, flags);
}

/* ---- names, and what is known of files ---- */

EXPORT int stat(const char *path, struct stat *st)
{
	NEXT(stat);
	return fails(FAULT_STAT) ? -1 : next(path, st);
}

EXPORT int fstat(int fd, struct stat *st)
{
	NEXT(fstat);
	return fails(FAULT_STAT) ? -1 : next(fd, st);
}

EXPORT int fstatat(int dir, const char *path, struct stat *st, int flags)
{
	NEXT(fstatat);
	return fails(FAULT_STAT) ? -1 : next(dir, path, st, flags);
}

EXPORT off_t lseek(int fd, off_t off, int from)
{
	NEXT(lseek);
	return fails(FAULT_STAT) ? -1 : next(fd, off, from);
}

EXPORT char *realpath(const char *path, char *to)
{
	NEXT(realpath);
	return fails(FAULT_STAT) ? NULL : next(path, to);
}

EXPORT int access(const char *path, int mode)
{
	NEXT(access);
	return fails(FAULT_STAT) ? -1 : next(path, mode);
}

EXPORT int rename(const char *from, const char *to)
{
	NEXT(rename);
	return fails(FAULT_NAME) ? -1 : next(from, to);
}

EXPORT int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	NEXT(linkat);
	return fails(FAULT_NAME) ? -1 : next(from_dir, from, to_dir, to, flags);
}

EXPORT int mkdir(const char *path, mode_t mode)
{
	NEXT(mkdir);
	return fails(FAULT_NAME) ? -1 : next(path, mode);
}

/* ---- room on the disk ---- */

EXPORT int posix_fallocate(int fd, off_t off, off_t n)
{
	NEXT(posix_fallocate);
	return fails(FAULT_ROOM) ? errno : next(fd, off, n);
}

EXPORT int ftruncate(int fd, off_t n)
{
	NEXT(ftruncate);
	return fails(FAULT_ROOM) ? -1 : next(fd, n);
}

EXPORT int fsync(int fd)
{
	NEXT(fsync);
	return fails(FAULT_ROOM) ? -1 : next(fd);
}

EXPORT int fchmod(int fd, mode_t mode)
{
	NEXT(fchmod);
	return fails(FAULT_ROOM) ? -1 : next(fd, mode);
}

/* It closes, as on Linux, and says that what was written is lost. */
EXPORT int close(int fd)
{
	bool bad;
	int as;
	NEXT(close);

	bad = fails(FAULT_CLOSE);
	as = errno;
	if (next(fd) < 0)
		return -1;
	errno = as;
	return bad ? -1 : 0;
}

/* ---- descriptors, threads, processes ---- */

EXPORT int dup(int fd)
{
	NEXT(dup);
	return fails(FAULT_DUP) ? -1 : next(fd);
}

EXPORT int dup3(int from, int to, int flags)
{
	NEXT(dup3);
	return fails(FAULT_DUP) ? -1 : next(from, to, flags);
}

EXPORT int fcntl(int fd, int what, ...)
{
	va_list ap;
	void *arg;
	NEXT(fcntl);

	va_start(ap, what);
	arg = va_arg(ap, void *);
	va_end(ap);
	return what == F_DUPFD_CLOEXEC && fails(FAULT_DUP) ? -1 : next(fd, what, arg);
}

EXPORT int pipe2(int fds[2], int flags)
{
	NEXT(pipe2);
	return fails(FAULT_DUP) ? -1 : next(fds, flags);
}

EXPORT int socketpair(int domain, int type, int protocol, int fds[2])
{
	NEXT(socketpair);
	return fails(FAULT_DUP) ? -1 : next(domain, type, protocol, fds);
}

EXPORT int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*body)(void *), void *arg)
{
	NEXT(pthread_create);
	return fails(FAULT_START) ? errno : next(id, attr, body, arg);
}

EXPORT pid_t fork(void)
{
	NEXT(fork);
	return fails(FAULT_START) ? -1 : next();
}

EXPORT int poll(struct pollfd *fds, nfds_t n, int ms)
{
	NEXT(poll);
	return fails(FAULT_WAIT) ? -1 : next(fds, n, ms);
}
