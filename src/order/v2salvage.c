/* Damaged generations: which of the remaining events can come next, and with which state. */
#include "order/v2state.h"

#include "base/hash.h"

#include <string.h>

/*
 * An event waits for another one that is numbered before it.  Is that one lost, it would wait for ever, or until all
 * others have come, and be far from its place.  So all records are looked at first, and those that others may wait
 * for are counted until they come, by two hashes each: the table is large enough to err once in a thousand times.  To
 * err means to wait, and where all wait the earliest comes.
 */
enum what { SEQ_G, SEQ_P, SEQ_GC };

#define SEQS_MIN (UINT64_C(1) << 20)
#define SEQS_MAX (UINT64_C(1) << 25)
#define SEQS_PER_BYTE 16

static uint64_t seq_hash(enum what what, uint64_t id, uint64_t n)
{
	/* Always the same, as where it errs an event may get another place. */
	const struct gt_hash_key key = { UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9) };

	return gt_hash64(key, gt_hash64(key, id * 3 + (uint64_t)what) ^ n);
}

static void seq_count(struct v2_order *o, enum what what, uint64_t id, uint64_t n, bool comes)
{
	uint64_t h = seq_hash(what, id, n);

	for (int i = 0; i < 2; i++, h >>= 32) {
		uint8_t *count = &o->seqs[h & o->seqs_mask];

		/* As many as that are not counted any more. */
		if (*count < UINT8_MAX && (*count > 0 || !comes))
			*count = (uint8_t)(comes ? *count - 1 : *count + 1);
	}
}

/* It is still to come. */
static bool seq_is_left(const struct v2_order *o, enum what what, uint64_t id, uint64_t n)
{
	uint64_t h = seq_hash(what, id, n);

	return o->seqs[h & o->seqs_mask] && o->seqs[h >> 32 & o->seqs_mask];
}

/* A record of a thread that has P *p is there, or comes now. */
static void count_record(struct v2_order *o, const struct gt_v2_cursor *c, uint64_t *p, bool comes)
{
	const uint64_t *a = c->args;

	switch (c->type) {
	case GT_V2_GoStart:
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		seq_count(o, SEQ_G, a[0], a[1], comes);
		break;
	case GT_V2_GoCreate:
	case GT_V2_GoCreateBlocked:
	case GT_V2_GoCreateSyscall:
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		seq_count(o, SEQ_G, a[0], 0, comes);
		break;
	case GT_V2_ProcStatus:
		seq_count(o, SEQ_P, a[0], 0, comes);
		if (a[1] == PS_RUNNING || a[1] == PS_SYSCALL)
			*p = a[0];
		break;
	case GT_V2_ProcStart:
		*p = a[0];
		seq_count(o, SEQ_P, a[0], a[1], comes);
		break;
	case GT_V2_ProcSteal:
		seq_count(o, SEQ_P, a[0], a[1], comes);
		break;
	case GT_V2_GoSyscallBegin:
		if (*p != GT_NONE)
			seq_count(o, SEQ_P, *p, a[0], comes);
		break;
	case GT_V2_GCActive:
	case GT_V2_GCBegin:
	case GT_V2_GCEnd:
		seq_count(o, SEQ_GC, 0, a[0], comes);
		break;
	default:
		break;
	}
}

/* The table of counts, empty. */
static int seqs_make(struct v2_order *o, struct gt_error *err)
{
	uint64_t bytes = 0, size = SEQS_MIN;

	if (o->gen.nstreams >= UINT32_MAX / GT_V2_HOWS)
		return gt_error_set(err, GT_ERR_LIMIT, o->gen.start_off, "too many threads");
	for (size_t i = 0; i < o->gen.nbatches; i++)
		bytes += o->gen.batches[i].size;
	while (size < bytes * SEQS_PER_BYTE && size < SEQS_MAX)
		size *= 2;
	free(o->seqs);
	o->seqs = gt_checked_alloc(size, 1);
	if (!o->seqs)
		return gt_error_set(err, GT_ERR_NOMEM, o->gen.start_off, "no memory for the numbers of events");
	memset(o->seqs, 0, size);
	o->seqs_mask = size - 1;
	o->lacks_stacks = false;
	return 0;
}

/* Counts what a thread that has P p still has. */
static int count_stream(struct v2_order *o, struct gt_v2_cursor *c, uint64_t p, struct gt_error *err)
{
	int rc;

	while ((rc = gt_v2_cursor_next(c, err)) != 0) {
		if (rc == GT_ERR_CORRUPT)
			gt_v2_cursor_skip(c);
		else if (rc < 0)
			return rc;
		else if (c->time < o->late)
			p = GT_NONE;
		else {
			count_record(o, c, &p, false);
			o->lacks_stacks |= v2_lacks_stack(c->type, c->args, &o->gen);
		}
	}
	return 0;
}

int v2_salvage(struct v2_order *o, struct gt_error *err)
{
	uint8_t window[4096];
	int rc = seqs_make(o, err);

	for (size_t i = 0; i < o->gen.nstreams && rc >= 0; i++) {
		struct gt_v2_cursor c;

		gt_v2_cursor_init(&c, o->src, o->gen.batches, o->gen.ns_per_unit, o->gen.streams[i].first, window,
				  sizeof window);
		rc = count_stream(o, &c, GT_NONE, err);
	}
	o->salvage |= rc >= 0;
	return rc;
}

int v2_salvage_rest(struct v2_order *o, struct gt_error *err)
{
	uint8_t window[4096];
	int rc = seqs_make(o, err);

	o->late = o->last_time;
	for (size_t i = 0; i < o->nheap && rc >= 0; i++) {
		uint32_t stream = o->heap[i].cursor, m = o->cursor_m[stream], first = UINT32_MAX;
		struct gt_order_cursor at;
		struct gt_v2_cursor c;

		v2_where(o, stream, &at);
		if (at.batch == UINT32_MAX)
			first = o->gen.streams[stream].first;
		gt_v2_cursor_init(&c, o->src, o->gen.batches, o->gen.ns_per_unit, first, window, sizeof window);
		if (at.batch != UINT32_MAX)
			gt_v2_cursor_resume(&c, at.batch, at.off, at.time);
		rc = count_stream(o, &c, m == UINT32_MAX ? GT_NONE : o->ms[m].p, err);
	}
	o->salvage |= rc >= 0;
	return rc;
}

void v2_came(struct v2_order *o, const struct gt_v2_cursor *c, uint64_t p)
{
	count_record(o, c, &p, true);
}

/* ---- what a thread had ---- */

/* What was taken from a thread, not by an event of the trace: its next record says so to a replay. */
static void take(struct v2_order *o, struct v2_ctx *m, unsigned what)
{
	size_t place = (size_t)(m - o->ms);

	if (m == &o->nobody)
		return;
	if (place >= o->ntaken) {
		GT_GROW(o->taken, o->taken_cap, o->nms);
		memset(o->taken + o->ntaken, 0, o->nms - o->ntaken);
		o->ntaken = o->nms;
	}
	o->taken[place] |= (uint8_t)what;
}

static void take_p(struct v2_order *o, struct v2_ctx *m)
{
	if (m->p == GT_NONE)
		return;
	if (m->pidx != GT_MAP_NONE)
		o->ps[m->pidx].status = PS_LOST;
	v2_set_p(m, GT_NONE, GT_MAP_NONE);
	take(o, m, GT_V2_NO_P);
}

static void take_g(struct v2_order *o, struct v2_ctx *m)
{
	if (m->g == GT_NONE)
		return;
	if (m->slot != GT_NO_SLOT && o->gs[m->slot].id == m->g)
		o->gs[m->slot].status = GS_LOST;
	v2_set_g(m, GT_NONE, GT_NO_SLOT);
	take(o, m, GT_V2_NO_G);
}

void v2_lose_thread(struct v2_order *o, uint32_t stream)
{
	uint32_t place = o->cursor_m[stream];

	if (place == UINT32_MAX)
		return;
	take_p(o, &o->ms[place]);
	take_g(o, &o->ms[place]);
}

unsigned v2_taken(struct v2_order *o, const struct v2_ctx *m)
{
	size_t place = m == &o->nobody ? SIZE_MAX : (size_t)(m - o->ms);
	unsigned what = place < o->ntaken ? o->taken[place] : 0;

	if (what)
		o->taken[place] = 0;
	return what;
}

/* Another thread has it. */
static void take_from_others(struct v2_order *o, const struct v2_ctx *own, uint64_t p, uint64_t g)
{
	for (size_t i = 0; i < o->nms; i++) {
		struct v2_ctx *m = &o->ms[i];

		if (m == own)
			continue;
		if (p != GT_NONE && m->p == p)
			take_p(o, m);
		if (g != GT_NONE && m->g == g)
			take_g(o, m);
	}
}

/* Another thread holds the P or goroutine, and can still give it up before the event. */
static bool is_held(const struct v2_step *s, uint64_t p, uint64_t g)
{
	struct v2_order *o = s->o;

	if (o->tries < o->nms + o->nheap)
		return false;
	o->tries -= o->nms;
	for (size_t i = 0; i < o->nms; i++) {
		const struct v2_ctx *m = &o->ms[i];

		if (!((p != GT_NONE && m->p == p) || (g != GT_NONE && m->g == g)))
			continue;
		o->tries -= o->nheap;
		for (size_t k = 0; k < o->nheap && m != s->next; k++)
			if (o->cursor_m[o->heap[k].cursor] == i)
				return o->heap[k].time <= s->c->time;
		return false;
	}
	return false;
}

/* ---- whether an event has to wait ---- */

enum answer { WAIT, COMES, TOO_LATE };

static enum answer turn(const struct v2_step *s, enum what what, uint64_t id, const struct v2_seq *seq, uint64_t n)
{
	const struct v2_order *o = s->o;
	bool counted = seq && seq->gen == o->gen.gen;

	if (counted && n <= seq->n)
		return TOO_LATE;
	if (counted && n == seq->n + 1)
		return is_held(s, what == SEQ_P ? id : GT_NONE, what == SEQ_G ? id : GT_NONE) ? WAIT : COMES;
	return n > 0 && seq_is_left(o, what, id, n - 1) ? WAIT : COMES;
}

static enum answer turn_of(struct v2_step *s)
{
	struct v2_order *o = s->o;
	const uint64_t *a = s->c->args;
	struct v2_seq gc = { o->gen.gen, o->gc_seq }, next;
	struct v2_g *g;
	struct v2_p *p;

	switch (s->c->type) {
	case GT_V2_GoStart:
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		g = v2_find_g(o, a[0], NULL);
		return turn(s, SEQ_G, a[0], g ? &g->seq : NULL, a[1]);
	case GT_V2_ProcStart:
	case GT_V2_ProcSteal:
		p = v2_find_p(o, a[0], NULL);
		if (!p || p->status != PS_IDLE || s->c->type != GT_V2_ProcStart || !v2_follows(o, a[1], p->seq))
			return turn(s, SEQ_P, a[0], p ? &p->seq : NULL, a[1]);
		/* Its own P has to be stolen first. */
		__attribute__((fallthrough));
	case GT_V2_GoSyscallEndBlocked:
		p = v2_cur_p(s);
		next = p ? (struct v2_seq){ p->seq.gen, p->seq.n + 1 } : gc;
		return p && seq_is_left(o, SEQ_P, p->id, next.n) ? WAIT : COMES;
	case GT_V2_GCActive:
	case GT_V2_GCBegin:
	case GT_V2_GCEnd:
		return turn(s, SEQ_GC, 0, o->gc == GC_UNKNOWN ? NULL : &gc, a[0]);
	default:
		return COMES;
	}
}

/* ---- the state that an event must have come in ---- */

static void fit_g(struct v2_step *s, uint64_t id, uint8_t status, uint64_t n)
{
	struct v2_order *o = s->o;
	uint32_t slot;

	take_from_others(o, s->next, GT_NONE, id);
	if (!v2_find_g(o, id, &slot)) {
		slot = v2_add_g(o, id, status);
		s->fresh = slot;
	}
	o->gs[slot].status = status;
	o->gs[slot].seq = (struct v2_seq){ o->gen.gen, n - 1 };
}

static void fit_p(struct v2_step *s, uint64_t id, uint8_t status, uint64_t n)
{
	struct v2_order *o = s->o;
	uint32_t i;

	if (!v2_find_p(o, id, &i))
		i = v2_add_p(o, id, status);
	o->ps[i].status = status;
	o->ps[i].seq = (struct v2_seq){ o->gen.gen, n - 1 };
}

/* The thread's own goroutine and P are in these states: false if it has none that is known. */
static bool fit_own(struct v2_step *s, uint8_t g_status, uint8_t p_status)
{
	struct v2_g *g = v2_cur_g(s);
	struct v2_p *p = v2_cur_p(s);

	if ((g_status && !g) || (p_status && !p))
		return false;
	if (g_status)
		g->status = g_status;
	if (p_status)
		p->status = p_status;
	return true;
}

/* The goroutine cannot be there yet. */
static void fit_new_g(struct v2_step *s, uint64_t id)
{
	uint32_t slot;

	take_from_others(s->o, NULL, GT_NONE, id);
	if (v2_find_g(s->o, id, &slot))
		v2_forget_g(s->o, slot);
}

static bool fit_steal(struct v2_step *s, uint64_t id, uint64_t n, uint64_t mid)
{
	struct v2_order *o = s->o;
	struct v2_ctx *m = mid == s->cur.m ? s->next : v2_find_m(o, mid);
	bool bound = m && m->p == id;

	if (!bound)
		take_from_others(o, NULL, id, GT_NONE);
	fit_p(s, id, bound ? PS_SYSCALL : PS_ABANDONED, n);
	return true;
}

static bool fit_gc(struct v2_step *s, uint64_t seq, enum v2_gc gc)
{
	s->o->gc = gc;
	s->o->gc_seq = seq - 1;
	return true;
}

/* A range that its begin or end contradicts. */
static bool fit_range(struct v2_ranges *r, uint8_t begin, uint64_t kind, bool open)
{
	uint64_t was;

	if (open && !v2_range_open(r, begin, kind))
		v2_range_add(r, begin, kind);
	else if (!open)
		while (v2_range_remove(r, begin, &was))
			;
	return true;
}

static bool fit_g_range(struct v2_step *s, uint8_t begin, bool open)
{
	struct v2_g *g = v2_cur_g(s);

	return g && fit_range(&v2_open_of(g)->ranges, begin, 0, open);
}

/* A status is what it is, whatever was before. */
static bool fit_g_status(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint64_t id = s->c->args[0], mid = s->c->args[1];
	uint8_t status = (uint8_t)s->c->args[2];
	struct v2_ctx *m;
	uint32_t slot;

	if (status >= GS_STATUSES || id == GT_NONE)
		return false;
	take_from_others(o, status == GS_RUNNING ? s->next : v2_find_m(o, mid), GT_NONE, id);
	if (v2_find_g(o, id, &slot))
		o->gs[slot].status = GS_LOST;
	m = status == GS_SYSCALL && mid != s->cur.m ? v2_find_m(o, mid) : NULL;
	if (m && m->g != id) {
		take_g(o, m);
		if (slot == GT_NO_SLOT)
			slot = v2_add_g(o, id, GS_LOST);
		v2_set_g(m, id, slot);
	}
	return true;
}

static bool fit_p_status(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint32_t i;

	if (s->c->args[1] >= PS_STATUSES || s->c->args[0] == GT_NONE)
		return false;
	take_from_others(o, s->next, s->c->args[0], GT_NONE);
	if (v2_find_p(o, s->c->args[0], &i))
		o->ps[i].status = PS_LOST;
	return true;
}

/* As fit(), for the GC, its ranges and those of the world that is stopped; p: the thread's. */
static bool fit_ranges(struct v2_step *s, struct v2_p *p)
{
	struct v2_order *o = s->o;
	const uint64_t *a = s->c->args;
	struct v2_g *g;

	switch (s->c->type) {
	case GT_V2_GCActive:
		return fit_gc(s, a[0], o->initial ? GC_UNKNOWN : GC_ON);
	case GT_V2_GCBegin:
		return fit_gc(s, a[0], GC_UNKNOWN);
	case GT_V2_GCEnd:
		return fit_gc(s, a[0], GC_ON);
	case GT_V2_STWBegin:
	case GT_V2_GCMarkAssistBegin:
		return fit_g_range(s, s->c->type, false);
	case GT_V2_STWEnd:
	case GT_V2_GCMarkAssistEnd:
		return fit_g_range(s, s->c->type == GT_V2_STWEnd ? GT_V2_STWBegin : GT_V2_GCMarkAssistBegin, true);
	case GT_V2_GCMarkAssistActive:
		g = v2_find_g(o, a[0], NULL);
		return g && fit_range(&v2_open_of(g)->ranges, GT_V2_GCMarkAssistBegin, 0, !o->initial);
	case GT_V2_GCSweepBegin:
	case GT_V2_GCSweepEnd:
		return p && fit_range(&p->ranges, GT_V2_GCSweepBegin, 0, s->c->type == GT_V2_GCSweepEnd);
	case GT_V2_GCSweepActive:
		p = v2_find_p(o, a[0], NULL);
		return p && fit_range(&p->ranges, GT_V2_GCSweepBegin, 0, !o->initial);
	default:
		return false;
	}
}

/* Makes the state such that the event can come; false: who it is about is lost. */
static bool fit(struct v2_step *s)
{
	struct v2_order *o = s->o;
	const uint64_t *a = s->c->args;
	struct v2_g *g = v2_cur_g(s);
	struct v2_p *p = v2_cur_p(s);

	switch (s->c->type) {
	case GT_V2_GoStart:
		fit_g(s, a[0], p ? GS_RUNNABLE : GS_LOST, p ? a[1] : a[1] + 1);
		if (p)
			take_g(o, s->next);
		return p;
	case GT_V2_GoUnblock:
		fit_g(s, a[0], GS_WAITING, a[1]);
		return true;
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		fit_g(s, a[0], g && p ? GS_WAITING : GS_LOST, g && p ? a[1] : a[1] + 1);
		return fit_own(s, GS_RUNNING, PS_RUNNING);
	case GT_V2_ProcStart:
		take_p(o, s->next);
		take_from_others(o, s->next, a[0], GT_NONE);
		fit_p(s, a[0], PS_IDLE, a[1]);
		return true;
	case GT_V2_ProcSteal:
		return fit_steal(s, a[0], a[1], a[2]);
	case GT_V2_ProcStop:
		return fit_own(s, 0, PS_RUNNING);
	case GT_V2_ProcStatus:
		return fit_p_status(s);
	case GT_V2_GoStop:
	case GT_V2_GoBlock:
	case GT_V2_GoDestroy:
		return fit_own(s, GS_RUNNING, PS_RUNNING);
	case GT_V2_GoSyscallBegin:
		if (!fit_own(s, GS_RUNNING, PS_RUNNING))
			return false;
		p->seq = (struct v2_seq){ o->gen.gen, a[0] - 1 };
		return true;
	case GT_V2_GoSyscallEnd:
		return fit_own(s, GS_SYSCALL, PS_SYSCALL);
	case GT_V2_GoSyscallEndBlocked:
		if (p && p->status == PS_SYSCALL)
			take_p(o, s->next);
		return fit_own(s, GS_SYSCALL, 0);
	case GT_V2_GoDestroySyscall:
		take_p(o, s->next);
		return fit_own(s, GS_SYSCALL, 0);
	case GT_V2_GoCreate:
	case GT_V2_GoCreateBlocked:
		if (!p || (g && !fit_own(s, GS_RUNNING, 0)))
			return false;
		fit_new_g(s, a[0]);
		return true;
	case GT_V2_GoCreateSyscall:
		take_g(o, s->next);
		fit_new_g(s, a[0]);
		return true;
	case GT_V2_GoStatus:
	case GT_V2_GoStatusStack:
		return fit_g_status(s);
	case GT_V2_UserTaskBegin:
		gt_map_remove(&o->tasks, a[0]);
		return true;
	default:
		return fit_ranges(s, v2_cur_p(s));
	}
}

/* Nobody knows what the record is about: only its place remains. */
static int leave_record_out(struct v2_step *s)
{
	struct gt_event *e = s->out;

	*e = (struct gt_event){
		.time = s->o->last_time, .off = s->c->off, .kind = GT_EV_DROPPED, .type = s->c->type,
		.p = GT_NONE, .m = GT_NONE, .g = GT_NONE, .subject = GT_NONE,
		.gslot = GT_NO_SLOT, .sslot = GT_NO_SLOT };
	s->n = 1;
	s->how |= GT_V2_LEFT_OUT;
	s->o->loss.events++;
	return 1;
}

int v2_save(struct v2_step *s, v2_rule *rule, int rc)
{
	struct v2_order *o = s->o;
	bool initial = o->initial;
	enum answer answer = rc < 0 || o->stuck ? COMES : turn_of(s);

	if (answer == WAIT)
		return 0;
	o->forced++;
	s->n = 0;
	s->cur = *s->next;
	s->fresh = GT_NO_SLOT;
	if (answer == TOO_LATE || !fit(s))
		return leave_record_out(s);
	/* A thread may have been added, or have lost what it had. */
	s->cur = *s->next;
	o->initial |= s->c->type == GT_V2_GoStatus || s->c->type == GT_V2_GoStatusStack;
	rc = rule(s);
	o->initial = initial;
	if (rc <= 0) {
		s->n = 0;
		return leave_record_out(s);
	}
	if (s->fresh != GT_NO_SLOT)
		for (int i = s->n; i-- > 0;)
			if (s->out[i].sslot == s->fresh && s->out[i].kind == GT_EV_G_STATE && s->out[i].part == 0)
				s->out[i].fresh = 1;
	return 1;
}

/*
 * What threads have from before the contradiction would come too late: where all wait for what never comes, some are
 * far ahead when that shows.
 */
int v2_leave_late(struct v2_step *s)
{
	take_p(s->o, s->next);
	take_g(s->o, s->next);
	s->o->loss.bytes += gt_reader_off(&s->c->in, s->c->in.p) - s->c->off;
	return leave_record_out(s);
}
