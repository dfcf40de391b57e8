/* Modes of the view of waits that list single waits. */
#include <inttypes.h>
#include <string.h>

#include "analysis/locks/locksites.h"
#include "analysis/pressure/sched.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/waitlist/waits.h"
#include "analysis/waits/wakers.h"
#include "base/human.h"
#include "base/sat.h"
#include "index/query/events.h"
#include "ui/table/spentbar.h"
#include "ui/panes/profiles/profiles.h"
#include "ui/panes/rows.h"

#define CHART_MIN_ROWS 18     /* a canvas with fewer has no room for the chart */
#define CHART_ROWS 2          /* of bars, over an axis */

/* ---- rows: waits ---- */

/* Of the reports waits and sched. */
static bool wait_at(const struct gt_table *t, uint64_t row, struct gt_waited *w)
{
	return t->report == &gt_report_sched ? gt_sched_get(t, row, w) : gt_waits_get(t, row, w);
}

static uint64_t wait_id(const struct gt_pane_table *pt, uint64_t row)
{
	return gt_waits_id(pt->table, row);
}

static uint64_t wait_of_id(const struct gt_pane_table *pt, uint64_t id)
{
	return gt_waits_row_of(pt->table, id);
}

static bool wait_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_waited w;

	return wait_at(pt->table, row, &w) && gt_rows_span_sel(sel, pt, w.g, GT_NO_ROW, w.iv.t0, w.iv.t1);
}

static uint64_t wait_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	uint32_t g = sel->has & GT_SEL_TIME ? gt_sel_find_goroutine(sel, pt->prog) : GT_NO_ROW;

	return g == GT_NO_ROW ? UINT64_MAX : gt_waits_row_at(pt->table, g, sel->time_ns);
}

static bool is_open(const struct gt_table *t, uint64_t row)
{
	return gt_waits_open_at(t, row);
}

const struct gt_pane_table_spec gt_profile_waits_spec = {
	.report = &gt_report_waits,
	.columns = "dur mark/1 start/5 g func/2 state/1 reason where/4 waker_kind/6 waker_g/3 waker_func/7",
	.owners = true,
	GT_PROFILE_WAITS,
	.apart = is_open,
	.id = wait_id,
	.row = wait_of_id,
	.select = wait_select,
	.find = wait_find,
	.nothing = GT_NO_WAITS,
};

/* ---- rows: waits for a processor ---- */

const struct gt_pane_table_spec gt_profile_sched_spec = {
	.report = &gt_report_sched,
	.columns = "dur start/2 g func/1 cause",
	GT_PROFILE_WAITS,
	.select = wait_select,
	.nothing = GT_NO_SCHED_WAITS,
};

/* ---- rows that are sums of waits ---- */

/* How many, how long, and the same of those that are open. */
enum { SUM_N, SUM_NS, SUM_OPEN, SUM_OPEN_NS, SUMS };

void gt_profile_sums_opened(struct gt_pane_table *pt)
{
	static const char *const keys[SUMS][2] = {
		{ "count", "waits" }, { "total_ns", "wait_ns" }, { "open", "open" }, { "open_ns", "open_ns" },
	};
	const struct gt_report *r = pt->spec->report;
	int64_t sums[SUMS] = { 0 };
	struct gt_cell c;

	for (int k = 0; k < SUMS; k++) {
		const char *key = keys[k][gt_report_column(r, keys[k][0], strlen(keys[k][0])) == GT_NO_COLUMN];
		unsigned col = (unsigned)gt_report_column(r, key, strlen(key));

		for (uint64_t i = 0; pt->view && i < gt_view_count(pt->view); i++) {
			gt_table_cell(pt->table, gt_view_row(pt->view, i), col, &c);
			gt_sat_grow(&sums[k], c.null ? 0 : c.i);
		}
	}
	pt->measure = (struct gt_measure){ .n = (uint64_t)sums[SUM_N], .sum = sums[SUM_NS],
					   .napart = (uint64_t)sums[SUM_OPEN], .apart = sums[SUM_OPEN_NS] };
}

void gt_profile_sums_text(struct gt_buf *out, const struct gt_pane_table *pt, struct gt_word in)
{
	const struct gt_measure *m = &pt->measure;

	if (!pt->view)
		return;
	gt_say(out, "{} {}, {}", gt_as_many(m->n, "wait"), in, gt_as_dur(m->sum));
	if (m->napart)
		gt_say(out, "; {} open, {}", gt_as_count(m->napart), gt_as_dur(m->apart));
}

/* ---- the head: numbers of the rows that are shown, and when they were ---- */

static void chart(const struct gt_measure *m, const struct gt_canvas *c, int y)
{
	int per = c->cols / GT_PARTS > 3 ? 3 : c->cols / GT_PARTS;
	struct gt_human_text to = gt_time_text(m->to);
	int64_t max = 0;

	for (int i = 0; i < GT_PARTS; i++)
		max = m->when[i] > max ? m->when[i] : max;
	for (int i = 0; i < GT_PARTS && max > 0; i++) {
		unsigned n = (unsigned)((double)m->when[i] / (double)max * (8 * CHART_ROWS - 1));

		for (int x = 0; m->when[i] && x < per; x++)
			gt_bar_draw(c, y + CHART_ROWS - 1, i * per + x, CHART_ROWS, GT_ROLE_CHART1, n + 1);
	}
	gt_canvas_hline(c, y + CHART_ROWS, 0, GT_PARTS * per, GT_ROLE_AXIS);
	gt_canvas_text(c, y + CHART_ROWS, 0, GT_ROLE_AXIS, gt_time_text(m->from).s);
	gt_canvas_text(c, y + CHART_ROWS, GT_PARTS * per - (int)strlen(to.s), GT_ROLE_AXIS, to.s);
}

int gt_profile_waits_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	bool charted = c->rows >= CHART_MIN_ROWS && c->cols >= GT_PARTS;
	struct gt_buf text = { 0 };

	if (pt->view)
		gt_measure_text(&text, &pt->measure, pt->measure.n == 1 ? "wait" : "waits", "open");
	else
		gt_buf_puts(&text, "sums and percentiles appear when the waits are sorted");
	gt_canvas_phrases(c, 0, 0, c->cols, pt->view ? GT_ROLE_VALUE : GT_ROLE_DIM, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	if (charted && pt->view)
		chart(&pt->measure, c, 1);
	return charted ? 2 + CHART_ROWS : 1;
}

/* ---- one wait in words ---- */

static void put_run(struct gt_buf *out, const struct gt_trace *t, const struct gt_slice *s)
{
	struct gt_proc p;

	gt_buf_printf(out, "ran for %s", gt_dur_text(s->t1 - s->t0).s);
	if (gt_proc_get(t, s->proc_row, &p))
		gt_buf_printf(out, " on P%" PRIu64, p.id);
}

static void line_before(struct gt_detail *d, const struct gt_trace *t, const struct gt_waited *w)
{
	struct gt_slice s;

	if (w->iv.what == GT_SPENT_SCHED && w->iv.begin_type && w->iv.slice != GT_NO_ROW &&
	    gt_slice_get(t, w->iv.slice, &s) && s.t1 < w->iv.t0)
		gt_buf_printf(&d->value, "%s until it became runnable with %s",
			      s.flags & GT_SLICE_LOST_P ? "in a call without a processor" : "waiting",
			      gt_event_type_name(t, w->iv.begin_type));
	else if (gt_slice_get(t, w->iv.slice, &s)) {
		put_run(&d->value, t, &s);
		gt_buf_printf(&d->value, ", until %s", gt_event_type_name(t, s.end_type));
	} else {
		gt_buf_puts(&d->value, w->iv.begin_type ? "it was created" : "before the trace");
	}
	gt_detail_put(d, "Before");
}

static void line_ended(struct gt_detail *d, const struct gt_trace *t, const struct gt_waited *w)
{
	static const char *const texts[GT_WAKER_KINDS] = {
		[GT_WAKER_NONE] = "nothing yet", [GT_WAKER_NETWORK] = "the network poller",
		[GT_WAKER_TIMER] = "a timer", [GT_WAKER_RUNTIME] = "the runtime",
		[GT_WAKER_SYSCALL] = "the return of the call", [GT_WAKER_UNKNOWN] = "not in the trace",
	};
	enum gt_waker_kind kind = gt_waker_kind_of(t, w);

	if (w->iv.what == GT_SPENT_SCHED)
		gt_buf_puts(&d->value, w->ended ? "a processor" : texts[GT_WAKER_NONE]);
	else if (w->iv.waker != GT_NO_ROW)
		gt_goroutine_title(&d->value, t, w->iv.waker);
	else
		gt_buf_puts(&d->value, texts[kind] ? texts[kind] : texts[GT_WAKER_UNKNOWN]);
	if (w->ended && w->iv.end_type)
		gt_buf_printf(&d->value, ", with %s", gt_event_type_name(t, w->iv.end_type));
	gt_detail_put(d, "Ended by");
}

/* Of a wait for a lock, if the stacks tell: for how long would take all waits for it, which view 6 has as locks. */
static void line_lock_holder(struct gt_detail *d, const struct gt_program *prog, const struct gt_waited *w)
{
	const struct gt_trace *t = prog->trace;
	struct gt_lock_sites sites;
	enum gt_lock_use use;
	uint32_t site, waking;

	if (w->iv.what != GT_SPENT_BLOCK || !w->ended || w->iv.waker == GT_NO_ROW)
		return;
	gt_lock_sites_init(&sites, t);
	use = gt_lock_sites_find(&sites, w->iv.stack, &site);
	if (use == GT_LOCK_TAKES || use == GT_LOCK_TAKES_TO_READ) {
		waking = gt_waking_stack(t, prog->events, w->g, w->iv.t1, w->iv.end_type);
		if (waking && gt_lock_sites_find(&sites, waking, &site) == GT_LOCK_GIVES) {
			gt_goroutine_title(&d->value, t, w->iv.waker);
			gt_buf_puts(&d->value, ", when the wait ended; it gave the lock back at ");
			gt_lock_site_text(&d->value, t, &sites.v[site]);
			gt_detail_put(d, "Held by");
		}
	}
	gt_lock_sites_release(&sites);
}

static void line_after(struct gt_detail *d, const struct gt_trace *t, const struct gt_waited *w)
{
	struct gt_slice s;

	if (!gt_slice_get(t, w->next, &s))
		return;
	if (s.t0 > w->iv.t1)
		gt_buf_printf(&d->value, "runnable for %s, then it ", gt_dur_text(s.t0 - w->iv.t1).s);
	put_run(&d->value, t, &s);
	gt_detail_put(d, "After");
}

static void stacks_of_wait(struct gt_detail *d, const struct gt_program *prog, const struct gt_waited *w)
{
	const struct gt_interval *iv = &w->iv;
	bool woken = iv->waker != GT_NO_ROW;

	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Waited at", prog->trace, iv->stack, "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Woken at", prog->trace,
			   woken ? gt_waking_stack(prog->trace, prog->events, w->g, iv->t1, iv->end_type) : 0,
			   woken ? "no stack" : "no goroutine woke it");
}

/* Where it had stopped, and where the goroutine stood that made it runnable. */
static void stacks_of_runnable(struct gt_detail *d, const struct gt_program *prog, const struct gt_waited *w)
{
	const struct gt_interval *iv = &w->iv;
	struct gt_slice prev, next;
	bool made = gt_slice_get(prog->trace, w->next, &next) && next.waker != GT_NO_ROW;
	bool is_new = gt_waker_kind_of(prog->trace, w) == GT_WAKER_CREATED;

	gt_detail_stack_at(d, GT_DETAIL_LEFT, is_new ? "Will start at" : "Had stopped at", prog->trace,
			   gt_slice_get(prog->trace, iv->slice, &prev) ? prev.end_stack : iv->stack, "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Made runnable at", prog->trace,
			   made ? gt_waking_stack(prog->trace, prog->events, w->g, iv->t0, iv->begin_type) : 0,
			   made ? "no stack" : "no goroutine did");
}

static void detail_wait(struct gt_detail *d, struct gt_program *prog, const struct gt_waited *w)
{
	const struct gt_trace *t = prog->trace;
	const struct gt_interval *iv = &w->iv;
	bool inferred;

	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(t, w->g));
	gt_say(&d->value, "{} {}, {}", gt_as_text(gt_spent_name(iv->what)), gt_as_dur(iv->t1 - iv->t0),
	       gt_as_span(iv->t0, iv->t1));
	if (iv->open)
		gt_buf_puts(&d->value, ", the trace's end");
	if (w->t1 - w->t0 < iv->t1 - iv->t0)
		gt_buf_printf(&d->value, "; %s of it in the range", gt_dur_text(w->t1 - w->t0).s);
	gt_detail_put(d, "State");
	if (iv->what == GT_SPENT_BLOCK) {
		gt_put_string(&d->value, t, "", gt_interval_reason(t, iv, &inferred), GT_NO_REASON);
		gt_buf_puts(&d->value, inferred ? ", inferred" : "");
		gt_detail_put(d, "Waits for");
	} else if (iv->what == GT_SPENT_SCHED && gt_waker_kind_name(gt_waker_kind_of(t, w))) {
		gt_detail_pair(d, "Cause", "%s", gt_waker_kind_name(gt_waker_kind_of(t, w)));
	}
	if (iv->what == GT_SPENT_SCHED)
		gt_detail_instead(d, prog, w->g, iv->t0, iv->t1);
	line_before(d, t, w);
	line_ended(d, t, w);
	line_lock_holder(d, prog, w);
	line_after(d, t, w);
	if (iv->what == GT_SPENT_SCHED)
		stacks_of_runnable(d, prog, w);
	else
		stacks_of_wait(d, prog, w);
}

void gt_profile_wait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_waited w;

	if (wait_at(pt->table, row, &w))
		detail_wait(d, pt->prog, &w);
}

/* Who ended the wait is asked of its end; that goroutine may have no row here, so the timeline shows it. */
bool gt_profile_wait_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_sel sel, to;
	const char *why;

	if (act->action != GT_ACT_UNBLOCKER || !gt_pane_table_sel(pane->ops->table(pane), &sel))
		return false;
	sel.time_ns = sel.end_ns;
	if (gt_sel_unblocker(&to, &sel, gt_program_of(pane), &why))
		gt_app_jump(pane->app, GT_VIEW_TIMELINE, &to);
	else
		gt_app_message(pane->app, "%s", why);
	return true;
}
