/* Where those stood who woke some goroutines, and what they did to a channel there. */
#include "analysis/queues/queuewoken.h"

#include <stdlib.h>

#include "analysis/waits/wakings.h"

static int by_woken_time(const void *a, const void *b)
{
	const struct gt_queue_woken *x = a, *y = b;

	return GT_ASC(x, y, t) ?: GT_ASC(x, y, g);
}

int gt_queue_ask_woken(struct gt_trace *t, struct gt_queue_woken *v, size_t n, struct gt_error *err)
{
	struct gt_queue_sites sites;
	struct gt_wakers wakers;
	int rc;

	if (!n)
		return 0;
	qsort(v, n, sizeof *v, by_woken_time);
	rc = gt_wakers_open(&wakers, t, false, v[0].t, err);
	wakers.jumps = true;
	gt_queue_sites_init(&sites, t);
	for (size_t i = 0; i < n && !rc; i++) {
		v[i].stack = 0;
		if (!gt_wakers_at(&wakers, v[i].g, v[i].t, &v[i].stack))
			v[i].stack = 0;
		gt_queue_sites_find(&sites, v[i].stack, &v[i].act);
		rc = wakers.rc;
	}
	gt_queue_sites_release(&sites);
	gt_wakers_close(&wakers);
	return rc;
}
