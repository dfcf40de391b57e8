/* What Ps did during waits: scenes with obvious answers, and random histories counted moment by moment. */
#include "analysis/pressure/pressgrid.h"
#include "base/thread.h"

#include <string.h>

#include "handmade.h"
#include "history.h"
#include "tap/tap.h"

/* ---- obvious ones ---- */

static struct gt_held walk(struct scene *s, const struct gt_blame_index *b, int64_t from, int64_t to, unsigned threads)
{
	const struct gt_held_args a = { .from = from, .to = to, .threads = threads, .always = true, .spans = true,
					.by_g = true };
	struct gt_held h;
	int rc = gt_held_begin(&h, s->t, b, &a, NULL);

	while (!rc && !gt_held_step(&h))
		;
	return h;
}

static void is_split(const struct gt_held *h, enum gt_held_kind kind, int64_t want, const char *what)
{
	tap_ok(h->split.ns[kind] == want, "%s: %s %d, not %d", what, gt_held_name(kind), (int)want,
	       (int)h->split.ns[kind]);
}

/* Goroutine 0 is ready from 100 to 200. */
TAP_TEST(obvious)
{
	struct gt_blame_row stop = { .t0 = 150, .t1 = 180 };
	struct gt_blame_index b = { .rows = &stop };
	struct gt_held h;
	struct scene s;

	stop.ns[GT_PAUSE_STOP] = 5;
	stop.ns[GT_PAUSE_STILL] = 15;
	stop.ns[GT_PAUSE_RESTART] = 10;
	scene_open(&s, GT_FORMAT_V2, 26);
	gt_goroutine_at(&s.t->store, 7)->system = true;
	scene_gomaxprocs(&s, 0, 4);
	scene_run(&s, 0, 0, 300);
	scene_run(&s, 1, 0, 130);
	scene_slice(&s, 0, 1, 50, 190, SCENE_BLOCKED, 0);
	scene_waited(&s, 0, 0, 100, 200, 300);
	scene_worker(&s, 1, 2, 0, 110, "GC (fractional)");
	scene_slice(&s, 1, 7, 115, 120, SCENE_BLOCKED, 0);
	scene_caller(&s, 1, 3, 120, 122, 130);
	scene_finish(&s);

	h = walk(&s, &b, INT64_MIN, INT64_MAX, 1);
	tap_ok(h.waits == 1 && h.sum == 100 && h.split.ns[GT_HELD_PROCS] == 400, "one wait of 100 with four Ps");
	is_split(&h, GT_HELD_PROGRAM, 90 + 2, "P 0 but for the end, P 1 before the call");
	is_split(&h, GT_HELD_SYSCALL, 8, "a call");
	is_split(&h, GT_HELD_FRACTIONAL, 10, "a worker");
	is_split(&h, GT_HELD_RUNTIME, 5, "the runtime");
	is_split(&h, GT_HELD_SCHEDULER, 5 + 10, "threads without goroutines");
	/* P 1 from 130 on, Ps 2 and 3 always: but not while nothing could start */
	is_split(&h, GT_HELD_IDLE, 70 + 2 * 100, "nobody's");
	tap_ok(h.split.ns[GT_HELD_FREE] == 100, "a P was free all the time");
	gt_held_release(&h);

	b.n = 1;
	h = walk(&s, &b, 120, 195, 1);
	tap_ok(h.waits == 1 && h.sum == 75 && h.split.ns[GT_HELD_PROCS] == 300, "cut, with a stop of the world");
	is_split(&h, GT_HELD_STILL, 60, "the world stood still");
	is_split(&h, GT_HELD_STOPPED, 15, "three Ps were stopped before it");
	is_split(&h, GT_HELD_IDLE, 20 + 2 * 30 + 3 * 25, "nobody's");
	is_split(&h, GT_HELD_PROGRAM, 2 + 30 + 5 + 20, "goroutines");
	tap_ok(h.split.ns[GT_HELD_FREE] == 55, "a P was free but for the stop");
	tap_ok(h.some == 75 && h.full == 5 && h.full_spans.n == 1 && h.full_spans.v[0].t0 == 190,
	       "pressure: always, and nobody ran in the end");
	gt_held_release(&h);
	scene_close(&s);
}

/* ---- why there were not enough ---- */

static struct gt_shortage shortage_of(struct scene *s, const struct gt_blame_index *b, int64_t from, int64_t to,
				      int64_t long_wait, unsigned threads)
{
	struct gt_shortage short_of = { .long_wait = long_wait };
	const struct gt_held_args a = { .from = from, .to = to, .threads = threads, .always = true,
					.shortage = &short_of };
	struct gt_held h;
	int rc = gt_held_begin(&h, s->t, b, &a, NULL);

	while (!rc && !gt_held_step(&h))
		;
	gt_held_release(&h);
	return short_of;
}

static bool is_sum(const struct gt_shortage *s, enum gt_short_kind kind, uint64_t n, int64_t ns, int64_t t0,
		   int64_t t1)
{
	const struct gt_short_sum *x = &s->sums[kind];

	return x->n == n && x->ns == ns && x->t0 == t0 && x->t1 == t1;
}

static bool is_stretch(const struct gt_short_alone *a, uint32_t g, int64_t t0, int64_t t1, int64_t ns)
{
	return a->g == g && a->t0 == t0 && a->t1 == t1 && a->ns == ns;
}

/*
 * Goroutine 0 runs from 10 to 40 ms, in 30 slices with short gaps; 1 from 60 to 75 and from 80 to 95 ms, and 2
 * meanwhile for 2 ms, and for half of one.  At the begin each runs for 900 us, and the others can.
 * From 45 to 50 ms goroutine 0 runs while the other P marks, because nobody wants it.
 */
TAP_TEST(alone)
{
	const int64_t us = 1000, ms = 1000 * us;
	const struct gt_blame_index b = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_lasts(&s, 200 * ms);
	scene_gomaxprocs(&s, 0, 2);
	scene_run(&s, 0, 0, 200 * ms);
	/* Before its first slice a goroutine may have been runnable. */
	for (uint32_t g = 0; g < 3; g++)
		scene_slice(&s, 1, g, g * ms, (g + 1) * ms - 100 * us, SCENE_BLOCKED, 0);
	for (int i = 10; i < 40; i++)
		scene_slice(&s, 0, 0, i * ms, (i + 1) * ms - us, SCENE_BLOCKED, 0);
	scene_slice(&s, 0, 0, 45 * ms, 50 * ms, SCENE_BLOCKED, 0);
	scene_run(&s, 1, 45 * ms, 50 * ms);
	scene_worker(&s, 1, 3, 45 * ms, 50 * ms, "GC (idle)");
	scene_slice(&s, 0, 2, 65 * ms, 67 * ms, SCENE_BLOCKED, 0);
	scene_slice(&s, 0, 2, 85 * ms, 85 * ms + 500 * us, SCENE_BLOCKED, 0);
	scene_slice(&s, 1, 1, 60 * ms, 75 * ms, SCENE_BLOCKED, 0);
	scene_slice(&s, 1, 1, 80 * ms, 95 * ms, SCENE_BLOCKED, 0);
	scene_finish(&s);
	for (unsigned threads = 1; threads <= GT_WORKERS; threads++) {
		struct gt_shortage x = shortage_of(&s, &b, 0, INT64_MAX, ms, threads);

		/* 900 us are too short. */
		tap_ok(x.nalone == 5, "%u threads: five stretches", threads);
		tap_ok(is_stretch(&x.alone[0], 1, 80 * ms, 95 * ms, 14 * ms + 500 * us),
		       "%u threads: half a millisecond of two is a gap", threads);
		tap_ok(is_stretch(&x.alone[1], 1, 67 * ms, 75 * ms, 8 * ms) &&
		       is_stretch(&x.alone[2], 1, 60 * ms, 65 * ms, 5 * ms), "%u threads: 2 ms of two are none", threads);
		tap_ok(is_stretch(&x.alone[3], 0, 45 * ms, 50 * ms, 5 * ms), "%u threads: an idle worker holds no P", threads);
		tap_ok(is_stretch(&x.alone[4], 0, 10 * ms, 40 * ms - us, 30 * (ms - us)),
		       "%u threads: gaps do not count", threads);
		tap_ok(x.several == 2 * ms + 500 * us + 2 * ms - 100 * us, "%u threads: two at a time", threads);
		gt_shortage_release(&x);
	}
	scene_close(&s);
}

/* Goroutine 0 is ready while a call keeps P 0, then all is silent; P 1 runs until 2 ms, in 40 slices. */
TAP_TEST(shortage)
{
	const int64_t us = 1000, ms = 1000 * us;
	const struct gt_blame_index b = { 0 };
	struct scene s;

	scene_open(&s, GT_FORMAT_V2, 26);
	scene_lasts(&s, 120 * ms);
	scene_gomaxprocs(&s, 0, 2);
	scene_run(&s, 0, 0, 2 * ms);
	scene_run(&s, 1, 0, 2 * ms);
	scene_caller(&s, 0, 3, 10 * us, 500 * us, 1500 * us);
	for (int i = 0; i < 40; i++)
		scene_slice(&s, 1, 1 + i % 2, i * 50 * us, (i + 1) * 50 * us - 1, SCENE_BLOCKED, 0);
	scene_waited(&s, 0, 0, 100 * us, 100 * ms, 101 * ms);
	scene_silence(&s, 2 * ms, 100 * ms);
	scene_finish(&s);
	for (unsigned threads = 1; threads <= GT_WORKERS; threads++) {
		struct gt_shortage x = shortage_of(&s, &b, 0, INT64_MAX, ms, threads);

		tap_ok(is_sum(&x, GT_SHORT_CALL, 1, ms, 500 * us, 1500 * us) && x.ncalls == 1 && x.calls[0].n == 1 &&
		       x.calls[0].max == ms && x.calls[0].t0 == 500 * us && x.calls[0].t1 == 1500 * us,
		       "%u threads: one call kept a P", threads);
		tap_ok(is_sum(&x, GT_SHORT_MARK, 0, 0, GT_NO_TIME, GT_NO_TIME) &&
		       is_sum(&x, GT_SHORT_LATE, 0, 0, GT_NO_TIME, GT_NO_TIME), "%u threads: nothing else", threads);
		tap_ok(x.stalls.n == 1 && x.stalls.v[0].t0 == 2 * ms && x.stalls.v[0].t1 == 100 * ms,
		       "%u threads: one stall", threads);
		gt_shortage_release(&x);
	}
	scene_close(&s);
}

/* No P is ever mentioned: a thread without one unblocks goroutine 1 at 15, and says at 115 that another one waits. */
TAP_TEST(no_procs)
{
	const struct gt_blame_index b = { 0 };
	struct scene s = { .t = handmade_open_spec(HANDMADE_TABLES "b1,1,10[19 02 01 unone 04 15 08 01 01 00 "
						   "19 64 06 unone 04]") };
	struct gt_shortage x = shortage_of(&s, &b, 0, INT64_MAX, 1000, 1);
	struct gt_held h = walk(&s, &b, 0, INT64_MAX, 1);

	tap_ok(h.some == 101 && is_sum(&x, GT_SHORT_PROGRAM, 0, 0, GT_NO_TIME, GT_NO_TIME),
	       "a goroutine waits for %d; without any P, none was busy: %d", (int)h.some,
	       (int)x.sums[GT_SHORT_PROGRAM].ns);
	gt_held_release(&h);
	gt_shortage_release(&x);
	gt_trace_close(s.t);
}

/* ---- random ones ---- */

static void add_stop(struct history *h, int64_t t)
{
	struct gt_blame_row *b = &h->stops[h->blames.n];
	int64_t stop = (int64_t)rnd_below(&h->rnd, 20) + 1, still = (int64_t)rnd_below(&h->rnd, 9);

	if (!history_chance(h, 80) || h->blames.n == GT_COUNT(h->stops))
		return;
	*b = (struct gt_blame_row){ .t0 = t, .t1 = t + stop + still + 3 };
	b->ns[GT_PAUSE_STOP] = stop;
	b->ns[GT_PAUSE_STILL] = still;
	b->ns[GT_PAUSE_RESTART] = 3;
	if (history_chance(h, 4))
		b->t1 = b->ns[GT_PAUSE_RESTART] = GT_NO_TIME;
	if (history_chance(h, 4))
		b->ns[GT_PAUSE_STILL] = GT_NO_TIME;
	h->blames.n++;
	if (b->ns[GT_PAUSE_STILL] == GT_NO_TIME && b->t1 == GT_NO_TIME)
		stop = END;
	for (int64_t i = t; i < t + stop + still && i < END; i++) {
		h->stopped[i] = true;
		h->still[i] |= i >= t + stop && b->ns[GT_PAUSE_STILL] != GT_NO_TIME;
	}
}

static void add_none(struct history *h, int64_t t)
{
	(void)h;
	(void)t;
}

struct counted {
	struct gt_held_split split;
	int64_t by_g[GS], some, full;
};

/* A moment, in which so many waits go on. */
static void count_moment(const struct history *h, int64_t t, int64_t waits, struct counted *c)
{
	int64_t *ns = c->split.ns, idle = 0;

	ns[GT_HELD_PROCS] += waits * (int64_t)h->procs[t];
	for (uint32_t p = 0; p < h->procs[t]; p++) {
		int g = p < PS ? h->who[p][t] : -1;

		if (h->still[t]) {
			ns[GT_HELD_STILL] += waits;
		} else if (g >= 0) {
			ns[g == GS - 1 ? GT_HELD_RUNTIME : GT_HELD_PROGRAM] += waits;
			c->by_g[g] += g == GS - 1 ? 0 : waits;
		} else if (h->stopped[t]) {
			ns[GT_HELD_STOPPED] += waits;
		} else if (p < PS && h->held[p][t]) {
			ns[GT_HELD_SCHEDULER] += waits;
		} else {
			ns[GT_HELD_IDLE] += waits;
			idle++;
		}
	}
	ns[GT_HELD_FREE] += idle ? waits : 0;
}

static void count(const struct history *h, int64_t from, int64_t to, struct counted *c)
{
	*c = (struct counted){ .some = 0 };
	for (int64_t t = from; t < to; t++) {
		int64_t ready = 0, waits = 0;
		bool runs_one = false;

		for (size_t i = 0; i < h->nslices; i++) {
			const struct history_slice *s = &h->slices[i];

			if (s->g == GS - 1 || s->ready > t || s->t0 <= t)
				continue;
			ready++;
			waits += s->id != GT_NO_ROW;
		}
		for (uint32_t p = 0; p < PS; p++)
			runs_one |= h->who[p][t] >= 0 && h->who[p][t] != GS - 1;
		c->some += ready > 0;
		c->full += ready > 0 && !runs_one;
		count_moment(h, t, waits, c);
	}
}

static int64_t length(const struct gt_held_spans *s)
{
	int64_t sum = 0;

	for (size_t i = 0; i < s->n; i++) {
		sum += s->v[i].t1 - s->v[i].t0;
		if (s->v[i].t0 >= s->v[i].t1 || (i && s->v[i].t0 <= s->v[i - 1].t1))
			return -1;
	}
	return sum;
}

static void compare(struct history *h, uint64_t seed, int64_t from, int64_t to, unsigned threads)
{
	struct gt_held got = walk(&h->s, &h->blames, from, to, threads);
	struct counted c;

	count(h, from, to, &c);
	tap_ok(!memcmp(&got.split, &c.split, sizeof c.split), "%d, %d .. %d: parts", (int)seed, (int)from, (int)to);
	tap_ok(got.by_g.data && !memcmp(got.by_g.data, c.by_g, sizeof c.by_g), "%d, %d .. %d: by goroutine", (int)seed,
	       (int)from, (int)to);
	tap_ok(got.some == c.some && got.full == c.full && length(&got.some_spans) == c.some &&
	       length(&got.full_spans) == c.full, "%d, %d .. %d: pressure", (int)seed, (int)from, (int)to);
	gt_held_release(&got);
}

/* Moment by moment: which of the kinds hold that need no long call. */
static unsigned short_at(const struct history *h, int64_t t, int64_t from, int64_t to, int64_t long_wait)
{
	int64_t waits = 0, longs = 0, idle = 0, program = 0, n = (int64_t)h->procs[t];

	for (size_t i = 0; i < h->nslices; i++) {
		const struct history_slice *s = &h->slices[i];
		int64_t a = s->ready > from ? s->ready : from, z = s->t0 < to ? s->t0 : to;

		if (s->g == GS - 1 || s->ready < 0 || t < s->ready || t >= s->t0)
			continue;
		waits++;
		longs += z - a > long_wait;
	}
	for (int p = 0; p < PS && p < n; p++) {
		idle += h->who[p][t] < 0 && !h->held[p][t];
		program += h->who[p][t] >= 0 && h->who[p][t] < GS - 1;
	}
	idle += n > PS ? n - PS : 0;
	if (!waits || h->stopped[t] || h->still[t])
		return 0;
	return (unsigned)(program == n) << GT_SHORT_PROGRAM |
	       (unsigned)(idle && idle < n && longs) << GT_SHORT_LATE;
}

static void compare_short(struct history *h, uint64_t seed, int64_t from, int64_t to, unsigned threads)
{
	const int64_t long_wait = 12;
	struct gt_shortage got = shortage_of(&h->s, &h->blames, from, to, long_wait, threads);

	for (unsigned k = 0; k < GT_SHORT_KINDS; k++) {
		int64_t ns = 0, begin = -1, t0 = GT_NO_TIME, t1 = GT_NO_TIME;
		uint64_t n = 0;

		for (int64_t t = from; t <= to; t++) {
			bool on = t < to && short_at(h, t, from, to, long_wait) >> k & 1;

			ns += on;
			n += on && begin < 0;
			if (!on && begin >= 0 && (t0 == GT_NO_TIME || t - begin > t1 - t0)) {
				t0 = begin;
				t1 = t;
			}
			begin = !on ? -1 : begin < 0 ? t : begin;
		}
		tap_ok(is_sum(&got, k, n, ns, t0, t1), "%d, %d .. %d, %u threads: %s", (int)seed, (int)from, (int)to,
		       threads, gt_short_name(k));
	}
	gt_shortage_release(&got);
}

/* Whether parts of a time are those of its moments, by start function: those of scenes are main.a and main.b. */
static bool is_counted(const struct history *h, const struct gt_held *got, int64_t t0, int64_t t1)
{
	int64_t program[2] = { 0 }, sum = 0;
	struct counted c = { .some = 0 };
	bool all = true;

	for (int64_t t = t0; t < t1 && t < END; t++)
		count_moment(h, t, 1, &c);
	for (int g = 0; g < GS; g++)
		program[g >= 4] += c.by_g[g];
	for (size_t k = 0; k < got->nparts; k++) {
		sum += got->parts[k].ns;
		if (got->parts[k].kind == GT_HELD_PROGRAM)
			all &= got->parts[k].ns == program[0] || got->parts[k].ns == program[1];
	}
	return all && sum == c.split.ns[GT_HELD_PROCS] && !memcmp(&got->split, &c.split, sizeof c.split);
}

struct times {
	const struct history *h;
	struct gt_held_span v[40];
	size_t told;
	bool same;
};

static void take_time(void *arg, size_t i, const struct gt_held *got)
{
	struct times *all = arg;

	all->told++;
	all->same &= is_counted(all->h, got, all->v[i].t0, all->v[i].t1);
}

static int later_end(const void *a, const void *b)
{
	const struct gt_held_span *x = a, *y = b;

	return x->t1 != y->t1 ? (x->t1 < y->t1 ? 1 : -1) : 0;
}

/* Of any times: one after the other, then all in one walk. */
static void compare_times(struct history *h, uint64_t seed)
{
	const struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true };
	struct times all = { .h = h, .same = true };
	bool same = true;
	struct gt_held got;
	int rc = gt_held_begin(&got, h->s.t, &h->blames, &a, NULL);

	for (size_t i = 0; i < GT_COUNT(all.v) && !rc; i++) {
		all.v[i].t0 = (int64_t)rnd_below(&h->rnd, END);
		all.v[i].t1 = all.v[i].t0 + 1 + (int64_t)rnd_below(&h->rnd, i % 4 ? 90 : END);
		gt_held_one(&got, all.v[i].t0, all.v[i].t1);
		same &= is_counted(h, &got, all.v[i].t0, all.v[i].t1);
	}
	tap_ok(!rc && same, "%d: parts of single times", (int)seed);
	qsort(all.v, GT_COUNT(all.v), sizeof all.v[0], later_end);
	if (!rc)
		gt_held_each(&got, all.v, GT_COUNT(all.v), take_time, &all);
	tap_ok(all.same && all.told == GT_COUNT(all.v), "%d: ... of all in one walk", (int)seed);
	gt_held_release(&got);
}

/* In so many parts; each border of parts is exact, and so are all sums of them. */
static void compare_grid(struct history *h, uint64_t seed, int64_t from, int64_t to, size_t parts)
{
	struct gt_press_grid p;
	int rc = gt_press_begin(&p, h->s.t, &h->blames, from, to, parts, NULL);
	int64_t some, full, sum = 0, end;
	bool same = !rc;
	struct counted c;

	while (!rc && !gt_press_step(&p))
		;
	tap_ok(!rc && p.from == from && p.to == to && p.n <= parts && p.width * (int64_t)p.n >= to - from,
	       "%d, %d .. %d: at most %d parts", (int)seed, (int)from, (int)to, (int)parts);
	for (int64_t t = from; t < to && !rc; t = end) {
		end = t + p.width < to ? t + p.width : to;
		count(h, t, end, &c);
		gt_press_over(&p, t, end, &some, &full);
		same &= some == c.some && full == c.full;
		sum += some;
		gt_press_over(&p, t, t + 1, &some, &full);
		same &= some >= 0 && some <= c.some && full >= 0 && full <= c.full;
	}
	gt_press_over(&p, from - 5, to + 5, &some, &full);
	tap_ok(same && some == sum, "%d, %d .. %d: pressure in %d parts", (int)seed, (int)from, (int)to, (int)parts);
	gt_press_release(&p);
}

TAP_TEST(random)
{
	static struct history h;

	for (uint64_t seed = 1; seed <= 12; seed++) {
		history_make(&h, seed, seed % 2 ? add_stop : add_none);
		for (int64_t to = END - 3; to <= END; to++)
			compare(&h, seed, 0, to, 1 + (unsigned)(to % 4));
		for (int64_t a = 0; a < END; a += 97)
			compare(&h, seed, a, a + 130 < END ? a + 130 : END, 1 + (unsigned)(a % 3));
		compare(&h, seed, 300, 301, 2);
		for (unsigned threads = 1; threads <= 5; threads++)
			compare_short(&h, seed, threads % 2 ? 0 : 70, END - 20, threads);
		compare_times(&h, seed);
		compare_grid(&h, seed, 0, END - 2, 1 + 37 * seed);
		compare_grid(&h, seed, 100, 103, 40);
		compare_grid(&h, seed, 90, 400, 7);
		scene_close(&h.s);
	}
}
