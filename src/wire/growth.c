/* Takes what comes through a pipe, or watches a file that grows, in a thread of its own. */
#include "wire/growth.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/clock.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "wire/spool.h"

#define TAKEN_AT_ONCE (256 * 1024)

/* Between two looks at a file: where the system says when it changes, and where it does not. */
#define LOOK_TOLD_MS 1000
#define LOOK_MS 100

/* Who appends piece by piece closes the file after each: this long after the last of them it is whole. */
#define CLOSED_NS INT64_C(2000000000)

struct gt_growth {
	struct gt_mutex lock;         /* of what is stored, and for `moved` */
	struct gt_cond moved;         /* there is more, or it is over */
	struct gt_thread thread;
	int wake[2];                  /* a pipe: stop ends the thread's waiting */
	int fd;                       /* of the stream; of the file */
	bool follows;                 /* it is a file */
	_Atomic uint64_t size;
	_Atomic int64_t came;
	atomic_bool stop, over;
	struct gt_error damage;       /* set before `over` */

	/* a stream */
	struct gt_spooled stored;     /* under the lock until it is over */
	uint64_t limit;
	int save;                     /* -1: nowhere */
	struct gt_error unsaved;

	/* a file */
	char *path;
	int notices;                  /* inotify; -1: there is none */
};

/* ---- what others see ---- */

uint64_t gt_growth_size(const struct gt_growth *g)
{
	return atomic_load_explicit(&g->size, memory_order_acquire);
}

bool gt_growth_goes_on(const struct gt_growth *g)
{
	return !atomic_load_explicit(&g->over, memory_order_acquire);
}

int64_t gt_growth_came(const struct gt_growth *g)
{
	return atomic_load_explicit(&g->came, memory_order_relaxed);
}

const struct gt_error *gt_growth_damage(const struct gt_growth *g)
{
	return !gt_growth_goes_on(g) && g->damage.code ? &g->damage : NULL;
}

const struct gt_error *gt_growth_unsaved(const struct gt_growth *g)
{
	return !gt_growth_goes_on(g) && g->unsaved.code ? &g->unsaved : NULL;
}

ssize_t gt_growth_read(struct gt_growth *g, uint64_t off, void *buf, size_t n)
{
	const struct gt_spooled *s = &g->stored;
	bool locks = !g->follows && gt_growth_goes_on(g);
	ssize_t got = (ssize_t)n;

	if (g->follows)
		return gt_pread_full(g->fd, buf, n, off);
	/* What is stored may be about to move to memory. */
	if (locks)
		gt_mutex_lock(&g->lock);
	if (s->fd >= 0)
		got = gt_pread_full(s->fd, buf, n, off);
	else
		memcpy(buf, s->mem + off, n);
	if (locks)
		gt_mutex_unlock(&g->lock);
	return got;
}

bool gt_growth_await(struct gt_growth *g, uint64_t size, int ms)
{
	int64_t left = 1, end = gt_clock_now() + ms * INT64_C(1000000);

	if (gt_growth_size(g) >= size)
		return true;
	gt_mutex_lock(&g->lock);
	while (gt_growth_size(g) < size && gt_growth_goes_on(g) && left > 0) {
		if (ms < 0)
			gt_cond_wait(&g->moved, &g->lock);
		else
			gt_cond_wait_for(&g->moved, &g->lock, left = end - gt_clock_now());
	}
	gt_mutex_unlock(&g->lock);
	return gt_growth_size(g) >= size;
}

void gt_growth_stop(struct gt_growth *g)
{
	ssize_t n;

	if (atomic_exchange_explicit(&g->stop, true, memory_order_acq_rel))
		return;
	n = write(g->wake[1], "", 1);
	(void)n; /* there is room for one byte */
}

/* ---- the thread ---- */

static void growth_publish(struct gt_growth *g, uint64_t size)
{
	gt_mutex_lock(&g->lock);
	atomic_store_explicit(&g->came, gt_clock_now(), memory_order_relaxed);
	atomic_store_explicit(&g->size, size, memory_order_release);
	gt_cond_broadcast(&g->moved);
	gt_mutex_unlock(&g->lock);
}

static void growth_end(struct gt_growth *g)
{
	gt_mutex_lock(&g->lock);
	atomic_store_explicit(&g->over, true, memory_order_release);
	gt_cond_broadcast(&g->moved);
	gt_mutex_unlock(&g->lock);
}

static bool is_stopped(const struct gt_growth *g)
{
	return atomic_load_explicit(&g->stop, memory_order_acquire);
}

/* Waits for something to happen to fd (-1: nothing can), for at most ms milliseconds. */
static void growth_wait(const struct gt_growth *g, int fd, int ms)
{
	struct pollfd fds[] = { { .fd = g->wake[0], .events = POLLIN }, { .fd = fd, .events = POLLIN } };

	poll(fds, GT_COUNT(fds), ms);
}

/* ---- a stream ---- */

/* A copy that cannot be written on is no reason to stop reading. */
static void save_bytes(struct gt_growth *g, const uint8_t *bytes, size_t n)
{
	if (g->save < 0 || !gt_write_full(g->save, bytes, n))
		return;
	gt_error_errno(&g->unsaved, errno, "the file of --save has only the first %" PRIu64 " bytes",
		       gt_growth_size(g));
	close(g->save);
	g->save = -1;
}

/* False: no more is to be read, and the damage says why. */
static bool growth_store(struct gt_growth *g, const uint8_t *bytes, size_t n)
{
	int rc;

	save_bytes(g, bytes, n);
	gt_mutex_lock(&g->lock);
	rc = gt_spool_put(&g->stored, g->limit, bytes, n, &g->damage);
	if (!rc)
		g->damage = g->stored.damage;
	gt_mutex_unlock(&g->lock);
	growth_publish(g, g->stored.size);
	return !g->damage.code;
}

static int take_stream(void *arg)
{
	struct gt_growth *g = arg;
	uint8_t *buf = gt_xmalloc(TAKEN_AT_ONCE);

	for (;;) {
		ssize_t got;

		/* Before the first writer of a FIFO has come, a read would take that for the end; poll does not. */
		growth_wait(g, g->fd, -1);
		if (is_stopped(g))
			break;
		got = read(g->fd, buf, TAKEN_AT_ONCE);
		if (got == 0)
			break;
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (got < 0)
			gt_error_errno(&g->damage, errno, "the stream broke off");
		if (got < 0 || !growth_store(g, buf, (size_t)got))
			break;
	}
	free(buf);
	if (g->save >= 0 && close(g->save))
		gt_error_errno(&g->unsaved, errno, "the file of --save has not all of it");
	g->save = -1;
	growth_end(g);
	return 0;
}

/* ---- a file ---- */

/* Whether the name stands for another file now; one that was removed may still be written. */
static bool is_replaced(const struct gt_growth *g, const struct stat *st)
{
	struct stat now;

	return stat(g->path, &now) == 0 && (now.st_dev != st->st_dev || now.st_ino != st->st_ino);
}

#ifdef __linux__

static int open_notices(const char *path)
{
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	if (fd >= 0 && inotify_add_watch(fd, path, IN_MODIFY | IN_CLOSE_WRITE) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Reads the notices that have come: whether a writer has closed the file, and nobody has written since. */
static bool take_notices(const struct gt_growth *g, bool closed)
{
	char buf[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	struct inotify_event e;
	ssize_t n;

	while (g->notices >= 0 && (n = read(g->notices, buf, sizeof buf)) > 0) {
		for (ssize_t at = 0; at < n; at += (ssize_t)(sizeof e + e.len)) {
			memcpy(&e, buf + at, sizeof e);
			if (e.mask & (IN_CLOSE_WRITE | IN_MODIFY))
				closed = e.mask & IN_CLOSE_WRITE;
		}
	}
	return closed;
}

#else

static int open_notices(const char *path)
{
	(void)path;
	return -1;
}

static bool take_notices(const struct gt_growth *g, bool closed)
{
	(void)g;
	return closed;
}

#endif

/* Looks at the file once: false if no more will come of it. */
static bool look_at_file(struct gt_growth *g)
{
	uint64_t size = gt_growth_size(g);
	struct stat st;

	if (fstat(g->fd, &st)) {
		gt_error_errno(&g->damage, errno, "the file cannot be followed");
		return false;
	}
	if ((uint64_t)st.st_size < size) {
		gt_error_set(&g->damage, GT_ERR_CUT, GT_NO_OFFSET, "the file became shorter while it was followed: "
			     "%" PRIu64 " bytes were read, and it has %" PRIu64, size, (uint64_t)st.st_size);
		return false;
	}
	if ((uint64_t)st.st_size > size)
		growth_publish(g, (uint64_t)st.st_size);
	if (is_replaced(g, &st)) {
		gt_error_set(&g->damage, GT_ERR_CUT, GT_NO_OFFSET,
			     "another file took its name while it was followed: this is what the first one had");
		return false;
	}
	return true;
}

static int watch_file(void *arg)
{
	struct gt_growth *g = arg;
	int look = g->notices >= 0 ? LOOK_TOLD_MS : LOOK_MS;
	bool closed = false;

	while (look_at_file(g) && !is_stopped(g) && !(closed && gt_clock_now() - gt_growth_came(g) > CLOSED_NS)) {
		growth_wait(g, g->notices, look);
		closed = take_notices(g, closed);
	}
	growth_end(g);
	return 0;
}

/* ---- begin and end ---- */

static struct gt_growth *growth_new(int fd)
{
	struct gt_growth *g = gt_xcalloc(1, sizeof *g);

	g->fd = fd;
	g->stored.fd = g->save = g->notices = g->wake[0] = g->wake[1] = -1;
	gt_mutex_init(&g->lock);
	gt_cond_init(&g->moved);
	atomic_init(&g->came, gt_clock_now());
	return g;
}

static int growth_start(struct gt_growth *g, int (*body)(void *arg), struct gt_error *err)
{
	if (pipe2(g->wake, O_CLOEXEC | O_NONBLOCK))
		return gt_error_errno(err, errno, "pipe");
	return gt_thread_start(&g->thread, body, g, err);
}

int gt_growth_of_stream(struct gt_growth **out, int fd, const void *head, size_t n, const struct gt_watch *how,
			struct gt_error *err)
{
	struct gt_growth *g = growth_new(fd);
	int rc = 0;

	g->limit = how->limit ? how->limit : GT_UNPACK_LIMIT;
	if (how->save && (g->save = open(how->save, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) < 0)
		rc = gt_error_errno(err, errno, "--save: cannot write %s", how->save);
	/* Without a temporary file it is kept in memory, as far as there may be so much. */
	if (!rc && gt_spool_open(&g->stored.fd, NULL))
		g->stored.fd = -1;
	if (!rc && !growth_store(g, head, n))
		rc = gt_error_set(err, g->damage.code, GT_NO_OFFSET, "%s", g->damage.text);
	if (!rc)
		rc = growth_start(g, take_stream, err);
	if (rc < 0) {
		g->fd = -1;
		gt_growth_free(g);
		return rc;
	}
	*out = g;
	return 0;
}

int gt_growth_of_file(struct gt_growth **out, int fd, const char *path, struct gt_error *err)
{
	struct gt_growth *g = growth_new(fd);
	struct stat st;
	int rc;

	g->follows = true;
	g->path = gt_xstrdup(path);
	/* Where it is not to be had the file is looked at more often. */
	g->notices = open_notices(path);
	rc = fstat(fd, &st) ? gt_error_errno(err, errno, "cannot open the file") : 0;
	if (!rc) {
		atomic_store_explicit(&g->size, (uint64_t)st.st_size, memory_order_release);
		rc = growth_start(g, watch_file, err);
	}
	if (rc < 0) {
		gt_growth_free(g);
		return rc;
	}
	*out = g;
	return 0;
}

void gt_growth_free(struct gt_growth *g)
{
	const int fds[] = { g->follows ? -1 : g->fd, g->stored.fd, g->save, g->notices, g->wake[0], g->wake[1] };

	if (g->wake[1] >= 0)
		gt_growth_stop(g);
	gt_thread_join(&g->thread);
	for (size_t i = 0; i < GT_COUNT(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	gt_cond_release(&g->moved);
	gt_mutex_release(&g->lock);
	free(g->stored.mem);
	free(g->path);
	free(g);
}
