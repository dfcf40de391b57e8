/* How many Ps there were when: the values of GOMAXPROCS. */
#include "index/query/procs.h"

#include "base/sat.h"

static bool is_procs(const struct gt_trace *t, uint64_t i, struct gt_counter *c)
{
	return gt_counter_get(t, i, c) && c->metric == GT_METRIC_GOMAXPROCS && c->value > 0;
}

uint64_t gt_procs_at(const struct gt_trace *t, int64_t time, int64_t *since)
{
	uint64_t n = gt_trace_info(t)->counters, next = time < INT64_MAX ? gt_counter_seek(t, time + 1) : n;
	struct gt_counter c;
	int64_t unused = 0;

	since = since ? since : &unused;
	for (uint64_t i = next; i-- > 0;) {
		if (is_procs(t, i, &c)) {
			*since = c.t;
			return c.value;
		}
	}
	*since = INT64_MIN;
	for (uint64_t i = next; i < n; i++)
		if (is_procs(t, i, &c))
			return c.value;
	return gt_trace_info(t)->procs;
}

void gt_procs_begin(struct gt_procs_walk *w, const struct gt_trace *t)
{
	*w = (struct gt_procs_walk){ .trace = t, .t1 = INT64_MIN, .after = gt_procs_at(t, INT64_MIN, NULL) };
	gt_procs_next(w);
}

bool gt_procs_next(struct gt_procs_walk *w)
{
	uint64_t n = gt_trace_info(w->trace)->counters;
	struct gt_counter c;

	if (w->t1 == INT64_MAX)
		return false;
	w->t0 = w->t1;
	w->procs = w->after;
	w->t1 = INT64_MAX;
	while (w->t1 == INT64_MAX && w->i < n) {
		if (is_procs(w->trace, w->i++, &c) && c.value != w->procs) {
			w->t1 = c.t;
			w->after = c.value;
		}
	}
	return true;
}

int64_t gt_procs_sum(struct gt_procs_walk *w, int64_t from, int64_t to)
{
	int64_t sum = 0, end;

	while (from < to) {
		end = w->t1 < to ? w->t1 : to;
		if (from < end) {
			gt_sat_grow(&sum, gt_sat_mul(end - from, (int64_t)w->procs));
			from = end;
		}
		if (from < to)
			gt_procs_next(w);
	}
	return sum;
}
