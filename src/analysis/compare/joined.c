/* Profiles of both sides, and the ones that were made last. */
#include "analysis/compare/joined.h"

#include <stdlib.h>

#include "analysis/compare/cmpkept.h"
#include "base/xalloc.h"

/* ---- the profiles of both sides ---- */

/* ns of a trace in the part of its side that counts. */
static int64_t part_time(const struct gt_trace *t, int64_t from, int64_t to)
{
	int64_t end = gt_trace_until(t, gt_trace_info(t)->duration);

	from = from > 0 ? from : 0;
	to = to < end ? to : end;
	return to > from ? to - from : 0;
}

static int make_one(struct gt_side_profiles *p, struct gt_trace *t, const struct gt_profile_args *args, bool old,
		    struct gt_error *err)
{
	struct gt_profile *made = &p->made[p->n];

	p->seconds[old ? GT_CMP_OLD : GT_CMP_NEW] += (double)part_time(t, args->scope.from, args->scope.to) / 1e9;
	p->v[p->n++] = (struct gt_profiled){ .t = t, .p = made, .old = old };
	return gt_profile_make(made, t, args, err);
}

int gt_side_profiles_make(struct gt_side_profiles *p, const struct gt_sides *sides, const struct gt_table_args *args,
			  enum gt_profile_kind kind, struct gt_error *err)
{
	size_t n = sides->n[GT_CMP_OLD] + sides->n[GT_CMP_NEW];
	int rc = 0;

	*p = (struct gt_side_profiles){ .v = gt_xcalloc(n, sizeof *p->v), .made = gt_xcalloc(n, sizeof *p->made) };
	for (unsigned side = GT_CMP_SIDES; side-- > 0;) {
		struct gt_profile_args a = gt_profile_args_of(args, kind);

		a.scope.from = sides->from[side];
		a.scope.to = sides->to[side];
		for (size_t i = 0; i < sides->n[side] && !rc; i++)
			rc = make_one(p, sides->v[side][i], &a, side == GT_CMP_OLD, err);
	}
	return rc;
}

void gt_side_profiles_release(struct gt_side_profiles *p)
{
	for (size_t i = 0; i < p->n; i++)
		gt_profile_release(&p->made[i]);
	free(p->made);
	free(p->v);
}

/* ---- with their trees ---- */

struct joined_asked {
	const struct gt_sides *sides;
	const struct gt_table_args *args;
};

static bool joined_is(const void *s, const void *asked)
{
	const struct joined_asked *want = asked;

	return gt_sides_same_range(&((const struct gt_joined *)s)->sides, want->sides);
}

static int joined_make(void *s, const void *asked, struct gt_error *err)
{
	const struct joined_asked *want = asked;
	struct gt_joined *j = s;

	j->sides = *want->sides;
	return gt_side_profiles_make(&j->profiles, want->sides, want->args,
				     (enum gt_profile_kind)gt_tree_args_of(want->args)->profile, err);
}

static void joined_release(void *s)
{
	struct gt_joined *j = s;

	gt_treed_release(&j->treed);
	gt_side_profiles_release(&j->profiles);
}

static const struct gt_shared_ops joined_ops = {
	.size = sizeof(struct gt_joined), .is = joined_is, .make = joined_make, .release = joined_release,
};

static struct gt_lastkept *joined_place(const struct gt_sides *sides, const struct gt_tree_args *tree)
{
	return sides->kept ? &sides->kept->joined[tree->profile] : NULL;
}

int gt_joined_get(struct gt_joined **out, const struct gt_sides *sides, const struct gt_table_args *args,
		  struct gt_error *err)
{
	void *j;
	int rc = gt_lastkept_get(joined_place(sides, gt_tree_args_of(args)), &joined_ops,
				 &(struct joined_asked){ sides, args }, &j, err);

	*out = j;
	return rc;
}

bool gt_joined_has(const struct gt_sides *sides, const struct gt_tree_args *tree)
{
	const struct joined_asked asked = { .sides = sides };

	return gt_treed_has(gt_lastkept_look(joined_place(sides, tree), &joined_ops, &asked),
			    gt_calltree_form_of(tree));
}

const struct gt_calltree *gt_joined_tree(struct gt_joined *j, enum gt_calltree_form form)
{
	gt_mutex_lock(&j->treed.shared.lock);
	if (!j->treed.has_tree[form])
		gt_calltree_join(&j->treed.trees[form], j->profiles.v, j->profiles.n, j->profiles.seconds, form);
	j->treed.has_tree[form] = true;
	gt_mutex_unlock(&j->treed.shared.lock);
	return &j->treed.trees[form];
}
