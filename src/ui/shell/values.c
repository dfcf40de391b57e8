/* The view of values: what is in a column of another view's list, how often, how long, when. */
#include <stdlib.h>
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/table/values.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/panes/rows.h"
#include "ui/shell/values.h"
#include "ui/table/pane_table.h"

#define KEPT 8                /* lists that one can go back to */

/* What was counted, copied: the list may show something else when it is counted again. */
struct vsource {
	uint64_t number;              /* from 1; 0: nothing */
	int view, origin;             /* the view of the list, and what a session has of it */
	struct gt_listed listed;
	struct gt_values_args of;
	char *names[4];               /* of listed.args, borrowed there */
};

struct vpane {
	struct gt_pane_table pt;
	struct gt_pane_table_spec spec;  /* times and cost are those of the list */
	struct vsource kept[KEPT];
	struct vsource *now;          /* NULL: nothing was counted yet */
	uint64_t made;
};

static struct gt_pane_table *vpane_table(struct gt_pane *pane)
{
	return &((struct vpane *)pane->priv)->pt;
}

/* ---- what is counted ---- */

/* Where a view's list comes from; GT_ERR_USAGE if its rows have no report. */
static int listed_of(struct gt_pane *pane, struct gt_listed *out, struct gt_error *err)
{
	*out = (struct gt_listed){ .what = "rows" };
	if (gt_pane_content(pane)->listed)
		return gt_pane_content(pane)->listed(pane, out, err);
	if (!pane || !pane->ops->table || pane->view == GT_VIEW_VALUES)
		return gt_error_usage(err, "this view has no columns whose values can be counted");
	gt_pane_table_listed(pane->ops->table(pane), out);
	return 0;
}

static void vsource_release(struct vsource *s)
{
	for (size_t i = 0; i < GT_COUNT(s->names); i++)
		free(s->names[i]);
	gt_listed_release(&s->listed);
	*s = (struct vsource){ .number = 0 };
}

/* Takes what is listed. */
static void vsource_set(struct vsource *s, int view, const struct gt_listed *listed, unsigned col)
{
	struct gt_table_args *args = &s->listed.args;
	const char **names[] = { &args->func, &args->region, &args->site, &args->task_name };

	s->view = view;
	s->listed = *listed;
	for (size_t i = 0; i < GT_COUNT(names); i++)
		*names[i] = s->names[i] = *names[i] ? gt_xstrdup(*names[i]) : NULL;
	/* What a pane keeps its profile in may end before this. */
	if (gt_tree_args_of(args)->kept)
		gt_tree_args_in(args)->kept = NULL;
	s->of = (struct gt_values_args){
		.report = listed->report, .col = col, .args = args, .only = listed->only, .nonly = listed->nonly,
		.filter = listed->filter.len ? gt_buf_str(&s->listed.filter) : NULL,
	};
}

static uint64_t vpane_cost(const struct gt_pane_table *pt)
{
	const struct vpane *v = pt->owner;

	return v->now ? v->now->listed.cost : 0;
}

/* Columns that say nothing here are not shown. */
static void show_if(struct gt_pane_table *pt, const char *key, bool yes)
{
	uint64_t bit = UINT64_C(1) << gt_list_find_column(&pt->list, key);

	pt->list.shown = yes ? pt->list.shown | bit : pt->list.shown & ~bit;
}

static void vpane_show(struct gt_pane *pane, struct vsource *s)
{
	struct vpane *v = pane->priv;
	struct gt_pane_table *pt = &v->pt;

	if (v->now == s && pt->view)
		return;
	/* A job reads the last one. */
	gt_pane_table_stop(pt);
	v->now = s;
	v->spec.all_times = s->listed.all_times;
	v->spec.own_times = s->listed.own_times;
	pt->args = (struct gt_table_args){ .limited = false };
	*gt_values_args_in(&pt->args) = s->of;
	if (s->listed.own_times) {
		pt->args.limited = s->listed.args.limited;
		pt->args.from = s->listed.args.from;
		pt->args.to = s->listed.args.to;
	}
	show_if(pt, "total_ns", gt_values_measure(s->of.report) != GT_NO_COLUMN);
	show_if(pt, "when", gt_report_flagged(s->of.report, GT_COL_BEGIN) != GT_NO_COLUMN);
	pt->list.tags.n = 0;
	gt_list_goto(&pt->list, 0, false);
	gt_pane_table_show(pt, true);
}

static void count_column(struct gt_app *app, const struct gt_listed *listed, unsigned col)
{
	struct gt_pane *pane = gt_app_pane(app, GT_VIEW_VALUES);
	struct vpane *v = pane->priv;
	struct vsource *s = &v->kept[v->made % KEPT];
	int view = gt_app_view(app), origin = gt_app_origin(app);

	gt_app_record(app);
	gt_pane_table_stop(&v->pt);
	/* Nothing is counted again when the view is shown, but what is chosen then. */
	v->now = NULL;
	vsource_release(s);
	vsource_set(s, view, listed, col);
	s->origin = origin;
	s->number = ++v->made;
	v->pt.list.sort = (unsigned)gt_list_find_column(&v->pt.list, "count");
	v->pt.list.desc = true;
	gt_app_show(app, GT_VIEW_VALUES);
	vpane_show(pane, s);
}

/* ---- asking which column ---- */

static bool can_count(const struct gt_report *r, unsigned col)
{
	return gt_kind_has_order(r->columns[col].kind);
}

static void vpane_column_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_listed listed;
	struct gt_error err;

	(void)arg, (void)checked;
	if (listed_of(gt_app_pane(app, gt_app_view(app)), &listed, &err) < 0) {
		gt_app_error(app, "%s", err.text);
		return;
	}
	for (unsigned i = 0; i < listed.report->ncolumns; i++) {
		if (can_count(listed.report, i) && item-- == 0) {
			count_column(app, &listed, i);
			return;
		}
	}
	gt_listed_release(&listed);
}

void gt_values_ask(struct gt_app *app)
{
	struct gt_pane *pane = gt_app_pane(app, gt_app_view(app));
	struct gt_menu_spec spec = { .title = "Values of", .chosen = vpane_column_chosen };
	struct gt_listview *lv = gt_pane_list(pane);
	const char *sorted = lv && lv->sort < lv->ncolumns ? lv->columns[lv->sort].key : "";
	struct gt_menu_item *items;
	struct gt_listed listed;
	struct gt_error err;

	if (listed_of(pane, &listed, &err) < 0) {
		gt_app_message(app, "%s", err.text);
		return;
	}
	items = gt_xcalloc(listed.report->ncolumns, sizeof *items);
	for (unsigned i = 0; i < listed.report->ncolumns; i++) {
		const struct gt_column *c = &listed.report->columns[i];

		if (!can_count(listed.report, i))
			continue;
		if (strcmp(c->key, sorted) == 0)
			spec.current = spec.n;
		items[spec.n++] = (struct gt_menu_item){ .text = *c->title ? c->title : c->key, .help = c->help };
	}
	spec.items = items;
	gt_app_menu(app, &spec);
	free(items);
	gt_listed_release(&listed);
}

int gt_values_show(struct gt_app *app, const char *column, struct gt_error *err)
{
	struct gt_listed listed;
	int col, rc = listed_of(gt_app_pane(app, gt_app_view(app)), &listed, err);
	struct gt_guess g;

	if (rc < 0)
		return rc;
	col = gt_report_named_column(listed.report, column, strlen(column));
	if (col != GT_NO_COLUMN && can_count(listed.report, (unsigned)col)) {
		count_column(app, &listed, (unsigned)col);
		return 0;
	}
	rc = col == GT_NO_COLUMN
		? gt_error_usage(err, "this view has no column %s%s", column,
				 gt_report_column_hint(&g, listed.report, column, strlen(column), ""))
		: gt_error_usage(err, "the values of %s cannot be counted: each is a list", column);
	gt_listed_release(&listed);
	return rc;
}

void gt_values_words(struct gt_app *app, struct gt_buf *out)
{
	struct gt_listed listed;

	if (listed_of(gt_app_pane(app, gt_app_view(app)), &listed, NULL) < 0)
		return;
	for (unsigned i = 0; i < listed.report->ncolumns; i++) {
		if (can_count(listed.report, i))
			gt_buf_printf(out, "%s%s", out->len ? " " : "", listed.report->columns[i].key);
	}
	gt_listed_release(&listed);
}

/* ---- rows ---- */

static gt_style vpane_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	if (col == GT_VALUES_WHEN)
		return GT_ROLE_CHART1;
	gt_table_cell(pt->table, row, GT_VALUES_VALUE, &c);
	return col == GT_VALUES_VALUE && c.null ? GT_ROLE_DIM : GT_ROLE_NORMAL;
}

static bool vpane_ready(const struct gt_pane_table *pt)
{
	return ((const struct vpane *)pt->owner)->now;
}

static const char *vpane_empty(const struct gt_pane_table *pt)
{
	return vpane_ready(pt) ? "there are no rows to count" : "V in a list counts the values of a column";
}

static void vpane_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct vpane *v = pane->priv;
	struct gt_buf text = { 0 };
	bool head = v->now && v->pt.table && c->rows >= 4;

	gt_canvas_clear(c);
	if (head) {
		gt_values_title(&text, v->pt.table, v->now->listed.what);
		if (v->now->of.filter)
			gt_buf_printf(&text, ", only %s", v->now->of.filter);
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	}
	gt_rows_draw_list(pane, c, head);
	gt_buf_release(&text);
}

/* ---- the value under the cursor ---- */

static void vpane_put_ns(struct gt_detail *d, struct gt_table *t, uint64_t row)
{
	struct gt_cell total, max, share;

	gt_table_cell(t, row, GT_VALUES_TOTAL, &total);
	gt_table_cell(t, row, GT_VALUES_MAX, &max);
	gt_table_cell(t, row, GT_VALUES_TIME_SHARE, &share);
	if (total.null)
		return;
	gt_buf_puts(&d->value, gt_dur_text(total.i).s);
	if (!share.null)
		gt_say(&d->value, ", {} of all", gt_as_share(share.r));
	gt_buf_printf(&d->value, ", longest %s", gt_dur_text(max.i).s);
	gt_detail_put(d, "Total");
}

static void vpane_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct gt_pane_table *pt = vpane_table(pane);
	uint64_t row = gt_pane_table_cursor(pt);
	struct gt_cell count, share, filter;

	if (row == UINT64_MAX) {
		gt_detail_add(d, GT_ROLE_DIM, "no value is selected");
		return;
	}
	gt_table_text(&d->value, pt->table, row, GT_VALUES_VALUE);
	gt_detail_put(d, "Value");
	gt_table_cell(pt->table, row, GT_VALUES_COUNT, &count);
	gt_table_cell(pt->table, row, GT_VALUES_SHARE, &share);
	gt_human_count(&d->value, count.u);
	gt_say(&d->value, ", {} of all", gt_as_share(share.r));
	gt_detail_put(d, "Rows");
	vpane_put_ns(d, pt->table, row);
	gt_table_cell(pt->table, row, GT_VALUES_FILTER, &filter);
	if (filter.null)
		gt_buf_puts(&d->value, "none: no expression says it");
	else
		gt_buf_add(&d->value, filter.s, filter.n);
	gt_detail_put(d, "Filter");
}

/* ---- ops ---- */

/* To the list that was counted, with the filter. */
static void vpane_enter(struct gt_pane *pane, uint64_t row)
{
	struct vpane *v = pane->priv;
	struct gt_app *app = pane->app;
	const struct vsource *s = v->now;
	struct gt_listed listed;
	struct gt_cell filter;
	struct gt_error err;
	struct gt_buf expr = { 0 };
	int rc;

	gt_table_cell(v->pt.table, row, GT_VALUES_FILTER, &filter);
	if (filter.null) {
		gt_app_message(app, "no filter can be written for this row");
		return;
	}
	gt_buf_add(&expr, filter.s, filter.n);
	gt_app_travel(app, 1, true);
	if (gt_app_view(app) != s->view)
		gt_app_jump(app, s->view, NULL);
	rc = listed_of(gt_app_pane(app, s->view), &listed, &err);
	if (rc == 0 && listed.report != s->of.report)
		rc = gt_error_usage(&err, "the view does not show that list any more");
	if (rc == 0)
		rc = gt_app_add_filter(app, gt_buf_str(&expr), &err);
	if (rc < 0)
		gt_app_error(app, "%s", err.text);
	gt_listed_release(&listed);
	gt_buf_release(&expr);
}

static bool vpane_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = vpane_table(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (act->action == GT_ACT_OPEN && row != UINT64_MAX) {
		vpane_enter(pane, row);
		return true;
	}
	return gt_pane_table_handle(pt, act);
}

static void vpane_save(struct gt_pane *pane, struct gt_place *place)
{
	struct vpane *v = pane->priv;

	place->own[0] = v->now ? v->now->number : 0;
}

/* NULL: it is no longer kept. */
static struct vsource *kept_of(struct vpane *v, const struct gt_place *place)
{
	for (size_t i = 0; i < KEPT && place->own[0]; i++) {
		if (v->kept[i].number == place->own[0])
			return &v->kept[i];
	}
	return NULL;
}

static void vpane_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct vsource *s = kept_of(pane->priv, place);

	if (s)
		vpane_show(pane, s);
}

static int vpane_origin(struct gt_pane *pane, const struct gt_place *place)
{
	const struct vsource *s = kept_of(pane->priv, place);

	return s ? s->origin : GT_NO_VIEW;
}

static void vpane_init(struct gt_pane *pane)
{
	struct vpane *v = pane->priv;

	v->spec = (struct gt_pane_table_spec){
		.report = &gt_report_values, .columns = "value count share/3 total/1 when/2", .what = "values",
		.whole = true, .cost = vpane_cost, .style = vpane_style, .ready = vpane_ready, .empty = vpane_empty,
	};
	gt_pane_table_init(&v->pt, &v->spec, pane, v);
}

static void vpane_free(struct gt_pane *pane)
{
	struct vpane *v = pane->priv;

	gt_pane_table_release(&v->pt);
	for (size_t i = 0; i < KEPT; i++)
		vsource_release(&v->kept[i]);
}

const struct gt_pane_ops gt_pane_values = {
	.name = "values",
	.title = "Values",
	.about = "The values of a column, counted over the rows of the list in which V was pressed, with its filters "
		 "and range: how many rows have each, their share, how long they last together, and when. Durations, "
		 "counts and other numbers are counted in classes. Enter goes back to the list with a filter for "
		 "the value, Backspace without. As a report: --report=NAME --values=COLUMN.",
	GT_TABLE_PANE_OPS,
	.size = sizeof(struct vpane),
	.init = vpane_init,
	.free = vpane_free,
	.table = vpane_table,
	.draw = vpane_draw,
	GT_DETAIL_OPS,
	.fill_detail = vpane_fill_detail,
	.handle = vpane_handle,
	.refresh = gt_table_pane_refresh,
	.save = vpane_save,
	.restore = vpane_restore,
	.origin = vpane_origin,
};
