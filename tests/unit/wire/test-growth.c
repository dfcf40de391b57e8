/* Sources that grow: whenever their bytes come, they are read as those of a whole file. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/os/mapfile.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "wire/source.h"
#include "wire/v2/v2gen.h"

static const struct gt_watch growing = { .grows = true, .follow = true };

/* ---- who writes ---- */

struct writer {
	int fd;
	const char *bytes;
	size_t n, most;          /* at most so many at a time */
	struct gt_thread thread;
};

static int write_pieces(void *arg)
{
	struct writer *w = arg;

	for (size_t at = 0, i = 0; at < w->n; i++) {
		size_t left = w->n - at, some = 1 + tap_mix64(i + w->n) % w->most;

		some = some < left ? some : left;
		if (gt_write_full(w->fd, w->bytes + at, some))
			break;
		at += some;
		if (w->most > 1 && i % 16 == 0)
			usleep(100);
	}
	close(w->fd);
	return 0;
}

/* A source of what a thread writes into a pipe. */
static struct gt_source *open_written(struct writer *w, const char *bytes, size_t n, size_t most)
{
	struct gt_error err = { 0 };
	struct gt_source *s = NULL;
	char path[32];
	int ends[2];

	if (pipe(ends))
		tap_bail("pipe");
	*w = (struct writer){ .fd = ends[1], .bytes = bytes, .n = n, .most = most };
	gt_thread_start(&w->thread, write_pieces, w, NULL);
	snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
	if (gt_source_open_watched(&s, path, &growing, &err) < 0)
		tap_bail("a pipe does not open: %s", err.text);
	close(ends[0]);
	return s;
}

/* ---- what is read ---- */

static void put_gen(struct gt_buf *out, const struct gt_v2_gen *g)
{
	gt_buf_printf(out, "gen %" PRIu64 " %" PRIu64 "-%" PRIu64 " min %" PRIu64 " freq %" PRIu64 " clock %d %" PRIu64
		      "\n", g->gen, g->start_off, g->end_off, g->min_time, g->freq, g->has_clock, g->clock_time);
	gt_buf_printf(out, "strings %" PRIu64 " stacks %" PRIu64 " texts %" PRIu64 " %" PRIu64 " lost %" PRIu64
		      " ends %d%d%d\n", g->strings.count, g->stacks.count, g->texts, g->text_bytes, g->lost_bytes,
		      g->events_whole, g->last_is_events, g->open_ended);
	for (size_t i = 0; i < g->nbatches; i++)
		gt_buf_printf(out, "batch %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu32 "\n", g->batches[i].off,
			      g->batches[i].time, g->batches[i].m, g->batches[i].size);
	for (size_t i = 0; i < g->nexps; i++)
		gt_buf_printf(out, "exp %" PRIu64 "\n", g->exps[i].off);
	for (size_t i = 0; i < g->nsamples; i++)
		gt_buf_printf(out, "sample %" PRIu64 "\n", g->samples[i].off);
	for (size_t i = 0; i < g->nholes; i++)
		gt_buf_printf(out, "hole %" PRIu32 "\n", g->holes[i]);
	if (g->fault.code)
		gt_buf_printf(out, "fault %d at %" PRIu64 ": %s\n", g->fault.code, g->fault.offset, g->fault.text);
}

static void put_all(struct gt_buf *out, struct gt_source *s, int minor)
{
	struct gt_error err = { 0 };
	struct gt_v2_reader r;
	struct gt_v2_gen g;
	int rc;

	gt_v2_reader_init(&r, s, minor);
	gt_v2_gen_init(&g);
	while ((rc = gt_v2_read_gen(&r, &g, &err)) > 0)
		put_gen(out, &g);
	gt_buf_printf(out, "end %d %s\n", rc, rc ? err.text : "");
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
}

static void check_same(const char *bytes, size_t n, size_t most, const char *name)
{
	struct gt_buf whole = { 0 }, grown = { 0 };
	struct gt_source *s;
	struct writer w;
	int minor = (bytes[5] - '0') * 10 + bytes[6] - '0';

	gt_source_open_mem(&s, bytes, n, "whole");
	put_all(&whole, s, minor);
	gt_source_close(s);
	s = open_written(&w, bytes, n, most);
	put_all(&grown, s, minor);
	gt_thread_join(&w.thread);
	tap_is_str(gt_buf_str(&grown), gt_buf_str(&whole), "%s, up to %zu bytes at a time", name, most);
	tap_is_u64(gt_source_size(s), n, "%s: all of it came", name);
	gt_source_close(s);
	gt_buf_release(&whole);
	gt_buf_release(&grown);
}

static void load_trace(const char *version, struct gt_buf *out)
{
	char *path = gt_xasprintf("%s/testdata/traces/%s/gens.trace", getenv("GT_SRCDIR"), version);
	struct gt_source *s;
	char block[4096];
	int64_t n;

	if (gt_source_open(&s, path, NULL))
		tap_bail("cannot open %s", path);
	for (uint64_t off = 0; (n = gt_source_read(s, off, block, sizeof block)) > 0; off += (uint64_t)n)
		gt_buf_add(out, block, (size_t)n);
	gt_source_close(s);
	free(path);
}

static const char *const versions[] = { "go1.22", "go1.23", "go1.25", "go1.27" };

TAP_TEST(same)
{
	static const size_t most[] = { 1, 40, 5000, 1 << 20 };

	for (size_t v = 0; v < GT_COUNT(versions); v++) {
		struct gt_buf trace = { 0 };

		load_trace(versions[v], &trace);
		for (size_t i = 0; i < GT_COUNT(most); i++)
			check_same(trace.data, trace.len, most[i], versions[v]);
		gt_buf_release(&trace);
	}
}

/* Where no temporary file can be made it is in memory, which moves while it is read. */
TAP_TEST(memory)
{
	struct gt_buf trace = { 0 };

	setenv("TMPDIR", "/nowhere", 1);
	load_trace("go1.25", &trace);
	check_same(trace.data, trace.len, 40, "in memory");
	gt_buf_release(&trace);
}

/* Cut, with bytes that are others, and with text between batches, which cannot be told apart before more comes. */
TAP_TEST(damaged)
{
	static const char text[] = "2026/11/28 printed where the trace went\n4 and more of it\n";

	for (size_t v = 0; v < GT_COUNT(versions); v++) {
		struct gt_buf trace = { 0 }, longer = { 0 };
		struct gt_source *s;
		struct gt_v2_reader r;
		struct gt_v2_gen g;

		load_trace(versions[v], &trace);
		for (size_t i = 1; i < 12; i++)
			check_same(trace.data, trace.len * i / 12 + i, 1 + i % 3 * 50, "cut");
		for (size_t i = 0; i < 12; i++) {
			size_t at = 16 + tap_mix64(i) % (trace.len - 16);

			trace.data[at] = (char)(trace.data[at] ^ (1 << i % 8));
			check_same(trace.data, trace.len, 1 + i % 3 * 50, "a byte is another");
			trace.data[at] = (char)(trace.data[at] ^ (1 << i % 8));
		}
		gt_source_open_mem(&s, trace.data, trace.len, "whole");
		gt_v2_reader_init(&r, s, (trace.data[5] - '0') * 10 + trace.data[6] - '0');
		gt_v2_gen_init(&g);
		gt_v2_read_gen(&r, &g, NULL);
		gt_buf_add(&longer, trace.data, g.batches[1].off + g.batches[1].size);
		gt_buf_puts(&longer, text);
		gt_buf_add(&longer, trace.data + longer.len - strlen(text), trace.len - longer.len + strlen(text));
		check_same(longer.data, longer.len, 1, "text, byte by byte");
		check_same(longer.data, longer.len, 300, "text");
		gt_v2_gen_release(&g);
		gt_v2_reader_release(&r);
		gt_source_close(s);
		gt_buf_release(&trace);
		gt_buf_release(&longer);
	}
}

/* A generation is read when its end is there, whatever comes later. */
TAP_TEST(early)
{
	struct gt_buf trace = { 0 };
	struct gt_source *s, *whole;
	struct gt_v2_reader r;
	struct gt_v2_gen g;
	struct gt_error err = { 0 };
	uint64_t end;
	char path[32], c;
	int ends[2];

	load_trace("go1.27", &trace);
	gt_source_open_mem(&whole, trace.data, trace.len, "whole");
	gt_v2_reader_init(&r, whole, 26);
	gt_v2_gen_init(&g);
	gt_v2_read_gen(&r, &g, NULL);
	end = g.end_off;
	gt_v2_reader_release(&r);
	if (pipe(ends) || gt_write_full(ends[1], trace.data, (size_t)end))
		tap_bail("pipe");
	snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
	tap_is_int(gt_source_open_watched(&s, path, &growing, &err), 0, "opens before its end");
	close(ends[0]);
	gt_v2_reader_init(&r, s, 26);
	tap_is_int(gt_v2_read_gen(&r, &g, &err), 1, "the first generation is there");
	tap_is_u64(g.end_off, end, "up to its end mark");
	tap_ok(gt_source_grows(s), "and more may come");
	tap_is_int(gt_source_read(s, end, &c, 1), 0, "what has not come is not waited for by a read");
	tap_ok(!gt_source_await_soon(s, end + 1), "nor for long where it need not be");
	gt_source_stop(s);
	tap_ok(!gt_source_await(s, UINT64_MAX), "nor at all when it is stopped");
	tap_is_int(gt_v2_read_gen(&r, &g, &err), 0, "what is there is all of it then");
	tap_ok(!gt_source_damage(s), "and whole");
	close(ends[1]);
	gt_v2_gen_release(&g);
	gt_v2_reader_release(&r);
	gt_source_close(s);
	gt_source_close(whole);
	gt_buf_release(&trace);
}

static int stop_later(void *arg)
{
	usleep(20000);
	gt_source_stop(arg);
	return 0;
}

TAP_TEST(stopped)
{
	static const char head[] = "go 1.26 trace\0\0";
	const struct gt_watch two = { .grows = true, .limit = 40 };
	struct gt_thread t = { 0 };
	struct gt_source *s;
	struct gt_error err;
	char path[32];
	int64_t begun;
	int ends[2];

	if (pipe(ends) || gt_write_full(ends[1], head, 16))
		tap_bail("pipe");
	snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
	gt_source_open_watched(&s, path, &growing, NULL);
	gt_thread_start(&t, stop_later, s, NULL);
	begun = gt_clock_now();
	tap_ok(!gt_source_await(s, 17), "who waits need not wait any more");
	gt_thread_join(&t);
	tap_ok(gt_clock_now() - begun < 5000000000, "and hears of it at once");
	gt_source_close(s);

	/* No more than may be stored. */
	if (gt_write_full(ends[1], head, 16) || gt_source_open_watched(&s, path, &two, &err) < 0)
		tap_bail("a pipe does not open");
	gt_write_full(ends[1], head, 16);
	gt_write_full(ends[1], head, 16);
	tap_ok(!gt_source_await(s, 48), "beyond the limit nothing is read");
	tap_is_u64(gt_source_size(s), 40, "up to it all is");
	tap_ok(gt_source_damage(s) && gt_source_damage(s)->code == GT_ERR_LIMIT, "and it is told");
	gt_source_close(s);
	close(ends[0]);
	close(ends[1]);
}

/* ---- files ---- */

struct followed {
	char dir[32], path[48], other[48];
	int fd;
	struct gt_source *s;
};

static void follow_new(struct followed *f)
{
	struct gt_error err = { 0 };

	snprintf(f->dir, sizeof f->dir, "/tmp/gt-growth-XXXXXX");
	if (!mkdtemp(f->dir))
		tap_bail("no scratch directory");
	snprintf(f->path, sizeof f->path, "%s/trace", f->dir);
	snprintf(f->other, sizeof f->other, "%s/other", f->dir);
	f->fd = open(f->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (f->fd < 0 || gt_write_full(f->fd, "go 1.26 trace\0\0\0", 16))
		tap_bail("cannot write");
	if (gt_source_open_watched(&f->s, f->path, &growing, &err) < 0)
		tap_bail("%s", err.text);
}

static void follow_end(struct followed *f)
{
	gt_source_close(f->s);
	if (f->fd >= 0)
		close(f->fd);
	unlink(f->path);
	unlink(f->other);
	rmdir(f->dir);
}

static const char *damage_of(const struct gt_source *s)
{
	return gt_source_damage(s) ? gt_source_damage(s)->text : "none";
}

TAP_TEST(files)
{
	struct gt_source_id before, after;
	struct followed f;
	char buf[8];
	int fd;

	follow_new(&f);
	gt_source_identify(f.s, &before);
	gt_write_full(f.fd, "more", 4);
	tap_ok(gt_source_await(f.s, 20), "what is appended is there");
	tap_is_int(gt_source_read(f.s, 16, buf, 8), 4, "and is read");
	tap_ok(gt_source_grows(f.s) && !gt_source_changed(f.s), "a file that grows is no other one");
	close(f.fd);
	f.fd = -1;
	tap_ok(!gt_source_await(f.s, 21), "when its writer has closed it, it is over");
	tap_is_str(damage_of(f.s), "none", "and whole");
	gt_source_settle(f.s);
	gt_source_identify(f.s, &after);
	tap_ok(after.size == 20 && before.size == 16, "what identifies it is the whole file");
	tap_ok(!gt_source_changed(f.s), "as it is now");
	follow_end(&f);

	follow_new(&f);
	if (ftruncate(f.fd, 5))
		tap_bail("ftruncate");
	tap_ok(!gt_source_await(f.s, 21), "a file that becomes shorter is over");
	tap_is_str(damage_of(f.s), "the file became shorter while it was followed: 16 bytes were read, and it has 5",
		   "and it is told");
	follow_end(&f);

	follow_new(&f);
	gt_write_full(f.fd, "more", 4);
	fd = open(f.other, O_WRONLY | O_CREAT, 0600);
	if (fd < 0 || close(fd) || rename(f.other, f.path))
		tap_bail("rename");
	tap_ok(!gt_source_await(f.s, 21), "a file whose name another one takes is over");
	tap_is_u64(gt_source_size(f.s), 20, "with all that it had");
	tap_is_str(damage_of(f.s), "another file took its name while it was followed: this is what the first one had",
		   "and it is told");
	follow_end(&f);
}
