/* What panes with lists share: rows of slices and goroutines, and how modes are drawn. */
#include "ui/panes/rows.h"

#include <assert.h>
#include <string.h>

#include "analysis/slices/greedy.h"
#include "analysis/table/celltext.h"
#include "base/xalloc.h"
#include "format/listing.h"
#include "ui/detail/detail.h"

#define GOROUTINE_COST 8      /* slices */

uint64_t gt_rows_slices_cost(const struct gt_pane_table *pt)
{
	const struct gt_trace *t = pt->prog->trace;
	uint64_t n = 0;

	if (!pt->args.limited)
		return gt_trace_info(t)->slices;
	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++)
		n += gt_slices_within(t, i, pt->args.from, pt->args.to, NULL);
	return n;
}

uint64_t gt_rows_goroutines_cost(const struct gt_pane_table *pt)
{
	const struct gt_trace_info *info = gt_trace_info(pt->prog->trace);

	/* What a goroutine does at the end of the trace, or of the range, is looked up for each: some us. */
	return GOROUTINE_COST * (uint64_t)info->goroutines + info->slices;
}

bool gt_rows_goroutine_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	return gt_sel_goroutine(sel, pt->prog, (uint32_t)row);
}

void gt_rows_slices_text(struct gt_buf *out, const struct gt_table *table, const uint64_t *rows, uint64_t n,
			 uint64_t at)
{
	struct gt_slice_part *s = gt_xcalloc((size_t)n, sizeof *s);

	(void)at;
	for (uint64_t i = 0; i < n; i++)
		gt_greedy_get(table, rows[i], &s[i]);
	gt_diagreedy_slices(out, table->trace, s, (size_t)n);
	free(s);
}

bool gt_rows_span_sel(struct gt_sel *sel, const struct gt_pane_table *pt, uint32_t g_row, uint32_t slice, int64_t t0,
		      int64_t t1)
{
	struct gt_goroutine g;

	if (!gt_goroutine_get(pt->prog->trace, g_row, &g))
		return false;
	if (!gt_sel_slice(sel, pt->prog, slice))
		*sel = (struct gt_sel){ 0 };
	sel->has |= GT_SEL_TIME | GT_SEL_SPAN | GT_SEL_G;
	sel->time_ns = t0;
	sel->end_ns = t1;
	sel->g = g.id;
	sel->g_row = g.row;
	return true;
}

void gt_rows_draw_mode(struct gt_pane *pane, const struct gt_canvas *c)
{
	const struct gt_mode *mode = gt_mode_now(pane);
	struct gt_pane_table *pt = gt_modes_table(pane);
	bool head = (pt->list.rows || mode->page) && c->rows >= pane->modes->spec->head_rows;
	struct gt_buf text = { 0 };
	int rows = 0;

	gt_canvas_clear(c);
	pane->modes->flame.rows = 0;
	if (head && mode->head) {
		rows = mode->head(pt, c);
	} else if (head && mode->line) {
		mode->line(&text, pt);
		gt_rows_head_line(c, &text);
		rows = 1;
	}
	gt_rows_draw_list(pane, c, rows);
}

bool gt_rows_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	struct gt_sel sel;

	if (gt_modes_handle(pane, act) || gt_pane_table_handle(pt, act))
		return true;
	return gt_pane_table_sel(pt, &sel) && gt_links_handle(pane, act, &sel);
}

void gt_rows_axis(const struct gt_canvas *c, int y, int left, const char *from, const char *to)
{
	int room;

	left += gt_canvas_text(c, y, left, GT_ROLE_AXIS, from) + 1;
	room = c->cols - left;
	if ((int)strlen(to) <= room)
		gt_canvas_fit(c, y, left, room, GT_ROLE_AXIS, to, strlen(to), true);
}

void gt_rows_numbers(struct gt_detail *d, const struct gt_pane_table *pt, const char *keys)
{
	struct gt_buf cell = { 0 };
	size_t n;

	for (const char *key = keys; *key; key += n + (key[n] == ' ')) {
		int col;

		n = strcspn(key, " ");
		col = gt_report_column(pt->spec->report, key, n);
		assert(col != GT_NO_COLUMN);
		gt_buf_reset(&cell);
		gt_table_text(&cell, pt->table, gt_pane_table_cursor(pt), (unsigned)col);
		if (gt_detail_says_nothing(gt_buf_str(&cell)) || gt_pane_table_says(pt, col))
			continue;
		gt_put_comma(&d->value);
		gt_buf_printf(&d->value, "%s %s", pt->spec->report->columns[col].title, gt_buf_str(&cell));
	}
	gt_buf_release(&cell);
	if (d->value.len)
		gt_detail_put(d, "Numbers");
}

/* What to press on a row. */
static void add_next(struct gt_pane *pane, const struct gt_mode *mode, struct gt_detail *d)
{
	const char *members = mode->key ? pane->modes->spec->v[mode->members].spec->what : NULL;

	if (members || mode->next)
		gt_detail_add(d, GT_ROLE_DIM, "%s%s%s%s", members ? "Enter lists its " : "", members ? members : "",
			      members && mode->next ? ", " : "", mode->next ? mode->next : "");
}

void gt_rows_mode_detail(struct gt_pane *pane, struct gt_detail *d)
{
	const struct gt_mode *mode = gt_mode_now(pane);
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt);

	if (row == UINT64_MAX && !mode->page) {
		gt_detail_add(d, GT_ROLE_DIM, "nothing is selected");
		return;
	}
	add_next(pane, mode, d);
	if (mode->detail)
		mode->detail(pt, row, d);
	else
		gt_detail_columns(d, &pt->list, NULL);
}
