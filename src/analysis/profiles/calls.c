/* The profile of system calls. */
#include <stdlib.h>

#include "analysis/profiles/making.h"
#include "analysis/waits/waitscan.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define TELL 4096

/* Slices of a goroutine around a call that is more than a row of the index: k0 ... k1 - 1 with the states before. */
struct spot {
	uint32_t g, k0, k1;
};

/* A system call is several states: with its P, and after it was lost. */
struct call {
	int64_t t0, t1;
	uint32_t stack;
	bool any, open;
	bool counts;          /* v1: it lost its P */
	bool simple;          /* it is a row of the index and nothing else */
};

struct calls {
	struct gt_profile_job *job;
	struct gt_tallies *ts;
	struct spot *spots;
	size_t n, cap;
	uint32_t g;           /* the goroutine that is walked */
	struct call call;
	uint64_t done, total;
	bool stopped;
};

static void tell_calls(struct calls *c)
{
	if (++c->done % TELL == 0)
		c->stopped = c->stopped || !gt_profile_job_tell(c->job, c->done, c->total);
}

static void charge_call(struct calls *c, uint32_t g, const struct call *call)
{
	int64_t ns = gt_profile_measure(c->job, c->ts, g, call->t0, call->t1, call->open);
	const struct gt_tally_place place = { .g = g, .t = call->t0 };

	if (ns > 0)
		gt_tallies_add(c->ts, &(struct gt_tally){ .stack = call->stack, .count = 1, .ns = ns, .first = place,
							  .end = call->t1, .last = place });
}

/* ---- calls state by state ---- */

static void end_call(struct calls *c)
{
	struct call *call = &c->call;

	if (call->any && call->counts && call->t1 > call->t0 && !(call->simple && !c->job->narrow))
		charge_call(c, c->g, call);
	*call = (struct call){ .any = false };
}

static bool take_state(void *arg, const struct gt_interval *iv)
{
	struct calls *c = arg;
	const struct gt_profile_job *job = c->job;
	struct call *call = &c->call;
	bool lost = iv->what == GT_SPENT_SYSCALL_BLOCK;
	bool begins = iv->what == GT_SPENT_SYSCALL || (job->v1 && iv->begin_type == job->types->call_begin);

	if (!(lost || (begins && !iv->begin_type)) || !call->any || call->t1 != iv->t0)
		end_call(c);
	if (!lost && !begins)
		return true;
	if (!call->any) {
		/* v1: of a call that has no begin in the trace Go's reader knows nothing. */
		if (job->v1 && !begins)
			return true;
		*call = (struct call){ .t0 = gt_profile_shown_since(job, c->g, iv), .stack = iv->stack, .any = true,
				       .simple = !job->v1 && !lost && iv->begin_type &&
						 iv->end_type == job->types->call_end };
	} else {
		call->simple = false;
	}
	call->t1 = iv->t1;
	call->open = iv->open;
	call->counts = !job->v1 || lost;
	return true;
}

static void walk_spot(struct calls *c, const struct spot *s)
{
	c->g = s->g;
	c->call = (struct call){ .any = false };
	/* In steps, as a goroutine may have millions of slices. */
	for (uint64_t k = s->k0; !c->stopped && (k < s->k1 || k == s->k0); k += TELL) {
		uint32_t end = s->k1 - k > TELL ? (uint32_t)k + TELL : s->k1;

		gt_goroutine_walk_part(c->job->t, s->g, (uint32_t)k, end, take_state, c);
		c->done += TELL - 1;
		tell_calls(c);
	}
	end_call(c);
}

/* ---- all calls of the Ps ---- */

/* Of goroutine g the slice k, what comes after it, and the slice before it. */
static void add_spot(struct calls *c, uint32_t g, uint32_t k)
{
	struct gt_goroutine row;
	struct spot *last = c->n ? &c->spots[c->n - 1] : NULL;
	uint32_t k0 = k ? k - 1 : 0, k1;

	if (!gt_goroutine_get(c->job->t, g, &row))
		return;
	k1 = row.slices - k > 2 && k < row.slices ? k + 2 : row.slices;
	if (last && last->g == g && last->k0 <= k0 && last->k1 >= k1)
		return;
	GT_GROW(c->spots, c->cap, c->n + 1);
	c->spots[c->n++] = (struct spot){ g, k0, k1 };
}

static void take_row(struct calls *c, const struct gt_syscall *row)
{
	const struct gt_profile_job *job = c->job;

	if (row->g >= gt_trace_info(job->t)->goroutines || !gt_profile_job_has(job, row->g))
		return;
	if (row->lost || !row->known_start)
		add_spot(c, row->g, gt_goroutine_seek(job->t, row->g, row->t0));
	else if (!job->v1)
		charge_call(c, row->g, &(struct call){ .t0 = row->t0, .t1 = row->t1, .stack = row->stack });
}

static void scan_calls(struct calls *c)
{
	const struct gt_scope *scope = &c->job->scope;
	struct gt_trace *t = c->job->t;

	for (uint32_t p = 0; p < gt_trace_info(t)->procs; p++) {
		uint64_t n = gt_syscalls_of_proc(t, p), k = gt_syscall_seek(t, p, scope->from);
		struct gt_syscall row;

		/* One that began before the range may reach into it. */
		for (k -= k > 0; k < n && !c->stopped && gt_syscall_get(t, p, k, &row) && row.t0 < scope->until; k++) {
			take_row(c, &row);
			tell_calls(c);
		}
	}
}

/* What goes on when the scope begins, and calls without a row: those in which a goroutine was found, or began. */
static void scan_goroutines(struct calls *c)
{
	const struct gt_scope *scope = &c->job->scope;
	struct gt_trace *t = c->job->t;
	struct gt_goroutine g;

	for (uint32_t row = 0; row < gt_trace_info(t)->goroutines && !c->stopped; row++) {
		tell_calls(c);
		if (!gt_profile_job_has(c->job, row) || !gt_goroutine_get(t, row, &g) || g.create >= scope->until ||
		    (g.end != GT_NO_TIME && g.end <= scope->from))
			continue;
		if (g.first_state == GT_G_SYSCALL)
			add_spot(c, row, 0);
		if (g.create < scope->from) {
			uint32_t k = gt_goroutine_seek(t, row, scope->from);

			add_spot(c, row, k ? k - 1 : 0);
		}
	}
}

static int by_goroutine(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, k0);
}

/* Spots that touch are one, so that every call is walked from its begin to its end, and once. */
static void join_spots(struct calls *c)
{
	size_t n = 0;

	if (c->n)
		qsort(c->spots, c->n, sizeof *c->spots, by_goroutine);
	for (size_t i = 0; i < c->n; i++) {
		struct spot *last = n ? &c->spots[n - 1] : NULL;

		if (!last || last->g != c->spots[i].g || c->spots[i].k0 > last->k1)
			c->spots[n++] = c->spots[i];
		else if (c->spots[i].k1 > last->k1)
			last->k1 = c->spots[i].k1;
	}
	c->n = n;
}

/* Which of a goroutine's slices, with the states before them, show all its calls in the scope. */
static void walk_few(struct calls *c)
{
	const struct gt_profile_job *job = c->job;
	struct gt_goroutine g;

	for (size_t i = 0; i < job->nfew && !c->stopped; i++) {
		struct spot s = { .g = job->few[i] };

		if (!gt_goroutine_get(job->t, s.g, &g))
			continue;
		/* A call begins inside of a slice and goes on after it. */
		s.k0 = job->scope.from > 0 ? gt_goroutine_seek(job->t, s.g, job->scope.from) : 0;
		s.k0 -= s.k0 > 0;
		s.k1 = gt_goroutine_seek(job->t, s.g, job->scope.until);
		s.k1 = g.slices - s.k1 > 2 && s.k1 < g.slices ? s.k1 + 2 : g.slices;
		walk_spot(c, &s);
	}
}

int gt_profile_calls(struct gt_profile_job *job, struct gt_tallies *ts, struct gt_error *err)
{
	struct calls c = { .job = job, .ts = ts };

	c.total = gt_trace_info(job->t)->goroutines;
	for (uint32_t p = 0; p < gt_trace_info(job->t)->procs; p++)
		c.total += gt_syscalls_of_proc(job->t, p);
	if (job->narrow) {
		walk_few(&c);
	} else {
		scan_calls(&c);
		scan_goroutines(&c);
		join_spots(&c);
		for (size_t i = 0; i < c.n && !c.stopped; i++)
			walk_spot(&c, &c.spots[i]);
	}
	free(c.spots);
	return c.stopped ? gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled") : 0;
}
