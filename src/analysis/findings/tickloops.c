/* Loops over tickers: goroutines that timers wake at one place, and what they do until they wait there again. */
#include "analysis/findings/tickloops.h"

#include <stdlib.h>

#include "analysis/findings/busyplaces.h"
#include "analysis/findings/tickloops_own.h"
#include "analysis/goroutines/owner.h"
#include "analysis/stacks/where.h"
#include "analysis/table/percentile.h"
#include "analysis/waits/wakers.h"
#include "base/cover.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define INSTANTS_PER_STEP 20000
#define FEW_TICKS 6           /* wake-ups at a place by timers: fewer say nothing about a period */
#define FEW_OVER 5            /* turns that took too long, and a tenth of all, */
#define FEW_LONG 2            /* ... or so many with ... */
#define FEW_MISSED 10         /* ... ticks meanwhile */
#define LEAST_OF_A_FUNC 3     /* goroutines that timers woke so often share a ticker, perhaps */
#define MOST_OF_A_FUNC 16     /* goroutines of a function that are looked at: the first ones */
#define MOST_SLICES 200000    /* of a goroutine: one with more is not looked at */
#define MARKS 32u             /* other places at which a goroutine waits */
#define SITES 8               /* places of a goroutine */
#define SURE 2                /* how many times less the gaps between ticks vary than the waits for them do */
#define NAMED_TURNS 256u      /* turns in which the place of the work is looked for */

struct tick_wait {
	int64_t begin, end;
	int64_t sched, idle;      /* at its begin: ns for which the goroutine had been runnable; had waited for work */
	uint32_t site;            /* stack row */
	bool timed;               /* for something that a timer can do, and one did it */
	bool asks;                /* for something to do, perhaps */
};

struct tick_span {
	int64_t t0, t1;
};

/* What is known of a place, of all goroutines. */
struct tick_site {
	struct gt_tick_loop loop;
	struct tick_span *late;   /* times of turns beyond the period */
	size_t nlate, caplate;
	int64_t *ticks;           /* all wake-ups there by timers */
	size_t nticks, capticks;
	uint32_t goroutines;      /* that timers woke there */
};

struct gt_tick_look {
	struct gt_trace *t;
	int64_t from, to;
	uint64_t next, end;       /* instants */
	bool counted;
	uint32_t *wakes;          /* by goroutine row */
	uint32_t ngoroutines, at;
	struct gt_map of_func;    /* start function -> how many of its goroutines were looked at */
	struct tick_wait *waits;  /* of the present goroutine */
	size_t nwaits, capwaits;
	int64_t *gaps, *lengths;  /* scratch, of as many */
	struct gt_map by_site;
	struct gt_map own;        /* scratch: site of a wait -> whether it is the present loop's own */
	struct tick_site *sites;
	size_t nsites, capsites;
	struct gt_tick_loop *loops;
	size_t nloops;
};

/* ---- a goroutine's waits ---- */

static bool is_timed_reason(uint32_t reason)
{
	/* Not a sleep: it begins when the work ends, so none is missed. */
	return reason == GT_STR_CHAN_RECEIVE || reason == GT_STR_SELECT;
}

static void read_tick_waits(struct gt_tick_look *k, uint32_t row, const struct gt_goroutine *g)
{
	int64_t sched = 0;
	struct gt_slice last = { 0 }, s;
	bool any = false;

	k->nwaits = 0;
	for (uint32_t i = gt_goroutine_seek(k->t, row, k->from); i < g->slices; i++, last = s, any = true) {
		if (!gt_slice_get(k->t, gt_goroutine_slice(k->t, row, i), &s) ||
		    (s.ready != GT_NO_TIME ? s.ready : s.t0) >= k->to)
			break;
		if (any && last.reason && last.end_stack && s.ready > last.t1) {
			GT_GROW(k->waits, k->capwaits, k->nwaits + 1);
			k->waits[k->nwaits++] = (struct tick_wait){
				.begin = last.t1, .end = s.ready, .sched = sched, .site = last.end_stack,
				.asks = last.reason == GT_STR_CHAN_RECEIVE || last.reason == GT_STR_SELECT,
				.timed = is_timed_reason(last.reason) &&
					gt_waker_kind_before(k->t, &s) == GT_WAKER_TIMER };
		}
		if (s.ready != GT_NO_TIME)
			gt_sat_grow(&sched, s.t0 - s.ready);
	}
}

/*
 * Whether the loop itself waits there: in its function, or in one that called it.  A function that sleeps in a select
 * is done when its caller waits for more, so its select is no loop over a ticker.
 */
static bool is_loops_own(const struct gt_trace *t, uint32_t loop, uint32_t stack)
{
	uint32_t func = gt_where_func(t, stack);
	struct gt_frame frame;

	for (uint32_t i = gt_where_frame(t, loop); func && gt_stack_frame(t, loop, i, &frame); i++)
		if (frame.func == func)
			return true;
	return false;
}

/* Waits of the loop itself, at another place, are for something to do: no work. */
static void sum_idle(struct gt_tick_look *k, uint32_t site)
{
	int64_t idle = 0;

	gt_map_clear(&k->own);
	for (size_t i = 0; i < k->nwaits; i++) {
		struct tick_wait *w = &k->waits[i];
		uint32_t own;

		w->idle = idle;
		if (w->site == site || !w->asks || w->timed)
			continue;
		own = gt_map_get(&k->own, w->site);
		if (own == GT_MAP_NONE) {
			own = is_loops_own(k->t, site, w->site);
			gt_map_put(&k->own, w->site, own);
		}
		if (own)
			gt_sat_grow(&idle, w->end - w->begin);
	}
}

/* ---- a loop ---- */

struct tick_turns {
	struct tick_site *s;
	uint32_t g, site;
	uint32_t mark;            /* the site of a wait that is in each turn once; 0: none */
	int64_t period, usual, usual_wait;      /* an ordinary turn, an ordinary wait */
	uint64_t waits, timed, over, missed;
	int64_t off, moved;     /* of too long turns: how far the next tick is from a multiple, its wait from usual */
};

static struct tick_site *tick_site_of(struct gt_tick_look *k, uint32_t site)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&k->by_site, site, (uint32_t)k->nsites, &added);

	if (added) {
		GT_GROW(k->sites, k->capsites, k->nsites + 1);
		k->sites[k->nsites++] = (struct tick_site){ .loop = { .site = site, .g = GT_NO_ROW } };
	}
	return &k->sites[i];
}

/* The next wait at the site after the i-th of all; nwaits: there is none. */
static size_t next_at(const struct gt_tick_look *k, uint32_t site, size_t i)
{
	while (i < k->nwaits && k->waits[i].site != site)
		i++;
	return i;
}

/* From its tick to the next wait; not all of it is the loop's own doing. */
static bool took_too_long(const struct tick_turns *v, const struct tick_wait *a, const struct tick_wait *b)
{
	int64_t ns = b->begin - a->end;

	return ns > v->period && ns - (b->sched - a->sched) - (b->idle - a->idle) > v->period;
}

/* The period: 0, and nothing else, if there is none. */
static void fit_ticks(struct gt_tick_look *k, struct tick_turns *v)
{
	size_t ngaps = 0, n = 0;
	int64_t last = GT_NO_TIME;

	for (size_t i = next_at(k, v->site, 0); i < k->nwaits; i = next_at(k, v->site, i + 1)) {
		v->waits++;
		if (!k->waits[i].timed)
			continue;
		GT_GROW(v->s->ticks, v->s->capticks, v->s->nticks + 1);
		v->s->ticks[v->s->nticks++] = k->waits[i].end;
		if (last != GT_NO_TIME)
			k->gaps[ngaps++] = k->waits[i].end - last;
		last = k->waits[i].end;
		k->lengths[v->timed++] = k->waits[i].end - k->waits[i].begin;
	}
	v->s->goroutines += v->timed > 0;
	if (v->timed < FEW_TICKS || v->timed * 5 < v->waits * 4)
		return;
	v->usual_wait = gt_percentile_pick_i64(k->lengths, v->timed, 0.5);
	/* Nobody waits longer for a tick than from one to the next. */
	v->period = gt_tick_period(k->gaps, ngaps, v->usual_wait - v->usual_wait / 10);
	for (size_t i = next_at(k, v->site, 0), j; (j = next_at(k, v->site, i + 1)) < k->nwaits; i = j)
		if (k->waits[i].timed && !took_too_long(v, &k->waits[i], &k->waits[j]))
			k->lengths[n++] = k->waits[j].begin - k->waits[i].end;
	v->usual = n ? gt_percentile_pick_i64(k->lengths, n, 0.5) : 0;
}

static void judge_ticks(const struct gt_tick_look *k, struct tick_turns *v)
{
	int64_t periods;

	for (size_t i = next_at(k, v->site, 0), j; (j = next_at(k, v->site, i + 1)) < k->nwaits; i = j) {
		const struct tick_wait *a = &k->waits[i], *b = &k->waits[j];
		int64_t moved = b->end - b->begin - v->usual_wait;

		if (!a->timed || !took_too_long(v, a, b))
			continue;
		v->over++;
		v->missed += (uint64_t)((b->begin - a->end) / v->period);
		if (!b->timed)
			continue;
		gt_sat_grow(&v->off, gt_tick_error(b->end - a->end, v->period, &periods));
		gt_sat_grow(&v->moved, moved < 0 ? -moved : moved);
	}
}

/*
 * One turn may be several rounds of the loop, if the tick after a long one had come already.  A wait that is in nearly
 * all turns, the least often of such, is in each round once.
 */
static void find_mark(const struct gt_tick_look *k, struct tick_turns *v)
{
	struct {
		size_t turn;
		uint32_t site, turns, n;
	} marks[MARKS];
	uint32_t n = 0, turns = 0, least = UINT32_MAX;

	for (size_t i = next_at(k, v->site, 0), j; (j = next_at(k, v->site, i + 1)) < k->nwaits; i = j) {
		turns += k->waits[i].timed;
		for (size_t at = i + 1; at < j && k->waits[i].timed; at++) {
			uint32_t m = 0;

			while (m < n && marks[m].site != k->waits[at].site)
				m++;
			if (m == MARKS)
				continue;
			if (m == n) {
				marks[n].site = k->waits[at].site;
				marks[n].turns = marks[n].n = 0;
				marks[n++].turn = SIZE_MAX;
			}
			marks[m].n++;
			marks[m].turns += marks[m].turn != i;
			marks[m].turn = i;
		}
	}
	for (uint32_t m = 0; m < n; m++)
		if (marks[m].turns * UINT64_C(10) >= turns * UINT64_C(9) && marks[m].n < least) {
			least = marks[m].n;
			v->mark = marks[m].site;
		}
}

static void add_late(struct tick_turns *v, int64_t t0, int64_t t1)
{
	if (t0 >= t1)
		return;
	GT_GROW(v->s->late, v->s->caplate, v->s->nlate + 1);
	v->s->late[v->s->nlate++] = (struct tick_span){ t0, t1 };
}

/* What its rounds took beyond the period: from mark to mark, and what is before the first and after the last. */
static void add_rounds(const struct gt_tick_look *k, struct tick_turns *v, size_t i, size_t j)
{
	int64_t first = GT_NO_TIME, last = GT_NO_TIME, begin = k->waits[i].end, end = k->waits[j].begin;

	for (size_t at = i + 1; at < j; at++) {
		if (k->waits[at].site != v->mark)
			continue;
		if (last == GT_NO_TIME)
			first = k->waits[at].begin;
		else
			add_late(v, last + v->period, k->waits[at].begin);
		last = k->waits[at].begin;
	}
	if (!v->mark || first == last)
		/* The tick that had come in the meantime is looked after before the next wait. */
		add_late(v, begin + v->period, end - v->usual);
	else
		add_late(v, last + v->period, end + (first - begin));
}

static void add_turn(const struct gt_tick_look *k, struct tick_turns *v, size_t i, size_t j)
{
	const struct tick_wait *a = &k->waits[i], *b = &k->waits[j];
	struct gt_tick_loop *l = &v->s->loop;
	int64_t ns = b->begin - a->end;

	l->over++;
	l->missed += (uint64_t)(ns / v->period);
	add_rounds(k, v, i, j);
	if (ns <= l->longest)
		return;
	l->longest = ns;
	l->g = v->g;
	l->t0 = a->end;
	l->t1 = b->begin;
	l->period = v->period;
}

/* ---- loops ---- */

static void add_loop(struct gt_tick_look *k, struct tick_turns *v, struct gt_busy_places *places)
{
	unsigned named = 0;

	for (size_t i = next_at(k, v->site, 0), j; (j = next_at(k, v->site, i + 1)) < k->nwaits; i = j) {
		const struct tick_wait *a = &k->waits[i], *b = &k->waits[j];

		v->s->loop.turns += a->timed;
		if (!a->timed || !took_too_long(v, a, b))
			continue;
		add_turn(k, v, i, j);
		if (named++ < NAMED_TURNS)
			gt_busy_places_add(places, v->g, v->site, a->end, b->begin);
	}
}

static void look_at_site(struct gt_tick_look *k, const struct gt_goroutine *g, uint32_t site)
{
	struct tick_turns v = { .s = tick_site_of(k, site), .site = site, .g = g->row };
	struct gt_busy_places places;

	sum_idle(k, site);
	fit_ticks(k, &v);
	if (!v.period)
		return;
	judge_ticks(k, &v);
	/* Else it is the wait that is always as long, as in a loop that sleeps after its work. */
	if ((v.over < FEW_OVER && (v.over < FEW_LONG || v.missed < FEW_MISSED)) || v.over * 10 < v.timed ||
	    (double)v.off * SURE > (double)v.moved)
		return;
	v.s->loop.func = g->func;
	find_mark(k, &v);
	gt_busy_places_init(&places, k->t);
	add_loop(k, &v, &places);
	v.s->loop.work = gt_busy_places_most(&places);
	gt_busy_places_release(&places);
}

/* ---- steps ---- */

static void look_at_loops_of(struct gt_tick_look *k, uint32_t row)
{
	uint32_t sites[SITES], n = 0, seen;
	struct gt_goroutine g;

	if (!gt_goroutine_get(k->t, row, &g) || gt_owner_of(k->t, &g) != GT_OWNER_PROGRAM || g.slices > MOST_SLICES)
		return;
	seen = gt_map_get(&k->of_func, g.func);
	seen = seen == GT_MAP_NONE ? 0 : seen;
	if (seen == MOST_OF_A_FUNC)
		return;
	gt_map_put(&k->of_func, g.func, seen + 1);
	read_tick_waits(k, row, &g);
	k->gaps = gt_xrealloc(k->gaps, k->nwaits + 1, sizeof *k->gaps);
	k->lengths = gt_xrealloc(k->lengths, k->nwaits + 1, sizeof *k->lengths);
	for (size_t i = 0; i < k->nwaits && n < SITES; i++) {
		uint32_t j = 0;

		while (j < n && sites[j] != k->waits[i].site)
			j++;
		if (j == n && k->waits[i].timed)
			sites[n++] = k->waits[i].site;
	}
	for (uint32_t i = 0; i < n; i++)
		look_at_site(k, &g, sites[i]);
}

static void count_wakes(struct gt_tick_look *k)
{
	struct gt_instant_row r;

	for (unsigned i = 0; i < INSTANTS_PER_STEP && k->next < k->end; i++, k->next++)
		if (gt_instant_get(k->t, GT_INSTANT_TIMER, GT_NO_ROW, k->next, &r) && r.g < k->ngoroutines)
			k->wakes[r.g]++;
}

static int by_tick_span(const void *a, const void *b)
{
	const struct tick_span *x = a, *y = b;

	return GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1);
}

/* Goroutines that share one ticker, such as the limit of a rate: each tick wakes one of them, and none is missed. */
static bool is_shared(struct tick_site *s)
{
	uint64_t together = 0;

	if (s->goroutines < 2)
		return false;
	gt_sort_i64(s->ticks, s->nticks);
	for (size_t i = 1; i < s->nticks; i++)
		together += s->ticks[i] - s->ticks[i - 1] < s->loop.period / 2;
	return together * 10 < s->nticks;
}

static void list_loops(struct gt_tick_look *k)
{
	k->loops = gt_xcalloc(k->nsites + 1, sizeof *k->loops);
	for (size_t i = 0; i < k->nsites; i++) {
		struct tick_site *s = &k->sites[i];
		int64_t until = INT64_MIN;

		if (!s->loop.over || is_shared(s))
			continue;
		if (s->nlate)
			qsort(s->late, s->nlate, sizeof *s->late, by_tick_span);
		for (size_t j = 0; j < s->nlate; j++)
			gt_cover_on(&s->loop.ns, &until, s->late[j].t0, s->late[j].t1);
		s->loop.ticks = s->nticks;
		k->loops[k->nloops++] = s->loop;
	}
}

struct gt_tick_look *gt_tick_look_new(struct gt_trace *t, int64_t from, int64_t to)
{
	struct gt_tick_look *k = gt_xcalloc(1, sizeof *k);

	k->t = t;
	k->from = from;
	k->to = to;
	k->next = gt_instant_seek(t, GT_INSTANT_TIMER, GT_NO_ROW, from);
	k->end = gt_instant_seek(t, GT_INSTANT_TIMER, GT_NO_ROW, to);
	k->ngoroutines = k->end - k->next >= FEW_TICKS ? gt_trace_info(t)->goroutines : 0;
	k->wakes = gt_xcalloc((size_t)k->ngoroutines + 1, sizeof *k->wakes);
	gt_map_init(&k->of_func);
	gt_map_init(&k->by_site);
	gt_map_init(&k->own);
	return k;
}

void gt_tick_look_free(struct gt_tick_look *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->nsites; i++) {
		free(k->sites[i].late);
		free(k->sites[i].ticks);
	}
	free(k->sites);
	free(k->waits);
	free(k->gaps);
	free(k->lengths);
	free(k->wakes);
	free(k->loops);
	gt_map_release(&k->of_func);
	gt_map_release(&k->by_site);
	gt_map_release(&k->own);
	free(k);
}

bool gt_tick_look_step(struct gt_tick_look *k)
{
	if (k->ngoroutines && k->next < k->end) {
		count_wakes(k);
		return true;
	}
	while (k->at < k->ngoroutines) {
		uint32_t row = k->at++;

		if (k->wakes[row] < LEAST_OF_A_FUNC)
			continue;
		look_at_loops_of(k, row);
		return true;
	}
	list_loops(k);
	return false;
}

const struct gt_tick_loop *gt_tick_look_loops(const struct gt_tick_look *k, size_t *n)
{
	*n = k->nloops;
	return k->loops;
}
