/* Opens a source line in the user's editor. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/app/app_state.h"
#include "ui/app/starter.h"

/* "FROM=TO FROM=TO": the longest FROM that the file starts with is replaced. */
static void map_path(const char *map, const char *file, struct gt_buf *out)
{
	const char *best = NULL;
	size_t best_from = 0, best_to = 0;

	while (map && *map) {
		size_t n = strcspn(map, " "), from = strcspn(map, "=");

		if (from < n && from >= best_from && strncmp(map, file, from) == 0) {
			best = map;
			best_from = from;
			best_to = n - from - 1;
		}
		map += n + strspn(map + n, " ");
	}
	if (best) {
		gt_buf_add(out, best + best_from + 1, best_to);
		file += best_from;
	} else if (*file == '-' || *file == '+') {
		/* Never an option of the editor. */
		gt_buf_puts(out, "./");
	}
	gt_buf_puts(out, file);
}

static void open_file(struct gt_app *app, const char *file, uint64_t line)
{
	const char *command = NULL;
	int status;

	for (unsigned i = 0; i < GT_EDITORS && (!command || !*command); i++)
		command = gt_editor(app->settings.options.editor, i);

	if (!app->term || !app->term->ops->real(app->term)) {
		gt_app_message(app, "%s +%llu %s", command, (unsigned long long)line, file);
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

void gt_app_edit(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_buf file = { 0 }, mapped = { 0 };
	uint64_t line = 0;
	int detail = app->focus == GT_FOCUS_DETAIL && pane ? pane->detail_cursor : -1;

	if (!pane || !pane->ops->source || !pane->ops->source(pane, detail, &file, &line) || file.len == 0) {
		gt_app_message(app, "no source line is selected");
	} else {
		map_path(app->settings.options.path_map, gt_buf_str(&file), &mapped);
		/* The trace says where the program was built: the file may not be here. */
		if (access(gt_buf_str(&mapped), R_OK) != 0)
			gt_app_error(app, "%s not found; see `set path-map FROM=TO`", gt_buf_str(&mapped));
		else
			open_file(app, gt_buf_str(&mapped), line);
	}
	gt_buf_release(&file);
	gt_buf_release(&mapped);
}
