/* Opens a source line in the user's editor. */
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pathmap.h"
#include "ui/app/app_state.h"
#include "ui/app/starter.h"
#include "ui/kit/words.h"

void gt_app_source_path(const struct gt_app *app, const char *file, struct gt_buf *out)
{
	const char *map = gt_app_options(app)->path_map, *best = NULL;
	size_t from = 0;
	struct gt_words w = { 0 };

	if (map && gt_words_split(&w, map, NULL) == 0) {
		for (size_t i = 0; i < w.n; i++) {
			size_t n = gt_pathmap_fits(w.v[i], file);

			if (n && n >= from) {
				best = w.v[i];
				from = n;
			}
		}
	}
	if (best)
		gt_buf_puts(out, best + from + 1);
	file += from;
	/* Never an option of the editor. */
	if (out->len == 0 && (*file == '-' || *file == '+'))
		gt_buf_puts(out, "./");
	gt_buf_puts(out, file);
	gt_words_release(&w);
}

int gt_app_map_path(struct gt_app *app, const char *pair, struct gt_error *err)
{
	struct gt_buf map = { 0 };
	int r;

	if (*pair == '=' || !strchr(pair, '='))
		return gt_error_usage(err, "not OLD=NEW: %s", pair);
	if (app->settings.options.path_map)
		gt_buf_puts(&map, app->settings.options.path_map);
	gt_buf_puts(&map, map.len ? " \"" : "\"");
	for (; *pair; pair++) {
		if (*pair == '"' || *pair == '\\')
			gt_buf_putc(&map, '\\');
		gt_buf_putc(&map, *pair);
	}
	gt_buf_putc(&map, '"');
	r = gt_app_set(app, "path-map", gt_buf_str(&map), err);
	gt_buf_release(&map);
	return r;
}

static void open_file(struct gt_app *app, const char *file, uint64_t line)
{
	const char *command = NULL;
	int status;

	for (unsigned i = 0; i < GT_EDITORS && (!command || !*command); i++)
		command = gt_editor(app->settings.options.editor, i);

	if (!app->term || !app->term->ops->real(app->term)) {
		struct gt_buf shown = { 0 };

		gt_editor_show(&shown, command, file, line);
		gt_app_message(app, "%s", gt_buf_str(&shown));
		gt_buf_release(&shown);
		return;
	}
	app->term->ops->suspend(app->term);
	gt_app_sleeping(app, true);
	status = gt_starter_run(app->starter, command, file, line);
	gt_app_sleeping(app, false);
	app->term->ops->resume(app->term);
	gt_app_dirty(app, GT_DIRTY_ALL);
	if (status == GT_STARTER_UNKNOWN)
		gt_app_error(app, "set the editor before start-up: EDITOR, the configuration, -c, or --no-sandbox");
	else if (status == -1 || !WIFEXITED(status))
		gt_app_error(app, "%s could not be run", command);
	else if (WEXITSTATUS(status) != 0)
		gt_app_error(app, "%s ended with %d", command, WEXITSTATUS(status));
}

#define HAS_CONTROLS "has control characters in its name"

/* The trace says where the program was built, and may say anything.  NULL: it can be opened. */
static const char *why_not(const char *file)
{
	struct stat st;

	for (const char *c = file; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return HAS_CONTROLS;
	if (stat(file, &st) != 0 || access(file, R_OK) != 0)
		return "not found; see `set path-map FROM=TO`";
	return S_ISREG(st.st_mode) ? NULL : "is no plain file";
}

void gt_app_edit(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_buf file = { 0 }, mapped = { 0 };
	const char *why;
	uint64_t line = 0;
	int detail = app->focus == GT_FOCUS_DETAIL && pane ? pane->detail_cursor : -1;

	if (!pane || !pane->ops->source || !pane->ops->source(pane, detail, &file, &line) || file.len == 0) {
		gt_app_message(app, "no source line is selected");
	} else {
		gt_app_source_path(app, gt_buf_str(&file), &mapped);
		/* With a NUL in it another file would be opened. */
		why = memchr(file.data, 0, file.len) ? HAS_CONTROLS : why_not(gt_buf_str(&mapped));
		if (why)
			gt_app_error(app, "%s %s", gt_buf_str(&mapped), why);
		else
			open_file(app, gt_buf_str(&mapped), line);
	}
	gt_buf_release(&file);
	gt_buf_release(&mapped);
}
