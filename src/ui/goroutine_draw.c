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

void gt_gpage_detail(struct gt_gpage *pg, struct gt_detail *d)
{
	struct gt_interval iv;

	if (!gt_gpage_current(pg, &iv))
		gt_detail_goroutine(d, pg->prog, pg->g_row);
	else if (iv.what == GT_SPENT_EXEC && iv.slice != GT_NO_ROW)
		gt_detail_slice(d, pg->prog, iv.slice);
	else
		gt_detail_interval(d, pg->prog, pg->g_row, &iv);
}
