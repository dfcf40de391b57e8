/* Who ran instead and critical paths of made-up traces, against what was true at each of their moments. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/owner.h"
#include "analysis/paths/critical.h"
#include "analysis/pressure/held.h"
#include "handmade.h"
#include "madeup.h"
#include "tap/tap.h"

#define RUNS 1000
#define WINDOWS 12

struct both {
	struct made r;
	struct gt_trace *t;
	uint64_t seed;
	uint32_t rows[MADE_GS];
	enum gt_owner owners[MADE_GS];
	unsigned windows, waits, times, differ;
};

static void differs(struct both *b, const char *what, int g, int64_t from, int64_t to)
{
	if (b->differ++ < 10)
		tap_diag("run %" PRIu64 ": %s of G%d, %d to %d", b->seed, what, g + 1, (int)from, (int)to);
}

/* ---- critical paths: the definition, moment by moment ---- */

struct moment {
	int g;
	enum gt_seg_kind kind;
};

static enum gt_seg_kind kind_of(const struct made *r, const struct made_spell *s, int64_t b)
{
	switch (s->state) {
	case MADE_RUNS: return r->labels[s->slice] ? GT_SEG_GC : GT_SEG_RUNNING;
	case MADE_READY: return GT_SEG_RUNNABLE;
	case MADE_CALLS: return GT_SEG_SYSCALL;
	case MADE_CALLS_ALONE: return GT_SEG_SYSCALL_BLOCK;
	default: break;
	}
	if (s->to != b)
		return GT_SEG_WAITING;
	if (s->reason == MADE_NETWORK)
		return GT_SEG_NETWORK;
	if ((s->reason == MADE_SLEEP || s->reason == MADE_SYNC) && s->on_p)
		return GT_SEG_TIMER;
	return s->reason == MADE_GC ? GT_SEG_GC : GT_SEG_NOBODY;
}

static void path(const struct made *r, int g, int64_t a, int64_t b, struct moment *out)
{
	while (a < b) {
		const struct made_spell *s = &r->spells[r->at[g][b - 1]];
		int64_t from = s->from > a ? s->from : a;

		if (b <= r->born[g] && r->creator[g] >= 0) {
			path(r, r->creator[g], a, b, out);
			return;
		}
		if (b <= r->born[g])
			from = a;
		if (b > r->born[g] && s->state == MADE_WAITS && s->to == b && s->waker >= 0 && !s->polled)
			path(r, s->waker, from, b, out);
		else
			for (int64_t t = from; t < b; t++)
				out[t] = (struct moment){ g, b <= r->born[g] ? GT_SEG_NOBODY : kind_of(r, s, b) };
		b = from;
	}
}

/* Each ns of the window once, the latest first. */
static bool is_path(const struct both *b, int g, int64_t from, int64_t to)
{
	struct moment want[MADE_END];
	struct gt_gspans windows = { 0 };
	int64_t at = to;
	bool ok = true;
	struct gt_crit c;
	struct gt_seg s;

	path(&b->r, g, from, to, want);
	gt_gspans_add(&windows, b->rows[g], from, to);
	gt_crit_open(&c, b->t, &windows);
	while (ok && gt_crit_next(&c, &s)) {
		ok = s.hop.t1 == at && s.hop.t0 < at && s.hop.t0 >= from;
		for (int64_t t = s.hop.t0; ok && t < at; t++)
			ok = b->rows[want[t].g] == s.hop.g && want[t].kind == s.kind;
		at = s.hop.t0;
	}
	gt_crit_close(&c);
	gt_gspans_release(&windows);
	return ok && at == from;
}

static int64_t ended(const struct made *r, int g)
{
	int64_t t = r->end;

	while (t > 0 && !r->at[g][t - 1])
		t--;
	return t;
}

static void test_paths(struct both *b)
{
	struct made *r = &b->r;

	for (int i = 0; i < WINDOWS; i++) {
		int g = (int)rnd_below(&r->rnd, (uint64_t)r->ngs);
		int64_t end = ended(r, g), to, from;

		if (end <= r->born[g])
			continue;
		to = i % 3 ? r->born[g] + 1 + (int64_t)rnd_below(&r->rnd, (uint64_t)(end - r->born[g])) : end;
		from = i % 4 ? (int64_t)rnd_below(&r->rnd, (uint64_t)to) : 0;
		b->windows++;
		if (!is_path(b, g, from, to))
			differs(b, "path", g, from, to);
	}
}

/* ---- who ran instead ---- */

static enum gt_held_kind kind_of_p(const struct both *b, int64_t p, int64_t t)
{
	static const enum gt_held_kind modes[] = { [MADE_DEDICATED] = GT_HELD_DEDICATED,
		[MADE_FRACTIONAL] = GT_HELD_FRACTIONAL, [MADE_IDLE_MARK] = GT_HELD_IDLE_MARK };
	const struct made *r = &b->r;
	int g = p < MADE_PS ? r->who[p][t] : -1;
	const struct made_spell *s;

	if (r->still[t])
		return GT_HELD_STILL;
	if (g < 0 && r->stopped[t])
		return GT_HELD_STOPPED;
	if (g < 0)
		return p < MADE_PS && r->held[p][t] ? GT_HELD_SCHEDULER : GT_HELD_IDLE;
	s = &r->spells[r->at[g][t]];
	if (s->state == MADE_CALLS)
		return GT_HELD_SYSCALL;
	if (r->labels[s->slice])
		return modes[r->labels[s->slice]];
	return b->owners[g] == GT_OWNER_PROGRAM ? GT_HELD_PROGRAM
	     : b->owners[g] == GT_OWNER_UNKNOWN ? GT_HELD_UNNAMED : GT_HELD_RUNTIME;
}

/* Moment by moment, P by P; by_g: what goroutines of the program had. */
static void count(const struct both *b, int64_t from, int64_t to, struct gt_held_split *out, int64_t by_g[MADE_GS])
{
	for (int64_t t = from; t < to; t++) {
		bool any = false;

		for (int64_t p = 0; p < b->r.n[t]; p++) {
			enum gt_held_kind kind = kind_of_p(b, p, t);

			out->ns[kind]++;
			any |= kind == GT_HELD_IDLE;
			if (kind == GT_HELD_PROGRAM || kind == GT_HELD_UNNAMED)
				by_g[b->r.who[p][t]]++;
		}
		out->ns[GT_HELD_FREE] += any;
		out->ns[GT_HELD_PROCS] += b->r.n[t];
	}
}

static int64_t sum_of(const struct gt_held_split *s)
{
	int64_t sum = 0;

	for (unsigned i = 0; i < GT_HELD_KINDS; i++)
		sum += s->ns[i];
	return sum;
}

/* Told once of each wait: which of the made-up run it is. */
struct told {
	struct both *b;
	int64_t from, to;
	bool seen[MADE_SPELLS];
};

static void take_wait(void *arg, unsigned worker, const struct gt_wait *w, const struct gt_held_split *split)
{
	struct told *told = arg;
	struct both *b = told->b;
	struct gt_held_split want = { { 0 } };
	int64_t by_g[MADE_GS] = { 0 };
	int g = 0, spell;

	(void)worker;
	while (g < MADE_GS - 1 && b->rows[g] != w->g)
		g++;
	spell = b->r.at[g][w->t0];
	count(b, w->t0, w->t1, &want, by_g);
	if (told->seen[spell] || memcmp(&want, split, sizeof want) || sum_of(split) != split->ns[GT_HELD_PROCS])
		differs(b, "parts of the wait", g, w->t0, w->t1);
	told->seen[spell] = true;
}

/* Waits for a P that an event began and another one ended, and that lie in the range somewhere. */
static bool is_told(const struct both *b, const struct made_spell *s, int64_t from, int64_t to)
{
	return s->state == MADE_READY && !s->older && s->to < INT64_MAX && s->to > from && s->from < to &&
	       b->owners[s->g] == GT_OWNER_PROGRAM;
}

static void test_waits(struct both *b, int64_t from, int64_t to, unsigned threads)
{
	struct told told = { .b = b, .from = from, .to = to };
	const struct gt_held_args a = { .from = from, .to = to, .threads = threads, .always = true,
					.always_known = true, .on_wait = take_wait, .arg = &told };
	struct gt_held h;

	if (gt_held_run(&h, b->t, &a, NULL, NULL, NULL))
		differs(b, "no waits", 0, from, to);
	gt_held_release(&h);
	for (int i = 1; i < b->r.nspells; i++) {
		const struct made_spell *s = &b->r.spells[i];

		b->waits += told.seen[i];
		if (told.seen[i] != is_told(b, s, from, to))
			differs(b, "a wait or none", s->g, s->from, s->to);
	}
}

/* ---- the same of any times, by start function ---- */

struct times {
	struct both *b;
	struct gt_held_span v[MADE_GS];
	bool seen[MADE_GS];
};

/* Of the parts of functions: what their goroutines had. */
static int64_t of_func(const struct both *b, const struct gt_held_part *part, const int64_t by_g[MADE_GS])
{
	int64_t ns = 0;

	for (int g = 0; g < b->r.ngs; g++) {
		struct gt_goroutine gor;

		if (by_g[g] && gt_goroutine_get(b->t, b->rows[g], &gor) && gor.func == part->func &&
		    (b->owners[g] == GT_OWNER_UNKNOWN) == (part->kind == GT_HELD_UNNAMED))
			ns += by_g[g];
	}
	return ns;
}

static void take_time(void *arg, size_t i, const struct gt_held *h)
{
	struct times *all = arg;
	struct gt_held_split want = { { 0 } };
	int64_t by_g[MADE_GS] = { 0 }, sum = 0;
	bool same;

	count(all->b, all->v[i].t0, all->v[i].t1, &want, by_g);
	same = !all->seen[i] && !memcmp(&want, &h->split, sizeof want);
	for (size_t k = 0; k < h->nparts; k++) {
		const struct gt_held_part *part = &h->parts[k];

		same &= part->ns == (part->kind > GT_HELD_UNNAMED ? want.ns[part->kind]
								   : of_func(all->b, part, by_g));
		sum += part->ns;
	}
	all->seen[i] = true;
	all->b->times++;
	if (!same || sum != want.ns[GT_HELD_PROCS])
		differs(all->b, "parts of a time", 0, all->v[i].t0, all->v[i].t1);
}

static int later_end(const void *a, const void *b)
{
	const struct gt_held_span *x = a, *y = b;

	return x->t1 != y->t1 ? (x->t1 < y->t1 ? 1 : -1) : 0;
}

static void test_times(struct both *b)
{
	const struct gt_held_args a = { .from = INT64_MIN, .to = INT64_MAX, .whole = true };
	struct gt_blame_index blames = { 0 };
	struct times all = { .b = b };
	struct gt_held h;

	for (size_t i = 0; i < GT_COUNT(all.v); i++) {
		all.v[i].t0 = (int64_t)rnd_below(&b->r.rnd, (uint64_t)b->r.end - 1);
		all.v[i].t1 = all.v[i].t0 + 1 + (int64_t)rnd_below(&b->r.rnd, (uint64_t)(b->r.end - all.v[i].t0));
	}
	qsort(all.v, GT_COUNT(all.v), sizeof all.v[0], later_end);
	gt_blame_index_update(&blames, b->t, 0);
	if (!gt_held_begin(&h, b->t, &blames, &a, NULL))
		gt_held_each(&h, all.v, GT_COUNT(all.v), take_time, &all);
	gt_held_release(&h);
	gt_blame_index_release(&blames);
	for (size_t i = 0; i < GT_COUNT(all.v); i++)
		if (!all.seen[i])
			differs(b, "a time that was not told", 0, all.v[i].t0, all.v[i].t1);
}

/* ---- runs ---- */

static void open_run(struct both *b, uint64_t seed, struct gt_buf *spec)
{
	struct gt_goroutine g = { 0 };

	made_run(&b->r, seed, spec);
	b->seed = seed;
	b->t = handmade_open_minor(22, gt_buf_str(spec));
	if (gt_trace_info(b->t)->duration != b->r.end || !gt_trace_info(b->t)->complete)
		tap_bail("run %" PRIu64 " lasts %d, not %d: %s", seed, (int)gt_trace_info(b->t)->duration,
			 (int)b->r.end, gt_trace_info(b->t)->damage.text);
	for (int i = 0; i < b->r.ngs; i++) {
		b->rows[i] = gt_goroutine_find(b->t, (uint64_t)i + 1, INT64_MAX);
		if (!gt_goroutine_get(b->t, b->rows[i], &g) || g.create != b->r.born[i])
			differs(b, "birth", i, b->r.born[i], g.create);
		b->owners[i] = gt_owner_of(b->t, &g);
	}
}

/* Arguments: the numbers of the first run and of the last one. */
TAP_TEST(runs)
{
	static struct both b;
	struct gt_buf spec = { 0 };
	char *const *args = tap_args();
	uint64_t first = args[0] ? strtoull(args[0], NULL, 10) : 1;
	uint64_t last = args[0] && args[1] ? strtoull(args[1], NULL, 10) : first + RUNS - 1;

	for (uint64_t seed = first; seed <= last; seed++) {
		int64_t from, to;

		open_run(&b, seed, &spec);
		from = (int64_t)rnd_below(&b.r.rnd, (uint64_t)b.r.end - 1);
		to = from + 1 + (int64_t)rnd_below(&b.r.rnd, (uint64_t)(b.r.end - from));
		test_paths(&b);
		test_waits(&b, 0, b.r.end, 1 + (unsigned)(seed % 3));
		test_waits(&b, from, to, 1 + (unsigned)(seed % 2));
		test_times(&b);
		gt_trace_close(b.t);
	}
	gt_buf_release(&spec);
	tap_is_u64(b.differ, 0, "%u paths, %u waits and %u times are what was so at each of their moments", b.windows,
		   b.waits, b.times);
}
