/* Replay of v1: follows the goroutines and threads of Ps through a stretch of the known order. */
#include <stdlib.h>

#include "order/v1state.h"

/* Each replayed stream has a window of this size. */
#define WINDOW 1024u

struct lane {
	struct gt_v1_cursor c;   /* in.win == NULL: the mark says that there is nothing left */
	uint64_t g;              /* goroutine that runs on the P, 0: none */
	uint64_t thread;
};

struct v1_replay {
	struct gt_replay base;
	struct gt_replay_gen gen;
	struct gt_v1_layout layout;
	struct lane *lanes;      /* by stream */
	int64_t last_time;
	uint64_t sample, retimed;
};

static void close_replay(struct gt_replay *base)
{
	struct v1_replay *r = (struct v1_replay *)base;

	for (size_t i = 0; i < r->gen.nstreams; i++)
		free(r->lanes[i].c.in.win);
	free(r->lanes);
	free(r);
}

static int v1replay_stale(struct gt_error *err, const char *what)
{
	return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names %s", what);
}

/* Times do not go back, as in the orderer. */
static void set_time_ns(struct v1_replay *r, struct gt_event *e, int64_t time)
{
	if (time > r->last_time)
		r->last_time = time;
	e->time = r->last_time;
}

static void v1replay_set_time(struct v1_replay *r, struct gt_event *e, int64_t ticks)
{
	set_time_ns(r, e, gt_v1_ns(ticks, r->gen.first_ticks, r->gen.ns_per_unit));
}

static int replay_stream(struct v1_replay *r, uint32_t stream, uint8_t how, struct gt_event *e, struct gt_error *err)
{
	struct lane *l = &r->lanes[stream];
	uint64_t g;
	int rc;

	if (!l->c.in.win)
		return v1replay_stale(err, "a processor without events");
	/* The next record that is in its place: moved ones come elsewhere. */
	do {
		rc = gt_v1_cursor_next(&l->c, err);
		if (rc == 0)
			return v1replay_stale(err, "more events than a processor has");
		if (rc < 0)
			return rc;
		g = v1_follow(&l->c, l->g, &l->g);
	} while (v1_is_moved(&l->c));
	/* A dropped record moves the clock, too: in a damaged trace the next one may be before it. */
	v1replay_set_time(r, e, l->c.ticks);
	if (how == GT_V1_DROPPED)
		return 0;
	e->m = l->thread;
	e->p = v1_p(r->gen.streams[stream].m);
	v1_decode_event(e, &l->c, g);
	e->stream = GT_V1_STREAM(stream, how);
	e->fresh = how == GT_V1_FIRST;
	if (how == GT_V1_NO_P)
		e->p = GT_NONE;
	if (e->type == GT_V1_ProcStart)
		l->thread = e->args[0];
	if (e->type == GT_V1_UserRegion && e->args[1] > 1)
		e->kind = GT_EV_OTHER;
	return 1;
}

static int record(struct gt_replay *base, uint32_t stream, struct gt_event *ev, struct gt_error *err)
{
	struct v1_replay *r = (struct v1_replay *)base;

	if (stream == GT_STREAM_SAMPLES) {
		if (r->sample >= r->gen.nsamples)
			return v1replay_stale(err, "more samples than there are");
		v1_decode_sample(ev, &r->gen.samples[r->sample]);
		set_time_ns(r, ev, r->gen.samples[r->sample++].time);
		return 1;
	}
	if (stream / 4 == r->gen.nstreams) {
		struct gt_v1_retimed retimed;

		if (!r->gen.retimed || !r->gen.retimed(r->gen.retimed_arg, r->retimed, &retimed))
			return v1replay_stale(err, "more ends of system calls than there are");
		r->retimed++;
		v1_decode_retimed(ev, &retimed);
		ev->stream = GT_V1_STREAM((uint32_t)r->gen.nstreams, GT_V1_PLAIN);
		v1replay_set_time(r, ev, retimed.ticks);
		return 1;
	}
	if (stream / 4 > r->gen.nstreams)
		return v1replay_stale(err, "a processor that is not there");
	return replay_stream(r, stream / 4, stream % 4, ev, err);
}

static const struct gt_replay_ops v1_replay_ops = { .close = close_replay, .record = record };

int gt_v1_replay_open(struct gt_replay **out, struct gt_source *src, const struct gt_replay_gen *gen,
		      const struct gt_order_cursors *cursors, struct gt_error *err)
{
	struct v1_replay *r = gt_xcalloc(1, sizeof *r);

	r->base.ops = &v1_replay_ops;
	r->gen = *gen;
	gt_v1_layout_init(&r->layout, gen->minor);
	r->lanes = gt_xcalloc(gen->nstreams ? gen->nstreams : 1, sizeof *r->lanes);
	r->last_time = cursors->last_time;
	r->sample = cursors->sample;
	r->retimed = cursors->retimed;
	for (size_t i = 0; i < cursors->n; i++) {
		const struct gt_order_cursor *m = &cursors->cursors[i];
		struct lane *l;

		if (!gt_mark_fits(gen, m)) {
			close_replay(&r->base);
			return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "a mark lies outside the trace");
		}
		l = &r->lanes[m->stream];
		free(l->c.in.win);
		l->g = m->g == GT_NONE ? 0 : m->g;
		l->thread = m->m;
		gt_v1_cursor_init(&l->c, src, &r->layout, gen->batches, UINT32_MAX, gt_xmalloc(WINDOW), WINDOW);
		l->c.shift = gen->streams[m->stream].shift;
		gt_v1_cursor_resume(&l->c, m->batch, m->off, m->time);
	}
	*out = &r->base;
	return 0;
}
