/* The view of stop-the-world pauses and GC cycles: parts and blame, one by one and in all. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stw/stw.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail/detail_stop.h"
#include "ui/panes/gc_tables.h"
#include "ui/detail/links.h"
#include "ui/panes/panes.h"
#include "ui/table/table_pane.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

struct gcview {
	enum gt_gc_mode mode;
	struct gt_pane_table tables[GT_GC_MODES];
	struct gt_stop_view stop;      /* the detail pane */
	char *func;                    /* only the pauses that this function delayed are listed; NULL: all */
};

static struct gcview *gcview_of(struct gt_pane *pane)
{
	return pane->priv;
}

static struct gt_pane_table *gc_table_of(struct gt_pane *pane)
{
	return &gcview_of(pane)->tables[gcview_of(pane)->mode];
}

/* ---- what is listed ---- */

static void gc_set_mode(struct gt_pane *pane, enum gt_gc_mode mode)
{
	struct gcview *v = gcview_of(pane);

	if (v->mode == mode)
		return;
	v->mode = mode;
	/* A filter may make no sense for the other table: it is marked, and ignored. */
	gt_pane_table_filter_changed(gc_table_of(pane), &pane->filters, NULL);
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
}

/*
 * Only the pauses that a function delayed, or GT_STWTOTAL_NOBODY; NULL: all.  False: its
 * name cannot be written in an expression.
 */
static bool set_func(struct gt_pane *pane, const char *func)
{
	struct gcview *v = gcview_of(pane);
	char quote = func && strchr(func, '"') ? '\'' : '"';
	char *copy = func ? gt_xstrdup(func) : NULL, *expr = NULL;

	if (func && strchr(func, quote)) {
		free(copy);
		return false;
	}
	if (func && strcmp(func, GT_STWTOTAL_NOBODY) == 0)
		expr = gt_xstrdup("!last_g");
	else if (func)
		expr = *func ? gt_xasprintf("last_func=%c%s%c", quote, func, quote) : gt_xstrdup("last_g && !last_func");
	free(v->func);
	v->func = copy;
	gt_pane_table_within(&v->tables[GT_GC_STOPS], expr);
	gt_pane_table_refresh(&v->tables[GT_GC_STOPS]);
	free(expr);
	return true;
}

/* The function of a row of totals, "" if it has no name; to be freed. */
static char *func_of_row(struct gt_table *t, uint64_t row)
{
	struct gt_cell c;

	gt_table_cell(t, row, GT_STWTOTAL_FUNC, &c);
	return c.null ? gt_xstrdup("") : gt_xmemdup0(c.s, c.n);
}

static void open_func(struct gt_pane *pane)
{
	struct gt_pane_table *pt = gc_table_of(pane);
	uint64_t row = gt_pane_table_cursor(pt);
	char *func;

	if (row == UINT64_MAX)
		return;
	gt_app_record(pane->app);
	func = func_of_row(pt->table, row);
	if (set_func(pane, func))
		gc_set_mode(pane, GT_GC_STOPS);
	else
		gt_app_error(pane->app, "cannot filter by this function: its name contains both kinds of quotes");
	free(func);
}

static void choose_mode(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_pane *pane = arg;

	(void)checked;
	gt_app_record(app);
	set_func(pane, NULL);
	gc_set_mode(pane, (enum gt_gc_mode)item);
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

static void ask_mode(struct gt_pane *pane)
{
	static const struct gt_menu_item items[GT_GC_MODES] = {
		[GT_GC_STOPS] = { .text = "Pauses", .help = "each stop-the-world pause, and who delayed it" },
		[GT_GC_CYCLES] = { .text = "GC cycles", .help = "pauses, assists, sweeps, heap" },
		[GT_GC_FUNCS] = { .text = "By function", .help = "how long each delayed the pauses" },
		[GT_GC_GOROUTINES] = { .text = "By goroutine", .help = "the same by goroutine" },
	};

	gt_app_menu(pane->app, &(struct gt_menu_spec){
		.title = "Show", .items = items, .n = GT_GC_MODES, .current = gcview_of(pane)->mode,
		.chosen = choose_mode, .arg = pane });
}

/* ---- drawing ---- */

static void put_sum(struct gt_buf *out, const char *name, int64_t ns)
{
	gt_buf_puts(out, name);
	gt_human_dur(out, ns);
}

/* Which function delayed them most. */
static void put_worst(struct gt_buf *out, const struct gt_program *prog, const struct gt_blame_index *b)
{
	size_t n;
	struct gt_blame_total *v = gt_blame_index_total(b, prog->trace, false, INT64_MIN, INT64_MAX, &n);

	if (n && v[0].count) {
		const char *func = gt_trace_string(prog->trace, v[0].func, &n);

		gt_buf_puts(out, "; ");
		gt_buf_add(out, n ? func : GT_NAMELESS, n ? n : strlen(GT_NAMELESS));
		gt_buf_printf(out, " delayed %" PRIu64 " by ", v[0].count);
		gt_human_dur(out, v[0].sum);
	}
	free(v);
}

/* One line about all: how many, their parts, the longest, who delayed most. */
static void gc_put_facts(struct gt_buf *out, struct gt_program *prog)
{
	const struct gt_blame_index *b = gt_program_blame_index(prog);
	struct gt_pause_sum sum = gt_blame_index_sum(b, INT64_MIN, INT64_MAX);

	/* Those that did not end, or ended beyond the horizon of a damaged trace, are in no sum. */
	if (sum.n[GT_PAUSE_ALL] < b->n)
		gt_buf_printf(out, "%" PRIu64 " of ", (uint64_t)sum.n[GT_PAUSE_ALL]);
	gt_buf_printf(out, "%zu pause%s,", b->n, b->n == 1 ? "" : "s");
	put_sum(out, " ", sum.ns[GT_PAUSE_ALL]);
	if (sum.n[GT_PAUSE_STOP])
		put_sum(out, ": to stop ", sum.ns[GT_PAUSE_STOP]);
	if (sum.late)
		put_sum(out, " (thread late ", sum.late);
	if (sum.late)
		gt_buf_putc(out, ')');
	if (sum.n[GT_PAUSE_STILL])
		put_sum(out, sum.n[GT_PAUSE_STOP] ? ", standstill " : ": standstill ", sum.ns[GT_PAUSE_STILL]);
	if (sum.n[GT_PAUSE_RESTART])
		put_sum(out, ", restart ", sum.ns[GT_PAUSE_RESTART]);
	put_sum(out, "; longest ", sum.max[GT_PAUSE_ALL]);
	put_worst(out, prog, b);
}

static void gc_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gcview *v = gcview_of(pane);
	struct gt_pane_table *pt = gc_table_of(pane);
	int head = pt->list.rows && c->rows >= HEAD_MIN_ROWS;
	struct gt_buf text = { 0 };
	struct gt_canvas sub;

	gt_canvas_clear(c);
	if (head) {
		gc_put_facts(&text, pt->prog);
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
		gt_buf_release(&text);
	}
	v->tables[v->mode].list.head = head;
	sub = gt_canvas_sub(c, head, 0, c->rows - head, c->cols);
	gt_list_draw(&pt->list, &sub, gt_app_matcher(pane->app));
}

/* The range behind a row: the stop, or the worst one of a total; GT_NO_ROW: none. */
static uint32_t stop_of_row(struct gcview *v, uint64_t row)
{
	const struct gt_pane_table *pt = &v->tables[v->mode];

	if (row == UINT64_MAX || v->mode == GT_GC_CYCLES)
		return GT_NO_ROW;
	return v->mode == GT_GC_STOPS ? gt_stw_range(pt->table, row) : gt_stwtotal_worst(pt->table, row);
}

/* All columns of a row: cycles, and the totals over their worst stop. */
static void add_columns(struct gcview *v)
{
	const struct gt_listview *lv = &v->tables[v->mode].list;
	struct gt_buf text = { 0 };

	for (unsigned i = 0; i < lv->ncolumns; i++) {
		const struct gt_list_column *col = &lv->columns[i];

		if (strcmp(col->key, "rank") == 0 || strncmp(col->key, "worst", 5) == 0)
			continue;
		gt_buf_reset(&text);
		lv->ops->cell(lv->ctx, lv->cursor, i, &text);
		if (text.len)
			gt_detail_pair_buf(&v->stop.head, col->title, &text);
	}
	gt_buf_release(&text);
}

/* The pauses that are nobody's fault: their number, and the time until all processors had stopped. */
static void add_nobody(struct gt_buf *out, const struct gt_cell *count, const struct gt_cell *sum)
{
	gt_buf_printf(out, "no goroutine can be charged with %" PRIu64 " pause%s", count->u, count->u == 1 ? "" : "s");
	if (sum->null)
		return;
	gt_buf_puts(out, ", which took ");
	gt_human_dur(out, sum->i);
	gt_buf_puts(out, " to stop");
}

/* "main.loop delayed 4 of the 9 pauses that found it on a processor, by 1.117s in all, at most by 282ms". */
static void add_total(struct gcview *v, uint64_t row)
{
	struct gt_table *t = v->tables[v->mode].table;
	struct gt_buf text = { 0 };
	struct gt_cell name, count, sum, max, asked;

	gt_table_cell(t, row, GT_STWTOTAL_FUNC, &name);
	gt_table_cell(t, row, GT_STWTOTAL_COUNT, &count);
	gt_table_cell(t, row, GT_STWTOTAL_DELAY, &sum);
	gt_table_cell(t, row, GT_STWTOTAL_MAX, &max);
	gt_table_cell(t, row, GT_STWTOTAL_ASKED, &asked);
	if (gt_stwtotal_is_nobody(t, row)) {
		add_nobody(&text, &count, &sum);
	} else {
		if (name.null)
			gt_buf_puts(&text, GT_NAMELESS);
		else
			gt_buf_add(&text, name.s, name.n);
		gt_buf_printf(&text, " delayed %" PRIu64 " of the %" PRIu64 " pauses that found it on a processor",
			      count.u, asked.u);
		if (count.u) {
			gt_buf_puts(&text, ", by ");
			gt_human_dur(&text, sum.i);
			gt_buf_puts(&text, " in total, at most by ");
			gt_human_dur(&text, max.i);
		}
	}
	gt_detail_pair_buf(&v->stop.head, "Total", &text);
	if (gt_stwtotal_worst(t, row) != GT_NO_ROW)
		gt_detail_pair(&v->stop.head, "Worst pause", "%s", "");
	gt_buf_release(&text);
}

static int gc_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gcview *v = gcview_of(pane);
	uint64_t row = gt_pane_table_cursor(&v->tables[v->mode]);

	gt_stop_view_begin(&v->stop);
	if (row == UINT64_MAX)
		gt_detail_add(&v->stop.head, GT_ROLE_DIM, "nothing is selected");
	else if (v->mode == GT_GC_CYCLES)
		add_columns(v);
	else if (v->mode != GT_GC_STOPS)
		add_total(v, row);
	return gt_stop_view_draw(&v->stop, v->tables[v->mode].prog->trace, stop_of_row(v, row), c);
}

/* ---- ops ---- */

static int gc_init(struct gt_pane *pane, struct gt_error *err)
{
	struct gcview *v = gt_xcalloc(1, sizeof *v);

	(void)err;
	pane->priv = v;
	for (int i = 0; i < GT_GC_MODES; i++)
		gt_pane_table_init(&v->tables[i], &gt_gc_specs[i], pane, v);
	return 0;
}

static void gc_free_pane(struct gt_pane *pane)
{
	struct gcview *v = gcview_of(pane);

	for (int i = 0; i < GT_GC_MODES; i++)
		gt_pane_table_release(&v->tables[i]);
	gt_stop_view_release(&v->stop);
	free(v->func);
	free(v);
}

static bool gc_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gcview *v = gcview_of(pane);
	struct gt_sel sel;

	if (act->action == GT_ACT_GROUP) {
		ask_mode(pane);
		return true;
	}
	if (act->action == GT_ACT_OPEN && act->y < 0 && v->mode == GT_GC_FUNCS) {
		open_func(pane);
		return true;
	}
	if (!gt_pane_table_sel(gc_table_of(pane), &sel))
		return false;
	if (act->action == GT_ACT_PATH &&
	    stop_of_row(v, gt_pane_table_cursor(gc_table_of(pane))) != GT_NO_ROW) {
		gt_path_open_stop(pane->app, stop_of_row(v, gt_pane_table_cursor(gc_table_of(pane))));
		return true;
	}
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		gt_app_select(pane->app, &sel);
		gt_app_jump(pane->app, GT_VIEW_TIMELINE, &sel);
		return true;
	}
	if (act->action == GT_ACT_SHOW_GOROUTINE && !(sel.has & GT_SEL_G)) {
		gt_app_message(pane->app, "no goroutine is charged with this pause");
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void gc_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gcview *v = gcview_of(pane);

	if (v->mode == GT_GC_STOPS && v->func && strcmp(v->func, GT_STWTOTAL_NOBODY) == 0)
		gt_buf_puts(out, GT_STWTOTAL_NOBODY " ");
	else if (v->mode == GT_GC_STOPS && v->func)
		gt_buf_printf(out, "delayed by %s ", *v->func ? v->func : GT_NAMELESS);
	gt_pane_table_status(gc_table_of(pane), out);
}

static bool gc_source(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno)
{
	struct gcview *v = gcview_of(pane);

	return gt_stop_view_source(&v->stop, v->tables[0].prog->trace, line, file, lineno);
}

/* ---- places: the mode, and a slice of the function whose stops are listed ---- */

enum { OWN_MODE, OWN_FUNC };

/* A function is kept as its row in the table of functions, which has the same ones once the index is there. */
static void gc_save(struct gt_pane *pane, struct gt_place *place)
{
	struct gcview *v = gcview_of(pane);

	place->own[OWN_MODE] = v->mode;
	place->own[OWN_FUNC] = v->func ? gt_pane_table_cursor(&v->tables[GT_GC_FUNCS]) + 1 : 0;
}

static void gc_restore(struct gt_pane *pane, const struct gt_place *place)
{
	struct gcview *v = gcview_of(pane);
	const struct gt_pane_table *funcs = &v->tables[GT_GC_FUNCS];
	uint64_t row = place->own[OWN_FUNC] - 1;
	char *func;

	if (place->own[OWN_FUNC] && funcs->table && row < funcs->table->rows) {
		func = func_of_row(funcs->table, row);
		set_func(pane, func);
		free(func);
	} else {
		set_func(pane, NULL);
	}
	gc_set_mode(pane,
		    place->own[OWN_MODE] < GT_GC_MODES ? (enum gt_gc_mode)place->own[OWN_MODE] : GT_GC_STOPS);
}

static const char *const formats[] = { "text", "table", "csv", "json", "ndjson", NULL };
static const enum gt_action acts[] = { GT_ACT_GROUP, GT_ACT_NONE };
static const enum gt_action hints[] = { GT_ACT_GROUP, GT_ACT_NONE };

const struct gt_pane_ops gt_pane_gc = {
	.name = "gc",
	.title = "GC/STW",
	.about = "Every stop-the-world pause in its parts: from the request until all processors have stopped "
		 "(To stop), the standstill (Standstill), and from then to the end, while processors start "
		 "and goroutines run again (Restart). The goroutine that yields its processor last is charged "
		 "with the time until then. The picture shows each processor from the request on: what ran "
		 "until it yielded, a texture until its thread had stopped, a line while it is stopped. > and the "
		 "colour of pauses mark the last goroutine. b chooses pauses, GC cycles, or totals by function "
		 "and goroutine, with a row for the pauses that no goroutine is charged with. Enter shows the pause "
		 "in the timeline, r the goroutine that delayed it, v the events, W what led up to its yield. Enter on "
		 "a function lists the pauses that it delayed.",
	.klass = GT_WHERE_LIST,
	.formats = formats,
	.acts = acts,
	.hints = hints,
	.init = gc_init,
	.free = gc_free_pane,
	.list = gt_table_pane_list,
	.table = gc_table_of,
	.rows_pending = gt_table_pane_rows_pending,
	.draw = gc_draw,
	.draw_detail = gc_draw_detail,
	.handle = gc_handle,
	.moved = gt_table_pane_moved,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.sort_changed = gt_table_pane_sort_changed,
	.filter_changed = gt_table_pane_filter_changed,
	.export_open = gt_table_pane_export_open,
	.status = gc_status,
	.source = gc_source,
	.save = gc_save,
	.restore = gc_restore,
};
