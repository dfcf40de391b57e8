/* The comparison that was made last. */
#include "analysis/compare/cmpkept.h"

#include <string.h>

void gt_cmp_kept_init(struct gt_cmp_kept *k)
{
	gt_lastkept_init(&k->compared);
	for (int i = 0; i < GT_PROFILES; i++)
		gt_lastkept_init(&k->joined[i]);
}

void gt_cmp_kept_release(struct gt_cmp_kept *k)
{
	gt_lastkept_release(&k->compared);
	for (int i = 0; i < GT_PROFILES; i++)
		gt_lastkept_release(&k->joined[i]);
}

bool gt_sides_same_range(const struct gt_sides *a, const struct gt_sides *b)
{
	return !memcmp(a->from, b->from, sizeof a->from) && !memcmp(a->to, b->to, sizeof a->to);
}

struct compared_asked {
	const struct gt_sides *sides;
	const struct gt_cmp_progress *progress;
};

static bool compared_is(const void *s, const void *asked)
{
	const struct compared_asked *want = asked;

	return gt_sides_same_range(&((const struct gt_compared *)s)->sides, want->sides);
}

static int compared_make(void *s, const void *asked, struct gt_error *err)
{
	const struct compared_asked *want = asked;
	struct gt_compared *p = s;

	p->sides = *want->sides;
	return gt_compare(&p->c, want->sides, want->progress, err);
}

static void compared_release(void *s)
{
	gt_comparison_release(&((struct gt_compared *)s)->c);
}

int gt_compared_get(struct gt_compared **out, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
		    struct gt_error *err)
{
	static const struct gt_shared_ops ops = {
		.size = sizeof(struct gt_compared), .is = compared_is, .make = compared_make,
		.release = compared_release };
	void *p;
	int rc = gt_lastkept_get(sides->kept ? &sides->kept->compared : NULL, &ops,
				 &(struct compared_asked){ sides, progress }, &p, err);

	*out = p;
	return rc;
}
