/*
 * Who held a lock since when, and chains, on histories of a lock that is played here: goroutines queue for it, those
 * who run take it from those who were woken, and one that waited for long gets it handed over, as in sync.Mutex.
 * What the analysis is told is what a trace has: when waits began and ended, and who ended them.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/owner.h"
#include "analysis/locks/locks_own.h"
#include "tap/tap.h"

#define HISTORIES 400
#define GOROUTINES 6
#define LENGTH 3000           /* of a history, in ns */
#define MOST 2000             /* waits */
#define HAND_OVER 60          /* who waited longer than this gets it without a race */

enum doing { THINKS, WAITS, WOKEN, HOLDS };

struct player {
	enum doing doing;
	int64_t until;            /* thinks, is on its way, holds until then */
	int64_t begun;            /* its wait */
	int64_t taken;            /* the lock */
	unsigned times;           /* how often it has taken it */
	uint32_t slice, wait;     /* the one it is in; its last wait */
};

struct play {
	struct gt_locks l;
	struct player g[GOROUTINES];
	int queue[GOROUTINES], nqueue, owner, coming;
	uint32_t slices;
	unsigned think, hold;     /* how long at most */
	/* Of each wait: since when the one who ended it had the lock, and which taking of its that was. */
	int64_t since[MOST];
	unsigned taking[MOST], got[MOST]; /* got: which taking of its goroutine's followed it, 0: none */
};

static unsigned below(unsigned n)
{
	return (unsigned)rand() % n;
}

static void take(struct play *p, int g, int64_t t)
{
	p->owner = g;
	p->g[g].doing = HOLDS;
	p->g[g].until = t + 1 + below(p->hold);
	p->g[g].taken = t;
	p->g[g].times++;
}

static void wait_for(struct play *p, int g, int64_t t, bool in_front)
{
	struct player *x = &p->g[g];

	memmove(p->queue + in_front, p->queue, in_front * (size_t)p->nqueue * sizeof *p->queue);
	p->queue[in_front ? 0 : p->nqueue] = g;
	p->nqueue++;
	x->doing = WAITS;
	x->begun = t;
	x->wait = p->l.nwaits;
	*gt_lock_wait_at(&p->l, p->l.nwaits++) = (struct gt_lock_wait){
		.begin = t, .end = LENGTH, .ran = GT_NO_TIME, .again = GT_NO_TIME, .held = GT_NO_TIME,
		.g = (uint32_t)g, .waker = GT_NO_ROW, .after = x->slice, .next = GT_NO_ROW, .owner = GT_OWNER_PROGRAM,
		.stack = x->wait,         /* its number, for what is known of it here */
	};
	x->slice = p->slices++;
}

/* It gives the lock back; the first in the queue is woken unless another one is on its way. */
static void give(struct play *p, int g, int64_t t)
{
	struct gt_lock_wait *w;
	struct player *next;

	p->owner = -1;
	if (p->nqueue && p->coming < 0) {
		p->coming = p->queue[0];
		memmove(p->queue, p->queue + 1, (size_t)--p->nqueue * sizeof *p->queue);
		next = &p->g[p->coming];
		w = gt_lock_wait_at(&p->l, next->wait);
		w->end = t;
		w->waker = (uint32_t)g;
		w->ended = w->gives = true;
		w->next = next->slice;
		p->since[w->stack] = p->g[g].taken;
		p->taking[w->stack] = p->g[g].times;
		next->doing = WOKEN;
		next->until = t + 1 + below(10);
		if (t - w->begin > HAND_OVER) {
			p->owner = p->coming;
			next->taken = t;
		}
	}
	p->g[g].doing = THINKS;
	p->g[g].until = t + 1 + below(p->think);
	if (below(2))
		p->g[g].slice = p->slices++;
}

static void arrive(struct play *p, int g, int64_t t)
{
	struct player *x = &p->g[g];

	gt_lock_wait_at(&p->l, x->wait)->ran = t;
	p->coming = -1;
	if (p->owner == g || p->owner < 0) {
		int64_t taken = p->owner == g ? x->taken : t;

		take(p, g, t);
		x->taken = taken;
		p->got[gt_lock_wait_at(&p->l, x->wait)->stack] = x->times;
	} else {
		wait_for(p, g, t, true);
	}
}

static void play(struct play *p)
{
	int first = (int)below(GOROUTINES);

	for (int64_t t = 1; t < LENGTH && p->l.nwaits < MOST; t++) {
		/* In turns, so that nobody is always the first of those of one moment. */
		for (int i = 0; i < GOROUTINES; i++) {
			int g = (int)((i + first + t) % GOROUTINES);
			struct player *x = &p->g[g];

			if (x->doing == WAITS || x->until > t)
				continue;
			if (x->doing == HOLDS)
				give(p, g, t);
			else if (x->doing == WOKEN)
				arrive(p, g, t);
			else if (p->owner < 0)
				take(p, g, t);
			else
				wait_for(p, g, t, false);
		}
	}
}

static void begin_play(struct play *p)
{
	memset(p, 0, sizeof *p);
	p->owner = p->coming = -1;
	p->think = 1 + below(120);
	p->hold = 1 + below(60);
	p->l.until = LENGTH;
	if (gt_scratch_alloc(&p->l.waits, MOST, sizeof(struct gt_lock_wait), NULL))
		tap_bail("no memory");
	p->l.n = 1;
	p->l.v = calloc(1, sizeof *p->l.v);
	p->l.v[0] = (struct gt_lock){ .number = 1, .max = GT_NO_TIME, .hold_max = GT_NO_TIME, .longest = GT_NO_ROW };
	for (int i = 0; i < GOROUTINES; i++) {
		p->g[i].until = 1 + below(p->think);
		p->g[i].slice = p->slices++;
	}
}

struct wrong {
	unsigned waits, held, late, chained, convoys, lost, unlinked, sums;
};

/* What is said of each wait, against what was played. */
static void judge(const struct play *p, struct wrong *bad)
{
	static const struct gt_lock_wait none;

	for (uint32_t i = 0; i < p->l.nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(&p->l, i), *before = &none;

		if (!w->ended)
			continue;
		bad->waits++;
		/* At least since then; and not so carefully that nothing is said. */
		bad->held += w->held < p->since[w->stack] || w->held > w->end;
		bad->late += w->held == w->end;
		bad->convoys += w->nth >= GT_CONVOY;
		if (w->nth == 1)
			continue;
		for (uint32_t k = 0; k < i; k++)
			if (gt_lock_wait_at(&p->l, k)->g == w->waker && gt_lock_wait_at(&p->l, k)->ended)
				before = gt_lock_wait_at(&p->l, k);
		/* Who woke it had the lock from the wait before it in the chain, and had not given it back since. */
		bad->chained += before->nth + 1 != w->nth || before->first != w->first ||
				p->got[before->stack] != p->taking[w->stack];
	}
}

/* Chains that should have been told: somebody got the lock by a wait and gave it to one who was there already. */
static void judge_links(const struct play *p, struct wrong *bad)
{
	for (uint32_t i = 0; i < p->l.nwaits; i++) {
		const struct gt_lock_wait *w = gt_lock_wait_at(&p->l, i), *k;

		for (uint32_t j = 0; w->ended && w->nth == 1 && j < p->l.nwaits; j++) {
			k = gt_lock_wait_at(&p->l, j);
			bad->unlinked += k->ended && k->g == w->waker && p->got[k->stack] &&
					 p->got[k->stack] == p->taking[w->stack] && w->begin <= k->ran;
		}
	}
}

/* The sums, moment by moment. */
static void judge_sums(const struct play *p, struct wrong *bad)
{
	const struct gt_lock *k = &p->l.v[0];
	int64_t wait = 0, some = 0, sched = 0;
	bool held[LENGTH + 1] = { false };
	int64_t hold = 0;

	for (int64_t t = 0; t < LENGTH; t++) {
		unsigned n = 0;

		for (uint32_t i = 0; i < p->l.nwaits; i++) {
			const struct gt_lock_wait *w = gt_lock_wait_at(&p->l, i);

			n += w->ended && w->begin <= t && t < w->end;
			sched += w->ended && w->end <= t && (w->ran == GT_NO_TIME || t < w->ran);
			held[t] |= w->ended && w->held <= t && t < w->end;
		}
		wait += n;
		some += n > 0;
		hold += held[t];
	}
	bad->sums += k->wait != wait || k->some != some || k->sched != sched || k->hold != hold;
}

TAP_TEST(random)
{
	static struct play p;
	struct wrong bad = { 0 };

	srand(13);
	for (int i = 0; i < HISTORIES; i++) {
		begin_play(&p);
		play(&p);
		gt_locks_sort(&p.l);
		gt_locks_find_holders(&p.l);
		if (gt_locks_sum(&p.l, NULL))
			tap_bail("no memory");
		judge(&p, &bad);
		judge_links(&p, &bad);
		judge_sums(&p, &bad);
		gt_scratch_free(&p.l.waits);
		free(p.l.v);
	}
	tap_diag("%u waits, %u in convoys, %u of which nothing is known", bad.waits, bad.convoys, bad.late);
	tap_ok(bad.waits > 10000 && bad.convoys > 1000, "there were waits and convoys");
	tap_is_int(bad.held, 0, "nobody is said to have held the lock before it had it");
	tap_ok(bad.late * 20 < bad.waits, "of nearly all it is known that they held it for some time");
	tap_is_int(bad.chained, 0, "chains are of those who got the lock by waiting and gave it to the next");
	tap_is_int(bad.unlinked, 0, "no such wait begins a chain of its own");
	tap_is_int(bad.sums, 0, "sums are those of each moment");
}
