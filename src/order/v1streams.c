/* The streams of a v1 trace: their next events, and which of them comes first. */
#include "order/order.h"
#include "order/v1merge.h"

#include <assert.h>

/* ---- slots ---- */

static uint64_t v1streams_id_of(const void *gs, uint32_t slot)
{
	return ((const struct v1_g *)gs)[slot].id;
}

static uint32_t add_slot(struct v1_merge *m, uint64_t id)
{
	GT_GROW(m->gs, m->gs_cap, m->ngs + 1);
	m->gs[m->ngs] = (struct v1_g){ .id = id, .ticks = INT64_MIN, .waiting = V1_NO_STREAM };
	return (uint32_t)m->ngs++;
}

void v1_slots_init(struct v1_merge *m)
{
	v1_slot_slow(m, 0);
	m->gs[V1_SLOT_NONE].state = V1_RUNNING;
	add_slot(m, GT_NONE);
	assert(m->ngs == V1_SLOT_GC + 1);
}

uint32_t v1_slot_slow(struct v1_merge *m, uint64_t g)
{
	uint32_t slot = gt_idset_get(&m->slots, g, v1streams_id_of, m->gs);

	if (slot == GT_MAP_NONE) {
		slot = add_slot(m, g);
		gt_idset_put(&m->slots, slot, v1streams_id_of, m->gs);
	}
	m->near[g % V1_NEAR] = slot;
	return slot;
}

/* ---- the heap ---- */

static bool v1_before(struct v1_heap_item a, struct v1_heap_item b)
{
	return a.key != b.key ? a.key < b.key : a.stream < b.stream;
}

static struct v1_heap_item v1_item_of(const struct v1_merge *m, uint32_t stream)
{
	const struct v1_stream *st = &m->streams[stream];

	return (struct v1_heap_item){ m->file->layout.seq ? st->c.seq : st->c.ticks, stream };
}

static void v1streams_sift_down(struct v1_merge *m, struct v1_heap_item item)
{
	struct v1_heap_item *h = m->heap;
	size_t i = 0, n = m->nheap;

	for (;;) {
		size_t least = 2 * i + 1;

		if (least >= n)
			break;
		if (least + 1 < n && v1_before(h[least + 1], h[least]))
			least++;
		if (!v1_before(h[least], item))
			break;
		h[i] = h[least];
		i = least;
	}
	h[i] = item;
}

static struct v1_heap_item v1streams_pop(struct v1_merge *m)
{
	struct v1_heap_item first = m->heap[0];

	if (--m->nheap > 0)
		v1streams_sift_down(m, m->heap[m->nheap]);
	return first;
}

/* The stream's next event may come. */
static void v1streams_push(struct v1_merge *m, struct v1_heap_item item)
{
	size_t i = m->nheap;

	if (!m->given && m->top.stream != V1_NO_STREAM && v1_before(item, m->top)) {
		struct v1_heap_item top = m->top;

		m->top = item;
		item = top;
	}
	m->nheap++;
	for (; i > 0 && v1_before(item, m->heap[(i - 1) / 2]); i = (i - 1) / 2)
		m->heap[i] = m->heap[(i - 1) / 2];
	m->heap[i] = item;
}

/* ---- streams ---- */

/* Loads the stream's next event: 1, 0 at its end. */
static int v1streams_load(struct v1_merge *m, struct v1_stream *st, struct gt_error *err)
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
	st->before_slot = st->cur_slot;
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

/* ---- streams that wait ---- */

static void block(struct v1_merge *m, uint32_t stream)
{
	struct v1_stream *st = &m->streams[stream];
	struct v1_g *g = &m->gs[st->key];

	st->next_waiting = g->waiting;
	g->waiting = stream;
	st->blocked = (uint32_t)m->nblocked;
	m->blocked[m->nblocked++] = stream;
}

/* The stream that *link says waits no more. */
static void unblock(struct v1_merge *m, uint32_t *link)
{
	uint32_t stream = *link;
	struct v1_stream *st = &m->streams[stream];

	*link = st->next_waiting;
	m->blocked[st->blocked] = m->blocked[--m->nblocked];
	m->streams[m->blocked[st->blocked]].blocked = st->blocked;
	v1streams_push(m, v1_item_of(m, stream));
}

static void spend(struct v1_merge *m, size_t steps)
{
	m->tries = m->tries > steps ? m->tries - steps : 0;
}

/* A goroutine's state has changed: streams that waited for it. */
void v1_wake(struct v1_merge *m, uint32_t key)
{
	uint32_t *link = &m->gs[key].waiting;

	while (*link != V1_NO_STREAM) {
		spend(m, 1);
		if (v1_ready(m, &m->streams[*link]))
			unblock(m, link);
		else
			link = &m->streams[*link].next_waiting;
	}
}

uint32_t v1_earliest_blocked(const struct v1_merge *m)
{
	uint32_t least = m->blocked[0];

	for (size_t i = 1; i < m->nblocked; i++)
		if (v1_before(v1_item_of(m, m->blocked[i]), v1_item_of(m, least)))
			least = m->blocked[i];
	return least;
}

void v1_unblock_only(struct v1_merge *m, uint32_t stream)
{
	uint32_t *link = &m->gs[m->streams[stream].key].waiting;

	assert(m->nheap == 0 && m->top.stream == V1_NO_STREAM);
	spend(m, m->nblocked);
	while (*link != stream)
		link = &m->streams[*link].next_waiting;
	unblock(m, link);
	m->top = v1streams_pop(m);
}

/* ---- going on ---- */

int v1_begin(struct v1_merge *m, uint32_t stream, struct gt_error *err)
{
	int rc = v1streams_load(m, &m->streams[stream], err);

	if (rc > 0 && v1_ready(m, &m->streams[stream]))
		v1streams_push(m, v1_item_of(m, stream));
	else if (rc > 0)
		block(m, stream);
	return rc;
}

void v1_choose(struct v1_merge *m)
{
	if (m->top.stream == V1_NO_STREAM && m->nheap > 0)
		m->top = v1streams_pop(m);
}

static int no_time(struct v1_merge *m, struct gt_error *err)
{
	if (m->have_ticks)
		v1_miss(m, m->last_ticks, m->last_ticks);
	return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
			    "finding the next event among %zu processors takes too long", m->nstreams);
}

int v1_advance(struct v1_merge *m, struct gt_error *err)
{
	uint32_t stream = m->top.stream;
	struct v1_stream *st = &m->streams[stream];
	int rc;

	if (GT_UNLIKELY(m->tries == 0))
		return no_time(m, err);
	m->tries += GT_TRIES_PER_EVENT;
	st->last = st->c.ticks;
	rc = v1streams_load(m, st, err);
	if (GT_UNLIKELY(rc < 0))
		return rc;
	m->given = false;
	if (GT_LIKELY(rc && v1_ready(m, st))) {
		struct v1_heap_item item = v1_item_of(m, stream);

		m->top = item;
		if (m->nheap > 0 && v1_before(m->heap[0], item)) {
			m->top = m->heap[0];
			v1streams_sift_down(m, item);
		}
		return 0;
	}
	m->top.stream = V1_NO_STREAM;
	if (rc)
		block(m, stream);
	v1_choose(m);
	return 0;
}
