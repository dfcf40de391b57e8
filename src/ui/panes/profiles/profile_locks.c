/* Modes of the view of profiles that list locks and the waits for them. */
#include "ui/panes/profiles/profile_locks.h"

#include <inttypes.h>

#include "analysis/locks/locks.h"
#include "analysis/table/celltext.h"
#include "analysis/table/filter.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/sat.h"
#include "ui/panes/rows.h"

/* ---- rows ---- */

static bool select_lock_wait(const struct gt_pane_table *pt, const struct gt_lock_wait *w, struct gt_sel *sel)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(pt->prog->trace, w->g, &g))
		return false;
	gt_rows_span_sel(sel, pt->prog, &g, GT_NO_ROW, w->begin, w->end);
	return true;
}

/* A lock stands for the longest wait for it: jumps lead there. */
static bool lock_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return select_lock_wait(pt, gt_lock_wait_at(gt_locks_of(pt->table), gt_lock_row(pt->table, row)->longest), sel);
}

static bool lockwait_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return select_lock_wait(pt, gt_lock_wait_row(pt->table, row), sel);
}

static gt_style lock_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	if (col == GT_PANE_RANK)
		return GT_ROLE_DIM;
	if (col == GT_LOCKS_CONFIDENCE && gt_lock_confidence(gt_lock_row(pt->table, row)) == GT_LOCK_LOW)
		return GT_ROLE_DIM;
	return GT_ROLE_NORMAL;
}

static gt_style lockwait_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	const struct gt_lock_wait *w = gt_lock_wait_row(pt->table, row);

	switch (col) {
	case GT_PANE_RANK: return GT_ROLE_DIM;
	case GT_LOCKWAITS_G:
	case GT_LOCKWAITS_FUNC: return gt_goroutine_row_style(pt->prog->trace, w->g);
	case GT_LOCKWAITS_HOLDER:
	case GT_LOCKWAITS_HOLDER_FUNC: return gt_goroutine_row_style(pt->prog->trace, w->waker);
	default: return GT_ROLE_NORMAL;
	}
}

static void lockwait_mark(const struct gt_pane_table *pt, uint64_t row, struct gt_buf *out)
{
	if (!gt_lock_wait_row(pt->table, row)->ended)
		gt_buf_puts(out, "»");
}

static bool lockwait_apart(const struct gt_table *t, uint64_t row)
{
	return !gt_lock_wait_row(t, row)->ended;
}

/* The sums of the locks that are shown. */
static void locks_opened(struct gt_pane_table *pt)
{
	pt->measure = (struct gt_measure){ 0 };
	for (uint64_t i = 0; pt->view && i < gt_view_count(pt->view); i++) {
		const struct gt_lock *k = gt_lock_row(pt->table, gt_view_row(pt->view, i));

		pt->measure.n += k->n;
		pt->measure.napart += k->nopen;
		gt_sat_grow(&pt->measure.sum, k->wait);
		gt_sat_grow(&pt->measure.apart, k->open);
	}
}

static const struct gt_pane_column lock_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_LOCKS_SITE, .min = 14 },
	{ .col = GT_LOCKS_UNLOCK, .min = 14, .prio = 4 },
	{ .col = GT_LOCKS_WAITS, .min = 3, .max = 12 },
	{ .col = GT_LOCKS_WAIT, .min = 7, .max = 12 },
	{ .col = GT_LOCKS_P50, .min = 7, .max = 12, .prio = 7 },
	{ .col = GT_LOCKS_P99, .min = 7, .max = 12, .prio = 8 },
	{ .col = GT_LOCKS_MAX, .min = 7, .max = 12, .prio = 1 },
	{ .col = GT_LOCKS_HOLD, .min = 7, .max = 12, .prio = 2 },
	{ .col = GT_LOCKS_HOLD_MAX, .min = 7, .max = 12, .prio = 6 },
	{ .col = GT_LOCKS_CONVOYS, .min = 3, .max = 9, .prio = 3 },
	{ .col = GT_LOCKS_CONVOY_NS, .min = 7, .max = 12, .prio = 5 },
	{ .col = GT_LOCKS_CONFIDENCE, .min = 4, .max = 10, .prio = 3 },
	{ .col = GT_LOCKS_OPEN, .min = 3, .max = 12, .prio = 6 },
};

const struct gt_pane_table_spec gt_profile_locks_spec = {
	.report = &gt_report_locks,
	.columns = lock_columns,
	.ncolumns = GT_COUNT(lock_columns),
	.what = "locks",
	.owners = true,
	.whole = true,
	.cost = gt_rows_goroutines_cost,
	.select = lock_select,
	.style = lock_style,
	.nothing = "no goroutine waited for a lock (sync.Mutex, sync.RWMutex)",
	.opened = locks_opened,
};

static const struct gt_pane_column lockwait_columns[] = {
	{ .col = GT_PANE_RANK, .prio = 9 },
	{ .col = GT_LOCKWAITS_DUR, .min = 7, .max = 12 },
	{ .col = GT_PANE_MARK, .prio = 1 },
	{ .col = GT_LOCKWAITS_START, .min = 6, .max = 20, .prio = 4 },
	{ .col = GT_LOCKWAITS_G, .min = 1, .max = 20 },
	{ .col = GT_LOCKWAITS_FUNC, .min = 14, .prio = 5 },
	{ .col = GT_LOCKWAITS_SITE, .min = 14, .prio = 2 },
	{ .col = GT_LOCKWAITS_HOLDER, .min = 1, .max = 20 },
	{ .col = GT_LOCKWAITS_HOLD, .min = 7, .max = 12 },
	{ .col = GT_LOCKWAITS_UNLOCK, .min = 14, .prio = 3 },
	{ .col = GT_LOCKWAITS_NTH, .min = 3, .max = 9, .prio = 2 },
	{ .col = GT_LOCKWAITS_HOLDER_FUNC, .min = 14, .prio = 7 },
};

const struct gt_pane_table_spec gt_profile_lockwaits_spec = {
	.report = &gt_report_lockwaits,
	.columns = lockwait_columns,
	.ncolumns = GT_COUNT(lockwait_columns),
	.what = "waits",
	.owners = true,
	.measure = "dur",
	.apart = lockwait_apart,
	.cost = gt_rows_goroutines_cost,
	.select = lockwait_select,
	.mark = lockwait_mark,
	.style = lockwait_style,
	.nothing = "no goroutine waited for a lock (sync.Mutex, sync.RWMutex)",
};

int gt_profile_locks_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	const struct gt_measure *m = &pt->measure;
	struct gt_buf text = { 0 };

	if (pt->view) {
		gt_buf_printf(&text, "%" PRIu64 " %s for locks, %s", m->n, m->n == 1 ? "wait" : "waits",
			      gt_dur_text(m->sum).s);
		if (m->napart)
			gt_buf_printf(&text, "; %" PRIu64 " open, %s", m->napart, gt_dur_text(m->apart).s);
		gt_buf_puts(&text, "; a lock is a pair of places in the program");
	}
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	return 1;
}

/* ---- one wait in words ---- */

static void put_site(struct gt_buf *out, const struct gt_locks *l, uint32_t site)
{
	const struct gt_lock_site *at = gt_lock_site_at(l, site);

	if (at)
		gt_lock_site_text(out, l->t, at);
	else
		gt_buf_puts(out, "a place that is not known");
}

static void line_held(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	if (!w->ended) {
		gt_buf_puts(&d->value, "not known: nobody has given it back yet");
	} else if (!w->gives) {
		gt_buf_puts(&d->value, "not known: the trace does not say who gave it back");
	} else {
		gt_goroutine_title(&d->value, l->t, w->waker);
		gt_buf_printf(&d->value, " for at least %s, since ", gt_dur3_text(w->end - w->held).s);
		gt_human_time(&d->value, w->held);
		gt_buf_puts(&d->value, " or before; it gave it back at ");
		put_site(&d->value, l, l->v[w->lock].gives);
	}
	gt_detail_put(d, "Held by");
}

static void line_chain(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	if (w->nth == 1 && !w->handed)
		return;
	gt_buf_printf(&d->value, "wait %" PRIu32 " of a chain of goroutines that handed the lock on to each other, "
				 "each while the next one was waiting; the first wait ended at ", w->nth);
	gt_human_time(&d->value, gt_lock_wait_at(l, w->first)->end);
	gt_detail_put(d, "Chain");
}

static void line_sure(struct gt_detail *d, const struct gt_lock *k)
{
	gt_buf_printf(&d->value, "%s: it rests on %" PRIu64 " wait%s",
		      gt_lock_confidence_name(gt_lock_confidence(k)), k->n, k->n == 1 ? "" : "s");
	if (k->gives != GT_NO_ROW)
		gt_buf_printf(&d->value, "; what is waited for there is given back at %" PRIu32 " place%s, and what is given "
			      "back there is waited for at %" PRIu32, k->ngives, k->ngives == 1 ? "" : "s", k->ntakes);
	gt_detail_put(d, "Confidence");
}

static void detail_lock_wait(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	gt_goroutine_title(&d->value, l->t, w->g);
	gt_detail_put(d, "Goroutine");
	gt_buf_printf(&d->value, "waited %s for the lock, ", gt_dur3_text(w->end - w->begin).s);
	gt_put_span(&d->value, w->begin, w->end);
	if (gt_lock_clip(l, w->begin) != w->begin || gt_lock_clip(l, w->end) != w->end)
		gt_buf_printf(&d->value, "; %s of it in the range",
			      gt_dur3_text(gt_lock_clip(l, w->end) - gt_lock_clip(l, w->begin)).s);
	gt_detail_put(d, "State");
	line_held(d, l, w);
	line_chain(d, l, w);
	if (w->ran != GT_NO_TIME && w->ran > w->end)
		gt_detail_pair(d, "After", "runnable for %s, then it ran", gt_dur_text(w->ran - w->end).s);
	line_sure(d, &l->v[w->lock]);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Waited at", l->t, w->stack, "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Given back at", l->t, w->waking,
			   w->waker != GT_NO_ROW ? "no stack" : "no goroutine woke it");
}

void gt_profile_lockwait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	detail_lock_wait(d, gt_locks_of(pt->table), gt_lock_wait_row(pt->table, row));
}

void gt_profile_lock_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	static const unsigned cols[] = {
		GT_LOCKS_WAITS, GT_LOCKS_WAIT, GT_LOCKS_P50, GT_LOCKS_P99, GT_LOCKS_MAX, GT_LOCKS_SOME, GT_LOCKS_SCHED,
		GT_LOCKS_HOLD, GT_LOCKS_HOLD_MAX, GT_LOCKS_OPEN,
	};
	const struct gt_locks *l = gt_locks_of(pt->table);
	const struct gt_lock *k = gt_lock_row(pt->table, row);
	struct gt_cell c;

	put_site(&d->value, l, k->takes);
	gt_buf_puts(&d->value, ", given back at ");
	put_site(&d->value, l, k->gives);
	gt_detail_put(d, "Lock");
	for (size_t i = 0; i < GT_COUNT(cols); i++) {
		gt_table_cell(pt->table, row, cols[i], &c);
		if (c.null)
			continue;
		gt_put_comma(&d->value);
		gt_buf_printf(&d->value, "%s ", gt_report_locks.columns[cols[i]].title);
		gt_table_text(&d->value, pt->table, row, cols[i]);
	}
	gt_detail_put(d, "Numbers");
	if (k->convoys) {
		gt_buf_printf(&d->value, "%" PRIu64 ", %s in all; the longest: %" PRIu64 " waits in %s, from ",
			      k->convoys, gt_dur_text(k->convoy).s, k->convoy_max, gt_dur_text(k->convoy_max_ns).s);
		gt_human_time(&d->value, gt_lock_wait_at(l, k->convoy_at)->end);
		gt_detail_put(d, "Convoys");
	}
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of its waits");
	detail_lock_wait(d, l, gt_lock_wait_at(l, k->longest));
}

/* ---- the waits for one lock ---- */

uint64_t gt_profile_lock_key(const struct gt_table *t, uint64_t row)
{
	const struct gt_lock *k = gt_lock_row(t, row);
	const struct gt_lock_site *takes = gt_lock_site_at(gt_locks_of(t), k->takes);
	const struct gt_lock_site *gives = gt_lock_site_at(gt_locks_of(t), k->gives);

	return (uint64_t)(gives ? gives->stack : 0) << 32 | (takes ? takes->stack : 0);
}

void gt_profile_lock_status(struct gt_pane *pane, struct gt_buf *out)
{
	if (!pane->modes->part.what)
		return;
	gt_buf_puts(out, "of ");
	gt_lock_stack_text(out, gt_program_of(pane)->trace, (uint32_t)pane->modes->part.key);
	gt_buf_putc(out, ' ');
}

static bool filter_by_site(struct gt_buf *expr, const struct gt_trace *t, const char *column, uint32_t stack)
{
	struct gt_buf site = { 0 };
	bool ok = true;

	if (gt_lock_stack_text(&site, t, stack))
		ok = gt_filter_equals(expr, column, gt_buf_str(&site));
	else
		gt_buf_printf(expr, "!%s", column);
	gt_buf_release(&site);
	return ok;
}

enum gt_narrowed gt_profile_narrow_locks(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	const struct gt_trace *t = pt->prog->trace;
	struct gt_buf expr = { 0 };
	bool fits = true;

	if (part.what) {
		fits = filter_by_site(&expr, t, "lock_site", (uint32_t)part.key);
		gt_buf_puts(&expr, " && ");
		fits = fits && filter_by_site(&expr, t, "unlock_site", (uint32_t)(part.key >> 32));
	}
	if (fits)
		gt_pane_table_within(pt, part.what ? gt_buf_str(&expr) : NULL);
	else
		gt_app_error(pane->app, "cannot filter by this lock: a name contains both kinds of quotes");
	gt_buf_release(&expr);
	return fits ? GT_NARROWED : GT_NARROWED_NOT;
}
