/* What the application does beside its keys: names of files, output, the editor, jobs, stopping to read. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"
#include "unit/ui/demo.h"
#include "unit/ui/drive.h"

static void make_file(const char *dir, const char *name)
{
	char path[80];
	int fd;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		tap_bail("cannot write %s", path);
	close(fd);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What `line` is completed to, without the directory, sorted. */
static void is_completed(const char *dir, const char *typed, const char *want)
{
	struct gt_completions found = { 0 };
	struct gt_buf line = { 0 }, got = { 0 };
	size_t start = 99;

	gt_buf_printf(&line, "%s/%s", dir, typed);
	gt_complete_file(NULL, gt_buf_str(&line), line.len, &start, &found);
	if (found.n)
		qsort(found.v, found.n, sizeof *found.v, by_text);
	for (size_t i = 0; i < found.n; i++)
		gt_buf_printf(&got, "%s%s", i ? " " : "", found.v[i] + strlen(dir) + 1);
	tap_ok(start == 0, "the whole line is the name");
	tap_is_str(gt_buf_str(&got), want, "files that begin with '%s'", typed);
	for (size_t i = 0; i < found.n; i++)
		free(found.v[i]);
	free(found.v);
	gt_buf_release(&line);
	gt_buf_release(&got);
}

TAP_TEST(files)
{
	char dir[] = "/tmp/gt-files-XXXXXX", path[80];
	static const char *const names[] = { "one", "other", ".hidden", ".hush" };

	if (!mkdtemp(dir))
		tap_bail("no directory");
	for (size_t i = 0; i < GT_COUNT(names); i++)
		make_file(dir, names[i]);
	snprintf(path, sizeof path, "%s/outer", dir);
	mkdir(path, 0700);
	is_completed(dir, "", "one other outer/");
	is_completed(dir, "o", "one other outer/");
	is_completed(dir, "ot", "other");
	is_completed(dir, ".h", ".hidden .hush");
	is_completed(dir, ".hu", ".hush");
	is_completed(dir, "x", "");
	is_completed(dir, "outer/", "");
	is_completed(dir, "none/", "");
	rmdir(path);
	for (size_t i = 0; i < GT_COUNT(names); i++) {
		snprintf(path, sizeof path, "%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
}

static char *read_file(const char *path)
{
	char *text = calloc(1, 4096);
	FILE *f = fopen(path, "r");

	if (f) {
		if (fread(text, 1, 4095, f) == 0)
			text[0] = 0;
		fclose(f);
	}
	return text;
}

TAP_TEST(output)
{
	struct gt_app *app = drive_new();
	struct gt_term *term = gt_term_mem_open(24, 80);
	char path[] = "/tmp/gt-ui-XXXXXX", line[64];
	int fd = mkstemp(path);
	char *text;

	gt_app_set_term(app, term);
	close(fd);
	snprintf(line, sizeof line, "down 2;export csv %s", path);
	drive_run(app, line);
	text = read_file(path);
	tap_is_str(text, "n,dur,g,name\r\n2,3us,2,main.日本語 row2\r\n", "the row under the cursor");
	free(text);
	drive_run(app, "tag 2");
	snprintf(line, sizeof line, "export text %s", path);
	drive_run(app, line);
	text = read_file(path);
	tap_is_str(text, "#  Duration  G  Function\n2     3us    2  main.日本語 row2\n"
			 "3     4.5us  3  runtime.gcBgMarkWorker row3\n", "the tagged rows");
	free(text);
	drive_keys(app, "e Enter C-u");
	for (const char *s = path; *s; s++)
		gt_app_type(app, (gt_key)*s);
	drive_keys(app, "Enter");
	tap_ok(app->dialog.asking && strstr(app->dialog.prompt.label, "overwrite"), "a file that is there is asked about");
	drive_keys(app, "n");
	tap_ok(strstr(gt_buf_str(&app->screen.message), "was not overwritten"), "and left alone");
	drive_run(app, "untag;first;copy");
	tap_is_str(gt_term_mem_written(term),
		   "\033]52;c;IyAgRHVyYXRpb24gIEcgIEZ1bmN0aW9uCjAgICAgICAgICAwICAwICBtYWluLm1haW4gcm93MAo=\a",
		   "copied by OSC 52");
	snprintf(line, sizeof line, "save-screen %s", path);
	drive_run(app, line);
	text = read_file(path);
	tap_ok(strstr(text, "gtrace-tui  demo.out  go1.27"), "the screen as text");
	free(text);
	unlink(path);
	gt_app_set_term(app, NULL);
	term->ops->close(term);
	gt_app_free(app);
}

TAP_TEST(edit)
{
	struct gt_app *app = drive_new();

	drive_keys(app, "E");
	drive_is_line(app, 2, "no source line is selected                                                1/1000", "no source");
	setenv("DEMO_SOURCE", "/nonexistent/main.go", 1);
	drive_keys(app, "j E");
	drive_is_line(app, 2, "/nonexistent/main.go not found; see `set path-map FROM=TO`                2/1000",
		"a file that is not here");
	gt_app_set(app, "path-map", "/non=/x /nonexistent=/dev", NULL);
	setenv("DEMO_SOURCE", "/nonexistent/null", 1);
	gt_app_set(app, "editor", "ed -s", NULL);
	drive_keys(app, "E");
	drive_is_line(app, 2, "/dev/null is no plain file                                                2/1000",
		"a device is not opened");
	/* Tests run in the folder that was configured. */
	gt_app_set(app, "path-map", "/non=/x /nonexistent=.", NULL);
	setenv("DEMO_SOURCE", "/nonexistent/config.h", 1);
	drive_keys(app, "E");
	drive_is_line(app, 2, "ed -s +2 ./config.h                                                       2/1000",
		"mapped; without a terminal nothing is run");
	unsetenv("DEMO_SOURCE");
	gt_app_free(app);
}

static bool job_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	int *steps = arg;

	(void)app;
	gt_job_progress(job, *steps / 10.0);
	return ++*steps == 10;
}

static void job_done(struct gt_app *app, void *arg, bool cancelled)
{
	(void)app;
	*(int *)arg = cancelled ? -1 : 100;
}

TAP_TEST(jobs)
{
	static const struct gt_job_ops ops = { "sorting", job_step, job_done };
	struct gt_app *app = drive_new();
	int steps = 0, other = 0;

	gt_app_start_job(app, &ops, &steps);
	for (int i = 0; i < 6; i++)
		gt_app_run_job(app, 1000);
	drive_is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows         sorting 50% ▕█████     ▏",
		"progress");
	drive_keys(app, "Esc");
	tap_is_int(steps, -1, "Esc cancels");
	steps = 0;
	gt_app_start_job(app, &ops, &steps);
	gt_app_start_job(app, &ops, &other);
	tap_is_int(steps, -1, "another job cancels the first");
	while (gt_app_run_job(app, 1000))
		;
	tap_is_int(other, 100, "and runs to its end");
	gt_app_free(app);
}

/* What reads the trace; ctx counts how often it was stopped. */
static bool reads(void *ctx, struct gt_progress *out)
{
	*out = (struct gt_progress){ .what = "indexing", .share = 0.5, .seconds_left = -1 };
	return *(int *)ctx == 0;
}

static bool stops(void *ctx)
{
	int *stopped = ctx;

	return (*stopped)++ == 0;
}

TAP_TEST(stop)
{
	struct gt_app *app = drive_new();
	struct gt_app_ops ops = *app->ops;
	int stopped = 0;

	ops.progress = reads;
	ops.cancel = stops;
	app->ops = &ops;
	app->ctx = &stopped;
	drive_keys(app, "Esc");
	tap_ok(app->dialog.asking && strstr(app->dialog.prompt.label, "Stop reading"), "Esc asks before it stops the reading");
	drive_keys(app, "n");
	tap_ok(!app->dialog.asking && stopped == 0, "no: it goes on");
	tap_is_str(gt_buf_str(&app->screen.message), "still reading", "and says so");
	drive_keys(app, "Esc Esc");
	tap_ok(!app->dialog.asking && stopped == 0, "Esc twice is no yes");
	drive_keys(app, "C-c Enter");
	tap_ok(!app->dialog.asking && stopped == 0, "neither is Enter");
	drive_keys(app, "Tab Esc");
	tap_ok(!app->dialog.asking && app->focus == GT_FOCUS_MAIN, "what Esc leaves comes first");
	drive_keys(app, "Esc y");
	tap_is_int(stopped, 1, "yes: it is stopped");
	tap_is_str(gt_buf_str(&app->screen.message), "reading stopped; what was read can be used", "and says that");
	drive_keys(app, "Esc");
	tap_ok(!app->dialog.asking, "there is nothing more to stop");
	stopped = 0;
	drive_keys(app, "Esc");
	stopped = 1;
	drive_keys(app, "y");
	tap_is_str(gt_buf_str(&app->screen.message), "the whole trace has already been read", "a late answer");
	stopped = 0;
	drive_keys(app, "Esc");
	free(demo_screen(app, 24, 80, false));
	tap_ok(app->dialog.asking, "while it is read the question stays");
	stopped = 1;
	free(demo_screen(app, 24, 80, false));
	tap_ok(!app->dialog.asking, "when all is read it goes");
	tap_is_str(gt_buf_str(&app->screen.message), "the whole trace has been read", "and says why");
	gt_app_free(app);
}

static void owing_done(struct gt_app *app, void *arg, bool cancelled)
{
	*(int *)arg = cancelled && gt_app_displaces(app);
	if (gt_app_displaces(app))
		gt_app_owe_job(app);
}

TAP_TEST(owed_jobs)
{
	static const struct gt_job_ops owing = { "sorting", job_step, owing_done };
	static const struct gt_job_ops ops = { "counting", job_step, job_done };
	struct gt_app *app = drive_new();
	int other = 0, first = 0;
	uint64_t data = app->data_seq;

	gt_app_start_job(app, &owing, &first);
	gt_app_cancel_job(app);
	tap_ok(first != 1, "a job that was stopped is not owed");
	gt_app_start_job(app, &owing, &first);
	gt_app_start_job(app, &ops, &other);
	tap_ok(first == 1, "one that another took the place of is");
	tap_is_u64(app->data_seq, data, "not while that runs");
	while (gt_app_run_job(app, 1000))
		;
	tap_ok(app->data_seq != data, "then the panes are told");
	data = app->data_seq;
	gt_app_start_job(app, &ops, &other);
	gt_app_cancel_job(app);
	tap_is_u64(app->data_seq, data, "once");
	gt_app_free(app);
}

/* What a frame shows of the row: in the status line, and in the detail if it may stay as it was. */
static void is_frame(struct gt_app *app, struct gt_grid *g, bool may_hold, const char *row, const char *detail,
		     const char *name)
{
	struct gt_buf out = { 0 };
	int cy, cx;

	app->screen.may_hold = may_hold;
	gt_frame_draw(app, g, &cy, &cx);
	gt_grid_dump(g, &out);
	tap_ok(strstr(gt_buf_str(&out), row) && strstr(gt_buf_str(&out), detail), "%s", name);
	gt_buf_release(&out);
}

TAP_TEST(held_details)
{
	struct gt_app *app = drive_new();
	struct gt_grid *g = gt_grid_new(24, 80);

	is_frame(app, g, false, "row 0", "Row      0", "a detail");
	drive_keys(app, "j");
	is_frame(app, g, true, "row 1 ", "Row      0", "then it may stay while the cursor moves");
	is_frame(app, g, false, "row 1 ", "Row      1", "until there is time");
	drive_keys(app, "j o");
	is_frame(app, g, true, "Sort by", "Row      1", "beside a menu it stays");
	drive_keys(app, "Esc");
	is_frame(app, g, true, "row 2 ", "Row      2", "but a menu may have covered it");
	drive_keys(app, "j Tab");
	is_frame(app, g, true, "row 3 ", "Row      3", "nor does it stay while it has the keys");
	drive_keys(app, "Tab j");
	gt_app_dirty(app, GT_DIRTY_RECALC);
	is_frame(app, g, true, "row 4 ", "Row      4", "nor when the rows have changed");
	app->screen.rows = 25;
	drive_keys(app, "j");
	is_frame(app, g, true, "row 5 ", "Row      5", "nor on a screen of another size");
	gt_grid_free(g);
	gt_app_free(app);
}
