/* The line of modes: what the open view can list, on the rule below the tabs. */
#include <string.h>

#include "ui/app/app_state.h"
#include "ui/shell/frame.h"

#define MARGIN 1              /* columns of the rule before the first name */

struct mode_tab {
	const struct gt_mode *mode;
	int x, cols;          /* x: of the line, of which only a part may be on the screen */
	bool shown;
};

/* Each name with a column on both sides, for the brackets of the one that is shown; returns the columns of all. */
static int place_modes(const struct gt_pane *pane, struct mode_tab *tabs, size_t *n)
{
	struct gt_mode_item items[GT_MODES_MAX];
	int x = 0;

	*n = gt_modes_list(pane, false, items);
	for (size_t i = 0; i < *n; i++) {
		const char *name = items[i].mode->name;

		tabs[i] = (struct mode_tab){ .mode = items[i].mode, .x = x, .shown = items[i].shown };
		tabs[i].cols = (int)strlen(name) + 2;
		x += tabs[i].cols + 1;
	}
	return x - 1;
}

/* The first column of the line that the screen shows: around the open mode where there is no room for all. */
static int first_column(const struct mode_tab *tabs, size_t n, int all, int room)
{
	int middle = 0, from;

	for (size_t i = 0; i < n; i++)
		if (tabs[i].shown)
			middle = tabs[i].x + tabs[i].cols / 2;
	from = middle - room / 2;
	if (from > all - room)
		from = all - room;
	return from > 0 ? from : 0;
}

/* Places the tabs where they are on the screen; 0: the view has no modes, or one only. */
static size_t screen_modes(struct gt_app *app, int cols, struct mode_tab *tabs, bool *before, bool *after)
{
	const struct gt_pane *pane = gt_app_current(app);
	int room = cols - 2 * MARGIN, all, from;
	size_t n = 0;

	*before = *after = false;
	if (!pane || !pane->modes)
		return 0;
	all = place_modes(pane, tabs, &n);
	if (n < 2)
		return 0;
	from = first_column(tabs, n, all, room);
	*before = from > 0;
	*after = all - from > room;
	for (size_t i = 0; i < n; i++)
		tabs[i].x += MARGIN - from;
	return n;
}

void gt_frame_modes(struct gt_app *app, const struct gt_canvas *c)
{
	struct mode_tab tabs[GT_MODES_MAX];
	bool before, after;
	size_t n = screen_modes(app, c->cols, tabs, &before, &after);
	const struct gt_canvas line = gt_canvas_sub(c, 0, MARGIN, 1, c->cols - 2 * MARGIN);
	struct gt_buf text = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct mode_tab *t = &tabs[i];
		const gt_style style = t->shown ? GT_ROLE_TAB_CURRENT : GT_ROLE_TAB;
		int x = t->x - MARGIN;

		gt_buf_reset(&text);
		gt_buf_putc(&text, t->shown ? '[' : ' ');
		gt_mode_put_name(&text, t->mode);
		gt_buf_putc(&text, t->shown ? ']' : ' ');
		x += gt_canvas_text(&line, 0, x, style, gt_buf_str(&text));
		if (i + 1 < n)
			gt_canvas_text(&line, 0, x, GT_ROLE_RULE, "·");
	}
	gt_buf_release(&text);
	if (before)
		gt_canvas_text(c, 0, 0, GT_ROLE_DIM, "…");
	if (after)
		gt_canvas_text(c, 0, c->cols - 1, GT_ROLE_DIM, "…");
}

const struct gt_mode *gt_frame_mode_at(struct gt_app *app, int x)
{
	struct mode_tab tabs[GT_MODES_MAX];
	bool before, after;
	size_t n = screen_modes(app, app->screen.cols, tabs, &before, &after);

	for (size_t i = 0; i < n; i++)
		if (x >= tabs[i].x && x < tabs[i].x + tabs[i].cols)
			return tabs[i].mode;
	return NULL;
}
