/* Sources: a file read with pread (the trace itself or a spool), or memory. */
#include "wire/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "wire/growth.h"
#include "wire/header.h"
#include "wire/spool.h"

struct gt_source {
	char *name;
	uint64_t size;
	uint64_t skipped;        /* bytes before the content */
	bool limited;            /* it ends before the file does */
	int fd;                  /* -1: memory */
	int disk_fd;             /* the file that identifies the content; may be fd; -1: none */
	uint64_t disk_size;      /* of that file when it was opened, and its time */
	struct timespec disk_time;
	const uint8_t *data;
	void *owned;
	struct gt_growth *growth; /* NULL: all of it is there, or it comes while it is opened */
	struct gt_error damage;  /* code 0: none */
	_Atomic int fault;       /* the first errno of a read, SHORTER or OTHER; 0: none */
	const uint8_t *expected; /* sums of the pieces; NULL: none */
	_Atomic uint8_t *seen;   /* of each piece: 1 when it was compared */
};

/* How long something is waited for that is not needed. */
#define SOON_MS 200

#define SHORTER (-1)
#define OTHER (-2)

static struct gt_source *new_source(const char *name)
{
	struct gt_source *s = gt_xcalloc(1, sizeof *s);

	s->name = gt_xstrdup(name);
	s->fd = s->disk_fd = -1;
	return s;
}

void gt_source_close(struct gt_source *s)
{
	if (!s)
		return;
	if (s->growth)
		gt_growth_free(s->growth);
	if (s->disk_fd >= 0 && s->disk_fd != s->fd)
		close(s->disk_fd);
	if (s->fd >= 0)
		close(s->fd);
	free(s->seen);
	free(s->owned);
	free(s->name);
	free(s);
}

int gt_source_open_mem(struct gt_source **out, const void *data, size_t n, const char *name)
{
	struct gt_source *s = new_source(name);

	assert(data || !n);
	s->data = data;
	s->size = n;
	*out = s;
	return 0;
}

int gt_source_open_owned(struct gt_source **out, void *data, size_t n, const char *name)
{
	int rc = gt_source_open_mem(out, data, n, name);

	(*out)->owned = data;
	return rc;
}

static bool is_stdin(const struct gt_source *s)
{
	return !strcmp(s->name, "-");
}

static int fail_errno(const struct gt_source *s, const char *what, struct gt_error *err)
{
	/* Whoever reports an error puts the name of the trace before it; "-" is explained. */
	return gt_error_errno(err, errno, "cannot %s %s", what, is_stdin(s) ? "standard input" : "the file");
}

static int fail_as(const struct gt_source *s, const char *what, struct gt_error *err)
{
	return gt_error_set(err, GT_ERR_IO, GT_NO_OFFSET, "%s is %s, not a trace",
			    is_stdin(s) ? "standard input" : "it", what);
}

static int source_open_input(struct gt_source *s, struct stat *st, struct gt_error *err)
{
	/* O_NONBLOCK: of a FIFO that nobody writes to yet, so that the waiting can be told (wire/stream.h). */
	s->fd = is_stdin(s) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
			    : open(s->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (s->fd < 0)
		return fail_errno(s, "open", err);
	if (fstat(s->fd, st))
		return fail_errno(s, "open", err);
	if (S_ISDIR(st->st_mode))
		return fail_as(s, "a directory", err);
	if (isatty(s->fd))
		return fail_as(s, "a terminal", err);
	return 0;
}

/* The file behind `fd` is what the content comes from. */
static void keep_disk_file(struct gt_source *s, int fd, const struct stat *st)
{
	s->disk_fd = fd;
	s->disk_size = (uint64_t)st->st_size;
	s->disk_time = st->st_mtim;
}

/* What comes as a stream is stored first; that replaces s->fd.  disk: of a regular file, or NULL. */
static int spool(struct gt_source *s, struct gt_stream *in, const struct stat *disk, const void *head, size_t n,
		 struct gt_error *err)
{
	struct gt_spooled content;
	int rc = gt_spool_take(&content, in, head, n, err);

	if (rc < 0)
		return rc;
	if (disk)
		keep_disk_file(s, s->fd, disk);
	else
		close(s->fd);
	s->fd = content.fd;
	s->data = s->owned = content.mem;
	s->size = content.size;
	s->damage = content.damage;
	return 0;
}

/* ---- one that grows ---- */

/* What the first bytes of an input say: the head of it, and how many bytes of it were read. */
struct head {
	uint8_t bytes[GT_DETECT_SIZE];
	size_t n;
};

/* Only a binary trace is read before all of it is there, and not where it may stand behind something else. */
static bool may_grow(const struct gt_watch *how, const struct head *head)
{
	struct gt_header h;

	return how && how->grows && !how->part && gt_header_parse(&h, head->bytes, head->n, NULL) == 0;
}

static int grow_stream(struct gt_source *s, const struct gt_watch *how, const struct head *head, struct gt_error *err)
{
	int rc = gt_growth_of_stream(&s->growth, s->fd, head->bytes, head->n, how, err);

	if (rc >= 0)
		s->fd = -1;
	return rc;
}

bool gt_source_grows(const struct gt_source *s)
{
	return s->growth && gt_growth_goes_on(s->growth);
}

bool gt_source_await(struct gt_source *s, uint64_t size)
{
	return s->growth ? gt_growth_await(s->growth, size, -1) : size <= s->size;
}

bool gt_source_await_soon(struct gt_source *s, uint64_t size)
{
	return s->growth ? gt_growth_await(s->growth, size, SOON_MS) : size <= s->size;
}

void gt_source_stop(struct gt_source *s)
{
	if (s->growth)
		gt_growth_stop(s->growth);
}

void gt_source_settle(struct gt_source *s)
{
	struct stat st;

	if (!s->growth || s->disk_fd < 0 || fstat(s->disk_fd, &st))
		return;
	s->disk_size = (uint64_t)st.st_size;
	s->disk_time = st.st_mtim;
}

int64_t gt_source_came(const struct gt_source *s)
{
	return s->growth ? gt_growth_came(s->growth) : 0;
}

const struct gt_error *gt_source_unsaved(const struct gt_source *s)
{
	return s->growth ? gt_growth_unsaved(s->growth) : NULL;
}

/* ---- opening ---- */

/* What was stored of a stream goes into the file of --save as well. */
static int save_spooled(struct gt_source *s, const char *path, struct gt_error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	uint8_t *buf = gt_xmalloc(GT_SOURCE_PIECE);
	bool failed = fd < 0;
	int64_t got;

	for (uint64_t off = 0; !failed; off += (uint64_t)got) {
		got = gt_source_read(s, off, buf, GT_SOURCE_PIECE);
		if (got <= 0)
			break;
		failed = gt_write_full(fd, buf, (size_t)got) != 0;
	}
	free(buf);
	if (fd >= 0 && close(fd))
		failed = true;
	return failed ? gt_error_errno(err, errno, "--save: cannot write %s", path) : 0;
}

/* Its head is read: one that comes once is stored, another is left where it is. */
static int open_regular(struct gt_source *s, struct gt_stream *in, const struct stat *st, const struct head *head,
			struct gt_error *err)
{
	if (in->watch && in->watch->save && st->st_size)
		return gt_error_usage(err, "--save keeps what comes through a pipe, and this is a file");
	/* Files of the system (/proc) have no size, but content: they are streams, too. */
	if (!gt_packing_of(head->bytes, head->n) && (st->st_size || head->n == 0)) {
		s->size = (uint64_t)st->st_size;
		keep_disk_file(s, s->fd, st);
		if (in->watch && in->watch->follow && may_grow(in->watch, head))
			return gt_growth_of_file(&s->growth, s->fd, s->name, err);
		return 0;
	}
	if (lseek(s->fd, (off_t)head->n, SEEK_SET) < 0)
		return fail_errno(s, "read", err);
	in->taken = head->n;
	in->total = (uint64_t)st->st_size;
	return spool(s, in, st->st_size ? st : NULL, head->bytes, head->n, err);
}

/* Reads on until there are `size` bytes of it, or no more: as gt_stream_read. */
static ssize_t read_head(struct gt_stream *in, struct head *head, size_t size)
{
	ssize_t got = gt_stream_read(in, head->bytes + head->n, size - head->n);

	if (got > 0)
		head->n += (size_t)got;
	return got;
}

static int open_stream(struct gt_source *s, struct gt_stream *in, struct head *head, struct gt_error *err)
{
	ssize_t n = read_head(in, head, GT_HEADER_SIZE);
	int rc;

	if (n >= 0 && may_grow(in->watch, head))
		return grow_stream(s, in->watch, head, err);
	if (n >= 0)
		n = read_head(in, head, sizeof head->bytes);
	if (n < 0)
		return errno == ECANCELED ? gt_stream_error("", err) : fail_errno(s, "read", err);
	rc = spool(s, in, NULL, head->bytes, head->n, err);
	return rc >= 0 && in->watch && in->watch->save ? save_spooled(s, in->watch->save, err) : rc;
}

/* The input is open; what it begins with says how it is read. */
static int open_content(struct gt_source *s, struct gt_stream *in, const struct stat *st, struct gt_error *err)
{
	struct head *head = gt_xcalloc(1, sizeof *head);
	ssize_t n;
	int rc;

	if (S_ISREG(st->st_mode)) {
		/* A regular file on standard input is read from its start, wherever the offset is. */
		n = gt_pread_full(s->fd, head->bytes, sizeof head->bytes, 0);
		head->n = n > 0 ? (size_t)n : 0;
		rc = n < 0 ? fail_errno(s, "read", err) : open_regular(s, in, st, head, err);
	} else {
		rc = open_stream(s, in, head, err);
	}
	free(head);
	return rc;
}

int gt_source_open_watched(struct gt_source **out, const char *path, const struct gt_watch *watch,
			   struct gt_error *err)
{
	struct gt_source *s = new_source(path);
	struct gt_stream in = { .watch = watch };
	struct stat st;
	int rc = source_open_input(s, &st, err);

	if (rc >= 0) {
		in.fd = s->fd;
		rc = open_content(s, &in, &st, err);
		gt_stream_end(&in);
	}
	if (rc < 0) {
		gt_source_close(s);
		return rc;
	}
	if (s->damage.code && err)
		*err = s->damage;
	*out = s;
	return 0;
}

int gt_source_open(struct gt_source **out, const char *path, struct gt_error *err)
{
	return gt_source_open_watched(out, path, NULL, err);
}

int gt_source_fault(const struct gt_source *s, struct gt_error *err)
{
	int fault = atomic_load_explicit(&s->fault, memory_order_relaxed);

	if (fault == SHORTER)
		return gt_error_set(err, GT_ERR_CUT, GT_NO_OFFSET, "the file became shorter while it was read");
	if (fault == OTHER)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the trace is not the one of which the index was made, "
				    "though its size and time are the same: the next start makes a new one");
	return fault ? gt_error_errno(err, fault, "cannot read the trace") : 0;
}

static void set_fault(struct gt_source *s, int fault)
{
	int none = 0;

	atomic_compare_exchange_strong_explicit(&s->fault, &none, fault, memory_order_relaxed, memory_order_relaxed);
}

static int64_t read_content(struct gt_source *s, uint64_t off, void *buf, size_t n)
{
	ssize_t got;

	if (s->fd < 0 && !s->growth) {
		memcpy(buf, s->data + s->skipped + off, n);
		return (int64_t)n;
	}
	got = s->growth ? gt_growth_read(s->growth, off, buf, n) : gt_pread_full(s->fd, buf, n, s->skipped + off);
	if (GT_UNLIKELY(got < (ssize_t)n))
		set_fault(s, got < 0 ? errno : SHORTER);
	return got < 0 ? GT_ERR_IO : got;
}

/* ---- pieces ---- */

uint64_t gt_source_pieces(const struct gt_source *s)
{
	uint64_t size = gt_source_size(s);

	return size / GT_SOURCE_PIECE + (size % GT_SOURCE_PIECE != 0);
}

bool gt_source_sums(struct gt_source *s, uint64_t first, uint64_t n, uint64_t *sums)
{
	uint8_t *buf = gt_xmalloc(GT_SOURCE_PIECE);
	int64_t got = 0;

	for (uint64_t i = 0; i < n && got >= 0; i++) {
		uint64_t off = (first + i) * GT_SOURCE_PIECE, left = gt_source_size(s) - off;

		got = read_content(s, off, buf, left < GT_SOURCE_PIECE ? (size_t)left : GT_SOURCE_PIECE);
		sums[i] = got < 0 ? 0 : gt_checksum(buf, (size_t)got, 0);
	}
	free(buf);
	return got >= 0;
}

void gt_source_expect(struct gt_source *s, const uint8_t *sums)
{
	int other = OTHER;

	free(s->seen);
	s->seen = sums ? gt_xcalloc((size_t)gt_source_pieces(s) + 1, sizeof *s->seen) : NULL;
	s->expected = sums;
	if (!sums)
		atomic_compare_exchange_strong_explicit(&s->fault, &other, 0, memory_order_relaxed,
							memory_order_relaxed);
}

/* Two threads may compare the same piece: nothing is lost but time. */
static bool is_expected(struct gt_source *s, uint64_t first, uint64_t last)
{
	uint64_t sum;

	for (uint64_t i = first; i <= last; i++) {
		if (atomic_load_explicit(&s->seen[i], memory_order_relaxed))
			continue;
		if (!gt_source_sums(s, i, 1, &sum))
			return false;
		if (sum != gt_get64(s->expected + 8 * i)) {
			set_fault(s, OTHER);
			errno = EIO;
			return false;
		}
		atomic_store_explicit(&s->seen[i], 1, memory_order_relaxed);
	}
	return true;
}

int gt_source_check(struct gt_source *s, struct gt_error *err)
{
	if (s->expected && s->size)
		is_expected(s, 0, gt_source_pieces(s) - 1);
	return gt_source_fault(s, err);
}

int64_t gt_source_read(struct gt_source *s, uint64_t off, void *buf, size_t n)
{
	uint64_t size = gt_source_size(s);

	if (off >= size || n == 0)
		return 0;
	if (n > size - off)
		n = (size_t)(size - off);
	if (GT_UNLIKELY(s->expected) && !is_expected(s, off / GT_SOURCE_PIECE, (off + n - 1) / GT_SOURCE_PIECE))
		return GT_ERR_IO;
	return read_content(s, off, buf, n);
}

uint64_t gt_source_size(const struct gt_source *s)
{
	return s->growth ? gt_growth_size(s->growth) : s->size;
}

void gt_source_skip(struct gt_source *s, uint64_t n)
{
	assert(n <= s->size);
	s->skipped += n;
	s->size -= n;
}

void gt_source_limit(struct gt_source *s, uint64_t n)
{
	assert(n <= s->size);
	s->size = n;
	s->limited = true;
}

uint64_t gt_source_skipped(const struct gt_source *s)
{
	return s->skipped;
}

const char *gt_source_name(const struct gt_source *s)
{
	return s->name;
}

const struct gt_error *gt_source_damage(const struct gt_source *s)
{
	return s->growth ? gt_growth_damage(s->growth) : s->damage.code ? &s->damage : NULL;
}

void gt_source_set_damage(struct gt_source *s, const struct gt_error *damage)
{
	s->damage = *damage;
}

void gt_source_inherit(struct gt_source *s, struct gt_source *from)
{
	if (from->disk_fd >= 0)
		s->disk_fd = fcntl(from->disk_fd, F_DUPFD_CLOEXEC, 3);
	s->disk_size = from->disk_size;
	s->disk_time = from->disk_time;
	if (!s->damage.code)
		s->damage = from->damage;
}

bool gt_source_changed(const struct gt_source *s)
{
	struct stat st;

	/* That one that grows is written is no news. */
	return s->disk_fd >= 0 && !gt_source_grows(s) && !fstat(s->disk_fd, &st) &&
	       ((uint64_t)st.st_size != s->disk_size || st.st_mtim.tv_sec != s->disk_time.tv_sec ||
		st.st_mtim.tv_nsec != s->disk_time.tv_nsec);
}

/* First and last 64 KiB, and blocks spread over what lies between. */
#define ID_EDGE (64 * 1024)
#define ID_SAMPLES 16
#define ID_SAMPLE_SIZE 4096

static bool checksum_at(struct gt_checksum *sum, int fd, uint64_t off, uint8_t *buf, size_t n)
{
	ssize_t got = gt_pread_full(fd, buf, n, off);

	if (got < 0)
		return false;
	gt_checksum_update(sum, buf, (size_t)got);
	return true;
}

static bool fingerprint(int fd, uint64_t size, uint64_t *value)
{
	uint8_t *buf = gt_xmalloc(ID_EDGE);
	struct gt_checksum sum;
	bool ok;

	gt_checksum_begin(&sum, size);
	ok = checksum_at(&sum, fd, 0, buf, ID_EDGE);
	for (uint64_t i = 1; i <= ID_SAMPLES && size > ID_EDGE && ok; i++)
		ok = checksum_at(&sum, fd, size / (ID_SAMPLES + 1) * i, buf, ID_SAMPLE_SIZE);
	if (ok && size > ID_EDGE)
		ok = checksum_at(&sum, fd, size - ID_EDGE, buf, ID_EDGE);
	*value = gt_checksum_end(&sum);
	free(buf);
	return ok;
}

bool gt_source_identify(struct gt_source *s, struct gt_source_id *id)
{
	struct stat st;

	if (s->disk_fd < 0 || fstat(s->disk_fd, &st))
		return false;
	id->size = (uint64_t)st.st_size;
	id->mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
	if (!fingerprint(s->disk_fd, id->size, &id->fingerprint))
		return false;
	/* With another limit more or less would be read of the same file: that is not the same trace. */
	if (s->damage.code == GT_ERR_LIMIT || s->limited)
		id->fingerprint += s->size + s->skipped;
	return true;
}
