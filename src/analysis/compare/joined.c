/* Profiles of both sides, and the ones that were made last. */
#include "analysis/compare/joined.h"

#include <stdlib.h>
#include <string.h>

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

struct gt_joined {
	struct gt_mutex lock;         /* of what is below, while it is made */
	unsigned refs;
	bool has_tree[GT_CALLTREE_FORMS];
	struct gt_calltree trees[GT_CALLTREE_FORMS];
	struct gt_side_profiles profiles;
	int64_t from[GT_CMP_SIDES], to[GT_CMP_SIDES];
};

struct gt_joined *gt_joined_ref(struct gt_joined *j)
{
	gt_mutex_lock(&j->lock);
	j->refs++;
	gt_mutex_unlock(&j->lock);
	return j;
}

void gt_joined_put(struct gt_joined *j)
{
	unsigned left;

	if (!j)
		return;
	gt_mutex_lock(&j->lock);
	left = --j->refs;
	gt_mutex_unlock(&j->lock);
	if (left)
		return;
	for (int i = 0; i < GT_CALLTREE_FORMS; i++)
		gt_calltree_release(&j->trees[i]);
	gt_side_profiles_release(&j->profiles);
	gt_mutex_release(&j->lock);
	free(j);
}

/* The one that is kept, if it is of this range: to be put back. */
static struct gt_joined *joined_take(struct gt_cmp_kept *k, const struct gt_sides *sides, enum gt_profile_kind kind)
{
	struct gt_joined *j;

	if (!k)
		return NULL;
	gt_mutex_lock(&k->lock);
	j = k->joined[kind];
	if (j && !memcmp(j->from, sides->from, sizeof j->from) && !memcmp(j->to, sides->to, sizeof j->to))
		gt_joined_ref(j);
	else
		j = NULL;
	gt_mutex_unlock(&k->lock);
	return j;
}

static void joined_keep(struct gt_cmp_kept *k, struct gt_joined *j, enum gt_profile_kind kind)
{
	struct gt_joined *before;

	gt_joined_ref(j);
	gt_mutex_lock(&k->lock);
	before = k->joined[kind];
	k->joined[kind] = j;
	gt_mutex_unlock(&k->lock);
	gt_joined_put(before);
}

int gt_joined_get(struct gt_joined **out, const struct gt_sides *sides, const struct gt_table_args *args,
		  struct gt_error *err)
{
	enum gt_profile_kind kind = (enum gt_profile_kind)args->tree.profile;
	struct gt_joined *j;
	int rc;

	*out = joined_take(sides->kept, sides, kind);
	if (*out)
		return 0;
	j = gt_xcalloc(1, sizeof *j);
	gt_mutex_init(&j->lock);
	j->refs = 1;
	memcpy(j->from, sides->from, sizeof j->from);
	memcpy(j->to, sides->to, sizeof j->to);
	rc = gt_side_profiles_make(&j->profiles, sides, args, kind, err);
	if (rc) {
		gt_joined_put(j);
		return rc;
	}
	if (sides->kept)
		joined_keep(sides->kept, j, kind);
	*out = j;
	return 0;
}

bool gt_joined_has(const struct gt_sides *sides, const struct gt_tree_args *tree)
{
	struct gt_joined *j = joined_take(sides->kept, sides, (enum gt_profile_kind)tree->profile);
	bool has = false;

	if (j) {
		gt_mutex_lock(&j->lock);
		has = j->has_tree[gt_calltree_form_of(tree)];
		gt_mutex_unlock(&j->lock);
	}
	gt_joined_put(j);
	return has;
}

const struct gt_side_profiles *gt_joined_profiles(const struct gt_joined *j)
{
	return &j->profiles;
}

const struct gt_calltree *gt_joined_tree(struct gt_joined *j, enum gt_calltree_form form)
{
	gt_mutex_lock(&j->lock);
	if (!j->has_tree[form])
		gt_calltree_join(&j->trees[form], j->profiles.v, j->profiles.n, j->profiles.seconds, form);
	j->has_tree[form] = true;
	gt_mutex_unlock(&j->lock);
	return &j->trees[form];
}
