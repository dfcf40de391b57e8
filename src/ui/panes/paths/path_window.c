/* The critical path of a window: its segments as rows. */
#include "ui/panes/paths/path_window.h"

#include <inttypes.h>

#include "analysis/paths/crittable.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/tasks/tasklist.h"
#include "base/bisect.h"
#include "base/human.h"
#include "ui/table/spentbar.h"
#include "ui/panes/rows.h"

static const struct gt_seg *seg_at(const struct gt_pane_table *pt, uint64_t row)
{
	return &gt_crit_list_of(pt->table)->segs[row];
}

/* ---- rows ---- */

static bool window_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	const struct gt_hop *hop = &seg_at(pt, row)->hop;

	return gt_rows_span_sel(sel, pt, hop->g, hop->state == GT_HOP_RUNNING ? hop->slice : GT_NO_ROW, hop->t0,
				hop->t1);
}

/* One window: the starts fall. */
static uint64_t window_place(const struct gt_pane_table *pt, int64_t time)
{
	const struct gt_crit_list *l = pt->table ? gt_crit_list_of(pt->table) : NULL;
	size_t n = l ? l->n : 0, place = GT_BISECT(i, 0, n, l->segs[i].hop.t0 > time);

	return place < n && time < l->segs[place].hop.t1 ? place : UINT64_MAX;
}

static uint64_t window_find(const struct gt_pane_table *pt, const struct gt_sel *sel)
{
	return sel->has & GT_SEL_TIME ? window_place(pt, sel->time_ns) : UINT64_MAX;
}

void gt_path_window_put_place(struct gt_buf *out, const struct gt_pane_table *pt, const struct gt_hop *hop)
{
	uint64_t place = window_place(pt, hop->t1 - 1);

	if (place == UINT64_MAX || seg_at(pt, place)->hop.g != hop->g)
		return;
	gt_buf_printf(out, "%s of %s of the critical path of ", gt_count_text(place + 1).s,
		      gt_count_text(gt_crit_list_of(pt->table)->n).s);
	gt_goroutine_title(out, pt->prog->trace, pt->shown.g);
}

static gt_style seg_style(enum gt_seg_kind kind)
{
	switch (kind) {
	case GT_SEG_RUNNING: return gt_spent_style(GT_SPENT_EXEC);
	case GT_SEG_SYSCALL: return gt_spent_style(GT_SPENT_SYSCALL);
	case GT_SEG_SYSCALL_BLOCK: return gt_spent_style(GT_SPENT_SYSCALL_BLOCK);
	case GT_SEG_RUNNABLE: return gt_spent_style(GT_SPENT_SCHED);
	default: return gt_spent_style(GT_SPENT_BLOCK);
	}
}

static gt_style window_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	return col == GT_CRIT_KIND ? seg_style(seg_at(pt, row)->kind) : GT_ROLE_NORMAL;
}

static const char *window_empty(const struct gt_pane_table *pt)
{
	(void)pt;
	return "the window has no length, or lies beyond what is known of the trace";
}

const struct gt_pane_table_spec gt_path_window_spec = {
	.report = &gt_report_critpath,
	.columns = "start/5 dur kind g func/3 p/7 did/2 reason/4 queue/8 waited/6 where/1",
	.what = "segments",
	.own_times = true,
	.whole = true,
	.cost = gt_rows_slices_cost,
	.unsorted = true,
	.select = window_select,
	.find = window_find,
	.style = window_style,
	.ready = gt_path_is_asked,
	.empty = window_empty,
};

bool gt_path_is_asked(const struct gt_pane_table *pt)
{
	return pt->args.has_g;
}

/* ---- the head ---- */

int gt_path_window_head(const struct gt_pane_table *pt, const struct gt_canvas *c)
{
	const struct gt_crit_list *l = gt_crit_list_of(pt->table);
	struct gt_buf text = { 0 };
	int x = 0;

	gt_say(&text, "critical path of {}, {} up to {}", gt_as_goroutine(pt->prog->trace, pt->shown.g),
	       gt_as_dur(l->length), gt_as_time(pt->shown.to));
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	for (int k = 0; k < GT_SEGS; k++) {
		if (!l->ns[k])
			continue;
		gt_buf_reset(&text);
		gt_say(&text, "{} {} ({})", gt_as_text(gt_seg_name((enum gt_seg_kind)k)), gt_as_dur(l->ns[k]),
		       gt_as_part(l->ns[k], l->length));
		x += x ? 2 : 0;
		x += gt_canvas_text(c, 1, x, seg_style((enum gt_seg_kind)k), gt_buf_str(&text));
	}
	gt_buf_release(&text);
	return 2;
}

/* ---- the segment under the cursor ---- */

void gt_path_window_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_trace *t = pt->prog->trace;
	const struct gt_seg *s = seg_at(pt, row);
	struct gt_buf *out = &d->value;
	struct gt_cell stack;

	gt_detail_say(d, "Goroutine", "{}", gt_as_goroutine(t, s->hop.g));
	gt_detail_say(d, "Kind", "{} {}, {}", gt_as_text(gt_seg_name(s->kind)), gt_as_dur(s->hop.t1 - s->hop.t0),
		      gt_as_span(s->hop.t0, s->hop.t1));
	gt_seg_did(out, gt_crit_list_of(pt->table), row);
	if (s->hop.waited != GT_NO_TIME)
		gt_say(out, ", which had waited {}", gt_as_dur(s->hop.waited));
	gt_put_string(out, t, out->len ? ", " : "", s->hop.reason, NULL);
	if (out->len)
		gt_detail_put(d, "Then");
	if (s->kind == GT_SEG_RUNNABLE)
		gt_detail_instead(d, pt->prog, s->hop.g, s->hop.t0, s->hop.t1);
	gt_table_cell(pt->table, row, GT_CRIT_STACK, &stack);
	gt_detail_stack_at(d, GT_DETAIL_LEFT, "At", t, stack.null ? 0 : stack.stack, "no stack");
}

/* ---- which window ---- */

static bool window_of_task(const struct gt_sel *sel, const struct gt_trace *t, uint32_t *g, int64_t *from,
			   int64_t *to)
{
	struct gt_task row, task = { .t0 = GT_NO_TIME, .t1 = GT_NO_TIME };

	for (uint64_t i = 0; sel->has & GT_SEL_TASK && i < gt_trace_info(t)->tasks; i++)
		if (gt_task_get(t, i, &row) && row.id == sel->task)
			gt_task_merge(&task, &row);
	if (task.t1 == GT_NO_TIME || task.t1 != sel->end_ns || (task.t0 != GT_NO_TIME && task.t0 != sel->time_ns))
		return false;
	*g = task.g1;
	*from = task.t0 == GT_NO_TIME ? 0 : task.t0;
	*to = task.t1;
	return true;
}

void gt_path_window_of(const struct gt_sel *sel, const struct gt_program *prog, uint32_t *g, int64_t *from,
		       int64_t *to)
{
	const struct gt_trace *t = prog->trace;
	struct gt_goroutine gr = { 0 };
	struct gt_slice s, prev;
	bool span = sel->has & GT_SEL_SPAN;

	if (span && window_of_task(sel, t, g, from, to))
		return;
	gt_goroutine_get(t, *g, &gr);
	*from = span ? sel->time_ns : gr.create;
	*to = span ? sel->end_ns : sel->time_ns;
	/* Of a slice what led up to it, too. */
	if (span && sel->has & GT_SEL_SLICE && gt_slice_get(t, (uint32_t)sel->slice, &s) && s.t0 == *from &&
	    s.t1 == *to)
		*from = gt_slice_get(t, s.prev, &prev) ? prev.t1 : gr.create;
}
