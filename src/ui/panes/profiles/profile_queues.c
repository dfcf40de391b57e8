/* Modes of the view of waits that list queues and the waits in them. */
#include "ui/panes/profiles/profiles.h"

#include "analysis/queues/queueing.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "ui/panes/rows.h"

/* ---- rows ---- */

static const struct gt_queue *queue_row(const struct gt_table *t, uint64_t row)
{
	return &gt_queueing_of(t)->v[row];
}

static const struct gt_queue_wait *queuewait_row(const struct gt_table *t, uint64_t row)
{
	return gt_queue_wait_at(gt_queueing_of(t), (uint32_t)row);
}

static bool queuewait_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_queue_wait *w = queuewait_row(pt->table, row);

	return gt_rows_span_sel(sel, pt, w->g, GT_NO_ROW, w->begin, w->end);
}

/* A queue stands for its longest wait: jumps lead there. */
static bool queue_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return queuewait_select(pt, queue_row(pt->table, row)->longest, sel);
}

static bool queuewait_apart(const struct gt_table *t, uint64_t row)
{
	return !queuewait_row(t, row)->ended;
}

#define NO_QUEUES "no goroutine waited for a channel or a condition in this trace"

const struct gt_pane_table_spec gt_profile_queues_spec = {
	.report = &gt_report_queues,
	.columns = "where reason/3 kind/1 waits wait harm/1 max/4 p50/7 p99/8 waiters_max/5 waker_site/2 "
		   "holders_max/2 did_most/4 open/6",
	.what = "queues",
	.owners = true,
	GT_PROFILE_SUMS,
	.select = queue_select,
	.nothing = NO_QUEUES,
};

const struct gt_pane_table_spec gt_profile_queuewaits_spec = {
	.report = &gt_report_queuewaits,
	.columns = "dur mark/1 start/4 g func/5 where/2 waker_g waker_where/3 waker_func/7",
	.owners = true,
	GT_PROFILE_WAITS,
	.apart = queuewait_apart,
	.select = queuewait_select,
	.nothing = NO_QUEUES,
};

void gt_profile_queues_line(struct gt_buf *out, const struct gt_pane_table *pt)
{
	gt_profile_sums_text(out, pt, gt_as_text("in queues"));
	gt_buf_puts(out, pt->view ? "; a queue is a place where goroutines wait for a channel or a condition" : "");
}

/* ---- details ---- */

static void put_cell(struct gt_detail *d, struct gt_pane_table *pt, uint64_t row, unsigned col, const char *title)
{
	gt_table_text(&d->value, pt->table, row, col);
	if (d->value.len && !gt_pane_table_says(pt, (int)col))
		gt_detail_put(d, title);
	gt_buf_reset(&d->value);
}

static void detail_queue_wait(struct gt_detail *d, const struct gt_queueing *q, const struct gt_queue_wait *w)
{
	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(q->t, w->g));
	gt_detail_say(d, "State", "waited {}, {}", gt_as_dur(w->end - w->begin), gt_as_span(w->begin, w->end));
	if (!w->ended)
		gt_detail_pair(d, "Woken by", "nobody: it did not end");
	else if (w->waker == GT_NO_ROW)
		gt_detail_pair(d, "Woken by", "no goroutine");
	else
		gt_detail_say(d, "Woken by", "{}", gt_as_goroutine(q->t, w->waker));
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "Waited at", q->t, w->stack, "no stack");
	gt_detail_stack_at(d, GT_DETAIL_RIGHT, "Woken at", q->t, w->waking,
			   w->waker != GT_NO_ROW ? "no stack" : "no goroutine woke it");
}

void gt_profile_queuewait_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	detail_queue_wait(d, gt_queueing_of(pt->table), queuewait_row(pt->table, row));
}

static const char *const kinds[] = {
	[GT_QUEUE_UNKNOWN] = "not known who waits for whom",
	[GT_QUEUE_LIMIT] = "a limit: who waits here is let in by one that waited here before",
	[GT_QUEUE_ROOM] = "senders wait for room until others have received",
	[GT_QUEUE_WORK] = "receivers wait for work that others send",
};

void gt_profile_queue_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	static const struct { unsigned col; const char *title; } parts[] = {
		{ GT_QUEUES_WAKES, "Woken at" }, { GT_QUEUES_HOLDERS, "Holders" }, { GT_QUEUES_ALL_DID, "They did" },
	};
	const struct gt_queueing *q = gt_queueing_of(pt->table);
	const struct gt_queue *k = queue_row(pt->table, row);

	put_cell(d, pt, row, GT_QUEUES_WHERE, "Queue");
	gt_detail_say(d, "Kind", "{}; confidence {}", gt_as_text(kinds[k->kind]), gt_as_text(gt_queue_confidence(k)));
	gt_detail_say(d, "Waits", "{}, {} in all, {} with at least one, at most {} at a time", gt_as_many(k->n, "wait"),
		      gt_as_dur(k->wait), gt_as_dur(k->some), gt_as_u64(k->waiters));
	if (k->harm)
		gt_detail_say(d, "Harm", "{} while a processor had nothing to run", gt_as_dur(k->harm));
	for (size_t i = 0; i < GT_COUNT(parts); i++)
		put_cell(d, pt, row, parts[i].col, parts[i].title);
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of its waits");
	detail_queue_wait(d, q, gt_queue_wait_at(q, k->longest));
}

/* ---- the waits in one queue ---- */

uint64_t gt_profile_queue_key(const struct gt_table *t, uint64_t row)
{
	const struct gt_queue *k = queue_row(t, row);
	const struct gt_queue_site *at = gt_queue_site_at(gt_queueing_of(t), k->site);

	return (uint64_t)k->reason << 32 | (at ? at->stack : 0);
}

static void queue_site_of(struct gt_buf *out, const struct gt_trace *t, uint64_t key)
{
	struct gt_queue_sites sites;
	enum gt_queue_act act;
	uint32_t site;

	gt_queue_sites_init(&sites, t);
	site = gt_queue_sites_find(&sites, (uint32_t)key, &act);
	if (site != GT_NO_ROW)
		gt_queue_site_text(out, t, &sites.v[site]);
	gt_queue_sites_release(&sites);
}

bool gt_profile_filter_queue(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	const struct gt_trace *t = gt_program_of(pane)->trace;
	struct gt_buf site = { 0 };
	size_t n;
	const char *reason = gt_trace_string(t, (uint32_t)(part.key >> 32), &n);

	queue_site_of(&site, t, part.key);
	gt_mode_filter_is(f, "where", gt_buf_str(&site), site.len);
	gt_mode_filter_is(f, "reason", reason, n);
	gt_buf_printf(&f->of, "at %s", gt_buf_str(&site));
	gt_buf_release(&site);
	return true;
}
