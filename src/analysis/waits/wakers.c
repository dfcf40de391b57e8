/* Who or what ended a wait. */
#include <string.h>

#include "analysis/waits/schedwait.h"
#include "analysis/waits/wakers.h"
#include "index/query/tracks.h"

const char *gt_waker_kind_name(enum gt_waker_kind kind)
{
	static const char *const names[GT_WAKER_KINDS] = {
		[GT_WAKER_GOROUTINE] = "goroutine",
		[GT_WAKER_GC] = "gc",
		[GT_WAKER_NETWORK] = "network",
		[GT_WAKER_TIMER] = "timer",
		[GT_WAKER_RUNTIME] = "runtime",
		[GT_WAKER_SYSCALL] = "syscall",
		[GT_WAKER_CREATED] = "created",
		[GT_WAKER_UNBLOCKED] = "unblocked",
		[GT_WAKER_PREEMPTED] = "preempted",
		[GT_WAKER_YIELDED] = "yielded",
		[GT_WAKER_UNKNOWN] = "unknown",
	};

	return (unsigned)kind < GT_WAKER_KINDS ? names[kind] : NULL;
}

static bool is_gc_worker(const struct gt_trace *t, uint32_t g)
{
	static const char mark[] = "runtime.gcBgMarkWorker", sweep[] = "runtime.bgsweep";
	struct gt_goroutine gor;
	const char *name;
	size_t n;

	if (!gt_goroutine_get(t, g, &gor))
		return false;
	name = gt_trace_string(t, gor.func, &n);
	return (n >= strlen(mark) && !memcmp(name, mark, strlen(mark))) ||
	       (n == strlen(sweep) && !memcmp(name, sweep, n));
}

enum gt_waker_kind gt_waker_kind_of_cause(enum gt_wait_cause cause)
{
	static const uint8_t kinds[GT_WAIT_CAUSES] = {
		[GT_WAIT_CREATED] = GT_WAKER_CREATED, [GT_WAIT_UNBLOCKED] = GT_WAKER_UNBLOCKED,
		[GT_WAIT_PREEMPTED] = GT_WAKER_PREEMPTED, [GT_WAIT_YIELDED] = GT_WAKER_YIELDED,
		[GT_WAIT_SYSCALL] = GT_WAKER_SYSCALL,
	};

	return (unsigned)cause < GT_WAIT_CAUSES ? (enum gt_waker_kind)kinds[cause] : GT_WAKER_UNKNOWN;
}

static enum gt_waker_kind kind_of_sched(const struct gt_trace *t, const struct gt_waited *w)
{
	struct gt_wait wait = { .cause = GT_WAIT_CREATED };
	struct gt_goroutine g;
	struct gt_slice s;
	bool known;

	if (w->next != GT_NO_ROW)
		known = gt_slice_get(t, w->next, &s) && gt_wait_before(t, &s, &wait);
	else
		known = gt_goroutine_get(t, w->g, &g) && gt_wait_at_end(t, &g, &wait);
	return known ? gt_waker_kind_of_cause(wait.cause) : GT_WAKER_UNKNOWN;
}

/* Of goroutine row g that was woken at a time, by goroutine row `waker` if that is one. */
static enum gt_waker_kind kind_of_waker(const struct gt_trace *t, uint32_t waker, uint32_t g, int64_t time)
{
	if (waker != GT_NO_ROW)
		return is_gc_worker(t, waker) ? GT_WAKER_GC : GT_WAKER_GOROUTINE;
	switch (gt_wake_list(t, g, time)) {
	case GT_INSTANT_NETWORK: return GT_WAKER_NETWORK;
	case GT_INSTANT_TIMER: return GT_WAKER_TIMER;
	default: return GT_WAKER_RUNTIME;
	}
}

enum gt_waker_kind gt_waker_kind_of(const struct gt_trace *t, const struct gt_waited *w)
{
	const struct gt_interval *iv = &w->iv;

	if (iv->what == GT_SPENT_SCHED)
		return kind_of_sched(t, w);
	if (!w->ended)
		return GT_WAKER_NONE;
	if (iv->what == GT_SPENT_SYSCALL_BLOCK)
		return GT_WAKER_SYSCALL;
	return iv->woken ? kind_of_waker(t, iv->waker, w->g, iv->t1) : GT_WAKER_UNKNOWN;
}

enum gt_waker_kind gt_waker_kind_before(const struct gt_trace *t, const struct gt_slice *s)
{
	struct gt_wait w;

	if (!gt_wait_before(t, s, &w) || w.cause != GT_WAIT_UNBLOCKED)
		return GT_WAKER_NONE;
	return kind_of_waker(t, s->waker, s->g, s->ready);
}
