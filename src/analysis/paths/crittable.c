/* The report "critpath": the critical paths of windows, segment by segment. */
#include "analysis/paths/crittable.h"

#include <string.h>

#include "analysis/pressure/ranby.h"
#include "analysis/table/reports.h"

struct crittable {
	struct gt_table head;
	struct gt_crit_list list;     /* those that were asked for, and all before them */
	struct gt_crit_sums sums;     /* of all */
	struct gt_ranby ranby;
	struct gt_queue_sites queues;
	struct gt_item totals[3 + GT_SEGS];
};

struct gt_crit_list *gt_crit_list_of(const struct gt_table *t)
{
	return &((struct crittable *)(uintptr_t)t)->list;
}

/* ---- cells ---- */

static void seg_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_seg_name(((const struct gt_seg *)t->at)->kind));
}

static void seg_window(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, (uint64_t)((const struct gt_seg *)t->at)->window + 1);
}

static void seg_p(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_seg *seg = t->at;
	struct gt_slice s;

	if (seg->hop.state == GT_HOP_RUNNING && gt_slice_get(t->trace, seg->hop.slice, &s))
		gt_cell_proc(out, t->trace, s.proc_row);
}

void gt_seg_did(struct gt_buf *out, const struct gt_crit_list *l, size_t i)
{
	const struct gt_seg *s = &l->segs[i], *next = i && s[-1].window == s->window ? &s[-1] : NULL;
	const struct gt_hop *hop = &s->hop;

	if (hop->link == GT_LINK_SAME && s->kind == GT_SEG_SYSCALL)
		gt_buf_puts(out, next && next->kind == GT_SEG_SYSCALL_BLOCK ? "lost the P" : "came back from the call");
	else if (hop->link == GT_LINK_SAME && next && next->kind == GT_SEG_SYSCALL)
		gt_buf_puts(out, "made a call");
	else if (hop->state != GT_HOP_UNKNOWN || hop->link != GT_LINK_SAME)
		gt_hop_did(out, hop, l->t);
}

static void seg_did(struct gt_table *t, struct gt_buf *out)
{
	gt_seg_did(out, gt_crit_list_of(t), t->row);
}

static void seg_reason(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_hop *hop = &((const struct gt_seg *)t->at)->hop;

	gt_cell_string(out, t->trace, hop->reason);
	if (hop->state == GT_HOP_WAITING || hop->link == GT_LINK_WOKE)
		out->absent = GT_NO_REASON;
}

static void seg_queue(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_queue(out, t, gt_hop_queue(&((const struct gt_seg *)t->at)->hop, &((struct crittable *)t)->queues));
}

static void seg_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, gt_crit_list_stack(gt_crit_list_of(t), t->row));
}

static void seg_leaf(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_leaf(out, t, gt_crit_list_stack(gt_crit_list_of(t), t->row));
}

static void seg_stack(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_stack(out, gt_crit_list_stack(gt_crit_list_of(t), t->row));
}

static void seg_by(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_seg *seg = t->at;

	if (seg->kind == GT_SEG_RUNNABLE)
		gt_ranby_cell(&((struct crittable *)t)->ranby, t, seg->hop.t0, seg->hop.t1, out);
}

/* ---- opening ---- */

/* Other segments have no such time. */
static struct gt_held_span runnable_time(struct gt_table *t, uint64_t row)
{
	const struct gt_seg *seg = &gt_crit_list_of(t)->segs[row];

	return seg->kind == GT_SEG_RUNNABLE ? (struct gt_held_span){ seg->hop.t0, seg->hop.t1 }
					    : (struct gt_held_span){ 0, 0 };
}

/* The walk goes on as far as rows are asked for. */
static const void *crit_row(struct gt_table *t, uint64_t row)
{
	struct gt_crit_list *l = gt_crit_list_of(t);

	while (row >= l->n && !l->walked && !t->fault.code)
		gt_crit_list_step(l, &t->fault);
	return row < l->n ? &l->segs[row] : NULL;
}

static int crit_table_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct crittable *ct = (struct crittable *)t;
	int rc;

	gt_crit_sums_init(&ct->sums);
	gt_queue_sites_init(&ct->queues, t->trace);
	gt_crit_list_begin(&ct->list, t->trace, args, false);
	if (args->browsed) {
		rc = gt_crit_list_fill(&ct->list, args, err);
		memcpy(ct->sums.ns, ct->list.ns, sizeof ct->sums.ns);
		t->rows = ct->sums.segments = ct->list.n;
		if (!rc && args->asked >> GT_CRIT_RAN & 1 &&
		    gt_ranby_look_at_all(&ct->ranby, t, runnable_time, args) == GT_ERR_CANCELLED)
			rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		return rc;
	}
	rc = gt_crit_sums_fill(&ct->sums, t->trace, &ct->list.windows, args, NULL, err);
	t->rows = ct->sums.segments;
	return rc;
}

static void crit_table_close(struct gt_table *t)
{
	gt_crit_list_release(gt_crit_list_of(t));
	gt_crit_sums_release(&((struct crittable *)t)->sums);
	gt_ranby_release(&((struct crittable *)t)->ranby);
	gt_queue_sites_release(&((struct crittable *)t)->queues);
}

size_t gt_crit_totals(const struct gt_crit_list *l, const struct gt_crit_sums *s, struct gt_item *items)
{
	static const char *const keys[GT_SEGS] = {
		"running_ns", "syscall_ns", "syscall_block_ns", "runnable_ns", "network_ns", "timer_ns", "gc_ns",
		"nobody_ns", "waiting_ns", "unknown_ns",
	};

	gt_item_u(&items[0], "windows", l->windows.n);
	gt_item_u(&items[1], "segments", s->segments);
	gt_item_ns(&items[2], "length_ns", l->length);
	for (int k = 0; k < GT_SEGS; k++)
		gt_item_ns(&items[3 + k], keys[k], s->ns[k]);
	return 3 + GT_SEGS;
}

static size_t crit_table_totals(struct gt_table *t, const struct gt_item **items)
{
	struct crittable *ct = (struct crittable *)t;

	*items = ct->totals;
	return gt_crit_totals(&ct->list, &ct->sums, ct->totals);
}

#define FIELD(member) GT_FIELD(struct gt_seg, hop.member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct gt_seg, hop.member)

static const struct gt_column columns[] = {
	[GT_CRIT_WINDOW] = { "window", "Window", GT_KIND_ID, GT_COL_MORE, 6,
		"number of the window, by goroutine and time", .cell = seg_window },
	[GT_CRIT_START] = { "start_ns", "Start", GT_KIND_TIME, GT_COL_BEGIN, 12,
		"when the segment begins", FIELD(t0) },
	[GT_CRIT_END] = { "end_ns", "End", GT_KIND_TIME, GT_COL_MORE | GT_COL_END, 12,
		"when it ends: where the one above begins", FIELD(t1) },
	[GT_CRIT_DUR] = { "dur_ns", "Duration", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how much of the window it is; all of them are its length",
		GT_FIELD_SPAN(struct gt_seg, hop.t0, hop.t1) },
	[GT_CRIT_KIND] = { "kind", "Kind", GT_KIND_STRING, 0, 17,
		"running, syscall, syscall without P, runnable, GC; what ended a wait: network, timer, GC, nobody; "
		"waiting (it goes on), unknown", .cell = seg_kind },
	[GT_CRIT_G] = { "g", "G", GT_KIND_ID, 0, 6,
		"goroutine", FIELD_AS(gt_cell_field_g, g) },
	[GT_CRIT_LIFE] = { GT_COLUMN_LIFE, FIELD_AS(gt_cell_field_life, g) },
	[GT_CRIT_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 28,
		"start function of the goroutine", FIELD_AS(gt_cell_field_g_func, g) },
	[GT_CRIT_P] = { "p", "P", GT_KIND_ID, 0, 3,
		"processor it ran on", .cell = seg_p },
	[GT_CRIT_DID] = { "did", "Then it", GT_KIND_STRING, 0, 28,
		"what it did at the end, for the segment above", .text = seg_did },
	[GT_CRIT_REASON] = { "reason", "Reason", GT_KIND_STRING, 0, 14,
		"why it stopped, or what the one it woke had waited for", .cell = seg_reason },
	[GT_CRIT_QUEUE] = { GT_COLUMN_QUEUE, .cell = seg_queue },
	[GT_CRIT_WAITED] = { "waited_ns", "Had waited", GT_KIND_DUR, GT_COL_DESC, 10,
		"how long the one it woke had been blocked in total", FIELD(waited) },
	[GT_CRIT_EVENT] = { "event", "Event", GT_KIND_STRING, GT_COL_MORE, 14,
		"event at the end", FIELD_AS(gt_cell_field_event_type, type) },
	[GT_CRIT_WHERE] = { "where", "At", GT_KIND_STRING, GT_COL_FUNC, 28,
		"innermost frame outside of the standard library where it stood at the end: where it woke the one above, made a call, waited",
		.cell = seg_where },
	[GT_CRIT_LEAF] = { GT_COLUMN_LEAF("top", GT_COL_MORE), .cell = seg_leaf },
	[GT_CRIT_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 28,
		"where it stood at the end", .cell = seg_stack },
	[GT_CRIT_RAN] = { GT_COLUMN_RANBY, .cell = seg_by },
};

const struct gt_report gt_report_critpath = {
	.name = "critpath",
	.row = "a segment of the critical path (--goroutine, --func, --region, --task, --group)",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_CRIT_TAKES,
	.ops = { .size = sizeof(struct crittable), .open = crit_table_open, .row = crit_row, .close = crit_table_close,
		 .totals = crit_table_totals },
};
