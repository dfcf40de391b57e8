/* Ordering rules of the events about goroutines and their system calls (format/v2.md 12, 13, 14). */
#include "order/v2state.h"

typedef unsigned long long ull;

static const char *const status_names[GS_LOST + 1] = {
	[GS_BAD] = "bad",
	[GS_RUNNABLE] = "runnable",
	[GS_RUNNING] = "running",
	[GS_SYSCALL] = "in a syscall",
	[GS_WAITING] = "waiting",
	[GS_LOST] = "lost",
};

/* The goroutine of a context that has what `needs` says, in `status`; NULL after filling in the error. */
static struct v2_g *current_g(struct v2_step *s, unsigned needs, uint8_t status)
{
	struct v2_g *g;

	if (v2_check(s, needs) < 0)
		return NULL;
	g = v2_cur_g(s);
	if (GT_UNLIKELY(!g))
		return v2_known_g(s);
	if (GT_LIKELY(g->status == status))
		return g;
	v2_broken(s, "goroutine %llu is %s, expected %s", (ull)g->id, status_names[g->status], status_names[status]);
	return NULL;
}

/* The P of the context, in the call of its goroutine; NULL after filling in the error. */
static struct v2_p *current_p_in_call(struct v2_step *s)
{
	struct v2_p *p = v2_known_p(s);

	if (!p || p->status == PS_SYSCALL)
		return p;
	v2_broken(s, "P %llu is not in a syscall", (ull)p->id);
	return NULL;
}

/* Goroutine `id` if it is in `status` and the event is its next counted one; NULL: not now. */
static struct v2_g *ready_g(struct v2_step *s, uint64_t id, uint8_t status, uint64_t seq, uint32_t *slot)
{
	struct v2_g *g = v2_find_g(s->o, id, slot);

	return g && g->status == status && v2_follows(s->o, seq, g->seq) ? g : NULL;
}

/* A goroutine in a call on thread `mid`, which may be another one than that which reports it (format/v2.md 13). */
static int bind_syscall(struct v2_step *s, uint64_t gid, uint32_t slot, uint64_t mid)
{
	struct v2_order *o = s->o;
	bool elsewhere = mid != s->cur.m;
	struct v2_ctx *m = elsewhere ? v2_find_m(o, mid) : s->next;

	if (mid == GT_NONE)
		return v2_broken(s, "goroutine %llu is in a call without a thread", (ull)gid);
	if (m && m->g != gid && (elsewhere || !o->initial))
		return v2_broken(s, "goroutine %llu is in a call on thread %llu, which has another one", (ull)gid,
				 (ull)mid);
	if (!elsewhere) {
		v2_set_g(s->next, gid, slot);
	} else if (m) {
		v2_set_g(&s->cur, gid, slot);
	} else {
		uint32_t mi = v2_add_m(o, mid);

		v2_set_g(&o->ms[mi], gid, slot);
		if (s->cur.m != GT_NONE)
			s->next = v2_find_m(o, s->cur.m);    /* threads may have moved */
	}
	s->cur.m = mid;
	return 1;
}

int v2_go_status(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint64_t gid = s->c->args[0];
	uint8_t status = (uint8_t)s->c->args[2];      /* a byte in Go's reader too: the rest is ignored */
	struct gt_event *e;
	struct v2_g *g;
	uint32_t slot;
	uint8_t from;
	bool fresh;
	int rc = v2_check_new(s);

	if (rc < 0)
		return rc;
	if (status >= GS_STATUSES)
		return v2_broken(s, "status %u of goroutine %llu is not one of 0 to 4", status, (ull)gid);
	g = v2_find_g(o, gid, &slot);
	fresh = !g;
	from = fresh || g->status == GS_LOST ? GT_G_UNDETERMINED : v2_g_state(status);
	if (g) {
		if (g->status == GS_LOST)
			g->status = status;
		if (g->status != status)
			return v2_broken(s, "goroutine %llu is said to be %s but was %s", (ull)gid,
					 status_names[status], status_names[g->status]);
		g->seq = (struct v2_seq){ o->gen.gen, 0 };
	} else {
		if (!o->initial)
			return v2_broken(s, "goroutine %llu appears after the first generation without a creation",
					 (ull)gid);
		slot = v2_add_g(o, gid, status);
	}
	if (status == GS_RUNNING)
		v2_set_g(s->next, gid, slot);
	else if (status == GS_SYSCALL && (rc = bind_syscall(s, gid, slot, s->c->args[1])) < 0)
		return rc;
	e = v2_emit_g(s, slot);
	e->from = from;
	e->fresh = fresh;
	return 1;
}

/* A goroutine that a lost part of the trace has not ended may have ended there. */
static bool is_there(struct v2_order *o, uint64_t id)
{
	uint32_t slot;
	const struct v2_g *g = v2_find_g(o, id, &slot);

	if (g && g->status == GS_LOST) {
		v2_forget_g(o, slot);
		return false;
	}
	return g;
}

int v2_go_create(struct v2_step *s)
{
	bool blocked = s->c->type == GT_V2_GoCreateBlocked;
	uint64_t gid = s->c->args[0];
	struct v2_g *g = v2_cur_g(s);
	uint32_t slot;
	int rc = v2_check(s, NEED_M | NEED_P);

	if (rc < 0 || (rc = v2_check_new(s)) < 0)
		return rc;
	if (g && g->status != GS_RUNNING)
		return v2_broken(s, "its creator, goroutine %llu, is %s", (ull)g->id, status_names[g->status]);
	if (is_there(s->o, gid))
		return v2_broken(s, "goroutine %llu exists already", (ull)gid);
	slot = v2_add_g(s->o, gid, blocked ? GS_WAITING : GS_RUNNABLE);
	v2_emit_g(s, slot)->fresh = 1;
	return 1;
}

int v2_go_create_syscall(struct v2_step *s)
{
	uint64_t gid = s->c->args[0];
	uint32_t slot;
	int rc = v2_check(s, NEED_M | NO_G);

	if (rc < 0 || (rc = v2_check_new(s)) < 0)
		return rc;
	if (is_there(s->o, gid))
		return v2_broken(s, "goroutine %llu exists already", (ull)gid);
	slot = v2_add_g(s->o, gid, GS_SYSCALL);
	v2_set_g(s->next, gid, slot);
	v2_emit_g(s, slot)->fresh = 1;
	return 1;
}

int v2_go_start(struct v2_step *s)
{
	uint64_t gid = s->c->args[0];
	uint32_t slot;
	struct v2_g *g = ready_g(s, gid, GS_RUNNABLE, s->c->args[1], &slot);
	int rc;

	if (!g)
		return 0;
	if ((rc = v2_check(s, NEED_M | NEED_P | NO_G)) < 0)
		return rc;
	g->status = GS_RUNNING;
	g->seq.n++;
	v2_set_g(s->next, gid, slot);
	v2_emit_g(s, slot);
	return 1;
}

/* GoStop, GoBlock and GoDestroy: the current goroutine leaves its P. */
int v2_go_stop(struct v2_step *s)
{
	struct v2_g *g = current_g(s, NEED_USER, GS_RUNNING);

	if (!g)
		return GT_ERR_ORDER;
	v2_emit_g(s, s->cur.slot);
	v2_set_g(s->next, GT_NONE, GT_NO_SLOT);
	if (s->c->type == GT_V2_GoDestroy)
		v2_forget_g(s->o, s->cur.slot);
	else
		g->status = s->c->type == GT_V2_GoStop ? GS_RUNNABLE : GS_WAITING;
	return 1;
}

int v2_go_unblock(struct v2_step *s)
{
	uint32_t slot;
	struct v2_g *g = ready_g(s, s->c->args[0], GS_WAITING, s->c->args[1], &slot);

	if (!g)
		return 0;
	g->status = GS_RUNNABLE;
	g->seq.n++;
	v2_emit_g(s, slot);
	return 1;
}

int v2_go_switch(struct v2_step *s)
{
	uint32_t slot, old_slot = s->cur.slot;
	struct gt_event *ev = s->out;
	struct v2_g *g;

	if (!current_g(s, NEED_USER, GS_RUNNING))
		return GT_ERR_ORDER;
	if (!(g = ready_g(s, s->c->args[0], GS_WAITING, s->c->args[1], &slot)))
		return 0;
	g->status = GS_RUNNING;
	g->seq.n++;
	v2_in_context(s, ev);
	s->n = v2_decode_record(ev, s->c);
	ev[0].gslot = ev[1].gslot = ev[1].sslot = old_slot;
	ev[0].sslot = ev[2].sslot = slot;
	v2_set_g(s->next, g->id, slot);
	if (s->c->type == GT_V2_GoSwitchDestroy)
		v2_forget_g(s->o, old_slot);
	else
		s->o->gs[old_slot].status = GS_WAITING;
	return 1;
}

/* The P's sequence number is enforced here, not waited for: this P runs on this very thread. */
int v2_syscall_begin(struct v2_step *s)
{
	struct v2_g *g = current_g(s, NEED_USER, GS_RUNNING);
	struct v2_p *p = g ? v2_known_p(s) : NULL;

	if (!p)
		return GT_ERR_ORDER;
	if (!v2_follows(s->o, s->c->args[0], p->seq))
		return v2_broken(s, "sequence number %llu of P %llu does not follow %llu", (ull)s->c->args[0], (ull)p->id,
				 (ull)p->seq.n);
	g->status = GS_SYSCALL;
	p->status = PS_SYSCALL;
	p->seq.n++;
	v2_emit_g(s, s->cur.slot);
	return 1;
}

int v2_syscall_end(struct v2_step *s)
{
	struct v2_g *g = current_g(s, NEED_USER, GS_SYSCALL);
	struct v2_p *p = g ? current_p_in_call(s) : NULL;

	if (!p)
		return GT_ERR_ORDER;
	g->status = GS_RUNNING;
	p->status = PS_RUNNING;
	v2_emit_g(s, s->cur.slot);
	return 1;
}

/* Waits until the P of the call is gone (stolen or stopped); a P acquired since then is no obstacle. */
int v2_syscall_end_blocked(struct v2_step *s)
{
	struct v2_p *p = s->cur.p != GT_NONE ? v2_known_p(s) : NULL;
	struct v2_g *g;

	if (s->cur.p != GT_NONE && !p)
		return GT_ERR_ORDER;
	if (p && p->status == PS_SYSCALL)
		return 0;
	if (!(g = current_g(s, NEED_M | NEED_G, GS_SYSCALL)))
		return GT_ERR_ORDER;
	g->status = GS_RUNNABLE;
	v2_set_g(s->next, GT_NONE, GT_NO_SLOT);
	v2_emit_g(s, s->cur.slot);
	return 1;
}

/* A C thread ends its Go part.  A P that still hangs on it is abandoned: an invented steal says so first. */
int v2_go_destroy_syscall(struct v2_step *s)
{
	if (!current_g(s, NEED_M | NEED_G, GS_SYSCALL))
		return GT_ERR_ORDER;
	if (s->cur.p != GT_NONE) {
		struct v2_p *p = current_p_in_call(s);

		if (!p)
			return GT_ERR_ORDER;
		p->status = PS_ABANDONED;
		v2_set_p(s->next, GT_NONE, GT_MAP_NONE);
	}
	v2_in_context(s, s->out);
	s->n = v2_decode_record(s->out, s->c);
	s->out[0].gslot = s->out[s->n - 1].gslot = s->out[s->n - 1].sslot = s->cur.slot;
	v2_set_g(s->next, GT_NONE, GT_NO_SLOT);
	v2_forget_g(s->o, s->cur.slot);
	return 1;
}
