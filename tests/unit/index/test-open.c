/* Opening: the cache, what is rebuilt, what is refused, the worker and its readers, the same bytes every time. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "ask.h"
#include "base/buf.h"
#include "base/os/mapfile.h"
#include "base/xalloc.h"
#include "index/query/events.h"
#include "index/store/format.h"
#include "synth.h"
#include "tap/tap.h"

struct place {
	char *dir;             /* a new directory */
	char *trace;           /* a copy of a trace in it */
	char *index;           /* a name in it for an index */
};

static void copy_file(const char *from, const char *to)
{
	struct gt_mapfile m;
	int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (gt_mapfile_open(&m, from, NULL) || fd < 0 || gt_write_full(fd, m.data, m.size))
		tap_bail("cannot copy %s to %s", from, to);
	gt_mapfile_close(&m);
	close(fd);
}

static void place_open(struct place *p)
{
	const char *tmp = getenv("TMPDIR"), *src = getenv("GT_SRCDIR");
	char *from = gt_xasprintf("%s/testdata/traces/go1.27/gens.trace", src);

	p->dir = gt_xasprintf("%s/gt-index-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(p->dir))
		tap_bail("no directory");
	p->trace = gt_xasprintf("%s/a.trace", p->dir);
	p->index = gt_xasprintf("%s/a.index", p->dir);
	copy_file(from, p->trace);
	free(from);
	setenv("XDG_CACHE_HOME", p->dir, 1);
}

static char *cache_dir(const struct place *p)
{
	return gt_xasprintf("%s/gtrace-tui", p->dir);
}

/* Removes what is in a directory, and it. */
static void remove_dir(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char *path = gt_xasprintf("%s/%s", dir, e->d_name);

		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			unlink(path);
		free(path);
	}
	if (d)
		closedir(d);
	rmdir(dir);
}

static unsigned count_files(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	unsigned n = 0;

	while (d && (e = readdir(d)))
		n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
	if (d)
		closedir(d);
	return n;
}

static void place_close(struct place *p)
{
	char *cache = cache_dir(p);

	remove_dir(cache);
	remove_dir(p->dir);
	free(cache);
	free(p->dir);
	free(p->trace);
	free(p->index);
}

/* Opens and says whether the index was there; -1: error. */
static int opens(const struct place *p, const char *index, bool reindex, bool verify)
{
	const struct gt_open_options opt = { .index = index, .reindex = reindex, .verify = verify };
	struct gt_error err;
	struct gt_trace *t;
	int cached;

	if (gt_trace_open(&t, p->trace, &opt, &err)) {
		tap_diag("%s", err.text);
		return -1;
	}
	cached = gt_trace_info(t)->from_cache;
	if (!gt_trace_info(t)->done || !gt_trace_info(t)->complete || !gt_trace_info(t)->events)
		cached = -2;
	gt_trace_close(t);
	return cached;
}

static void test_cache(struct place *p)
{
	char *cache = cache_dir(p);
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };

	tap_is_int(opens(p, NULL, false, false), 0, "the first time there is no index");
	tap_is_u64(count_files(cache), 1, "then there is one in the cache");
	tap_is_int(opens(p, NULL, false, false), 1, "and it is used");
	tap_is_int(opens(p, NULL, false, true), 1, "also after a full check");
	tap_is_int(opens(p, NULL, true, false), 0, "unless it shall not");
	utimensat(AT_FDCWD, p->trace, times, 0);
	tap_is_int(opens(p, NULL, false, false), 0, "another mtime: built again");
	tap_is_int(opens(p, NULL, false, false), 1, "and used from then on");
	tap_is_u64(count_files(cache), 1, "the old one has been replaced");
	tap_is_int(opens(p, "none", false, false), 0, "none: not used");
	tap_is_u64(count_files(cache), 1, "and nothing left behind");
	free(cache);
}

/* What a killed program left behind is removed, if nobody can be at it any more. */
static void test_sweep(struct place *p)
{
	/* Process 1 is always there, one with the largest number never. */
	static const char *const names[] = {
		".0123.gtindex.1-2", ".4567.gtindex.1-4", "89ab.gtindex", ".other", ".0456.gtindex.7fffffff-5" };
	static const bool stays[] = { false, true, true, true, false };
	struct timespec old[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000000000 } };
	char *cache = cache_dir(p), *paths[GT_COUNT(names)];
	unsigned bad = 0;

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		paths[i] = gt_xasprintf("%s/%s", cache, names[i]);
		copy_file(p->trace, paths[i]);
		if (i != 1 && i != 4)
			utimensat(AT_FDCWD, paths[i], old, 0);
	}
	opens(p, NULL, true, false);
	for (size_t i = 0; i < GT_COUNT(names); i++) {
		bad += (access(paths[i], F_OK) == 0) != stays[i];
		unlink(paths[i]);
		free(paths[i]);
	}
	tap_is_u64(bad, 0, "an old temporary is removed, and one whose process is gone; a new one and other files stay");
	free(cache);
}

/* Somebody cuts the index that is in use: answers are wrong, but nothing else happens. */
static void test_cut_index(struct place *p)
{
	struct gt_open_options opt = { 0 };
	char *path = gt_xasprintf("%s/cut.gtindex", p->dir);
	struct gt_trace *t;
	struct stat st;

	opt.index = path;
	for (int from_cache = 0; from_cache < 2; from_cache++) {
		if (gt_trace_open(&t, p->trace, &opt, NULL))
			tap_bail("cannot open a trace");
		tap_ok(!gt_trace_index_fault(t) && gt_trace_info(t)->from_cache == (from_cache > 0),
		       "an index that nobody cuts");
		if (from_cache && (stat(path, &st) || truncate(path, st.st_size / 4096 / 3 * 4096)))
			tap_bail("cannot cut the index");
		ask_all(t);
		tap_ok((gt_trace_index_fault(t) != NULL) == (from_cache > 0), "what somebody did is seen");
		gt_trace_close(t);
	}
	tap_is_int(opens(p, path, false, false), 0, "then it is built again");
	tap_is_int(opens(p, path, false, true), 1, "and good");
	unlink(path);
	free(path);
}

static void flip(const char *path, off_t at)
{
	int fd = open(path, O_RDWR);
	uint8_t byte;

	if (pread(fd, &byte, 1, at) != 1)
		tap_bail("cannot read %s", path);
	byte ^= 1;
	if (pwrite(fd, &byte, 1, at) != 1)
		tap_bail("cannot write %s", path);
	close(fd);
}

/* One bit of an index is another: every such index is built again, or what it says is known to be wrong. */
static void test_flipped_index(struct place *p)
{
	char *path = gt_xasprintf("%s/flip.gtindex", p->dir);
	struct gt_open_options opt = { .index = path };
	unsigned silent = 0, rebuilt = 0, told = 0, tries = 0;
	struct gt_trace *t;
	struct stat st;

	opens(p, path, true, false);
	stat(path, &st);
	for (off_t at = 67; at < st.st_size; at += st.st_size / 50) {
		/* Every second time as if the index were too large to be checked when it is opened. */
		opt.check_max = tries++ & 1;
		opt.reindex = false;
		flip(path, at);
		if (gt_trace_open(&t, p->trace, &opt, NULL))
			tap_bail("cannot open a trace");
		ask_all(t);
		if (gt_trace_info(t)->repaired)
			rebuilt++;
		else if (gt_trace_index_fault(t))
			told++;
		else if (gt_trace_info(t)->from_cache && gt_trace_verify(t, NULL))
			silent++;   /* elsewhere the bit is between blocks, where nothing is read */
		gt_trace_unreliable(t, NULL);
		gt_trace_close(t);
		opens(p, path, true, false);
	}
	tap_ok(rebuilt > 20 && told > 5, "wrong checksums: %u rebuilt, %u found at their first use", rebuilt, told);
	tap_is_u64(silent, 0, "none goes unseen");
	unlink(path);
	free(path);
}

/* The cache directory is trusted only if nobody else can write to it, and nothing in it is followed or kept. */
static void test_cache_of_others(struct place *p)
{
	char *cache = cache_dir(p), *victim = gt_xasprintf("%s/victim", p->dir), *entry = NULL;
	struct gt_trace *t;
	struct dirent *e;
	struct stat st;
	DIR *d;

	opens(p, NULL, true, false);
	d = opendir(cache);
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			entry = gt_xasprintf("%s/%s", cache, e->d_name);
	closedir(d);
	chmod(entry, 0622);
	tap_is_int(opens(p, NULL, false, false), 0, "an index that others can write to is not used");
	tap_is_int(opens(p, NULL, false, false), 1, "but replaced");
	tap_is_int(rename(entry, victim), 0, "the index itself, elsewhere");
	tap_is_int(symlink(victim, entry), 0, "a symbolic link in its place");
	tap_is_int(opens(p, NULL, false, false), 0, "is not followed");
	tap_ok(!lstat(entry, &st) && S_ISREG(st.st_mode), "but replaced");
	tap_ok(!stat(victim, &st) && st.st_size > 8, "and what it led to is as it was");
	chmod(cache, 0777);
	if (gt_trace_open(&t, p->trace, NULL, NULL))
		tap_bail("cannot open a trace");
	tap_ok(!gt_trace_info(t)->from_cache && gt_trace_cache_fault(t), "a directory that others can write to is not used");
	tap_ok(strstr(gt_trace_cache_fault(t)->text, "others can write to"), "and why is said");
	gt_trace_close(t);
	chmod(cache, 0700);
	unlink(victim);
	tap_is_int(rename(cache, victim) || symlink(victim, cache), 0, "a symbolic link to a directory that was used");
	if (gt_trace_open(&t, p->trace, NULL, NULL))
		tap_bail("cannot open a trace");
	tap_ok(!gt_trace_info(t)->from_cache && gt_trace_cache_fault(t), "is not followed");
	tap_ok(strstr(gt_trace_cache_fault(t)->text, "is not a directory"), "which is said, too");
	gt_trace_close(t);
	tap_is_int(unlink(cache) || rename(victim, cache), 0, "as before");
	tap_is_int(opens(p, NULL, false, false), 1, "and used");
	free(victim);
	free(entry);
	free(cache);
}

/* A cache that cannot be written to; nobody is kept out if the tests run as root, so a file is in the way. */
static void test_no_cache(struct place *p)
{
	char *cache = cache_dir(p);

	remove_dir(cache);
	copy_file(p->trace, cache);
	tap_is_int(opens(p, NULL, false, false), 0, "no cache directory: opened without");
	tap_is_int(opens(p, NULL, false, false), 0, "each time");
	unlink(cache);
	setenv("XDG_CACHE_HOME", "relative", 1);
	unsetenv("HOME");
	tap_is_int(opens(p, NULL, false, false), 0, "no place for a cache: opened without");
	setenv("XDG_CACHE_HOME", p->dir, 1);
	free(cache);
}

static void test_named(struct place *p)
{
	char *other = gt_xasprintf("%s/none/a.index", p->dir);
	struct stat before, after;

	tap_is_int(opens(p, p->index, false, false), 0, "a named index is built");
	tap_is_int(opens(p, p->index, false, false), 1, "and used");
	tap_ok(opens(p, other, false, false) == -1, "a named one that cannot be written is an error");
	tap_ok(opens(p, p->dir, false, false) == -1, "so is a directory");
	stat(p->trace, &before);
	tap_ok(opens(p, p->trace, false, false) == -1, "a file that is no index is not overwritten");
	stat(p->trace, &after);
	tap_ok(before.st_ino == after.st_ino && before.st_size == after.st_size, "it is as it was");
	tap_ok(opens(p, "/dev/null", false, false) == -1, "nor is a device");
	unlink(p->index);
	tap_is_int(mkfifo(p->index, 0600), 0, "a pipe that nobody writes to");
	alarm(60);
	tap_ok(opens(p, p->index, false, false) == -1, "is not waited for");
	alarm(0);
	unlink(p->index);
	free(other);
}

static void read_all(const char *path, struct gt_buf *out)
{
	struct gt_mapfile m;

	if (gt_mapfile_open(&m, path, NULL))
		tap_bail("cannot read %s", path);
	gt_buf_reset(out);
	gt_buf_add(out, m.data, m.size);
	gt_mapfile_close(&m);
}

static void test_same_bytes(struct place *p)
{
	const struct gt_open_options opt = { .index = p->index, .reindex = true };
	struct gt_buf first = { 0 }, again = { 0 };
	struct gt_trace *t;

	opens(p, p->index, true, false);
	read_all(p->index, &first);
	opens(p, p->index, true, false);
	read_all(p->index, &again);
	tap_ok(first.len == again.len && !memcmp(first.data, again.data, first.len), "the same bytes when built again");
	if (gt_trace_open_async(&t, p->trace, &opt, NULL))
		tap_bail("cannot open");
	for (bool done = false; !done;) {
		gt_trace_lock(t);
		done = gt_trace_info(t)->done;
		gt_trace_unlock(t);
	}
	gt_trace_close(t);
	read_all(p->index, &again);
	tap_ok(first.len == again.len && !memcmp(first.data, again.data, first.len), "and when built by a worker");
#ifdef M_PERTURB
	mallopt(M_PERTURB, 0x5a);
	opens(p, p->index, true, false);
	mallopt(M_PERTURB, 0);
	read_all(p->index, &again);
	tap_ok(first.len == again.len && !memcmp(first.data, again.data, first.len),
	       "also where memory is not zero at first");
#endif
	gt_buf_release(&first);
	gt_buf_release(&again);
}

/* Numbers of strings come from the order in which they are read, which no compiler may choose. */
static void test_same_order(struct place *p)
{
	const struct gt_open_options opt = { .index = "none" };
	struct gt_trace *t;
	struct gt_frame f = { 0 };

	if (gt_trace_open(&t, p->trace, &opt, NULL))
		tap_bail("cannot open");
	tap_ok(gt_stack_frame(t, 1, 0, &f) && f.func == f.file + 1,
	       "a frame's file has the number before its function's");
	gt_trace_close(t);
}

/* A cut trace: what could be read is shown, from the cache too, with the same damage. */
static void test_cut(struct place *p)
{
	struct gt_open_options opt = { .index = p->index };
	struct gt_error damage[2];
	uint64_t events[2];

	unlink(p->index);
	if (truncate(p->trace, 9000))
		tap_bail("cannot cut");
	for (int i = 0; i < 2; i++) {
		const struct gt_trace_info *info;
		struct gt_trace *t;

		if (gt_trace_open(&t, p->trace, &opt, NULL))
			tap_bail("cannot open");
		info = gt_trace_info(t);
		tap_ok(info->done && !info->complete && info->from_cache == (i == 1), "a cut trace, %s",
		       i ? "cached" : "built");
		damage[i] = info->damage;
		events[i] = info->events;
		gt_trace_close(t);
	}
	tap_ok(events[0] > 100 && events[0] == events[1], "its events are there");
	tap_ok(damage[0].code < 0 && damage[0].code == damage[1].code && damage[0].offset == damage[1].offset &&
	       !strcmp(damage[0].text, damage[1].text), "the damage is told: %s", damage[0].text);
}

/* Somebody writes to the trace while it is open: the index answers on, and nothing else is believed. */
static void test_changed(struct place *p)
{
	const struct gt_event *ev;
	struct gt_error err;
	struct gt_events *e;
	struct gt_slice s;
	struct gt_trace *t;

	if (gt_trace_open(&t, p->trace, NULL, NULL))
		tap_bail("cannot open");
	e = gt_events_open(t);
	tap_ok(!gt_trace_changed(t), "a trace as it was opened");
	if (truncate(p->trace, 20))
		tap_bail("cannot cut");
	tap_ok(gt_trace_changed(t), "a trace that was written to");
	tap_is_int(gt_events_get(e, 100, &ev, &err), GT_ERR_IO, "its events are gone");
	tap_is_str(err.text, "the trace was written to after it had been opened: open it again", "why");
	tap_ok(gt_slice_get(t, 10, &s), "its slices are not");
	gt_events_close(e);
	gt_trace_close(t);
}

/* ---- the worker ---- */

struct told {
	_Atomic unsigned times;
};

static void tell(void *arg)
{
	((struct told *)arg)->times++;
}

/* What a reader may see at any time: rows that do not shrink and that fit together. */
static unsigned look(struct gt_trace *t, struct gt_trace_info *seen, struct gt_events *e)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_goroutine g;
	struct gt_slice sl;
	const struct gt_event *ev;
	unsigned bad = info->events < seen->events || info->slices < seen->slices || info->duration < seen->duration ||
		       info->goroutines < seen->goroutines || info->procs < seen->procs;

	*seen = *info;
	for (uint32_t row = 0; row < info->goroutines; row++)
		bad += !gt_goroutine_get(t, row, &g) ||
		       (g.slices && (!gt_slice_get(t, g.last_slice, &sl) || sl.g != row));
	for (uint32_t proc_row = 0; proc_row < info->procs; proc_row++)
		bad += gt_slices_busy(t, proc_row, INT64_MIN, INT64_MAX) < 0;
	if (info->events)
		bad += gt_events_get(e, info->events - 1, &ev, NULL) || ev->time > info->duration;
	return bad;
}

TAP_TEST(worker)
{
	struct gt_trace_info seen = { 0 };
	struct told told = { 0 };
	const struct gt_open_options opt = { .index = "none", .notify = tell, .notify_arg = &told };
	char *demo = gt_xasprintf("%s/testdata/demo.trace", getenv("GT_SRCDIR"));
	unsigned bad = 0, looks = 0;

	for (int i = 0; i < 20; i++) {
		struct gt_events *e;
		struct gt_trace *t;

		if (gt_trace_open_async(&t, demo, &opt, NULL))
			tap_bail("cannot open");
		memset(&seen, 0, sizeof seen);
		e = gt_events_open(t);
		for (bool done = false; !done; looks++) {
			gt_trace_lock(t);
			bad += look(t, &seen, e);
			done = gt_trace_info(t)->done;
			gt_trace_unlock(t);
			usleep(200);
		}
		gt_events_close(e);
		gt_trace_close(t);
	}
	tap_is_u64(bad, 0, "a reader beside the worker sees sound rows");
	tap_ok(looks >= 40, "also before the end: %u looks", looks);
	tap_ok(told.times >= 20, "and is told of the end");
	free(demo);
}

TAP_TEST(cancel)
{
	const struct gt_open_options opt = { .index = "none" };
	char *demo = gt_xasprintf("%s/testdata/demo.trace", getenv("GT_SRCDIR"));
	unsigned cancelled = 0, bad = 0;

	for (int i = 0; i < 20; i++) {
		const struct gt_trace_info *info;
		struct gt_trace *t;
		struct gt_slice sl;

		if (gt_trace_open_async(&t, demo, &opt, NULL))
			tap_bail("cannot open");
		if (i % 2)
			usleep((unsigned)i * 100);
		gt_trace_cancel(t);
		info = gt_trace_info(t);
		cancelled += info->cancelled;
		bad += !info->done || (info->cancelled && info->complete);
		for (uint32_t proc_row = 0; proc_row < info->procs; proc_row++)
			for (uint64_t k = 0; k < gt_slices_of_proc(t, proc_row); k += 100)
				bad += !gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &sl);
		gt_trace_close(t);
	}
	tap_ok(cancelled > 0, "%u of 20 were cancelled in time", cancelled);
	tap_is_u64(bad, 0, "what was there stays");
	free(demo);
}

static void test_errors(struct place *p)
{
	struct gt_error err = { 0 };
	struct gt_trace *t;
	char *missing = gt_xasprintf("%s/missing", p->dir);

	tap_is_int(gt_trace_open(&t, missing, NULL, &err), GT_ERR_IO, "a file that is not there: %s", err.text);
	tap_is_int(gt_trace_open(&t, p->dir, NULL, &err), GT_ERR_IO, "a directory: %s", err.text);
	free(missing);
}

TAP_TEST(none)
{
	struct gt_error err = { 0 };
	struct gt_trace *t = NULL;

	tap_is_int(gt_trace_open_none(&t, &err), 0, "a trace without anything: %s", err.text);
	tap_ok(gt_trace_is_none(t), "it says so");
	tap_ok(gt_trace_info(t)->done && gt_trace_info(t)->complete, "it is complete");
	tap_is_u64(gt_trace_info(t)->events, 0, "without events");
	tap_is_int(gt_trace_unreliable(t, &err), 0, "and reliable");
	gt_trace_close(t);
}

TAP_TEST(files)
{
	struct place p;

	place_open(&p);
	test_cache(&p);
	test_sweep(&p);
	gt_mapfile_guard();
	test_cut_index(&p);
	test_flipped_index(&p);
	test_cache_of_others(&p);
	test_no_cache(&p);
	test_named(&p);
	test_same_bytes(&p);
	test_same_order(&p);
	test_cut(&p);
	test_changed(&p);
	test_errors(&p);
	place_close(&p);
}
