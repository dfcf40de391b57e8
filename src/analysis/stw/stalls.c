/* Times in which the machine stood still: which silences of a trace are that. */
#include "analysis/stw/stalls.h"

#include <stdlib.h>

#include "analysis/goroutines/owner.h"
#include "analysis/stacks/stacktext.h"
#include "base/bisect.h"
#include "base/xalloc.h"
#include "index/query/procs.h"
#include "index/query/tracks.h"

#define LOOK_BACK 256         /* slices of a goroutine, at most */
#define FIRST_SLICES 8        /* of a P, after a silence */
#define STOPS_BACK 8          /* up to Go 1.9 several can go on at a time */

/* ---- what ran through it ---- */

/* The call on a P at a time. */
static bool call_at(const struct gt_trace *t, uint32_t proc_row, int64_t time, struct gt_syscall *c)
{
	uint64_t k = gt_syscall_seek(t, proc_row, time + 1);

	return k > 0 && gt_syscall_get(t, proc_row, k - 1, c) && c->t1 > time;
}

/* The slice that held the P all the time, outside of a call. */
static bool ran_through(const struct gt_trace *t, uint32_t proc_row, const struct gt_silence *gap, struct gt_slice *s)
{
	struct gt_syscall call;

	if (!gt_slice_get(t, gt_slice_of_proc(t, proc_row, gt_slice_seek(t, proc_row, gap->t0)), s) ||
	    s->t0 > gap->t0 || s->t1 < gap->t1)
		return false;
	return !call_at(t, proc_row, gap->t0, &call);
}

/* No goroutine holds it. */
static bool has_idle(const struct gt_trace *t, int64_t time)
{
	uint64_t idle = gt_procs_at(t, time, NULL);
	struct gt_slice s;

	for (uint32_t i = 0; i < gt_trace_info(t)->procs && idle; i++)
		idle -= gt_slice_get(t, gt_slice_of_proc(t, i, gt_slice_seek(t, i, time)), &s) && s.t0 <= time;
	return idle > 0;
}

/* Samples of a P in a time. */
static bool was_sampled(const struct gt_trace *t, uint32_t proc_row, int64_t t0, int64_t t1)
{
	struct gt_instant_row r;
	uint64_t i = gt_instant_seek(t, GT_INSTANT_SAMPLE, proc_row, t0);

	return gt_instant_get(t, GT_INSTANT_SAMPLE, proc_row, i, &r) && r.t < t1;
}

/* ---- what is usual ---- */

/* Slices of a goroutine, or waits, at one place. */
struct usual {
	uint32_t stack;       /* where the slice ended, or the one before the wait */
	uint32_t n, few;      /* looked at; of these: longer than half of the silence */
};

static void usual_add(struct usual *u, const struct gt_silence *gap, uint32_t stack, int64_t ns)
{
	if (stack != u->stack || ns < 0)
		return;
	u->n++;
	u->few += ns > (gap->t1 - gap->t0) / 2;
}

static bool is_unusual(const struct usual *u)
{
	return u->n >= GT_STALL_OTHERS && u->few <= u->n / 8;
}

/* A slice as long as the silence, by what the goroutine did before it. */
static bool slice_is_unusual(const struct gt_trace *t, struct gt_slice s, const struct gt_silence *gap)
{
	struct usual u = { .stack = s.end_stack };

	for (unsigned i = 0; i < LOOK_BACK && gt_slice_get(t, s.prev, &s); i++)
		usual_add(&u, gap, s.end_stack, s.t1 - s.t0);
	return u.stack && is_unusual(&u);
}

/* The same of the wait of a goroutine that a timer ended at `woken`. */
static bool sleep_is_unusual(const struct gt_trace *t, uint32_t g, int64_t woken, const struct gt_silence *gap)
{
	struct gt_slice s, before;
	struct gt_goroutine gor;
	struct usual u = { 0 };
	uint32_t k;

	if (!gt_goroutine_get(t, g, &gor) || (k = gt_goroutine_seek(t, g, woken)) >= gor.slices ||
	    !gt_slice_get(t, gt_goroutine_slice(t, g, k), &s) || s.ready != woken ||
	    !gt_slice_get(t, s.prev, &before) || before.t1 > gap->t0)
		return false;
	u.stack = before.end_stack;
	for (unsigned i = 0; i < LOOK_BACK; i++) {
		s = before;
		if (!gt_slice_get(t, s.prev, &before))
			break;
		usual_add(&u, gap, before.end_stack, s.ready == GT_NO_TIME ? -1 : s.ready - before.t1);
	}
	return u.stack && is_unusual(&u);
}

static bool has_late_timer(const struct gt_trace *t, const struct gt_silence *gap)
{
	uint64_t k = gt_instant_seek(t, GT_INSTANT_TIMER, GT_NO_ROW, gap->t1);
	struct gt_instant_row r;

	for (; gt_instant_get(t, GT_INSTANT_TIMER, GT_NO_ROW, k, &r) && r.t < gap->t1 + GT_STALL_AFTER; k++)
		if (sleep_is_unusual(t, r.g, r.t, gap))
			return true;
	return false;
}

/* ---- work that nobody did ---- */

/* A call of the program kept the P all the time: the monitor takes it after 30 ms at the latest. */
static bool call_kept(const struct gt_trace *t, uint32_t proc_row, const struct gt_silence *gap)
{
	struct gt_syscall call;
	struct gt_goroutine g;

	return call_at(t, proc_row, gap->t0, &call) && call.t1 >= gap->t1 && gt_goroutine_get(t, call.g, &g) &&
	       gt_owner_of(t, &g) <= GT_OWNER_PROGRAM;
}

/* A goroutine of the program that was ready all the time is among the first that a P runs then. */
static bool was_ready(const struct gt_trace *t, uint32_t proc_row, const struct gt_silence *gap)
{
	uint64_t k = gt_slice_seek(t, proc_row, gap->t0);
	struct gt_goroutine g;
	struct gt_slice s;

	for (uint64_t end = k + FIRST_SLICES; k < end && gt_slice_get(t, gt_slice_of_proc(t, proc_row, k), &s); k++)
		if (s.t0 >= gap->t1 && s.ready != GT_NO_TIME && s.ready <= gap->t0 && gt_goroutine_get(t, s.g, &g) &&
		    gt_owner_of(t, &g) == GT_OWNER_PROGRAM)
			return true;
	return false;
}

static bool world_stops(const struct gt_trace *t, int64_t time)
{
	uint64_t k = gt_range_seek(t, GT_RANGE_STW, time + 1);
	struct gt_range_row r;

	for (unsigned i = 0; i < STOPS_BACK && k > 0; i++)
		if (gt_range_get(t, gt_range_of_kind(t, GT_RANGE_STW, --k), &r) &&
		    (r.t1 == GT_NO_TIME || r.t1 > time))
			return true;
	return false;
}

/* ---- which are stalls ---- */

static bool is_neglected(const struct gt_trace *t, const struct gt_silence *gap)
{
	bool idle = has_idle(t, gap->t0);

	if (gap->t1 - gap->t0 < GT_STALL_SURE || world_stops(t, gap->t0))
		return false;
	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++)
		if ((idle && was_ready(t, i, gap)) || call_kept(t, i, gap))
			return true;
	return false;
}

/* What ran through it did not run in truth. */
static bool is_frozen(const struct gt_trace *t, const struct gt_silence *gap)
{
	bool before = false, after = false, ran = false, ended = false, usual = false;  /* before, after: samples */
	struct gt_slice s;

	for (uint32_t i = 0; i < gt_trace_info(t)->procs; i++) {
		before |= was_sampled(t, i, gap->t0 - GT_STALL_PROFILE, gap->t0);
		after |= was_sampled(t, i, gap->t1, gap->t1 + GT_STALL_PROFILE);
		if (!ran_through(t, i, gap, &s))
			continue;
		ran = true;
		ended |= s.t1 <= gap->t1 + GT_STALL_AFTER;
		if (!gt_stack_preempt_frames(t, s.end_stack))
			usual |= !slice_is_unusual(t, s, gap);
		else if (s.t1 <= gap->t1 + GT_STALL_AFTER)
			return true;
	}
	if (ran && before && after && gap->t1 - gap->t0 >= GT_STALL_SURE)
		return true;
	return ran && ((ended && !usual) || (has_idle(t, gap->t0) && has_late_timer(t, gap)));
}

/* False: those that there are may be the doing of a busy machine. */
static bool find_all(struct gt_stalls *s, const struct gt_trace *t)
{
	int64_t horizon = gt_trace_info(t)->horizon;
	struct gt_silence gap;
	unsigned long_ones = 0;
	bool sure = false;

	for (uint64_t i = 0; gt_silence_get(t, i, &gap) && gap.t1 <= horizon; i++) {
		int64_t ns = gap.t1 - gap.t0;
		bool neglected = ns >= GT_STALL_LEAST && is_neglected(t, &gap);

		if (ns < GT_STALL_LEAST || (!neglected && !is_frozen(t, &gap)))
			continue;
		long_ones += ns >= GT_STALL_SURE;
		sure |= neglected || long_ones >= GT_STALL_COUNT || ns >= GT_STALL_ALONE;
		GT_GROW(s->v, s->cap, s->n + 1);
		s->v[s->n++] = gap;
	}
	return sure;
}

void gt_stalls_find(struct gt_stalls *s, const struct gt_trace *t, int64_t from, int64_t to)
{
	size_t n = 0;
	bool sure;

	*s = (struct gt_stalls){ 0 };
	sure = find_all(s, t);
	for (size_t i = 0; i < s->n; i++) {
		struct gt_silence cut = s->v[i];

		cut.t0 = cut.t0 > from ? cut.t0 : from;
		cut.t1 = cut.t1 < to ? cut.t1 : to;
		if (sure && cut.t0 < cut.t1)
			s->v[n++] = cut;
	}
	s->n = n;
}

void gt_stalls_release(struct gt_stalls *s)
{
	free(s->v);
	*s = (struct gt_stalls){ 0 };
}

const struct gt_silence *gt_stalls_longest(const struct gt_stalls *s)
{
	const struct gt_silence *most = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (!most || s->v[i].t1 - s->v[i].t0 > most->t1 - most->t0)
			most = &s->v[i];
	return most;
}

int64_t gt_stalls_in(const struct gt_stalls *s, int64_t t0, int64_t t1)
{
	size_t i = GT_BISECT(k, (size_t)0, s->n, s->v[k].t1 <= t0);
	int64_t ns = 0;

	for (; i < s->n && s->v[i].t0 < t1; i++)
		ns += (s->v[i].t1 < t1 ? s->v[i].t1 : t1) - (s->v[i].t0 > t0 ? s->v[i].t0 : t0);
	return ns;
}
