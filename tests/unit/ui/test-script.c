/* Scripts and the config file: what they do, and what they say about errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/rc.h"
#include "ui/shell/script.h"
#include "unit/ui/demo.h"

/* Runs text as a script; what it dumped, to be freed.  rows, cols of the terminal. */
static char *run(struct gt_app *app, int rows, int cols, const char *text, int *result, struct gt_error *err)
{
	struct gt_term *term = gt_term_mem_open(rows, cols);
	FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	char *out_text = NULL;
	size_t out_len;
	FILE *out = open_memstream(&out_text, &out_len);

	*result = gt_script_run(app, term, in, "test", out, false, err);
	fclose(in);
	fclose(out);
	term->ops->close(term);
	return out_text;
}

static void is_run(const char *text, const char *want, const char *name)
{
	struct gt_app *app = demo_app();
	struct gt_error err = { 0 };
	int r;
	char *got = run(app, 18, 64, text, &r, &err);

	tap_is_int(r, 0, "%s: no error %s", name, err.text);
	tap_is_str(got, want, "%s", name);
	free(got);
	gt_app_free(app);
}

static void is_error(const char *text, int code, const char *want)
{
	struct gt_app *app = demo_app();
	struct gt_error err = { 0 };
	int r;

	free(run(app, 24, 80, text, &r, &err));
	tap_is_int(r, code, "code of: %s", want);
	tap_is_str(err.text, want, "text of: %s", want);
	gt_app_free(app);
}

TAP_TEST(screens)
{
	is_run("# a comment\n\ndown 4\n:page-down\ndump-screen\n",
	       "gtrace-tui  demo.out  go1.27  3.021s  1000 rows\n"
	       " 2 Timeline [3]Greedy\n"
	       "────────────────────────────────────────────────────────────────\n"
	       "  ▲# Duration   G Function\n"
	       "   7   10.5us   7 main.日本語 row7\n"
	       "   8   12us     8 runtime.gcBgMarkWorker row8\n"
	       "   9   13.5us   9 main.e\\x1b[31mvil row9\n"
	       "  10   15us    10 main.main row10\n"
	       "  11   16.5us  11 net/http.(*conn).serve row11\n"
	       "  12   18us    12 main.日本語 row12\n"
	       "  13   19.5us  13 runtime.gcBgMarkWorker row13\n"
	       "────────────────────────────────────────────────────────────────\n"
	       "Row      11\n"
	       "  main.f1\n"
	       "  main.f2\n"
	       "  main.f3                                                      ↓\n"
	       "row 11                                                   12/1000\n"
	       "?Help  Enter Open  Tab Pane  /Search  &Filter  o Sort  e Export\n",
	       "a screen");
	is_run("resize 40x6\nset ascii yes\ngoto 3\ndump-screen\n",
	       "  ^# Duration   G Function\n"
	       "   0        0   0 main.main row0\n"
	       "   1    1.5us   1 (*conn).serve row1\n"
	       "   2    3us     2 main.?????? row2\n"
	       "   3    4.5us   3 gcBgMarkWorker row3\n"
	       "Greedy  row 2                     3/1000\n",
	       "a small screen in ASCII");
}

TAP_TEST(errors)
{
	is_error("down\nfly\n", GT_ERR_USAGE, "test:2: no such command: fly");
	is_error("down x\n", GT_ERR_USAGE, "test:1: down: not a count: x");
	is_error("down 1 2\n", GT_ERR_USAGE, "test:1: usage: down [COUNT]");
	is_error("key Nokey\n", GT_ERR_USAGE, "test:1: not a key: Nokey");
	is_error("resize 5\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("resize 0x0\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("set theme pink\n", GT_ERR_USAGE, "test:1: theme: not pink, but one of: auto dark light safe");
	is_error("set detail-size 5\n", GT_ERR_USAGE, "test:1: detail-size: not 5, but 10 to 90");
	is_error("set nothing 1\n", GT_ERR_USAGE, "test:1: no such option: nothing");
	is_error("goto 101%\n", GT_ERR_USAGE, "test:1: goto: 0% to 100%");
	is_error("goto 99h\n", GT_ERR_USAGE, "test:1: goto: the trace ends at 1.000000000s");
	is_error("marker-a 2s\n", GT_ERR_USAGE, "test:1: marker-a: the trace ends at 1.000000000s");
	is_error("goto x\n", GT_ERR_USAGE, "test:1: goto: not a time, a row, a share or the like of g54: x");
	is_error("g 99\n", GT_ERR_USAGE, "test:1: there is no g99");
	is_error("p x\n", GT_ERR_USAGE, "test:1: p: not a number: x");
	is_error("filter abc\n", GT_ERR_USAGE, "test:1: not digits: abc");
	is_error("timeline\ngoto 5\n", GT_ERR_USAGE, "test:2: goto: a time as 1.234s or 50%");
	is_error("timeline\nsort dur\n", GT_ERR_USAGE, "test:2: this view has no column dur");
	is_error("timeline\ncolumns n\n", GT_ERR_USAGE, "test:2: this view has no column n");
	is_error("timeline\nfilter 1\n", GT_ERR_USAGE, "test:2: this view has no filters");
	is_error("timeline\nexport x\n", GT_ERR_USAGE, "test:2: this view exports nothing");
	is_error("timeline\nexport csv x\n", GT_ERR_USAGE, "test:2: this view exports nothing");
	is_error("sort dur up\n", GT_ERR_USAGE, "test:1: sort: asc or desc, not up");
	is_error("columns n nope\n", GT_ERR_USAGE, "test:1: this view has no column nope");
	is_error("marker-b soon\n", GT_ERR_USAGE, "test:1: marker-b: not a time: soon");
	is_error("key\n", GT_ERR_USAGE, "test:1: usage: key KEY...");
	is_error("mouse Click 1\n", GT_ERR_USAGE, "test:1: usage: mouse KEY COLUMN ROW");
	is_error("mouse Click 1 10001\n", GT_ERR_USAGE, "test:1: usage: mouse KEY COLUMN ROW");
	is_error("mouse Click 10001 1\n", GT_ERR_USAGE, "test:1: usage: mouse KEY COLUMN ROW");
	is_error("mouse Nokey 1 1\n", GT_ERR_USAGE, "test:1: not a key: Nokey");
	is_error("limits large\n", GT_ERR_USAGE, "test:1: usage: limits small|usual");
	is_error("dump-screen a b\n", GT_ERR_USAGE, "test:1: usage: dump-screen [FILE]");
	is_error("resize 2001x1\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("resize 1x2001\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("resize 0x9\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("resize 9x9x9\n", GT_ERR_USAGE, "test:1: usage: resize COLUMNSxROWS");
	is_error("sort nmae\n", GT_ERR_USAGE, "test:1: this view has no column nmae: did you mean name?");
	is_error("sort nope\n", GT_ERR_USAGE, "test:1: this view has no column nope");
	is_error("export json x\n", GT_ERR_USAGE, "test:1: this view does not export json");
	is_error("bind j\n", GT_ERR_USAGE, "test:1: usage: bind [VIEW] KEY ACTION [COUNT]");
	is_error("bind x down 3 4\n", GT_ERR_USAGE, "test:1: usage: bind [VIEW] KEY ACTION [COUNT]");
	is_error("bind timeline x down 3 4\n", GT_ERR_USAGE, "test:1: usage: bind [VIEW] KEY ACTION [COUNT]");
	is_error("bind x down y\n", GT_ERR_USAGE, "test:1: bind: not a count: y");
	is_error("bind Nokey down\n", GT_ERR_USAGE, "test:1: not a key: Nokey");
	is_error("bookmark\n", GT_ERR_USAGE, "test:1: usage: bookmark LETTER");
	is_error("prompt-accept\n", GT_ERR_USAGE, "test:1: prompt-accept: only while a line is being typed");
	is_error("hello\n", GT_ERR_USAGE, "test:1: hello whom?");
	is_error("down \"x\n", GT_ERR_USAGE, "test:1: a quote is not closed");
	is_error("dump-screen /nonexistent/x\n", GT_ERR_IO, "test:1: /nonexistent/x: No such file or directory");
}

static void is_message(const char *text, const char *want)
{
	struct gt_app *app = demo_app();
	struct gt_error err = { 0 };
	int r;

	free(run(app, 24, 80, text, &r, &err));
	tap_is_str(r < 0 ? err.text : gt_buf_str(&app->screen.message), want, "message: %s", want);
	gt_app_free(app);
}

TAP_TEST(messages)
{
	is_message("key C-y\n", "C-y is not bound here; ? shows the keys");
	is_message("key 5\n", "this view is not there");
	is_message("events\n", "this view is not there");
	is_message("hello world\n", "hello world");
	is_message("back\n", "nothing to go back to");
	is_message("unblocker\n", "unblocker: nothing to do here");
	is_message("set theme\n", "theme is auto: colours for a dark or a light screen; auto: as the terminal is; "
		   "safe: for red-green colour blindness");
	is_message("search nowhere\n", "not found: nowhere");
	is_message("timeline\nfilter-add\n", "this view has no filters");
	is_message("show-event\n", "no event or time is selected");
	is_message("show-timeline\n", "nothing is selected");
	is_message("show-goroutine\n", "no goroutine is selected");
	is_message("down 3\nshow-goroutine\n", "this view is not there");
	is_message("down 3\nshow-event\n", "this view is not there");
	is_message("quit\nfly\n", "");
	is_message("resize 2000x1\nresize 1x2000\nhello world\n", "hello world");
	is_message("mouse Click 10000 10000\nhello world\n", "hello world");
	is_message("timeline\nfocus-next\n", "this view has one pane only");
	is_message("timeline\nmarker-a\n", "no time is selected");
	is_message("timeline\nsort\n", "these rows cannot be sorted");
	is_message("timeline\ncolumns\n", "this view has no columns");
	is_message("timeline\nreverse\n", "these rows are not sorted");
	is_message("timeline\nsearch x\n", "there is nothing to search in this view");
	is_message("timeline\nkey /\n", "there is nothing to search in this view");
	is_message("timeline\nexport-ask\n", "this view exports nothing");
	is_message("timeline\ncopy\n", "there is nothing to copy here");
	is_message("click\n", "there was no click");
	is_message("key m é\n", "a bookmark is a letter");
	is_message("key m !\n", "bookmark !");
	is_message("key m ~\n", "bookmark ~");
	is_message("search-next\n", "no previous search");
}

/* ---- the config file ---- */

struct reports {
	struct gt_buf text;
};

static void report(void *arg, const char *text)
{
	struct reports *r = arg;

	gt_buf_printf(&r->text, "%s\n", text);
}

TAP_TEST(rc)
{
	static const char text[] =
		"# keys\n"
		"bind timeline x quit\n"
		"bind list \"g g\" first\n"
		"bind j fly\n"
		"set theme light\n"
		"set\n"
		"color gc #00ff00 default bold\n"
		"color gc ultraviolet\n"
		"quit\n"
		"set ascii=yes\n";
	struct gt_app *app = demo_app();
	struct reports r = { 0 };
	FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");

	tap_is_int(gt_rc_read(app, in, "config", report, &r), 4, "four errors");
	tap_is_str(gt_buf_str(&r.text),
		   "config:4: no such action: fly\n"
		   "config:6: set what?\n"
		   "config:8: not a colour: ultraviolet\n"
		   "config:9: not bind, set, color, preset or sql: quit\n", "each with file and line");
	tap_ok(!app->quitting, "only settings");
	tap_ok(app->settings.options.ascii, "read to the end");
	tap_is_str(app->settings.theme.name, "light", "the theme");
	tap_is_int(app->settings.theme.paint[GT_ROLE_GC].fg, 0x00ff00, "a colour of the user's");
	gt_app_set(app, "theme", "dark", NULL);
	tap_is_int(app->settings.theme.paint[GT_ROLE_GC].fg, 0x00ff00, "stays when the theme changes");
	fclose(in);
	gt_buf_release(&r.text);
	gt_app_free(app);
}

TAP_TEST(rc_path)
{
	struct gt_buf path = { 0 };

	setenv("XDG_CONFIG_HOME", "/x/y", 1);
	tap_ok(gt_rc_path(&path), "there is a place");
	tap_is_str(gt_buf_str(&path), "/x/y/gtrace-tui/config", "in XDG_CONFIG_HOME");
	gt_buf_reset(&path);
	setenv("XDG_CONFIG_HOME", "relative", 1);
	setenv("HOME", "/h", 1);
	gt_rc_path(&path);
	tap_is_str(gt_buf_str(&path), "/h/.config/gtrace-tui/config", "else below HOME");
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("HOME");
	tap_ok(!gt_rc_path(&path), "else nowhere");
	gt_buf_release(&path);
}
