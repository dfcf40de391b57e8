/* The two timelines as they are drawn, each below a line that says what it is of. */
#include "base/human.h"
#include "ui/compare/names.h"
#include "ui/compare/sides_own.h"
#include "ui/timeline/beside.h"
#include "ui/timeline/pane.h"

#define TOP_ROWS 12          /* with so many rows the first one says what is compared */

void gt_sides_take_options(struct gt_sides_view *s)
{
	const struct gt_program *from = gt_program_of(s->pane);

	for (int i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_program *to = &s->half[i].prog;

		to->greedy_ns = from->greedy_ns;
		to->wait_ns = from->wait_ns;
		to->clock = from->clock;
		to->stw_ns = from->stw_ns;
		to->findings = from->findings;
		to->hide_runtime = from->hide_runtime;
	}
	s->half[GT_CMP_NEW].prog.critical = from->critical;
}

/* "> before old.trace, longest 12ms, at 1.2s" */
static void sides_draw_head(struct gt_sides_view *s, enum gt_cmp_side side, const struct gt_canvas *c)
{
	const struct gt_half *h = &s->half[side], *other = &s->half[!side];
	bool keys = side == s->focus;
	gt_style style = keys ? GT_ON(GT_ROLE_VALUE, GT_ROLE_CURSOR) : GT_ROLE_DIM;
	struct gt_buf text = { 0 };
	int x;

	gt_canvas_fill(c, 0, 0, 1, c->cols, style, " ");
	gt_buf_printf(&text, "%s%s ", keys ? "> " : "  ", side == GT_CMP_OLD ? "before" : "after ");
	gt_side_name(&text, gt_trace_info(h->prog.trace)->file, gt_trace_info(other->prog.trace)->file,
		     c->cols / 2);
	x = gt_canvas_textn(c, 0, 0, keys ? style | GT_BOLD : style, gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	if (h->has && s->bytes)
		gt_buf_printf(&text, ", most at %s", gt_dur_text(h->example.time_ns).s);
	else if (h->has)
		gt_buf_printf(&text, ", longest %s, at %s",
			      gt_dur_text(h->example.end_ns - h->example.time_ns).s, gt_dur_text(h->example.time_ns).s);
	else
		gt_buf_puts(&text, ", none of it here");
	gt_canvas_phrases(c, 0, x, c->cols - x, style, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void sides_draw_top(const struct gt_sides_view *s, const struct gt_canvas *c)
{
	const struct gt_side_anchor *a = &gt_anchors[s->anchor.id];
	struct gt_buf text = { 0 };
	size_t n;
	const char *name = gt_trace_string(s->half[GT_CMP_NEW].prog.trace, s->anchor.name, &n);

	gt_buf_printf(&text, "Aligned at %s%s", s->anchor.name ? a->name : a->title, s->anchor.name ? " " : "");
	gt_buf_add(&text, name, n);
	gt_buf_puts(&text, ": ");
	gt_buf_add(&text, gt_buf_str(&s->what), s->what.len);
	gt_canvas_phrases(c, 0, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

void gt_sides_draw(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_sides_view *s = pane->priv;
	int y = c->rows >= TOP_ROWS, rest = c->rows - y, left = 0;

	gt_canvas_clear(c);
	if (!gt_sides_are_open(s)) {
		gt_canvas_wrap(c, 0, 1, c->cols - 2, GT_ROLE_DIM,
			       "Enter on a difference (9 lists them) shows both sides of it here.");
		return;
	}
	gt_sides_take_options(s);
	if (y)
		sides_draw_top(s, c);
	for (int i = 0; i < GT_CMP_SIDES; i++) {
		int needs = gt_tl_left(s->half[i].in.pane, c->cols);

		left = needs > left ? needs : left;
		if (s->rows != c->rows || s->cols != c->cols)
			gt_tl_begin_with_lane(s->half[i].in.pane);
	}
	s->rows = c->rows;
	s->cols = c->cols;
	for (int i = 0; i < GT_CMP_SIDES; i++) {
		struct gt_half *h = &s->half[i];
		struct gt_canvas sub;

		h->y = y;
		h->rows = i == GT_CMP_OLD ? rest / 2 : rest - rest / 2;
		y += h->rows;
		sub = gt_canvas_sub(c, h->y, 0, h->rows, c->cols);
		sides_draw_head(s, (enum gt_cmp_side)i, &sub);
		sub = gt_canvas_sub(c, h->y + 1, 0, h->rows - 1, c->cols);
		gt_tl_set_left(h->in.pane, left);
		gt_inner_draw(&h->in, &sub);
	}
}

int gt_sides_draw_detail(struct gt_pane *pane, const struct gt_canvas *c)
{
	struct gt_sides_view *s = pane->priv;
	struct gt_half *h = gt_sides_half(s);

	if (!gt_sides_are_open(s))
		return 0;
	h->in.pane->detail_cursor = pane->detail_cursor;
	return gt_pane_timeline.draw_detail(h->in.pane, c);
}
