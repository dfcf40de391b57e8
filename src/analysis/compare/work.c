/*
 * The work that was done: twice the requests make twice the calls, which is neither worse nor better.  Where only
 * goroutines say what was done, a program that needs more of them for the same excuses itself, too: a change that was
 * called worse for twice the work would be the greater harm, and both are told.
 */
#include "analysis/compare/compare.h"

/* With fewer on a side they say nothing. */
#define LEAST_WORK 5
/* What differs by less is about as much. */
#define ABOUT 1.1

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
