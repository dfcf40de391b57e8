/* One step of the v1 merge: who may come, who comes next (private to the order layer). */
#ifndef GT_ORDER_V1STEP_H
#define GT_ORDER_V1STEP_H

#include "order/v1merge.h"

GT_INLINE uint64_t v1_wanted_seq(const struct v1_type *k, const struct gt_v1_cursor *c)
{
	return k->seq == S_ARG1 ? c->args[1] : k->seq == S_ARG0 ? c->args[0] : k->seq == S_1 ? 1 : 0;
}

/* The stream's next event may come. */
GT_INLINE bool v1_ready(const struct v1_merge *m, const struct v1_stream *st)
{
	const struct v1_type *k = &v1_types[st->c.type];
	const struct v1_g *g;

	if (st->key == V1_NO_KEY)
		return true;
	g = &m->gs[st->key];
	return g->status == k->status && (k->seq == S_ANY || g->seq == v1_wanted_seq(k, &st->c));
}

GT_INLINE bool v1_before(struct v1_heap_item a, struct v1_heap_item b)
{
	return a.key != b.key ? a.key < b.key : a.stream < b.stream;
}

GT_INLINE struct v1_heap_item v1_item_of(const struct v1_merge *m, uint32_t stream)
{
	const struct v1_stream *st = &m->streams[stream];

	return (struct v1_heap_item){ m->file->layout.seq ? st->c.seq : st->c.ticks, stream };
}

/* v1merge.c: the rest, which most events do not need. */
struct v1_heap_item v1_heap_pop(struct v1_merge *m);
struct v1_heap_item v1_heap_swap(struct v1_merge *m, struct v1_heap_item item);  /* takes the first for it */
void v1_block(struct v1_merge *m, uint32_t stream);
void v1_wake(struct v1_merge *m, uint32_t key);
int v1_no_time(struct v1_merge *m, struct gt_error *err);

/* Loads the stream's next event: 1, 0 at its end. */
GT_INLINE int v1_load(struct v1_merge *m, struct v1_stream *st, struct gt_error *err)
{
	const struct v1_type *k;
	int rc = gt_v1_cursor_next(&st->c, err);
	uint32_t slot;

	if (GT_UNLIKELY(rc <= 0)) {
		st->done = true;
		return rc;
	}
	k = &v1_types[st->c.type];
	st->before = st->cur;
	st->g = st->cur;
	st->g_slot = st->arg_slot = st->cur_slot;
	st->key = k->key == K_CONTEXT ? st->cur_slot : k->key == K_GC ? V1_SLOT_GC : V1_NO_KEY;
	if (k->key == K_ARG) {
		slot = v1_slot(m, st->c.args[0]);
		st->key = st->arg_slot = slot;
		if (k->move != V1_STAYS) {
			st->g = st->c.args[0];
			st->g_slot = slot;
		}
		if (k->move == V1_STARTS) {
			st->cur = st->g;
			st->cur_slot = slot;
		}
	} else if (k->move == V1_LEAVES) {
		st->cur = 0;
		st->cur_slot = V1_SLOT_NONE;
	} else if (k->move == V1_NOBODY) {
		st->g = 0;
		st->g_slot = st->arg_slot = V1_SLOT_NONE;
	}
	if (GT_UNLIKELY(m->file->layout.seq))
		st->key = V1_NO_KEY;
	return 1;
}

/*
 * After an event has been given out: its stream's next one is loaded, streams that waited for the goroutine
 * that it changed are looked at, and `top` is the earliest again: 0 or negative.
 */
GT_INLINE int v1_advance(struct v1_merge *m, struct gt_error *err)
{
	uint32_t stream = m->top.stream, key;
	struct v1_stream *st = &m->streams[stream];
	int rc;

	key = st->key;
	st->last = st->c.ticks;
	rc = v1_load(m, st, err);
	if (GT_UNLIKELY(rc < 0))
		return rc;
	m->given = false;
	if (GT_LIKELY(rc && v1_ready(m, st))) {
		m->top = v1_item_of(m, stream);
		if (m->nheap > 0 && v1_before(m->heap[0], m->top))
			m->top = v1_heap_swap(m, m->top);
	} else {
		if (rc)
			v1_block(m, stream);
		m->top.stream = V1_NO_STREAM;
	}
	if (key != V1_NO_KEY && m->gs[key].waiting != V1_NO_STREAM)
		v1_wake(m, key);
	if (m->top.stream == V1_NO_STREAM && m->nheap > 0)
		m->top = v1_heap_pop(m);
	return 0;
}

/*
 * Makes `top` the earliest event that may come, if there is one: 0 or negative.  It comes next if its key is
 * not after `limit`.
 */
GT_INLINE int v1_step(struct v1_merge *m, struct gt_error *err)
{
	if (GT_UNLIKELY(m->tries == 0))
		return v1_no_time(m, err);
	m->tries += GT_TRIES_PER_EVENT;
	return m->given ? v1_advance(m, err) : 0;
}

#endif
