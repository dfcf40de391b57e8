/* Buffers, checked allocation, checksums, byte access, errors. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "base/checksum.h"
#include "base/err.h"
#include "base/textcache.h"
#include "base/xalloc.h"
#include "tap/tap.h"

TAP_TEST(buf)
{
	struct gt_buf b;
	char *s;

	gt_buf_init(&b);
	tap_is_str(gt_buf_str(&b), "", "an empty buffer is a string");
	gt_buf_puts(&b, "n=");
	gt_buf_u64(&b, UINT64_MAX);
	gt_buf_putc(&b, ' ');
	gt_buf_i64(&b, INT64_MIN);
	gt_buf_printf(&b, " %s", "x");
	tap_is_str(gt_buf_str(&b), "n=18446744073709551615 -9223372036854775808 x", "numbers and text");
	gt_buf_reset(&b);
	tap_is_str(gt_buf_str(&b), "", "reset empties");
	gt_buf_fill(&b, '-', 1000);
	gt_buf_printf(&b, "%0500d", 7);
	tap_is_u64(b.len, 1500, "long printf after a long fill");
	tap_is_u64(strlen(gt_buf_str(&b)), 1500, "terminated");
	tap_ok(b.data[999] == '-' && b.data[1000] == '0' && b.data[1499] == '7', "in their places");
	s = gt_buf_steal(&b);
	tap_is_u64(strlen(s), 1500, "stolen");
	tap_ok(!b.data && !b.len && !b.cap, "and gone");
	free(s);
	s = gt_buf_steal(&b);
	tap_is_str(s, "", "stealing nothing gives a string");
	free(s);
}

/* Around every power of two and of ten. */
TAP_TEST(digits)
{
	unsigned bad = 0;

	for (int i = 0; i < 84; i++) {
		uint64_t near = 1;

		for (int k = 0; k < (i < 64 ? i : i - 64); k++)
			near *= i < 64 ? 2 : 10;
		for (uint64_t v = near - 2; v != near + 3; v++) {
			struct gt_buf b = { 0 };
			char want[32];

			snprintf(want, sizeof want, "%" PRIu64, v);
			gt_buf_u64(&b, v);
			bad += strcmp(gt_buf_str(&b), want) != 0;
			gt_buf_reset(&b);
			snprintf(want, sizeof want, "%" PRId64, (int64_t)v);
			gt_buf_i64(&b, (int64_t)v);
			bad += strcmp(gt_buf_str(&b), want) != 0;
			gt_buf_release(&b);
		}
	}
	tap_is_u64(bad, 0, "numbers with any count of digits");
	for (unsigned width = 0; width < 22; width++) {
		struct gt_buf b = { 0 };
		char want[32];

		snprintf(want, sizeof want, "%0*d", (int)width, 4711);
		gt_buf_u64_zeros(&b, 4711, width);
		bad += strcmp(gt_buf_str(&b), want) != 0;
		gt_buf_release(&b);
	}
	tap_is_u64(bad, 0, "and with zeros in front");
}

/* A text of its own for each number, of lengths up to one that is not kept. */
static void text_of(struct gt_buf *out, uint64_t key)
{
	gt_buf_reset(out);
	gt_buf_u64(out, key);
	gt_buf_fill(out, 'x', (size_t)(key % 97 * key % 7919 * 37));
}

TAP_TEST(textcache)
{
	struct gt_textcache c = { 0 };
	struct gt_buf want = { 0 }, got = { 0 };
	unsigned wrong = 0, hits = 0;

	tap_ok(!gt_textcache_get(&c, 0, &got) && !got.len, "an empty cache has no text");
	gt_textcache_put(&c, 20000, "", 0);
	tap_ok(gt_textcache_get(&c, 20000, &got) && !got.len, "an empty text is one");
	for (uint64_t i = 0; i < 40000; i++) {
		uint64_t key = i * i % 10007;

		text_of(&want, key);
		gt_buf_reset(&got);
		if (!gt_textcache_get(&c, key, &got)) {
			gt_textcache_put(&c, key, want.data, want.len);
			continue;
		}
		hits++;
		wrong += got.len != want.len || memcmp(got.data, want.data, want.len) != 0;
	}
	tap_is_u64(wrong, 0, "no text of another number");
	tap_ok(hits > 100, "some are found");
	tap_ok(c.texts.len <= GT_TEXTCACHE_BYTES, "and the cache is bounded");
	gt_textcache_put(&c, 1, want.data, 1);
	gt_textcache_put(&c, 1 + GT_TEXTCACHE_SLOTS, "b", 1);
	tap_ok(!gt_textcache_get(&c, 1, &got), "a later one takes the place");
	gt_textcache_release(&c);
	gt_buf_release(&want);
	gt_buf_release(&got);
}

TAP_TEST(alloc)
{
	uint32_t *items = NULL;
	size_t cap = 0;
	void *p;

	tap_ok(!gt_checked_alloc(UINT64_MAX, 2), "an overflowing size is refused");
	tap_ok(!gt_checked_alloc(UINT64_MAX / 2, 1), "an impossible size is refused");
	p = gt_checked_alloc(0, 8);
	tap_ok(p != NULL, "nothing is something");
	p = gt_checked_realloc(p, 100, 8);
	tap_ok(p != NULL, "and grows");
	free(p);
	for (uint32_t i = 0; i < 1000; i++) {
		GT_GROW(items, cap, (size_t)i + 1);
		items[i] = i;
	}
	tap_ok(cap >= 1000 && cap < 4000 && items[999] == 999 && items[0] == 0, "GT_GROW doubles");
	free(items);
}

TAP_TEST(checksum)
{
	uint8_t data[300];
	unsigned int bad = 0;
	uint64_t whole;

	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i * 7);
	whole = gt_checksum(data, sizeof data, 1);
	for (size_t cut = 0; cut <= sizeof data; cut++) {
		struct gt_checksum c;

		gt_checksum_begin(&c, 1);
		gt_checksum_update(&c, data, cut / 2);
		gt_checksum_update(&c, data + cut / 2, cut - cut / 2);
		gt_checksum_update(&c, data + cut, sizeof data - cut);
		bad += gt_checksum_end(&c) != whole;
	}
	tap_is_u64(bad, 0, "pieces of any size give the same");
	for (size_t bit = 0; bit < sizeof data * 8; bit++) {
		data[bit / 8] = (uint8_t)(data[bit / 8] ^ 1u << bit % 8);
		bad += gt_checksum(data, sizeof data, 1) == whole;
		data[bit / 8] = (uint8_t)(data[bit / 8] ^ 1u << bit % 8);
	}
	tap_is_u64(bad, 0, "every flipped bit is seen");
	tap_ok(gt_checksum(data, 0, 1) != gt_checksum("", 1, 1), "a zero byte more is seen");
	tap_ok(gt_checksum(data, 9, 1) != gt_checksum(data, 9, 2), "the seed matters");
	/* Part of the index format: a change here is a new format version. */
	tap_is_u64(gt_checksum(data, 0, 0), UINT64_C(0x96acf6d6407c2976), "of nothing");
	tap_is_u64(whole, UINT64_C(0x91e91ca5430d9975), "of 300 bytes");
}

TAP_TEST(bytes)
{
	uint8_t raw[9] = { 0xee, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11 }, out[9] = { 0 };

	tap_is_u64(gt_get64(raw + 1), UINT64_C(0x1122334455667788), "64 bits, little-endian, unaligned");
	tap_is_u64(gt_get32(raw + 1), 0x55667788, "32 bits");
	tap_is_u64(gt_get16(raw + 1), 0x7788, "16 bits");
	gt_put64(out + 1, UINT64_C(0x1122334455667788));
	tap_is_mem(out + 1, raw + 1, 8, "stored 64");
	gt_put32(out + 1, 0x01020304);
	gt_put16(out + 5, 0x0506);
	tap_is_mem(out + 1, "\x04\x03\x02\x01\x06\x05", 6, "stored 32 and 16");
	tap_is_u64(gt_zigzag(-1), 1, "zigzag -1");
	tap_is_u64(gt_zigzag(INT64_MIN), UINT64_MAX, "zigzag of the least");
	tap_is_int(gt_unzigzag(gt_zigzag(INT64_MIN)), INT64_MIN, "and back");
	tap_is_int(gt_unzigzag(gt_zigzag(12345)), 12345, "and another");
	tap_is_u64(gt_align_up(65, 64), 128, "align up");
	tap_is_u64(gt_align_up(64, 64), 64, "aligned already");
}

TAP_TEST(errors)
{
	struct gt_error err = { 0 };
	char longer[400];

	tap_is_int(gt_error_set(NULL, GT_ERR_CUT, 7, "x"), GT_ERR_CUT, "without a place: the code");
	tap_is_int(gt_error_set(&err, GT_ERR_CUT, 7, "want %d bytes", 9), GT_ERR_CUT, "set returns the code");
	tap_is_u64(err.offset, 7, "offset");
	tap_is_str(err.text, "want 9 bytes", "text");
	tap_is_int(gt_error_context(&err, "batch %d", 3), GT_ERR_CUT, "context keeps the code");
	tap_is_str(err.text, "batch 3: want 9 bytes", "and goes before the text");
	tap_is_int(gt_error_errno(&err, ENOENT, "open %s", "f"), GT_ERR_IO, "errno");
	tap_is_str(err.text, "open f: No such file or directory", "errno's words");
	tap_is_u64(err.offset, GT_NO_OFFSET, "has no offset");
	memset(longer, 'x', sizeof longer);
	longer[253] = '\xe4'; /* a character of 3 bytes that does not fit */
	longer[254] = '\xb8';
	longer[255] = '\x96';
	longer[399] = '\0';
	gt_error_set(&err, GT_ERR_CUT, 0, "%s", longer);
	tap_is_u64(strlen(err.text), 253, "cut text does not end in half a character");
	/* The same with the smallest first byte of characters of 2, 3 and 4 bytes, all but the last one there. */
	for (int n = 2; n <= 4; n++) {
		memset(longer, 'x', 300);
		longer[256 - n] = (char)(n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0);
		for (int i = 1; i < n; i++)
			longer[256 - n + i] = '\xa0';
		gt_error_set(&err, GT_ERR_CUT, 0, "%s", longer);
		tap_is_u64(strlen(err.text), (uint64_t)(256 - n), "cut before a character of %d bytes", n);
	}
	tap_is_str(gt_err_name(GT_ERR_CORRUPT), "corrupt", "name");
	tap_is_str(gt_err_name(GT_ERR_STALE), "stale", "last name");
	tap_is_str(gt_err_name(-99), "unknown", "no name");
	tap_is_str(gt_err_name(1), "unknown", "not an error");
}

/* In a child, which has a pipe as its standard error. */
static GT_NORETURN void run_out(int pipe)
{
	if (dup2(pipe, STDERR_FILENO) < 0)
		_exit(99);
	gt_xalloc_guard();
	free(gt_xmemdup0("", SIZE_MAX));
	_exit(0);
}

TAP_TEST(out_of_memory)
{
	char text[80] = "";
	int fds[2], status = 0;
	pid_t pid;

	if (pipe(fds) < 0 || (pid = fork()) < 0)
		tap_bail("no child");
	if (pid == 0)
		run_out(fds[1]);
	close(fds[1]);
	tap_ok(read(fds[0], text, sizeof text - 1) > 0 && waitpid(pid, &status, 0) == pid,
	       "a child runs out of memory");
	close(fds[0]);
	tap_ok(WIFEXITED(status) && WEXITSTATUS(status) == 1, "it ends with status 1");
	tap_is_str(text, "gtrace-tui: out of memory\n", "and says why");
}
