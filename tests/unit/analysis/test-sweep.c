/* The walk back through time against counting every moment of random histories. */
#include "analysis/waits/sweep.h"

#include <stdlib.h>

#include "analysis/table/percentile.h"
#include "history.h"
#include "tap/tap.h"

static const struct gt_sweep_limits limits = { .long_wait = 5, .long_slice = 10 };

static void add_stop(struct history *h, int64_t t)
{
	struct gt_blame_row *b = &h->stops[h->blames.n];
	int64_t blocked = (int64_t)rnd_below(&h->rnd, 20) + 1, restart = (int64_t)rnd_below(&h->rnd, 5);

	if (!history_chance(h, 40) || h->blames.n == GT_COUNT(h->stops))
		return;
	*b = (struct gt_blame_row){ .t0 = t, .t1 = t + blocked + restart };
	b->ns[GT_PAUSE_RESTART] = restart;
	h->blames.n++;
	for (int64_t i = t; i < t + blocked && i < END; i++)
		h->stopped[i] = true;
}

/* ---- counting ---- */

struct counted {
	struct gt_sweep_waits waits;
	struct gt_sweep_idle idle;
	int64_t lengths[MOST];
	bool full[END], crowded[END];
};

static int64_t clipped(const struct history_slice *s, int64_t from, int64_t to, int64_t *a, int64_t *b)
{
	*a = s->ready > from ? s->ready : from;
	*b = s->t0 < to ? s->t0 : to;
	return s->g != GS - 1 && *b > *a ? *b - *a : 0;
}

static void count_waits(const struct history *h, int64_t from, int64_t to, struct counted *c, uint64_t *ready,
			uint64_t *queued, bool *some)
{
	for (size_t i = 0; i < h->nslices; i++) {
		int64_t a, b, ns = clipped(&h->slices[i], from, to, &a, &b);
		bool is_long = ns > limits.long_wait, ended = h->slices[i].id != GT_NO_ROW;

		for (int64_t t = a; ns && t < b; t++) {
			ready[t]++;
			queued[t] += is_long;
			some[t] |= is_long && ended;
		}
		if (!ns || !ended)
			continue;
		c->lengths[c->waits.n++] = ns;
		c->waits.nlong += is_long;
		c->waits.sum += ns;
		c->waits.max = ns > c->waits.max ? ns : c->waits.max;
	}
}

static uint64_t held_at(const struct history *h, int64_t t)
{
	uint64_t n = 0;

	for (uint32_t p = 0; p < PS; p++)
		n += h->held[p][t];
	return n;
}

static void count(const struct history *h, int64_t from, int64_t to, struct counted *c)
{
	uint64_t ready[END] = { 0 }, queued[END] = { 0 };
	bool some[END] = { 0 };
	int64_t piece = 0;

	*c = (struct counted){ .idle.worst0 = GT_NO_TIME, .idle.worst1 = GT_NO_TIME };
	count_waits(h, from, to, c, ready, queued, some);
	for (int64_t t = from; t < to; t++) {
		uint64_t held = held_at(h, t), idle = h->procs[t] > held ? h->procs[t] - held : 0;
		bool wasted = !h->stopped[t] && idle && ready[t];

		c->waits.some_long += some[t];
		c->idle.procs += (int64_t)h->procs[t];
		c->idle.idle += h->stopped[t] ? 0 : (int64_t)idle;
		c->idle.ready += wasted ? (int64_t)(idle < ready[t] ? idle : ready[t]) : 0;
		c->idle.wait += wasted;
		c->idle.wait_long += wasted && queued[t];
		c->full[t] = !h->stopped[t] && !idle;
		c->crowded[t] = c->full[t] && queued[t];
		piece = wasted ? piece + 1 : 0;
		if (piece && (c->idle.worst0 == GT_NO_TIME || piece > c->idle.worst1 - c->idle.worst0)) {
			c->idle.worst0 = t + 1 - piece;
			c->idle.worst1 = t + 1;
		}
	}
}

static int64_t queue_in(const struct history *h, const struct counted *c, const struct history_slice *s, int64_t from,
			int64_t to)
{
	int64_t most = 0;

	for (size_t i = 0; i < h->nslices; i++) {
		int64_t a, b, full = 0, ns = clipped(&h->slices[i], from, to, &a, &b);

		for (int64_t t = a; ns > limits.long_wait && t < b; t++)
			full += t >= s->t0 && t < s->t1 && c->full[t];
		most = full > most ? full : most;
	}
	return most;
}

/* Each long slice, once, with its queue and its crowded time. */
static bool same_longs(const struct history *h, const struct counted *c, const struct gt_sweep *s)
{
	size_t n = 0;

	for (size_t i = 0; i < h->nslices; i++) {
		const struct history_slice *p = &h->slices[i];
		int64_t crowded = 0;
		size_t k = 0;

		if (p->id == GT_NO_ROW || p->g == GS - 1 || p->t1 - p->t0 < limits.long_slice || p->t1 <= s->from ||
		    p->t0 >= s->to)
			continue;
		n++;
		for (int64_t t = s->from; t < s->to; t++)
			crowded += t >= p->t0 && t < p->t1 && c->crowded[t];
		while (k < s->nlongs && s->longs[k].slice != p->id)
			k++;
		if (k == s->nlongs || s->longs[k].queue != queue_in(h, c, p, s->from, s->to) ||
		    s->longs[k].c1 - s->longs[k].c0 != crowded || s->longs[k].ns != p->t1 - p->t0)
			return false;
	}
	return n == s->nlongs;
}

/* What gt_sweep_list says of the waits of some length. */
struct listed {
	const struct gt_sweep *s;
	uint64_t n, bad;
	int64_t sum, least, most;
};

static void list_one(void *arg, unsigned worker, const struct gt_wait *w)
{
	struct listed *l = arg;
	int64_t ns = w->t1 - w->t0;

	(void)worker;
	l->n++;
	l->sum += ns;
	l->bad += ns < l->least || ns > l->most || w->t0 < l->s->from || w->t1 > l->s->to || w->g >= GS - 1;
}

static void compare_lists(struct gt_sweep *s, const struct counted *c, uint64_t seed)
{
	for (int64_t least = 0; least < 40; least += 13) {
		struct listed l = { .s = s, .least = least, .most = least + 25 };
		int64_t sum = 0;
		uint64_t n = 0;

		for (uint64_t i = 0; i < c->waits.n; i++) {
			bool in = c->lengths[i] >= l.least && c->lengths[i] <= l.most;

			n += in;
			sum += in ? c->lengths[i] : 0;
		}
		gt_sweep_list(s, l.least, l.most, true, list_one, &l);
		tap_ok(l.n == n && l.sum == sum && !l.bad, "%d, %d .. %d: %d waits of %d ns and more", (int)seed,
		       (int)s->from, (int)s->to, (int)n, (int)least);
	}
}

/* In one thread and in several, in slabs of few rows or all at once. */
static void compare(struct history *h, uint64_t seed, int64_t from, int64_t to)
{
	static struct counted c;
	struct gt_sweep s;
	int rc = gt_sweep_begin(&s, h->s.t, &h->blames, from, to, &limits, NULL);

	s.threads = (from + to) % 3 ? 3 : 0;
	s.slab = (uint64_t)(from + to) % 40;
	while (!rc && !gt_sweep_step(&s))
		;
	count(h, from, to, &c);
	gt_sort_i64(c.lengths, c.waits.n);
	tap_ok(!rc && s.waits.n == c.waits.n && s.waits.nlong == c.waits.nlong && s.waits.sum == c.waits.sum &&
	       s.waits.max == c.waits.max && s.waits.some_long == c.waits.some_long &&
	       gt_sweep_percentile(&s, 0.5) == gt_percentile_i64(c.lengths, c.waits.n, 0.5) &&
	       gt_sweep_percentile(&s, 0.99) == gt_percentile_i64(c.lengths, c.waits.n, 0.99),
	       "%d, %d .. %d: %d waits", (int)seed, (int)from, (int)to, (int)c.waits.n);
	tap_ok(s.idle.procs == c.idle.procs && s.idle.idle == c.idle.idle && s.idle.ready == c.idle.ready &&
	       s.idle.wait == c.idle.wait && s.idle.wait_long == c.idle.wait_long,
	       "%d, %d .. %d: idle processors", (int)seed, (int)from, (int)to);
	tap_ok(s.idle.worst1 - s.idle.worst0 == c.idle.worst1 - c.idle.worst0 && s.idle.worst0 == c.idle.worst0,
	       "%d, %d .. %d: the longest piece", (int)seed, (int)from, (int)to);
	tap_ok(same_longs(h, &c, &s), "%d, %d .. %d: %d long slices", (int)seed, (int)from, (int)to, (int)s.nlongs);
	if (to == END)
		compare_lists(&s, &c, seed);
	gt_sweep_release(&s);
}

TAP_TEST(random)
{
	for (uint64_t seed = 1; seed <= 12; seed++) {
		static struct history h;

		history_make(&h, seed, add_stop);
		for (int64_t to = END - 5; to <= END; to++)
			compare(&h, seed, 0, to);
		for (int64_t a = 0; a < END; a += 97)
			compare(&h, seed, a, a + 130 < END ? a + 130 : END);
		compare(&h, seed, 300, 301);
		scene_close(&h.s);
	}
}
