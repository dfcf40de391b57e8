/* Replay: follows contexts and clock through a stretch of the known order, validating nothing. */
#include "order/orderops.h"

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
	} *streams;
	struct reader *readers[MOST_CURSORS];
	uint32_t nreaders, hand;        /* the next one to be taken from its stream */
	struct binding *ms;
	size_t nms, ms_cap;
	struct gt_idset ms_by_id;
	int64_t last_time;
	size_t sample;
};

/* What a record type says of goroutine or P, when its context is known. */
struct meaning {
	uint8_t kind, from, to, range;
};

static const struct meaning meanings[GT_V2_TYPES] = {
	[GT_V2_ProcsChange] = { GT_EV_METRIC, 0, 0, GT_METRIC_GOMAXPROCS },
	[GT_V2_HeapAlloc] = { GT_EV_METRIC, 0, 0, GT_METRIC_HEAP_ALLOC },
	[GT_V2_HeapGoal] = { GT_EV_METRIC, 0, 0, GT_METRIC_HEAP_GOAL },
	[GT_V2_ProcStart] = { GT_EV_P_STATE, GT_P_IDLE, GT_P_RUNNING, 0 },
	[GT_V2_ProcStop] = { GT_EV_P_STATE, GT_P_RUNNING, GT_P_IDLE, 0 },
	[GT_V2_ProcSteal] = { GT_EV_P_STATE, GT_P_RUNNING, GT_P_IDLE, 0 },
	[GT_V2_ProcStatus] = { GT_EV_P_STATE, GT_P_UNDETERMINED, 0, 0 },
	[GT_V2_GoCreate] = { GT_EV_G_STATE, GT_G_NOT_EXIST, GT_G_RUNNABLE, 0 },
	[GT_V2_GoCreateBlocked] = { GT_EV_G_STATE, GT_G_NOT_EXIST, GT_G_WAITING, 0 },
	[GT_V2_GoCreateSyscall] = { GT_EV_G_STATE, GT_G_NOT_EXIST, GT_G_SYSCALL, 0 },
	[GT_V2_GoStart] = { GT_EV_G_STATE, GT_G_RUNNABLE, GT_G_RUNNING, 0 },
	[GT_V2_GoDestroy] = { GT_EV_G_STATE, GT_G_RUNNING, GT_G_NOT_EXIST, 0 },
	[GT_V2_GoDestroySyscall] = { GT_EV_G_STATE, GT_G_SYSCALL, GT_G_NOT_EXIST, 0 },
	[GT_V2_GoStop] = { GT_EV_G_STATE, GT_G_RUNNING, GT_G_RUNNABLE, 0 },
	[GT_V2_GoBlock] = { GT_EV_G_STATE, GT_G_RUNNING, GT_G_WAITING, 0 },
	[GT_V2_GoUnblock] = { GT_EV_G_STATE, GT_G_WAITING, GT_G_RUNNABLE, 0 },
	[GT_V2_GoSwitch] = { GT_EV_G_STATE, GT_G_WAITING, GT_G_RUNNABLE, 0 },
	[GT_V2_GoSwitchDestroy] = { GT_EV_G_STATE, GT_G_WAITING, GT_G_RUNNABLE, 0 },
	[GT_V2_GoSyscallBegin] = { GT_EV_G_STATE, GT_G_RUNNING, GT_G_SYSCALL, 0 },
	[GT_V2_GoSyscallEnd] = { GT_EV_G_STATE, GT_G_SYSCALL, GT_G_RUNNING, 0 },
	[GT_V2_GoSyscallEndBlocked] = { GT_EV_G_STATE, GT_G_SYSCALL, GT_G_RUNNABLE, 0 },
	[GT_V2_GoStatus] = { GT_EV_G_STATE, GT_G_UNDETERMINED, 0, 0 },
	[GT_V2_GoStatusStack] = { GT_EV_G_STATE, GT_G_UNDETERMINED, 0, 0 },
	[GT_V2_STWBegin] = { GT_EV_RANGE_BEGIN, 0, 0, GT_RANGE_STW },
	[GT_V2_STWEnd] = { GT_EV_RANGE_END, 0, 0, GT_RANGE_STW },
	[GT_V2_GCBegin] = { GT_EV_RANGE_BEGIN, 0, 0, GT_RANGE_GC },
	[GT_V2_GCActive] = { GT_EV_RANGE_ACTIVE, 0, 0, GT_RANGE_GC },
	[GT_V2_GCEnd] = { GT_EV_RANGE_END, 0, 0, GT_RANGE_GC },
	[GT_V2_GCSweepBegin] = { GT_EV_RANGE_BEGIN, 0, 0, GT_RANGE_SWEEP },
	[GT_V2_GCSweepActive] = { GT_EV_RANGE_ACTIVE, 0, 0, GT_RANGE_SWEEP },
	[GT_V2_GCSweepEnd] = { GT_EV_RANGE_END, 0, 0, GT_RANGE_SWEEP },
	[GT_V2_GCMarkAssistBegin] = { GT_EV_RANGE_BEGIN, 0, 0, GT_RANGE_ASSIST },
	[GT_V2_GCMarkAssistActive] = { GT_EV_RANGE_ACTIVE, 0, 0, GT_RANGE_ASSIST },
	[GT_V2_GCMarkAssistEnd] = { GT_EV_RANGE_END, 0, 0, GT_RANGE_ASSIST },
	[GT_V2_GoLabel] = { GT_EV_LABEL, 0, 0, 0 },
	[GT_V2_UserTaskBegin] = { GT_EV_TASK_BEGIN, 0, 0, 0 },
	[GT_V2_UserTaskEnd] = { GT_EV_TASK_END, 0, 0, 0 },
	[GT_V2_UserRegionBegin] = { GT_EV_REGION_BEGIN, 0, 0, 0 },
	[GT_V2_UserRegionEnd] = { GT_EV_REGION_END, 0, 0, 0 },
	[GT_V2_UserLog] = { GT_EV_LOG, 0, 0, 0 },
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

/* A new reader, or the one that was given to a stream longest ago. */
static uint32_t take_reader(struct v2_replay *r)
{
	uint32_t i = r->nreaders;
	const struct gt_v2_cursor *c;

	if (i < MOST_CURSORS) {
		r->readers[i] = gt_xmalloc(sizeof *r->readers[i]);
		return r->nreaders++;
	}
	i = r->hand++ % MOST_CURSORS;
	c = &r->readers[i]->c;
	r->streams[r->readers[i]->stream] = (struct parked){
		.off = c->end_off - (uint64_t)(c->end - c->p), .time = c->time, .batch = c->batch,
		.reader = UINT32_MAX };
	return i;
}

/* The cursor of a stream that has events. */
static struct gt_v2_cursor *cursor_of(struct v2_replay *r, uint32_t stream)
{
	struct parked *at = &r->streams[stream];
	struct reader *reader;

	if (at->reader != UINT32_MAX)
		return &r->readers[at->reader]->c;
	at->reader = take_reader(r);
	reader = r->readers[at->reader];
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

static struct gt_event *v2replay_emit(const struct gt_v2_cursor *c, const struct v2_replay *r,
				      const struct binding *cur, uint32_t stream, struct gt_event *e)
{
	const struct meaning *m = &meanings[c->type];

	v2_decode_event(e, c);
	e->m = cur->m;
	e->p = cur->p;
	e->g = cur->g;
	e->gen = r->gen.gen;
	e->stream = stream;
	e->kind = m->kind;
	e->from = m->from;
	e->to = m->to;
	e->range = m->range;
	return e;
}

/* A part of a record: another type, its own arguments, no stacks. */
static void as_part(struct gt_event *e, uint8_t type, uint8_t part, uint8_t nargs, uint64_t a0, uint64_t a1)
{
	const struct meaning *m = &meanings[type];

	e->type = type;
	e->part = part;
	e->nargs = nargs;
	e->args[0] = a0;
	e->args[1] = a1;
	e->args[2] = 0;
	e->stack = e->stack2 = e->str = 0;
	e->kind = m->kind;
	e->from = m->from;
	e->to = m->to;
}

/* ---- records that change bindings: the number of events, and *next ---- */

static int replay_switch(struct v2_replay *r, const struct gt_v2_cursor *c, struct binding *cur, struct binding *next,
			 uint32_t stream, struct gt_event *ev)
{
	bool destroy = c->type == GT_V2_GoSwitchDestroy;

	v2replay_emit(c, r, cur, stream, &ev[0])->subject = c->args[0];
	as_part(v2replay_emit(c, r, cur, stream, &ev[1]), destroy ? GT_V2_GoDestroy : GT_V2_GoBlock, 1,
		destroy ? 0 : 2, 0, 0);
	ev[1].subject = cur->g;
	cur->g = GT_NONE;
	as_part(v2replay_emit(c, r, cur, stream, &ev[2]), GT_V2_GoStart, 2, 2, c->args[0], c->args[1]);
	ev[2].subject = c->args[0];
	next->g = c->args[0];
	return 3;
}

static void replay_go_status(struct v2_replay *r, const struct gt_v2_cursor *c, struct binding *cur,
			     struct binding *next)
{
	uint64_t gid = c->args[0], mid = c->args[1];
	uint8_t status = (uint8_t)c->args[2];         /* as in v2_go_status */
	struct binding *m;

	if (status == 2 || (status == 3 && mid == cur->m)) {
		next->g = gid;
	} else if (status == 3) {
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
	if (c->args[1] == 1 || c->args[1] == 3)
		next->p = c->args[0];
	for (size_t i = 0; c->args[1] == 4 && i < r->nms; i++) {
		if (r->ms[i].p != c->args[0])
			continue;
		*cur = r->ms[i];
		c->args[1] = 3;
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

/* Contexts before (*cur) and after (*next) a record that makes one event. */
static void v2replay_follow(struct v2_replay *r, struct gt_v2_cursor *c, struct binding *cur,
			    struct binding *next)
{
	switch (c->type) {
	case GT_V2_ProcStart:
		next->p = c->args[0];
		break;
	case GT_V2_ProcStop:
		next->p = GT_NONE;
		break;
	case GT_V2_ProcSteal:
		replay_steal(r, c, cur, next);
		break;
	case GT_V2_ProcStatus:
		replay_proc_status(r, c, cur, next);
		break;
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		replay_go_status(r, c, cur, next);
		break;
	case GT_V2_GoStart:
	case GT_V2_GoCreateSyscall:
		next->g = c->args[0];
		break;
	case GT_V2_GoStop:
	case GT_V2_GoBlock:
	case GT_V2_GoDestroy:
	case GT_V2_GoSyscallEndBlocked:
		next->g = GT_NONE;
		break;
	case GT_V2_UserTaskBegin:
		if (c->args[1] == 0)
			c->args[1] = GT_NONE;
		break;
	default:
		break;
	}
}

static const uint8_t g_status_state[] = { GT_G_UNDETERMINED, GT_G_RUNNABLE, GT_G_RUNNING, GT_G_SYSCALL, GT_G_WAITING };
static const uint8_t p_status_state[] = { GT_P_UNDETERMINED, GT_P_RUNNING, GT_P_IDLE, GT_P_RUNNING, GT_P_IDLE };

/* The fields that say what the event is about, by its type; replay knows no state before a status event. */
static void v2replay_describe(struct gt_event *e)
{
	uint8_t status;

	switch (e->type) {
	case GT_V2_ProcStatus:
		e->to = e->args[1] < GT_COUNT(p_status_state) ? p_status_state[e->args[1]] : GT_P_UNDETERMINED;
		e->subject = e->args[0];
		break;
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		status = (uint8_t)e->args[2];
		e->to = status < GT_COUNT(g_status_state) ? g_status_state[status] : GT_G_UNDETERMINED;
		e->subject = e->args[0];
		e->stack2 = e->stack;
		break;
	case GT_V2_GoCreate:
	case GT_V2_GoCreateBlocked:
		e->stack2 = e->args[1];
		e->subject = e->args[0];
		break;
	case GT_V2_ProcStart:
	case GT_V2_ProcSteal:
	case GT_V2_GoStart:
	case GT_V2_GoUnblock:
	case GT_V2_GoCreateSyscall:
	case GT_V2_GCSweepActive:
	case GT_V2_GCMarkAssistActive:
	case GT_V2_UserTaskEnd:
		e->subject = e->args[0];
		break;
	case GT_V2_ProcStop:
	case GT_V2_GCSweepBegin:
	case GT_V2_GCSweepEnd:
		e->subject = e->p;
		break;
	case GT_V2_GoStop:
	case GT_V2_GoBlock:
		e->str = e->args[0];
		e->stack2 = e->stack;
		e->subject = e->g;
		break;
	case GT_V2_GoSyscallBegin:
		e->stack2 = e->stack;
		e->subject = e->g;
		break;
	case GT_V2_STWBegin:
		e->str = e->args[0];
		e->subject = e->g;
		break;
	case GT_V2_STWEnd:
		e->subject = e->g;
		break;
	case GT_V2_GoLabel:
		e->str = e->args[0];
		break;
	case GT_V2_UserTaskBegin:
		e->str = e->args[2];
		e->subject = e->args[0];
		break;
	case GT_V2_UserRegionBegin:
	case GT_V2_UserRegionEnd:
		e->str = e->args[1];
		e->subject = e->args[0];
		break;
	case GT_V2_UserLog:
		e->str = e->args[1];
		e->str2 = e->args[2];
		e->subject = e->args[0];
		break;
	default:
		e->subject = e->kind == GT_EV_G_STATE || e->range == GT_RANGE_ASSIST ? e->g : GT_NONE;
		break;
	}
}

static int replay_events(struct v2_replay *r, struct gt_v2_cursor *c, uint32_t stream, struct gt_event *ev)
{
	uint64_t mid = r->gen.streams[stream].m;
	struct binding cur = { mid, GT_NONE, GT_NONE }, next;
	struct binding *m = mid == GT_NONE ? NULL : get_m(r, mid);
	int n = 1;

	if (m)
		cur = *m;
	next = cur;
	if (c->type == GT_V2_GoSwitch || c->type == GT_V2_GoSwitchDestroy) {
		n = replay_switch(r, c, &cur, &next, stream, ev);
	} else if (c->type == GT_V2_GoDestroySyscall) {
		n = 0;
		if (cur.p != GT_NONE) {
			as_part(v2replay_emit(c, r, &cur, stream, &ev[n]), GT_V2_ProcSteal, 1, 3, cur.p, 0);
			ev[n++].subject = cur.p;
			next.p = GT_NONE;
		}
		v2replay_emit(c, r, &cur, stream, &ev[n++])->subject = cur.g;
		next.g = GT_NONE;
	} else {
		v2replay_follow(r, c, &cur, &next);
		v2replay_describe(v2replay_emit(c, r, &cur, stream, ev));
	}
	m = mid == GT_NONE ? NULL : find_m(r, mid);   /* ms may have moved */
	if (m) {
		m->p = next.p;
		m->g = next.g;
	}
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
	int rc;

	if (stream == GT_STREAM_SAMPLES) {
		if (r->sample >= r->gen.nsamples)
			return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names more samples than there are");
		v2_decode_sample(ev, &r->gen.samples[r->sample++], r->gen.gen);
		return push_apart(r, ev, 1);
	}
	if (stream >= r->gen.nstreams || !r->streams[stream].off)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names a thread without events");
	c = cursor_of(r, stream);
	rc = gt_v2_cursor_next(c, err);
	if (rc < 0)
		return rc;
	if (rc == 0)
		return gt_error_set(err, GT_ERR_STALE, GT_NO_OFFSET, "the order names more events than a thread has");
	return push_apart(r, ev, replay_events(r, c, stream, ev));
}
