/* The page of one goroutine: head, list, detail. */
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/stacks/where.h"
#include "ui/panes/goroutines/goroutine_page.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 12      /* a page with fewer shows one line of head */

static void goroutine_draw_title(struct gt_gpage *pg, struct gt_buf *out)
{
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_goroutine *g = &pg->g;

	gt_goroutine_title(out, t, pg->g_row);
	gt_buf_printf(out, "  %s", gt_goroutine_state_name(t, g));
	if (gt_owner_of(t, g) == GT_OWNER_RUNTIME)
		gt_buf_puts(out, "  runtime");
	if (g->predates_trace) {
		gt_buf_puts(out, "  older than the trace");
	} else {
		gt_say(out, "  created {}", gt_as_time(g->create));
		if (g->creator != GT_NO_ROW)
			gt_say(out, " by {}", gt_as_goroutine(t, g->creator));
	}
	if (g->end != GT_NO_TIME)
		gt_say(out, "  ended {}", gt_as_time(g->end));
	gt_say(out, "  {}", gt_as_many(g->slices, "slice"));
}

/* What it waits for, or calls, when the trace ends: since when, and where.  False: it does neither. */
static bool last_wait(const struct gt_gpage *pg, struct gt_buf *out)
{
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_goroutine *g = &pg->g;
	struct gt_buf top = { 0 };

	if (g->state != GT_G_WAITING && g->state != GT_G_SYSCALL)
		return false;
	gt_buf_puts(out, gt_goroutine_state_name(t, g));
	if (g->forever)
		gt_buf_puts(out, " forever");
	else if (gt_put_string(out, t, " (", g->end_reason, NULL))
		gt_buf_putc(out, ')');
	if (gt_goroutine_stayed(g))
		gt_buf_puts(out, " since before the trace began");
	else if (g->since != GT_NO_TIME)
		gt_say(out, " since {}, {}", gt_as_time(g->since), gt_as_dur(gt_trace_info(t)->duration - g->since));
	if (gt_where_text(&top, t, g->end_stack ? g->end_stack : gt_goroutine_first_stood(t, g))) {
		gt_buf_puts(out, ", at ");
		gt_buf_add(out, top.data, top.len);
	}
	gt_buf_release(&top);
	return true;
}

/* Title, bar with the ends of the trace, last wait, table of states.  Returns the rows it took. */
int gt_gpage_head(struct gt_pane_table *pt, const struct gt_canvas *c)
{
	struct gt_gpage *pg = pt->owner;
	const struct gt_pane_table *states = gt_mode_table(pg->pane, GT_GSECTION_STATES);
	struct gt_buf text = { 0 };
	int rows = 1;

	if (c->rows <= 3)
		return 0;
	goroutine_draw_title(pg, &text);
	gt_canvas_phrases(c, 0, 0, c->cols, gt_goroutine_style(pg->prog->trace, &pg->g), gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	if (c->rows >= HEAD_MIN_ROWS && last_wait(pg, &text))
		gt_canvas_phrases(c, rows++, 0, c->cols, GT_ROLE_BLOCKED, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
	if (c->rows >= HEAD_MIN_ROWS && pg->complete) {
		gt_gstats_draw_bar(&pg->stats, c, rows++, 0, c->cols);
		rows += gt_gstats_draw(&pg->stats, pg->prog->trace, c, rows, c->rows / 2 - rows);
	} else if (c->rows >= HEAD_MIN_ROWS) {
		gt_canvas_text(c, rows++, 0, GT_ROLE_DIM, gt_pane_table_waits(states)
			       ? "the bar and the numbers appear when all states have been read"
			       : "no bar and no numbers: reading was cancelled; press o (sort) to read all states");
	}
	return rows;
}

/* ---- detail ---- */

/* All that the row's table knows: columns by their titles, stacks frame by frame. */
static void detail_cells(const struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	const struct gt_report *r = pt->spec->report;
	struct gt_cell c;

	for (unsigned i = 0; i < r->ncolumns; i++) {
		gt_table_cell(pt->table, row, i, &c);
		if (c.null)
			continue;
		if (c.kind == GT_KIND_STACK) {
			gt_detail_stack_at(d, GT_DETAIL_FULL, r->columns[i].title, pt->prog->trace, c.stack,
					   "no stack");
			continue;
		}
		gt_cell_text(&d->value, pt->table, &c);
		gt_detail_put(d, r->columns[i].title);
	}
}

void gt_gpage_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_gpage *pg = pt->owner;
	unsigned section = pg->pane->modes->now;
	struct gt_interval iv;
	struct gt_sel sel;

	if (row == UINT64_MAX || !gt_pane_table_sel(pt, &sel))
		gt_detail_goroutine(d, pg->prog, pg->g_row);
	else if (section == GT_GSECTION_SLICES)
		gt_detail_slice(d, pg->prog, (uint32_t)sel.slice);
	else if (section == GT_GSECTION_CHILDREN)
		gt_detail_goroutine(d, pg->prog, (uint32_t)row);
	else if (section != GT_GSECTION_STATES || !gt_states_get(pt->table, row, &iv))
		detail_cells(pt, row, d);
	else if (iv.what == GT_SPENT_EXEC && iv.slice != GT_NO_ROW)
		gt_detail_slice(d, pg->prog, iv.slice);
	else
		gt_detail_interval(d, pg->prog, pg->g_row, &iv);
}
