/* What panes with lists share: rows of slices and goroutines, and how modes are drawn. */
#ifndef GT_UI_ROWS_H
#define GT_UI_ROWS_H

#include "ui/table/modes.h"

/* For struct gt_pane_table_spec.  Sums of goroutines are read from all slices. */
uint64_t gt_rows_slices_cost(const struct gt_pane_table *pt);
uint64_t gt_rows_goroutines_cost(const struct gt_pane_table *pt);
bool gt_rows_goroutine_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel);

/* Of tables of gt_report_greedy: as --diagreedy prints slices. */
void gt_rows_slices_text(struct gt_buf *out, const struct gt_table *table, const uint64_t *rows, uint64_t n,
			 uint64_t at);

/* How a duration stands out: GT_ROLE_GREEDY from the limit on. */
GT_INLINE gt_style gt_rows_long_style(int64_t ns, int64_t limit)
{
	return ns >= limit ? GT_ROLE_GREEDY : GT_ROLE_NORMAL;
}

/* A bar of so many rows up from row y, n eighths of a row high. */
GT_INLINE void gt_bar_draw(const struct gt_canvas *c, int y, int x, int rows, gt_style style, unsigned n)
{
	for (; rows > 0; rows--, y--, n -= n < 8 ? n : 8)
		gt_canvas_vblock(c, y, x, style, n < 8 ? n : 8);
}

/* The line above a list: phrases, which are released. */
GT_INLINE void gt_rows_head_line(const struct gt_canvas *c, struct gt_buf *text)
{
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(text), text->len);
	gt_buf_release(text);
}

/* The ends of an axis of time from column `left` on, the second one as far as it has room. */
void gt_rows_axis(const struct gt_canvas *c, int y, int left, const char *from, const char *to);

/* Draws a pane's list below `head` rows that the pane has drawn. */
GT_INLINE void gt_rows_draw_list(struct gt_pane *pane, const struct gt_canvas *c, int head)
{
	struct gt_canvas sub = gt_canvas_sub(c, head, 0, c->rows - head, c->cols);
	struct gt_listview *lv = gt_pane_list(pane);

	lv->head = head;
	gt_list_draw(lv, &sub, gt_app_matcher(pane->app));
}

/* Of panes with modes: what is above the list, and the list; the detail of the row under the cursor. */
void gt_rows_draw_mode(struct gt_pane *pane, const struct gt_canvas *c);
void gt_rows_mode_detail(struct gt_pane *pane, struct gt_detail *d);
/* What the mode, the table and the selection make of an action; false: nothing. */
bool gt_rows_handle(struct gt_pane *pane, const struct gt_act *act);
/*
 * The cells that the row under the cursor does not show of these columns, by their keys with a blank between two:
 * "Numbers p99.9 26.8ms, Open 2".
 */
void gt_rows_numbers(struct gt_detail *d, const struct gt_pane_table *pt, const char *keys);
/* ... and what else they have in common. */
#define GT_ROWS_PANE_OPS(type, shows) .size = sizeof(type), GT_ROWS_OPS(shows)
#define GT_ROWS_OPS(shows) \
	GT_MODES_PANE_OPS, GT_DETAIL_OPS, .modes = &(shows), .draw = gt_rows_draw_mode, \
	.fill_detail = gt_rows_mode_detail, .select_changed = gt_table_pane_select_changed, \
	.command = gt_modes_command, .resume = gt_modes_resume

/*
 * A selection of a goroutine's time from t0 to t1: of the slice it has then, GT_NO_ROW: it has none.  False: there is
 * no such goroutine, and nothing is selected.
 */
bool gt_rows_span_sel(struct gt_sel *sel, const struct gt_pane_table *pt, uint32_t g_row, uint32_t slice, int64_t t0,
		      int64_t t1);

#endif
