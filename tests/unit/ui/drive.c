/* Commands and keys as words, and where they lead. */
#include "unit/ui/drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "unit/ui/demo.h"

void drive_run(struct gt_app *app, const char *lines)
{
	while (*lines) {
		struct gt_buf one = { 0 };
		struct gt_error err;
		size_t n = strcspn(lines, ";");

		gt_buf_add(&one, lines, n);
		if (gt_app_command_of_script(app, gt_buf_str(&one), &err) < 0)
			tap_fail("%s: %s", gt_buf_str(&one), err.text);
		while (gt_app_run_job(app, 1000000))
			;
		gt_buf_release(&one);
		lines += n + (lines[n] == ';');
	}
}

void drive_keys(struct gt_app *app, const char *names)
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

void drive_is_place(struct gt_app *app, const char *want, const char *name)
{
	struct gt_listview *lv = gt_pane_list(gt_app_current(app));
	char got[80];

	snprintf(got, sizeof got, "%s %lld ms row %lld", gt_app_current(app)->ops->name,
		 (long long)(app->at.sel.time_ns / 1000000), lv ? (long long)lv->cursor : -1);
	tap_is_str(got, want, "%s", name);
}

void drive_is_line(struct gt_app *app, int from_bottom, const char *want, const char *name)
{
	char *screen = demo_screen(app, 24, 80, false), *line = screen;

	for (int i = 0; i < 24 - from_bottom; i++)
		line = strchr(line, '\n') + 1;
	line[strcspn(line, "\n")] = 0;
	tap_is_str(line, want, "%s", name);
	free(screen);
}

struct gt_app *drive_new(void)
{
	struct gt_app *app = demo_app();

	free(demo_screen(app, 24, 80, false));
	return app;
}
