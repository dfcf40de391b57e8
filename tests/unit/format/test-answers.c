/*
 * Answers that are kept beside an index are those that are computed: reports say the same whether its answer is
 * computed, kept, read again, or lost, damaged or another trace's.  With arguments: of these traces, and not of those
 * in testdata.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/slices/greedygroups.h"
#include "analysis/table/reports.h"
#include "analysis/waits/waitkeys.h"
#include "base/os/mapfile.h"
#include "base/os/tmpfile.h"
#include "base/xalloc.h"
#include "format/export.h"
#include "index/file/answers.h"
#include "tap/tap.h"

#define LIMIT (UINT64_C(4) << 20)
#define FLIPS 8
#define HEAD 32               /* of the file; then answers: a name, the size of an item, how many; items */
#define MOST 32

struct kept {
	char name[GT_ANSWER_NAME];
	uint64_t size, n;
};

struct place {
	char *dir, *trace, *answers;
	int out;
};

/* ---- what is said ---- */

static void print(int fd, struct gt_trace *t, const struct gt_report *r, const struct gt_table_args *args,
		  uint64_t limit)
{
	const struct gt_view_options some = { .limited = args->limited, .from = args->from, .to = args->to,
					      .limit = limit };
	struct gt_export e = { .ops = &gt_export_json };
	unsigned columns[64];
	struct gt_view *view;
	struct gt_out out;

	if (gt_table_open(&e.table, r, t, args, NULL) < 0)
		return;
	gt_out_init(&out, fd, "memory");
	e.out = &out.buf;
	e.columns = columns;
	e.ncolumns = gt_export_default_columns(e.table->report, t, e.ops, columns);
	if (gt_view_open(&view, e.table, &some, NULL) == 0) {
		gt_export_run(&e, view, &out);
		gt_view_close(view);
	}
	gt_out_finish(&out, NULL);
	gt_table_close(e.table);
}

static void print_groups(int fd, struct gt_trace *t, uint64_t limit)
{
	struct gt_table_args args = { 0 };

	for (int i = 0; i < GT_SLICES_BY_COUNT; i++) {
		args.group = (unsigned)i;
		print(fd, t, &gt_report_greedygroups, &args, limit);
	}
	for (int i = 0; i < GT_WAITS_BY_CAUSE; i++) {
		args.group = (unsigned)i;
		print(fd, t, &gt_report_waitgroups, &args, limit);
	}
	for (args.group = GT_WAITS_BY_FUNC; args.group <= GT_WAITS_BY_CAUSE; args.group += 2)
		print(fd, t, &gt_report_schedgroups, &args, limit);
}

/* All of them, of the whole trace and of a part, with few rows first: that is when the longest are kept. */
static char *say_all(const struct place *p, const char *index)
{
	static const uint64_t limits[] = { 3, 0 };
	static const struct gt_report *const reports[] = {
		&gt_report_findings, &gt_report_sched, &gt_report_waits, &gt_report_groups, &gt_report_greedy,
	};
	struct gt_open_options opt = { .index = index, .answers_limit = LIMIT };
	struct gt_table_args all = { 0 }, part = { .limited = true };
	struct gt_mapfile m;
	struct gt_trace *t;
	struct gt_error err;
	char *said;

	if (gt_trace_open(&t, p->trace, &opt, &err))
		tap_bail("%s", err.text);
	part.to = gt_trace_info(t)->duration / 2;
	if (ftruncate(p->out, 0) || lseek(p->out, 0, SEEK_SET))
		tap_bail("the output cannot be emptied");
	for (size_t k = 0; k < GT_COUNT(limits); k++) {
		for (size_t i = 0; i < GT_COUNT(reports); i++) {
			print(p->out, t, reports[i], &all, limits[k]);
			print(p->out, t, reports[i], &part, limits[k]);
		}
		print_groups(p->out, t, limits[k]);
	}
	gt_trace_close(t);
	if (gt_mapfile_fd(&m, p->out, "memory", &err))
		tap_bail("%s", err.text);
	said = gt_xmemdup0(m.data, m.size);
	gt_mapfile_close(&m);
	return said;
}

static bool says(const struct place *p, const char *want)
{
	char *said = say_all(p, NULL);
	bool is_same = !strcmp(said, want);

	free(said);
	return is_same;
}

/* ---- the file ---- */

static uint8_t *file_bytes(const struct place *p, size_t *n)
{
	struct gt_mapfile m;
	uint8_t *bytes;

	*n = 0;
	if (gt_mapfile_open(&m, p->answers, NULL))
		return NULL;
	*n = m.size;
	bytes = (uint8_t *)gt_xmemdup0(m.data, m.size);
	gt_mapfile_close(&m);
	return bytes;
}

static void put_file(const struct place *p, const uint8_t *bytes, size_t n, mode_t mode)
{
	int fd;

	unlink(p->answers);
	fd = open(p->answers, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || gt_write_full(fd, bytes, n) || fchmod(fd, mode))
		tap_bail("%s cannot be written", p->answers);
	close(fd);
}

static unsigned list_kept(const struct place *p, struct kept *v)
{
	uint8_t *bytes;
	size_t n, at = HEAD;
	unsigned found = 0;

	bytes = file_bytes(p, &n);
	for (; at + sizeof *v <= n && found < MOST; found++) {
		memcpy(&v[found], bytes + at, sizeof *v);
		at += sizeof *v + ((v[found].size * v[found].n + 7) & ~UINT64_C(7));
	}
	free(bytes);
	return found;
}

/* Replaces what is kept under a name: zeros, or anything. */
static void tell_lies(const struct place *p, const struct kept *k, uint64_t seed)
{
	struct gt_open_options opt = { .answers_limit = LIMIT };
	size_t n = (size_t)(k->size * k->n);
	uint8_t *items = gt_xcalloc(n + 1, 1);
	struct gt_trace *t;

	for (size_t i = 0; i < n && seed; i++)
		items[i] = (uint8_t)tap_mix64(seed + i);
	if (gt_trace_open(&t, p->trace, &opt, NULL))
		tap_bail("%s cannot be opened", p->trace);
	gt_answer_keep(t, k->name, items, k->size, k->n);
	gt_trace_close(t);
	free(items);
}

/* ---- tests ---- */

static bool is_kept(const struct kept *v, unsigned n, const char *name)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(v[i].name, name))
			return true;
	return false;
}

/* An answer is used if there is one, and it may say anything without harm. */
static void lie(const struct place *p, const struct kept *v, unsigned n, const char *want, const char *name)
{
	static const char *const used[] = { "groups", "waits.sums", "waitgroups.0", "slices.0", "sweep", "sched.top" };
	size_t size;
	uint8_t *bytes = file_bytes(p, &size);

	for (unsigned i = 0; i < n; i++) {
		bool is_used = false;

		for (size_t k = 0; k < GT_COUNT(used); k++)
			is_used |= !strcmp(used[k], v[i].name);
		tell_lies(p, &v[i], 0);
		if (is_used && v[i].n)
			tap_ok(!says(p, want), "%s: %s is not computed again", name, v[i].name);
		for (uint64_t seed = 1; seed < 3; seed++) {
			tell_lies(p, &v[i], seed);
			says(p, want);
		}
		put_file(p, bytes, size, 0600);
	}
	free(bytes);
}

static void damage(const struct place *p, const char *want, const char *name)
{
	unsigned same = 0;
	size_t n;
	uint8_t *bytes = file_bytes(p, &n);

	for (uint64_t i = 0; i < FLIPS; i++) {
		uint64_t bit = tap_mix64(i) % (n * 8);

		bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		put_file(p, bytes, n, 0600);
		bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
		same += says(p, want);
		put_file(p, bytes, n - 1 - (size_t)(tap_mix64(i + FLIPS) % (n - 1)), 0600);
		same += says(p, want);
	}
	tap_is_u64(same, 2 * FLIPS, "%s: a damaged file counts as none", name);
	free(bytes);
}

/* Of zeros: no file that the program does not trust is read. */
static void distrust(const struct place *p, const struct kept *v, const char *want, const char *name)
{
	const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	size_t n;
	uint8_t *lies;
	char *other = gt_xasprintf("%s/other", p->dir);

	tell_lies(p, v, 0);
	lies = file_bytes(p, &n);
	put_file(p, lies, n, 0622);
	tap_ok(says(p, want), "%s: a file that others can write to counts as none", name);
	unlink(p->answers);
	put_file(p, lies, n, 0600);
	if (rename(p->answers, other) || symlink(other, p->answers))
		tap_bail("no link");
	tap_ok(says(p, want), "%s: so does a symbolic link", name);
	unlink(p->answers);
	if (mkdir(p->answers, 0700))
		tap_bail("no directory");
	tap_ok(says(p, want), "%s: and where none can be written, nothing is kept", name);
	rmdir(p->answers);
	put_file(p, lies, n, 0600);
	if (utimensat(AT_FDCWD, p->trace, times, 0))
		tap_bail("no times");
	tap_ok(says(p, want), "%s: that of another index counts as none", name);
	unlink(other);
	free(other);
	free(lies);
}

static void make_place(struct place *p, const char *dir, const char *trace)
{
	struct gt_mapfile m;
	int fd;

	p->dir = gt_xstrdup(dir);
	p->trace = gt_xasprintf("%s/trace", dir);
	p->out = memfd_create("reports", MFD_CLOEXEC);
	fd = open(p->trace, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || gt_mapfile_open(&m, trace, NULL) || gt_write_full(fd, m.data, m.size))
		tap_bail("%s cannot be copied", trace);
	gt_mapfile_close(&m);
	close(fd);
}

/* INDEX.answers beside the index, the only other file of the cache. */
static void find_answers(struct place *p)
{
	char *cmd = gt_xasprintf("ls %s/gtrace-tui/*.gtindex", p->dir), line[4096] = "";
	FILE *f = popen(cmd, "r");

	if (!f || !fgets(line, sizeof line, f))
		tap_bail("no index in the cache");
	pclose(f);
	line[strcspn(line, "\n")] = '\0';
	p->answers = gt_xasprintf("%s.answers", line);
	free(cmd);
}

static void check_trace(const char *trace, const char *dir)
{
	static const char *const names[] = {
		"groups", "slices.0", "slices.1", "waitgroups.0", "waitgroups.1", "waitgroups.2", "waitgroups.3",
		"schedgroups.2", "schedgroups.4", "sweep", "sweep.longs", "sched.top", "waits", "waits.sums",
	};
	const char *base = strrchr(trace, '/') + 1;
	struct kept v[MOST];
	struct place p;
	char *want;
	unsigned n;

	make_place(&p, dir, trace);
	want = say_all(&p, "none");
	tap_ok(says(&p, want), "%s: computed and kept", base);
	find_answers(&p);
	n = list_kept(&p, v);
	for (size_t i = 0; i < GT_COUNT(names); i++)
		if (!is_kept(v, n, names[i]))
			tap_fail("%s: %s is not kept", base, names[i]);
	tap_ok(says(&p, want), "%s: what was kept", base);
	lie(&p, v, n, want, base);
	damage(&p, want, base);
	unlink(p.answers);
	tap_ok(says(&p, want), "%s: computed again", base);
	distrust(&p, v, want, base);
	unlink(p.answers);
	p.answers[strlen(p.answers) - strlen(".answers")] = '\0';
	unlink(p.answers);
	unlink(p.trace);
	close(p.out);
	free(want);
	free(p.dir);
	free(p.trace);
	free(p.answers);
}

TAP_TEST(recorded)
{
	static const char *const traces[] = {
		"traces/go1.22/calls.trace", "bad/v1-cut-1.21-34578.trace", "demo.trace", NULL,
	};
	char *dir = gt_xasprintf("%s/gt-answers.XXXXXX", gt_spool_dir()), *cache;

	if (!mkdtemp(dir))
		tap_bail("%s cannot be made", dir);
	setenv("XDG_CACHE_HOME", dir, 1);
	for (char *const *file = tap_files(traces); *file; file++)
		check_trace(*file, dir);
	cache = gt_xasprintf("%s/gtrace-tui", dir);
	rmdir(cache);
	rmdir(dir);
	free(cache);
	free(dir);
}
