/* The comparison that was made last. */
#include "analysis/compare/cmpkept.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void gt_cmp_kept_init(struct gt_cmp_kept *k)
{
	*k = (struct gt_cmp_kept){ .last = NULL };
	gt_mutex_init(&k->lock);
}

void gt_cmp_kept_release(struct gt_cmp_kept *k)
{
	gt_compared_put(k->last);
	for (int i = 0; i < GT_PROFILES; i++)
		gt_joined_put(k->joined[i]);
	gt_mutex_release(&k->lock);
}

struct gt_compared *gt_compared_ref(struct gt_compared *p)
{
	gt_mutex_lock(&p->lock);
	p->refs++;
	gt_mutex_unlock(&p->lock);
	return p;
}

void gt_compared_put(struct gt_compared *p)
{
	unsigned left;

	if (!p)
		return;
	gt_mutex_lock(&p->lock);
	left = --p->refs;
	gt_mutex_unlock(&p->lock);
	if (left)
		return;
	gt_comparison_release(&p->c);
	gt_mutex_release(&p->lock);
	free(p);
}

/* The one that is kept, if it is the one that is asked for: to be put back. */
static struct gt_compared *compared_take(struct gt_cmp_kept *k, const struct gt_sides *sides)
{
	struct gt_compared *p;

	gt_mutex_lock(&k->lock);
	p = k->last;
	if (p && !memcmp(p->from, sides->from, sizeof p->from) && !memcmp(p->to, sides->to, sizeof p->to))
		gt_compared_ref(p);
	else
		p = NULL;
	gt_mutex_unlock(&k->lock);
	return p;
}

static void compared_keep(struct gt_cmp_kept *k, struct gt_compared *p)
{
	struct gt_compared *before;

	gt_compared_ref(p);
	gt_mutex_lock(&k->lock);
	before = k->last;
	k->last = p;
	gt_mutex_unlock(&k->lock);
	gt_compared_put(before);
}

int gt_compared_get(struct gt_compared **out, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
		    struct gt_error *err)
{
	struct gt_compared *p;
	int rc;

	*out = sides->kept ? compared_take(sides->kept, sides) : NULL;
	if (*out)
		return 0;
	p = gt_xcalloc(1, sizeof *p);
	gt_mutex_init(&p->lock);
	p->refs = 1;
	memcpy(p->from, sides->from, sizeof p->from);
	memcpy(p->to, sides->to, sizeof p->to);
	rc = gt_compare(&p->c, sides, progress, err);
	if (rc) {
		gt_compared_put(p);
		return rc;
	}
	if (sides->kept)
		compared_keep(sides->kept, p);
	*out = p;
	return 0;
}
