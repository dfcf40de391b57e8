/* Ordering rules of the events about Ps (format/v2.md 12, 13, 14). */
#include "order/v2state.h"

#include <assert.h>

static const char *const status_names[PS_LOST + 1] = {
	[PS_BAD] = "bad",
	[PS_RUNNING] = "running",
	[PS_IDLE] = "idle",
	[PS_SYSCALL] = "syscall",
	[PS_ABANDONED] = "syscall-abandoned",
	[PS_LOST] = "lost",
};

/* A P about to be stolen whose thread is still known: the event belongs to that thread. */
static int use_owners_context(struct v2_step *s, uint64_t pid)
{
	struct v2_order *o = s->o;

	for (size_t i = 0; i < o->nms; i++) {
		const struct v2_ctx *m = &o->ms[i];

		if (m->p != pid)
			continue;
		s->cur.m = m->m;
		v2_set_p(&s->cur, pid, m->pidx);
		s->cur.g = m->g;
		s->cur.slot = m->g == GT_NONE ? GT_NO_SLOT : v2_slot_of(o, m->g);
		return 1;
	}
	return v2_broken(s, "no thread holds P %llu that is about to be stolen", (unsigned long long)pid);
}

/*
 * The event carries the state before and after; a P that is syscall-abandoned
 * in the record but known to be in a call is still bound to its thread.
 */
int v2_proc_status(struct v2_step *s)
{
	struct v2_order *o = s->o;
	uint64_t pid = s->c->args[0], status = s->c->args[1];
	struct v2_p *p;
	struct gt_event *e;
	uint32_t pidx;
	uint8_t from;
	bool promoted = false;
	int rc = v2_check_new(s);

	if (rc < 0)
		return rc;
	if (status >= PS_STATUSES)
		return v2_broken(s, "status %llu of P %llu is not one of 0 to 4", (unsigned long long)status,
				 (unsigned long long)pid);
	from = v2_p_state(status);
	p = v2_find_p(o, pid, &pidx);
	if (p) {
		if (p->status == PS_LOST) {
			p->status = (uint8_t)status;
			from = GT_P_IDLE;
		} else if (status == PS_ABANDONED && p->status == PS_SYSCALL) {
			from = GT_P_RUNNING;
			promoted = true;
		} else if (p->status != status) {
			return v2_broken(s, "P %llu is said to be %s but was %s", (unsigned long long)pid,
					 status_names[status], status_names[p->status]);
		}
		p->seq = (struct v2_seq){ o->gen.gen, 0 };
	} else {
		pidx = v2_add_p(o, pid, (uint8_t)status);
		from = o->initial && !o->torn ? GT_P_UNDETERMINED : GT_P_NOT_EXIST;
	}
	if (status == PS_RUNNING || status == PS_SYSCALL)
		v2_set_p(s->next, pid, pidx);
	if (promoted && (rc = use_owners_context(s, pid)) < 0)
		return rc;
	e = v2_emit(s);
	e->from = from;
	if (promoted) {
		e->args[1] = PS_SYSCALL;
		e->to = GT_P_RUNNING;
	}
	return 1;
}

int v2_proc_start(struct v2_step *s)
{
	uint64_t pid = s->c->args[0];
	uint32_t pidx;
	struct v2_p *p = v2_find_p(s->o, pid, &pidx);
	int rc;

	if (!p || p->status != PS_IDLE || !v2_follows(s->o, s->c->args[1], p->seq) || s->cur.p != GT_NONE)
		return 0;
	if ((rc = v2_check(s, NEED_M | NO_P)) < 0)
		return rc;
	p->status = PS_RUNNING;
	p->seq.n++;
	v2_set_p(s->next, pid, pidx);
	v2_emit(s);
	return 1;
}

int v2_proc_stop(struct v2_step *s)
{
	struct v2_p *p = s->cur.p != GT_NONE ? v2_known_p(s) : NULL;

	if ((s->cur.p != GT_NONE && !p) || v2_check(s, NEED_M | NEED_P) < 0)
		return GT_ERR_ORDER;
	assert(p);
	if (p->status != PS_RUNNING && p->status != PS_SYSCALL)
		return v2_broken(s, "P %llu is %s, expected running or syscall", (unsigned long long)p->id,
				 status_names[p->status]);
	p->status = PS_IDLE;
	v2_set_p(s->next, GT_NONE, GT_MAP_NONE);
	v2_emit(s);
	return 1;
}

/* Takes the P away from the thread that it is bound to. */
static int unbind(struct v2_step *s, uint64_t pid, uint64_t mid)
{
	struct v2_ctx *m;

	if (mid == s->cur.m) {
		if (s->cur.p != pid)
			return v2_broken(s, "thread %llu steals P %llu from itself but holds another",
					 (unsigned long long)mid, (unsigned long long)pid);
		v2_set_p(s->next, GT_NONE, GT_MAP_NONE);
		return 1;
	}
	m = v2_find_m(s->o, mid);
	if (!m)
		return v2_broken(s, "P %llu is stolen from thread %llu, which is not known",
				 (unsigned long long)pid, (unsigned long long)mid);
	if (m->p != pid)
		return v2_broken(s, "P %llu is stolen from thread %llu, which does not hold it",
				 (unsigned long long)pid, (unsigned long long)mid);
	m->p = GT_NONE;
	m->pidx = GT_MAP_NONE;
	return 1;
}

int v2_proc_steal(struct v2_step *s)
{
	uint64_t pid = s->c->args[0];
	struct v2_p *p = v2_find_p(s->o, pid, NULL);
	uint8_t old;
	int rc;

	if (!p || (p->status != PS_SYSCALL && p->status != PS_ABANDONED) ||
	    !v2_follows(s->o, s->c->args[1], p->seq))
		return 0;
	if ((rc = v2_check(s, NEED_M)) < 0)
		return rc;
	old = p->status;
	p->status = PS_IDLE;
	p->seq.n++;
	/* An abandoned P has lost its thread; the one named may have moved on. */
	if (old != PS_ABANDONED && (rc = unbind(s, pid, s->c->args[2])) < 0)
		return rc;
	v2_emit(s)->from = v2_p_state(old);
	return 1;
}
