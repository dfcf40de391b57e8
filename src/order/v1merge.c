/* Merging a v1 trace's streams: who may come, who comes first. */
#include "order/order.h"
#include "order/v1merge.h"

#include <inttypes.h>

/* Memory for the windows of all cursors together, and the bound of one. */
#define WINDOWS_TOTAL (16u << 20)
#define WINDOW_MAX 16384u

/* The number of a goroutine's next event after the two by which it is listed. */
#define LISTED_SEQ 2

/* ---- faults ---- */

static void v1merge_note(struct v1_merge *m, const struct v1_stream *st, const char *what)
{
	const struct gt_v1_spec *spec = gt_v1_spec(st->c.type);

	if (!m->damage)
		m->damage = gt_error_set(&m->damage_err, GT_ERR_ORDER, st->c.off, "%s: %s of goroutine %" PRIu64, what,
					 spec->name, st->key > V1_SLOT_GC && st->key != V1_NO_KEY ? m->gs[st->key].id
												  : st->g);
}

/* The goroutine that the stream's event changes has done something that is not there. */
static void miss_of_key(struct v1_merge *m, const struct v1_stream *st)
{
	v1_miss(m, st->c.ticks, st->key == V1_NO_KEY ? st->last : m->gs[st->key].ticks);
}

/*
 * Whether a stream waits for a goroutine that was in a call since before the trace: it is not listed, or as in a call
 * and its number is still that of the list.
 */
static bool waits_for_unlisted(const struct v1_merge *m, const struct v1_stream *st)
{
	const struct v1_g *g = &m->gs[st->key];

	if (st->key <= V1_SLOT_GC || !v1_ends_call(st->c.type))
		return false;
	return g->status == V1_DEAD ? g->ticks == INT64_MIN
				    : g->status == V1_WAITING && g->seq == LISTED_SEQ && g->has_lost_p;
}

/* No event may come: the earliest one does. */
static void force(struct v1_merge *m)
{
	uint32_t stream = v1_earliest_blocked(m);
	struct v1_stream *st = &m->streams[stream];

	if (m->finding && waits_for_unlisted(m, st)) {
		GT_GROW(m->finding->ids, m->finding->cap, m->finding->n + 1);
		m->finding->ids[m->finding->n++] = m->gs[st->key].id;
		m->gs[st->key].unlisted = V1_AWAY;
		m->gs[st->key].was_unlisted = true;
		v1_unblock_only(m, stream);
		return;
	}
	v1merge_note(m, &m->streams[stream],
		     "no consistent ordering of events is possible, something is missing before");
	miss_of_key(m, &m->streams[stream]);
	v1_unblock_only(m, stream);
}

static void come_back(struct v1_g *g, const struct v1_type *k, uint8_t type)
{
	if (g->unlisted == V1_AWAY && v1_ends_call(type))
		g->unlisted = V1_UNNUMBERED;
	if (g->unlisted == V1_UNNUMBERED && k->counts && k->seq != S_ANY)
		g->unlisted = V1_LISTED;
}

static void change(struct v1_merge *m, struct v1_stream *st)
{
	const struct v1_type *k = &v1_types[st->c.type];
	struct v1_g *g;

	if (st->key == V1_NO_KEY)
		return;
	g = &m->gs[st->key];
	if (GT_UNLIKELY(!v1_ready(m, st))) {
		v1merge_note(m, st, "event sequences are broken");
		miss_of_key(m, st);
	}
	if (GT_UNLIKELY(g->unlisted != V1_LISTED))
		come_back(g, k, st->c.type);
	g->status = k->to;
	g->ticks = st->c.ticks;
	if (k->counts)
		g->seq = k->seq == S_ANY ? g->seq + 1 : v1_wanted_seq(k, &st->c) + 1;
	if (g->waiting != V1_NO_STREAM)
		v1_wake(m, st->key);
}

/* The end of a call cannot be before the goroutine lost its P in it (format/v1.md 11.1). */
static void check_call(struct v1_merge *m, const struct v1_stream *st)
{
	struct v1_g *g = &m->gs[st->g_slot];

	if (m->file->layout.seq)
		return;
	if (st->c.type == GT_V1_GoSysBlock || st->c.type == GT_V1_GoInSyscall) {
		g->lost_p = st->c.ticks;
		g->has_lost_p = true;
	} else if (g->was_unlisted) {
		/* It may have lost its P before the trace. */
		if (m->finding && g->has_lost_p && v1_told_ticks(&st->c) < g->lost_p) {
			struct v1_unlisted *u = m->finding;

			GT_GROW(u->stale, u->stale_cap, u->nstale + 1);
			u->stale[u->nstale++] = (struct v1_stale){ st->c.off, st->c.ticks };
		}
	} else if (!g->has_lost_p) {
		v1merge_note(m, st, "stray syscall exit");
		v1_miss(m, st->c.ticks, st->last);
	} else if (v1_told_ticks(&st->c) < g->lost_p) {
		v1merge_note(m, st, "time stamps out of order");
		v1_miss(m, v1_told_ticks(&st->c), st->last);
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

static void set_limit(struct v1_merge *m)
{
	const struct gt_v1_file *f = m->file;

	m->limit = m->sample < f->gen.nsamples ? f->gen.samples[m->sample].time : INT64_MAX;
	if (m->retimed < f->nretimed && f->retimed[m->retimed].key < m->limit)
		m->limit = f->retimed[m->retimed].key;
}

int v1_merge_open(struct v1_merge *m, struct gt_source *src, const struct gt_v1_file *f,
		  const struct v1_unlisted *unlisted, struct gt_error *err)
{
	size_t n = f->gen.nstreams, size = n > 0 ? WINDOWS_TOTAL / n : 0;

	size = size > WINDOW_MAX ? WINDOW_MAX : size < GT_V1_WINDOW_MIN ? GT_V1_WINDOW_MIN : size;
	*m = (struct v1_merge){ .file = f, .nstreams = n, .top.stream = V1_NO_STREAM,
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
	v1_slots_init(m);
	for (size_t i = 0; i < unlisted->n; i++) {
		struct v1_g *g = &m->gs[v1_slot(m, unlisted->ids[i])];

		g->unlisted = V1_AWAY;
		g->was_unlisted = true;
	}
	set_limit(m);
	for (uint32_t i = 0; i < n; i++) {
		struct v1_stream *st = &m->streams[i];
		int rc;

		*st = (struct v1_stream){ .cur_slot = V1_SLOT_NONE, .key = V1_NO_KEY, .last = INT64_MIN };
		gt_v1_cursor_init(&st->c, src, &f->layout, f->gen.batches, f->gen.streams[i].first,
				  m->windows + i * size, (uint32_t)size);
		st->c.seqs = f->seqs;
		st->c.shift = f->gen.streams[i].shift;
		rc = v1_begin(m, i, err);
		if (rc < 0) {
			v1_merge_release(m);
			return rc;
		}
	}
	v1_choose(m);
	return 0;
}

void v1_merge_release(struct v1_merge *m)
{
	free(m->streams);
	free(m->windows);
	free(m->heap);
	free(m->blocked);
	free(m->gs);
	gt_idset_release(&m->slots);
	*m = (struct v1_merge){ .top.stream = V1_NO_STREAM };
}

/* ---- the next item ---- */

/* `top` has its turn: false if its record is not an event here. */
static bool take_top(struct v1_merge *m, struct v1_item *item)
{
	uint32_t stream = m->top.stream;
	struct v1_stream *st = &m->streams[stream];
	uint8_t type = st->c.type;

	m->given = true;
	change(m, st);
	if (GT_UNLIKELY(type == GT_V1_GoSysBlock || type == GT_V1_GoInSyscall || v1_tells_time(&st->c))) {
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

/* Something else than a record comes before `limit`, or nothing does: as v1_merge_next, which asks. */
static bool take_other(struct v1_merge *m, struct v1_item *item)
{
	const struct gt_v1_file *f = m->file;
	bool top = m->top.stream != V1_NO_STREAM;
	bool sample = m->sample < f->gen.nsamples && (!top || f->gen.samples[m->sample].time < m->top.key);
	int64_t next;

	if (!top && !sample && m->nblocked > 0) {
		force(m);
		top = true;
	}
	next = sample ? f->gen.samples[m->sample].time : top ? m->top.key : 0;
	if (m->retimed < f->nretimed && ((!top && !sample) || f->retimed[m->retimed].key < next)) {
		const struct gt_v1_retimed *retimed = &f->retimed[m->retimed++];
		uint32_t slot = v1_slot(m, retimed->g);

		*item = (struct v1_item){
			.kind = V1_MOVED, .ticks = retimed->ticks, .stream = retimed->stream, .g_slot = slot,
			.arg_slot = slot, .retimed = retimed };
	} else if (sample) {
		*item = (struct v1_item){ .kind = V1_SAMPLE, .ticks = next, .sample = &f->gen.samples[m->sample++] };
	} else {
		return false;
	}
	set_limit(m);
	return true;
}

int v1_merge_next(struct v1_merge *m, struct v1_item *item, struct gt_error *err)
{
	for (;;) {
		int rc = v1_step(m, err);

		if (rc < 0)
			return rc;
		if (m->top.stream == V1_NO_STREAM || m->top.key > m->limit) {
			if (take_other(m, item))
				return 1;
			if (m->top.stream == V1_NO_STREAM)
				return 0;
		}
		if (take_top(m, item))
			return 1;
	}
}
