/* A cache of what walks over slices need of each goroutine. */
#include "analysis/goroutines/ginfo.h"

int gt_ginfos_open(struct gt_ginfos *gi, const struct gt_trace *t, struct gt_error *err)
{
	int rc;

	*gi = (struct gt_ginfos) { .t = t, .n = gt_trace_info(t)->goroutines };
	rc = gt_scratch_alloc(&gi->items, gi->n, sizeof(struct gt_ginfo), err);
	if (rc)
		gi->n = 0;
	return rc;
}

void gt_ginfos_release(struct gt_ginfos *gi)
{
	gt_scratch_free(&gi->items);
	*gi = (struct gt_ginfos) { 0 };
}

const struct gt_ginfo *gt_ginfos_load(struct gt_ginfos *gi, uint32_t row)
{
	static const struct gt_ginfo nobody = { .owner = GT_OWNER_RUNTIME };
	struct gt_ginfo *info;
	struct gt_goroutine g;

	if (row >= gi->n || !gt_goroutine_get(gi->t, row, &g))
		return &nobody;
	info = (struct gt_ginfo *)gi->items.data + row;
	*info = (struct gt_ginfo) { .id = g.id, .func = g.func, .known = true,
				      .owner = (uint8_t)gt_owner_of(gi->t, &g) };
	return info;
}
