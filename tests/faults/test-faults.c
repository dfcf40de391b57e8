/*
 * Every call that can fail does, one after the other: memory, files, threads.  Whatever fails, the program
 * ends by itself, what it says with status 0 is the whole truth, an index is whole or not there, nothing
 * is left behind, and the terminal is as it was.
 *
 * The first calls of a kind fail each in its turn, of the others some: GT_FAULTS=all takes all.  Arguments
 * are beginnings of what the checks are called ("screen: no memory"): then only these.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/xalloc.h"
#include "faults/run.h"
#include "tap/tap.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define TOLD 3                          /* failures that are shown of each check */
#define MOST_ARGS 8

struct fault {
	const char *name;
	enum fault_kind kind;
	int as;
	bool all;
};

static const struct fault faults[] = {
	{ "no memory once", FAULT_MEMORY, ENOMEM, false },
	{ "no memory from there on", FAULT_MEMORY, ENOMEM, true },
	{ "reading fails once", FAULT_READ, EIO, false },
	{ "reading fails from there on", FAULT_READ, EIO, true },
	{ "reading is interrupted", FAULT_READ, EINTR, false },
	{ "one byte is read", FAULT_READ, FAULT_SHORT, false },
	{ "writing fails once", FAULT_WRITE, EIO, false },
	{ "the disk is full from there on", FAULT_WRITE, ENOSPC, true },
	{ "writing is interrupted", FAULT_WRITE, EINTR, false },
	{ "one byte is written", FAULT_WRITE, FAULT_SHORT, false },
	{ "one byte is written from there on", FAULT_WRITE, FAULT_SHORT, true },
	{ "no map once", FAULT_MAP, ENOMEM, false },
	{ "no map from there on", FAULT_MAP, ENOMEM, true },
	{ "opening fails once", FAULT_OPEN, EMFILE, false },
	{ "opening fails from there on", FAULT_OPEN, EMFILE, true },
	{ "a file is not known once", FAULT_STAT, EIO, false },
	{ "no file is known from there on", FAULT_STAT, EIO, true },
	{ "no room once", FAULT_ROOM, ENOSPC, false },
	{ "no room from there on", FAULT_ROOM, ENOSPC, true },
	{ "no name once", FAULT_NAME, ENOSPC, false },
	{ "no name from there on", FAULT_NAME, EROFS, true },
	{ "closing fails once", FAULT_CLOSE, EIO, false },
	{ "closing fails from there on", FAULT_CLOSE, ENOSPC, true },
	{ "no descriptor once", FAULT_DUP, EMFILE, false },
	{ "no descriptor from there on", FAULT_DUP, EMFILE, true },
	{ "nothing is started once", FAULT_START, EAGAIN, false },
	{ "nothing is started from there on", FAULT_START, EAGAIN, true },
	{ "waiting is interrupted", FAULT_WAIT, EINTR, false },
	{ "waiting fails once", FAULT_WAIT, ENOMEM, false },
};

struct trial {
	const char *name;
	const char *trace;                /* below testdata */
	const char *args[MOST_ARGS];      /* before the trace's name */
	const char *script;               /* given as --script */
	const char *keys;                 /* on a terminal */
	const char *file;                 /* that it writes, in its directory */
	bool piped;
	bool cached;                      /* the index is there before */
	unsigned dense, sparse;           /* the first faults of a kind, and how many of the others */
};

static const char export_script[] = "wait-index\nkey 3\nexport csv out.csv\ndump-screen\n";
static const char walk_script[] = "wait-index\ndump-screen\nkey 2\ndump-screen\nkey 4 Enter\ndump-screen\nkey e\ndump-screen\n";

static const struct trial trials[] = {
	{ .name = "v2 report", .trace = "traces/go1.27/gc.trace", .args = { "--report=goroutines" },
	  .dense = 60, .sparse = 20 },
	{ .name = "v1 report", .trace = "traces/go1.19/empty.trace", .args = { "--report=greedy" },
	  .dense = 20, .sparse = 20 },
	{ .name = "gzip", .trace = "gz/gens.trace.gz", .args = { "--report=summary" }, .dense = 20, .sparse = 20 },
	{ .name = "pipe", .trace = "traces/go1.27/empty.trace", .args = { "--report=procs", "--format=json" },
	  .piped = true, .dense = 20, .sparse = 20 },
	{ .name = "from the index", .trace = "traces/go1.27/gc.trace", .args = { "--report=stw", "--format=csv" },
	  .cached = true, .dense = 60, .sparse = 20 },
	{ .name = "chrome", .trace = "traces/go1.27/empty.trace", .args = { "--export=chrome" }, .dense = 20,
	  .sparse = 10 },
	{ .name = "listing", .trace = "traces/go1.27/empty.trace", .args = { "--dump" }, .dense = 20, .sparse = 10 },
	{ .name = "export", .trace = "traces/go1.27/empty.trace", .script = export_script, .file = "out.csv",
	  .dense = 20, .sparse = 20 },
	{ .name = "script", .trace = "traces/go1.27/empty.trace", .script = walk_script, .dense = 10, .sparse = 10 },
	{ .name = "screen", .trace = "traces/go1.27/empty.trace", .keys = "2j7\t1", .dense = 4, .sparse = 4 },
};

/* One trial at work. */
struct test {
	struct stage *stage;
	const struct trial *trial;
	struct scene scene;
	const char *args[MOST_ARGS + 3];
	char *trace, *script, *file;
	struct outcome want;
	struct gt_buf index, exported;    /* as they are without a fault */
	char *index_name;
	struct gt_buf why;                /* what is wrong with the run at hand */
	unsigned of_curses;               /* crashes */
};

/* ---- files ---- */

/* The only file in a directory: its name, or NULL; more of them, or temporary ones, are counted. */
static char *only_file(const char *dir, unsigned *n)
{
	DIR *d = opendir(dir);
	char *name = NULL;
	struct dirent *e;

	*n = 0;
	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
			free(name);
			name = gt_xasprintf("%s/%s", dir, e->d_name);
			++*n;
		}
	if (d)
		closedir(d);
	return name;
}

static void write_file(const char *name, const void *bytes, size_t n)
{
	FILE *f = fopen(name, "wbe");

	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f))
		tap_bail("%s cannot be written", name);
	chmod(name, 0600);
}

static char *cache_dir(const struct test *t)
{
	return gt_xasprintf("%s/gtrace-tui", t->stage->cache);
}

/* The cache before a run: empty, or with the index in it. */
static void set_up(struct test *t)
{
	char *dir = cache_dir(t);
	unsigned n;
	char *name = only_file(dir, &n);

	if (name)
		unlink(name);
	rmdir(dir);
	rmdir(t->stage->cache);
	if (t->trial->cached && t->index.len) {
		mkdir(t->stage->cache, 0700);
		mkdir(dir, 0700);
		write_file(t->index_name, t->index.data, t->index.len);
	}
	if (t->file)
		unlink(t->file);
	free(name);
	free(dir);
}

/* ---- what must hold ---- */

static bool same(const struct gt_buf *a, const struct gt_buf *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

/* Sentences of the program's, or nothing. */
static bool is_said_well(const struct gt_buf *err)
{
	static const char ours[] = "gtrace-tui: ", of_curses[] = ": Out of memory\n";
	const char *line = gt_buf_str(err), *end = line + err->len;

	for (; line < end; line = strchr(line, '\n') + 1)
		if (!strchr(line, '\n') || (strncmp(line, ours, strlen(ours)) != 0 && !strstr(line, of_curses)))
			return false;
	return true;
}

static void check_words(struct test *t, const struct fault *f, const struct outcome *o)
{
	const struct outcome *want = &t->want;

	if (!is_said_well(&o->err))
		gt_buf_puts(&t->why, "; not a sentence");
	if (o->stuck)
		gt_buf_puts(&t->why, "; stuck");
	/* It uses without a look what malloc gives it; the terminal is restored all the same. */
	else if (o->status == 256 + SIGSEGV && o->in_curses)
		t->of_curses++;
	else if (o->status > 255)
		gt_buf_printf(&t->why, "; signal %d", o->status - 256);
	else if (t->trial->keys && o->status == 128 + SIGHUP)
		;  /* the terminal is gone: nobody is there to be told */
	else if (o->status != want->status && o->status != 1 && o->status != 3)
		gt_buf_printf(&t->why, "; status %d", o->status);
	else if (o->status != want->status && !o->err.len)
		gt_buf_printf(&t->why, "; status %d without a word", o->status);
	else if (o->status != want->status && f->kind == FAULT_START && !t->trial->keys && !t->script)
		gt_buf_puts(&t->why, "; one thread can do it all");
}

/* A screen tells of what could not be done, or shows the same. */
static bool tells(const struct gt_buf *out)
{
	static const char *const words[] = {
		"cannot", "could not", "unreliable", "Cannot", "is not kept", "out of memory" };

	for (size_t i = 0; i < GT_COUNT(words); i++)
		if (memmem(gt_buf_str(out), out->len, words[i], strlen(words[i])))
			return true;
	return false;
}

static void check_answer(struct test *t, const struct outcome *o)
{
	struct gt_buf got = { 0 };
	bool there = t->file && read_file(t->file, &got);

	if (!t->trial->keys && o->status == t->want.status && !same(&o->out, &t->want.out) &&
	    !(t->script && tells(&o->out)))
		gt_buf_puts(&t->why, "; another answer");
	if (there && !same(&got, &t->exported))
		gt_buf_puts(&t->why, "; the exported file is torn");
	if (t->file && !there && o->status == 0 && !tells(&o->out))
		gt_buf_puts(&t->why, "; no file, and not a word");
	gt_buf_release(&got);
}

/* The index is that of a run without a fault, byte for byte, or there is none; and no other file. */
static void check_files(struct test *t)
{
	struct gt_buf got = { 0 };
	char *dir = cache_dir(t), *name, *other;
	unsigned n;

	name = only_file(dir, &n);
	if (n > 1 || (n && strcmp(name, t->index_name) != 0))
		gt_buf_printf(&t->why, "; left in the cache: %s", name);
	else if (n && (!read_file(name, &got) || !same(&got, &t->index)))
		gt_buf_puts(&t->why, "; the index is torn");
	else if (!n && t->trial->cached)
		gt_buf_puts(&t->why, "; the index is gone");
	/* The directory of a run that dies is removed by a process that outlives it. */
	other = only_file(t->stage->tmp, &n);
	for (unsigned i = 0; n && i < 100; i++) {
		nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
		free(other);
		other = only_file(t->stage->tmp, &n);
	}
	if (n)
		gt_buf_printf(&t->why, "; left: %s", other);
	gt_buf_release(&got);
	free(other);
	free(name);
	free(dir);
}

/* Of two sequences, the one sent last. */
static bool ends_with(const struct gt_buf *out, const char *on, const char *off)
{
	size_t n = out->len, k = strlen(on);

	for (const char *p = gt_buf_str(out) + n; p-- > gt_buf_str(out);) {
		if (p + k <= gt_buf_str(out) + n && !memcmp(p, off, k))
			return true;
		if (p + k <= gt_buf_str(out) + n && !memcmp(p, on, k))
			return false;
	}
	return true;
}

static void check_terminal(struct test *t, const struct outcome *o)
{
	if (!o->modes_same)
		gt_buf_puts(&t->why, "; the terminal's modes are lost");
	if (!ends_with(&o->out, "\033[?1049h", "\033[?1049l"))
		gt_buf_puts(&t->why, "; the alternate screen stays");
	if (!ends_with(&o->out, "\033[?25l", "\033[?25h"))
		gt_buf_puts(&t->why, "; no cursor");
	if (!ends_with(&o->out, "\033[?1002h", "\033[?1002l"))
		gt_buf_puts(&t->why, "; the mouse stays");
}

/* ---- all of it ---- */

static bool run_one(struct test *t, const struct fault *f, uint64_t at, unsigned *bad)
{
	struct outcome o;
	bool fired;

	set_up(t);
	stage_run(t->stage, &t->scene, f->kind, f->as, at, f->all, &o);
	gt_buf_reset(&t->why);
	check_words(t, f, &o);
	check_answer(t, &o);
	check_files(t);
	check_terminal(t, &o);
	if (t->why.len && (*bad)++ < TOLD)
		tap_diag("%s: %s, call %llu: status %d%s: %.300s", t->trial->name, f->name, (unsigned long long)at,
			 o.status, gt_buf_str(&t->why), gt_buf_str(&o.err));
	fired = o.fired > 0;
	outcome_release(&o);
	return fired;
}

/* Each of the first calls; then in steps, until there is no further call. */
static void sweep(struct test *t, const struct fault *f, bool every)
{
	uint64_t seen = t->want.seen[f->kind], dense = t->trial->dense, step, n = 0;
	unsigned bad = 0;

	/* This scene has no such calls: nothing to be seen. */
	if (!seen)
		return;
	step = seen > dense ? (seen - dense) / t->trial->sparse + 1 : 1;
	for (uint64_t at = 1; run_one(t, f, at, &bad); n++)
		at += every || at < dense ? 1 : step;
	if (t->of_curses)
		tap_diag("%u crashes of curses without memory", t->of_curses);
	t->of_curses = 0;
	tap_ok(!bad, "%s: %s: %llu of %llu calls", t->trial->name, f->name, (unsigned long long)n,
	       (unsigned long long)seen);
}

/* Without a fault: what all others are compared with. */
static bool reference(struct test *t)
{
	char *dir = cache_dir(t);
	unsigned n;

	set_up(t);
	stage_run(t->stage, &t->scene, FAULT_MEMORY, 0, 0, false, &t->want);
	t->index_name = only_file(dir, &n);
	if (t->index_name && !read_file(t->index_name, &t->index))
		tap_bail("%s cannot be read", t->index_name);
	if (t->file && !read_file(t->file, &t->exported))
		tap_bail("%s was not written: %s", t->file, gt_buf_str(&t->want.out));
	if (t->trial->cached) {
		outcome_release(&t->want);
		set_up(t);
		stage_run(t->stage, &t->scene, FAULT_MEMORY, 0, 0, false, &t->want);
	}
	free(dir);
	return t->want.status == 0 && !t->want.err.len && t->want.out.len;
}

static void prepare(struct test *t, const char *top)
{
	const struct trial *r = t->trial;
	unsigned n = 0;

	t->trace = r->piped ? gt_xstrdup("-") : gt_xasprintf("%s/testdata/%s", top, r->trace);
	if (r->file)
		t->file = gt_xasprintf("%s/%s", t->stage->home, r->file);
	if (r->piped)
		t->scene.input = gt_xasprintf("%s/testdata/%s", top, r->trace);
	while (r->args[n]) {
		t->args[n] = r->args[n];
		n++;
	}
	if (r->script) {
		char *name = stage_name(t->stage, "script");

		write_file(name, r->script, strlen(r->script));
		t->script = gt_xasprintf("--script=%s", name);
		t->args[n++] = t->script;
		free(name);
	}
	t->args[n] = t->trace;
	t->scene.args = t->args;
	t->scene.keys = r->keys;
}

static void clear(struct test *t)
{
	outcome_release(&t->want);
	gt_buf_release(&t->index);
	gt_buf_release(&t->exported);
	gt_buf_release(&t->why);
	free((void *)(uintptr_t)t->scene.input);
	free(t->index_name);
	free(t->trace);
	free(t->script);
	free(t->file);
}

/* A name is that of a scene and of a fault: an argument may be the begin of it. */
static bool wanted(const struct trial *trial, const struct fault *f)
{
	char *name = gt_xasprintf("%s: %s", trial->name, f->name);
	char *const *arg = tap_args();
	bool any = !*arg;

	for (; *arg && !any; arg++)
		any = strncmp(name, *arg, strlen(*arg)) == 0;
	free(name);
	return any;
}

static void try(struct stage *stage, const struct trial *trial, const char *top, bool every)
{
	struct test t = { .stage = stage, .trial = trial };

	prepare(&t, top);
	if (tap_ok(reference(&t), "%s: an answer", trial->name)) {
		for (size_t i = 0; i < GT_COUNT(faults); i++)
			if (wanted(trial, &faults[i]))
				sweep(&t, &faults[i], every);
	} else {
		tap_diag("status %d: %s%.500s", t.want.status, gt_buf_str(&t.want.err), gt_buf_str(&t.want.out));
	}
	clear(&t);
}

TAP_TEST(calls)
{
	const char *how = getenv("GT_FAULTS");
	struct stage stage;
	struct outcome o;
	char *library;

	if (SANITIZED)
		tap_skip_all("the sanitizers replace the same functions");
	library = gt_xasprintf("%s/tests/faults/libfaults.so", getenv("GT_BUILDDIR"));
	stage_open(&stage, getenv("GT_EXE"), library);
	stage_run(&stage, &(struct scene){ .args = (const char *const[]){ "--version", NULL } }, FAULT_MEMORY, 0, 0,
		  false, &o);
	outcome_release(&o);
	if (!stage.plan->loaded) {
		stage_close(&stage);
		tap_skip_all("the library with the faults cannot be loaded before this program");
	}
	for (size_t i = 0; i < GT_COUNT(trials); i++)
		try(&stage, &trials[i], getenv("GT_SRCDIR"), how && strcmp(how, "all") == 0);
	stage_close(&stage);
	free(library);
}
