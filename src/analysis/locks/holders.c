/* Who held a lock at least since when, and chains of those who handed it on. */
#include <stdlib.h>

#include "analysis/locks/locks_own.h"
#include "base/hash.h"
#include "base/xalloc.h"

/*
 * What is known of a lock (all pairs with its number) and of its goroutines, up to a time.  Waits are gone through
 * in the order in which they end.
 */
struct holding {
	uint32_t last;            /* wait that ended last by somebody who gave the lock back; GT_NO_ROW */
	uint32_t base;            /* the same, before the waits to read that one goroutine ended with it */
};

struct holders {
	struct gt_locks *l;
	struct holding *locks;    /* by number */
	struct gt_map own;        /* lock and goroutine row -> its last wait for it */
	struct gt_map any;        /* goroutine row -> its last wait for any lock */
};

static uint64_t own_key(const struct gt_locks *l, const struct gt_lock_wait *w, uint32_t g)
{
	return (uint64_t)l->v[w->lock].number << 32 | g;
}

/* A goroutine that ran only once between two waits for a lock had not got it, or it has it again. */
static void find_again(struct holders *h)
{
	struct gt_locks *l = h->l;

	for (uint32_t i = 0; i < l->nwaits; i++) {
		struct gt_lock_wait *w = gt_lock_wait_at(l, i), *before;
		uint64_t key = own_key(l, w, w->g);
		uint32_t k = gt_map_get(&h->own, key);

		before = k != GT_MAP_NONE ? gt_lock_wait_at(l, k) : NULL;
		if (before && before->next != GT_NO_ROW && before->next == w->after)
			before->again = w->begin;
		gt_map_put(&h->own, key, i);
	}
	gt_map_clear(&h->own);
}

static int64_t lock_later(int64_t since, int64_t time, int64_t until)
{
	return time != GT_NO_TIME && time <= until && time > since ? time : since;
}

/* From when on it is known that the lock did not change hands until the wait ended. */
static int64_t held_since(const struct holders *h, const struct gt_lock_wait *w, uint32_t base, uint32_t own)
{
	const struct gt_locks *l = h->l;
	int64_t since = w->begin;

	if (base != GT_NO_ROW) {
		const struct gt_lock_wait *b = gt_lock_wait_at(l, base);

		since = lock_later(since, b->end, w->end);
		since = lock_later(since, b->ran, w->end);
		since = lock_later(since, b->again, w->end);
	}
	/* What a writer waited for has other sites than what it makes readers wait for. */
	if (w->reads)
		own = gt_map_get(&h->any, w->waker);
	if (own != GT_MAP_NONE)
		since = lock_later(since, gt_lock_wait_at(l, own)->ran, w->end);
	return since;
}

/* It was handed on to w's goroutine by one that had got it in the same way, while w's was waiting. */
static void link_chain(struct gt_locks *l, uint32_t i, uint32_t own)
{
	struct gt_lock_wait *w = gt_lock_wait_at(l, i), *p;

	w->first = i;
	w->nth = 1;
	if (own == GT_MAP_NONE || own == i)
		return;
	p = gt_lock_wait_at(l, own);
	if (p->handed || p->ran == GT_NO_TIME || w->begin > p->ran || p->ran > w->end)
		return;
	p->handed = true;
	w->first = p->first;
	w->nth = p->nth + 1;
}

static void meet_lock_wait(struct holders *h, uint32_t i)
{
	struct gt_locks *l = h->l;
	struct gt_lock_wait *w = gt_lock_wait_at(l, i);
	struct holding *k = &h->locks[l->v[w->lock].number];
	const struct gt_lock_wait *last;
	uint32_t own;

	w->first = i;
	w->nth = 1;
	if (!w->gives)
		return;
	last = k->last != GT_NO_ROW ? gt_lock_wait_at(l, k->last) : NULL;
	if (!last || !last->reads || !w->reads || last->waker != w->waker)
		k->base = k->last;
	own = gt_map_get(&h->own, own_key(l, w, w->waker));
	w->held = held_since(h, w, k->base, own);
	link_chain(l, i, own);
	k->last = i;
	gt_map_put(&h->own, own_key(l, w, w->g), i);
	gt_map_put(&h->any, w->g, i);
}

void gt_locks_find_holders(struct gt_locks *l)
{
	struct holders h = { .l = l, .locks = gt_xcalloc(l->n + 1, sizeof *h.locks) };

	for (size_t i = 0; i <= l->n; i++)
		h.locks[i] = (struct holding){ GT_NO_ROW, GT_NO_ROW };
	gt_map_init(&h.own);
	gt_map_init(&h.any);
	find_again(&h);
	for (uint32_t i = 0; i < l->nwaits; i++)
		meet_lock_wait(&h, i);
	gt_map_release(&h.own);
	gt_map_release(&h.any);
	free(h.locks);
}
