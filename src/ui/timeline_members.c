/* Which lanes there are: those of a kind each, one for every P. */
#include "ui/timeline.h"

static uint64_t order(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_timeline *tl = ctx;
	struct gt_proc p;

	if (lane->kind == GT_LANE_PROC && gt_proc_get(tl->prog->trace, lane->row, &p))
		return p.id;
	return lane->row;
}

static int height(const void *ctx, const struct gt_lane *lane)
{
	const struct gt_lane_ops *ops = gt_lane_ops_of(lane);

	return ops->height ? ops->height(ctx) : 1;
}

void gt_tl_members_init(struct gt_timeline *tl)
{
	gt_lanes_init(&tl->lanes);
	tl->lanes.ctx = tl;
	tl->lanes.order = order;
	tl->lanes.height = height;
}

static void note_width(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	const struct gt_lane lane = { .kind = kind, .row = row };
	int *widest = &tl->members.widest[gt_lane_section_of(&lane)];
	struct gt_buf name = { 0 };

	gt_lane_title(tl, &lane, &name);
	if ((int)name.len > *widest)
		*widest = (int)name.len;
	gt_buf_release(&name);
}

static void add(struct gt_timeline *tl, uint8_t kind, uint32_t row)
{
	gt_lanes_add(&tl->lanes, kind, row, gt_lane_ops_by_kind(kind)->pinned);
	note_width(tl, kind, row);
}

/* Lanes of which there is one each. */
static void add_kinds(struct gt_timeline *tl)
{
	for (uint8_t kind = 1; kind < GT_LANE_KINDS; kind++) {
		const struct gt_lane_ops *ops = gt_lane_ops_by_kind(kind);
		const struct gt_lane lane = { .kind = kind };

		if (gt_lane_section_of(&lane) >= GT_SECTION_PROCS || tl->members.has[kind] ||
		    (ops->exists && !ops->exists(tl)))
			continue;
		tl->members.has[kind] = true;
		add(tl, kind, 0);
	}
}

bool gt_tl_members_update(struct gt_timeline *tl)
{
	uint32_t procs = gt_trace_info(tl->prog->trace)->procs;
	bool none = tl->members.procs == 0;

	gt_lanes_begin(&tl->lanes);
	add_kinds(tl);
	for (; tl->members.procs < procs; tl->members.procs++)
		add(tl, GT_LANE_PROC, tl->members.procs);
	gt_lanes_end(&tl->lanes);
	/* There is more to do on a P's lane than on the ones above. */
	if (none && procs)
		gt_lanes_goto_place(&tl->lanes, tl->lanes.nfixed);
	return true;
}
