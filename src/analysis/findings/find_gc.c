/* What the garbage collector cost. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/gc/gccycles.h"
#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define SWEPT_LEAST (INT64_C(256) << 10)        /* bytes: less in sweeps says nothing of who allocates */

struct allocator {
	uint32_t place;
	int64_t assists, swept;
};

static int by_allocator(const void *a, const void *b)
{
	const struct allocator *x = a, *y = b;

	return GT_ASC(x, y, place);
}

/* Those of the program, and what all together swept, bytes.  To be freed. */
static struct allocator *allocators(const struct gt_findings *f, size_t *n, int64_t *swept)
{
	const struct gt_gccost *c = &f->gc;
	struct allocator *v = gt_xcalloc(c->npayers + 1, sizeof *v);
	size_t all = 0;

	*n = 0;
	for (size_t i = 0; i < c->npayers; i++) {
		const struct gt_gcpayer *p = &c->payers[i];

		gt_sat_grow(swept, p->sweeps.reclaimed);
		if (p->place && !gt_func_is_library(f->trace, p->place))
			v[all++] = (struct allocator){ p->place, p->wall, p->sweeps.reclaimed };
	}
	if (all)
		qsort(v, all, sizeof *v, by_allocator);
	for (size_t i = 0; i < all; i++) {
		if (!*n || v[*n - 1].place != v[i].place) {
			v[(*n)++] = v[i];
			continue;
		}
		gt_sat_grow(&v[*n - 1].assists, v[i].assists);
		gt_sat_grow(&v[*n - 1].swept, v[i].swept);
	}
	return v;
}

void gt_finding_find_allocator(struct gt_findings *f)
{
	struct allocator most = { 0, 0, 0 }, sweeper = { 0, 0, 0 }, *v;
	size_t n;

	f->swept = 0;
	v = allocators(f, &n, &f->swept);
	for (size_t i = 0; i < n; i++) {
		most = v[i].assists > most.assists ? v[i] : most;
		sweeper = v[i].swept > sweeper.swept ? v[i] : sweeper;
	}
	free(v);
	/*
	 * Who allocates sweeps for room in proportion.  Each goroutine pays an assist for its first small object in a
	 * cycle, and one can be long because its thread had no core: assists only say who paid.
	 */
	if (sweeper.swept >= SWEPT_LEAST && sweeper.swept / 3 >= f->swept / 4) {
		f->allocator = sweeper.place;
		f->allocator_swept = sweeper.swept;
	} else if (most.assists >= f->limits.stop && most.assists >= f->gc.wall / 2) {
		f->allocator = most.place;
		f->allocator_ns = most.assists;
	}
}

static void name_allocator(const struct gt_findings *f, struct gt_finding *x)
{
	x->holder = f->allocator;
	if (f->allocator_swept) {
		gt_finding_prove(x, "allocator_bytes", f->allocator_swept);
		gt_finding_prove(x, "swept_bytes", f->swept);
	} else if (f->allocator) {
		gt_finding_prove(x, "allocator_ns", f->allocator_ns);
	}
}

/* "main.render allocates most (71% of what goroutines swept) and " */
static void put_allocator(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t swept = gt_finding_evidence(f, "allocator_bytes");

	/* What it brings about does not say it again. */
	if (!f->holder || f->because != GT_NO_ROW)
		return;
	if (swept)
		gt_say(out, "{} allocates most ({} of what goroutines swept) and ", gt_as_func(fs->trace, f->holder),
		       gt_as_part(swept, gt_finding_evidence(f, "swept_bytes")));
	else
		gt_say(out, "{} paid most mark assists ({} of their time) and ", gt_as_func(fs->trace, f->holder),
		       gt_as_part(gt_finding_evidence(f, "allocator_ns"), fs->gc.wall));
}

/* Then it matters little who allocates. */
static bool mostly_called_for(const struct gt_findings *f)
{
	return f->pace.cycles >= GT_PACE_CYCLES && f->pace.called * 2 > f->pace.cycles;
}

static void list_gc(struct gt_findings *f, unsigned kind)
{
	const struct gt_gccost *c = &f->gc;
	int64_t cost = gt_gccost_took(&f->gc, f->sweep.idle.procs);
	struct gt_finding *x;

	if (!gt_finding_matters(f, cost))
		return;
	x = gt_finding_add(f, kind, cost);
	x->count = c->cycles;
	x->max = c->longest_ns;
	gt_finding_at_range(f, x, c->longest);
	gt_finding_prove(x, "cycles", (int64_t)c->cycles);
	gt_finding_prove(x, "mark_ns", c->mark);
	gt_finding_prove(x, "dedicated_ns", c->dedicated);
	gt_finding_prove(x, "fractional_ns", c->fractional);
	gt_finding_prove(x, "idle_ns", c->idle);
	gt_finding_prove(x, "assist_ns", c->assist);
	gt_finding_prove(x, "busy_ns", c->busy);
	if (mostly_called_for(f)) {
		x->where = f->pace.called_at;
		gt_finding_prove(x, "called", (int64_t)f->pace.called);
	} else {
		name_allocator(f, x);
	}
}

/* ---- how often ---- */

bool gt_finding_gcs_often(const struct gt_findings *f)
{
	return f->gc.cycles >= GT_PACE_CYCLES &&
	       (double)f->gc.cycles * 1e9 >= (double)f->limits.gcs * (double)(f->to - f->from);
}

bool gt_finding_asks_for_gc(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if ((n == 10 && !memcmp(s, "runtime.GC", n)) || (n >= 14 && !memcmp(s, "runtime/debug.", 14)))
			return true;
	}
	return false;
}

/* Of one that is not the first. */
static bool is_tight(const struct gt_gc_cycle *c)
{
	uint64_t left = c[-1].live;

	return left != GT_NONE && c->heap != GT_NONE && c->heap >= left && c->heap - left <= left / 4;
}

/* Of one that is not the first.  GOGC=100 leaves as much room as is in use, and nobody sets it to 5 or less. */
static bool is_at_limit(const struct gt_gc_cycle *c)
{
	uint64_t left = c[-1].live;

	return left != GT_NONE && c->goal != GT_NONE && c->goal <= left + left / 20;
}

void gt_gc_fills_of(struct gt_gc_fills *p, const struct gt_trace *t, int64_t from, int64_t to)
{
	uint64_t n;
	struct gt_gc_cycle *v = gt_gc_cycles(t, &n);

	*p = (struct gt_gc_fills){ 0 };
	for (const struct gt_gc_cycle *c = v; c < v + n && c->t0 < to; c++) {
		if (c->t1 != GT_NO_TIME && c->t1 <= from)
			continue;
		p->cycles++;
		p->at_limit += c > v && is_at_limit(c);
		if (c > v && is_tight(c)) {
			p->tight++;
			p->in_use = c[-1].live > p->in_use ? c[-1].live : p->in_use;
		}
		if (gt_finding_asks_for_gc(t, c->stack)) {
			p->called_at = p->called++ ? p->called_at : c->stack;
		} else if (c->goal == GT_NONE && c->stack) {
			p->limited++;
		}
		if (c->heap == GT_NONE || c->goal == GT_NONE)
			continue;
		/* The pacer starts one at 0.7 of the way to the goal or later, so with three fifths of it in use. */
		p->filled += (double)c->heap >= 0.6 * (double)c->goal;
		p->least = !p->least || c->goal < p->least ? c->goal : p->least;
		p->most = c->goal > p->most ? c->goal : p->most;
	}
	free(v);
}

static void list_gcs(struct gt_findings *f, unsigned kind)
{
	const struct gt_gc_fills *p = &f->pace;
	int64_t cost = gt_gccost_took(&f->gc, f->sweep.idle.procs);
	uint64_t began = p->filled + p->limited;
	struct gt_finding *x;

	/*
	 * Cycles that somebody called for, or whose heap is not known, say nothing about the goal.  And who would turn
	 * a knob for the share that is just worth being told.
	 */
	if (!gt_finding_matters(f, cost / 2) || !gt_finding_gcs_often(f) || began < GT_PACE_CYCLES ||
	    began * 5 < p->cycles * 4)
		return;
	x = gt_finding_add(f, kind, cost);
	x->count = p->cycles;
	x->max = f->gc.longest_ns;
	gt_finding_at_range(f, x, f->gc.longest);
	gt_finding_prove(x, "cycles", (int64_t)p->cycles);
	gt_finding_prove(x, "filled", (int64_t)p->filled);
	if (p->limited)
		gt_finding_prove(x, "without_goal", (int64_t)p->limited);
	if (p->filled) {
		gt_finding_prove(x, "heap_goal_min", (int64_t)p->least);
		gt_finding_prove(x, "heap_goal_max", (int64_t)p->most);
	}
	gt_finding_prove(x, "mark_ns", f->gc.mark);
	if (p->tight * 5 >= p->cycles * 4) {
		gt_finding_prove(x, "tight", (int64_t)p->tight);
		gt_finding_prove(x, "in_use_max", (int64_t)p->in_use);
	}
	if (p->at_limit * 5 >= p->cycles * 4)
		gt_finding_prove(x, "at_limit", (int64_t)p->at_limit);
	name_allocator(f, x);
}

static void list_assists(struct gt_findings *f, unsigned kind)
{
	const struct gt_gccost *c = &f->gc;
	struct gt_range_row r;
	struct gt_finding *x;
	struct gt_goroutine g;

	if (!gt_finding_matters(f, c->some) || !gt_range_get(f->trace, c->worst, &r))
		return;
	x = gt_finding_add(f, kind, c->some);
	x->count = c->assists;
	x->max = c->max;
	gt_finding_at_range(f, x, c->worst);
	x->g = r.g;
	if (gt_goroutine_get(f->trace, r.g, &g))
		x->func = g.func;
	gt_finding_prove(x, "assists", (int64_t)c->assists);
	gt_finding_prove(x, "assist_ns", c->assist);
	gt_finding_prove(x, "assist_wall_ns", c->wall);
	gt_finding_prove(x, "max_ns", c->max);
	name_allocator(f, x);
}

static void text_gc(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t workers = gt_sat_add(gt_finding_evidence(f, "dedicated_ns"), gt_finding_evidence(f, "fractional_ns"));
	int64_t assists = gt_finding_evidence(f, "assist_ns");

	if (f->where && gt_where_text(out, fs->trace, f->where))
		gt_say(out, " asked for {} of {} itself; ", gt_as_count((uint64_t)gt_finding_evidence(f, "called")),
		       gt_as_many(fs->pace.cycles, "cycle"));
	put_allocator(out, fs, f);
	gt_say(out, "the GC took {} of the busy time: workers {}, mark assists {}; {}, {}/s",
	       gt_as_part(gt_sat_add(workers, assists), gt_finding_evidence(f, "busy_ns")), gt_as_dur(workers),
	       gt_as_dur(assists), gt_as_many(f->count, "cycle"), gt_as_rate(fs, (double)f->count));
}

static void text_gcs(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t least = gt_finding_evidence(f, "heap_goal_min"), most = gt_finding_evidence(f, "heap_goal_max");
	uint64_t filled = (uint64_t)gt_finding_evidence(f, "filled");

	put_allocator(out, fs, f);
	if (!filled)
		gt_say(out, "the GC ran {} times a second, no goal recorded: memory limit or GOGC=off; marking took {} of the "
		       "time", gt_as_rate(fs, (double)f->count),
		       gt_as_part(gt_finding_evidence(f, "mark_ns"), fs->to - fs->from));
	else
		gt_say(out, "the GC ran {} times a second, {} because the heap was near its goal of {}; marking took {} of "
		       "the time", gt_as_rate(fs, (double)f->count),
		       filled == f->count ? gt_as_text("each time")
					  : gt_as_said("{} of {} times", gt_as_count(filled), gt_as_count(f->count)),
		       least < most ? gt_as_said("{} to {}", gt_as_bytes((uint64_t)least), gt_as_bytes((uint64_t)most))
				    : gt_as_bytes((uint64_t)most),
		       gt_as_part(gt_finding_evidence(f, "mark_ns"), fs->to - fs->from));
	if (gt_finding_evidence(f, "at_limit"))
		gt_say(out, "; the goal is what stays in use, so a memory limit (GOMEMLIMIT, debug.SetMemoryLimit) sets it, "
		       "not GOGC");
	if (gt_finding_evidence(f, "tight"))
		gt_say(out, "; up to {} stay in use, and at most a quarter of that is allocated from one cycle to the next",
		       gt_as_bytes((uint64_t)gt_finding_evidence(f, "in_use_max")));
}

static void text_assist(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	put_allocator(out, fs, f);
	gt_say(out, "{} held up {} for {}{}, {} of it on Ps; max {} ({})", gt_as_many(f->count, "mark assist"),
	       gt_as_text(f->count == 1 ? "its goroutine" : "goroutines"),
	       gt_as_evidence(f, "assist_wall_ns"), gt_as_text(f->count == 1 ? "" : " in total"),
	       gt_as_evidence(f, "assist_ns"), gt_as_dur(f->max), gt_as_func(fs->trace, f->func));
}

static void report_gc(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=gccost");
}

static void report_gcs(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=gc");
}

const struct gt_finding_ops gt_finding_gc = {
	.name = "garbage collection",
	.subject = GT_FINDING_OF_TIME,
	.list = list_gc,
	.text = text_gc,
	.report = report_gc,
	.advice = "Idle-mode marking is not included: it only uses idle Ps. Allocate less, or raise GOGC or "
		  "GOMEMLIMIT. Neither helps with cycles that the program asks for itself (runtime.GC): leave these out.",
};

const struct gt_finding_ops gt_finding_gcs = {
	.name = "frequent GC",
	.subject = GT_FINDING_OF_TIME,
	.list = list_gcs,
	.text = text_gcs,
	.report = report_gcs,
	.advice = "Each cycle marks all that lives, however little was allocated since. Raise GOGC, or set GOMEMLIMIT to "
		  "what the machine can give and GOGC=off, or allocate less. If a memory limit sets the goal, raise the "
		  "limit or keep less in use: GOGC changes nothing there.",
};

const struct gt_finding_ops gt_finding_assists = {
	.name = "mark assists",
	.subject = GT_FINDING_OF_ASSIST,
	.list = list_assists,
	.text = text_assist,
	.report = report_gc,
	.advice = "Goroutines that allocate must help the GC when it falls behind: allocate less, or raise GOGC or "
		  "GOMEMLIMIT.",
};
