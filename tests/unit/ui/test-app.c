/* The application: views, jumps, search, filters, menus, prompts, output. */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "unit/ui/demo.h"

/* Commands separated by ';'; jobs are run to their end. */
static void run(struct gt_app *app, const char *lines)
{
	while (*lines) {
		struct gt_buf one = { 0 };
		struct gt_error err;
		size_t n = strcspn(lines, ";");

		gt_buf_add(&one, lines, n);
		if (gt_app_command(app, gt_buf_str(&one), &err) < 0)
			tap_fail("%s: %s", gt_buf_str(&one), err.text);
		while (gt_app_run_job(app, 1000000))
			;
		gt_buf_release(&one);
		lines += n + (lines[n] == ';');
	}
}

/* Keys as typed quickly, separated by blanks. */
static void keys(struct gt_app *app, const char *names)
{
	while (*names) {
		struct gt_buf one = { 0 };
		size_t n = strcspn(names, " ");
		gt_key key;

		gt_buf_add(&one, names, n);
		if (gt_key_parse(gt_buf_str(&one), &key) < 0)
			tap_fail("not a key: %s", gt_buf_str(&one));
		gt_app_type(app, key);
		while (gt_app_run_job(app, 1000000))
			;
		gt_buf_release(&one);
		names += n + (names[n] == ' ');
	}
}

/* "view row" and what the selection says. */
static void is_place(struct gt_app *app, const char *want, const char *name)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	char got[80];

	snprintf(got, sizeof got, "%s %lld ms row %lld", gt_app_current(app)->ops->name,
		 (long long)(app->at.sel.time_ns / 1000000), lv ? (long long)lv->cursor : -1);
	tap_is_str(got, want, "%s", name);
}

/* A line of the screen, counted from the bottom: 1 is the hint bar, 2 the status. */
static void is_line(struct gt_app *app, int from_bottom, const char *want, const char *name)
{
	char *screen = demo_screen(app, 24, 80, false), *line = screen;

	for (int i = 0; i < 24 - from_bottom; i++)
		line = strchr(line, '\n') + 1;
	line[strcspn(line, "\n")] = 0;
	tap_is_str(line, want, "%s", name);
	free(screen);
}

static struct gt_app *new_app(void)
{
	struct gt_app *app = demo_app();

	free(demo_screen(app, 24, 80, false));
	return app;
}

static void test_jumps(void)
{
	struct gt_app *app = new_app();

	run(app, "down 5");
	is_place(app, "greedy 5 ms row 5", "moving moves the selection");
	run(app, "timeline");
	is_place(app, "timeline 5 ms row -1", "another view, the same selection");
	run(app, "right 3");
	is_place(app, "timeline 8 ms row -1", "a move there");
	run(app, "greedy");
	is_place(app, "greedy 8 ms row 8", "is seen here");
	run(app, "goto 0.5s");
	is_place(app, "greedy 500 ms row 500", "goto a time");
	run(app, "goto 25.5%");
	is_place(app, "greedy 255 ms row 255", "goto a share");
	run(app, "goto 10");
	is_place(app, "greedy 9 ms row 9", "goto a row");
	run(app, "g G16");
	is_place(app, "greedy 16 ms row 16", "goto a goroutine");
	run(app, "back");
	is_place(app, "greedy 9 ms row 9", "back");
	run(app, "back 2");
	is_place(app, "greedy 500 ms row 500", "back twice");
	run(app, "back 2");
	is_place(app, "timeline 8 ms row -1", "back to another view");
	run(app, "forward 3");
	is_place(app, "greedy 255 ms row 255", "forward");
	run(app, "forward 99");
	is_place(app, "greedy 16 ms row 16", "to the newest");
	run(app, "back;goto 0.7s;forward");
	is_place(app, "greedy 700 ms row 700", "a jump forgets what was ahead");
	gt_app_free(app);
}

static void test_pages(void)
{
	struct gt_app *app = new_app();

	run(app, "down 3;open;down 4");
	is_line(app, 8, "Page     7", "a page inside the pane");
	run(app, "back");
	is_line(app, 8, "Row      3", "back leaves it");
	is_place(app, "greedy 3 ms row 3", "to the row it was opened from");
	run(app, "forward");
	is_line(app, 8, "Page     7", "forward opens it again");
	run(app, "close");
	is_line(app, 8, "Row      7", "close: the page");
	run(app, "close");
	is_place(app, "greedy 3 ms row 3", "then back");
	tap_ok(!app->quitting, "not yet out");
	run(app, "close");
	tap_ok(app->quitting, "then out");
	gt_app_free(app);
}

static void test_bookmarks(void)
{
	struct gt_app *app = new_app();

	run(app, "down 42");
	keys(app, "m x");
	run(app, "first;timeline");
	keys(app, "' x");
	is_place(app, "greedy 42 ms row 42", "to a bookmark");
	run(app, "back");
	is_place(app, "timeline 0 ms row -1", "and back");
	keys(app, "' y");
	is_line(app, 2, "there is no bookmark y", "no such bookmark");
	gt_app_free(app);
}

static void test_markers(void)
{
	struct gt_app *app = new_app();
	int64_t from, to;

	run(app, "down 20;marker-b;up 5;marker-a");
	tap_ok(gt_app_range(app, &from, &to) && from == 15000000 && to == 20000000, "a range");
	is_line(app, 2, "row 15  A-B 0.015000000s..0.020000000s                                   16/1000",
		"in the status");
	run(app, "marker-a");
	tap_ok(!gt_app_range(app, &from, &to), "again: taken away");
	run(app, "marker-a 30ms");
	tap_ok(gt_app_range(app, &from, &to) && to == 30000000, "set by a command");
	gt_app_free(app);
}

/* Digits are views and counts. */
static void test_digits(void)
{
	struct gt_app *app = new_app();

	keys(app, "2");
	is_place(app, "timeline 0 ms row -1", "a view at once");
	gt_app_idle(app);
	keys(app, "3");
	gt_app_idle(app);
	is_place(app, "greedy 0 ms row 0", "and another");
	keys(app, "2 0 j");
	is_place(app, "greedy 20 ms row 20", "a count: the view is back");
	keys(app, "2 j");
	is_place(app, "greedy 22 ms row 22", "of one digit");
	tap_is_u64(app->at.jumps.back.n, 2, "what was taken back is not in the list");
	keys(app, "1 0");
	is_line(app, 2, "row 22                                                               10  23/1000",
		"a count that waits is shown");
	keys(app, "Esc");
	is_line(app, 2, "nothing to cancel; Q quits                                               23/1000", "Esc forgets it");
	keys(app, "C-c");
	is_line(app, 2, "nothing to cancel; Ctrl-C again quits                                    23/1000", "Ctrl-C tells");
	keys(app, "Esc C-c");
	tap_ok(!app->quitting, "another key in between: it does not quit");
	keys(app, "C-c");
	tap_ok(app->quitting, "twice: it does");
	app->quitting = false;
	keys(app, "2 |");
	is_place(app, "timeline 22 ms row -1", "a digit before an action without count was a view");
	tap_is_u64(app->at.jumps.back.n, 3, "and is in the list");
	gt_app_free(app);
}

static void test_search(void)
{
	struct gt_app *app = new_app();

	keys(app, "/ r o w 9 9");
	is_place(app, "greedy 99 ms row 99", "incremental");
	keys(app, "Backspace Backspace 7 7");
	is_place(app, "greedy 77 ms row 77", "from where it began");
	keys(app, "Esc");
	is_place(app, "greedy 0 ms row 0", "cancelled: back there");
	tap_ok(!app->find.matcher, "and nothing was searched for");
	keys(app, "/ r o w 9 9 Enter");
	is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000", "counted");
	keys(app, "n");
	is_line(app, 2, "row 990  /row99 2 of 11                                                 991/1000", "the next");
	keys(app, "N N");
	is_line(app, 2, "search continued from the bottom                                       1000/1000",
		"backwards round the end");
	is_place(app, "greedy 999 ms row 999", "to the last");
	keys(app, "C-l");
	is_line(app, 2, "row 999  /row99 11 of 11                                               1000/1000", "of eleven");
	run(app, "first;search-next");
	is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000",
		"counted again after a move");
	run(app, "search-next 3");
	is_place(app, "greedy 992 ms row 992", "the third next");
	keys(app, "/ Up Enter");
	is_place(app, "greedy 992 ms row 992", "the history");
	run(app, "search nowhere");
	is_place(app, "greedy 992 ms row 992", "not found: nothing moves");
	run(app, "search 日本語 row997");
	is_place(app, "greedy 997 ms row 997", "text that is not ASCII");
	gt_app_free(app);
}

/* A search as work beside the keys: a row at each step. */
static void steps(struct gt_app *app, int n)
{
	while (n-- > 0)
		gt_app_run_job(app, 0);
}

static void test_searching(void)
{
	struct gt_app *app = new_app();

	app->settings.limits.job_calls = 1;
	gt_app_command(app, "search nowhere", NULL);
	steps(app, 250);
	is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 25% ▕██▌       ▏", "a quarter");
	steps(app, 500);
	is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 75% ▕███████▌  ▏", "three");
	steps(app, 250);
	tap_ok(gt_app_works(app), "the last row");
	steps(app, 1);
	is_line(app, 2, "not found: nowhere                                                        1/1000", "none has it");
	tap_ok(!gt_app_works(app), "done");
	gt_app_command(app, "search row99", NULL);
	steps(app, 99);
	is_place(app, "greedy 0 ms row 0", "99 rows: not yet there");
	steps(app, 1);
	is_place(app, "greedy 99 ms row 99", "the next one");
	is_line(app, 2, "row 99  /row99 0+                                                       100/1000", "counted from the top");
	steps(app, 98);
	is_line(app, 2, "row 99  /row99 0+                                                       100/1000", "none so far");
	steps(app, 1);
	is_line(app, 2, "row 99  /row99 1+                                                       100/1000", "one");
	steps(app, 400);
	is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 50% ▕█████     ▏", "half is counted");
	steps(app, 495);
	is_line(app, 2, "row 99  /row99 6+                                                       100/1000", "six up to row 994");
	steps(app, 10);
	is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000", "all");
	/* The rows become fewer meanwhile. */
	gt_app_command(app, "search nowhere", NULL);
	steps(app, 800);
	run(app, "filter 9");
	while (gt_app_run_job(app, 1000000))
		;
	is_line(app, 2, "not found: nowhere                                                        19/271", "to the end of those that are left");
	gt_app_free(app);
}

static void test_filters(void)
{
	struct gt_app *app = new_app();

	run(app, "down 77;filter 9");
	is_line(app, 2, "row 419  &9: 271 of 1000                                                  78/271", "a filter");
	run(app, "filter 99");
	is_line(app, 2, "row 999  2 filters: 19 of 1000                                             19/19", "two");
	keys(app, "F Space Enter j Enter q");
	is_line(app, 2, "row 999  &9: 271 of 1000                                                 271/271",
		"toggled: first off, on, second off");
	run(app, "unfilter");
	is_line(app, 2, "row 999                                                                1000/1000", "all gone");
	keys(app, "& x Enter");
	is_line(app, 2, "not digits: x                                                          1000/1000", "a bad one");
	tap_is_u64(gt_app_current(app)->filters.n, 0, "is not kept");
	keys(app, "& 1 2 3 Enter");
	is_line(app, 2, "row 123  &123: 1 of 1000                                                     1/1", "typed");
	gt_app_free(app);
}

static void test_menus(void)
{
	struct gt_app *app = new_app();
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	char *screen;
	int view;

	keys(app, "o j Enter");
	tap_ok(lv->sort == 1 && lv->desc, "sorted by the chosen column");
	is_line(app, 2, "row 999                                                                   1/1000",
		"largest first");
	keys(app, "R");
	tap_ok(lv->sort == 1 && !lv->desc, "reversed");
	keys(app, "O G Space Esc");
	tap_ok(gt_list_shows(lv, 4), "a column more");
	run(app, "columns n");
	keys(app, "O Space Esc");
	tap_ok(lv->shown == 1, "one column stays");
	run(app, "sort dur;columns n dur");
	tap_ok(lv->sort == 1 && lv->desc && lv->shown == 3, "by commands");
	keys(app, "o");
	is_line(app, 1, "Enter Choose  Esc Cancel", "the keys of a menu");
	screen = demo_screen(app, 24, 80, false);
	tap_ok(strstr(screen, "┌─ Sort by ─") && strstr(screen, "│ "), "a box");
	free(screen);
	view = app->view;
	keys(app, "2");
	tap_ok(app->dialog.menu.open && app->view == view, "other keys do nothing in a menu");
	keys(app, "q");
	tap_ok(!app->dialog.menu.open && !app->quitting, "q closes it");
	keys(app, "o");
	gt_app_show(app, GT_VIEW_TIMELINE);
	tap_ok(!app->dialog.menu.open && app->view != view, "another view takes the menu away: its items were the first one's");
	gt_app_show(app, view);
	run(app, "set");
	screen = demo_screen(app, 24, 40, false);
	tap_ok(strstr(screen, "… │") != NULL, "help that does not fit is cut with an ellipsis");
	free(screen);
	keys(app, "j j Enter");
	tap_ok(app->settings.options.ascii, "options by menu");
	gt_app_free(app);
}

static void test_focus(void)
{
	struct gt_app *app = new_app();
	struct gt_pane *pane = gt_app_current(app);
	char *screen;

	keys(app, "Tab j j");
	tap_ok(pane->detail_cursor == 2, "the keys move in the detail pane");
	keys(app, "G");
	free(demo_screen(app, 24, 80, false));
	tap_ok(pane->detail_cursor == 12 && pane->detail_top == 7, "and scroll it");
	is_line(app, 3, "  main.f12", "to its last line");
	keys(app, "z");
	screen = demo_screen(app, 24, 80, false);
	tap_ok(strstr(screen, "Row      0") && !strstr(screen, "Function"), "maximised");
	free(screen);
	keys(app, "z Esc j");
	is_line(app, 8, "Row      1", "Esc gives the keys back");
	screen = demo_screen(app, 12, 40, false);
	tap_ok(!strstr(screen, "main.f1\n"), "a small screen shows one pane");
	free(screen);
	keys(app, "Tab");
	screen = demo_screen(app, 12, 40, false);
	tap_ok(strstr(screen, "main.f1\n") && !strstr(screen, "Function"), "and Tab the other");
	free(screen);
	gt_app_free(app);
}

static void test_help(void)
{
	struct gt_app *app = new_app();
	char *screen;

	run(app, "down 5;help");
	screen = demo_screen(app, 60, 100, false);
	tap_ok(strstr(screen, "Rows with numbers"), "help begins with the view");
	tap_ok(strstr(screen, "[?]Help"), "and says that it is the help");
	free(screen);
	keys(app, "/ t a g Enter");
	tap_ok(strstr(gt_buf_str(&app->screen.message), "") && gt_pane_list(gt_app_current(app))->cursor > 10, "searched");
	keys(app, "q");
	is_place(app, "greedy 5 ms row 5", "left as it was");
	run(app, "help;search ^R +reverse;open");
	is_place(app, "greedy 5 ms row 994", "Enter does what the row says");
	gt_app_free(app);
}

static void test_prompt(void)
{
	struct gt_app *app = new_app();

	keys(app, ": d o w n Space 7 Enter");
	is_place(app, "greedy 7 ms row 7", "a command");
	keys(app, ": f l y Enter");
	is_line(app, 2, "no such command: fly                                                      8/1000", "a bad one");
	keys(app, ": h e l Tab Tab");
	is_line(app, 2, ":hello  hello  help", "completion: the pane's and the actions");
	is_line(app, 1, "Enter Done  Esc Cancel  Tab Complete  Up Older", "the keys of a prompt");
	keys(app, "Esc : s e t Space t h Tab Space s Tab Enter");
	tap_is_str(app->settings.theme.name, "safe", "names and values of options");
	keys(app, ": e x p o r t Space c s Tab");
	is_line(app, 2, ":export csv", "formats");
	keys(app, "Esc : s e t Space ' t h e m e ' Space s Tab");
	is_line(app, 2, ":set 'theme' safe", "a quoted word is the word");
	keys(app, "Esc : s e t Space ' t h Space s Tab");
	is_line(app, 2, ":set 'th s", "nothing is completed in an open quote");
	keys(app, "C-c");
	tap_ok(!app->dialog.asking, "C-c leaves the line");
	gt_app_free(app);
}

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

static void test_files(void)
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

static void test_output(void)
{
	struct gt_app *app = new_app();
	struct gt_term *term = gt_term_mem_open(24, 80);
	char path[] = "/tmp/gt-ui-XXXXXX", line[64];
	int fd = mkstemp(path);
	char *text;

	gt_app_set_term(app, term);
	close(fd);
	snprintf(line, sizeof line, "down 2;export csv %s", path);
	run(app, line);
	text = read_file(path);
	tap_is_str(text, "n,dur,g,name\r\n2,3us,2,main.日本語 row2\r\n", "the row under the cursor");
	free(text);
	run(app, "tag 2");
	snprintf(line, sizeof line, "export text %s", path);
	run(app, line);
	text = read_file(path);
	tap_is_str(text, "#  Duration  G  Function\n2       3us  2  main.日本語 row2\n"
			 "3     4.5us  3  runtime.gcBgMarkWorker row3\n", "the tagged rows");
	free(text);
	keys(app, "e Enter C-u");
	for (const char *s = path; *s; s++)
		gt_app_type(app, (gt_key)*s);
	keys(app, "Enter");
	tap_ok(app->dialog.asking && strstr(app->dialog.prompt.label, "overwrite"), "a file that is there is asked about");
	keys(app, "n");
	tap_ok(strstr(gt_buf_str(&app->screen.message), "was not overwritten"), "and left alone");
	run(app, "untag;first;copy");
	tap_is_str(gt_term_mem_written(term),
		   "\033]52;c;IyAgRHVyYXRpb24gIEcgIEZ1bmN0aW9uCjAgICAgICAgICAwICAwICBtYWluLm1haW4gcm93MAo=\a",
		   "copied by OSC 52");
	snprintf(line, sizeof line, "save-screen %s", path);
	run(app, line);
	text = read_file(path);
	tap_ok(strstr(text, "gtrace-tui  demo.out  go1.27"), "the screen as text");
	free(text);
	unlink(path);
	gt_app_set_term(app, NULL);
	term->ops->close(term);
	gt_app_free(app);
}

static void test_edit(void)
{
	struct gt_app *app = new_app();

	keys(app, "E");
	is_line(app, 2, "no source line is selected                                                1/1000", "no source");
	setenv("DEMO_SOURCE", "/nonexistent/main.go", 1);
	keys(app, "j E");
	is_line(app, 2, "/nonexistent/main.go not found; see `set path-map FROM=TO`                2/1000",
		"a file that is not here");
	gt_app_set(app, "path-map", "/non=/x /nonexistent=/dev", NULL);
	setenv("DEMO_SOURCE", "/nonexistent/null", 1);
	gt_app_set(app, "editor", "ed -s", NULL);
	keys(app, "E");
	is_line(app, 2, "ed -s +2 /dev/null                                                        2/1000",
		"mapped; without a terminal nothing is run");
	unsetenv("DEMO_SOURCE");
	gt_app_free(app);
}

static void click(struct gt_app *app, gt_key key, int y, int x)
{
	const struct gt_input ev = { .key = key, .y = y, .x = x };

	gt_app_event(app, &ev);
}

static void test_mouse(void)
{
	struct gt_app *app = new_app();
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	click(app, GT_KEY_CLICK, 7, 10);
	is_place(app, "greedy 3 ms row 3", "a click on a row");
	click(app, GT_KEY_CLICK, 3, 8);
	tap_ok(lv->sort == 1, "on a title");
	click(app, GT_KEY_CLICK, 1, 3);
	tap_is_int(app->view, GT_VIEW_TIMELINE, "on a tab");
	click(app, GT_KEY_CLICK, 23, 0);
	tap_is_int(app->view, GT_VIEW_HELP, "on a hint");
	click(app, GT_KEY_WHEEL_DOWN, 10, 10);
	tap_ok(gt_pane_list(gt_app_current(app))->top == 3, "the wheel");
	keys(app, "q 3");
	click(app, GT_KEY_CLICK, 18, 4);
	tap_ok(app->focus == GT_FOCUS_DETAIL && gt_app_current(app)->detail_cursor == 2, "in the detail pane");
	click(app, GT_KEY_DOUBLE_CLICK, 6, 4);
	is_line(app, 8, "Page     8", "two clicks open");
	click(app, GT_KEY_CLICK, 5, 5);
	click(app, GT_KEY_WHEEL_DOWN, 18, 4);
	tap_ok(app->focus == GT_FOCUS_MAIN && gt_app_current(app)->detail_top == 3, "the wheel over the detail pane");
	keys(app, "o");
	free(demo_screen(app, 24, 80, false));
	click(app, GT_KEY_CLICK, 1, 1);
	tap_ok(!app->dialog.menu.open, "beside a menu: closed");
	gt_app_free(app);
}

/* No size is too small and nothing is drawn wrong: every row as wide as the screen. */
static void test_sizes(void)
{
	struct gt_app *app = new_app();
	const char *const states[] = { "first", "help", "close", "timeline", "greedy", "columns n dur g name time" };

	for (size_t i = 0; i < GT_COUNT(states); i++) {
		run(app, states[i]);
		for (int rows = 1; rows < 30; rows++) {
			for (int cols = 1; cols < 130; cols += 7)
				free(demo_screen(app, rows, cols, false));
		}
	}
	keys(app, "o");
	for (int n = 1; n < 20; n++)
		free(demo_screen(app, n, n, false));
	keys(app, "Esc :");
	for (int n = 1; n < 20; n++)
		free(demo_screen(app, n, n, true));
	tap_pass("all sizes");
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

static void test_jobs(void)
{
	static const struct gt_job_ops ops = { "sorting", job_step, job_done };
	struct gt_app *app = new_app();
	int steps = 0, other = 0;

	gt_app_start_job(app, &ops, &steps);
	for (int i = 0; i < 6; i++)
		gt_app_run_job(app, 1000);
	is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows         sorting 50% ▕█████     ▏",
		"progress");
	keys(app, "Esc");
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

static void test_stop(void)
{
	struct gt_app *app = new_app();
	struct gt_app_ops ops = *app->ops;
	int stopped = 0;

	ops.progress = reads;
	ops.cancel = stops;
	app->ops = &ops;
	app->ctx = &stopped;
	keys(app, "Esc");
	tap_ok(app->dialog.asking && strstr(app->dialog.prompt.label, "Stop reading"), "Esc asks before it stops the reading");
	keys(app, "n");
	tap_ok(!app->dialog.asking && stopped == 0, "no: it goes on");
	tap_is_str(gt_buf_str(&app->screen.message), "still reading", "and says so");
	keys(app, "Esc Esc");
	tap_ok(!app->dialog.asking && stopped == 0, "Esc twice is no yes");
	keys(app, "C-c Enter");
	tap_ok(!app->dialog.asking && stopped == 0, "neither is Enter");
	keys(app, "Tab Esc");
	tap_ok(!app->dialog.asking && app->focus == GT_FOCUS_MAIN, "what Esc leaves comes first");
	keys(app, "Esc y");
	tap_is_int(stopped, 1, "yes: it is stopped");
	tap_is_str(gt_buf_str(&app->screen.message), "reading stopped; what was read can be used", "and says that");
	keys(app, "Esc");
	tap_ok(!app->dialog.asking, "there is nothing more to stop");
	stopped = 0;
	keys(app, "Esc");
	stopped = 1;
	keys(app, "y");
	tap_is_str(gt_buf_str(&app->screen.message), "the whole trace has already been read", "a late answer");
	stopped = 0;
	keys(app, "Esc");
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

static void test_owed_jobs(void)
{
	static const struct gt_job_ops owing = { "sorting", job_step, owing_done };
	static const struct gt_job_ops ops = { "counting", job_step, job_done };
	struct gt_app *app = new_app();
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

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	test_jumps();
	test_pages();
	test_bookmarks();
	test_markers();
	test_digits();
	test_search();
	test_searching();
	test_filters();
	test_menus();
	test_focus();
	test_help();
	test_prompt();
	test_files();
	test_output();
	test_edit();
	test_mouse();
	test_sizes();
	test_jobs();
	test_owed_jobs();
	test_stop();
	return tap_done();
}
