/* Replay: follows contexts and clock through a stretch of the known order, validating nothing. */
#include "order/orderops.h"

#include <assert.h>

#include "base/idset.h"
#include "base/xalloc.h"
#include "order/v2decode.h"

/* So many streams have a cursor at a time, each with a window of this size. */
#define MOST_CURSORS 4096u
#define WINDOW 1024u

struct binding {
	uint64_t m, p, g;
};

struct reader {
	struct gt_v2_cursor c;
	uint32_t stream;                /* whose it is */
	uint8_t window[WINDOW];
};

struct v2_replay {
	struct gt_replay base;
	struct gt_source *src;
	struct gt_replay_gen gen;
	struct parked {
		uint64_t off;           /* of the next record, 0: there is none; the clock before it */
		int64_t time;
		uint32_t batch;
		uint32_t reader;        /* UINT32_MAX: none, and the above is true */
		uint32_t binding;       /* of its thread: a place in ms + 1; 0: to be found */
	} *streams;
	struct reader *readers[MOST_CURSORS];
	uint32_t nreaders, hand;        /* the next one to be taken from its stream */
	struct binding *ms;
	size_t nms, ms_cap;
	struct gt_idset ms_by_id;
	int64_t last_time;
	size_t sample;
};

static uint64_t v2replay_id_of_m(const void *ms, uint32_t i)
{
	return ((const struct binding *)ms)[i].m;
}

static struct binding *find_m(struct v2_replay *r, uint64_t m)
{
	uint32_t i = gt_idset_get(&r->ms_by_id, m, v2replay_id_of_m, r->ms);

	return i == GT_MAP_NONE ? NULL : &r->ms[i];
}

static struct binding *get_m(struct v2_replay *r, uint64_t m)
{
	struct binding *b = find_m(r, m);

	if (b)
		return b;
	GT_GROW(r->ms, r->ms_cap, r->nms + 1);
	r->ms[r->nms] = (struct binding){ m, GT_NONE, GT_NONE };
	gt_idset_put(&r->ms_by_id, (uint32_t)r->nms, v2replay_id_of_m, r->ms);
	return &r->ms[r->nms++];
}

/* The cursor of a stream that has events: its own, a new one, or the one that was given away longest ago. */
static struct gt_v2_cursor *v2replay_cursor(struct v2_replay *r, uint32_t stream)
{
	struct parked *at = &r->streams[stream];
	struct reader *reader;

	if (at->reader != UINT32_MAX)
		return &r->readers[at->reader]->c;
	if (r->nreaders < MOST_CURSORS) {
		at->reader = r->nreaders++;
		reader = r->readers[at->reader] = gt_xmalloc(sizeof *reader);
	} else {
		at->reader = r->hand++ % MOST_CURSORS;
		reader = r->readers[at->reader];
		r->streams[reader->stream] = (struct parked){
			.off = gt_reader_off(&reader->c.in, reader->c.in.p), .time = reader->c.time,
			.batch = reader->c.batches.at, .reader = UINT32_MAX };
	}
	assert(at->off && at->batch < r->gen.nbatches);
	reader->stream = stream;
	gt_v2_cursor_init(&reader->c, r->src, r->gen.batches, r->gen.ns_per_unit, UINT32_MAX, reader->window, WINDOW);
	gt_v2_cursor_resume(&reader->c, at->batch, at->off, at->time);
	return &reader->c;
}

static void v2_replay_close(struct gt_replay *base);
static int v2_replay_record(struct gt_replay *base, uint32_t stream, struct gt_event *ev, struct gt_error *err);

static const struct gt_replay_ops v2_replay_ops = { .close = v2_replay_close, .record = v2_replay_record };

int gt_v2_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		      const struct gt_order_cursors *cursors, struct gt_error *err)
{
	struct v2_replay *r = gt_xcalloc(1, sizeof *r);

	r->base.ops = &v2_replay_ops;
	r->src = src;
	r->gen = *gen;
	r->streams = gt_xcalloc(gen->nstreams ? gen->nstreams : 1, sizeof *r->streams);
	r->last_time = cursors->last_time;
	r->sample = (size_t)cursors->sample;
	for (size_t i = 0; i < cursors->n; i++) {
		const struct gt_order_cursor *m = &cursors->cursors[i];

		if (m->p != GT_NONE || m->g != GT_NONE) {
			struct binding *b = get_m(r, m->m);

			b->p = m->p;
			b->g = m->g;
		}
		if (m->stream == UINT32_MAX)
			continue;
		if (!gt_mark_fits(gen, m)) {
			v2_replay_close(&r->base);
			return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "a mark lies outside its generation");
		}
		r->streams[m->stream] = (struct parked){
			.off = m->off, .time = m->time, .batch = m->batch, .reader = UINT32_MAX };
	}
	*out = &r->base;
	return 0;
}

static void v2_replay_close(struct gt_replay *base)
{
	struct v2_replay *r = (struct v2_replay *)base;

	for (uint32_t i = 0; i < r->nreaders; i++)
		free(r->readers[i]);
	free(r->streams);
	free(r->ms);
	gt_idset_release(&r->ms_by_id);
	free(r);
}

/* ---- records that change bindings: contexts before (*cur) and after (*next) ---- */

static void replay_go_status(struct v2_replay *r, const struct gt_v2_cursor *c, struct binding *cur,
			     struct binding *next)
{
	uint64_t gid = c->args[0], mid = c->args[1];
	uint8_t status = (uint8_t)c->args[2];         /* as in v2_go_status */
	struct binding *m;

	if (status == GS_RUNNING || (status == GS_SYSCALL && mid == cur->m)) {
		next->g = gid;
	} else if (status == GS_SYSCALL) {
		m = find_m(r, mid);
		if (m && m->g == gid)
			cur->g = gid;
		else
			get_m(r, mid)->g = gid;
		cur->m = mid;
	}
}

static void replay_proc_status(struct v2_replay *r, struct gt_v2_cursor *c, struct binding *cur, struct binding *next)
{
	if (c->args[1] == PS_RUNNING || c->args[1] == PS_SYSCALL)
		next->p = c->args[0];
	for (size_t i = 0; c->args[1] == PS_ABANDONED && i < r->nms; i++) {
		if (r->ms[i].p != c->args[0])
			continue;
		*cur = r->ms[i];
		c->args[1] = PS_SYSCALL;
	}
}

static void replay_steal(struct v2_replay *r, const struct gt_v2_cursor *c, struct binding *cur, struct binding *next)
{
	struct binding *m;

	if (c->args[2] == cur->m) {
		if (cur->p == c->args[0])
			next->p = GT_NONE;
		return;
	}
	m = find_m(r, c->args[2]);
	if (m && m->p == c->args[0])
		m->p = GT_NONE;
}

/* What the thread has after an event: a P or goroutine that starts to run on it, or none where its own one stops. */
static void v2replay_follow(const struct gt_event *e, struct binding *next)
{
	if (e->kind == GT_EV_P_STATE)
		next->p = e->to == GT_P_RUNNING ? e->subject : GT_NONE;
	else if (e->kind == GT_EV_G_STATE && (e->to == GT_G_RUNNING || e->to == GT_G_SYSCALL))
		next->g = e->subject;
	else if (e->kind == GT_EV_G_STATE && e->subject == e->g)
		next->g = GT_NONE;
}

static int replay_events(struct v2_replay *r, struct gt_v2_cursor *c, uint32_t stream, unsigned how,
			 struct gt_event *ev)
{
	uint64_t mid = r->gen.streams[stream].m;
	struct binding cur = { mid, GT_NONE, GT_NONE }, next;
	uint32_t *binding = &r->streams[stream].binding;
	bool follow = false;
	int n;

	if (mid != GT_NONE) {
		if (!*binding)
			*binding = (uint32_t)(get_m(r, mid) - r->ms) + 1;
		cur = r->ms[*binding - 1];
	}
	if (how & GT_V2_NO_P)
		cur.p = GT_NONE;
	if (how & GT_V2_NO_G)
		cur.g = GT_NONE;
	next = cur;
	if (how & GT_V2_LEFT_OUT) {
		if (mid != GT_NONE)
			r->ms[*binding - 1] = next;
		return 0;
	}
	switch (c->type) {
	case GT_V2_ProcSteal:
		replay_steal(r, c, &cur, &next);
		break;
	case GT_V2_ProcStatus:
		replay_proc_status(r, c, &cur, &next);
		break;
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		replay_go_status(r, c, &cur, &next);
		break;
	default:
		follow = true;
		break;
	}
	ev->m = cur.m;
	ev->p = cur.p;
	ev->g = cur.g;
	ev->gen = r->gen.gen;
	n = v2_decode_record(ev, c);
	for (int i = 0; i < n; i++) {
		ev[i].stream = stream;
		if (follow)
			v2replay_follow(&ev[i], &next);
	}
	if (mid != GT_NONE)     /* ms may have moved */
		r->ms[*binding - 1] = (struct binding){ mid, next.p, next.g };
	return n;
}

static int push_apart(struct v2_replay *r, struct gt_event *ev, int n)
{
	for (int i = 0; i < n; i++) {
		if (ev[i].time <= r->last_time)
			ev[i].time = v2_after(r->last_time);
		r->last_time = ev[i].time;
	}
	return n;
}

static int v2_replay_record(struct gt_replay *base, uint32_t stream, struct gt_event *ev, struct gt_error *err)
{
	struct v2_replay *r = (struct v2_replay *)base;
	struct gt_v2_cursor *c;
	unsigned how = 0;
	int rc;

	if (stream == GT_STREAM_SAMPLES) {
		if (r->sample >= r->gen.nsamples)
			return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names more samples than there are");
		v2_decode_sample(ev, &r->gen.samples[r->sample++], r->gen.gen);
		return push_apart(r, ev, 1);
	}
	if (r->gen.nstreams && stream >= r->gen.nstreams && stream / r->gen.nstreams < GT_V2_HOWS) {
		how = (unsigned)(stream / r->gen.nstreams);
		stream %= (uint32_t)r->gen.nstreams;
	}
	if (stream >= r->gen.nstreams || !r->streams[stream].off)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names a thread without events");
	c = v2replay_cursor(r, stream);
	while ((rc = gt_v2_cursor_next(c, err)) == GT_ERR_CORRUPT)
		gt_v2_cursor_skip(c);
	if (rc < 0)
		return rc;
	if (rc == 0)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names more events than a thread has");
	return push_apart(r, ev, replay_events(r, c, stream, how, ev));
}
