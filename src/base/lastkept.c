/* A cache of one: the last object that was expensive to make, shared by reference count between threads. */
#include "base/lastkept.h"

#include <stdlib.h>

#include "base/xalloc.h"

void *gt_shared_ref(void *s)
{
	atomic_fetch_add(&((struct gt_shared *)s)->refs, 1);
	return s;
}

void gt_shared_put(void *s)
{
	struct gt_shared *head = s;

	if (!s || atomic_fetch_sub(&head->refs, 1) > 1)
		return;
	head->ops->release(s);
	gt_mutex_release(&head->lock);
	free(s);
}

void gt_lastkept_init(struct gt_lastkept *k)
{
	gt_mutex_init(&k->lock);
	k->last = NULL;
}

void gt_lastkept_release(struct gt_lastkept *k)
{
	gt_shared_put(k->last);
	gt_mutex_release(&k->lock);
}

void *gt_lastkept_look(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked)
{
	void *s;

	if (!k)
		return NULL;
	gt_mutex_lock(&k->lock);
	s = k->last && ops->is(k->last, asked) ? gt_shared_ref(k->last) : NULL;
	gt_mutex_unlock(&k->lock);
	return s;
}

int gt_lastkept_get(struct gt_lastkept *k, const struct gt_shared_ops *ops, const void *asked, void **out,
		    struct gt_error *err)
{
	struct gt_shared *s;
	void *before = NULL;
	int rc;

	*out = gt_lastkept_look(k, ops, asked);
	if (*out)
		return 0;
	s = gt_xcalloc(1, ops->size);
	s->ops = ops;
	gt_mutex_init(&s->lock);
	gt_shared_ref(s);
	rc = ops->make(s, asked, err);
	if (rc) {
		gt_shared_put(s);
		return rc;
	}
	if (k) {
		gt_mutex_lock(&k->lock);
		before = k->last;
		k->last = gt_shared_ref(s);
		gt_mutex_unlock(&k->lock);
	}
	gt_shared_put(before);
	*out = s;
	return 0;
}
