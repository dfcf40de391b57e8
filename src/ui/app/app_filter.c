/* The filters of a view: a stack, each one on or off. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/app/app_state.h"

static void remove_filter(struct gt_pane_filters *f, size_t i)
{
	assert(i < f->n);
	free(f->v[i].text);
	memmove(&f->v[i], &f->v[i + 1], (--f->n - i) * sizeof *f->v);
}

void gt_filters_release(struct gt_pane_filters *f)
{
	while (f->n)
		remove_filter(f, f->n - 1);
	free(f->v);
	*f = (struct gt_pane_filters){ 0 };
}

static struct gt_pane *filtered_pane(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_current(app);

	return gt_pane_content(pane)->filter_changed ? pane : NULL;
}

static int apply(struct gt_app *app, struct gt_pane *pane, struct gt_error *err)
{
	int r = gt_pane_content(pane)->filter_changed(pane, &pane->filters, err);

	gt_app_rows_changed(app, pane);
	return r;
}

/* One that the pane cannot read is taken away again. */
int gt_app_add_filter(struct gt_app *app, const char *text, struct gt_error *err)
{
	struct gt_pane *pane = filtered_pane(app);
	struct gt_pane_filters *f;
	int r;

	if (!pane)
		return gt_error_usage(err, "this view has no filters");
	f = &pane->filters;
	GT_GROW(f->v, f->cap, f->n + 1);
	f->v[f->n++] = (struct gt_pane_filter){ .text = gt_xstrdup(text), .on = true };
	r = apply(app, pane, err);
	if (r < 0) {
		remove_filter(f, f->n - 1);
		apply(app, pane, NULL);
	}
	return r;
}

void gt_app_clear_filters(struct gt_app *app)
{
	struct gt_pane *pane = filtered_pane(app);

	if (!pane || pane->filters.n == 0)
		return;
	gt_filters_release(&pane->filters);
	apply(app, pane, NULL);
}

void gt_app_switch_filter(struct gt_app *app, size_t i, bool on)
{
	struct gt_pane *pane = filtered_pane(app);
	struct gt_error err;

	if (!pane || i >= pane->filters.n)
		return;
	pane->filters.v[i].on = on;
	if (apply(app, pane, &err) < 0)
		gt_app_error(app, "%s", err.text);
}

bool gt_app_drop_filter(struct gt_app *app)
{
	struct gt_pane *pane = filtered_pane(app);
	size_t i = pane ? pane->filters.n : 0;

	while (i > 0 && !pane->filters.v[i - 1].on)
		i--;
	if (i == 0)
		return false;
	gt_app_message(app, "filter removed: %s", pane->filters.v[i - 1].text);
	remove_filter(&pane->filters, i - 1);
	apply(app, pane, NULL);
	return true;
}

static void app_filter_answered(struct gt_app *app, void *arg, const char *text)
{
	const struct gt_ask again = { .label = "&", .done = app_filter_answered, .kind = GT_ASK_FILTER };
	struct gt_error err;

	(void)arg;
	if (!text)
		return;
	if (!*text)
		gt_app_menu_filters(app);
	else if (gt_app_add_filter(app, text, &err) < 0)
		gt_app_refuse(app, &again, text, &err);
}

void gt_app_ask_filter(struct gt_app *app)
{
	const struct gt_ask ask = { .label = "&", .done = app_filter_answered, .kind = GT_ASK_FILTER };

	if (filtered_pane(app))
		gt_app_ask(app, &ask);
	else
		gt_app_message(app, "this view has no filters");
}

/* ---- the menu ---- */

static void toggled(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_pane *pane = filtered_pane(app);

	(void)arg;
	if (!pane)
		return;
	if (item >= pane->filters.n) {
		gt_menu_close(&app->dialog.menu);
		gt_app_clear_filters(app);
		return;
	}
	gt_app_switch_filter(app, item, checked);
}

void gt_app_menu_filters(struct gt_app *app)
{
	struct gt_pane *pane = filtered_pane(app);
	struct gt_menu_spec spec = { .title = "Filters", .checks = true, .chosen = toggled };
	struct gt_menu_item *items;

	if (!pane || pane->filters.n == 0) {
		gt_app_message(app, pane ? "no filters yet" : "this view has no filters");
		return;
	}
	items = gt_xcalloc(pane->filters.n + 1, sizeof *items);
	for (size_t i = 0; i < pane->filters.n; i++) {
		items[i].text = pane->filters.v[i].text;
		items[i].checked = pane->filters.v[i].on;
	}
	items[pane->filters.n].text = "remove all of them";
	spec.items = items;
	spec.n = pane->filters.n + 1;
	gt_app_menu(app, &spec);
	free(items);
}
