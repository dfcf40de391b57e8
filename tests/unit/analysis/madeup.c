/* Made-up runs of Go's scheduler: at each ns one thread does one thing that Go's could do, or none. */
#include "madeup.h"

#include <string.h>

#include "base/compiler.h"
#include "tap/tap.h"
#include "wire/v2/v2events.h"

/* Strings 1 to 4: reasons; 5 to 7: labels; then functions, of which stacks 1 to 3 are. */
#define TABLES \
	"b1,none,5[08 u1000000000]" \
	" b1,none,5[02 03 01 01 10 08 0b 05 03 02 01 20 09 0b 07 03 03 01 30 0a 0b 09]" \
	" b1,none,5[04 05 01 04 73 79 6e 63 05 02 07 6e 65 74 77 6f 72 6b 05 03 05 73 6c 65 65 70" \
	" 05 04 02 47 43" \
	" 05 05 0e 47 43 20 28 64 65 64 69 63 61 74 65 64 29" \
	" 05 06 0f 47 43 20 28 66 72 61 63 74 69 6f 6e 61 6c 29" \
	" 05 07 09 47 43 20 28 69 64 6c 65 29" \
	" 05 08 06 6d 61 69 6e 2e 66 05 09 06 6d 61 69 6e 2e 67" \
	" 05 0a 0f 72 75 6e 74 69 6d 65 2e 62 67 73 77 65 65 70" \
	" 05 0b 04 78 2e 67 6f" \
	" 05 0c 09 70 72 65 65 6d 70 74 65 64] "
#define PREEMPTED 12

enum { RUNNABLE = 1, RUNNING, SYSCALL, WAITING };          /* a goroutine's status */
enum { P_RUNNING = 1, P_IDLE, P_SYSCALL };                 /* a P's */
enum { NO_STOP, ASKS, STANDS, RESTARTS };                  /* made.phase */

static bool one_in(struct made *r, uint64_t n)
{
	return rnd_below(&r->rnd, n) == 0;
}

static void emit(struct made *r, unsigned type, const uint64_t *args, size_t n)
{
	struct gt_buf *out = &r->ms[r->m].out;

	gt_buf_printf(out, "%02x u%d ", type, (int)(r->t - r->ms[r->m].last));
	r->ms[r->m].last = r->t;
	for (size_t i = 0; i < n; i++)
		gt_buf_printf(out, args[i] == UINT64_MAX ? "unone " : "u%d ", (int)args[i]);
}

#define EMIT(r, type, ...) \
	emit(r, GT_V2_##type, (const uint64_t[]){ 0, ##__VA_ARGS__ } + 1, \
	     GT_COUNT(((const uint64_t[]){ 0, ##__VA_ARGS__ })) - 1)

/* ---- goroutines ---- */

static struct made_spell *now(struct made *r, int g)
{
	return &r->spells[r->now[g]];
}

static enum made_state state(struct made *r, int g)
{
	return g < 0 ? MADE_NONE : now(r, g)->state;
}

/* The goroutine leaves its state for another one. */
static void enter(struct made *r, int g, enum made_state next)
{
	struct made_spell s = { .state = next, .g = g, .from = r->t, .to = INT64_MAX, .waker = -1 };
	const struct made_spell *was = now(r, g);

	if (r->nspells == MADE_SPELLS)
		tap_bail("too many spells");
	s.slice = was->state == MADE_RUNS || was->state == MADE_CALLS ? was->slice : 0;
	if (next == MADE_RUNS && !s.slice)
		s.slice = ++r->nslices;
	if (r->now[g])
		now(r, g)->to = r->t;
	r->spells[r->nspells] = s;
	r->now[g] = r->nspells++;
}

static int any_g(struct made *r, enum made_state wanted)
{
	int first = (int)rnd_below(&r->rnd, MADE_GS);

	for (int i = 0; i < MADE_GS; i++)
		if (state(r, (first + i) % MADE_GS) == wanted)
			return (first + i) % MADE_GS;
	return -1;
}

/* Its start function, or none that anybody could know. */
static unsigned any_func(struct made *r)
{
	return one_in(r, 6) ? 0 : one_in(r, 6) ? 3 : 1 + (unsigned)rnd_below(&r->rnd, 2);
}

/* Somebody who was there before shows up. */
static int status(struct made *r, int m, unsigned what, enum made_state is)
{
	int g = r->ngs++;

	r->gs[g].stack = any_func(r);
	r->creator[g] = -1;
	r->born[g] = 0;
	EMIT(r, GoStatus, (uint64_t)g + 1, m < 0 ? UINT64_MAX : (uint64_t)m + 1, what);
	enter(r, g, is);
	now(r, g)->older = true;
	now(r, g)->from = 0;
	if (is == MADE_CALLS)
		now(r, g)->slice = ++r->nslices;
	for (int64_t t = 0; t < r->t; t++)
		r->at[g][t] = r->now[g];
	return g;
}

static void create(struct made *r, int creator)
{
	int g = r->ngs;

	if (g == MADE_GS)
		return;
	r->ngs++;
	r->gs[g].stack = any_func(r);
	r->creator[g] = creator;
	r->born[g] = r->t;
	EMIT(r, GoCreate, (uint64_t)g + 1, r->gs[g].stack, creator < 0 ? 0 : r->gs[creator].stack);
	enter(r, g, MADE_READY);
}

static void unblock(struct made *r)
{
	int g = any_g(r, MADE_WAITS), by = r->ms[r->m].g;
	struct made_spell *s;

	if (g < 0)
		return;
	s = now(r, g);
	EMIT(r, GoUnblock, (uint64_t)g + 1, ++r->gs[g].seq, by < 0 ? 0 : r->gs[by].stack);
	s->waker = by;
	s->on_p = r->ms[r->m].p >= 0;
	s->polled = by >= 0 && r->stopper == r->m && s->reason == MADE_NETWORK;
	enter(r, g, MADE_READY);
}

static void block(struct made *r, int g)
{
	uint64_t reason = 1 + rnd_below(&r->rnd, 4);

	EMIT(r, GoBlock, reason, r->gs[g].stack);
	enter(r, g, MADE_WAITS);
	now(r, g)->reason = (enum made_reason)reason;
	r->ms[r->m].g = -1;
}

static void stop(struct made *r, int g)
{
	EMIT(r, GoStop, one_in(r, 2) ? PREEMPTED : MADE_SYNC, r->gs[g].stack);
	enter(r, g, MADE_READY);
	r->ms[r->m].g = -1;
}

static void leave(struct made *r, int g)
{
	if (one_in(r, 4) && g) {
		EMIT(r, GoDestroy);
		enter(r, g, MADE_NONE);
		r->ms[r->m].g = -1;
	} else if (one_in(r, 2)) {
		block(r, g);
	} else {
		stop(r, g);
	}
}

static void start(struct made *r)
{
	int g = any_g(r, MADE_READY);

	if (g < 0)
		return;
	EMIT(r, GoStart, (uint64_t)g + 1, ++r->gs[g].seq);
	enter(r, g, MADE_RUNS);
	r->ms[r->m].g = g;
}

static void label(struct made *r, int g)
{
	enum made_label which = 1 + (enum made_label)rnd_below(&r->rnd, 3);

	if (r->labels[now(r, g)->slice])
		return;
	EMIT(r, GoLabel, which + 4u);
	r->labels[now(r, g)->slice] = which;
}

/* ---- Ps ---- */

/* A thread lets go of a P, by itself or not. */
static void put_down(struct made *r, int m)
{
	int p = r->ms[m].p, g = r->ms[m].g;

	r->ps[p].m = -1;
	r->ms[m].p = -1;
	if (g >= 0)
		enter(r, g, MADE_CALLS_ALONE);
	if (r->phase == ASKS)
		r->stops[r->nstops - 1].still = r->t;
}

static void take_p(struct made *r)
{
	int p = (int)rnd_below(&r->rnd, MADE_PS);

	if (p >= r->procs || r->ps[p].m >= 0)
		return;
	if (!r->ps[p].known) {
		EMIT(r, ProcStatus, (uint64_t)p, P_IDLE);
		r->ps[p].known = true;
		return;
	}
	EMIT(r, ProcStart, (uint64_t)p, ++r->ps[p].seq);
	r->ps[p].m = r->m;
	r->ms[r->m].p = p;
}

/* The P of a call. */
static void steal(struct made *r)
{
	int p = (int)rnd_below(&r->rnd, MADE_PS), m = r->ps[p].m;

	if (m < 0 || m == r->m || state(r, r->ms[m].g) != MADE_CALLS)
		return;
	EMIT(r, ProcSteal, (uint64_t)p, ++r->ps[p].seq, (uint64_t)m + 1);
	put_down(r, m);
}

static void put_own_down(struct made *r)
{
	EMIT(r, ProcStop);
	put_down(r, r->m);
}

/* What is written first held before, too. */
static void write_procs(struct made *r, int64_t n)
{
	EMIT(r, ProcsChange, (uint64_t)n, 0);
	for (int64_t t = r->procs_written ? r->t : 0; t < MADE_END; t++)
		r->n[t] = n;
	r->procs_written = true;
	r->procs = n;
}

/* ---- stops ---- */

static void ask(struct made *r)
{
	struct made_stop *s = &r->stops[r->nstops++];

	EMIT(r, STWBegin, MADE_GC, 0);
	*s = (struct made_stop){ .asked = r->t, .still = r->t, .marker = -1, .end = -1 };
	r->stopper = r->m;
	r->phase = ASKS;
}

static void resize(struct made *r)
{
	int p = r->ms[r->m].p;

	write_procs(r, 1 + p + (int64_t)rnd_below(&r->rnd, (uint64_t)(MADE_PS + 2 - p)));
	r->stops[r->nstops - 1].marker = r->t;
	r->phase = RESTARTS;
}

static bool others_hold(const struct made *r)
{
	for (int p = 0; p < MADE_PS; p++)
		if (r->ps[p].m >= 0 && r->ps[p].m != r->stopper)
			return true;
	return false;
}

static void act_stopper(struct made *r)
{
	if (r->phase == ASKS && others_hold(r)) {
		steal(r);
		return;
	}
	if (r->phase == ASKS)
		r->phase = STANDS;
	if (one_in(r, 3)) {
		unblock(r);
	} else if (r->phase == STANDS) {
		resize(r);
	} else {
		EMIT(r, STWEnd);
		r->stops[r->nstops - 1].end = r->t;
		r->stopper = -1;
		r->phase = NO_STOP;
	}
}

/* ---- threads ---- */

static void act_running(struct made *r, int g)
{
	if (r->phase == ASKS && one_in(r, 2)) {
		leave(r, g);
		return;
	}
	switch (rnd_below(&r->rnd, 9)) {
	case 0: leave(r, g); break;
	case 1: block(r, g); break;
	case 2: create(r, g); break;
	case 3: case 4: unblock(r); break;
	case 5:
		EMIT(r, GoSyscallBegin, ++r->ps[r->ms[r->m].p].seq, r->gs[g].stack);
		enter(r, g, MADE_CALLS);
		break;
	case 6:
		if (r->phase == NO_STOP && one_in(r, 4))
			ask(r);
		break;
	case 7:
		if (one_in(r, 3))
			label(r, g);
		break;
	default:
		if (!r->procs_written && r->phase == NO_STOP && one_in(r, 6))
			write_procs(r, MADE_PS + (int64_t)rnd_below(&r->rnd, 3));
		break;
	}
}

static void act_in_call(struct made *r, int g)
{
	if (one_in(r, 6)) {
		put_own_down(r);
	} else if (one_in(r, 2)) {
		EMIT(r, GoSyscallEnd);
		enter(r, g, MADE_RUNS);
	}
}

/* Its call ends without a P, or with another one that waits for it already. */
static void act_alone(struct made *r, int g)
{
	if (r->ms[r->m].p < 0 && r->phase != ASKS && r->phase != STANDS && one_in(r, 3)) {
		take_p(r);
	} else {
		EMIT(r, GoSyscallEndBlocked);
		enter(r, g, MADE_READY);
		r->ms[r->m].g = -1;
	}
}

static void act_scheduler(struct made *r)
{
	if (r->phase == ASKS || one_in(r, 8))
		put_own_down(r);
	else if (one_in(r, 8))
		create(r, -1);
	else if (one_in(r, 4))
		unblock(r);
	else
		start(r);
}

static void show_older(struct made *r)
{
	if (one_in(r, 3))
		status(r, -1, RUNNABLE, MADE_READY);
	else
		status(r, -1, WAITING, MADE_WAITS);
}

static void act_idle(struct made *r)
{
	bool stopping = r->phase == ASKS || r->phase == STANDS;

	if (one_in(r, 8))
		unblock(r);
	else if (one_in(r, 12) && r->ngs < MADE_GS)
		show_older(r);
	else if (one_in(r, 4))
		steal(r);
	else if (!stopping || (r->phase == ASKS && one_in(r, 8)))
		take_p(r);
}

/* What a thread was doing when the trace began; false: that is known. */
static bool show(struct made *r)
{
	static const uint64_t is_p[] = { P_RUNNING, P_SYSCALL };
	int m = r->m, g;
	bool calls = m && r->calls;

	if (m > 2 || r->ms[m].shown == 2)
		return false;
	if (r->ms[m].shown++ == 0 && m < 2) {
		EMIT(r, ProcStatus, (uint64_t)m, is_p[calls]);
		r->ms[m].p = m;
		return true;
	}
	r->ms[m].shown = 2;
	if (m == 2 && !calls)
		return false;
	g = status(r, m, calls ? SYSCALL : RUNNING,
		   m == 2 ? MADE_CALLS_ALONE : calls ? MADE_CALLS : MADE_RUNS);
	r->ms[m].g = g;
	for (int64_t t = 0; t < r->t && m < 2; t++)
		r->who[m][t] = g;
	return true;
}

static void act(struct made *r)
{
	int g;

	r->m = (int)rnd_below(&r->rnd, MADE_MS);
	if (r->ms[r->m].shown < 2 && show(r))
		return;
	g = r->ms[r->m].g;
	if (r->m == r->stopper)
		act_stopper(r);
	else if (state(r, g) == MADE_RUNS)
		act_running(r, g);
	else if (state(r, g) == MADE_CALLS)
		act_in_call(r, g);
	else if (g >= 0)
		act_alone(r, g);
	else if (r->ms[r->m].p >= 0)
		act_scheduler(r);
	else
		act_idle(r);
}

/* What holds until something changes. */
static void note(struct made *r)
{
	for (int g = 0; g < MADE_GS; g++)
		r->at[g][r->t] = state(r, g) == MADE_NONE ? 0 : r->now[g];
	for (int p = 0; p < MADE_PS; p++) {
		int m = r->ps[p].m, g = m < 0 ? -1 : r->ms[m].g;

		r->held[p][r->t] = m >= 0;
		r->who[p][r->t] = state(r, g) == MADE_RUNS || state(r, g) == MADE_CALLS ? g : -1;
	}
}

static void finish(struct made *r)
{
	int64_t known = 0;

	r->end = 0;
	for (int m = 0; m < MADE_MS; m++)
		r->end = r->ms[m].last + 1 > r->end ? r->ms[m].last + 1 : r->end;
	for (int p = 0; p < MADE_PS; p++)
		known += r->ps[p].known;
	for (int64_t t = 0; t < MADE_END && !r->procs_written; t++)
		r->n[t] = known;
	for (int i = 0; i < r->nstops; i++) {
		const struct made_stop *s = &r->stops[i];

		for (int64_t t = s->asked; t < (s->marker < 0 ? MADE_END : s->marker); t++) {
			r->stopped[t] = true;
			r->still[t] = s->marker >= 0 && t >= s->still;
		}
	}
}

void made_run(struct made *r, uint64_t seed, struct gt_buf *spec)
{
	*r = (struct made){ .rnd = { seed }, .nspells = 1, .stopper = -1, .procs = MADE_PS };
	r->calls = one_in(r, 3);
	for (int p = 0; p < MADE_PS; p++) {
		r->ps[p].m = p < 2 ? p : -1;
		r->ps[p].known = p < 2;
		memset(r->who[p], 0xff, sizeof r->who[p]);
	}
	for (int g = 0; g < MADE_GS; g++)
		r->born[g] = r->creator[g] = -1;
	for (int m = 0; m < MADE_MS; m++)
		r->ms[m].g = r->ms[m].p = -1;
	for (r->t = 0; r->t < MADE_END; r->t++) {
		if (r->t && !one_in(r, 4))
			act(r);
		note(r);
	}
	finish(r);
	gt_buf_reset(spec);
	gt_buf_puts(spec, TABLES);
	for (int m = 0; m < MADE_MS; m++) {
		if (r->ms[m].out.len)
			gt_buf_printf(spec, "b1,%d,5[%s] ", m + 1, gt_buf_str(&r->ms[m].out));
		gt_buf_release(&r->ms[m].out);
	}
}
