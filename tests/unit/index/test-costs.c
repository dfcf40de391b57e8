/* What a trace costs in private memory while it is indexed: so many bytes a thread, goroutine, stack, string. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/buf.h"
#include "base/os/mapfile.h"
#include "base/varint.h"
#include "base/xalloc.h"
#include "index/trace.h"
#include "tap/tap.h"

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* A little less than a power of two: no array has just doubled. */
#define MANY 131000u

/* What everything else takes, besides the second thread's stack. */
#define BASE (4u << 20)
#define CURSORS (26u << 20)      /* of the 65,536 threads that were read last */

/* ---- a trace of Go 1.26 ---- */

enum { GO_CREATE = 14, GO_CREATE_C = 15, GO_END_C = 18, GO_STATUS = 25, PROC_STATUS = 13, LABEL = 39 };

static void put(struct gt_buf *b, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(b, bytes, gt_varint_put(bytes, v));
}

static void put_all(struct gt_buf *b, const uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(b, v[i]);
}

#define PUT(b, ...) put_all(b, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

static void put_batch(struct gt_buf *trace, uint64_t m, uint64_t time, struct gt_buf *content)
{
	PUT(trace, 1, 1, m, time, content->len);
	gt_buf_add(trace, content->data, content->len);
	gt_buf_reset(content);
}

static void begin(struct gt_buf *trace)
{
	struct gt_buf sync = { 0 };

	gt_buf_add(trace, "go 1.26 trace\0\0\0", 16);
	PUT(&sync, 50, 8, 1000000000, 51, 0, 1, 1, 1);
	put_batch(trace, UINT64_MAX, 1, &sync);
	gt_buf_release(&sync);
}

/* n records, in batches of thread m that hold as many as they may; head: the first byte of each, 0: none. */
static void put_records(struct gt_buf *trace, uint64_t m, uint8_t head, void (*record)(struct gt_buf *b, uint32_t i))
{
	struct gt_buf batch = { 0 };
	uint64_t time = 10;

	for (uint32_t i = 0; i < MANY; i++) {
		if (batch.len == 0 && head)
			put(&batch, head);
		record(&batch, i);
		if (batch.len > 60000 || i + 1 == MANY) {
			put_batch(trace, m, time, &batch);
			time = 10 + 2 * (uint64_t)i;
		}
	}
	gt_buf_release(&batch);
}

/* P 0 runs goroutine 1 on thread 1. */
static void put_running(struct gt_buf *trace)
{
	struct gt_buf batch = { 0 };

	PUT(&batch, PROC_STATUS, 0, 0, 1, GO_STATUS, 0, 1, 1, 2);
	put_batch(trace, 1, 5, &batch);
	gt_buf_release(&batch);
}

static void create(struct gt_buf *b, uint32_t i)
{
	PUT(b, GO_CREATE, 1, i + 2, 0, 0);
}

static void make_alive(struct gt_buf *trace)
{
	put_running(trace);
	put_records(trace, 1, 0, create);
}

static void come_and_go(struct gt_buf *b, uint32_t i)
{
	PUT(b, GO_CREATE_C, 1, i + 2, GO_END_C, 1);
}

static void make_ever(struct gt_buf *trace)
{
	put_records(trace, 1, 0, come_and_go);
}

/* Each thread brings a goroutine, too. */
static void make_threads(struct gt_buf *trace)
{
	struct gt_buf batch = { 0 };

	for (uint32_t i = 0; i < MANY; i++) {
		PUT(&batch, GO_CREATE_C, 1, i + 2);
		put_batch(trace, i + 10, i + 10, &batch);
	}
	gt_buf_release(&batch);
}

static void stack(struct gt_buf *b, uint32_t i)
{
	PUT(b, 3, i + 1, 1, 0x400000 + 16 * (uint64_t)i, 0, 0, i);
}

static void make_stacks(struct gt_buf *trace)
{
	put_records(trace, UINT64_MAX, 2, stack);
	put_running(trace);
}

static void string(struct gt_buf *b, uint32_t i)
{
	PUT(b, 5, i + 1, 8);
	gt_buf_printf(b, "%08x", i);
}

static void label(struct gt_buf *b, uint32_t i)
{
	PUT(b, LABEL, 1, i + 1);
}

static void make_strings(struct gt_buf *trace)
{
	put_records(trace, UINT64_MAX, 4, string);
	put_running(trace);
	put_records(trace, 1, 0, label);
}

/* ---- what it costs ---- */

static const struct cost {
	const char *what;
	void (*make)(struct gt_buf *trace);
	unsigned bytes;              /* each, as HACKING says */
	uint64_t events;             /* at least */
	unsigned base;
} costs[] = {
	{ "a goroutine that is alive", make_alive, 330, MANY, BASE },
	{ "a goroutine that has ended", make_ever, 210, 2 * MANY, BASE },
	{ "a thread and its goroutine", make_threads, 330 + 310, MANY, BASE + CURSORS },
	{ "a stack of one frame", make_stacks, 160, 2, BASE },
	{ "a string of 8 bytes", make_strings, 70, MANY, BASE },
};

/* Private memory that can be written, as the limit counts it. */
static uint64_t data_now(void)
{
	char line[200];
	unsigned long kib = 0;
	FILE *f = fopen("/proc/self/status", "r");

	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, "VmData:", 7))
			kib = strtoul(line + 7, NULL, 10);
	if (f)
		fclose(f);
	return (uint64_t)kib << 10;
}

/* Of a thread. */
static uint64_t stack_size(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY ? 8u << 20 : limit.rlim_cur;
}

/* Indexes with so much memory and not more: 0, or how it failed. */
static int index_within(const char *trace, const char *index, uint64_t bytes, uint64_t events)
{
	const struct gt_open_options opt = { .index = index };
	struct rlimit limit = { .rlim_cur = data_now() + bytes, .rlim_max = RLIM_INFINITY };
	struct gt_error err;
	struct gt_trace *t;

	if (setrlimit(RLIMIT_DATA, &limit))
		return 77;
	if (gt_trace_open(&t, trace, &opt, &err))
		return 3;
	return gt_trace_info(t)->complete && gt_trace_info(t)->events >= events ? 0 : 4;
}

static int run(const char *trace, const char *index, uint64_t bytes, uint64_t events)
{
	int status;
	pid_t pid;

#ifdef __GLIBC__
	malloc_trim(0);                  /* else the child has what the parent had */
#endif
	fflush(stdout);
	pid = fork();
	/* Not _exit: lines that only the child runs are counted at the end (gcov). */
	if (pid == 0)
		exit(index_within(trace, index, bytes, events));
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		tap_bail("cannot fork");
	unlink(index);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_cost(const struct cost *c, const char *dir)
{
	char *path = gt_xasprintf("%s/trace", dir), *index = gt_xasprintf("%s/index", dir);
	struct gt_buf trace = { 0 };
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	begin(&trace);
	c->make(&trace);
	gt_buf_putc(&trace, 52);
	if (fd < 0 || gt_write_full(fd, trace.data, trace.len))
		tap_bail("cannot write %s", path);
	close(fd);
	gt_buf_release(&trace);
	tap_is_int(run(path, index, c->base + stack_size() + (uint64_t)c->bytes * MANY, c->events), 0,
		   "%u times %s: %u bytes each", MANY, c->what, c->bytes);
	unlink(path);
	free(path);
	free(index);
}

TAP_TEST(bounds)
{
	const char *tmp = getenv("TMPDIR");
	char *dir;

	if (SANITIZED || !data_now())
		tap_skip_all("memory is not what it is otherwise");
	dir = gt_xasprintf("%s/gt-costs-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		tap_bail("no directory");
	for (size_t i = 0; i < GT_COUNT(costs); i++)
		test_cost(&costs[i], dir);
	rmdir(dir);
	free(dir);
}
