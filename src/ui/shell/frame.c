/* Draws a whole frame: layout, panes, rules, menu. */
#include "ui/shell/frame.h"

#include "base/utf8.h"
#include "ui/app/app_state.h"

#define REDRAWS 3

static struct gt_canvas canvas_of(const struct gt_canvas *whole, const struct gt_rect *r)
{
	return gt_canvas_sub(whole, r->y, r->x, r->rows, r->cols);
}

static bool shown(const struct gt_rect *r)
{
	return r->rows > 0 && r->cols > 0;
}

/* ---- layout ---- */

static int frame_detail_percent(const struct gt_app *app, const struct gt_pane *pane)
{
	int size = (int)app->settings.options.detail_size;

	return pane && pane->ops->detail_percent ? size * pane->ops->detail_percent / 100 : size;
}

static void frame_lay_out(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_layout_in in;

	if (pane && (pane->detail_most.screen_rows != app->screen.rows ||
		     pane->detail_most.screen_cols != app->screen.cols)) {
		pane->detail_most.rows = pane->detail_most.cols = 0;
		pane->detail_most.screen_rows = app->screen.rows;
		pane->detail_most.screen_cols = app->screen.cols;
	}
	in = (struct gt_layout_in){
		.rows = app->screen.rows,
		.cols = app->screen.cols,
		.split = (enum gt_split)app->settings.options.split,
		.list = gt_pane_list(pane),
		.focus = app->focus,
		.maximised = app->maximised,
		.has_detail = pane && pane->ops->draw_detail && app->screen.rows >= pane->ops->detail_from,
		.hints = app->settings.options.hints,
		.detail_percent = frame_detail_percent(app, pane),
		.detail_rows = pane ? pane->detail_most.rows : 0,
		.detail_cols = pane ? pane->detail_most.cols : 0,
	};

	gt_layout_compute(&app->screen.layout, &in);
}

/* ---- panes ---- */

static void draw_main(struct gt_app *app, const struct gt_canvas *whole)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_canvas c = canvas_of(whole, &app->screen.layout.main);
	struct gt_listview *lv = gt_pane_list(pane);

	if (!shown(&app->screen.layout.main)) {
		if (lv)
			lv->said = 0;
		return;
	}
	if (!pane)
		gt_canvas_text(&c, 0, 0, GT_ROLE_DIM, "there is nothing to show");
	else if (pane->ops->draw)
		pane->ops->draw(pane, &c);
	else if (lv)
		gt_list_draw(lv, &c, app->find.matcher);
}

/* The detail pane draws all its lines; those above the first visible one fall outside the clip. */
static int draw_detail_from(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_canvas scrolled = *c;

	gt_canvas_clear(c);
	scrolled.oy -= pane->detail_top;
	scrolled.rows += pane->detail_top;
	return pane->ops->draw_detail(pane, &scrolled);
}

static void frame_draw_detail(struct gt_app *app, const struct gt_canvas *whole)
{
	struct gt_pane *pane = gt_app_current(app);
	struct gt_canvas c = canvas_of(whole, &app->screen.layout.detail);
	int last;

	if (!shown(&app->screen.layout.detail) || !pane || !pane->ops->draw_detail || app->screen.held)
		return;
	pane->detail_lines = draw_detail_from(pane, &c);
	last = pane->detail_lines > c.rows ? pane->detail_lines - c.rows : 0;
	if (pane->detail_top > last) {
		pane->detail_top = last;
		pane->detail_lines = draw_detail_from(pane, &c);
	}
	if (pane->detail_cursor >= pane->detail_lines)
		pane->detail_cursor = pane->detail_lines > 0 ? pane->detail_lines - 1 : 0;
	if (app->focus == GT_FOCUS_DETAIL)
		gt_canvas_under(&c, pane->detail_cursor - pane->detail_top, 0, 1, c.cols, GT_ROLE_CURSOR);
	else if (last > pane->detail_top)
		gt_canvas_text(&c, c.rows - 1, c.cols - 1, GT_ROLE_DIM, "↓");
}

/*
 * Notes what the detail pane needs: it grows with its text, and shrinks only with the screen, so that a list does
 * not jump while one moves in it.  What a job or the next frame may still change counts when it is finished.
 * True: the panes have to be drawn again, in their new places.
 */
static bool note_needs(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);
	const struct gt_rect was = app->screen.layout.detail, *is = &app->screen.layout.detail;

	if (!shown(&was) || !shown(&app->screen.layout.main) || app->screen.dirty || app->screen.held ||
	    gt_app_works(app))
		return false;
	/* 0: not known yet. */
	if (pane->detail_most.rows < pane->detail_lines || !pane->detail_most.rows)
		pane->detail_most.rows = pane->detail_lines ? pane->detail_lines : 1;
	if (pane->detail_most.cols < pane->detail_cols)
		pane->detail_most.cols = pane->detail_cols;
	frame_lay_out(app);
	return was.rows != is->rows || was.cols != is->cols;
}

/* The rule at the pane that has the keys stands out. */
static void draw_rules(struct gt_app *app, const struct gt_canvas *whole)
{
	const struct gt_layout *l = &app->screen.layout;
	bool detail = app->focus == GT_FOCUS_DETAIL;
	gt_style above = detail ? GT_ROLE_RULE : GT_ROLE_RULE_FOCUS, style = detail ? GT_ROLE_RULE_FOCUS : GT_ROLE_RULE;
	const struct gt_rect *r = &l->rule_detail;

	if (shown(&l->rule))
		gt_canvas_hline(whole, l->rule.y, l->rule.x, l->rule.cols,
				shown(r) ? above : GT_ROLE_RULE);
	/* Between the panes: heavy when the second one has the keys. */
	if (r->rows > 1)
		gt_canvas_fill(whole, r->y, r->x, r->rows, r->cols, style, detail ? "┃" : "│");
	else if (shown(r))
		gt_canvas_fill(whole, r->y, r->x, r->rows, r->cols, style, detail ? "━" : "─");
}

static void draw_panes(struct gt_app *app, const struct gt_canvas *whole)
{
	draw_rules(app, whole);
	draw_main(app, whole);
	frame_draw_detail(app, whole);
}

/* ---- the bars ---- */

static void frame_draw_bar(struct gt_app *app, const struct gt_canvas *whole, const struct gt_rect *r,
			   void (*draw)(struct gt_app *app, const struct gt_canvas *c))
{
	const struct gt_canvas c = canvas_of(whole, r);

	if (shown(r))
		draw(app, &c);
}

/* Without room for a status line, a prompt or message takes the last row of the pane. */
static void draw_bottom(struct gt_app *app, const struct gt_canvas *whole, int *cy, int *cx)
{
	struct gt_rect r = app->screen.layout.status;
	struct gt_canvas c;

	if (!shown(&r)) {
		if (!app->dialog.asking && app->screen.message.len == 0)
			return;
		r = (struct gt_rect){ app->screen.rows - 1, 0, 1, app->screen.cols };
	}
	c = canvas_of(whole, &r);
	if (app->dialog.asking) {
		*cy = r.y;
		*cx = r.x + gt_prompt_draw(&app->dialog.prompt, &c, 0);
		if (*cx >= app->screen.cols)
			*cx = app->screen.cols - 1;
	} else {
		gt_frame_status(app, &c);
	}
}

/* What is said while a line is typed: below the byte that it is about, if it is about one. */
static void draw_fault(struct gt_app *app, const struct gt_canvas *whole)
{
	const struct gt_rect *s = &app->screen.layout.status, *h = &app->screen.layout.hints;
	int y = shown(h) ? h->y : shown(s) ? s->y - 1 : app->screen.rows - 2, x = 0;
	const struct gt_canvas row = gt_canvas_sub(whole, y, 0, 1, whole->cols);
	struct gt_buf text = { 0 };
	int width;

	if (y < 0 || !app->dialog.asking || app->screen.message.len == 0)
		return;
	gt_text_escape(&text, gt_buf_str(&app->screen.message), app->screen.message.len);
	width = gt_text_width(gt_buf_str(&text), text.len);
	gt_canvas_fill(&row, 0, 0, 1, row.cols, GT_ROLE_NORMAL, " ");
	if (app->dialog.faulty && app->dialog.fault_at != SIZE_MAX && y > s->y) {
		int mark = gt_prompt_column(&app->dialog.prompt, &row, 0, app->dialog.fault_at);

		/* Behind the mark, or before it, or cut; on the right without the mark. */
		if (mark + 2 + width <= row.cols || mark < row.cols / 2)
			x = mark + 2;
		else
			x = mark > width ? mark - 1 - width : 0;
		if (x > 0 || width < mark)
			gt_canvas_text(&row, 0, mark, app->screen.message_role, "^");
	}
	gt_canvas_fit(&row, 0, x, row.cols - x < width ? row.cols - x : width, app->screen.message_role,
		      gt_buf_str(&text), text.len, false);
	gt_buf_release(&text);
}

/* ---- a detail that stays ---- */

static bool same_place(const struct gt_rect *a, const struct gt_rect *b)
{
	return a->y == b->y && a->x == b->x && a->rows == b->rows && a->cols == b->cols;
}

/* Empties the grid for the next frame, in which the detail may stay. */
static void begin_frame(struct gt_app *app, struct gt_grid *g, unsigned dirty)
{
	const struct gt_rect *r = &app->screen.layout.detail;

	app->screen.held = app->screen.may_hold && shown(r) && app->focus != GT_FOCUS_DETAIL &&
			   !(dirty & (GT_DIRTY_RECALC | GT_DIRTY_REFLOW)) &&
			   app->screen.detail_of == gt_app_current(app) && app->screen.detail_in == g &&
			   same_place(r, &app->screen.detail_at);
	if (app->screen.held)
		gt_grid_clear_around(g, r->y, r->x, r->rows, r->cols);
	else
		gt_grid_clear(g);
}

/* Menus, boxes and prompts may have covered it. */
static void end_frame(struct gt_app *app, const struct gt_grid *g)
{
	bool covered = app->dialog.menu.open || app->dialog.asking || gt_frame_pending(app, NULL) ||
		       !shown(&app->screen.layout.status);

	app->screen.detail_of = covered ? NULL : gt_app_current(app);
	app->screen.detail_in = g;
	app->screen.detail_at = app->screen.layout.detail;
}

void gt_frame_draw(struct gt_app *app, struct gt_grid *g, int *cy, int *cx)
{
	const struct gt_layout *l = &app->screen.layout;
	struct gt_pane *pane = gt_app_current(app);
	unsigned dirty = app->screen.dirty;
	struct gt_canvas whole, c;

	*cy = *cx = -1;
	if (gt_grid_rows(g) != app->screen.rows || gt_grid_cols(g) != app->screen.cols) {
		gt_grid_resize(g, app->screen.rows, app->screen.cols);
		app->screen.detail_of = NULL;
	}
	gt_grid_set_ascii(g, app->settings.options.ascii);
	whole = gt_grid_canvas(g);
	if (pane && dirty & GT_DIRTY_RECALC)
		pane->seen_data = 0;
	/* What becomes dirty from here on is for the next frame: panes leave it work that would take too long. */
	app->screen.dirty = 0;
	gt_app_check_question(app);
	gt_app_sync(app);
	frame_lay_out(app);
	begin_frame(app, g, dirty);
	draw_panes(app, &whole);
	/* What a narrower list leaves out the detail says, which may then need more. */
	for (int i = 0; i < REDRAWS && note_needs(app); i++) {
		gt_grid_clear(g);
		draw_panes(app, &whole);
	}
	frame_draw_bar(app, &whole, &l->title, gt_frame_title);
	frame_draw_bar(app, &whole, &l->tabs, gt_frame_tabs);
	frame_draw_bar(app, &whole, &l->rule, gt_frame_modes);
	if (app->dialog.menu.open) {
		app->dialog.menu_rect = (struct gt_rect){
			.y = l->title.rows, .rows = whole.rows - l->title.rows - l->status.rows, .cols = whole.cols,
		};
		c = canvas_of(&whole, &app->dialog.menu_rect);
		gt_menu_draw(&app->dialog.menu, &c);
	}
	/* In the same place. */
	c = gt_canvas_sub(&whole, l->title.rows, 0, whole.rows - l->title.rows - l->status.rows, whole.cols);
	gt_frame_bookmarks(app, &c);
	draw_bottom(app, &whole, cy, cx);
	frame_draw_bar(app, &whole, &l->hints, gt_frame_hints);
	draw_fault(app, &whole);
	end_frame(app, g);
}
