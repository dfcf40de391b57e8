/* The profile that was made last. */
#include "analysis/profiles/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

bool gt_treed_has(struct gt_treed *of, enum gt_calltree_form form)
{
	bool has = false;

	if (of) {
		gt_mutex_lock(&of->shared.lock);
		has = of->has_tree[form];
		gt_mutex_unlock(&of->shared.lock);
	}
	gt_shared_put(of);
	return has;
}

void gt_treed_release(struct gt_treed *of)
{
	for (int i = 0; i < GT_CALLTREE_FORMS; i++)
		gt_calltree_release(&of->trees[i]);
}

struct kept_asked {
	struct gt_trace *t;
	const struct gt_profile_args *args;
};

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

static bool kept_is(const void *s, const void *asked)
{
	const struct gt_kept_profile *p = s;
	const struct kept_asked *want = asked;
	const struct gt_profile_args *args = want->args;
	const struct gt_profile_scope *a = &p->args.scope, *b = &args->scope;

	return p->events == gt_trace_info(want->t)->events && p->args.kind == args->kind &&
	       p->args.wakers == args->wakers && a->from == b->from && a->to == b->to && a->has_g == b->has_g &&
	       a->lives == b->lives &&
	       a->program == b->program && (!a->has_g || a->g == b->g) && same_name(a->func, b->func) &&
	       same_pick(&a->inside, &b->inside) && a->has_wait_key == b->has_wait_key &&
	       (!a->has_wait_key || (a->wait_group == b->wait_group && a->wait_key == b->wait_key));
}

static int kept_make(void *s, const void *asked, struct gt_error *err)
{
	struct gt_kept_profile *p = s;
	struct gt_profile_scope *scope = &p->args.scope;
	const struct kept_asked *want = asked;

	p->events = gt_trace_info(want->t)->events;
	p->args = *want->args;
	scope->func = p->func = kept_copy(scope->func);
	scope->inside.name = p->region = kept_copy(scope->inside.name);
	scope->inside.site = p->site = kept_copy(scope->inside.site);
	scope->inside.type = p->type = kept_copy(scope->inside.type);
	return gt_profile_make(&p->profile, want->t, want->args, err);
}

static void kept_release(void *s)
{
	struct gt_kept_profile *p = s;

	gt_treed_release(&p->treed);
	gt_profile_release(&p->profile);
	free(p->func);
	free(p->region);
	free(p->site);
	free(p->type);
}

static const struct gt_shared_ops kept_ops = {
	.size = sizeof(struct gt_kept_profile), .is = kept_is, .make = kept_make, .release = kept_release,
};

int gt_kept_get(struct gt_lastkept *k, struct gt_kept_profile **out, struct gt_trace *t,
		const struct gt_profile_args *args, struct gt_error *err)
{
	void *p;
	int rc = gt_lastkept_get(k, &kept_ops, &(struct kept_asked){ t, args }, &p, err);

	*out = p;
	return rc;
}

bool gt_kept_has(struct gt_lastkept *k, struct gt_trace *t, const struct gt_profile_args *args,
		 enum gt_calltree_form form)
{
	return gt_treed_has(gt_lastkept_look(k, &kept_ops, &(struct kept_asked){ t, args }), form);
}

const struct gt_calltree *gt_kept_tree(struct gt_kept_profile *p, const struct gt_trace *t, enum gt_calltree_form form)
{
	gt_mutex_lock(&p->treed.shared.lock);
	if (!p->treed.has_tree[form] && p->profile.n)
		gt_calltree_make(&p->treed.trees[form], t, &p->profile, form);
	p->treed.has_tree[form] = true;
	gt_mutex_unlock(&p->treed.shared.lock);
	return &p->treed.trees[form];
}
