/* A trace of Go 1.5 has program counters and no names: so do its stacks, its index, and a note says it. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/trace.h"
#include "tap/tap.h"

struct place {
	char *dir, *trace, *index;
};

static void write_file(const char *path, const void *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || gt_write_full(fd, bytes, n))
		tap_bail("cannot write %s", path);
	close(fd);
}

/* ---- a trace ---- */

static void put_number(struct gt_buf *b, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		gt_buf_putc(b, (char)(v | 0x80));
	gt_buf_putc(b, (char)v);
}

/* A record in the long form. */
static void put_record(struct gt_buf *b, unsigned type, const uint64_t *v, size_t n)
{
	struct gt_buf body = { 0 };

	for (size_t i = 0; i < n; i++)
		put_number(&body, v[i]);
	gt_buf_putc(b, (char)(type | 3 << 6));
	put_number(b, body.len);
	gt_buf_add(b, gt_buf_str(&body), body.len);
	gt_buf_release(&body);
}

#define PUT(b, type, ...) \
	put_record(b, type, (const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

/* G1 is created on a stack of three PCs; format/v1.md has the records. */
static void make_trace(struct gt_buf *b)
{
	gt_buf_add(b, "go 1.5 trace\0\0\0", 16);
	PUT(b, 1, 0, 1, 1000);                          /* Batch: p, seq, ticks */
	PUT(b, 4, 1, 10, 1, 0);                         /* Gomaxprocs: what is created from here on is new */
	PUT(b, 5, 1, 10, 7);                            /* ProcStart: thread */
	PUT(b, 13, 0, 10, 1, 0x401040, 1);              /* GoCreate: g, PC, stack */
	PUT(b, 14, 1, 10, 1);                           /* GoStart: g */
	PUT(b, 15, 1, 10);                              /* GoEnd */
	PUT(b, 3, 1, 3, 0x401011, 0x401050, 0x401141);  /* Stack: id, n, PCs */
	PUT(b, 2, 1000000000, 0);                       /* Frequency */
}

/* ---- asking ---- */

static void put_string(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	gt_buf_add(out, s, n);
}

static void put_stack(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; gt_stack_frame(t, stack, i, &f); i++) {
		gt_buf_printf(out, " %llx ", (unsigned long long)f.pc);
		put_string(out, t, f.func);
		gt_buf_putc(out, ' ');
		put_string(out, t, f.file);
		gt_buf_printf(out, ":%d", (int)f.line);
	}
}

#define NAMELESS "; 401011  :0 401050  :0 401141  :0; 401041  :0"

/* Two stacks of three frames and one, each frame another one. */
static void test_frame_rows(const struct gt_trace *t, const char *what)
{
	struct gt_frame f, same;
	unsigned wrong = 0;

	tap_is_int(gt_trace_stacks(t), 1 + 2, "%s: stacks, with the empty one", what);
	tap_is_int(gt_trace_frames(t), 1 + 4, "%s: frames, with the empty one", what);
	for (uint32_t stack = 0; stack < gt_trace_stacks(t); stack++)
		for (uint32_t i = 0; i < gt_stack_depth(t, stack); i++)
			wrong += !gt_stack_frame(t, stack, i, &f) ||
				 !gt_frame_get(t, gt_stack_frame_row(t, stack, i), &same) || same.pc != f.pc || !f.pc;
	tap_is_int(wrong, 0, "%s: the frames of stacks by their rows", what);
	tap_ok(gt_stack_frame_row(t, 1, 3) == GT_NO_ROW && gt_stack_frame_row(t, 3, 0) == GT_NO_ROW &&
	       !gt_frame_get(t, 5, &f), "%s: none beyond the ends", what);
}

/* Opens, compares the goroutine's name, the stack of its creation and the one of its start. */
static void opens(const struct place *p, bool cached, const char *what)
{
	struct gt_open_options opt = { .index = p->index };
	struct gt_error err = { 0 };
	struct gt_buf got = { 0 };
	struct gt_trace *t = NULL;
	struct gt_goroutine g;

	if (!tap_ok(!gt_trace_open(&t, p->trace, &opt, &err), "%s: opens", what)) {
		tap_diag("%s", err.text);
		return;
	}
	if (gt_goroutine_get(t, 0, &g)) {
		put_string(&got, t, g.func);
		gt_buf_puts(&got, ";");
		put_stack(&got, t, g.create_stack);
		gt_buf_puts(&got, ";");
		put_stack(&got, t, g.first_stack);
	}
	tap_is_str(gt_buf_str(&got), NAMELESS, "%s: program counters", what);
	tap_is_int(gt_trace_info(t)->from_cache, cached, "%s: %s", what, cached ? "the index fits" : "a new index");
	tap_ok(gt_trace_names_note(t) && strstr(gt_trace_names_note(t), "program counters only"), "%s: a note", what);
	test_frame_rows(t, what);
	gt_buf_release(&got);
	gt_trace_close(t);
}

static void test_has_names(void)
{
	char *path = gt_xasprintf("%s/testdata/traces/go1.27/gens.trace", getenv("GT_SRCDIR"));
	struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;

	if (tap_ok(!gt_trace_open(&t, path, &opt, NULL), "a trace with names")) {
		tap_ok(!gt_trace_names_note(t), "has no note");
		gt_trace_close(t);
	}
	free(path);
}

static void place_open(struct place *p)
{
	const char *tmp = getenv("TMPDIR");
	struct gt_buf trace = { 0 };

	p->dir = gt_xasprintf("%s/gt-names-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(p->dir))
		tap_bail("no directory");
	p->trace = gt_xasprintf("%s/trace", p->dir);
	p->index = gt_xasprintf("%s/index", p->dir);
	make_trace(&trace);
	write_file(p->trace, trace.data, trace.len);
	gt_buf_release(&trace);
}

static void place_close(struct place *p)
{
	unlink(p->trace);
	unlink(p->index);
	rmdir(p->dir);
	free(p->trace);
	free(p->index);
	free(p->dir);
}

TAP_TEST(programs)
{
	struct place p;

	place_open(&p);
	opens(&p, false, "first");
	opens(&p, true, "again");
	test_has_names();
	place_close(&p);
}
