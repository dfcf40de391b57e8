/* Every wait of every goroutine: the gaps between its slices. */
#include "analysis/waits/waitscan.h"

#include "index/trace.h"

#define TELL 4096             /* gaps between two calls of progress */

struct scan {
	const struct gt_trace *t;
	const struct gt_waits_args *args;
	int64_t from, until;
	gt_waited_fn *fn;
	void *arg;
	struct gt_waited w;
	uint64_t done, total;     /* gaps looked at, of about how many */
	bool stopped, cancelled;
};

static bool waitscan_offer(void *arg, const struct gt_interval *iv)
{
	struct scan *s = arg;
	bool beyond = gt_trace_beyond(s->t, iv->t1);
	int64_t t0 = iv->t0 > s->from ? iv->t0 : s->from, t1 = iv->t1 < s->until ? iv->t1 : s->until;

	if (t1 <= t0 || !gt_spent_is_wait(iv->what) || (beyond && iv->what == GT_SPENT_SYSCALL_BLOCK))
		return true;
	s->w.iv = *iv;
	s->w.t0 = t0;
	s->w.t1 = t1;
	s->w.ended = !iv->open && !beyond;
	s->stopped = !s->fn(s->arg, &s->w);
	return !s->stopped;
}

/* The waits before slice `next`, or after the last one. */
static void scan_gap(struct scan *s, uint32_t next)
{
	const struct gt_waits_args *a = s->args;

	s->w.next = next;
	gt_goroutine_walk_gap(s->t, s->w.g, next, waitscan_offer, s);
	if (++s->done % TELL == 0 && a->progress && !a->progress(a->progress_arg, s->done, s->total))
		s->stopped = s->cancelled = true;
}

/* Slices of a goroutine follow each other in time; the links of a damaged index may not. */
static void scan_goroutine(struct scan *s, uint32_t row)
{
	int64_t last = INT64_MIN;
	struct gt_goroutine g;
	struct gt_slice slice;
	uint32_t k, id;

	if (!gt_goroutine_get(s->t, row, &g) || g.create >= s->until || (g.end != GT_NO_TIME && g.end <= s->from))
		return;
	s->w.g = row;
	k = s->from > 0 ? gt_goroutine_seek(s->t, row, s->from) : 0;
	id = k < g.slices ? gt_goroutine_slice(s->t, row, k) : GT_NO_ROW;
	for (; k < g.slices && !s->stopped; k++, id = gt_slice_next_of_g(s->t, id)) {
		if (!gt_slice_get(s->t, id, &slice) || slice.g != row || slice.t0 < last)
			break;
		scan_gap(s, id);
		if (slice.t0 >= s->until)
			return;
		last = slice.t1;
	}
	if (!s->stopped)
		scan_gap(s, GT_NO_ROW);
}

int gt_waits_scan(const struct gt_trace *t, const struct gt_waits_args *args, gt_waited_fn *fn, void *arg,
		  struct gt_error *err)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct scan s = {
		.t = t, .args = args, .fn = fn, .arg = arg, .total = info->goroutines + info->slices,
		.from = args->from > 0 ? args->from : 0, .until = gt_trace_until(t, args->to),
	};

	if (args->has_g)
		scan_goroutine(&s, args->g);
	for (uint32_t row = 0; row < info->goroutines && !args->has_g && !s.stopped; row++)
		scan_goroutine(&s, row);
	return s.cancelled ? gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled") : 0;
}

struct wanted {
	int64_t t0;
	struct gt_interval *iv;
	bool found;
};

static bool take_wanted(void *arg, const struct gt_interval *iv)
{
	struct wanted *w = arg;

	w->found = iv->t0 == w->t0 && gt_spent_is_wait(iv->what);
	if (w->found)
		*w->iv = *iv;
	return !w->found;
}

bool gt_waited_find(const struct gt_trace *t, uint32_t g, uint32_t next, int64_t t0, struct gt_interval *iv)
{
	struct wanted w = { .t0 = t0, .iv = iv };

	gt_goroutine_walk_gap(t, g, next, take_wanted, &w);
	return w.found;
}
