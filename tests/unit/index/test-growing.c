/* An index while it is built: which pause or collection goes on, and the lives of a goroutine's id. */
#include "ask.h"
#include "base/buf.h"
#include "tap/tap.h"
#include "truth.h"
#include "unit/wire/build.h"

#define LIVES 5

/* ---- a trace in which something goes on whenever a reader looks: readers come every 256 events ---- */

/* Samples of the heap, 1 ns apart. */
static void wait(struct gt_buf *spec, int n)
{
	while (n-- > 0)
		gt_buf_puts(spec, "25 u1 u4096 ");
}

/*
 * On P0 G1, on P1 G2 in each round: G1 stops the world, G2 does while that goes on, G1's stop ends, then
 * G2's.  Then one of G1 alone, a collection, and one life of G5.
 */
static void put_p0(struct gt_buf *spec)
{
	gt_buf_puts(spec, "b1,1,1[0d u1000 u0 u1 19 u0 u1 u1 u2 ");
	for (unsigned i = 0; i < LIVES; i++) {
		gt_buf_puts(spec, "1a u1 u6 u0 ");        /* STWBegin */
		wait(spec, 700);
		gt_buf_puts(spec, "1b u1 ");              /* STWEnd */
		wait(spec, 700);
		gt_buf_puts(spec, "1a u1 u6 u0 ");
		wait(spec, 400);
		gt_buf_printf(spec, "1b u1 1d u1 u%u u0 ", 2 * i + 1);    /* GCBegin */
		wait(spec, 400);
		gt_buf_printf(spec, "1e u1 u%u ", 2 * i + 2);          /* GCEnd */
		gt_buf_puts(spec, "0e u1 u5 u0 u0 ");     /* GoCreate G5 */
		wait(spec, 400);
		/* GoStop G1, GoStart G5, GoDestroy, GoStart G1 */
		gt_buf_printf(spec, "13 u1 u4 u0 10 u1 u5 u1 11 u1 10 u1 u1 u%u ", i + 1);
	}
	gt_buf_puts(spec, "] ");
}

static void put_p1(struct gt_buf *spec)
{
	gt_buf_puts(spec, "b1,2,1[0d u1000 u1 u1 19 u0 u2 u2 u2 ");
	/* A round of P0 takes 2611 ns. */
	for (unsigned i = 0; i < LIVES; i++)
		gt_buf_printf(spec, "1a u%u u6 u0 1b u700 ", i ? 1911 : 350);
	gt_buf_puts(spec, "] ");
}

static void make_trace(struct gt_buf *trace)
{
	struct gt_buf spec = { 0 };

	gt_buf_puts(&spec, "b1,none,0[08 u1000000000] ");
	put_p0(&spec);
	put_p1(&spec);
	gt_buf_puts(&spec, "b1,none,0[04 05 u4 u1 61 05 u6 u1 62]");
	gt_build_trace(trace, 22, gt_buf_str(&spec), NULL);
	gt_buf_release(&spec);
}

/* ---- what the events up to now say ---- */

/* The begin of the first range of a kind that goes on after n events, GT_NO_TIME: none does. */
static int64_t open_since(const struct truth *truth, size_t n, enum gt_range kind)
{
	enum { MOST = 8 };
	struct { uint64_t g; int64_t t0; } open[MOST];
	size_t nopen = 0;
	int64_t since = GT_NO_TIME;

	for (size_t i = 0; i < n; i++) {
		const struct gt_event *e = &truth->ev[i];
		uint64_t g = kind == GT_RANGE_STW ? e->g : 0;
		size_t k = 0;

		if (e->range != kind || (e->kind != GT_EV_RANGE_BEGIN && e->kind != GT_EV_RANGE_END))
			continue;
		while (k < nopen && open[k].g != g)
			k++;
		if (e->kind == GT_EV_RANGE_END && k < nopen)
			open[k] = open[--nopen];
		else if (e->kind == GT_EV_RANGE_BEGIN && nopen < MOST) {
			open[nopen].g = g;
			open[nopen++].t0 = e->time;
		}
	}
	for (size_t k = 0; k < nopen; k++)
		since = since == GT_NO_TIME || open[k].t0 < since ? open[k].t0 : since;
	return since;
}

/* ---- what a reader sees ---- */

struct live {
	struct truth truth;
	struct gt_trace *t;
	unsigned looks, stops, collections, lives;      /* times that there was something to compare */
	unsigned bad_open, bad_lives, bad_find;
};

static uint64_t id_of(const struct live *l, uint32_t row)
{
	struct gt_goroutine g = { 0 };

	return gt_goroutine_get(l->t, row, &g) ? g.id : GT_NONE;
}

/* Rows are in the order in which lives began. */
static void check_life(struct live *l, uint32_t row)
{
	uint32_t rows = gt_trace_info(l->t)->goroutines, older = 0, all = 0, before = GT_NO_ROW, last = row;
	uint64_t id = id_of(l, row);
	struct gt_goroutine g;

	for (uint32_t r = 0; r < rows; r++) {
		if (id_of(l, r) != id)
			continue;
		all++;
		older += r < row;
		before = r < row ? r : before;
		last = r;
	}
	l->lives += all > 1;
	l->bad_lives += gt_goroutine_lives(l->t, id) != all || gt_goroutine_which_life(l->t, row) != older ||
			gt_goroutine_life(l->t, id, older) != row || gt_goroutine_life(l->t, id, all) != GT_NO_ROW;
	gt_goroutine_get(l->t, row, &g);
	l->bad_find += gt_goroutine_find(l->t, id, INT64_MAX) != last;
	if (g.predates_trace)
		return;
	l->bad_find += gt_goroutine_find(l->t, id, g.create) != row;
	l->bad_find += gt_goroutine_find(l->t, id, g.create - 1) != (before == GT_NO_ROW ? row : before);
}

static void check_now(struct live *l)
{
	size_t n = gt_trace_info(l->t)->events;
	int64_t stop = open_since(&l->truth, n, GT_RANGE_STW), gc = open_since(&l->truth, n, GT_RANGE_GC);

	l->looks++;
	l->stops += stop != GT_NO_TIME;
	l->collections += gc != GT_NO_TIME;
	l->bad_open += gt_range_open(l->t, GT_RANGE_STW) != stop || gt_range_open(l->t, GT_RANGE_GC) != gc;
	for (uint32_t row = 0; row < gt_trace_info(l->t)->goroutines; row++)
		check_life(l, row);
}

static void look(void *arg, struct gt_trace *t)
{
	struct live *l = arg;

	l->t = t;
	if (!gt_trace_info(t)->events)
		return;
	if (!l->truth.n)
		truth_load(&l->truth, t);
	check_now(l);
}

TAP_TEST(looks)
{
	struct gt_buf trace = { 0 };
	struct live l = { 0 };

	make_trace(&trace);
	ask_watch(trace.data, trace.len, look, &l);
	tap_ok(l.looks >= l.truth.n / 256, "a reader after every 256 events: %u", l.looks);
	tap_ok(l.stops > LIVES && l.stops < l.looks, "a pause goes on: %u times", l.stops);
	tap_ok(l.collections >= LIVES && l.collections < l.looks, "a collection: %u times", l.collections);
	tap_is_u64(l.bad_open, 0, "the index knows since when");
	tap_ok(l.lives > LIVES, "an id has several lives: %u times", l.lives);
	tap_is_u64(l.bad_lives, 0, "each life has its number, and each number its life");
	tap_is_u64(l.bad_find, 0, "and is found by a time");
	truth_free(&l.truth);
	gt_buf_release(&trace);
}
