/* The wake-up chain: from a slice or wait to who woke it, what that one was doing, and so on. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/table/reports.h"
#include "analysis/paths/path.h"
#include "analysis/stw/blame.h"
#include "analysis/stacks/stacktext.h"
#include "format/listing.h"
#include "ui/detail/detail.h"
#include "ui/table/spentbar.h"
#include "ui/panes/panes.h"
#include "ui/panes/paths/path_window.h"
#include "ui/panes/rows.h"
#include "ui/table/pane_table.h"

#define HEAD_ROWS 3
#define HEAD_MIN_ROWS 8       /* a canvas with fewer has one line of head */

struct path {
	struct gt_pane_table pt;      /* the chain */
	struct gt_pane_table window;  /* the critical path of a window */
	bool critical;                /* the second one is shown */
	struct gt_sel asked;          /* what the view was opened for ... */
	int origin;                   /* ... and in which view */
};

static struct gt_pane_table *path_chain_of(struct gt_pane *pane)
{
	struct path *p = pane->priv;

	return &p->pt;
}

static struct gt_pane_table *path_table_of(struct gt_pane *pane)
{
	struct path *p = pane->priv;

	return p->critical ? &p->window : &p->pt;
}

/* The path on the screen; its hops are the table's rows. */
static const struct gt_path *hops_of(const struct gt_pane_table *pt)
{
	static const struct gt_path none;

	return pt->table ? gt_path_of(pt->table) : &none;
}

static const struct gt_hop *hop_at(const struct gt_pane_table *pt, uint64_t row)
{
	const struct gt_path *p = hops_of(pt);

	assert(row < p->n);
	return &p->hops[row];
}

/* ---- rows ---- */

static bool path_row_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_hop *hop = hop_at(pt, row);

	return gt_rows_span_sel(sel, pt, hop->g, hop->state == GT_HOP_RUNNING ? hop->slice : GT_NO_ROW, hop->t0,
				hop->t1);
}

/* The hop that a selection lies in: of the same goroutine, around the time. */
static uint64_t path_row_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	const struct gt_path *p = hops_of(pt);
	uint32_t g = gt_sel_find_goroutine(sel, pt->prog);

	for (size_t i = 0; i < p->n && sel->has & GT_SEL_TIME; i++) {
		if (p->hops[i].g == g && p->hops[i].t0 <= sel->time_ns && sel->time_ns < p->hops[i].t1)
			return i;
	}
	return UINT64_MAX;
}

static gt_style path_state_style(enum gt_hop_state state)
{
	return gt_spent_style(gt_hop_spent(state));
}

static gt_style path_row_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	const struct gt_hop *hop = hop_at(pt, row);

	switch (col) {
	case GT_PATHC_HOP: return GT_ROLE_DIM;
	case GT_PATHC_STATE: return path_state_style(hop->state);
	default: return GT_ROLE_NORMAL;
	}
}

static void hops_text(struct gt_buf *out, const struct gt_table *table, const uint64_t *rows, uint64_t n,
		      uint64_t at)
{
	(void)at;
	for (uint64_t i = 0; i < n; i++)
		gt_path_hop_lines(out, (struct gt_table *)table, rows[i]);
}

static const char *path_why_empty(const struct gt_pane_table *pt)
{
	return gt_path_is_asked(pt) ? "nothing is known of this goroutine at that time"
				    : "W on a slice, a wait or a goroutine shows the wake-up chain that led there";
}

static const struct gt_pane_table_spec spec = {
	.report = &gt_report_path,
	.columns = "hop/6 start/5 dur state g func/3 p/7 did/1 reason/4 queue/8 waited/4 where/6",
	.what = "hops",
	.all_times = true,
	.whole = true,
	.select = path_row_select,
	.find = path_row_find,
	.style = path_row_style,
	.ready = gt_path_is_asked,
	.empty = path_why_empty,
	.text = hops_text,
};

/* ---- opening ---- */

static void show(struct gt_pane *pane, uint32_t g, int64_t time)
{
	struct gt_pane_table *pt = path_chain_of(pane);

	((struct path *)pane->priv)->critical = false;
	if (pt->args.has_g && pt->args.g == g && pt->args.time == time && pt->view)
		return;
	pt->args.has_g = pt->args.has_time = true;
	pt->args.g = g;
	pt->args.time = time;
	pt->list.tags.n = 0;
	gt_list_goto(&pt->list, 0, false);
	gt_pane_table_show(pt, true);
}

static void show_window(struct gt_pane *pane, uint32_t g, int64_t from, int64_t to)
{
	struct path *p = pane->priv;
	struct gt_table_args *args = &p->window.args;
	bool same = args->has_g && args->g == g && args->from == from && args->to == to && p->window.view;

	p->critical = true;
	p->window.prog->critical.has = true;
	p->window.prog->critical.g = g;
	p->window.prog->critical.from = from;
	p->window.prog->critical.to = to;
	gt_app_dirty(pane->app, GT_DIRTY_RECALC);
	if (same)
		return;
	args->has_g = args->limited = true;
	args->g = g;
	args->from = from;
	args->to = to;
	p->window.list.tags.n = 0;
	gt_list_goto(&p->window.list, 0, false);
	gt_pane_table_show(&p->window, true);
}

/* The critical path of what the view was opened for. */
static void path_open_window(struct gt_pane *pane)
{
	struct path *p = pane->priv;
	uint32_t g = gt_sel_find_goroutine(&p->asked, gt_program_of(pane));
	int64_t from, to, a, b;

	if (g == GT_NO_ROW) {
		gt_app_message(pane->app, "no goroutine is selected");
		return;
	}
	gt_path_window_of(&p->asked, gt_program_of(pane), &g, &from, &to);
	/* What was chosen outside of the range that the views are restricted to is not. */
	if (gt_app_restricted(pane->app, &a, &b) && from < b && a < to) {
		from = from > a ? from : a;
		to = to < b ? to : b;
	}
	show_window(pane, g, from, to);
}

static void open_at(struct gt_app *app, uint32_t g, int64_t time)
{
	struct gt_pane *pane = gt_app_pane(app, GT_VIEW_PATH);

	((struct path *)pane->priv)->origin = gt_app_origin(app);
	gt_app_record(app);
	gt_app_show(app, GT_VIEW_PATH);
	show(pane, g, time);
	gt_pane_table_moved(path_table_of(pane));
}

/* Up to the end of a slice or a wait, or the time of an event; a selection with a goroutine has one of these. */
static void path_open_sel(struct gt_pane *pane, const struct gt_sel *sel)
{
	uint32_t g = gt_sel_find_goroutine(sel, gt_program_of(pane));

	if (g == GT_NO_ROW)
		gt_app_message(pane->app, "no goroutine is selected");
	else
		open_at(pane->app, g, sel->has & GT_SEL_SPAN ? sel->end_ns : sel->time_ns);
	((struct path *)pane->priv)->asked = *sel;
}

void gt_path_open_stop(struct gt_app *app, uint32_t range)
{
	const struct gt_program *prog = gt_app_ctx(app);
	struct gt_blame b = { 0 };
	const struct gt_blame_proc *last;

	if (!gt_blame_find(&b, prog->trace, range))
		return;
	last = b.last >= 0 ? &b.procs[b.last] : NULL;
	if (last && last->g != GT_NO_ROW)
		open_at(app, last->g, last->yield != GT_NO_TIME ? last->yield : b.end);
	else if (b.requester != GT_NO_ROW)
		open_at(app, b.requester, b.range.t0);
	else
		gt_app_message(app, "the trace does not show who requested this pause");
	gt_blame_release(&b);
}

/* ---- the head ---- */

static void path_put_end(struct gt_buf *out, const struct gt_path *p)
{
	gt_buf_puts(out, gt_path_end_text(p->end));
	if (p->end == GT_PATH_LIMIT)
		gt_buf_puts(out, "; press W on the last one to continue");
}

/* "running 3ms (20%)", as many of the states as the chain has. */
static int draw_shares(const struct gt_path *p, const struct gt_canvas *c, bool percent)
{
	int64_t ns[GT_HOP_SYSCALL + 1] = { 0 };
	struct gt_buf text = { 0 };
	int x = 0;

	for (size_t i = 0; i < p->n; i++)
		ns[p->hops[i].state] += p->hops[i].t1 - p->hops[i].t0;
	for (int k = 0; k <= GT_HOP_SYSCALL; k++) {
		if (!ns[k])
			continue;
		gt_buf_reset(&text);
		gt_say(&text, "{} {}", gt_as_text(gt_hop_state_name((enum gt_hop_state)k)), gt_as_dur(ns[k]));
		if (percent)
			gt_say(&text, " ({})", gt_as_part(ns[k], gt_path_length(p)));
		x += x ? 2 : 0;
		x += gt_canvas_text(c, 1, x, path_state_style((enum gt_hop_state)k), gt_buf_str(&text));
	}
	gt_buf_release(&text);
	return x;
}

static void path_draw_window(struct gt_pane *pane, const struct gt_canvas *c)
{
	const struct gt_pane_table *pt = path_table_of(pane);

	bool head = pt->table && pt->list.rows && c->rows >= HEAD_MIN_ROWS;

	gt_canvas_clear(c);
	gt_rows_draw_list(pane, c, head ? gt_path_window_head(pt, c) : 0);
}

static void path_draw_chain(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_pane_table *pt = path_chain_of(pane);
	const struct gt_path *p = hops_of(pt);
	int head = p->n == 0 || c->rows < 4 ? 0 : c->rows < HEAD_MIN_ROWS ? 1 : HEAD_ROWS;
	struct gt_canvas line;
	struct gt_buf text = { 0 };

	gt_canvas_clear(c);
	if (head) {
		gt_say(&text, "{}, {}, up to {} of {}", gt_as_many(p->n, "hop"), gt_as_dur(gt_path_length(p)),
		       gt_as_time(p->time), gt_as_goroutine(pt->prog->trace, p->g));
		gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	}
	if (head > 1) {
		/* Without percents where these do not fit. */
		if (draw_shares(p, c, true) > c->cols) {
			line = gt_canvas_sub(c, 1, 0, 1, c->cols);
			gt_canvas_clear(&line);
			draw_shares(p, c, false);
		}
		gt_buf_reset(&text);
		path_put_end(&text, p);
		gt_canvas_phrases(c, 2, 0, c->cols, GT_ROLE_DIM, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
	gt_rows_draw_list(pane, c, head);
}

static void path_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	if (((const struct path *)pane->priv)->critical)
		path_draw_window(pane, c);
	else
		path_draw_chain(pane, c);
}

/* ---- the hop under the cursor ---- */

/* What it did at the end, and for whom. */
static void path_put_did(struct gt_buf *out, const struct gt_hop *hop, const struct gt_trace *t)
{
	gt_hop_did(out, hop, t);
	if (hop->type)
		gt_buf_printf(out, "%s%s", out->len ? " with " : "", gt_event_type_name(t, hop->type));
	if (hop->waited != GT_NO_TIME)
		gt_say(out, ", which had waited {}", gt_as_dur(hop->waited));
	if (hop->state != GT_HOP_WAITING)
		gt_put_string(out, t, out->len ? ", " : "", hop->reason, NULL);
}

static void detail_hop(struct gt_detail *d, const struct gt_pane_table *pt, const struct gt_pane_table *window,
		       uint64_t row)
{
	const struct gt_trace *t = pt->prog->trace;
	const struct gt_hop *hop = hop_at(pt, row);
	struct gt_buf *out = &d->value;
	struct gt_cell stack;

	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(t, hop->g));
	gt_detail_say(d, "State", "{} {}, {}", gt_as_text(gt_hop_state_name(hop->state)),
		      gt_as_dur(hop->t1 - hop->t0), gt_as_span(hop->t0, hop->t1));
	if (hop->state == GT_HOP_WAITING && hop->reason) {
		gt_put_string(out, t, "", hop->reason, NULL);
		gt_detail_put(d, "Waits for");
	}
	path_put_did(out, hop, t);
	if (out->len)
		gt_detail_put(d, "Then");
	if (row + 1 == hops_of(pt)->n) {
		path_put_end(out, hops_of(pt));
		gt_detail_put(d, "Before");
	}
	gt_path_window_put_place(out, window, hop);
	if (out->len)
		gt_detail_put(d, "Segment");
	if (hop->state == GT_HOP_RUNNABLE)
		gt_detail_instead(d, pt->prog, hop->g, hop->t0, hop->t1);
	gt_table_cell(pt->table, row, GT_PATHC_STACK, &stack);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "At", t, stack.null ? 0 : stack.stack, "no stack");
	if (hop->link == GT_LINK_WOKE)
		gt_detail_stack_at(d, GT_DETAIL_RIGHT, "The goroutine it woke waited at", t, hop->stack, "no stack");
}

static void path_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct path *p = pane->priv;
	uint64_t row = gt_pane_table_cursor(path_table_of(pane));

	if (row == UINT64_MAX)
		gt_detail_add(d, GT_ROLE_DIM, "no hop is selected");
	else if (p->critical)
		gt_path_window_detail(&p->window, row, d);
	else
		detail_hop(d, &p->pt, &p->window, row);
}

/* The event of the wake-up or creation at the end of a hop. */
static bool select_event(struct gt_pane_table *pt, const struct gt_hop *hop, struct gt_sel *sel)
{
	const struct gt_event *ev;
	struct gt_goroutine g;
	uint64_t n;

	if ((hop->link != GT_LINK_WOKE && hop->link != GT_LINK_CREATED) ||
	    !gt_goroutine_get(pt->prog->trace, hop->to, &g))
		return false;
	for (n = gt_events_seek(pt->prog->events, hop->t1);
	     gt_events_get(pt->prog->events, n, &ev, NULL) == 0 && ev->time == hop->t1; n++) {
		if (ev->kind == GT_EV_G_STATE && ev->subject == g.id)
			return gt_sel_event(sel, pt->prog, n);
	}
	return false;
}

/* ---- ops ---- */

static void path_init(struct gt_pane *pane)
{
	struct path *p = pane->priv;

	gt_pane_table_init(&p->pt, &spec, pane, p);
	gt_pane_table_init(&p->window, &gt_path_window_spec, pane, p);
}

static void path_free_pane(struct gt_pane *pane)
{
	struct path *p = pane->priv;

	gt_pane_table_release(&p->pt);
	gt_pane_table_release(&p->window);
}

static bool path_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = path_table_of(pane);
	struct gt_sel sel;

	if (act->action == GT_ACT_CRITICAL && !((struct path *)pane->priv)->critical) {
		path_open_window(pane);
		return true;
	}
	if (gt_pane_table_handle(pt, act))
		return true;
	if (!gt_pane_table_sel(pt, &sel))
		return false;
	if (act->action == GT_ACT_SHOW_EVENT && pt == path_chain_of(pane))
		select_event(pt, hop_at(pt, gt_pane_table_cursor(pt)), &sel);
	return gt_links_handle(pane, act, &sel);
}

enum { OWN_G, OWN_TIME, OWN_FROM, OWN_CRITICAL, OWN_ORIGIN };

static void path_save(struct gt_pane *pane, struct gt_place *place)
{
	const struct gt_table_args *args = &path_table_of(pane)->args;
	const struct path *p = pane->priv;
	bool critical = p->critical;

	/* Only W and Z show this view, so there is a chain. */
	place->own[OWN_G] = args->g;
	place->own[OWN_TIME] = (uint64_t)(critical ? args->to : args->time);
	place->own[OWN_FROM] = (uint64_t)args->from;
	place->own[OWN_CRITICAL] = critical;
	place->own[OWN_ORIGIN] = (uint64_t)p->origin;
}

static void path_restore(struct gt_pane *pane, const struct gt_place *place)
{
	uint32_t g = (uint32_t)place->own[OWN_G];

	((struct path *)pane->priv)->origin = (int)place->own[OWN_ORIGIN];
	if (place->own[OWN_CRITICAL])
		show_window(pane, g, (int64_t)place->own[OWN_FROM], (int64_t)place->own[OWN_TIME]);
	else
		show(pane, g, (int64_t)place->own[OWN_TIME]);
}

static int path_origin(struct gt_pane *pane, const struct gt_place *place)
{
	(void)pane;
	return (int)place->own[OWN_ORIGIN];
}

const struct gt_pane_ops gt_pane_path = {
	.name = "path",
	.title = "Path",
	.about = "The wake-up chain of a slice, a wait, a pause or a goroutine: W in any view opens it. Each row is "
		 "a hop, the latest first: which goroutine woke the one above, and what it was doing while that one "
		 "waited; until the trace begins, no goroutine ended a wait (network, timer), or the main goroutine "
		 "created the one above. The durations add up to the chain's. Z shows the critical path: the same "
		 "back to where the selection began, over all waits, by what ended them. Exports hold the whole "
		 "chain unless hops are tagged.",
	GT_TABLE_PANE_OPS,
	.acts = GT_ACTIONS(GT_ACT_RUNTIME),
	.size = sizeof(struct path),
	.init = path_init,
	.free = path_free_pane,
	.table = path_table_of,
	.open = path_open_sel,
	.draw = path_draw,
	GT_DETAIL_OPS,
	.fill_detail = path_fill_detail,
	.handle = path_handle,
	.select_changed = gt_table_pane_select_changed,
	.refresh = gt_table_pane_refresh,
	.save = path_save,
	.restore = path_restore,
	.origin = path_origin,
};
