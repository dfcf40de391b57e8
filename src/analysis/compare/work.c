/*
 * The work that was done: twice the requests make twice the calls, which is neither worse nor better.  Where only
 * goroutines say what was done, a program that needs more of them for the same excuses itself, too: a change that was
 * called worse for twice the work would be the greater harm, and both are told.
 */
#include <math.h>

#include "analysis/compare/compare.h"
#include "analysis/stw/stalls.h"

/* With fewer on a side they say nothing. */
#define LEAST_WORK 5
/* What differs by less is about as much. */
#define ABOUT 1.1
/* By so much more of the time, or less, the machine stood still. */
#define FROZEN 0.1

/* Requests are counted once, by their servers, and not again by what handled them. */
static uint64_t work_of_kind(const struct gt_collected *c, enum gt_cmp_kind_id kind)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->keys[i].kind == kind && (kind != GT_CMP_REQUESTS || c->keys[i].word))
			n += c->keys[i].whole;
	return n;
}

static uint64_t work_of(const struct gt_comparison *c, enum gt_cmp_side side, enum gt_cmp_kind_id kind)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->n[side]; i++)
		n += kind == GT_CMP_GOROUTINES ? c->v[side][i].ended : work_of_kind(&c->v[side][i], kind);
	return n;
}

void gt_cmp_measure_work(struct gt_comparison *c)
{
	static const struct {
		enum gt_cmp_kind_id kind;
		const char *what;
	} kinds[] = {
		{ GT_CMP_REQUESTS, "requests" }, { GT_CMP_TASKS, "tasks" }, { GT_CMP_GOROUTINES, "goroutines" },
	};

	for (size_t i = 0; i < GT_COUNT(kinds) && !c->work.what; i++) {
		uint64_t old = work_of(c, GT_CMP_OLD, kinds[i].kind), new = work_of(c, GT_CMP_NEW, kinds[i].kind);

		if (old < LEAST_WORK || new < LEAST_WORK)
			continue;
		c->work.what = kinds[i].what;
		c->work.guessed = kinds[i].kind == GT_CMP_GOROUTINES;
		c->work.rate[GT_CMP_OLD] = (double)old * 1e9 / gt_compared_time(c, GT_CMP_OLD);
		c->work.rate[GT_CMP_NEW] = (double)new * 1e9 / gt_compared_time(c, GT_CMP_NEW);
	}
}

bool gt_cmp_follows_work(const struct gt_comparison *c, enum gt_cmp_kind_id kind, double a, double b)
{
	const double *work = c->work.rate;
	/* Per unit of work, each times the work of both sides. */
	double before = a * work[GT_CMP_NEW], after = b * work[GT_CMP_OLD];

	if (!c->work.what || gt_cmp_kinds[kind].worse[GT_CMP_RATE] <= 0)
		return false;
	if (b > a)
		return work[GT_CMP_NEW] > ABOUT * work[GT_CMP_OLD] && after <= ABOUT * before;
	return work[GT_CMP_OLD] > ABOUT * work[GT_CMP_NEW] && before <= ABOUT * after;
}

/* ---- the machine ---- */

static double frozen_of(const struct gt_comparison *c, enum gt_cmp_side side)
{
	double ns = 0, time = gt_compared_time(c, side);

	for (size_t i = 0; i < c->n[side]; i++) {
		const struct gt_collected *v = &c->v[side][i];
		struct gt_stalls stalls;

		gt_stalls_find(&stalls, v->t, v->from, v->to);
		ns += (double)gt_stalls_in(&stalls, v->from, v->to);
		gt_stalls_release(&stalls);
	}
	return time > 0 ? ns / time : 0;
}

void gt_cmp_measure_machine(struct gt_comparison *c)
{
	for (enum gt_cmp_side side = 0; side < GT_CMP_SIDES; side++)
		c->frozen[side] = frozen_of(c, side);
}

bool gt_cmp_machine_differs(const struct gt_comparison *c)
{
	return fabs(c->frozen[GT_CMP_NEW] - c->frozen[GT_CMP_OLD]) > FROZEN;
}

bool gt_cmp_follows_machine(const struct gt_comparison *c, const struct gt_difference *d)
{
	bool any = d->kind == GT_CMP_SCHED || gt_cmp_kinds[d->kind].unit == GT_CMP_TOP;
	double slower = (1 - c->frozen[GT_CMP_OLD]) / fmax(1 - c->frozen[GT_CMP_NEW], 1e-3);

	if (!gt_cmp_machine_differs(c) || d->aspect == GT_CMP_RATE || gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES ||
	    gt_cmp_only(d) || (d->b > d->a) != (slower > 1))
		return false;
	slower = slower > 1 ? slower : 1 / slower;
	return any || fmax(d->a, d->b) <= ABOUT * slower * fmin(d->a, d->b);
}
