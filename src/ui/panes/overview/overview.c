/* The Overview: the facts of the capture, small charts, and what stands out, the most severe first. */
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/findkind.h"
#include "base/clock.h"
#include "base/human.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "ui/app/job.h"
#include "ui/panes/overview/overview.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define GROW_NS INT64_C(200000000)   /* findings of a growing index are looked for no more often */

enum { COL_MARK, COL_KIND, COL_FINDING, COL_SHARE, COL_START, COLS };

/* The finding "nothing stands out" is no row: the empty list shows its text. */
static bool has_findings(const struct gt_findings *f)
{
	return f->n && !(f->v[0].severity == GT_SEVERITY_NONE && !f->v[0].nevidence);
}

/* Of a cause, which the list finds again by it when more is known. */
static uint64_t unfold_key(const struct gt_finding *f)
{
	return (uint64_t)f->kind << 32 | f->func;
}

static bool is_unfolded(const struct gt_overview *o, const struct gt_finding *cause)
{
	return gt_map_get(&o->unfolded, unfold_key(cause)) != GT_MAP_NONE;
}

/* How many findings a cause brings about; they follow it. */
static size_t parts_of(const struct gt_findings *f, size_t cause)
{
	size_t n = 0;

	while (cause + n + 1 < f->n && f->v[cause + n + 1].because == cause)
		n++;
	return n;
}

static void overview_choose_rows(struct gt_overview *o)
{
	const struct gt_findings *f = &o->f;

	GT_GROW(o->rows, o->cap_rows, f->n + 1);
	o->nrows = 0;
	for (uint32_t i = 0; has_findings(f) && i < f->n; i++)
		if (f->v[i].because == GT_NO_ROW || is_unfolded(o, &f->v[f->v[i].because]))
			o->rows[o->nrows++] = i;
}

/* The finding under the cursor, NULL: there is none. */
static const struct gt_finding *overview_current(const struct gt_overview *o)
{
	return o->list.cursor < o->nrows ? &o->f.v[o->rows[o->list.cursor]] : NULL;
}

/* ---- the list ---- */

static void overview_cell(void *ctx, uint64_t row, unsigned col, struct gt_buf *out)
{
	static const char *const marks[] = {
		[GT_SEVERITY_NONE] = "", [GT_SEVERITY_LOW] = "", [GT_SEVERITY_MEDIUM] = "!", [GT_SEVERITY_HIGH] = "!!",
	};
	struct gt_overview *o = ctx;
	const struct gt_finding *f = &o->f.v[o->rows[row]];
	size_t parts = is_unfolded(o, f) ? 0 : parts_of(&o->f, o->rows[row]);

	switch (col) {
	case COL_MARK: gt_buf_puts(out, f->because == GT_NO_ROW ? marks[f->severity] : ""); break;
	case COL_KIND:
		gt_say(out, "{}{}", gt_as_text(f->because == GT_NO_ROW ? "" : "  "),
		       gt_as_text(gt_finding_kind(f->kind)->name));
		if (parts)
			gt_say(out, " +{}", gt_as_count(parts));
		break;
	case COL_FINDING:
		/* The kind has no room on a narrow screen. */
		gt_buf_puts(out, f->because == GT_NO_ROW ? "" : "  ");
		gt_finding_text(out, &o->f, f);
		break;
	case COL_SHARE:
		if (f->cost > 0)
			gt_human_share(out, f->share);
		break;
	default:
		if (f->t0 != GT_NO_TIME)
			gt_human_time(out, f->t0);
		break;
	}
}

static gt_style overview_style(void *ctx, uint64_t row, unsigned col)
{
	static const gt_style styles[] = {
		[GT_SEVERITY_NONE] = GT_ROLE_DIM, [GT_SEVERITY_LOW] = GT_ROLE_DIM,
		[GT_SEVERITY_MEDIUM] = GT_ROLE_WARNING,
		[GT_SEVERITY_HIGH] = GT_ROLE_ERROR,
	};
	const struct gt_overview *o = ctx;

	const struct gt_finding *f = &o->f.v[o->rows[row]];

	if (f->because != GT_NO_ROW)
		return GT_ROLE_DIM;
	if (col == COL_MARK || col == COL_KIND)
		return styles[f->severity];
	return col == COL_START ? GT_ROLE_DIM : GT_ROLE_NORMAL;
}

static const struct gt_list_ops list_ops = { .cell = overview_cell, .style = overview_style };

#define COLUMN(its_key, its_title, its_help, least, most, order, its_flags) { \
	.key = its_key, .title = its_title, .help = its_help, .min = least, .max = most, .prio = order, \
	.flags = GT_LIST_COL_NOSORT | (its_flags) }

static const struct gt_list_column columns[] = {
	[COL_MARK] = COLUMN("severity", "", "!! high, ! medium", 2, 2, 0, 0),
	[COL_KIND] = COLUMN("kind", "Kind", "what it is about", 8, 18, 3, 0),
	[COL_FINDING] = COLUMN("finding", "What stands out", "in words", 60, 0, 0, GT_LIST_COL_PHRASES),
	[COL_SHARE] = COLUMN("share", "Of trace", "its cost as a share of the time", 5, 8, 0, GT_LIST_COL_RIGHT),
	[COL_START] = COLUMN("start", "Where", "when it was", 6, 20, 4, GT_LIST_COL_RIGHT),
};
_Static_assert(GT_COUNT(columns) == COLS, "every column of findings is described");

static const char *overview_why_empty(struct gt_overview *o)
{
	if (!gt_trace_info(o->prog->trace)->events)
		return o->prog->working ? "nothing has been read yet" : GT_NO_EVENTS;
	if (o->f.fault.code)
		return o->f.fault.text;
	if (!o->complete || !o->f.n)
		return "looking for what stands out";
	gt_buf_reset(&o->nothing);
	gt_finding_text(&o->nothing, &o->f, &o->f.v[0]);
	return gt_buf_str(&o->nothing);
}

/* Remembers which finding the cursor is on, unless it is at the top. */
static void overview_keep(struct gt_overview *o)
{
	const struct gt_finding *f = overview_current(o);

	if (f && o->list.cursor)
		o->stay = *f;
}

static void overview_go_to(struct gt_overview *o, const struct gt_finding *was)
{
	for (size_t i = 0; i < o->nrows; i++) {
		const struct gt_finding *f = &o->f.v[o->rows[i]];

		if (f->kind == was->kind && f->func == was->func && f->reason == was->reason) {
			gt_list_goto(&o->list, i, false);
			return;
		}
	}
}

/* Lists the findings again; the cursor stays on its finding, also if that was not there for a while. */
static void list_again(struct gt_overview *o)
{
	const struct gt_finding *was = &o->stay;

	if (was->kind == GT_FINDING_KINDS)
		overview_keep(o);
	gt_findings_list(&o->f);
	overview_choose_rows(o);
	gt_list_set_rows(&o->list, o->nrows, false);
	overview_go_to(o, was);
	if (!o->at_work)
		o->stay.kind = GT_FINDING_KINDS;
	o->list.empty = overview_why_empty(o);
}

/* ---- looking ---- */

static bool overview_look(struct gt_app *app, void *arg, struct gt_job *job)
{
	struct gt_overview *o = arg;
	double share = 0;

	(void)app;
	do {
		if (!gt_findings_step(&o->f, &share))
			return true;
	} while (!gt_job_expired(job));
	gt_job_progress(job, share);
	return false;
}

static void looked(struct gt_app *app, void *arg, bool cancelled)
{
	struct gt_overview *o = arg;

	o->at_work = false;
	o->complete = !cancelled;
	/* Esc in this view stops the search; a job of another view only interrupts it. */
	o->stopped = cancelled && gt_app_view(app) == GT_VIEW_OVERVIEW;
	list_again(o);
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

static const struct gt_job_ops looking = {
	.what = "looking for what stands out", .step = overview_look, .done = looked,
};

/* Those of a trace are found with what the options say; when these change, again. */
static bool has_other_limits(const struct gt_overview *o)
{
	return !o->f.trace || o->other_range ||
	       memcmp(&o->f.limits, &o->prog->findings, sizeof o->f.limits) != 0;
}

/* While the index grows, a little with every frame; then all the rest as a job. */
static void overview_go_on(struct gt_overview *o)
{
	int64_t deadline = gt_clock_now() + gt_app_limits(o->pane->app)->look_ns;
	bool more = true;

	if (!o->at_work && has_other_limits(o)) {
		overview_keep(o);
		gt_findings_release(&o->f);
		gt_findings_begin(&o->f, o->prog->trace, &o->prog->findings, o->from, o->to);
		o->complete = o->other_range = false;
	}
	if (o->at_work || o->stopped || o->complete || (o->prog->working && deadline < o->next_ns))
		return;
	for (int i = 0; more && (i % 16 || gt_clock_now() < deadline); i++)
		more = gt_findings_step(&o->f, NULL);
	o->complete = !more && !o->prog->working;
	o->next_ns = gt_clock_now() + GROW_NS;
	o->at_work = more && !o->prog->working;
	list_again(o);
	if (o->at_work)
		gt_app_start_job(o->pane->app, &looking, o);
}

/* ---- what a finding is about ---- */

/* A state, also the wait before a slice; a part of a pause, or what lies in a slice.  One that delayed it says more. */
static void finding_sel_more(const struct gt_overview *o, const struct gt_finding *f, struct gt_sel *sel)
{
	enum gt_finding_subject subject = gt_finding_kind(f->kind)->subject;
	struct gt_slice s;

	if (sel->has & GT_SEL_G && (subject == GT_FINDING_OF_STATE ||
				    (gt_slice_get(o->prog->trace, f->slice, &s) && f->t1 <= s.t0)))
		sel->has |= GT_SEL_STATE;
	if (f->range == GT_NO_ROW || (subject == GT_FINDING_OF_STOP && f->slice != GT_NO_ROW))
		return;
	sel->has |= GT_SEL_RANGE;
	sel->range = f->range;
}

static bool finding_sel(const struct gt_overview *o, struct gt_sel *sel)
{
	const struct gt_finding *f = overview_current(o);

	if (!f || f->t0 == GT_NO_TIME)
		return false;
	if (!gt_sel_slice(sel, o->prog, f->slice) && !gt_sel_goroutine(sel, o->prog, f->g))
		*sel = (struct gt_sel){ .has = GT_SEL_TIME | GT_SEL_SPAN };
	sel->has |= GT_SEL_TIME | GT_SEL_SPAN;
	sel->time_ns = f->t0;
	sel->end_ns = f->t1;
	finding_sel_more(o, f, sel);
	return true;
}

/* ---- drawing ---- */

static void overview_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_overview *o = pane->priv;

	overview_go_on(o);
	if (o->complete && !o->prog->worst.has && o->list.cursor == 0)
		finding_sel(o, &o->prog->worst);
	gt_overview_boxes_go_on(o);
	gt_canvas_clear(c);
	gt_overview_draw_parts(o, c, overview_current(o));
}

static void overview_fill_detail(struct gt_pane *pane, struct gt_detail *d)
{
	struct gt_overview *o = pane->priv;
	const struct gt_finding *f = overview_current(o);

	if (f)
		gt_overview_detail(o, f, d);
	else
		gt_detail_add(d, GT_ROLE_DIM, "%s", overview_why_empty(o));
}

/* ---- jumps ---- */

/* Shows what the cause under the cursor, or that of the row, brings about, or hides it; all: every cause. */
static void overview_unfold(struct gt_overview *o, bool open, bool all)
{
	const struct gt_finding none = { .kind = GT_FINDING_KINDS }, *f = overview_current(o), was = f ? *f : none;
	const struct gt_finding *cause = f && f->because != GT_NO_ROW ? &o->f.v[f->because] : f;

	for (size_t i = 0; i < o->f.n; i++) {
		if (!parts_of(&o->f, i) || !(all || &o->f.v[i] == cause))
			continue;
		if (open)
			gt_map_put(&o->unfolded, unfold_key(&o->f.v[i]), 1);
		else
			gt_map_remove(&o->unfolded, unfold_key(&o->f.v[i]));
	}
	overview_choose_rows(o);
	gt_list_set_rows(&o->list, o->nrows, true);
	overview_go_to(o, open || !cause ? &was : cause);
	gt_app_dirty(o->pane->app, GT_DIRTY_REPAINT);
}

static bool overview_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_overview *o = pane->priv;
	const struct gt_finding *f = overview_current(o);
	enum gt_finding_subject subject;
	struct gt_sel sel;

	if (act->action == GT_ACT_UNFOLD || act->action == GT_ACT_FOLD || act->action == GT_ACT_UNFOLD_ALL) {
		overview_unfold(o, act->action != GT_ACT_FOLD, act->action == GT_ACT_UNFOLD_ALL);
		return true;
	}
	if (act->action == GT_ACT_CLICK && act->y >= 0 && gt_overview_boxes_click(o, act->y, act->x))
		return true;
	if (!finding_sel(o, &sel))
		return false;
	subject = gt_finding_kind(f->kind)->subject;
	if (act->action == GT_ACT_PATH && subject == GT_FINDING_OF_STOP && f->range != GT_NO_ROW) {
		gt_path_open_stop(pane->app, f->range);
		return true;
	}
	if (act->action == GT_ACT_OPEN && act->y < 0 && subject == GT_FINDING_OF_GOROUTINE) {
		gt_app_select(pane->app, &sel);
		gt_app_open(pane->app, GT_VIEW_GOROUTINES, &sel);
		return true;
	}
	return gt_links_handle(pane, act, &sel);
}

static void overview_moved(struct gt_pane *pane)
{
	struct gt_overview *o = pane->priv;
	struct gt_sel sel;

	o->stay.kind = GT_FINDING_KINDS;
	if (finding_sel(o, &sel))
		gt_app_select(pane->app, &sel);
}

/* ---- ops ---- */

static void overview_init(struct gt_pane *pane)
{
	struct gt_overview *o = pane->priv;

	o->pane = pane;
	o->prog = gt_program_of(pane);
	o->to = INT64_MAX;
	o->stay.kind = GT_FINDING_KINDS;
	gt_map_init(&o->unfolded);
	gt_list_init(&o->list, &list_ops, o, columns, COLS);
	o->list.what = "findings";
}

static void overview_free_pane(struct gt_pane *pane)
{
	struct gt_overview *o = pane->priv;

	gt_findings_release(&o->f);
	gt_overview_boxes_release(&o->boxes);
	gt_map_release(&o->unfolded);
	free(o->rows);
	gt_overview_charts_release(&o->charts);
	gt_list_release(&o->list);
	gt_buf_release(&o->nothing);
}

static struct gt_listview *overview_list(struct gt_pane *pane)
{
	return &((struct gt_overview *)pane->priv)->list;
}

/* It is shown again, there is more in the index, or the range A-B is another one. */
static void overview_refresh(struct gt_pane *pane)
{
	struct gt_overview *o = pane->priv;
	int64_t from = 0, to = INT64_MAX;
	bool limited = gt_app_restricted(pane->app, &from, &to);

	if (from != o->from || to != o->to) {
		if (o->at_work)
			gt_app_cancel_job(pane->app);
		o->other_range = true;
	}
	o->limited = limited;
	o->from = from;
	o->to = to;
	o->complete = false;
	o->stopped = false;
	gt_overview_boxes_refresh(o);
}

static void overview_select_changed(struct gt_pane *pane, const struct gt_sel *sel)
{
	(void)sel;
	((struct gt_overview *)pane->priv)->stopped = false;
}

static void overview_status(struct gt_pane *pane, struct gt_buf *out)
{
	const struct gt_overview *o = pane->priv;

	const struct gt_finding *f = overview_current(o);

	if (!o->complete && o->f.n)
		gt_buf_puts(out, "so far ");
	if (f && f->because == GT_NO_ROW && !is_unfolded(o, f) && parts_of(&o->f, (size_t)(f - o->f.v)))
		gt_buf_puts(out, "+ shows what this brings about ");
}

static const struct gt_content_ops overview_content = {
	.list = overview_list,
	.moved = overview_moved,
};

const struct gt_pane_ops gt_pane_overview = {
	.name = "overview",
	.title = "Overview",
	.about = "What the capture contains, how its requests went, what is missing in it, and findings, the most "
		 "severe first: !! is serious, ! worth a look. Of trace is the share of the time in which it cost "
		 "something; + shows what a cause brings about. The charts show the whole trace, with the finding "
		 "under the cursor marked. A click on a box shows all of its rows in their view. finding-wait, "
		 "finding-slice, finding-stop, finding-share, finding-leak and finding-gcs set what counts.",
	.klass = GT_WHERE_LIST,
	.acts = GT_ACTIONS(GT_ACT_UNFOLD, GT_ACT_FOLD, GT_ACT_UNFOLD_ALL),
	.content = &overview_content,
	.size = sizeof(struct gt_overview),
	.init = overview_init,
	.free = overview_free_pane,
	.draw = overview_draw,
	GT_DETAIL_OPS,
	.fill_detail = overview_fill_detail,
	.handle = overview_handle,
	.select_changed = overview_select_changed,
	.refresh = overview_refresh,
	.status = overview_status,
};
