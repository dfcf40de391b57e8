/* The application: views, jumps, search, filters, menus, prompts, the mouse. */
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "unit/ui/demo.h"
#include "unit/ui/drive.h"

TAP_TEST(jumps)
{
	struct gt_app *app = drive_new();

	drive_run(app, "down 5");
	drive_is_place(app, "greedy 5 ms row 5", "moving moves the selection");
	drive_run(app, "timeline");
	drive_is_place(app, "timeline 5 ms row -1", "another view, the same selection");
	drive_run(app, "right 3");
	drive_is_place(app, "timeline 8 ms row -1", "a move there");
	drive_run(app, "greedy");
	drive_is_place(app, "greedy 8 ms row 8", "is seen here");
	drive_run(app, "goto 0.5s");
	drive_is_place(app, "greedy 500 ms row 500", "goto a time");
	drive_run(app, "goto 25.5%");
	drive_is_place(app, "greedy 255 ms row 255", "goto a share");
	drive_run(app, "goto 10");
	drive_is_place(app, "greedy 9 ms row 9", "goto a row");
	drive_run(app, "g G16");
	drive_is_place(app, "greedy 16 ms row 16", "goto a goroutine");
	drive_run(app, "back");
	drive_is_place(app, "greedy 9 ms row 9", "back");
	drive_run(app, "back 2");
	drive_is_place(app, "greedy 500 ms row 500", "back twice");
	drive_run(app, "back 2");
	drive_is_place(app, "timeline 8 ms row -1", "back to another view");
	drive_run(app, "forward 3");
	drive_is_place(app, "greedy 255 ms row 255", "forward");
	drive_run(app, "forward 99");
	drive_is_place(app, "greedy 16 ms row 16", "to the newest");
	drive_run(app, "back;goto 0.7s;forward");
	drive_is_place(app, "greedy 700 ms row 700", "a jump forgets what was ahead");
	gt_app_free(app);
}

TAP_TEST(pages)
{
	struct gt_app *app = drive_new();

	drive_run(app, "down 3;open;down 4");
	drive_is_line(app, 8, "Page     7", "a page inside the pane");
	drive_run(app, "back");
	drive_is_line(app, 8, "Row      3", "back leaves it");
	drive_is_place(app, "greedy 3 ms row 3", "to the row it was opened from");
	drive_run(app, "forward");
	drive_is_line(app, 8, "Page     7", "forward opens it again");
	drive_run(app, "close");
	drive_is_line(app, 8, "Row      7", "close: the page");
	drive_run(app, "close");
	drive_is_place(app, "greedy 3 ms row 3", "then back");
	tap_ok(!app->quitting, "not yet out");
	drive_run(app, "close");
	tap_ok(app->quitting, "then out");
	gt_app_free(app);
}

TAP_TEST(bookmarks)
{
	struct gt_app *app = drive_new();

	drive_run(app, "down 42");
	drive_keys(app, "m x");
	drive_run(app, "first;timeline");
	drive_keys(app, "' x");
	drive_is_place(app, "greedy 42 ms row 42", "to a bookmark");
	drive_run(app, "back");
	drive_is_place(app, "timeline 0 ms row -1", "and back");
	drive_keys(app, "' y");
	drive_is_line(app, 2, "there is no bookmark y", "no such bookmark");
	gt_app_free(app);
}

TAP_TEST(markers)
{
	struct gt_app *app = drive_new();
	int64_t from, to;

	drive_run(app, "down 20;marker-b;up 5;marker-a");
	tap_ok(gt_app_range(app, &from, &to) && from == 15000000 && to == 20000000, "a range");
	drive_is_line(app, 2, "row 15  A-B 0.015000000s..0.020000000s                                   16/1000",
		"in the status");
	drive_run(app, "marker-a");
	tap_ok(!gt_app_range(app, &from, &to), "again: taken away");
	drive_run(app, "marker-a 30ms");
	tap_ok(gt_app_range(app, &from, &to) && to == 30000000, "set by a command");
	gt_app_free(app);
}

/* Digits are views and counts. */
TAP_TEST(digits)
{
	struct gt_app *app = drive_new();

	drive_keys(app, "2");
	drive_is_place(app, "timeline 0 ms row -1", "a view at once");
	gt_app_idle(app);
	drive_keys(app, "3");
	gt_app_idle(app);
	drive_is_place(app, "greedy 0 ms row 0", "and another");
	drive_keys(app, "2 0 j");
	drive_is_place(app, "greedy 20 ms row 20", "a count: the view is back");
	drive_keys(app, "2 j");
	drive_is_place(app, "greedy 22 ms row 22", "of one digit");
	tap_is_u64(app->at.jumps.back.n, 2, "what was taken back is not in the list");
	drive_keys(app, "2 3");
	drive_is_place(app, "greedy 22 ms row 22", "two digits are two views");
	gt_app_idle(app);
	drive_keys(app, "2 1 2 j");
	drive_is_place(app, "greedy 234 ms row 234", "unless a move follows them");
	drive_keys(app, "2 1 2 k");
	drive_is_place(app, "greedy 22 ms row 22", "wherever they led");
	tap_is_u64(app->at.jumps.back.n, 2, "and no view that was passed is in the list");
	drive_keys(app, "1 0");
	drive_is_line(app, 2, "row 22                                                               10  23/1000",
		"a count that waits is shown");
	drive_keys(app, "Esc");
	drive_is_line(app, 2, "nothing to cancel; Q quits                                               23/1000", "Esc forgets it");
	drive_keys(app, "C-c");
	drive_is_line(app, 2, "nothing to cancel; Ctrl-C again quits                                    23/1000", "Ctrl-C tells");
	drive_keys(app, "Esc C-c");
	tap_ok(!app->quitting, "another key in between: it does not quit");
	drive_keys(app, "C-c");
	tap_ok(app->quitting, "twice: it does");
	app->quitting = false;
	drive_keys(app, "2 |");
	drive_is_place(app, "timeline 22 ms row -1", "a digit before an action without count was a view");
	tap_is_u64(app->at.jumps.back.n, 3, "and is in the list");
	gt_app_free(app);
}

TAP_TEST(search)
{
	struct gt_app *app = drive_new();

	drive_keys(app, "/ r o w 9 9");
	drive_is_place(app, "greedy 99 ms row 99", "incremental");
	drive_keys(app, "Backspace Backspace 7 7");
	drive_is_place(app, "greedy 77 ms row 77", "from where it began");
	drive_keys(app, "Esc");
	drive_is_place(app, "greedy 0 ms row 0", "cancelled: back there");
	tap_ok(!app->find.matcher, "and nothing was searched for");
	drive_keys(app, "/ r o w 9 9 Enter");
	drive_is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000", "counted");
	drive_keys(app, "n");
	drive_is_line(app, 2, "row 990  /row99 2 of 11                                                 991/1000", "the next");
	drive_keys(app, "N N");
	drive_is_line(app, 2, "search continued from the bottom                                       1000/1000",
		"backwards round the end");
	drive_is_place(app, "greedy 999 ms row 999", "to the last");
	drive_keys(app, "C-l");
	drive_is_line(app, 2, "row 999  /row99 11 of 11                                               1000/1000", "of eleven");
	drive_run(app, "first;search-next");
	drive_is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000",
		"counted again after a move");
	drive_run(app, "search-next 3");
	drive_is_place(app, "greedy 992 ms row 992", "the third next");
	drive_keys(app, "/ Up Enter");
	drive_is_place(app, "greedy 992 ms row 992", "the history");
	drive_run(app, "search nowhere");
	drive_is_place(app, "greedy 992 ms row 992", "not found: nothing moves");
	drive_run(app, "search 日本語 row997");
	drive_is_place(app, "greedy 997 ms row 997", "text that is not ASCII");
	gt_app_free(app);
}

/* A search as work beside the keys: a row at each step. */
static void steps(struct gt_app *app, int n)
{
	while (n-- > 0)
		gt_app_run_job(app, 0);
}

TAP_TEST(searching)
{
	struct gt_app *app = drive_new();

	app->settings.limits.job_calls = 1;
	gt_app_command(app, "search nowhere", NULL);
	steps(app, 250);
	drive_is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 25% ▕██▌       ▏", "a quarter");
	steps(app, 500);
	drive_is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 75% ▕███████▌  ▏", "three");
	steps(app, 250);
	tap_ok(gt_app_works(app), "the last row");
	steps(app, 1);
	drive_is_line(app, 2, "not found: nowhere                                                        1/1000", "none has it");
	tap_ok(!gt_app_works(app), "done");
	gt_app_command(app, "search row99", NULL);
	steps(app, 99);
	drive_is_place(app, "greedy 0 ms row 0", "99 rows: not yet there");
	steps(app, 1);
	drive_is_place(app, "greedy 99 ms row 99", "the next one");
	drive_is_line(app, 2, "row 99  /row99 0+                                                       100/1000", "counted from the top");
	steps(app, 98);
	drive_is_line(app, 2, "row 99  /row99 0+                                                       100/1000", "none so far");
	steps(app, 1);
	drive_is_line(app, 2, "row 99  /row99 1+                                                       100/1000", "one");
	steps(app, 400);
	drive_is_line(app, 24, "gtrace-tui  demo.out  go1.27  3.021s  1000 rows       searching 50% ▕█████     ▏", "half is counted");
	steps(app, 495);
	drive_is_line(app, 2, "row 99  /row99 6+                                                       100/1000", "six up to row 994");
	steps(app, 10);
	drive_is_line(app, 2, "row 99  /row99 1 of 11                                                  100/1000", "all");
	/* The rows become fewer meanwhile. */
	gt_app_command(app, "search nowhere", NULL);
	steps(app, 800);
	drive_run(app, "filter 9");
	while (gt_app_run_job(app, 1000000))
		;
	drive_is_line(app, 2, "not found: nowhere                                                        19/271", "to the end of those that are left");
	gt_app_free(app);
}

TAP_TEST(filters)
{
	struct gt_app *app = drive_new();

	drive_run(app, "down 77;filter 9");
	drive_is_line(app, 2, "row 419  &9: 271 of 1000                                                  78/271", "a filter");
	drive_run(app, "filter 99");
	drive_is_line(app, 2, "row 999  2 filters: 19 of 1000                                             19/19", "two");
	drive_keys(app, "F Space Enter j Enter q");
	drive_is_line(app, 2, "row 999  &9: 271 of 1000                                                 271/271",
		"toggled: first off, on, second off");
	drive_run(app, "unfilter");
	drive_is_line(app, 2, "row 999                                                                1000/1000", "all gone");
	drive_keys(app, "& x Enter");
	drive_is_line(app, 2, "&x", "a bad one stays");
	tap_is_str(gt_buf_str(&app->screen.message), "not digits: x", "and why is said");
	drive_keys(app, "Esc");
	tap_is_u64(gt_app_current(app)->filters.n, 0, "is not kept");
	drive_keys(app, "& 1 2 3 Enter");
	drive_is_line(app, 2, "row 123  &123: 1 of 1000                                                     1/1", "typed");
	gt_app_free(app);
}

TAP_TEST(menus)
{
	struct gt_app *app = drive_new();
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	char *screen;
	int view;

	drive_keys(app, "o j Enter");
	tap_ok(lv->sort == 1 && lv->desc, "sorted by the chosen column");
	drive_is_line(app, 2, "row 999                                                                   1/1000",
		"largest first");
	drive_keys(app, "R");
	tap_ok(lv->sort == 1 && !lv->desc, "reversed");
	drive_keys(app, "O G Space Esc");
	tap_ok(gt_list_shows(lv, 4), "a column more");
	drive_run(app, "columns n");
	drive_keys(app, "O Space Esc");
	tap_ok(lv->shown == 1, "one column stays");
	drive_run(app, "sort dur;columns n dur");
	tap_ok(lv->sort == 1 && lv->desc && lv->shown == 3, "by commands");
	drive_keys(app, "o");
	drive_is_line(app, 1, "Enter Choose  Esc Cancel", "the keys of a menu");
	screen = demo_screen(app, 24, 80, false);
	tap_ok(strstr(screen, "┌─ Sort by ─") && strstr(screen, "│ "), "a box");
	free(screen);
	view = app->view;
	drive_keys(app, "2");
	tap_ok(app->dialog.menu.open && app->view == view, "other keys do nothing in a menu");
	drive_keys(app, "q");
	tap_ok(!app->dialog.menu.open && !app->quitting, "q closes it");
	drive_keys(app, "o");
	gt_app_show(app, GT_VIEW_TIMELINE);
	tap_ok(!app->dialog.menu.open && app->view != view, "another view takes the menu away: its items were the first one's");
	gt_app_show(app, view);
	drive_run(app, "set");
	screen = demo_screen(app, 24, 40, false);
	tap_ok(strstr(screen, "… │") != NULL, "help that does not fit is cut with an ellipsis");
	free(screen);
	drive_keys(app, "j j Enter");
	tap_ok(app->settings.options.ascii, "options by menu");
	gt_app_free(app);
}

TAP_TEST(focus)
{
	struct gt_app *app = drive_new();
	struct gt_pane *pane = gt_app_current(app);
	char *screen;

	drive_keys(app, "Tab j j");
	tap_ok(pane->detail_cursor == 2, "the keys move in the detail pane");
	drive_keys(app, "G");
	free(demo_screen(app, 24, 80, false));
	tap_ok(pane->detail_cursor == 12 && pane->detail_top == 7, "and scroll it");
	drive_is_line(app, 3, "  main.f12", "to its last line");
	drive_keys(app, "z");
	screen = demo_screen(app, 24, 80, false);
	tap_ok(strstr(screen, "Row      0") && !strstr(screen, "Function"), "maximised");
	free(screen);
	drive_keys(app, "z Esc j");
	drive_is_line(app, 8, "Row      1", "Esc gives the keys back");
	screen = demo_screen(app, 12, 40, false);
	tap_ok(!strstr(screen, "main.f1\n"), "a small screen shows one pane");
	free(screen);
	drive_keys(app, "Tab");
	screen = demo_screen(app, 12, 40, false);
	tap_ok(strstr(screen, "main.f1\n") && !strstr(screen, "Function"), "and Tab the other");
	free(screen);
	gt_app_free(app);
}

TAP_TEST(help)
{
	struct gt_app *app = drive_new();
	char *screen;

	drive_run(app, "down 5;help");
	screen = demo_screen(app, 60, 100, false);
	tap_ok(strstr(screen, "sort by a column"), "in short what one looks for");
	tap_ok(!strstr(screen, "reverse the order") && !strstr(screen, "Commands"), "and nothing else");
	free(screen);
	drive_keys(app, "?");
	screen = demo_screen(app, 160, 100, false);
	tap_ok(strstr(screen, "reverse the order") && strstr(screen, "Commands"), "again: all");
	tap_ok(strstr(screen, "Rows with numbers"), "help begins with the view");
	tap_ok(strstr(screen, "[?]Help"), "and says that it is the help");
	free(screen);
	drive_keys(app, "/ t a g Enter");
	tap_ok(strstr(gt_buf_str(&app->screen.message), "") && gt_pane_list(gt_app_current(app))->cursor > 10, "searched");
	drive_keys(app, "q");
	drive_is_place(app, "greedy 5 ms row 5", "left as it was");
	drive_keys(app, "? ? ?");
	drive_is_place(app, "greedy 5 ms row 5", "once more: left");
	drive_run(app, "help;help;search ^reverse$;open");
	drive_is_place(app, "greedy 5 ms row 994", "Enter does what the row says");
	gt_app_free(app);
}

TAP_TEST(prompt)
{
	struct gt_app *app = drive_new();

	drive_keys(app, ": d o w n Space 7 Enter");
	drive_is_place(app, "greedy 7 ms row 7", "a command");
	drive_keys(app, ": f l y Enter");
	drive_is_line(app, 2, ":fly", "a bad one stays");
	tap_is_str(gt_buf_str(&app->screen.message), "no such command: fly", "and why is said");
	drive_keys(app, ": h e l Tab Tab");
	drive_is_line(app, 2, ":hello  hello  help", "completion: the pane's and the actions");
	drive_is_line(app, 1, "Enter Done  Esc Cancel  Tab Complete  Up Older", "the keys of a prompt");
	drive_keys(app, "Esc : s e t Space t h Tab Space s Tab Enter");
	tap_is_str(app->settings.theme.name, "safe", "names and values of options");
	drive_keys(app, ": e x p o r t Space c s Tab");
	drive_is_line(app, 2, ":export csv", "formats");
	drive_keys(app, "Esc : s e t Space ' t h e m e ' Space s Tab");
	drive_is_line(app, 2, ":set 'theme' safe", "a quoted word is the word");
	drive_keys(app, "Esc : s e t Space ' t h Space s Tab");
	drive_is_line(app, 2, ":set 'th s", "nothing is completed in an open quote");
	drive_keys(app, "C-c");
	tap_ok(!app->dialog.asking, "C-c leaves the line");
	gt_app_free(app);
}

static void click(struct gt_app *app, gt_key key, int y, int x)
{
	const struct gt_input ev = { .key = key, .y = y, .x = x };

	gt_app_event(app, &ev);
}

TAP_TEST(mouse)
{
	struct gt_app *app = drive_new();
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));

	click(app, GT_KEY_CLICK, 7, 10);
	drive_is_place(app, "greedy 3 ms row 3", "a click on a row");
	click(app, GT_KEY_CLICK, 3, 8);
	tap_ok(lv->sort == 1, "on a title");
	click(app, GT_KEY_CLICK, 1, 3);
	tap_is_int(app->view, GT_VIEW_TIMELINE, "on a tab");
	click(app, GT_KEY_CLICK, 23, 0);
	tap_is_int(app->view, GT_VIEW_HELP, "on a hint");
	click(app, GT_KEY_WHEEL_DOWN, 10, 10);
	tap_ok(gt_pane_list(gt_app_current(app))->top == 3, "the wheel");
	drive_keys(app, "q 3");
	click(app, GT_KEY_CLICK, 18, 4);
	tap_ok(app->focus == GT_FOCUS_DETAIL && gt_app_current(app)->detail_cursor == 2, "in the detail pane");
	click(app, GT_KEY_DOUBLE_CLICK, 6, 4);
	drive_is_line(app, 8, "Page     8", "two clicks open");
	click(app, GT_KEY_CLICK, 5, 5);
	click(app, GT_KEY_WHEEL_DOWN, 18, 4);
	tap_ok(app->focus == GT_FOCUS_MAIN && gt_app_current(app)->detail_top == 3, "the wheel over the detail pane");
	drive_keys(app, "o");
	free(demo_screen(app, 24, 80, false));
	click(app, GT_KEY_CLICK, 1, 1);
	tap_ok(!app->dialog.menu.open, "beside a menu: closed");
	gt_app_free(app);
}

/* No size is too small and nothing is drawn wrong: every row as wide as the screen. */
TAP_TEST(sizes)
{
	struct gt_app *app = drive_new();
	const char *const states[] = { "first", "help", "close", "timeline", "greedy", "columns n dur g name time" };

	for (size_t i = 0; i < GT_COUNT(states); i++) {
		drive_run(app, states[i]);
		for (int rows = 1; rows < 30; rows++) {
			for (int cols = 1; cols < 130; cols += 7)
				free(demo_screen(app, rows, cols, false));
		}
	}
	drive_keys(app, "o");
	for (int n = 1; n < 20; n++)
		free(demo_screen(app, n, n, false));
	drive_keys(app, "Esc :");
	for (int n = 1; n < 20; n++)
		free(demo_screen(app, n, n, true));
	tap_pass("all sizes");
	gt_app_free(app);
}
