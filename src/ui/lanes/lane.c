/* The kinds of lanes, and what drawing them has in common. */
#include "ui/lanes/lane.h"

#include "base/human.h"
#include "ui/timeline/timeline.h"

static const struct gt_lane_ops *const kinds[GT_LANE_KINDS] = {
	[GT_LANE_HEADER] = &gt_lane_header,
#define GT_LANE(id, section, ops) [GT_LANE_##id] = &gt_lane_##ops,
#include "ui/lanes/lane.def"
#undef GT_LANE
};

const struct gt_lane_ops *gt_lane_ops_by_kind(uint8_t kind)
{
	return kinds[kind < GT_LANE_KINDS ? kind : GT_LANE_HEADER];
}

const struct gt_lane_ops *gt_lane_ops_of(const struct gt_lane *lane)
{
	return gt_lane_ops_by_kind(lane->kind);
}

void gt_lane_title(const struct gt_timeline *tl, const struct gt_lane *lane, struct gt_buf *out)
{
	gt_lane_ops_of(lane)->title(tl, lane, out);
}

void gt_lane_whole(const struct gt_timeline *tl, int64_t *a, int64_t *b)
{
	*a = tl->win.t0;
	*b = gt_trace_until(tl->prog->trace, tl->win.t0 + tl->win.span);
	*b = *b > *a ? *b : *a;
}

void gt_lane_put_percent(struct gt_buf *out, int64_t proc_row, int64_t whole)
{
	double percent = whole > 0 ? 100.0 * (double)proc_row / (double)whole : 0;

	if (whole <= 0)
		gt_buf_putc(out, '-');
	else if (proc_row > 0 && percent < 1)
		gt_buf_puts(out, "<1%");
	else
		gt_buf_printf(out, "%d%%", (int)(percent + 0.5));
}

void gt_lane_put_bytes(struct gt_buf *out, uint64_t v)
{
	static const char units[] = "BKMGTPE";
	size_t i = 0;

	while (v >= 1000 && units[i + 1]) {
		v = (v + 512) / 1024;
		i++;
	}
	gt_buf_u64(out, v);
	gt_buf_putc(out, units[i]);
}

unsigned gt_lane_level(uint64_t v, uint64_t max)
{
	unsigned n = max ? (unsigned)((double)v * 8 / (double)max + 0.5) : 0;

	return v && !n ? 1 : n;
}

void gt_lane_cursor_cell(const struct gt_timeline *tl, int64_t *a, int64_t *b)
{
	int x = gt_window_column(&tl->win, tl->frame.width, tl->cursor);

	*a = gt_window_start(&tl->win, tl->frame.width, x);
	*b = gt_window_end(&tl->win, tl->frame.width, x);
}
