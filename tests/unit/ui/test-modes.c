/* The line of modes: the open one is always on the screen, and a click finds what stands there. */
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/kit/canvas.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"
#include "unit/ui/demo.h"

static uint64_t group_key(const struct gt_table *t, uint64_t row)
{
	(void)t;
	return row;
}

static const struct gt_mode modes[] = {
	{ .name = "all" },
	{ .name = "by-reason", .key = group_key, .members = 3 },
	{ .name = "by-where" },
	{ .name = "waits", .aside = true },
	{ .name = "by-waker" },
	{ .name = "locks" },
	{ .name = "queues" },
	{ .name = "scheduling" },
	{ .name = "page", .set = 1 },
	{ .name = "scheduling-by-cause", .minor = 8 },
};

static const struct gt_modes_spec spec = { .v = modes, .n = GT_COUNT(modes) };

/* The line on a screen of so many columns, in ASCII: a byte is a column. */
static char *mode_line(struct gt_app *app, int cols)
{
	struct gt_grid *g = gt_grid_new(1, cols);
	const struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf out = { 0 };

	gt_grid_set_ascii(g, true);
	app->screen.cols = cols;
	gt_canvas_hline(&c, 0, 0, cols, GT_ROLE_RULE);
	gt_frame_modes(app, &c);
	gt_grid_dump(g, &out);
	gt_grid_free(g);
	return gt_buf_steal(&out);
}

static void put_tab(struct gt_buf *out, const struct gt_mode *mode, bool open)
{
	gt_buf_putc(out, open ? '[' : ' ');
	gt_mode_put_name(out, mode);
	gt_buf_putc(out, open ? ']' : ' ');
}

/* Of each name that is whole on the line: a click on it, on the column before and the one behind. */
static bool clicks_find(struct gt_app *app, const char *line, const struct gt_mode *open)
{
	bool all = true;

	for (size_t i = 0; i < GT_COUNT(modes); i++) {
		const struct gt_mode *m = &modes[i];
		struct gt_buf text = { 0 };
		const char *at;
		int x;

		put_tab(&text, m, m == open);
		at = m->aside || m->set || m->minor ? NULL : strstr(line, gt_buf_str(&text));
		x = at ? (int)(at - line) : 0;
		for (int end = at ? x + (int)text.len : 0; x < end; x++)
			all = all && gt_frame_mode_at(app, x) == m;
		gt_buf_release(&text);
	}
	return all;
}

TAP_TEST(line)
{
	struct gt_app *app = demo_app();
	struct gt_pane *pane = gt_app_current(app);
	struct gt_modes m = { .spec = &spec };
	char *line = mode_line(app, 80);

	tap_ok(!strchr(line, '['), "a view without modes has a rule");
	free(line);
	pane->modes = &m;
	line = mode_line(app, 100);
	tap_ok(strstr(line, "[all]") && strstr(line, " scheduling "), "with room: all of them");
	tap_ok(!strstr(line, "page") && !strstr(line, "waits"), "but not those that only rows lead to");
	tap_ok(!strstr(line, "by cause"), "nor one that is minor");
	free(line);
	m.now = 3;
	m.part.what = 2;
	line = mode_line(app, 100);
	tap_ok(strstr(line, "[by reason]"), "a group that is open: the groups that it is one of");
	free(line);
	m.part.what = 0;
	line = mode_line(app, 100);
	tap_ok(strstr(line, "[by reason]"), "what only groups lead to, of all: the same");
	free(line);
	m.now = 9;
	line = mode_line(app, 100);
	tap_ok(strstr(line, "[scheduling by cause]") && !strstr(line, " scheduling "), "a minor one that is open: in "
	       "the place of the other");
	free(line);
	m.now = 8;
	m.part.what = 0;
	line = mode_line(app, 100);
	tap_ok(!strstr(line, "page"), "one alone is no choice");
	free(line);
	for (m.now = 0; m.now < GT_COUNT(modes); m.now++) {
		bool open = true, found = true;

		for (int cols = 24; !modes[m.now].aside && !modes[m.now].set && cols < 140; cols++) {
			struct gt_buf text = { 0 };

			line = mode_line(app, cols);
			put_tab(&text, &modes[m.now], true);
			open = open && strstr(line, gt_buf_str(&text));
			found = found && clicks_find(app, line, &modes[m.now]);
			gt_buf_release(&text);
			free(line);
		}
		tap_ok(open, "%s: whole on screens of any width", modes[m.now].name);
		tap_ok(found, "%s: clicks find the names", modes[m.now].name);
	}
	pane->modes = NULL;
	gt_app_free(app);
}
