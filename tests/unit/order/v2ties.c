/* Makes v2 traces whose events mostly have equal times: a scheduler that goes its way at random. */
#include "unit/order/v2ties.h"

#include "base/varint.h"
#include "base/xalloc.h"
#include "order/v2decode.h"
#include "tap/tap.h"
#include "wire/v2/v2events.h"

#define MAX_G 300
#define NOBODY UINT32_MAX

struct tied_g {
	uint8_t status;          /* GS_BAD: not in use */
	uint64_t seq;
};

struct tied_p {
	uint64_t seq;
	bool idle;
};

struct tied_m {
	uint32_t p, g;           /* NOBODY */
	bool in_call, lost_p;    /* g is in a call; its P was stolen there */
	uint64_t ahead, clock;
	struct gt_buf batch;
	uint64_t start;          /* the batch's time */
};

struct tied_world {
	const struct gt_v2_ties *t;
	struct gt_buf *out;
	struct tied_m *ms;
	struct tied_p *ps;
	unsigned nps;
	struct tied_g gs[MAX_G];
	unsigned ngs;
	uint64_t random, now, gen;
	unsigned records, lost_at;
};

static unsigned tied_draw(struct tied_world *w, unsigned n)
{
	return (unsigned)(tap_mix64(++w->random * UINT64_C(0x9e3779b97f4a7c15)) % n);
}

/* ---- records ---- */

static void tied_number(struct gt_buf *b, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(b, bytes, gt_varint_put(bytes, v));
}

static void put_batch(struct tied_world *w, uint64_t m, uint64_t time, const void *bytes, size_t n)
{
	gt_buf_putc(w->out, GT_V2_EventBatch);
	tied_number(w->out, w->gen);
	tied_number(w->out, m);
	tied_number(w->out, time);
	tied_number(w->out, n);
	gt_buf_add(w->out, bytes, n);
}

static void end_thread_batch(struct tied_world *w, unsigned i)
{
	struct tied_m *m = &w->ms[i];

	if (m->batch.len > 0)
		put_batch(w, 100 + i, m->start, m->batch.data, m->batch.len);
	gt_buf_reset(&m->batch);
}

/* An event of thread i with n arguments. */
static void tied_record(struct tied_world *w, unsigned i, uint8_t type, unsigned n, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t args[] = { a, b, c };
	struct tied_m *m = &w->ms[i];
	uint64_t now = w->now + m->ahead;

	if (w->records++ == w->lost_at)
		return;
	if (m->batch.len > 0 && tied_draw(w, 30) == 0)
		end_thread_batch(w, i);
	if (m->batch.len == 0)
		m->start = m->clock = now;
	gt_buf_putc(&m->batch, (char)type);
	tied_number(&m->batch, now - m->clock);
	m->clock = now;
	for (unsigned k = 0; k < n; k++)
		tied_number(&m->batch, args[k]);
}

/* Clock, stacks (none) and strings (1: "some reason") of the generation. */
static void put_tables(struct tied_world *w)
{
	static const uint8_t stacks[] = { GT_V2_Stacks };
	struct gt_buf b = { 0 };

	gt_buf_putc(&b, GT_V2_Frequency);
	tied_number(&b, 1000000000);
	put_batch(w, UINT64_MAX, 5, b.data, b.len);
	put_batch(w, UINT64_MAX, 5, stacks, sizeof stacks);
	gt_buf_reset(&b);
	gt_buf_add(&b, (const char[]){ GT_V2_Strings, GT_V2_String, 1, 11 }, 4);
	gt_buf_puts(&b, "some reason");
	put_batch(w, UINT64_MAX, 5, b.data, b.len);
	gt_buf_release(&b);
}

/* ---- what happens ---- */

static uint32_t tied_g_in(struct tied_world *w, uint8_t status)
{
	unsigned first = tied_draw(w, w->ngs);

	for (unsigned k = 0; k < w->ngs; k++)
		if (w->gs[(first + k) % w->ngs].status == status)
			return (first + k) % w->ngs;
	return NOBODY;
}

static void tied_wake(struct tied_world *w, unsigned i)
{
	uint32_t g = tied_g_in(w, GS_WAITING);

	if (g == NOBODY)
		return;
	tied_record(w, i, GT_V2_GoUnblock, 3, g + 1, ++w->gs[g].seq, 0);
	w->gs[g].status = GS_RUNNABLE;
}

/* Thread i takes an idle P, or that of a thread in a call. */
static void take_p(struct tied_world *w, unsigned i)
{
	uint32_t p = tied_draw(w, w->nps);

	for (unsigned k = 0; k < w->t->threads && !w->ps[p].idle; k++) {
		struct tied_m *m = &w->ms[k];

		if (m->p != p || !m->in_call)
			continue;
		tied_record(w, i, GT_V2_ProcSteal, 3, p, ++w->ps[p].seq, 100 + k);
		m->p = NOBODY;
		m->lost_p = w->ps[p].idle = true;
	}
	if (!w->ps[p].idle)
		return;
	tied_record(w, i, GT_V2_ProcStart, 2, p, ++w->ps[p].seq, 0);
	w->ps[p].idle = false;
	w->ms[i].p = p;
}

static void without_g(struct tied_world *w, unsigned i)
{
	struct tied_m *m = &w->ms[i];
	uint32_t g = tied_g_in(w, GS_RUNNABLE);

	if (g == NOBODY && tied_draw(w, 8)) {
		tied_wake(w, i);         /* as a P without work does, which asks the network */
		return;
	}
	if (g == NOBODY || tied_draw(w, 20) == 0) {
		tied_record(w, i, GT_V2_ProcStop, 0, 0, 0, 0);
		w->ps[m->p].idle = true;
		m->p = NOBODY;
		return;
	}
	tied_record(w, i, GT_V2_GoStart, 2, g + 1, ++w->gs[g].seq, 0);
	w->gs[g].status = GS_RUNNING;
	m->g = g;
}

static void in_call(struct tied_world *w, unsigned i)
{
	struct tied_m *m = &w->ms[i];

	if (m->lost_p) {
		tied_record(w, i, GT_V2_GoSyscallEndBlocked, 0, 0, 0, 0);
		w->gs[m->g].status = GS_RUNNABLE;
		m->g = NOBODY;
	} else {
		tied_record(w, i, GT_V2_GoSyscallEnd, 0, 0, 0, 0);
		w->gs[m->g].status = GS_RUNNING;
	}
	m->in_call = m->lost_p = false;
}

static void tied_leave(struct tied_world *w, unsigned i, uint8_t type, unsigned n, uint8_t status)
{
	struct tied_m *m = &w->ms[i];

	tied_record(w, i, type, n, 1, 0, 0);
	w->gs[m->g].status = status;
	m->g = NOBODY;
}

static void with_g(struct tied_world *w, unsigned i)
{
	struct tied_m *m = &w->ms[i];
	unsigned what = tied_draw(w, 20);

	if (what < 7) {
		tied_wake(w, i);
	} else if (what < 12) {
		tied_leave(w, i, GT_V2_GoBlock, 2, GS_WAITING);
	} else if (what < 14) {
		tied_leave(w, i, GT_V2_GoStop, 2, GS_RUNNABLE);
	} else if (what < 17) {
		tied_record(w, i, GT_V2_GoSyscallBegin, 2, ++w->ps[m->p].seq, 0, 0);
		w->gs[m->g].status = GS_SYSCALL;
		m->in_call = true;
	} else if (what == 17 && tied_draw(w, 2)) {
		tied_leave(w, i, GT_V2_GoDestroy, 0, GS_BAD);
	} else if (w->ngs < MAX_G) {
		tied_record(w, i, GT_V2_GoCreate, 3, w->ngs + 1, 0, 0);
		w->gs[w->ngs++] = (struct tied_g){ .status = GS_RUNNABLE };
	}
}

static void tied_step(struct tied_world *w, unsigned i)
{
	struct tied_m *m = &w->ms[i];

	if (tied_draw(w, 100) >= w->t->still)
		w->now += 1 + tied_draw(w, 3);
	if (m->in_call)
		in_call(w, i);
	else if (m->p == NOBODY)
		take_p(w, i);
	else if (m->g == NOBODY)
		without_g(w, i);
	else
		with_g(w, i);
}

/* A generation begins with what everybody is in; what nobody has any thread may tell. */
static void put_statuses(struct tied_world *w)
{
	w->gen++;
	for (unsigned p = 0; p < w->nps; p++) {
		w->ps[p].seq = 0;
		if (w->ps[p].idle)
			tied_record(w, tied_draw(w, w->t->threads), GT_V2_ProcStatus, 2, p, PS_IDLE, 0);
	}
	for (unsigned i = 0; i < w->t->threads; i++) {
		const struct tied_m *m = &w->ms[i];

		if (m->p != NOBODY)
			tied_record(w, i, GT_V2_ProcStatus, 2, m->p, m->in_call ? PS_SYSCALL : PS_RUNNING, 0);
		if (m->g != NOBODY)
			tied_record(w, i, GT_V2_GoStatus, 3, m->g + 1, 100 + i, w->gs[m->g].status);
	}
	for (unsigned g = 0; g < w->ngs; g++) {
		w->gs[g].seq = 0;
		if (w->gs[g].status == GS_WAITING || w->gs[g].status == GS_RUNNABLE)
			tied_record(w, tied_draw(w, w->t->threads), GT_V2_GoStatus, 3, g + 1, UINT64_MAX,
				    w->gs[g].status);
	}
}

static void put_generation(struct tied_world *w)
{
	put_statuses(w);
	for (unsigned i = 0; i < w->t->steps / 2; i++)
		tied_step(w, tied_draw(w, w->t->threads));
	for (unsigned i = 0; i < w->t->threads; i++)
		end_thread_batch(w, i);
	put_tables(w);
	w->now += 10 + w->t->skew;
}

void gt_v2_ties_make(struct gt_buf *out, const struct gt_v2_ties *t)
{
	struct tied_world w = { .t = t, .out = out, .random = t->seed << 32, .now = 10, .lost_at = UINT32_MAX };

	w.nps = t->threads * 2 / 3 + 1;
	w.ms = gt_xcalloc(t->threads, sizeof *w.ms);
	w.ps = gt_xcalloc(w.nps, sizeof *w.ps);
	for (unsigned i = 0; i < t->threads; i++) {
		w.ms[i] = (struct tied_m){ .p = i < w.nps ? i : NOBODY, .g = NOBODY,
					   .ahead = t->skew ? tied_draw(&w, t->skew + 1) : 0 };
		w.gs[w.ngs++] = (struct tied_g){ .status = i % 2 ? GS_WAITING : GS_RUNNABLE };
	}
	w.ps[w.nps - 1].idle = w.nps > t->threads;
	if (t->lost)
		w.lost_at = t->steps / 4 + tied_draw(&w, t->steps / 2);
	gt_buf_reset(out);
	gt_buf_add(out, "go 1.22 trace\0\0\0", 16);
	put_generation(&w);
	put_generation(&w);
	for (unsigned i = 0; i < t->threads; i++)
		gt_buf_release(&w.ms[i].batch);
	free(w.ms);
	free(w.ps);
}
