/* The index file while it grows: written, read back, and moved where there is room. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "base/os/tmpfile.h"
#include "index/store/file.h"
#include "tap/tap.h"

#define ROW 1000
#define ROOM (2u << 20)

/* A file that cannot get longer than ROOM bytes; -1 where the system has no such thing. */
static int tight_file(void)
{
	int fd = memfd_create("tight", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd >= 0 && (ftruncate(fd, ROOM) || fcntl(fd, F_ADD_SEALS, F_SEAL_GROW))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void fill(uint8_t row[ROW], unsigned i)
{
	for (unsigned k = 0; k < ROW; k++)
		row[k] = (uint8_t)(i * 31 + k);
}

/* Writes n rows, some of them again, and reads all of them back: how many are wrong. */
static unsigned write_and_read(struct gt_file *f, unsigned n)
{
	uint64_t *offs = gt_xcalloc(n, sizeof *offs);
	uint8_t row[ROW];
	unsigned bad = 0;

	for (unsigned i = 0; i < n; i++) {
		fill(row, i + 1);
		offs[i] = gt_file_append(f, row, sizeof row, 64);
		if (i % 7 == 0 && i > 100) {
			fill(row, i - 100);
			gt_file_patch(f, offs[i - 100], row, sizeof row);
		}
	}
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *p = gt_file_at(f, offs[i], sizeof row);

		fill(row, (i + 100) % 7 == 0 && i > 0 && i + 100 < n ? i : i + 1);
		bad += !p || memcmp(p, row, sizeof row) != 0;
	}
	free(offs);
	return bad;
}

static void test_tight(bool may_move)
{
	struct gt_file f;

	gt_file_init(&f);
	f.fd = tight_file();
	if (f.fd < 0) {
		tap_skip(3, "files cannot be sealed here");
		return;
	}
	f.may_move = may_move;
	if (may_move) {
		tap_is_u64(write_and_read(&f, 5000), 0, "no room: rows written before and after the move are there");
		tap_ok(!gt_file_flush(&f) && !f.rc && f.moved, "nothing was lost");
	} else {
		write_and_read(&f, 5000);
		tap_is_int(f.rc, GT_ERR_IO, "no room and no other place: an error");
		tap_ok(!f.moved, "which stays where it is");
	}
	tap_ok(!gt_file_is_cut(&f), "nobody has cut the file");
	close(f.fd);
	gt_file_release(&f);
}

/* No room in any file: it goes on in memory. */
static void test_memory(bool from_file)
{
	struct gt_file f;

	gt_file_init(&f);
	if (from_file) {
		f.fd = tight_file();
		f.may_leave_disk = f.fd >= 0;
	}
	if (f.fd < 0 && !gt_file_use_memory(&f))
		tap_bail("no memory");
	tap_is_u64(write_and_read(&f, 5000), 0, "%s: all rows are there", from_file ? "from a full file" : "memory");
	tap_ok(!gt_file_flush(&f) && !f.rc && f.mem && f.moved && !gt_file_is_cut(&f), "nothing was lost");
	gt_file_complete(&f);
	tap_ok(gt_file_at(&f, 0, 4096) != NULL, "and when it is complete");
	if (f.fd >= 0)
		close(f.fd);
	gt_file_release(&f);
}

/* There is an end to that. */
TAP_TEST(memory_limit)
{
	static uint8_t block[1 << 16];
	struct gt_file f;
	uint64_t n = 0;

	gt_file_init(&f);
	if (!gt_file_use_memory(&f))
		tap_bail("no memory");
	/* Holes cost nothing: only the last block is written. */
	f.size = f.buf_off = GT_TMP_MEMORY - sizeof block;
	for (; n < 10 && !f.rc; n++) {
		gt_file_append(&f, block, sizeof block, 1);
		gt_file_flush(&f);
	}
	tap_is_u64(n, 2, "memory ends where it is said to");
	tap_is_int(f.rc, GT_ERR_IO, "with an error");
	gt_file_release(&f);
}

TAP_TEST(roomy)
{
	struct gt_file f;

	gt_file_init(&f);
	f.fd = memfd_create("roomy", MFD_CLOEXEC);
	f.may_move = true;
	tap_is_u64(write_and_read(&f, 5000), 0, "room: all rows are there");
	tap_ok(!gt_file_flush(&f) && !f.moved && !gt_file_is_cut(&f), "in the same file");
	tap_ok(!ftruncate(f.fd, 4096) && gt_file_is_cut(&f), "that is cut now");
	close(f.fd);
	gt_file_release(&f);
}

static void is_there(struct gt_file *f, uint64_t off, uint64_t n, bool want, const char *name)
{
	tap_ok((gt_file_at(f, off, n) != NULL) == want, "%s: %" PRIu64 "+%" PRIu64, name, off, n);
}

/* Ranges are given whole or not at all: not beyond the end, and not half from the file, half from the buffer. */
TAP_TEST(ranges)
{
	struct gt_file f;
	uint8_t row[ROW];

	gt_file_init(&f);
	f.fd = memfd_create("ranges", MFD_CLOEXEC);
	for (unsigned i = 0; i < 3; i++) {
		if (i == 2 && gt_file_flush(&f))
			tap_bail("cannot write");
		fill(row, i);
		gt_file_append(&f, row, sizeof row, 1);
	}
	is_there(&f, 0, 2 * ROW, true, "all that was written");
	is_there(&f, 0, 2 * ROW + 1, false, "and a byte of the buffer");
	is_there(&f, 2 * ROW - 1, 2, false, "the last byte written and the first of the buffer");
	is_there(&f, 2 * ROW, ROW, true, "all of the buffer");
	is_there(&f, 2 * ROW, ROW + 1, false, "and a byte more");
	is_there(&f, 3 * ROW, 0, true, "nothing, at the end");
	is_there(&f, 3 * ROW + 1, 0, false, "nothing, behind the end");
	is_there(&f, 1, UINT64_MAX, false, "more than numbers hold");
	if (gt_file_flush(&f))
		tap_bail("cannot write");
	gt_file_complete(&f);
	is_there(&f, 0, 3 * ROW, true, "complete: all");
	is_there(&f, 1, 3 * ROW, false, "complete: a byte more");
	is_there(&f, 3 * ROW - 1, 1, true, "complete: the last byte");
	is_there(&f, 3 * ROW, 1, false, "complete: the one behind it");
	close(f.fd);
	gt_file_release(&f);
}

/* ---- full buffers are written by another thread ---- */

static int serve(void *arg)
{
	gt_chores_serve(arg);
	return 0;
}

/* What is read must be right or absent, and nothing may be absent if the file could be written. */
static void test_helped(int fd, bool may_move, bool may_leave_disk, int want, const char *name)
{
	struct gt_thread t = { 0 };
	struct gt_chores c;
	struct gt_file f;

	gt_file_init(&f);
	gt_chores_init(&c);
	gt_thread_start(&t, serve, &c, NULL);
	f.fd = fd;
	f.chores = &c;
	f.may_move = may_move;
	f.may_leave_disk = may_leave_disk;
	if (want)
		write_and_read(&f, 5000);
	else
		tap_is_u64(write_and_read(&f, 5000), 0, "%s, two threads: all rows are there", name);
	tap_is_int(gt_file_flush(&f), want, "%s, two threads: what became of it", name);
	tap_ok(!gt_file_is_cut(&f), "nobody has cut the file");
	gt_file_settle(&f);
	f.chores = NULL;
	gt_chores_quit(&c);
	gt_thread_join(&t);
	gt_chores_release(&c);
	close(fd);
	gt_file_release(&f);
}

TAP_TEST(two_threads)
{
	int tight = tight_file();

	test_helped(memfd_create("roomy", MFD_CLOEXEC), false, false, 0, "room");
	if (tight < 0) {
		tap_skip(8, "files cannot be sealed here");
		return;
	}
	test_helped(tight, true, false, 0, "no room, but elsewhere");
	test_helped(tight_file(), false, true, 0, "no room, but in memory");
	test_helped(tight_file(), false, false, GT_ERR_IO, "no room");
}

TAP_TEST(limits)
{
	test_tight(true);
	test_tight(false);
	test_memory(false);
	test_memory(true);
}
