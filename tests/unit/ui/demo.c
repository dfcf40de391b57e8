/* A pane that knows no trace: numbered rows, to try the framework with. */
#include "unit/ui/demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/xalloc.h"
#include "ui/app/app_state.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"

struct demo {
	struct gt_listview list;
	uint64_t rows[DEMO_ROWS];   /* those shown, in the order they are shown */
	bool page;                  /* a page was opened */
};

enum { COL_N, COL_DUR, COL_G, COL_NAME, COL_TIME };

static const struct gt_list_column columns[] = {
	{ "n", "#", "number of the row", 4, 8, 0, GT_LIST_COL_RIGHT },
	{ "dur", "Duration", "how long it took", 8, 10, 0, GT_LIST_COL_RIGHT | GT_LIST_COL_DESC },
	{ "g", "G", "goroutine", 3, 8, 2, GT_LIST_COL_RIGHT },
	{ "name", "Function", "what it ran", 12, 0, 0, GT_LIST_COL_FUNC },
	{ "time", "Start", "when", 12, 14, 3, GT_LIST_COL_RIGHT | GT_LIST_COL_HIDDEN },
};

static void demo_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	static const char *const names[] = {
		"main.main", "net/http.(*conn).serve", "main.日本語", "runtime.gcBgMarkWorker", "main.e\033[31mvil",
	};
	const struct demo *d = ctx;
	uint64_t i = d->rows[row];

	if (col == COL_N)
		gt_buf_u64(out, i);
	else if (col == COL_DUR)
		gt_human_dur(out, (int64_t)i * 1500);
	else if (col == COL_G)
		gt_buf_u64(out, i % 17);
	else if (col == COL_NAME)
		gt_buf_printf(out, "%s row%" PRIu64, names[i % GT_COUNT(names)], i);
	else
		gt_human_time(out, (int64_t)i * 1000000);
}

static gt_style demo_style(void *ctx, uint64_t row, unsigned col)
{
	const struct demo *d = ctx;

	return col == COL_G ? gt_style_goroutine(d->rows[row] % 17) : GT_ROLE_NORMAL;
}

static uint64_t demo_id(void *ctx, uint64_t row)
{
	return ((struct demo *)ctx)->rows[row];
}

static const struct gt_list_ops list_ops = { .cell = demo_cell, .style = demo_style, .id = demo_id };

/* ---- the pane ---- */

static void demo_init(struct gt_pane *pane)
{
	struct demo *d = pane->priv;

	gt_list_init(&d->list, &list_ops, d, columns, GT_COUNT(columns));
	d->list.sort = COL_N;
}

static void demo_free(struct gt_pane *pane)
{
	gt_list_release(&((struct demo *)pane->priv)->list);
}

static struct gt_listview *demo_list(struct gt_pane *pane)
{
	return &((struct demo *)pane->priv)->list;
}

static bool passes(const struct gt_pane_filters *filters, uint64_t i)
{
	char number[24];

	snprintf(number, sizeof number, "%" PRIu64, i);
	for (size_t f = 0; f < filters->n; f++) {
		if (filters->v[f].on && !strstr(number, filters->v[f].text))
			return false;
	}
	return true;
}

/* The numbers and the durations have the same order. */
static void demo_fill(struct gt_pane *pane)
{
	struct demo *d = pane->priv;
	uint64_t n = 0;

	for (uint64_t i = 0; i < DEMO_ROWS; i++) {
		uint64_t row = d->list.desc ? DEMO_ROWS - 1 - i : i;

		if (passes(&pane->filters, row))
			d->rows[n++] = row;
	}
	d->list.total = DEMO_ROWS;
	gt_list_set_rows(&d->list, n, true);
}

static void demo_refresh(struct gt_pane *pane)
{
	demo_fill(pane);
}

static void demo_moved(struct gt_pane *pane)
{
	const struct demo *d = pane->priv;
	uint64_t i = d->rows[d->list.cursor];
	const struct gt_sel sel = {
		.has = GT_SEL_TIME | GT_SEL_G | GT_SEL_P,
		.time_ns = (int64_t)i * 1000000,
		.g = i % 17,
		.g_row = (uint32_t)(i % 17),
		.p = i % 4,
	};

	gt_app_select(pane->app, &sel);
}

static void demo_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct demo *d = pane->priv;

	if (!(sel->has & GT_SEL_TIME))
		return;
	for (uint64_t r = 0; r < d->list.rows; r++) {
		if ((int64_t)d->rows[r] == sel->time_ns / 1000000)
			gt_list_goto(&d->list, r, true);
	}
}

static int demo_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err)
{
	for (size_t f = 0; f < filters->n; f++) {
		if (strspn(filters->v[f].text, "0123456789") != strlen(filters->v[f].text))
			return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "not digits: %s", filters->v[f].text);
	}
	demo_fill(pane);
	return 0;
}

static bool demo_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct demo *d = pane->priv;

	if (act->action == GT_ACT_OPEN && act->y < 0 && !d->page) {
		gt_app_record(pane->app);
		d->page = true;
		return true;
	}
	if (act->action == GT_ACT_CLOSE && d->page) {
		d->page = false;
		return true;
	}
	return false;
}

static int demo_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	const struct demo *d = pane->priv;
	char value[32];

	if (d->list.rows == 0)
		return 0;
	snprintf(value, sizeof value, "%" PRIu64, d->rows[d->list.cursor]);
	gt_canvas_text(c, 0, 0, GT_ROLE_LABEL, d->page ? "Page" : "Row");
	gt_canvas_text(c, 0, 9, GT_ROLE_VALUE, value);
	for (int i = 1; i <= 12; i++)
		gt_canvas_printf(c, i, 0, GT_ROLE_DIM, "  main.f%d", i);
	return 13;
}

static void demo_status(struct gt_pane *pane, struct gt_buf *out)
{
	const struct demo *d = pane->priv;

	if (d->list.rows)
		gt_buf_printf(out, "row %" PRIu64, d->rows[d->list.cursor]);
}

static int demo_command(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err)
{
	if (strcmp(w[0], "hello") != 0)
		return 1;
	if (n != 2)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "hello whom?");
	gt_app_message(pane->app, "hello %s", w[1]);
	return 0;
}

static void demo_save(struct gt_pane *pane, struct gt_place *place)
{
	place->own[0] = ((struct demo *)pane->priv)->page;
}

static void demo_restore(struct gt_pane *pane, const struct gt_place *place)
{
	((struct demo *)pane->priv)->page = place->own[0];
}

/* The file that the environment names, and the line of the row. */
static bool demo_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	const char *name = getenv("DEMO_SOURCE");

	if (name)
		gt_buf_puts(file, name);
	*lineno = line >= 0 ? (uint64_t)line : demo_list(pane)->cursor + 1;
	return name;
}

static const char *const demo_commands[] = { "hello", NULL };

static const struct gt_content_ops demo_content = {
	.list = demo_list,
	.moved = demo_moved,
	.sort_changed = demo_refresh,
	.filter_changed = demo_filter_changed,
};

const struct gt_pane_ops demo_list_ops = {
	.name = "greedy",
	.title = "Greedy",
	.about = "Rows with numbers, to try the framework with.",
	.klass = GT_WHERE_LIST,
	.content = &demo_content,
	.size = sizeof(struct demo),
	.init = demo_init,
	.free = demo_free,
	.draw_detail = demo_draw_detail,
	.handle = demo_handle,
	.select_changed = demo_select_changed,
	.refresh = demo_refresh,
	.status = demo_status,
	.command = demo_command,
	.source = demo_source,
	.commands = demo_commands,
	.save = demo_save,
	.restore = demo_restore,
};

/* ---- a pane without rows ---- */

static void plain_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	const struct gt_sel *sel = gt_app_sel(pane->app);

	gt_canvas_clear(c);
	if (sel->has & GT_SEL_TIME)
		gt_canvas_printf(c, 0, 0, GT_ROLE_AXIS, "time %" PRId64, sel->time_ns);
	if (sel->has & GT_SEL_G)
		gt_canvas_printf(c, 1, 0, gt_style_goroutine(sel->g) | GT_FILL, "G%" PRIu64, sel->g);
	gt_canvas_hbar(c, 2, 0, 20, GT_ROLE_RUNNING, (double)(sel->time_ns % 1000000000) / 1e9);
}

static bool plain_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_sel sel = *gt_app_sel(pane->app);

	if (act->action != GT_ACT_LEFT && act->action != GT_ACT_RIGHT)
		return false;
	sel.has |= GT_SEL_TIME;
	sel.time_ns += (int64_t)gt_act_times(act) * (act->action == GT_ACT_RIGHT ? 1000000 : -1000000);
	gt_app_select(pane->app, &sel);
	return true;
}

const struct gt_pane_ops demo_plain_ops = {
	.name = "timeline",
	.title = "Timeline",
	.about = "The shared selection.",
	.klass = GT_WHERE_TIMELINE,
	.draw = plain_draw,
	.handle = plain_handle,
};

/* ---- the app ---- */

static void demo_title(void *ctx, struct gt_buf *out)
{
	(void)ctx;
	gt_buf_puts(out, "gtrace-tui  demo.out\ngo1.27\n3.021s\n1000 rows");
}

static int64_t demo_duration(void *ctx)
{
	(void)ctx;
	return INT64_C(1000000000);
}

static int demo_resolve(void *ctx, char kind, uint64_t id, struct gt_sel *sel, struct gt_error *err)
{
	(void)ctx;
	if (kind != 'g' || id >= 17)
		return gt_error_set(err, GT_ERR_USAGE, GT_NO_OFFSET, "there is no %c%" PRIu64, kind, id);
	*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_G, .g = id, .time_ns = (int64_t)id * 1000000 };
	return 0;
}

static const struct gt_app_ops app_ops = {
	.title = demo_title,
	.duration = demo_duration,
	.resolve = demo_resolve,
};

struct gt_app *demo_app(void)
{
	struct gt_app *app = gt_app_new(&app_ops, NULL);

	gt_app_add_pane(app, GT_VIEW_TIMELINE, &demo_plain_ops);
	gt_app_add_pane(app, GT_VIEW_GREEDY, &demo_list_ops);
	gt_app_show(app, GT_VIEW_GREEDY);
	return app;
}

char *demo_screen(struct gt_app *app, int rows, int cols, bool styles)
{
	struct gt_grid *g = gt_grid_new(rows, cols);
	struct gt_buf out = { 0 };
	int cy, cx;

	app->screen.rows = rows;
	app->screen.cols = cols;
	gt_grid_set_ascii(g, app->settings.options.ascii);
	gt_frame_draw(app, g, &cy, &cx);
	if (styles)
		gt_grid_dump_styles(g, &out);
	else
		gt_grid_dump(g, &out);
	gt_grid_free(g);
	return gt_buf_steal(&out);
}
