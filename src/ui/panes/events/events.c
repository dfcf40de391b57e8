/* The view of raw events: the total order, one row each, decoded only where it is looked at. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/table/table.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "ui/detail/detail.h"
#include "ui/detail/eventtext.h"
#include "ui/panes/events/evfilter.h"
#include "ui/panes/panes.h"
#include "ui/table/pane_table.h"

#define CACHE 512     /* rows that are kept decoded: those of a screen and the ones before them */

enum col {
	COL_N, COL_TIME, COL_DELTA, COL_M, COL_P, COL_G, COL_NAME, COL_ARGS, COL_AT, COL_GEN, COL_OFFSET, COLS
};

struct cached {
	uint64_t n;       /* number + 1; 0: nothing */
	struct gt_event ev;
};

struct events {
	struct gt_pane *pane;
	struct gt_program *prog;
	struct gt_listview list;
	struct gt_evfilter filter;
	struct cached *cache;
	uint64_t first, end;      /* numbers of the events of the range A-B, or of all */
	bool limited;
	int64_t from, to;         /* the range */
	bool scanning, stopped;   /* stopped: by Esc; goes on when the filters change */
	char why[128];
};

#define WORDS GT_LIST_COL_NOSORT
#define NUMBER (GT_LIST_COL_NOSORT | GT_LIST_COL_RIGHT)

#define COLUMN(its_key, its_title, its_help, least, most, order, its_flags) { \
	.key = its_key, .title = its_title, .help = its_help, .min = least, .max = most, .prio = order, \
	.flags = its_flags }

static const struct gt_list_column columns[] = {
	[COL_N] = COLUMN("n", "N", "number in the order of all events", 1, 20, 2, NUMBER),
	[COL_TIME] = COLUMN("time", "Time", "since the trace's start", 6, 20, 0, NUMBER),
	[COL_DELTA] = COLUMN("delta", "Delta", "since the row above", 5, 12, 5, NUMBER),
	[COL_M] = COLUMN("m", "M", "thread it happened on", 1, 20, 6, NUMBER),
	[COL_P] = COLUMN("p", "P", "processor it happened on, or (is about)", 1, 8, 3, NUMBER),
	[COL_G] = COLUMN("g", "G", "goroutine it happened in, or (is about)", 1, 20, 0, NUMBER),
	[COL_NAME] = COLUMN("name", "Event", "its type", 8, 24, 0, WORDS),
	[COL_ARGS] = COLUMN("args", "Arguments", "as the format names them", 22, 0, 4, WORDS),
	[COL_AT] = COLUMN("at", "At", "innermost frame of its stack", 16, 0, 7, WORDS | GT_LIST_COL_FUNC),
	[COL_GEN] = COLUMN("gen", "Gen", "generation", 1, 12, 9, NUMBER | GT_LIST_COL_HIDDEN),
	[COL_OFFSET] = COLUMN("offset", "Offset", "of its bytes in the trace", 1, 20, 9, NUMBER | GT_LIST_COL_HIDDEN),
};
_Static_assert(GT_COUNT(columns) == COLS, "every column of events is described");

/* ---- rows ---- */

static bool is_filtered(const struct events *es)
{
	return es->filter.n > 0;
}

static uint64_t number_at(const struct events *es, uint64_t row)
{
	uint64_t place;

	if (!is_filtered(es))
		return es->first + row;
	place = row + (es->limited ? gt_rowset_place(&es->filter.found, es->first) : 0);
	return place < es->filter.found.count ? gt_rowset_at(&es->filter.found, place) : UINT64_MAX;
}

/* How many of the rows that a filter found come before an event. */
static uint64_t found_before(const struct events *es, uint64_t n)
{
	return gt_rowset_place(&es->filter.found, n);
}

/* The row of an event, or of the first one after it that is shown; of one outside the range the nearest. */
static uint64_t events_row_of(const struct events *es, uint64_t n)
{
	n = n < es->first ? es->first : n;
	return is_filtered(es) ? found_before(es, n) - (es->limited ? found_before(es, es->first) : 0) : n - es->first;
}

static const struct gt_event *events_event_at(struct events *es, uint64_t row)
{
	uint64_t n = number_at(es, row);
	struct cached *c = &es->cache[row % CACHE];
	const struct gt_event *ev;

	if (n == UINT64_MAX)
		return NULL;
	if (c->n == n + 1)
		return &c->ev;
	if (gt_events_get(es->prog->events, n, &ev, NULL) < 0)
		return NULL;
	c->ev = *ev;
	c->n = n + 1;
	return &c->ev;
}

static void events_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	struct events *es = ctx;
	const struct gt_event *ev = events_event_at(es, row);
	int64_t time;

	if (col == COL_N)
		gt_buf_u64(out, number_at(es, row));
	if (!ev) {
		if (col == COL_NAME)
			gt_buf_puts(out, "(no longer readable)");
		return;
	}
	switch ((enum col)col) {
	case COL_TIME: gt_human_time(out, ev->time); break;
	case COL_DELTA:
		time = ev->time;
		ev = row > 0 ? events_event_at(es, row - 1) : NULL;
		if (ev) {
			gt_buf_putc(out, '+');
			gt_human_dur(out, time - ev->time);
		}
		break;
	case COL_M:
		if (ev->m != GT_NONE)
			gt_buf_u64(out, ev->m);
		break;
	case COL_P: gt_event_p_text(out, ev); break;
	case COL_G: gt_event_g_text(out, ev); break;
	case COL_NAME: gt_buf_puts(out, gt_event_type_name(es->prog->trace, ev->type)); break;
	case COL_ARGS: gt_event_args_text(out, es->prog->trace, ev); break;
	case COL_AT: gt_event_top_text(out, es->prog->trace, ev); break;
	case COL_GEN: gt_buf_u64(out, ev->gen); break;
	case COL_OFFSET: gt_buf_u64(out, ev->off); break;
	case COL_N:
	case COLS: break;
	}
}

static gt_style events_style(void *ctx, uint64_t row, unsigned col)
{
	const struct gt_event *ev;

	if (col == COL_N || col == COL_DELTA)
		return GT_ROLE_DIM;
	if (col != COL_NAME && col != COL_G)
		return GT_ROLE_NORMAL;
	ev = events_event_at(ctx, row);
	if (!ev)
		return GT_ROLE_ERROR;
	if (col == COL_NAME)
		return gt_event_style(ev);
	return ev->g != GT_NONE ? gt_style_goroutine(ev->g) : GT_ROLE_DIM;
}

static uint64_t events_id(void *ctx, uint64_t row)
{
	return number_at(ctx, row);
}

static bool events_matches(void *ctx, uint64_t row, const struct gt_matcher *m)
{
	static const enum col searched[] = { COL_N, COL_TIME, COL_NAME, COL_ARGS, COL_AT };
	struct gt_buf text = { 0 };
	bool found = false;

	for (size_t i = 0; i < GT_COUNT(searched) && !found; i++) {
		gt_buf_reset(&text);
		events_cell(ctx, row, searched[i], &text);
		found = gt_matcher_match(m, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
	return found;
}

static const struct gt_list_ops list_ops = {
	.cell = events_cell, .style = events_style, .id = events_id, .matches = events_matches,
};

/* ---- the range A-B ---- */

/* True if it is another one than before. */
static bool events_take_range(struct events *es)
{
	int64_t from = 0, to = 0;
	bool limited = gt_app_restricted(es->pane->app, &from, &to);
	bool same = limited == es->limited && (!limited || (from == es->from && to == es->to));

	if (!limited) {
		es->first = 0;
		es->end = gt_trace_info(es->prog->trace)->events;
	} else if (!same || es->prog->working) {
		es->first = gt_events_seek(es->prog->events, from);
		es->end = gt_events_seek(es->prog->events, to);
	}
	es->limited = limited;
	es->from = from;
	es->to = to;
	return !same;
}

/* ---- counting ---- */

static void events_count_rows(struct events *es)
{
	uint64_t all = es->end - es->first, found = es->filter.found.count;

	if (es->limited && is_filtered(es))
		found = found_before(es, es->end) - found_before(es, es->first);
	es->list.total = gt_trace_info(es->prog->trace)->events;
	gt_list_set_rows(&es->list, is_filtered(es) ? found : all, false);
	es->list.empty = es->why;
	if (es->limited && !all)
		snprintf(es->why, sizeof es->why, "no event in the range A-B (= shows the whole trace)");
	else if (all && is_filtered(es) && !es->scanning && !es->stopped)
		snprintf(es->why, sizeof es->why,
			 "none of %s events matches the filters (F turns them on or off)", gt_count_text(all).s);
	else
		snprintf(es->why, sizeof es->why, "%s",
			 es->scanning ? "searching: no match so far"
			 : es->stopped && is_filtered(es) ? "search cancelled: no match until then"
			 : es->prog->working ? "no events yet: the trace is still being read"
					     : GT_NO_EVENTS);
}

static bool scan_step(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct events *es = arg;
	uint64_t all = gt_trace_info(es->prog->trace)->events;
	bool more;

	(void)app;
	do
		more = gt_evfilter_step(&es->filter);
	while (more && !gt_job_expired(job));
	events_count_rows(es);
	gt_job_progress(job, all ? (double)es->filter.next / (double)all : 1);
	return !more;
}

static void scan_done(struct gt_app *app, void *arg, bool cancelled)
{
	struct events *es = arg;
	uint64_t n;

	es->scanning = false;
	es->stopped = cancelled;
	events_count_rows(es);
	if (cancelled || gt_app_view(app) != GT_VIEW_EVENTS || es->list.cursor || !es->list.rows)
		return;
	/* The cursor goes to where the selection is, now that its row is known, or to what comes next. */
	n = gt_sel_find_event(gt_app_sel(app), es->prog);
	if (n == GT_NONE)
		return;
	gt_list_goto(&es->list, events_row_of(es, n), true);
	gt_pane_content(es->pane)->moved(es->pane);
}

static const struct gt_job_ops scan_ops = { .what = "filtering", .step = scan_step, .done = scan_done };

static void events_scan(struct events *es)
{
	if (es->stopped || !is_filtered(es) || es->filter.next >= gt_trace_info(es->prog->trace)->events)
		return;
	gt_app_start_job(es->pane->app, &scan_ops, es);
	es->scanning = true;
}

/* ---- ops ---- */

static void events_init(struct gt_pane *pane)
{
	struct events *es = pane->priv;

	es->pane = pane;
	es->prog = gt_program_of(pane);
	es->cache = gt_xcalloc(CACHE, sizeof *es->cache);
	gt_list_init(&es->list, &list_ops, es, columns, COLS);
	es->list.what = "events";
	gt_evfilter_init(&es->filter, es->prog->trace, es->prog->events);
}

static void events_free_pane(struct gt_pane *pane)
{
	struct events *es = pane->priv;

	gt_list_release(&es->list);
	gt_evfilter_release(&es->filter);
	free(es->cache);
}

static struct gt_listview *events_list(struct gt_pane *pane)
{
	return &((struct events *)pane->priv)->list;
}

static void events_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct events *es = pane->priv;

	if (es->list.rows)
		gt_detail_event(d, es->prog, number_at(es, es->list.cursor));
	else
		gt_detail_add(d, GT_ROLE_DIM, "no event is selected");
}

static bool events_current(struct events *es, struct gt_sel *sel)
{
	return es->list.rows && gt_sel_event(sel, es->prog, number_at(es, es->list.cursor));
}

static void goto_event(struct events *es, uint64_t n)
{
	if (n < es->first || n >= es->end)
		gt_app_message(es->pane->app, "event %" PRIu64 " lies outside A-B (= shows the whole trace)", n);
	else if (is_filtered(es) && !gt_rowset_has(&es->filter.found, n))
		gt_app_message(es->pane->app,
			       "event %" PRIu64 " is filtered out: this is the next one that matches", n);
	gt_list_goto(&es->list, events_row_of(es, n), true);
}

static bool events_go(struct gt_pane *pane, uint64_t n)
{
	struct events *es = pane->priv;

	if (n < es->first || n >= es->end || es->list.rows == 0)
		return false;
	goto_event(es, n);
	return true;
}

static void events_moved(struct gt_pane *pane)
{
	struct gt_sel sel;

	if (events_current(pane->priv, &sel))
		gt_app_select(pane->app, &sel);
}

/* Enter: to the event that the one under the cursor is linked with. */
static void follow_link(struct gt_pane *pane)
{
	struct events *es = pane->priv;
	uint64_t link = gt_event_link(es->prog->events, number_at(es, es->list.cursor));
	struct gt_sel to;

	if (link == GT_NONE || !gt_sel_event(&to, es->prog, link))
		gt_app_message(pane->app, "this event has no link: nothing in the trace ends or follows it");
	else
		gt_app_jump(pane->app, GT_NO_VIEW, &to);
}

static bool events_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct events *es = pane->priv;
	struct gt_sel sel;

	/* 100G: the event with that number, as the column shows it. */
	if ((act->action == GT_ACT_FIRST || act->action == GT_ACT_LAST) && act->count) {
		if (events_go(pane, act->count))
			events_moved(pane);
		else
			gt_app_message(pane->app, "there is no event %" PRIu64, act->count);
		return true;
	}
	if (!events_current(es, &sel) || act->action == GT_ACT_SHOW_EVENT)
		return false;
	if (act->action == GT_ACT_OPEN && act->y < 0) {
		gt_app_select(pane->app, &sel);
		follow_link(pane);
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void events_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	struct events *es = pane->priv;
	uint64_t n = gt_sel_find_event(sel, es->prog);

	if (n != GT_NONE && es->list.rows)
		goto_event(es, n);
}

static void events_refresh(struct gt_pane *pane)
{
	struct events *es = pane->priv;
	uint64_t n = es->list.rows ? number_at(es, es->list.cursor) : 0;
	bool other = events_take_range(es);

	events_count_rows(es);
	if (other)
		gt_list_goto(&es->list, events_row_of(es, n), true);
	if (!es->scanning)
		events_scan(es);
}

static int events_filter_changed(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err)
{
	struct events *es = pane->priv;
	uint64_t n = es->list.rows ? number_at(es, es->list.cursor) : 0;
	int r = gt_evfilter_set(&es->filter, filters, err);

	es->stopped = false;
	events_count_rows(es);
	if (!is_filtered(es))
		gt_list_goto(&es->list, events_row_of(es, n), true);
	else if (r == 0)
		events_scan(es);
	return r;
}

/* Beyond text the rows are those of the report, numbered as events are. */
static int events_export_open(struct gt_pane *pane, const char *format, bool all,
			      struct gt_exporting **out, struct gt_error *err)
{
	struct events *es = pane->priv;
	struct gt_table *t;
	uint64_t *rows = NULL, n = es->list.rows;
	int r;

	/* All may be far more than the list can write in one step. */
	if (es->list.rows == 0 || (strcmp(format, "text") == 0 && !all))
		return gt_list_export_open(out, &es->list, format, false, err);
	r = gt_table_open(&t, gt_report_find("events", 6), es->prog->trace, NULL, err);
	if (r < 0)
		return r;
	if (!all)
		rows = gt_list_chosen(&es->list, &n);
	else if (is_filtered(es))
		rows = gt_xcalloc(n, sizeof *rows);
	for (uint64_t i = 0; rows && i < n; i++)
		rows[i] = number_at(es, all ? i : rows[i]);
	return gt_table_export_open(out, t, rows, es->first, n, format, err);
}

static int events_listed(struct gt_pane *pane, struct gt_listed *out, struct gt_error *err)
{
	*out = (struct gt_listed){
		.report = gt_report_find("events", 6), .what = "events",
		.cost = gt_trace_info(gt_program_of(pane)->trace)->events,
	};
	if (gt_evfilter_expression(&pane->filters, &out->filter))
		return 0;
	gt_listed_release(out);
	return gt_error_usage(err, "values are counted without filters like G42: turn them off (F), or take g=42");
}

static void events_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct events *es = pane->priv;

	if (is_filtered(es) && es->filter.next < gt_trace_info(es->prog->trace)->events)
		gt_buf_printf(out, "searched %.0f%% ",
			      100 * (double)es->filter.next / (double)gt_trace_info(es->prog->trace)->events);
}

static const struct gt_content_ops events_content = {
	.list = events_list,
	.listed = events_listed,
	.moved = events_moved,
	.filter_changed = events_filter_changed,
	.go = events_go,
	.formats = gt_report_formats,
	.export_open = events_export_open,
};

const struct gt_pane_ops gt_pane_events = {
	.name = "events",
	.title = "Events",
	.about = "Every event of the trace in its total order. G and P are those it happened in; in "
		 "parentheses those that it is about, where it happened in none. Enter follows the "
		 "link: from a start to the stop, from an unblock to the start, from a creation to "
		 "the first start. goto takes a number, a time or a share. Filters: G42, P3, M7, "
		 "plain words, or expressions such as name~Block && p=1.",
	.klass = GT_WHERE_LIST,
	.content = &events_content,
	.size = sizeof(struct events),
	.init = events_init,
	.free = events_free_pane,
	GT_DETAIL_OPS,
	.fill_detail = events_fill_detail,
	.handle = events_handle,
	.select_changed = events_select_changed,
	.refresh = events_refresh,
	.status = events_status,
};
