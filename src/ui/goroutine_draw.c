/* The page of one goroutine: head, list, detail. */
#include <inttypes.h>

#include "analysis/stacktext.h"
#include "base/human.h"
#include "ui/goroutine_page.h"
#include "ui/links.h"

#define HEAD_MIN_ROWS 11      /* a page with fewer shows one line of head */

static void title(struct gt_gpage *pg, struct gt_buf *out)
{
	const struct gt_trace *t = pg->prog->trace;
	const struct gt_goroutine *g = &pg->g;

	gt_goroutine_title(out, t, pg->g_row);
	gt_buf_printf(out, "  %s", gt_gstate_name(g->state));
	if (g->system)
		gt_buf_puts(out, "  runtime");
	if (g->older) {
		gt_buf_puts(out, "  older than the trace");
	} else {
		gt_buf_puts(out, "  created ");
		gt_human_time(out, g->create);
		if (g->creator != GT_NO_ROW) {
			gt_buf_puts(out, " by ");
			gt_goroutine_title(out, t, g->creator);
		}
	}
	if (g->end != GT_NO_TIME) {
		gt_buf_puts(out, g->forever ? "  blocked forever " : "  ended ");
		gt_human_time(out, g->end);
	}
	gt_buf_printf(out, "  %" PRIu32 " slices", g->slices);
}

/* Head: title, bar with the ends of the trace, table of states.  Returns the rows it took. */
static int draw_head(struct gt_gpage *pg, const struct gt_canvas *c)
{
	struct gt_buf text = { 0 };
	int rows = 1;

	title(pg, &text);
	gt_canvas_fit(c, 0, 0, c->cols, pg->g.system ? GT_ROLE_RUNTIME : gt_style_goroutine(pg->g.id),
		      gt_buf_str(&text), text.len, false);
	gt_buf_release(&text);
	if (c->rows < HEAD_MIN_ROWS)
		return rows;
	gt_gstats_draw_bar(&pg->stats, c, rows++, 0, c->cols);
	rows += gt_gstats_draw(&pg->stats, pg->prog->trace, c, rows, c->rows / 2 - 1);
	return rows;
}

void gt_gpage_draw(struct gt_gpage *pg, const struct gt_canvas *c)
{
	int head = c->rows > 3 ? draw_head(pg, c) : 0;
	struct gt_canvas sub = gt_canvas_sub(c, head, 0, c->rows - head, c->cols);

	pg->list.head = head;
	gt_list_draw(&pg->list, &sub, gt_app_matcher(pg->pane->app));
}

/* ---- detail ---- */

/* Who ended a wait. */
static void add_waker(struct gt_gpage *pg, struct gt_detail *d, const struct gt_interval *iv)
{
	struct gt_sel at = {
		.has = GT_SEL_TIME | GT_SEL_G, .g = pg->g.id, .g_row = pg->g_row, .time_ns = iv->t1,
	}, by;
	struct gt_buf text = { 0 };
	const char *why;

	if (iv->what != GT_SPENT_BLOCK || iv->open || !iv->end_type)
		return;
	if (!gt_sel_unblocker(&by, &at, pg->prog, &why)) {
		gt_buf_puts(&text, why);
	} else {
		gt_goroutine_title(&text, pg->prog->trace, by.g_row);
		if (by.has & GT_SEL_EVENT)
			gt_buf_printf(&text, " in event %" PRIu64, by.event);
	}
	gt_detail_pair_buf(d, "Ended by", &text);
	gt_buf_release(&text);
}

static void detail_wait(struct gt_gpage *pg, struct gt_detail *d, const struct gt_interval *iv)
{
	const struct gt_trace *t = pg->prog->trace;
	struct gt_buf text = { 0 };
	size_t n;
	const char *s = gt_trace_string(t, iv->reason, &n);

	gt_buf_printf(&text, "%s ", gt_spent_name(iv->what));
	gt_human_dur3(&text, iv->t1 - iv->t0);
	gt_buf_puts(&text, ", ");
	gt_human_time(&text, iv->t0);
	gt_buf_puts(&text, " to ");
	gt_human_time(&text, iv->t1);
	if (iv->open)
		gt_buf_puts(&text, ", the trace's end");
	gt_detail_pair_buf(d, "State", &text);
	if (n) {
		gt_buf_reset(&text);
		gt_buf_add(&text, s, n);
		gt_detail_pair_buf(d, "Waits for", &text);
	}
	gt_detail_pair(d, "Began with", "%s",
		       iv->begin_type ? gt_event_type_name(t, iv->begin_type) : "before the trace");
	if (iv->end_type)
		gt_detail_pair(d, "Ended with", "%s", gt_event_type_name(t, iv->end_type));
	add_waker(pg, d, iv);
	gt_detail_turn(d, GT_DETAIL_LEFT);
	gt_detail_add(d, GT_ROLE_LABEL, "Stack");
	gt_detail_stack(d, t, iv->stack, "no stack");
	gt_detail_turn(d, GT_DETAIL_RIGHT);
	gt_detail_add(d, GT_ROLE_LABEL, "Created at");
	gt_detail_stack(d, t, pg->g.create_stack, "not in the trace");
	gt_detail_turn(d, GT_DETAIL_FULL);
	gt_buf_release(&text);
}

void gt_gpage_detail(struct gt_gpage *pg, struct gt_detail *d)
{
	struct gt_interval iv;

	if (!gt_gpage_current(pg, &iv))
		gt_detail_goroutine(d, pg->prog, pg->g_row);
	else if (iv.what == GT_SPENT_EXEC && iv.slice != GT_NO_ROW)
		gt_detail_slice(d, pg->prog, iv.slice);
	else
		detail_wait(pg, d, &iv);
}
