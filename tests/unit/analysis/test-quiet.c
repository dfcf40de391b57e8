/* Pauses of many Ps: those that stay as they are need no look, and the answers are the same. */
#include "analysis/stw/blame.h"

#include "stops.h"
#include "tap/tap.h"

#define PS 700u
#define STOPS 40u
#define EVERY 24
#define FIRST 10

static uint32_t next_of(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % below;
}

/* A P of which one in four never changes; the others' threads and goroutines come and leave at any time. */
static void make_p(struct scene *s, uint32_t p, uint32_t *seed)
{
	int64_t t = next_of(seed, 200);

	if (p % 4 == 1)
		return;
	if (p % 4 == 2 && p > 300) {
		scene_run(s, p, 0, SCENE_END);
		scene_slice(s, p, p % 8, 0, SCENE_END, SCENE_NO, GT_SLICE_OPEN);
		return;
	}
	while (t < SCENE_END - 60) {
		int64_t end = t + 20 + next_of(seed, 500), at = t + next_of(seed, 10);

		end = end < SCENE_END - 10 ? end : SCENE_END - 10;
		for (int64_t stop; at < end; at = stop + next_of(seed, 9)) {
			stop = at + 1 + next_of(seed, 200);
			stop = stop < end ? stop : end;
			scene_slice(s, p, next_of(seed, 8), at, stop, 1 + (int)next_of(seed, 2), 0);
		}
		scene_run(s, p, t, end);
		t = end + 1 + next_of(seed, 300);
	}
}

/* A P of which one in four is never used; the others stop for each pause. */
static void make_obedient(struct scene *s, uint32_t p, uint32_t *seed)
{
	for (int64_t t = FIRST; p % 4 && t < FIRST + EVERY * STOPS; t += EVERY) {
		int64_t from = t - EVERY + 16 + next_of(seed, 6), to = t - 1 + next_of(seed, 14);

		if (next_of(seed, 3))
			continue;
		from = from < 0 ? 0 : from;
		scene_slice(s, p, next_of(seed, 8), from, to, 1 + (int)next_of(seed, 2), 0);
		scene_run(s, p, from, to + next_of(seed, 2));
	}
}

static void make_many(struct scene *s, uint32_t seed)
{
	bool obedient = seed % 2;

	scene_open(s, GT_FORMAT_V2, 26);
	for (uint32_t p = 5; p < PS; p++)
		scene_proc(s, p, 0);
	for (uint32_t p = 0; p < PS; p++)
		(obedient ? make_obedient : make_p)(s, p, &seed);
	scene_gomaxprocs(s, 0, PS);
	for (int64_t i = 0, t = FIRST; i < STOPS; i++, t += EVERY) {
		scene_gomaxprocs(s, t + 15, PS);
		scene_stop(s, "GC", (uint32_t)(i % 8), i % 3 ? (uint32_t)i * 5 % PS : GT_NO_ROW, t, t + 17);
	}
	scene_finish(s);
}

static unsigned waited_for(const struct gt_blame *b)
{
	unsigned n = b->ran_on;

	for (uint32_t i = 0; i < b->nprocs; i++)
		n += b->procs[i].how > GT_STOPPED_SYSCALL;
	return n;
}

static bool is_same(const struct gt_blame *a, const struct gt_blame *b)
{
	const struct gt_blame_proc *p = a->last < 0 ? NULL : &a->procs[a->last];
	const struct gt_blame_proc *q = b->last < 0 ? NULL : &b->procs[b->last];
	bool same = !p == !q && (a->slow < 0) == (b->slow < 0) && waited_for(a) == waited_for(b) &&
		    gt_blame_late_ns(a) == gt_blame_late_ns(b);

	for (unsigned i = 0; i < GT_PAUSE_PARTS; i++)
		same = same && gt_blame_ns(a, i) == gt_blame_ns(b, i);
	if (same && p)
		same = p->proc_row == q->proc_row && p->slice == q->slice && p->yield == q->yield && p->how == q->how &&
		       p->found == q->found && p->stack == q->stack;
	if (same && a->slow >= 0)
		same = a->procs[a->slow].proc_row == b->procs[b->slow].proc_row;
	return same;
}

/* In time, back, and across. */
TAP_TEST(same)
{
	for (uint32_t seed = 1; seed <= 6; seed++) {
		struct gt_blame all = { 0 }, brief = { .brief = true };
		unsigned same = 0, fewer = 0, charged = 0, ran = 0;
		struct scene s;

		make_many(&s, seed);
		for (uint32_t i = 0; i < 3 * STOPS; i++) {
			uint32_t range = i < STOPS ? i : i < 2 * STOPS ? 2 * STOPS - 1 - i : i * 7 % STOPS;

			if (!gt_blame_find(&all, s.t, range) || !gt_blame_find(&brief, s.t, range))
				break;
			same += is_same(&all, &brief);
			fewer += all.nprocs == PS && brief.nprocs < PS;
			charged += all.last >= 0;
			ran += brief.ran_on > 0;
		}
		tap_is_u64(same, 3 * STOPS, "the same answers, seed %u (%u charged, %u with a P that ran on)", seed, charged,
			   ran);
		tap_is_u64(fewer, 3 * STOPS, "from fewer Ps");
		gt_blame_release(&all);
		gt_blame_release(&brief);
		scene_close(&s);
	}
}
