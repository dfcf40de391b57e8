/* The kinds of lanes, and what they keep. */
#include <stdlib.h>

#include "base/xalloc.h"
#include "ui/lanes/lane.h"

static const struct gt_lane_ops *const kinds[] = {
	[GT_LANE_HEADER] = &gt_lane_header,
#define GT_LANE(id, section, ops, ...) [GT_LANE_##id] = &gt_lane_##ops,
#include "ui/lanes/lane.def"
#undef GT_LANE
};
_Static_assert(GT_COUNT(kinds) == GT_LANE_KINDS, "a kind of lane without functions");

const struct gt_lane_ops *gt_lane_ops_by_kind(uint8_t kind)
{
	return kinds[kind < GT_LANE_KINDS ? kind : GT_LANE_HEADER];
}

/* ---- what they keep ---- */

/* The first kind that has the data of this one, or none just as this one. */
static unsigned keeper_of(unsigned kind)
{
	unsigned first = 0;

	while (kinds[first]->data != kinds[kind]->data)
		first++;
	return first;
}

/* The first keeper from *kind on, where *kind is moved to: all data, each once.  NULL: there is none. */
static const struct gt_lane_data *next_keeper(unsigned *kind)
{
	while (*kind < GT_LANE_KINDS && (!kinds[*kind]->data || keeper_of(*kind) != *kind))
		(*kind)++;
	return *kind < GT_LANE_KINDS ? kinds[*kind]->data : NULL;
}

void gt_lane_data_open(struct gt_lane_view *view)
{
	const struct gt_lane_data *d;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++)
		view->data[kind] = gt_xcalloc(1, d->size);
	for (unsigned kind = 0; kind < GT_LANE_KINDS; kind++)
		view->data[kind] = view->data[keeper_of(kind)];
}

void gt_lane_data_release(struct gt_lane_view *view)
{
	const struct gt_lane_data *d;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++) {
		if (d->release)
			d->release(view->data[kind]);
		free(view->data[kind]);
	}
}

bool gt_lane_data_update(struct gt_lane_view *view)
{
	const struct gt_lane_data *d;
	bool all = true;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++)
		if (d->update && !d->update(view, view->data[kind]))
			all = false;
	return all;
}

bool gt_lane_data_stale(const struct gt_lane_view *view)
{
	const struct gt_lane_data *d;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++)
		if (d->stale && d->stale(view, view->data[kind]))
			return true;
	return false;
}

bool gt_lane_data_selected(struct gt_lane_view *view, const struct gt_sel *sel)
{
	const struct gt_lane_data *d;
	bool any = false;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++)
		if (d->selected && d->selected(view, view->data[kind], sel))
			any = true;
	return any;
}

void gt_lane_data_drawn(struct gt_lane_view *view)
{
	const struct gt_lane_data *d;

	for (unsigned kind = 0; (d = next_keeper(&kind)); kind++)
		if (d->drawn)
			d->drawn(view, view->data[kind]);
}

/* ---- names and values ---- */

void gt_lane_put_title(const struct gt_lane_view *view, const struct gt_lane *lane, struct gt_buf *out)
{
	const struct gt_lane_info *info = gt_lane_info(lane->kind);

	if (info->title)
		gt_buf_puts(out, info->title);
	else
		gt_lane_ops_of(lane)->put_title(view, lane, out);
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
