/* Sources: files, pipes, memory, gzip, and what can go wrong with them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "wire/source.h"

/* A scratch directory of this run; files in it are removed at the end. */
static const char *const files[] = { "plain", "gz", "multi", "cut", "corrupt", "tail", "padded", "empty", "fifo" };

static void write_file(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0)
		tap_bail("cannot write %s", path);
}

/* 300000 bytes without a short period, so that a wrong offset shows; they begin as a trace does. */
static char *content(size_t n)
{
	char *bytes = gt_xmalloc(n);
	uint32_t x = 1;

	for (size_t i = 0; i < n; i++) {
		x = x * 1664525 + 1013904223;
		bytes[i] = (char)(x >> (i % 3 ? 28 : 24));
	}
	memcpy(bytes, "go 1.22 trace\0\0", 16);
	return bytes;
}

static void add_gzip(struct gt_buf *out, const void *bytes, size_t n)
{
	z_stream z = { 0 };
	char block[4096];
	int rc;

	if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		tap_bail("deflateInit2");
	z.next_in = (Bytef *)(uintptr_t)bytes;
	z.avail_in = (uInt)n;
	do {
		z.next_out = (Bytef *)block;
		z.avail_out = sizeof block;
		rc = deflate(&z, Z_FINISH);
		gt_buf_add(out, block, sizeof block - z.avail_out);
	} while (rc == Z_OK);
	deflateEnd(&z);
}

/* The source has exactly these bytes, whatever the block size. */
static bool same_content(struct gt_source *s, const char *want, size_t n, size_t block)
{
	char *buf = gt_xmalloc(block);
	bool same = gt_source_size(s) == n;
	uint64_t off = 0;
	int64_t got;

	while ((got = gt_source_read(s, off, buf, block)) > 0 && same) {
		same = off + (uint64_t)got <= n && !memcmp(buf, want + off, (size_t)got);
		off += (uint64_t)got;
	}
	free(buf);
	return same && got == 0 && off == n;
}

static void check_content(const char *path, const char *want, size_t n, const char *name)
{
	static const size_t blocks[] = { 1000, 4096, 65536, 1 << 20 };
	struct gt_error err = { 0 };
	struct gt_source *s;

	if (!tap_is_int(gt_source_open(&s, path, &err), 0, "%s: opens", name)) {
		tap_diag("%s", err.text);
		return;
	}
	for (size_t i = 0; i < GT_COUNT(blocks); i++)
		tap_ok(same_content(s, want, n, blocks[i]), "%s: content in blocks of %zu", name, blocks[i]);
	tap_is_int(gt_source_read(s, n, &err, 1), 0, "%s: nothing at the end", name);
	tap_is_int(gt_source_read(s, UINT64_MAX, &err, 1), 0, "%s: nothing far beyond it", name);
	tap_ok(!gt_source_damage(s), "%s: no damage", name);
	tap_is_str(gt_source_name(s), path, "%s: name", name);
	gt_source_close(s);
}

static void test_good(const char *bytes, size_t n)
{
	struct gt_buf packed = { 0 };

	write_file("plain", bytes, n);
	check_content("plain", bytes, n, "plain");
	add_gzip(&packed, bytes, n);
	write_file("gz", packed.data, packed.len);
	check_content("gz", bytes, n, "gzip");
	gt_buf_reset(&packed);
	add_gzip(&packed, bytes, 1);
	add_gzip(&packed, bytes, 0);
	add_gzip(&packed, bytes + 1, 99999);
	add_gzip(&packed, bytes + 100000, n - 100000);
	write_file("multi", packed.data, packed.len);
	check_content("multi", bytes, n, "gzip of four members");
	gt_buf_fill(&packed, '\0', 5000);
	write_file("padded", packed.data, packed.len);
	check_content("padded", bytes, n, "gzip with padding");
	gt_buf_release(&packed);
}

/* Opens a gzip file with damage; what could be unpacked must be the beginning of `want`. */
static void check_damage(const char *path, const char *want, size_t least, size_t most, int code, const char *text)
{
	struct gt_error err = { 0 };
	const struct gt_error *damage;
	struct gt_source *s;

	if (!tap_is_int(gt_source_open(&s, path, &err), 0, "%s: opens", path)) {
		tap_diag("%s", err.text);
		return;
	}
	damage = gt_source_damage(s);
	if (tap_ok(damage != NULL, "%s: has damage", path)) {
		tap_is_int(damage->code, code, "%s: of this kind", path);
		if (!tap_ok(strstr(damage->text, text), "%s: says so", path))
			tap_diag("%s", damage->text);
		tap_is_str(err.text, damage->text, "%s: in the error, too", path);
	}
	tap_ok(gt_source_size(s) >= least && gt_source_size(s) <= most, "%s: size", path);
	tap_ok(same_content(s, want, (size_t)gt_source_size(s), 4096), "%s: what there is is right", path);
	gt_source_close(s);
}

/* Damage inside the packed data may give other bytes from there on, and is noticed at the latest by the checksum. */
static void check_garbled(const char *path, const char *want, size_t sound)
{
	char *got = gt_xmalloc(sound);
	struct gt_source *s;

	if (gt_source_open(&s, path, NULL))
		tap_bail("cannot open %s", path);
	tap_ok(gt_source_damage(s) && gt_source_damage(s)->code == GT_ERR_CORRUPT, "garbled gzip is noticed");
	tap_is_int(gt_source_read(s, 0, got, sound), (int64_t)sound, "garbled gzip: what came before is there");
	tap_is_mem(got, want, sound, "garbled gzip: and right");
	gt_source_close(s);
	free(got);
}

static void test_damage(const char *bytes, size_t n)
{
	struct gt_buf packed = { 0 };
	struct gt_error err;
	struct gt_source *s = NULL;

	add_gzip(&packed, bytes, n);
	write_file("cut", packed.data, packed.len / 2);
	check_damage("cut", bytes, n / 4, n * 3 / 4, GT_ERR_CUT, "ends early");
	write_file("cut", packed.data, packed.len - 4);
	check_damage("cut", bytes, n, n, GT_ERR_CUT, "ends early");
	write_file("cut", packed.data, 12);
	tap_is_int(gt_source_open(&s, "cut", &err), GT_ERR_CUT, "cut before anything came out");
	memset(packed.data + packed.len / 2, 0xff, 40);
	write_file("corrupt", packed.data, packed.len);
	check_garbled("corrupt", bytes, n / 4);
	gt_buf_reset(&packed);
	add_gzip(&packed, bytes, n);
	packed.data[packed.len - 6] ^= 1;
	write_file("corrupt", packed.data, packed.len);
	check_damage("corrupt", bytes, n, n, GT_ERR_CORRUPT, "corrupt near byte");
	packed.data[packed.len - 6] ^= 1;
	gt_buf_puts(&packed, "tail");
	write_file("tail", packed.data, packed.len);
	check_damage("tail", bytes, n, n, GT_ERR_CORRUPT, "other data follows");
	gt_buf_release(&packed);
}

static void check_error(const char *path, int code, const char *text)
{
	struct gt_error err = { 0 };
	struct gt_source *s = NULL;

	tap_is_int(gt_source_open(&s, path, &err), code, "%s: refused", text);
	tap_is_str(err.text, text, "%s: said so", text);
	tap_ok(!s, "%s: nothing to close", text);
}

static void test_errors(void)
{
	check_error("no-such-file", GT_ERR_IO, "cannot open the file: No such file or directory");
	check_error("plain/x", GT_ERR_IO, "cannot open the file: Not a directory");
	check_error(".", GT_ERR_IO, "it is a directory, not a trace");
	if (geteuid() == 0) {
		tap_skip(3, "root may read everything");
	} else {
		chmod("plain", 0);
		check_error("plain", GT_ERR_IO, "cannot open the file: Permission denied");
	}
}

/* Runs with standard input from a file descriptor. */
static void with_stdin(int fd, const char *bytes, size_t n, const char *name)
{
	int saved = dup(STDIN_FILENO);

	if (dup2(fd, STDIN_FILENO) < 0)
		tap_bail("dup2");
	check_content("-", bytes, n, name);
	dup2(saved, STDIN_FILENO);
	close(saved);
}

static void pipe_from_child(const char *bytes, size_t n, const char *name, const char *want, size_t want_n)
{
	int fds[2];
	pid_t child;

	if (pipe(fds) || (child = fork()) < 0)
		tap_bail("pipe");
	if (child == 0) {
		size_t done = 0;

		close(fds[0]);
		while (done < n) {
			ssize_t put = write(fds[1], bytes + done, n - done > 7777 ? 7777 : n - done);

			if (put <= 0)
				_exit(1);
			done += (size_t)put;
		}
		_exit(0);
	}
	close(fds[1]);
	with_stdin(fds[0], want, want_n, name);
	close(fds[0]);
}

static void test_stdin(const char *bytes, size_t n)
{
	struct gt_buf packed = { 0 };
	struct gt_source_id id;
	struct gt_source *s;
	int fd = open("plain", O_RDONLY | O_CLOEXEC);

	with_stdin(fd, bytes, n, "file on standard input");
	close(fd);
	pipe_from_child(bytes, n, "pipe", bytes, n);
	pipe_from_child("", 0, "empty pipe", "", 0);
	pipe_from_child("\x1f", 1, "pipe with one byte", "\x1f", 1);
	add_gzip(&packed, bytes, n);
	pipe_from_child(packed.data, packed.len, "gzip through a pipe", bytes, n);
	gt_buf_release(&packed);
	fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	with_stdin(fd, "", 0, "the null device");
	close(fd);
	if (gt_source_open(&s, "/dev/null", NULL) == 0) {
		tap_ok(!gt_source_identify(s, &id), "no identity without a regular file");
		gt_source_close(s);
	}
}

/* What a watcher heard. */
struct heard {
	unsigned tells, ends;
	uint64_t taken, total;
	bool back;                /* taken went back */
};

static void hear(void *arg, uint64_t taken, uint64_t total)
{
	struct heard *h = arg;

	h->tells++;
	h->back |= taken < h->taken || h->ends;
	h->taken = taken;
	h->total = total;
}

static void hear_end(void *arg)
{
	((struct heard *)arg)->ends++;
}

static struct heard watch(const char *path, int code)
{
	struct heard h = { 0 };
	struct gt_watch w = { .tell = hear, .end = hear_end, .arg = &h };
	struct gt_source *s;

	if (tap_is_int(gt_source_open_watched(&s, path, &w, NULL), code, "watched: %s", path) && !code)
		gt_source_close(s);
	return h;
}

/* A writer that takes its time, and a reading end that does not block. */
static struct heard watch_slow_pipe(void)
{
	int fds[2], saved = dup(STDIN_FILENO);
	struct heard h;
	pid_t child;

	if (pipe(fds) || fcntl(fds[0], F_SETFL, O_NONBLOCK) || (child = fork()) < 0)
		tap_bail("pipe");
	if (child == 0) {
		close(fds[0]);
		for (int i = 0; i < 4; i++) {
			usleep(150000);
			if (write(fds[1], "go 1.22 trace\0\0\0", 16) != 16)
				_exit(1);
		}
		_exit(0);
	}
	close(fds[1]);
	if (dup2(fds[0], STDIN_FILENO) < 0)
		tap_bail("dup2");
	close(fds[0]);
	h = watch("-", 0);
	dup2(saved, STDIN_FILENO);
	close(saved);
	return h;
}

static void test_watch(size_t n)
{
	struct heard h = watch("plain", 0);

	tap_ok(!h.tells && !h.ends, "a plain file: nothing to tell");
	h = watch("gz", 0);
	tap_ok(h.tells && h.ends == 1 && !h.back, "gzip: told, and its end");
	tap_ok(h.total && h.total < n && h.taken == h.total, "gzip: of so many bytes");
	write_file("empty", "", 0);
	h = watch("empty", 0);
	tap_ok(!h.tells && !h.ends, "an empty file: nothing to tell");
	h = watch("cut", GT_ERR_CUT);
	tap_is_u64(h.ends, 1, "cut gzip: an end, too");
	h = watch_slow_pipe();
	tap_ok(h.tells > 4 && !h.back, "a slow pipe: told also while nothing comes (%u times)", h.tells);
	tap_ok(h.taken == 64 && !h.total && h.ends == 1, "a slow pipe: to its end");
}

static void test_changed(const char *bytes, size_t n)
{
	struct gt_source *s, *packed, *copy;

	write_file("tail", bytes, n);
	if (gt_source_open(&s, "tail", NULL) || gt_source_open(&packed, "gz", NULL))
		tap_bail("cannot open");
	gt_source_open_mem(&copy, "x", 1, "copy");
	gt_source_inherit(copy, s);
	tap_ok(!gt_source_changed(s) && !gt_source_changed(packed) && !gt_source_changed(copy), "as it was opened");
	write_file("tail", bytes, n - 1);
	tap_ok(gt_source_changed(s), "overwritten");
	tap_ok(gt_source_changed(copy), "what was made of it knows");
	tap_ok(!gt_source_changed(packed), "another file was not");
	gt_source_close(copy);
	gt_source_open_mem(&copy, "x", 1, "memory");
	tap_ok(!gt_source_changed(copy), "memory does not change");
	gt_source_close(copy);
	gt_source_close(s);
	gt_source_close(packed);
}

/* How a source opens that keeps at most `limit` bytes (0: the default) of what it gets from packed content. */
static void check_limit(const char *bytes, size_t n, uint64_t limit, uint64_t size, const char *says)
{
	struct gt_watch w = { .tell = hear, .end = hear_end, .arg = &(struct heard){ 0 }, .limit = limit };
	struct gt_buf packed = { 0 };
	const struct gt_error *damage;
	struct gt_source *s;

	add_gzip(&packed, bytes, n);
	write_file("gz", packed.data, packed.len);
	gt_buf_release(&packed);
	if (!tap_is_int(gt_source_open_watched(&s, "gz", &w, NULL), 0, "limit %llu: opens", (unsigned long long)limit))
		return;
	damage = gt_source_damage(s);
	tap_is_u64(gt_source_size(s), size, "limit %llu: so much of %zu bytes", (unsigned long long)limit, n);
	if (says)
		tap_ok(damage && damage->code == GT_ERR_LIMIT && strstr(damage->text, says), "and it says: %s", says);
	else
		tap_ok(!damage, "and that is all of it");
	gt_source_close(s);
}

/* gzip that grows to much more than it was. */
static void test_limits(const char *bytes, size_t n)
{
	size_t big = (size_t)80 << 20;
	char *zeros = gt_xcalloc(1, big);

	check_limit(bytes, n, n, n, NULL);
	check_limit(bytes, n, n - 1, n - 1, "unpacks to more than 293.0 KiB");
	check_limit(bytes, n, 100, 100, "unpacks to more than 100 B");
	/* Zeros are no trace: their head is enough. */
	check_limit(zeros, big, 0, 16384, NULL);
	memcpy(zeros, bytes, 16);
	check_limit(zeros, big, 0, ((size_t)64 << 20) - 245760, "more than 200 times its size");
	check_limit(zeros, big, UINT64_MAX, big, NULL);
	free(zeros);
	check_limit(bytes, n, 0, n, NULL);
}

/* Of the same file another limit makes another trace. */
static void test_limited_identity(void)
{
	struct gt_watch w = { .tell = hear, .end = hear_end, .arg = &(struct heard){ 0 } };
	struct gt_source_id id[3];

	for (unsigned i = 0; i < 3; i++) {
		struct gt_source *s;

		w.limit = i * 1000;
		if (gt_source_open_watched(&s, "gz", &w, NULL) || !gt_source_identify(s, &id[i]))
			tap_bail("gz has no identity");
		gt_source_close(s);
	}
	tap_ok(id[0].fingerprint != id[1].fingerprint && id[1].fingerprint != id[2].fingerprint,
	       "what was cut at a limit is another trace");
}

/* A FIFO: its reader waits for a writer, and says so. */
static void test_fifo(const char *bytes, size_t n)
{
	struct heard h;
	pid_t child;

	if (mkfifo("fifo", 0600) || (child = fork()) < 0)
		tap_bail("fifo");
	if (child == 0) {
		int fd;

		usleep(400000);
		fd = open("fifo", O_WRONLY | O_CLOEXEC);
		_exit(fd < 0 || write(fd, bytes, n) != (ssize_t)n);
	}
	h = watch("fifo", 0);
	tap_ok(h.tells >= 3 && h.taken == n && h.ends == 1, "a FIFO without a writer: told while waiting (%u times)",
	       h.tells);
}

/* Files of the system have no size, but content. */
static void test_no_size(void)
{
	struct gt_source *s;
	char c[4];

	if (access("/proc/self/maps", R_OK)) {
		tap_skip(2, "no /proc");
		return;
	}
	if (gt_source_open(&s, "/proc/self/maps", NULL))
		tap_bail("cannot open /proc/self/maps");
	tap_ok(gt_source_size(s) > 100, "a file without a size has content");
	tap_is_int(gt_source_read(s, 50, c, 4), 4, "that can be read");
	gt_source_close(s);
}

/* What is no trace is not read to its end, which may never come. */
static void test_endless(void)
{
	struct gt_source *s;
	char buf[4] = "abc";

	if (access("/dev/zero", R_OK)) {
		tap_skip(2, "no /dev/zero");
		return;
	}
	if (gt_source_open(&s, "/dev/zero", NULL))
		tap_bail("cannot open /dev/zero");
	tap_is_u64(gt_source_size(s), 16 * 1024, "an endless stream: its head");
	tap_ok(gt_source_read(s, 16, buf, 4) == 4 && !memcmp(buf, "\0\0\0", 4), "the bytes of it");
	gt_source_close(s);
}

static void test_memory(void)
{
	char buf[8] = "";
	struct gt_source_id id;
	struct gt_source *s;

	gt_source_open_mem(&s, "abcdef", 6, "six");
	tap_is_u64(gt_source_size(s), 6, "memory: size");
	tap_is_int(gt_source_read(s, 2, buf, 3), 3, "memory: from the middle");
	tap_is_str(buf, "cde", "memory: the bytes");
	tap_is_int(gt_source_read(s, 4, buf, 8), 2, "memory: short at the end");
	tap_ok(!gt_source_identify(s, &id), "memory: no identity");
	gt_source_close(s);
	gt_source_open_owned(&s, gt_xstrdup("xyz"), 3, "owned");
	tap_is_int(gt_source_read(s, 0, buf, 8), 3, "owned memory");
	gt_source_close(s);
	gt_source_close(NULL);
}

static struct gt_source_id identity(const char *path)
{
	struct gt_source_id id = { 0 };
	struct gt_source *s;

	if (gt_source_open(&s, path, NULL) || !gt_source_identify(s, &id))
		tap_fail("%s has no identity", path);
	gt_source_close(s);
	return id;
}

static void test_identity(char *bytes, size_t n)
{
	const size_t places[] = { 0, 65535, n / 17 * 8 + 5, n - 1 };
	struct gt_source_id a, b;
	struct stat st;

	write_file("plain", bytes, n);
	a = identity("plain");
	tap_is_u64(a.size, n, "identity: size");
	stat("plain", &st);
	tap_is_int(a.mtime_ns / 1000000000, st.st_mtime, "identity: time");
	b = identity("plain");
	tap_is_u64(a.fingerprint, b.fingerprint, "identity: the same again");
	for (size_t i = 0; i < GT_COUNT(places); i++) {
		bytes[places[i]] ^= 1;
		write_file("plain", bytes, n);
		b = identity("plain");
		tap_ok(a.fingerprint != b.fingerprint, "identity: byte %zu counts", places[i]);
		bytes[places[i]] ^= 1;
	}
	stat("gz", &st);
	tap_is_u64(identity("gz").size, (uint64_t)st.st_size, "identity of a gzip file: that of the file on disk");
	write_file("empty", "", 0);
	tap_is_u64(identity("empty").size, 0, "identity of an empty file");
}

static void test_shrinking(const char *bytes, size_t n)
{
	struct gt_source *s;
	char buf[100];

	write_file("plain", bytes, n);
	if (gt_source_open(&s, "plain", NULL))
		tap_bail("cannot open plain");
	if (truncate("plain", 50))
		tap_bail("truncate");
	tap_is_int(gt_source_read(s, 0, buf, 100), 50, "a file that became shorter gives a short read");
	tap_is_int(gt_source_read(s, 5000, buf, 100), 0, "or none");
	gt_source_close(s);
}

TAP_TEST(files)
{
	size_t n = 300000;
	char dir[] = "/tmp/gt-source-XXXXXX";
	char *bytes = content(n);

	if (!mkdtemp(dir) || chdir(dir))
		tap_bail("no scratch directory");
	test_good(bytes, n);
	test_damage(bytes, n);
	test_stdin(bytes, n);
	test_watch(n);
	test_changed(bytes, n);
	test_limits(bytes, n);
	test_limited_identity();
	test_fifo(bytes, n);
	test_no_size();
	test_endless();
	test_memory();
	test_identity(bytes, n);
	test_shrinking(bytes, n);
	test_errors();
	for (size_t i = 0; i < GT_COUNT(files); i++)
		unlink(files[i]);
	if (chdir("/") || rmdir(dir))
		tap_diag("%s stays", dir);
	free(bytes);
}
