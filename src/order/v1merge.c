/* Merging a v1 trace's streams: who may come, who comes first. */
#include "order/order.h"
#include "order/v1merge.h"

#include <assert.h>
#include <inttypes.h>

/* Memory for the windows of all cursors together, and the bound of one. */
#define WINDOWS_TOTAL (16u << 20)
#define WINDOW_MAX 16384u

/* ---- conditions (format/v1.md 10.2) ---- */

enum { K_NONE, K_ARG, K_CONTEXT, K_GC };         /* whose state is asked and changed */
enum { S_ANY, S_0, S_1, S_ARG0, S_ARG1 };        /* which sequence number it must have */

struct condition {
	uint8_t key, seq, status;                /* what must be */
	uint8_t to;                              /* status after it */
	bool counts;                             /* the sequence number rises */
};

#define BLOCKS { K_CONTEXT, S_ANY, MG_RUNNING, MG_WAITING, false }
#define YIELDS { K_CONTEXT, S_ANY, MG_RUNNING, MG_RUNNABLE, false }

static const struct condition conditions[64] = {
	[GT_V1_GoCreate] = { K_ARG, S_0, MG_DEAD, MG_RUNNABLE, true },
	[GT_V1_GoWaiting] = { K_ARG, S_1, MG_RUNNABLE, MG_WAITING, true },
	[GT_V1_GoInSyscall] = { K_ARG, S_1, MG_RUNNABLE, MG_WAITING, true },
	[GT_V1_GoStart] = { K_ARG, S_ARG1, MG_RUNNABLE, MG_RUNNING, true },
	[GT_V1_GoStartLabel] = { K_ARG, S_ARG1, MG_RUNNABLE, MG_RUNNING, true },
	[GT_V1_GoStartLocal] = { K_ARG, S_ANY, MG_RUNNABLE, MG_RUNNING, true },
	[GT_V1_GoSched] = YIELDS,
	[GT_V1_GoPreempt] = YIELDS,
	[GT_V1_GoSleep] = BLOCKS,
	[GT_V1_GoBlock] = BLOCKS,
	[GT_V1_GoBlockSend] = BLOCKS,
	[GT_V1_GoBlockRecv] = BLOCKS,
	[GT_V1_GoBlockSelect] = BLOCKS,
	[GT_V1_GoBlockSync] = BLOCKS,
	[GT_V1_GoBlockCond] = BLOCKS,
	[GT_V1_GoBlockNet] = BLOCKS,
	[GT_V1_GoBlockGC] = BLOCKS,
	[GT_V1_GoSysBlock] = BLOCKS,
	[GT_V1_GoUnblock] = { K_ARG, S_ARG1, MG_WAITING, MG_RUNNABLE, true },
	[GT_V1_GoSysExit] = { K_ARG, S_ARG1, MG_WAITING, MG_RUNNABLE, true },
	[GT_V1_GoUnblockLocal] = { K_ARG, S_ANY, MG_WAITING, MG_RUNNABLE, true },
	[GT_V1_GoSysExitLocal] = { K_ARG, S_ANY, MG_WAITING, MG_RUNNABLE, true },
	[GT_V1_GCStart] = { K_GC, S_ARG0, MG_DEAD, MG_DEAD, true },
};

static uint64_t wanted_seq(const struct condition *k, const struct gt_v1_cursor *c)
{
	return k->seq == S_ARG1 ? c->args[1] : k->seq == S_ARG0 ? c->args[0] : k->seq == S_1 ? 1 : 0;
}

static bool ready(const struct v1_merge *m, const struct v1_stream *st)
{
	const struct condition *k = &conditions[st->c.type];
	const struct v1_key *key;

	if (st->key == V1_NO_KEY)
		return true;
	key = &m->keys[st->key];
	return key->status == k->status && (k->seq == S_ANY || key->seq == wanted_seq(k, &st->c));
}

/* ---- faults ---- */

static void v1merge_note(struct v1_merge *m, const struct v1_stream *st, const char *what)
{
	const struct gt_v1_spec *spec = gt_v1_spec(st->c.type);

	if (!m->damage)
		m->damage = gt_error_set(&m->damage_err, GT_ERR_ORDER, st->c.off, "%s: %s of goroutine %" PRIu64, what,
					 spec->name, st->key > V1_SLOT_GC && st->key != V1_NO_KEY ? m->keys[st->key].id
												  : st->g);
}

void v1_miss(struct v1_merge *m, int64_t ticks, int64_t since)
{
	if (ticks < m->whole)
		m->whole = since < ticks ? since : ticks;
}

/* The goroutine that the stream's event changes has done something that is not there. */
static void miss_of_key(struct v1_merge *m, const struct v1_stream *st)
{
	v1_miss(m, st->c.ticks, st->key == V1_NO_KEY ? st->last : m->keys[st->key].ticks);
}

/* ---- slots ---- */

static uint64_t id_of_key(const void *keys, uint32_t slot)
{
	return ((const struct v1_key *)keys)[slot].id;
}

static uint32_t add_slot(struct v1_merge *m, uint64_t id)
{
	GT_GROW(m->keys, m->keys_cap, m->nkeys + 1);
	m->keys[m->nkeys] = (struct v1_key){ .id = id, .ticks = INT64_MIN };
	return (uint32_t)m->nkeys++;
}

uint32_t v1_slot(struct v1_merge *m, uint64_t g)
{
	uint32_t slot = gt_idset_get(&m->slots, g, id_of_key, m->keys);

	if (GT_UNLIKELY(slot == GT_MAP_NONE)) {
		slot = add_slot(m, g);
		gt_idset_put(&m->slots, slot, id_of_key, m->keys);
	}
	return slot;
}

/* ---- the heap ---- */

static bool v1merge_before(struct v1_heap_item a, struct v1_heap_item b)
{
	return a.key != b.key ? a.key < b.key : a.stream < b.stream;
}

static void v1merge_sift_down(struct v1_merge *m, struct v1_heap_item item)
{
	struct v1_heap_item *h = m->heap;
	size_t i = 0, n = m->nheap;

	for (;;) {
		size_t least = 2 * i + 1;

		if (least >= n)
			break;
		if (least + 1 < n && v1merge_before(h[least + 1], h[least]))
			least++;
		if (!v1merge_before(h[least], item))
			break;
		h[i] = h[least];
		i = least;
	}
	h[i] = item;
}

static void v1merge_push(struct v1_merge *m, struct v1_heap_item item)
{
	size_t i = m->nheap++;

	for (; i > 0 && v1merge_before(item, m->heap[(i - 1) / 2]); i = (i - 1) / 2)
		m->heap[i] = m->heap[(i - 1) / 2];
	m->heap[i] = item;
}

static struct v1_heap_item item_of(const struct v1_merge *m, uint32_t stream)
{
	const struct v1_stream *st = &m->streams[stream];

	return (struct v1_heap_item){ m->file->layout.seq ? st->c.seq : st->c.ticks, stream };
}

/* ---- streams ---- */

/* Loads the stream's next event: 1, 0 at its end. */
static int v1merge_load(struct v1_merge *m, struct v1_stream *st, struct gt_error *err)
{
	const struct condition *k;
	int rc = gt_v1_cursor_next(&st->c, err);
	uint64_t next;

	if (GT_UNLIKELY(rc <= 0)) {
		st->done = true;
		return rc;
	}
	k = &conditions[st->c.type];
	st->before = st->cur;
	st->g = v1_follow(&st->c, st->cur, &next);
	st->g_slot = st->g == st->cur ? st->cur_slot : st->g == 0 ? V1_SLOT_NONE : v1_slot(m, st->g);
	if (next != st->cur) {
		st->cur = next;
		st->cur_slot = next == st->g ? st->g_slot : V1_SLOT_NONE;
	}
	st->key = k->key == K_CONTEXT ? st->g_slot : k->key == K_GC ? V1_SLOT_GC : V1_NO_KEY;
	st->arg_slot = st->g_slot;
	if (k->key == K_ARG) {
		st->key = st->g == st->c.args[0] ? st->g_slot : v1_slot(m, st->c.args[0]);
		st->arg_slot = st->key;
	}
	if (m->file->layout.seq)
		st->key = V1_NO_KEY;
	return 1;
}

/* The stream at the top of the heap has had its event given out. */
static int v1merge_advance(struct v1_merge *m, struct gt_error *err)
{
	uint32_t stream = m->last;
	struct v1_stream *st = &m->streams[stream];
	int rc;

	assert(m->nheap > 0 && !st->done);
	st->last = st->c.ticks;
	rc = v1merge_load(m, st, err);
	if (rc < 0)
		return rc;
	if (rc && GT_LIKELY(ready(m, st))) {
		v1merge_sift_down(m, item_of(m, stream));
		return 0;
	}
	if (--m->nheap > 0)
		v1merge_sift_down(m, m->heap[m->nheap]);
	if (rc)
		m->blocked[m->nblocked++] = stream;
	return 0;
}

/* All streams that wait are looked at. */
static void spend(struct v1_merge *m)
{
	m->tries = m->tries > m->nblocked ? m->tries - m->nblocked : 0;
}

/* A goroutine's state has changed: streams that waited for it. */
static void v1merge_wake(struct v1_merge *m, uint32_t key)
{
	spend(m);
	for (size_t i = 0; i < m->nblocked;) {
		uint32_t stream = m->blocked[i];

		if (m->streams[stream].key == key && ready(m, &m->streams[stream])) {
			m->blocked[i] = m->blocked[--m->nblocked];
			v1merge_push(m, item_of(m, stream));
		} else {
			i++;
		}
	}
}

/* No event may come: the earliest one does. */
static void force(struct v1_merge *m)
{
	size_t least = 0;

	assert(m->nblocked > 0 && m->nheap == 0);
	spend(m);
	for (size_t i = 1; i < m->nblocked; i++)
		if (v1merge_before(item_of(m, m->blocked[i]), item_of(m, m->blocked[least])))
			least = i;
	v1merge_note(m, &m->streams[m->blocked[least]],
		     "no consistent ordering of events is possible, something is missing before");
	miss_of_key(m, &m->streams[m->blocked[least]]);
	v1merge_push(m, item_of(m, m->blocked[least]));
	m->blocked[least] = m->blocked[--m->nblocked];
}

static void change(struct v1_merge *m, struct v1_stream *st)
{
	const struct condition *k = &conditions[st->c.type];
	struct v1_key *key;

	if (st->key == V1_NO_KEY)
		return;
	key = &m->keys[st->key];
	if (GT_UNLIKELY(!ready(m, st))) {
		v1merge_note(m, st, "event sequences are broken");
		miss_of_key(m, st);
	}
	key->status = k->to;
	key->ticks = st->c.ticks;
	if (k->counts)
		key->seq = k->seq == S_ANY ? key->seq + 1 : wanted_seq(k, &st->c) + 1;
}

/* The end of a call cannot be before the goroutine lost its P in it (format/v1.md 11.1). */
static void check_call(struct v1_merge *m, const struct v1_stream *st)
{
	struct v1_key *key = &m->keys[st->g_slot];

	if (m->file->layout.seq)
		return;
	if (st->c.type == GT_V1_GoSysBlock || st->c.type == GT_V1_GoInSyscall) {
		key->lost_p = st->c.ticks;
		key->has_lost_p = true;
	} else if (!key->has_lost_p) {
		v1merge_note(m, st, "stray syscall exit");
		v1_miss(m, st->c.ticks, st->last);
	} else if ((int64_t)st->c.args[2] < key->lost_p) {
		v1merge_note(m, st, "time stamps out of order");
		v1_miss(m, (int64_t)st->c.args[2], st->last);
	}
}

static void v1merge_check_time(struct v1_merge *m, const struct v1_stream *st)
{
	if (m->have_ticks && st->c.ticks < m->last_ticks) {
		v1merge_note(m, st, "time stamps out of order");
		v1_miss(m, st->c.ticks, st->c.ticks);
	}
	m->last_ticks = st->c.ticks;
	m->have_ticks = true;
}

/* ---- opening ---- */

int v1_merge_open(struct v1_merge *m, struct gt_source *src, const struct gt_v1_file *f, struct gt_error *err)
{
	size_t n = f->gen.nstreams, size = n > 0 ? WINDOWS_TOTAL / n : 0;

	size = size > WINDOW_MAX ? WINDOW_MAX : size < GT_V1_WINDOW_MIN ? GT_V1_WINDOW_MIN : size;
	*m = (struct v1_merge){ .file = f, .nstreams = n, .last = UINT32_MAX, .last_key = V1_NO_KEY,
				 .whole = f->whole, .tries = GT_TRIES_FREE };
	m->streams = gt_checked_alloc(n + 1, sizeof *m->streams);
	m->windows = gt_checked_alloc(n + 1, size);
	m->heap = gt_checked_alloc(n + 1, sizeof *m->heap);
	m->blocked = gt_checked_alloc(n + 1, sizeof *m->blocked);
	if (!m->streams || !m->windows || !m->heap || !m->blocked) {
		m->nstreams = 0;
		v1_merge_release(m);
		return gt_error_set(err, GT_ERR_NOMEM, GT_NO_OFFSET, "no memory for %zu processors", n);
	}
	v1_slot(m, 0);
	add_slot(m, GT_NONE);
	for (uint32_t i = 0; i < n; i++) {
		struct v1_stream *st = &m->streams[i];
		int rc;

		*st = (struct v1_stream){ .cur_slot = V1_SLOT_NONE, .key = V1_NO_KEY, .last = INT64_MIN };
		gt_v1_cursor_init(&st->c, src, &f->layout, f->gen.batches, f->gen.streams[i].first,
				  m->windows + i * size, (uint32_t)size);
		st->c.seqs = f->seqs;
		rc = v1merge_load(m, st, err);
		if (rc < 0) {
			v1_merge_release(m);
			return rc;
		}
		if (rc && ready(m, st))
			v1merge_push(m, item_of(m, i));
		else if (rc)
			m->blocked[m->nblocked++] = i;
	}
	return 0;
}

void v1_merge_release(struct v1_merge *m)
{
	free(m->streams);
	free(m->windows);
	free(m->heap);
	free(m->blocked);
	free(m->keys);
	gt_idset_release(&m->slots);
	*m = (struct v1_merge){ .last = UINT32_MAX };
}

/* ---- the next item ---- */

/* The stream at the heap's top has its turn: false if its record is not an event here. */
static bool take_top(struct v1_merge *m, struct v1_item *item)
{
	uint32_t stream = m->heap[0].stream;
	struct v1_stream *st = &m->streams[stream];
	uint8_t type = st->c.type;

	change(m, st);
	m->last = stream;
	m->last_key = st->key;
	if (GT_UNLIKELY(type == GT_V1_GoSysBlock || type == GT_V1_GoInSyscall || v1_is_moved(&st->c))) {
		check_call(m, st);
		if (v1_is_moved(&st->c)) {
			if (!m->file->layout.seq)
				v1merge_check_time(m, st);
			return false;
		}
	}
	v1merge_check_time(m, st);
	*item = (struct v1_item){
		.kind = V1_RECORD, .ticks = st->c.ticks, .st = st, .stream = stream, .g_slot = st->g_slot,
		.arg_slot = st->arg_slot };
	return true;
}

int v1_merge_next(struct v1_merge *m, struct v1_item *item, struct gt_error *err)
{
	const struct gt_v1_file *f = m->file;

	for (;;) {
		int64_t next;
		bool have, sample;

		if (GT_UNLIKELY(m->tries == 0)) {
			if (m->have_ticks)
				v1_miss(m, m->last_ticks, m->last_ticks);
			return gt_error_set(err, GT_ERR_LIMIT, GT_NO_OFFSET,
					    "finding the next event among %zu processors takes too long", m->nstreams);
		}
		m->tries += GT_TRIES_PER_EVENT;
		if (GT_LIKELY(m->last != UINT32_MAX)) {
			int rc = v1merge_advance(m, err);

			if (rc < 0)
				return rc;
			m->last = UINT32_MAX;
			if (m->last_key != V1_NO_KEY && m->nblocked > 0)
				v1merge_wake(m, m->last_key);
		}
		sample = m->sample < f->gen.nsamples &&
			 (m->nheap == 0 || f->gen.samples[m->sample].time < m->heap[0].key);
		if (GT_UNLIKELY(m->nheap == 0 && !sample && m->nblocked > 0))
			force(m);
		have = sample || m->nheap > 0;
		next = sample ? f->gen.samples[m->sample].time : m->nheap > 0 ? m->heap[0].key : 0;
		if (m->retimed < f->nretimed && (!have || f->retimed[m->retimed].key < next)) {
			const struct gt_v1_retimed *retimed = &f->retimed[m->retimed++];
			uint32_t slot = v1_slot(m, retimed->g);

			*item = (struct v1_item){
				.kind = V1_MOVED, .ticks = retimed->ticks, .stream = retimed->stream, .g_slot = slot,
				.arg_slot = slot, .retimed = retimed };
			return 1;
		}
		if (!have)
			return 0;
		if (sample) {
			*item = (struct v1_item){
				.kind = V1_SAMPLE, .ticks = next, .sample = &f->gen.samples[m->sample++] };
			return 1;
		}
		if (take_top(m, item))
			return 1;
	}
}
