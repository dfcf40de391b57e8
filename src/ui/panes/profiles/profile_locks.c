/* Modes of the view of waits that list locks and the waits for them. */
#include "ui/panes/profiles/profiles.h"

#include "analysis/locks/locks.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "ui/panes/rows.h"

/* ---- rows ---- */

static bool select_lock_wait(const struct gt_pane_table *pt, const struct gt_lock_wait *w, struct gt_sel *sel)
{
	return gt_rows_span_sel(sel, pt, w->g, GT_NO_ROW, w->begin, w->end);
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
	return col == GT_LOCKS_CONFIDENCE && gt_lock_confidence(gt_lock_row(pt->table, row)) == GT_LOCK_LOW
		       ? GT_ROLE_DIM : GT_ROLE_NORMAL;
}

static bool lockwait_apart(const struct gt_table *t, uint64_t row)
{
	return !gt_lock_wait_row(t, row)->ended;
}

const struct gt_pane_table_spec gt_profile_locks_spec = {
	.report = &gt_report_locks,
	.columns = "lock_site unlock_site/4 waits wait p50/7 p99/8 max/1 hold_min/2 hold_max/6 convoys/3 convoy/5 "
		   "confidence/3 open/6",
	.what = "locks",
	.owners = true,
	GT_PROFILE_SUMS,
	.select = lock_select,
	.style = lock_style,
	.nothing = "no goroutine waited for a lock (sync.Mutex, sync.RWMutex)",
};

const struct gt_pane_table_spec gt_profile_lockwaits_spec = {
	.report = &gt_report_lockwaits,
	.columns = "dur mark/1 start/4 g func/5 lock_site/2 holder_g hold_min unlock_site/3 nth/2 holder_func/7",
	.owners = true,
	GT_PROFILE_WAITS,
	.apart = lockwait_apart,
	.select = lockwait_select,
	.nothing = "no goroutine waited for a lock (sync.Mutex, sync.RWMutex)",
};

void gt_profile_locks_line(struct gt_buf *out, const struct gt_pane_table *pt)
{
	gt_profile_sums_text(out, pt, gt_as_text("for locks"));
	gt_buf_puts(out, pt->view ? "; a lock is a pair of places in the program" : "");
}

/* ---- one wait in words ---- */

static void put_site(struct gt_buf *out, const struct gt_word *w)
{
	const struct gt_locks *l = w->of;
	const struct gt_lock_site *at = gt_lock_site_at(l, (uint32_t)w->u);

	if (at)
		gt_lock_site_text(out, l->t, at);
	else
		gt_buf_puts(out, "a place that is not known");
}

static struct gt_word as_site(const struct gt_locks *l, uint32_t site)
{
	return (struct gt_word){ .put = put_site, .of = l, .u = site };
}

static void line_held(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	if (!w->ended)
		gt_buf_puts(&d->value, "not known: nobody has given it back yet");
	else if (!w->gives)
		gt_buf_puts(&d->value, "not known: the trace does not say who gave it back");
	else
		gt_say(&d->value, "{} for at least {}, since {} or before; it gave it back at {}",
		       gt_as_goroutine(l->t, w->waker), gt_as_dur(w->end - w->held), gt_as_time(w->held),
		       as_site(l, l->v[w->lock].gives));
	gt_detail_put(d, "Held by");
}

static void line_chain(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	if (w->nth == 1 && !w->handed)
		return;
	gt_detail_say(d, "Chain", "wait {} of a chain of goroutines that handed the lock on to each other, each while the "
		      "next one was waiting; the first wait ended at {}", gt_as_u64(w->nth),
		      gt_as_time(gt_lock_wait_at(l, w->first)->end));
}

static void line_sure(struct gt_detail *d, const struct gt_lock *k)
{
	gt_say(&d->value, "{}: it rests on {}", gt_as_text(gt_lock_confidence_name(gt_lock_confidence(k))),
	       gt_as_many(k->n, "wait"));
	if (k->gives != GT_NO_ROW)
		gt_say(&d->value, "; what is waited for there is given back at {}, and what is given back there is waited "
		       "for at {}", gt_as_many(k->ngives, "place"), gt_as_count(k->ntakes));
	gt_detail_put(d, "Confidence");
}

static void detail_lock_wait(struct gt_detail *d, const struct gt_locks *l, const struct gt_lock_wait *w)
{
	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(l->t, w->g));
	gt_say(&d->value, "waited {} for the lock, {}", gt_as_dur(w->end - w->begin), gt_as_span(w->begin, w->end));
	if (gt_lock_clip(l, w->begin) != w->begin || gt_lock_clip(l, w->end) != w->end)
		gt_say(&d->value, "; {} of it in the range",
		       gt_as_dur(gt_lock_clip(l, w->end) - gt_lock_clip(l, w->begin)));
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
	const struct gt_locks *l = gt_locks_of(pt->table);
	const struct gt_lock *k = gt_lock_row(pt->table, row);

	gt_detail_say(d, "Lock", "{}, given back at {}", as_site(l, k->takes), as_site(l, k->gives));
	gt_rows_numbers(d, pt, "waits wait p50 p99 max some sched hold_min hold_max open");
	if (k->convoys)
		gt_detail_say(d, "Convoys", "{}, {} in all; the longest: {} waits in {}, from {}", gt_as_count(k->convoys),
			      gt_as_dur(k->convoy), gt_as_count(k->convoy_max), gt_as_dur(k->convoy_max_ns),
			      gt_as_time(gt_lock_wait_at(l, k->convoy_at)->end));
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

bool gt_profile_filter_lock(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	static const char *const columns[] = { "lock_site", "unlock_site" };
	struct gt_buf site = { 0 };

	for (int i = 0; i < 2; i++) {
		gt_buf_reset(&site);
		gt_lock_stack_text(&site, gt_program_of(pane)->trace, (uint32_t)(part.key >> 32 * i));
		gt_mode_filter_is(f, columns[i], gt_buf_str(&site), site.len);
		if (!i)
			gt_buf_printf(&f->of, "of %s", gt_buf_str(&site));
	}
	gt_buf_release(&site);
	return true;
}
