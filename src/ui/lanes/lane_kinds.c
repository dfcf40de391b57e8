/* The kinds of lanes. */
#include "ui/lanes/lane.h"

static const struct gt_lane_ops *const kinds[] = {
	[GT_LANE_HEADER] = &gt_lane_header,
#define GT_LANE(id, section, ops) [GT_LANE_##id] = &gt_lane_##ops,
#include "ui/lanes/lane.def"
#undef GT_LANE
};
_Static_assert(GT_COUNT(kinds) == GT_LANE_KINDS, "a kind of lane without functions");

const struct gt_lane_ops *gt_lane_ops_by_kind(uint8_t kind)
{
	return kinds[kind < GT_LANE_KINDS ? kind : GT_LANE_HEADER];
}

void gt_lane_put_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);

	if (ops->put_title)
		ops->put_title(view, lane, out);
	else
		gt_buf_puts(out, ops->title);
}

void gt_lane_put_value(struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);
	int64_t a, b;

	if (ops->value) {
		ops->value(view, lane, out);
	} else if (ops->track) {
		gt_lane_whole(view, &a, &b);
		gt_lane_put_percent(out, ops->track->busy(view->trace, lane->row, a, b), b - a);
	}
}
