/* The queue in which a request spent most of its time. */
#include "analysis/requests/requestqueues.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/requests/requestsums.h"
#include "base/bisect.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

/* How long a request waited in a queue. */
struct queued {
	uint32_t request, queue;
	int64_t ns;
};

struct queueds {
	struct queued *v;
	size_t n, cap;
	struct gt_map by_pair;
};

static void add_queued(struct queueds *s, uint32_t request, uint32_t queue, int64_t ns)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&s->by_pair, (uint64_t)request << 32 | queue, (uint32_t)s->n, &added);

	if (added) {
		GT_GROW(s->v, s->cap, s->n + 1);
		s->v[s->n++] = (struct queued){ .request = request, .queue = queue };
	}
	gt_sat_grow(&s->v[i].ns, ns);
}

/* A wait counts for the requests of its goroutine that it lies in, as far as it does. */
static void put_wait(struct queueds *s, const struct gt_requests_by_g *by_g, const struct gt_request *first,
		     const struct gt_queue_wait *w)
{
	size_t i = GT_BISECT(k, 0, by_g->n, by_g->v[k].q->g < w->g ||
			     (by_g->v[k].q->g == w->g && by_g->v[k].q->t0 < w->end));

	for (; i && by_g->v[i - 1].q->g == w->g && by_g->v[i - 1].latest > w->begin; i--) {
		const struct gt_request *q = by_g->v[i - 1].q;
		int64_t t0 = q->t0 > w->begin ? q->t0 : w->begin, t1 = q->t1 < w->end ? q->t1 : w->end;

		if (t1 > t0)
			add_queued(s, (uint32_t)(q - first), w->queue, t1 - t0);
	}
}

int gt_request_queues_make(struct gt_request_queues *r, struct gt_trace *t, const struct gt_requests *found,
			   const struct gt_table_args *args, struct gt_error *err)
{
	const struct gt_table_args whole = { .progress = args->progress, .progress_arg = args->progress_arg };
	struct gt_requests_by_g by_g = { .v = gt_xcalloc(found->n + 1, sizeof *by_g.v) };
	struct queueds sums = { 0 };
	int rc;

	*r = (struct gt_request_queues){ .of = gt_xcalloc(found->n + 1, sizeof *r->of) };
	for (size_t i = 0; i < found->n; i++)
		if (!found->v[i].apart)
			by_g.v[by_g.n++].q = &found->v[i];
	gt_requests_by_g_sort(&by_g);
	rc = gt_queueing_make(&r->all, t, &whole, err);
	for (uint32_t i = 0; !rc && i < r->all.nwaits; i++)
		put_wait(&sums, &by_g, found->v, gt_queue_wait_at(&r->all, i));
	for (size_t i = 0; i < sums.n; i++) {
		const struct queued *s = &sums.v[i];
		const struct gt_request *q = &found->v[s->request];

		/* What it met in passing made nothing slow. */
		if (s->ns > r->of[s->request].ns && s->ns >= q->t1 - q->t0 - s->ns)
			r->of[s->request] = (struct gt_request_queue){ s->queue, s->ns };
	}
	gt_map_release(&sums.by_pair);
	free(sums.v);
	free(by_g.v);
	return rc;
}

void gt_request_queues_release(struct gt_request_queues *r)
{
	gt_queueing_release(&r->all);
	free(r->of);
	r->of = NULL;
}
