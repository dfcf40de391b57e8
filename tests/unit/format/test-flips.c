/*
 * One bit of an index is another: every report answers as before, or it is told that the index was damaged.
 * A hundred flips; GT_FLIPS=N makes N.  Every second one is met as in an index that is too large to be
 * checked when it is opened.  Traces may be given as arguments.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/reports/registry.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "index/trace.h"
#include "tap/tap.h"

#define FLIPS 100
#define SEED UINT64_C(20261122)

#define MOST_REPORTS 64

struct flips {
	const char *trace;
	char *index;
	int out;                          /* what a report writes */
	uint8_t *bytes;                   /* the sound index */
	size_t n;
	struct gt_buf want[MOST_REPORTS];
	unsigned equal, rebuilt, told, unseen;
};

/* A report as JSON into `to`. */
static void print(const struct flips *f, struct gt_trace *t, const struct gt_report *r, struct gt_buf *to)
{
	const struct gt_table_args args = { 0 };
	const struct gt_view_options all = { 0 };
	struct gt_export e = { .ops = &gt_export_json };
	struct gt_mapfile m;
	struct gt_view *view;
	struct gt_out out;
	unsigned columns[64];

	gt_buf_reset(to);
	if (gt_table_open(&e.table, r, t, &args, NULL) < 0)
		return;
	if (ftruncate(f->out, 0) || lseek(f->out, 0, SEEK_SET))
		tap_bail("the output cannot be emptied");
	gt_out_init(&out, f->out, "memory");
	e.out = &out.buf;
	e.columns = columns;
	e.ncolumns = gt_export_default_columns(e.table->report, t, e.ops, columns);
	if (gt_view_open(&view, e.table, &all, NULL) == 0) {
		gt_export_run(&e, view, &out);
		gt_view_close(view);
	}
	gt_out_finish(&out, NULL);
	gt_table_close(e.table);
	if (gt_mapfile_fd(&m, f->out, "memory", NULL) == 0) {
		gt_buf_add(to, m.data, m.size);
		gt_mapfile_close(&m);
	}
}

static bool same(const struct gt_buf *a, const struct gt_buf *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

/* The index with bit number `bit` flipped. */
static void put_index(const struct flips *f, uint64_t bit)
{
	int fd = open(f->index, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	f->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
	if (fd < 0 || gt_write_full(fd, f->bytes, f->n))
		tap_bail("%s cannot be written", f->index);
	close(fd);
	f->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

static void try_flip(struct flips *f, uint64_t bit, bool large)
{
	struct gt_open_options opt = { .index = f->index, .check_max = large };
	struct gt_buf got = { 0 };
	struct gt_trace *t;
	unsigned differ = 0;

	put_index(f, bit);
	if (gt_trace_open(&t, f->trace, &opt, NULL))
		tap_bail("%s cannot be opened", f->trace);
	for (unsigned i = 0; gt_report_at(i); i++) {
		print(f, t, gt_report_at(i), &got);
		differ += !same(&got, &f->want[i]);
	}
	if (gt_trace_unreliable(t, NULL)) {
		f->told++;
	} else if (differ) {
		tap_diag("%s: bit %llu%s: %u reports differ", f->trace, (unsigned long long)bit,
			 large ? ", not checked when opened" : "", differ);
		f->unseen++;
	} else if (gt_trace_info(t)->from_cache) {
		f->equal++;
	} else {
		f->rebuilt++;
	}
	gt_trace_close(t);
	gt_buf_release(&got);
}

static void prepare(struct flips *f)
{
	struct gt_open_options opt = { .index = f->index, .reindex = true };
	struct gt_mapfile m;
	struct gt_trace *t;

	if (gt_trace_open(&t, f->trace, &opt, NULL))
		tap_bail("%s cannot be opened", f->trace);
	for (unsigned i = 0; gt_report_at(i); i++)
		print(f, t, gt_report_at(i), &f->want[i]);
	gt_trace_close(t);
	if (gt_mapfile_open(&m, f->index, NULL))
		tap_bail("%s cannot be read", f->index);
	f->n = m.size;
	f->bytes = gt_xmalloc(m.size);
	memcpy(f->bytes, m.data, m.size);
	gt_mapfile_close(&m);
}

static void try_trace(const char *trace, const char *dir, uint64_t flips)
{
	struct flips f = { .trace = trace, .index = gt_xasprintf("%s/index", dir) };
	unsigned reports = 0;

	f.out = memfd_create("report", MFD_CLOEXEC);
	prepare(&f);
	for (unsigned i = 0; gt_report_at(i); i++)
		reports += f.want[i].len > 0;
	/* That of a wake-up chain wants to be told which. */
	tap_ok(reports > 20, "%s: %u reports", trace, reports);
	for (uint64_t i = 0; i < flips; i++)
		try_flip(&f, tap_mix64(SEED + i) % (f.n * 8), i & 1);
	tap_ok(f.unseen == 0 && f.rebuilt > 0, "%s: of %llu flips %u were met when it was opened, %u when read, "
	       "%u change no answer", trace, (unsigned long long)flips, f.rebuilt, f.told, f.equal);
	for (unsigned i = 0; gt_report_at(i); i++)
		gt_buf_release(&f.want[i]);
	close(f.out);
	unlink(f.index);
	free(f.bytes);
	free(f.index);
}

TAP_TEST(recorded)
{
	static const char *const traces[] = { "traces/go1.19/gc.trace", "traces/go1.27/many.trace", NULL };
	char *const *files = tap_files(traces);
	const char *asked = getenv("GT_FLIPS");
	uint64_t flips = asked ? strtoull(asked, NULL, 10) : FLIPS;
	char *dir = gt_xasprintf("%s/gt-flips.XXXXXX", gt_spool_dir());
	size_t n = 0;

	if (!mkdtemp(dir))
		tap_bail("%s cannot be made", dir);
	while (files[n])
		n++;
	for (size_t i = 0; i < n; i++)
		try_trace(files[i], dir, flips / n);
	rmdir(dir);
	free(dir);
}
