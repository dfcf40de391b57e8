/* The row that stands for a section of lanes, or divides it from the one before. */
#include "base/human.h"
#include "base/utf8.h"
#include "index/query/tracks.h"
#include "ui/timeline/timeline.h"

static const struct gt_lane_section *lane_header_section_of(const struct gt_timeline *tl,
							    const struct gt_lane *lane)
{
	return &tl->lanes.section[gt_lane_section_of(lane)];
}

const char *gt_lane_section_name(enum gt_lane_section_id section)
{
	static const char *const names[GT_SECTIONS] = {
		[GT_SECTION_CHARTS] = "charts",   [GT_SECTION_RUNTIME] = "runtime",
		[GT_SECTION_PROCS] = "procs",     [GT_SECTION_THREADS] = "threads",
		[GT_SECTION_GOROUTINES] = "goroutines",
	};

	return names[section];
}

/* Names are as narrow as those of the lanes: "▾P", "▸M". */
static void lane_header_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	static const char *const names[GT_SECTIONS] = {
		[GT_SECTION_CHARTS] = "charts", [GT_SECTION_RUNTIME] = "GC", [GT_SECTION_PROCS] = "P",
		[GT_SECTION_THREADS] = "M",     [GT_SECTION_GOROUTINES] = "G",
	};

	gt_buf_puts(out, lane_header_section_of(tl, lane)->folded ? "▸" : "▾");
	gt_buf_puts(out, names[gt_lane_section_of(lane)]);
}

static void lane_header_value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_human_count(out, gt_lanes_shown(&tl->lanes, gt_lane_section_of(lane)));
}

/* ---- what the section has ---- */

static void put_function(const struct gt_timeline *tl, uint32_t func, struct gt_buf *out)
{
	size_t n;
	const char *s = gt_trace_string(tl->prog->trace, func, &n);

	if (n)
		gt_text_escape(out, s, n);
	else
		gt_buf_puts(out, "(" GT_NO_NAME ")");
}

static void put_goroutines(const struct gt_timeline *tl, struct gt_buf *out)
{
	const struct gt_tl_members *m = &tl->members;

	switch (m->set) {
	case GT_GSET_RELATED:
		gt_goroutine_title(out, tl->prog->trace, m->anchor);
		gt_buf_puts(out, ", those it woke and those that woke it");
		break;
	case GT_GSET_GROUP:
		gt_buf_puts(out, "goroutines with start function ");
		put_function(tl, m->anchor, out);
		break;
	default:
		gt_buf_puts(out, "goroutines, ");
		gt_buf_puts(out, m->by_id ? "by number" : "in order of appearance");
		break;
	}
	if (m->hides_runtime)
		gt_buf_puts(out, ", without the runtime's own");
}

static void put_about(const struct gt_timeline *tl, enum gt_lane_section_id section, struct gt_buf *out)
{
	switch (section) {
	case GT_SECTION_RUNTIME:
		gt_buf_puts(out, "the runtime: garbage collections, stop-the-world pauses, wake-ups");
		break;
	case GT_SECTION_PROCS:
		gt_buf_puts(out, "processors");
		break;
	case GT_SECTION_THREADS:
		if (gt_trace_has_threads(tl->prog->trace))
			gt_buf_puts(out, "threads");
		else
			gt_buf_puts(out, "this trace says nothing about threads");
		break;
	case GT_SECTION_GOROUTINES:
		put_goroutines(tl, out);
		break;
	default:
		gt_buf_puts(out, gt_lane_section_name(section));
	}
}

static void lane_header_draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	const struct gt_lane_section *s = lane_header_section_of(tl, lane);
	struct gt_buf text = { 0 };
	int width;

	put_about(tl, gt_lane_section_of(lane), &text);
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

static void lane_header_detail(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_detail *d)
{
	const struct gt_lane_section *s = lane_header_section_of(tl, lane);
	struct gt_buf text = { 0 };

	put_about(tl, gt_lane_section_of(lane), &text);
	gt_detail_pair_buf(d, "lanes", &text);
	gt_detail_pair(d, "shown", "%zu", s->n + s->pinned);
	if (s->nhidden)
		gt_detail_pair(d, "hidden", "%zu", s->nhidden);
	gt_buf_release(&text);
}

const struct gt_lane_ops gt_lane_header = {
	.name = "section",
	.help = "a section of lanes",
	.title = lane_header_title,
	.value = lane_header_value,
	.draw = lane_header_draw,
	.detail = lane_header_detail,
};
