/* net/http's pool of connections: whether a limit was waited for, or a connection that was just being opened. */
#include "analysis/queues/queueing_own.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "index/query/tracks.h"

/* A goroutine that opens a connection: who asked for it, and when. */
struct pool_dial {
	uint32_t by;
	int64_t t;
};

bool gt_queue_is_dialer(const struct gt_trace *t, uint32_t func)
{
	static const char *const dialers[] = {
		"net/http.(*Transport).dialConnFor", "net/http.(*Transport).startDialConnForLocked.func1",
	};
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	for (size_t i = 0; i < GT_COUNT(dialers); i++)
		if (n == strlen(dialers[i]) && !memcmp(s, dialers[i], n))
			return true;
	return false;
}

static int by_dialing(const void *a, const void *b)
{
	const struct pool_dial *x = a, *y = b;

	return GT_ASC(x, y, by) ?: GT_ASC(x, y, t);
}

static struct pool_dial *list_pool_dials(const struct gt_trace *t, size_t *n)
{
	uint32_t goroutines = gt_trace_info(t)->goroutines, func = 0;
	struct pool_dial *v = NULL;
	struct gt_goroutine g;
	bool dials = false;
	size_t cap = 0;

	*n = 0;
	for (uint32_t i = 0; i < goroutines; i++) {
		if (!gt_goroutine_get(t, i, &g))
			continue;
		dials = g.func == func ? dials : gt_queue_is_dialer(t, g.func);
		func = g.func;
		if (!dials || g.creator == GT_NO_ROW)
			continue;
		GT_GROW(v, cap, *n + 1);
		v[(*n)++] = (struct pool_dial){ g.creator, g.create };
	}
	if (*n)
		qsort(v, *n, sizeof *v, by_dialing);
	return v;
}

/* Whether a connection is opened for this wait: just before it, who waits makes a goroutine for that. */
static bool dials_itself(const struct gt_trace *t, const struct pool_dial *v, size_t n, const struct gt_queue_wait *w)
{
	uint32_t i = gt_goroutine_seek(t, w->g, w->begin - 1);
	size_t low = 0, high = n;
	struct gt_slice s;

	if (!gt_slice_get(t, gt_goroutine_slice(t, w->g, i), &s))
		return false;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (v[mid].by < w->g || (v[mid].by == w->g && v[mid].t < s.t0))
			low = mid + 1;
		else
			high = mid;
	}
	return low < n && v[low].by == w->g && v[low].t <= w->begin;
}

bool gt_queue_is_pooled(const struct gt_queueing *q, const struct gt_queue *k)
{
	const struct gt_queue_wait *waits = gt_queue_wait_at(q, k->first);
	size_t n = 0;
	struct pool_dial *v = list_pool_dials(q->t, &n);
	uint32_t all = 0, own = 0;

	for (uint32_t i = 0; i < k->count; i++) {
		if (!waits[i].ended || waits[i].waker == GT_NO_ROW)
			continue;
		all++;
		own += dials_itself(q->t, v, n, &waits[i]);
	}
	free(v);
	return own * 2 < all;
}
