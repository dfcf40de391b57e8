/* The row that stands for a section of lanes. */
#include "base/human.h"
#include "ui/timeline.h"

static const struct gt_lane_section *section_of(const struct gt_timeline *tl, const struct gt_lane *lane)
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

static void title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_buf_puts(out, section_of(tl, lane)->folded ? "+" : "-");
	gt_buf_puts(out, gt_lane_section_name(gt_lane_section_of(lane)));
}

static void value(struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_human_count(out, gt_lanes_shown(&tl->lanes, gt_lane_section_of(lane)));
}

static void draw(struct gt_timeline *tl, const struct gt_lane *lane, const struct gt_canvas *c)
{
	(void)tl;
	(void)lane;
	gt_canvas_hline(c, 0, 0, c->cols, GT_ROLE_DIM);
}

const struct gt_lane_ops gt_lane_header = {
	.name = "section",
	.help = "a section of lanes",
	.title = title,
	.value = value,
	.draw = draw,
};
