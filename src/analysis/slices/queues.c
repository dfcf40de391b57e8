/* The longest wait for a P during each long slice. */
#include "analysis/slices/queues.h"

#include "base/thread.h"

int gt_queues_open(struct gt_queues *q, const struct gt_trace *t, int64_t from, int64_t to, struct gt_error *err)
{
	int rc;

	*q = (struct gt_queues){ .by_slice = { 0 } };
	gt_blame_index_update(&q->blames, t, 0);
	rc = gt_sweep_begin(&q->sweep, t, &q->blames, from, to, NULL, err);
	q->sweep.threads = gt_workers();
	if (!rc && !gt_sweep_recall(&q->sweep)) {
		while (!gt_sweep_step(&q->sweep))
			;
		gt_sweep_keep(&q->sweep);
	}
	for (size_t i = 0; i < q->sweep.nlongs; i++)
		gt_map_put(&q->by_slice, q->sweep.longs[i].slice, (uint32_t)i);
	return rc;
}

void gt_queues_release(struct gt_queues *q)
{
	gt_blame_index_release(&q->blames);
	gt_sweep_release(&q->sweep);
	gt_map_release(&q->by_slice);
}

int64_t gt_queues_of(const struct gt_queues *q, uint32_t slice)
{
	uint32_t i = gt_map_get(&q->by_slice, slice);

	return i == GT_MAP_NONE ? GT_NO_TIME : q->sweep.longs[i].queue;
}
