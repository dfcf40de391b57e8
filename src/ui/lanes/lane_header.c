/* The row that stands for a section of lanes, or divides it from the one before. */
#include "base/human.h"
#include "base/utf8.h"
#include "index/query/tracks.h"
#include "ui/lanes/lane.h"

/* Names are as narrow as those of the lanes: "▾P", "▸M". */
static void lane_header_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	enum gt_lane_section_id id = gt_lane_section_of(lane);

	gt_buf_puts(out, view->lanes.section[id].folded ? "▸" : "▾");
	gt_buf_puts(out, gt_lane_sections[id].title);
}

static void lane_header_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_human_short(out, gt_lanes_shown(&view->lanes, gt_lane_section_of(lane)));
}

static void put_goroutines(const struct gt_lane_view *view, struct gt_buf *out)
{
	const struct gt_lane_goroutines *g = &view->goroutines;
	const char *name;
	size_t n;

	if (g->set == GT_GSET_RELATED) {
		gt_goroutine_title(out, view->trace, g->anchor);
		gt_buf_puts(out, ", those it woke and those that woke it");
	} else if (g->set == GT_GSET_GROUP) {
		gt_buf_puts(out, "goroutines with start function ");
		name = gt_trace_string(view->trace, g->anchor, &n);
		if (n)
			gt_text_escape(out, name, n);
		else
			gt_buf_puts(out, "(" GT_NO_NAME ")");
	} else {
		gt_buf_puts(out, g->by_id ? "goroutines, by number" : "goroutines, in order of appearance");
	}
	if (g->hides_runtime)
		gt_buf_puts(out, ", without the runtime's own");
}

/* What the section has. */
static void put_about(const struct gt_lane_view *view, enum gt_lane_section_id section, struct gt_buf *out)
{
	if (section == GT_SECTION_GOROUTINES)
		put_goroutines(view, out);
	else if (section == GT_SECTION_THREADS && !gt_trace_has_threads(view->trace))
		gt_buf_puts(out, "this trace has no information about threads");
	else
		gt_buf_puts(out, gt_lane_sections[section].about);
}

static void lane_header_draw(struct gt_lane_view *view, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_lane_section *s = &view->lanes.section[gt_lane_section_of(lane)];
	struct gt_buf text = { 0 };
	int width;

	put_about(view, gt_lane_section_of(lane), &text);
	if (s->folded)
		gt_buf_puts(&text, " (folded)");
	width = gt_text_width(gt_buf_str(&text), text.len);
	gt_canvas_hline(c, 0, 0, c->cols, GT_ROLE_RULE);
	if (width + 4 > c->cols)
		width = c->cols - 4;
	gt_canvas_text(c, 0, 2, GT_ROLE_RULE, " ");
	gt_canvas_fit(c, 0, 3, width, GT_ROLE_DIM, gt_buf_str(&text), text.len, false);
	gt_canvas_text(c, 0, 3 + width, GT_ROLE_RULE, " ");
	gt_buf_release(&text);
}

static void lane_header_detail(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct gt_lane_section *s = &view->lanes.section[gt_lane_section_of(lane)];

	put_about(view, gt_lane_section_of(lane), &d->value);
	gt_detail_put(d, "lanes");
	gt_detail_pair(d, "shown", "%zu", s->shown.n + s->pinned);
	if (s->hidden.n)
		gt_detail_pair(d, "hidden", "%zu", s->hidden.n);
}

const struct gt_lane_ops gt_lane_header = {
	.put_title = lane_header_title,
	.value = lane_header_value,
	.draw = lane_header_draw,
	.detail = lane_header_detail,
};
