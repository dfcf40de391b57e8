/* The profile that was made last. */
#include "analysis/profiles/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

struct gt_kept_profile {
	struct gt_mutex lock;           /* of what is below, while it is made */
	unsigned refs;
	bool has_tree[GT_CALLTREE_FORMS];
	struct gt_calltree trees[GT_CALLTREE_FORMS];
	struct gt_profile profile;
	/* what it was made of */
	uint64_t events;
	struct gt_profile_args args;
	char *func, *region, *site, *type;   /* what these point to */
};

void gt_kept_init(struct gt_kept *k)
{
	gt_mutex_init(&k->lock);
	k->last = NULL;
}

void gt_kept_release(struct gt_kept *k)
{
	gt_kept_put(k->last);
	gt_mutex_release(&k->lock);
}

struct gt_kept_profile *gt_kept_ref(struct gt_kept_profile *p)
{
	gt_mutex_lock(&p->lock);
	p->refs++;
	gt_mutex_unlock(&p->lock);
	return p;
}

static bool same_name(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_pick(const struct gt_region_pick *a, const struct gt_region_pick *b)
{
	return same_name(a->name, b->name) && same_name(a->site, b->site) && same_name(a->type, b->type) &&
	       a->has_task == b->has_task && (!a->has_task || a->task == b->task) && a->inherited == b->inherited;
}

static char *kept_copy(const char *name)
{
	return name ? gt_xstrdup(name) : NULL;
}

static bool kept_is(const struct gt_kept_profile *p, const struct gt_trace *t, const struct gt_profile_args *args)
{
	const struct gt_profile_scope *a = &p->args.scope, *b = &args->scope;

	return p->events == gt_trace_info(t)->events && p->args.kind == args->kind && p->args.wakers == args->wakers &&
	       a->from == b->from && a->to == b->to && a->has_g == b->has_g && a->lives == b->lives &&
	       (!a->has_g || a->g == b->g) && same_name(a->func, b->func) && same_pick(&a->inside, &b->inside) &&
	       a->has_wait_key == b->has_wait_key &&
	       (!a->has_wait_key || (a->wait_group == b->wait_group && a->wait_key == b->wait_key));
}

/* The one that is kept, if it is the one that is asked for: to be put back. */
static struct gt_kept_profile *kept_take(struct gt_kept *k, const struct gt_trace *t,
					 const struct gt_profile_args *args)
{
	struct gt_kept_profile *p;

	gt_mutex_lock(&k->lock);
	p = k->last && kept_is(k->last, t, args) ? k->last : NULL;
	if (p)
		gt_kept_ref(p);
	gt_mutex_unlock(&k->lock);
	return p;
}

bool gt_kept_has(struct gt_kept *k, const struct gt_trace *t, const struct gt_profile_args *args,
		 enum gt_calltree_form form)
{
	struct gt_kept_profile *p = kept_take(k, t, args);
	bool has = false;

	if (p) {
		gt_mutex_lock(&p->lock);
		has = p->has_tree[form];
		gt_mutex_unlock(&p->lock);
	}
	gt_kept_put(p);
	return has;
}

static struct gt_kept_profile *kept_new(const struct gt_trace *t, const struct gt_profile_args *args)
{
	struct gt_kept_profile *p = gt_xcalloc(1, sizeof *p);
	struct gt_profile_scope *s = &p->args.scope;

	gt_mutex_init(&p->lock);
	p->refs = 1;
	p->events = gt_trace_info(t)->events;
	p->args = *args;
	s->func = p->func = kept_copy(s->func);
	s->inside.name = p->region = kept_copy(s->inside.name);
	s->inside.site = p->site = kept_copy(s->inside.site);
	s->inside.type = p->type = kept_copy(s->inside.type);
	return p;
}

static void kept_replace(struct gt_kept *k, struct gt_kept_profile *p)
{
	struct gt_kept_profile *before;

	gt_kept_ref(p);
	gt_mutex_lock(&k->lock);
	before = k->last;
	k->last = p;
	gt_mutex_unlock(&k->lock);
	gt_kept_put(before);
}

int gt_kept_get(struct gt_kept *k, struct gt_kept_profile **out, struct gt_trace *t,
		const struct gt_profile_args *args, struct gt_error *err)
{
	int rc;

	*out = k ? kept_take(k, t, args) : NULL;
	if (*out)
		return 0;
	*out = kept_new(t, args);
	rc = gt_profile_make(&(*out)->profile, t, args, err);
	if (!rc && k)
		kept_replace(k, *out);
	if (rc) {
		gt_kept_put(*out);
		*out = NULL;
	}
	return rc;
}

void gt_kept_put(struct gt_kept_profile *p)
{
	unsigned left;

	if (!p)
		return;
	gt_mutex_lock(&p->lock);
	left = --p->refs;
	gt_mutex_unlock(&p->lock);
	if (left)
		return;
	for (int i = 0; i < GT_CALLTREE_FORMS; i++)
		gt_calltree_release(&p->trees[i]);
	gt_profile_release(&p->profile);
	gt_mutex_release(&p->lock);
	free(p->func);
	free(p->region);
	free(p->site);
	free(p->type);
	free(p);
}

const struct gt_profile *gt_kept_profile(const struct gt_kept_profile *p)
{
	return &p->profile;
}

const struct gt_calltree *gt_kept_tree(struct gt_kept_profile *p, const struct gt_trace *t, enum gt_calltree_form form)
{
	gt_mutex_lock(&p->lock);
	if (!p->has_tree[form] && p->profile.n)
		gt_calltree_make(&p->trees[form], t, &p->profile, form);
	p->has_tree[form] = true;
	gt_mutex_unlock(&p->lock);
	return &p->trees[form];
}
