/* Makes v1 traces whose events mostly have equal times: a scheduler that goes its way at random. */
#include "unit/order/ties.h"

#include <stdlib.h>

#include "base/varint.h"
#include "base/xalloc.h"
#include "tap/tap.h"
#include "wire/v1/v1events.h"

#define MAX_G 200

enum state { UNUSED, RUNNABLE, RUNNING, WAITING, IN_CALL, BACK };  /* BACK: the call is over, it has no P yet */

struct g {
	enum state state;
	uint64_t seq, back;      /* back: when its call was over */
	unsigned proc;           /* where it was last told of: its next event there needs no number */
};

struct proc {
	unsigned g;              /* 0: none */
	bool running;
	struct gt_buf batch;
	uint64_t clock;          /* of the batch's last event */
	struct gt_buf *done;     /* batches, in order */
	unsigned ndone, taken;
	bool in_call;
};

struct world {
	const struct gt_ties *t;
	struct proc *procs;
	struct g gs[MAX_G];
	unsigned ngs;
	uint64_t random, now;
	unsigned events, fault_at;
	bool faulty;             /* the fault is made */
};

static unsigned draw(struct world *w, unsigned n)
{
	return (unsigned)(tap_mix64(++w->random * UINT64_C(0x9e3779b97f4a7c15)) % n);
}

/* ---- records ---- */

static void number(struct gt_buf *b, uint64_t v)
{
	uint8_t bytes[GT_VARINT_MAX];

	gt_buf_add(b, bytes, gt_varint_put(bytes, v));
}

static void end_batch(struct proc *p)
{
	p->done = gt_xrealloc(p->done, p->ndone + 1, sizeof *p->done);
	p->done[p->ndone++] = p->batch;
	p->batch = (struct gt_buf){ 0 };
}

/* One event of P i: its arguments, and 0 for each stack id. */
static void record(struct world *w, unsigned i, uint8_t type, unsigned n, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t args[] = { a, b, c };
	struct proc *p = &w->procs[i];
	struct gt_buf values = { 0 };
	uint64_t now = w->now;

	if (w->events++ == w->fault_at) {
		w->faulty = true;
		if (w->t->fault == GT_TIES_LOST)
			return;
	}
	if (w->t->fault == GT_TIES_EARLY && w->faulty && i == 0 && now > 3)
		now -= 3;
	if (now < p->clock)
		now = p->clock;
	if (p->batch.len > 0 && draw(w, 20) == 0)
		end_batch(p);
	if (p->batch.len == 0) {
		gt_buf_putc(&p->batch, GT_V1_Batch | 1 << 6);
		number(&p->batch, i);
		number(&p->batch, now);
		p->clock = now;
	}
	number(&values, now - p->clock);
	p->clock = now;
	for (unsigned k = 0; k < n; k++)
		number(&values, args[k]);
	gt_buf_putc(&p->batch, (char)(type | (n < 3 ? n : 3) << 6));
	if (n >= 3)
		number(&p->batch, values.len);
	gt_buf_add(&p->batch, values.data, values.len);
	gt_buf_release(&values);
}

/* An event that changes goroutine k, with a sequence number; without, if it has a local type, on the last one's P. */
static void numbered(struct world *w, unsigned i, uint8_t type, uint8_t local, unsigned k, uint64_t c)
{
	struct g *g = &w->gs[k];
	bool stack = type == GT_V1_GoUnblock, exit = type == GT_V1_GoSysExit;
	uint64_t seq = ++g->seq;

	if (g->proc == i && local) {
		record(w, i, local, stack ? 2 : 1, k, 0, 0);
		return;
	}
	if (w->t->fault == GT_TIES_SEQ && w->faulty) {
		seq += w->fault_at % 2 ? 1 : 7;
		w->faulty = false;
		w->fault_at = UINT32_MAX;
	}
	g->proc = i;
	record(w, i, type, stack || exit ? 3 : 2, k, seq, c);
}

/* ---- what happens ---- */

static unsigned some_g(struct world *w, enum state state)
{
	unsigned first = draw(w, w->ngs);

	for (unsigned k = 0; k < w->ngs; k++) {
		unsigned g = (first + k) % w->ngs;

		if (g && w->gs[g].state == state)
			return g;
	}
	return 0;
}

static void create(struct world *w, unsigned i)
{
	if (w->ngs == MAX_G)
		return;
	record(w, i, GT_V1_GoCreate, 3, w->ngs, 0, 0);
	w->gs[w->ngs++] = (struct g){ .state = RUNNABLE, .proc = i };
}

static void wake(struct world *w, unsigned i)
{
	unsigned k = some_g(w, WAITING);

	if (!k)
		return;
	numbered(w, i, GT_V1_GoUnblock, GT_V1_GoUnblockLocal, k, 0);
	w->gs[k].state = RUNNABLE;
}

static void start(struct world *w, unsigned i)
{
	struct proc *p = &w->procs[i];
	unsigned k = draw(w, 3) ? some_g(w, RUNNABLE) : 0;
	bool back = !k && (k = some_g(w, BACK));

	if (!k)
		k = some_g(w, RUNNABLE);
	if (!k) {
		wake(w, i);      /* as a P without work does, which asks the network */
		return;
	}
	/* A P may be given back and taken again in between. */
	if (!p->running || draw(w, 8) == 0) {
		if (p->running)
			record(w, i, GT_V1_ProcStop, 0, 0, 0, 0);
		record(w, i, GT_V1_ProcStart, 1, i + 100, 0, 0);
		p->running = true;
	}
	if (back)
		numbered(w, i, GT_V1_GoSysExit, 0, k, w->gs[k].back);
	numbered(w, i, GT_V1_GoStart, GT_V1_GoStartLocal, k, 0);
	w->gs[k].state = RUNNING;
	p->g = k;
}

static void leave(struct world *w, unsigned i, uint8_t type, unsigned n, enum state state)
{
	struct proc *p = &w->procs[i];

	record(w, i, type, n, 0, 0, 0);
	w->gs[p->g].state = state;
	p->g = 0;
}

static void step_in_call(struct world *w, unsigned i)
{
	struct proc *p = &w->procs[i];

	/* Somebody takes the P away, or the call was short and says nothing of its end. */
	if (draw(w, 2))
		leave(w, i, GT_V1_GoSysBlock, 0, IN_CALL);
	p->in_call = false;
}

static void step(struct world *w, unsigned i)
{
	static const uint8_t blocks[] = { GT_V1_GoBlockSend, GT_V1_GoBlockRecv, GT_V1_GoBlockSelect,
					  GT_V1_GoBlockSync, GT_V1_GoBlockNet, GT_V1_GoSleep };
	struct proc *p = &w->procs[i];
	unsigned k;

	if (draw(w, 100) >= w->t->still)
		w->now += 1 + draw(w, 3);
	if ((k = some_g(w, IN_CALL)) && draw(w, 3) == 0) {
		w->gs[k].state = BACK;
		w->gs[k].back = w->now;
		return;
	}
	if (p->in_call) {
		step_in_call(w, i);
		return;
	}
	if (!p->g) {
		start(w, i);
		return;
	}
	switch (draw(w, 10)) {
	case 0:
		create(w, i);
		break;
	case 1:
		leave(w, i, draw(w, 2) ? GT_V1_GoSched : GT_V1_GoPreempt, 1, RUNNABLE);
		break;
	case 2:
		record(w, i, GT_V1_GoSysCall, 1, 0, 0, 0);
		p->in_call = true;
		break;
	case 3:
		record(w, i, GT_V1_HeapAlloc, 1, 4096, 0, 0);
		break;
	case 4:
		if (draw(w, 10) == 0) {
			leave(w, i, GT_V1_GoEnd, 0, UNUSED);
			break;
		}
		/* fall through */
	case 5:
	case 6:
		leave(w, i, blocks[draw(w, GT_COUNT(blocks))], 1, WAITING);
		break;
	default:
		wake(w, i);
		break;
	}
}

/* Goroutine 1 runs on P 0 and starts the trace; some others wait or are in calls already. */
static void begin(struct world *w)
{
	w->ngs = 1;
	for (unsigned k = 1; k < 2 + w->t->procs; k++) {
		record(w, 0, GT_V1_GoCreate, 3, k, 0, 0);
		w->gs[w->ngs++] = (struct g){ .state = RUNNABLE, .proc = 0 };
		if (k > 1 && draw(w, 2)) {
			w->gs[k].seq++;
			w->gs[k].state = k % 3 ? WAITING : IN_CALL;
			record(w, 0, k % 3 ? GT_V1_GoWaiting : GT_V1_GoInSyscall, 1, k, 0, 0);
		}
	}
	record(w, 0, GT_V1_ProcStart, 1, 100, 0, 0);
	numbered(w, 0, GT_V1_GoStart, GT_V1_GoStartLocal, 1, 0);
	w->gs[1].state = RUNNING;
	w->procs[0].g = 1;
	w->procs[0].running = true;
	record(w, 0, GT_V1_Gomaxprocs, 2, w->t->procs, 0, 0);
}

/* Each P's batches in order, those of different Ps mixed. */
static void write_batches(struct world *w, struct gt_buf *out)
{
	unsigned left = 0;

	for (unsigned i = 0; i < w->t->procs; i++) {
		if (w->procs[i].batch.len > 0)
			end_batch(&w->procs[i]);
		left += w->procs[i].ndone;
	}
	while (left > 0) {
		struct proc *p = &w->procs[draw(w, w->t->procs)];

		if (p->taken == p->ndone)
			continue;
		gt_buf_add(out, p->done[p->taken].data, p->done[p->taken].len);
		gt_buf_release(&p->done[p->taken++]);
		left--;
	}
}

void gt_ties_make(struct gt_buf *out, const struct gt_ties *t)
{
	struct world w = { .t = t, .random = t->seed << 32, .now = 10, .fault_at = UINT32_MAX };

	w.procs = gt_xcalloc(t->procs, sizeof *w.procs);
	if (t->fault != GT_TIES_SOUND)
		w.fault_at = t->steps / 4 + draw(&w, t->steps / 2);
	begin(&w);
	for (unsigned i = 0; i < t->steps; i++)
		step(&w, draw(&w, t->procs));
	gt_buf_reset(out);
	gt_buf_add(out, "go 1.21 trace\0\0\0", 16);
	write_batches(&w, out);
	gt_buf_putc(out, GT_V1_Frequency);
	number(out, 1000000000);
	for (unsigned i = 0; i < t->procs; i++)
		free(w.procs[i].done);
	free(w.procs);
}
