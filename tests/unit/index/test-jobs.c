/* The same bytes of an index however many threads make it: of traces that keep all of them busy, whole and cut. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/trace.h"
#include "tap/tap.h"
#include "unit/wire/build.h"

#define PROCS 4
#define BATCHES 3           /* of each P and generation */
#define ROUNDS 2200         /* in each: 5 events or 7, about 25 bytes */

/*
 * On each P a goroutine of its own: it blocks, is woken by nobody, runs, makes a call and stops.  The numbers of a
 * goroutine and of a P count within a generation.
 */
static void put_proc(struct gt_buf *spec, unsigned gen, unsigned p, bool broken)
{
	unsigned g_seq = 0, p_seq = 1;

	for (unsigned b = 0; b < BATCHES; b++) {
		gt_buf_printf(spec, "b%u,%u,%u[", gen, p + 1, (gen * BATCHES + b) * 10000000 + p);
		if (b == 0)
			gt_buf_printf(spec, "0d u%u u%u u1 19 u0 u%u u%u u2 ", p, p, p + 10, p + 1);
		for (unsigned i = 0; i < ROUNDS; i++) {
			/* GoBlock, GoUnblock, GoStart, GoSyscallBegin, GoSyscallEnd, now and then GoStop, GoStart. */
			gt_buf_printf(spec, "14 u%u u4 u0 15 u%u u%u u%u u0 ", i % 97, i % 5, p + 10, g_seq + 1);
			gt_buf_printf(spec, "10 u%u u%u u%u ", i % 7, p + 10, g_seq + 2);
			gt_buf_printf(spec, "16 u3 u%u u0 17 u%u ", p_seq++, i % 11);
			g_seq += 2;
			if (i % 10)
				continue;
			gt_buf_printf(spec, "13 u1 u6 u0 10 u2 u%u u%u ", p + 10, ++g_seq);
		}
		gt_buf_puts(spec, broken && b == BATCHES - 1 ? "7f] " : "] ");
	}
}

/* broken: the last thread's stream ends with a type that no event has. */
static void make_trace(struct gt_buf *trace, bool broken)
{
	struct gt_buf spec = { 0 };

	for (unsigned gen = 1; gen <= 2; gen++) {
		gt_buf_printf(&spec, "b%u,none,%u[08 u1000000000] ", gen, gen * BATCHES * 10000000);
		for (unsigned p = 0; p < PROCS; p++)
			put_proc(&spec, gen, p, broken && gen == 2 && p == PROCS - 1);
		gt_buf_printf(&spec, "b%u,none,0[04 05 u4 u5 73 6c 65 65 70 05 u6 u1 62]", gen);
	}
	gt_build_trace(trace, 22, gt_buf_str(&spec), NULL);
	gt_buf_release(&spec);
}

struct place {
	char *dir, *trace, *index;
};

static void write_trace(const struct place *at, const void *bytes, size_t n)
{
	int fd = open(at->trace, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (fd < 0 || gt_write_full(fd, bytes, n))
		tap_bail("cannot write %s", at->trace);
	close(fd);
}

/* The index that so many threads make; how many events it has. */
static uint64_t make_index(const struct place *at, unsigned jobs, struct gt_buf *out)
{
	struct gt_trace *t;
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_mapfile m;
	uint64_t events;

	unlink(at->index);
	if (gt_trace_open(&t, at->trace, &(struct gt_open_options){ .index = at->index, .jobs = jobs }, &err))
		tap_bail("%s", err.text);
	events = gt_trace_info(t)->events;
	gt_trace_close(t);
	if (gt_mapfile_open(&m, at->index, &err))
		tap_bail("%s", err.text);
	gt_buf_reset(out);
	gt_buf_add(out, m.data, m.size);
	gt_mapfile_close(&m);
	return events;
}

static void compare(const struct place *at, uint64_t least, const char *what)
{
	struct gt_buf one = { 0 }, more = { 0 };
	uint64_t events = make_index(at, 1, &one);

	tap_ok(events >= least, "%s: %llu events", what, (unsigned long long)events);
	for (unsigned jobs = 2; jobs <= 6; jobs++) {
		tap_is_u64(make_index(at, jobs, &more), events, "%s: as many of %u jobs", what, jobs);
		tap_ok(more.len == one.len && !memcmp(more.data, one.data, one.len), "the same index");
	}
	gt_buf_release(&one);
	gt_buf_release(&more);
}

static void test_file(const struct place *at, const char *name, uint64_t least)
{
	char *path = gt_xasprintf("%s/testdata/%s", getenv("GT_SRCDIR"), name);
	struct gt_error err;
	struct gt_mapfile m;

	if (gt_mapfile_open(&m, path, &err))
		tap_bail("%s", err.text);
	write_trace(at, m.data, m.size);
	compare(at, least, name);
	write_trace(at, m.data, m.size / 5 * 4);
	compare(at, 0, "cut");
	gt_mapfile_close(&m);
	free(path);
}

TAP_TEST(same_bytes)
{
	const char *tmp = getenv("TMPDIR");
	struct place at = { .dir = gt_xasprintf("%s/gt-jobs-XXXXXX", tmp ? tmp : "/tmp") };
	struct gt_buf trace = { 0 };

	if (!mkdtemp(at.dir))
		tap_bail("no directory");
	at.trace = gt_xasprintf("%s/a.trace", at.dir);
	at.index = gt_xasprintf("%s/a.index", at.dir);
	make_trace(&trace, false);
	/* Several rings of batches. */
	write_trace(&at, trace.data, trace.len);
	compare(&at, 2 * PROCS * BATCHES * ROUNDS * 5, "two generations");
	write_trace(&at, trace.data, trace.len / 4 * 3);
	compare(&at, PROCS * BATCHES * ROUNDS * 5, "the second one is cut");
	make_trace(&trace, true);
	write_trace(&at, trace.data, trace.len);
	compare(&at, PROCS * BATCHES * ROUNDS * 9, "broken at its end");
	test_file(&at, "demo.trace", 20000);
	test_file(&at, "traces/go1.27/gens.trace", 100);
	test_file(&at, "traces/go1.21/annotations.trace", 500);
	gt_buf_release(&trace);
	unlink(at.trace);
	unlink(at.index);
	rmdir(at.dir);
	free(at.dir);
	free(at.trace);
	free(at.index);
}
