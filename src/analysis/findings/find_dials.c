/* Connections that net/http opened for nearly each call, though some that were open might have served. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/queues/queueing.h"
#include "analysis/stacks/where.h"
#include "analysis/table/percentile.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define ROWS_PER_STEP 1000
#define FEW_DIALS 10          /* that could have been spared, and half of the calls: fewer may be a begin */

/* Where the program calls net/http, and the function that called that. */
static struct gt_dial_site dial_site_of(const struct gt_trace *t, uint32_t stack)
{
	uint32_t at = gt_where_frame(t, stack);
	struct gt_dial_site s = { .stack = stack };
	struct gt_frame f;

	if (!gt_stack_frame(t, stack, at, &f) || gt_func_is_library(t, f.func))
		return s;
	s.func = f.func;
	s.line = f.line;
	while (gt_stack_frame(t, stack, ++at, &f))
		if (!gt_func_is_library(t, f.func)) {
			s.from = f.func;
			break;
		}
	return s;
}

static struct gt_dial_site *find_site(struct gt_findings *f, uint32_t stack, bool adds)
{
	struct gt_dial_site s = dial_site_of(f->trace, stack);

	for (size_t i = 0; i < f->ndials && s.func; i++)
		if (f->dials[i].func == s.func && f->dials[i].line == s.line && f->dials[i].from == s.from)
			return &f->dials[i];
	if (!s.func || !adds)
		return NULL;
	GT_GROW(f->dials, f->cap_dials, f->ndials + 1);
	f->dials[f->ndials] = s;
	return &f->dials[f->ndials++];
}

static void add_span(struct gt_inarow_span **v, size_t *n, size_t *cap, int64_t t0, int64_t t1)
{
	GT_GROW(*v, *cap, *n + 1);
	(*v)[(*n)++] = (struct gt_inarow_span){ t0, t1 };
}

/* ---- connections, and who waited for them ---- */

/* Who made the goroutine that opens a connection stops soon, and runs again when there is one. */
static void look_at_dial(struct gt_findings *f, const struct gt_goroutine *g)
{
	struct gt_dial_site *site = find_site(f, g->create_stack, true);
	struct gt_goroutine by;
	struct gt_slice s, next;
	uint32_t k;
	int64_t t1;

	if (!site)
		return;
	site->n++;
	if (!gt_goroutine_get(f->trace, g->creator, &by))
		return;
	k = gt_goroutine_seek(f->trace, g->creator, g->create);
	if (k + 1 >= by.slices || !gt_slice_get(f->trace, gt_goroutine_slice(f->trace, g->creator, k), &s) ||
	    gt_where_func(f->trace, s.end_stack) != site->func ||
	    !gt_slice_get(f->trace, gt_goroutine_slice(f->trace, g->creator, k + 1), &next))
		return;
	t1 = next.t0 < f->to ? next.t0 : f->to;
	add_span(&site->waits, &site->nwaits, &site->cap_waits, g->create, t1);
	gt_sat_grow(&site->sum, t1 - g->create);
	if (t1 - g->create > site->max) {
		site->max = t1 - g->create;
		site->g = g->creator;
		site->t0 = g->create;
	}
}

/* ---- calls ---- */

static bool is_written(const struct gt_trace *t, uint32_t waker)
{
	static const char writer[] = "net/http.(*persistConn).writeLoop";
	struct gt_goroutine g;
	size_t n;
	const char *s;

	if (waker == GT_NO_ROW || !gt_goroutine_get(t, waker, &g))
		return false;
	s = gt_trace_string(t, g.func, &n);
	return n == sizeof writer - 1 && !memcmp(s, writer, n);
}

/* The wait for an answer that follows a slice, if it is one of a function that opened connections. */
static void look_at_call(struct gt_findings *f, uint32_t slice)
{
	struct gt_dial_site *site;
	struct gt_goroutine g;
	struct gt_slice s, next;
	uint32_t k;

	if (!gt_slice_get(f->trace, slice, &s) || !(site = find_site(f, s.end_stack, false)) ||
	    !gt_goroutine_get(f->trace, s.g, &g))
		return;
	k = gt_goroutine_seek(f->trace, s.g, s.t1);
	if (k >= g.slices || !gt_slice_get(f->trace, gt_goroutine_slice(f->trace, s.g, k), &next))
		return;
	if (!is_written(f->trace, next.waker))
		add_span(&site->calls, &site->ncalls, &site->cap_calls, s.t1, next.t0);
}

bool gt_finding_dials_step(struct gt_findings *f)
{
	uint32_t n = gt_trace_info(f->trace)->goroutines, end;
	bool any = f->next_dial > 0;
	struct gt_goroutine g;

	for (size_t i = 0; i < f->nstay && !any; i++)
		any = f->stay[i].created >= FEW_DIALS && gt_queue_is_dialer(f->trace, f->stay[i].func);
	if (!any || f->inarow.many)
		return false;
	end = n - f->next_dial > ROWS_PER_STEP ? f->next_dial + ROWS_PER_STEP : n;
	for (; f->next_dial < end; f->next_dial++)
		if (gt_goroutine_get(f->trace, f->next_dial, &g) && !g.predates_trace && g.create >= f->from &&
		    g.create < f->to && gt_queue_is_dialer(f->trace, g.func))
			look_at_dial(f, &g);
	if (f->next_dial < n)
		return true;
	for (size_t i = 0; i < f->inarow.ncalls && f->ndials; i++)
		look_at_call(f, f->inarow.calls[i]);
	return false;
}

/* ---- judging ---- */

static int by_dial_span(const void *a, const void *b)
{
	const struct gt_inarow_span *x = a, *y = b;

	return GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1);
}

/* The most calls at a time: these many connections there have to be. */
static uint64_t calls_at_a_time(const struct gt_dial_site *s)
{
	int64_t *begins = gt_xcalloc(2 * s->ncalls + 1, sizeof *begins), *ends = begins + s->ncalls;
	uint64_t now = 0, most = 0;
	size_t ended = 0;

	for (size_t i = 0; i < s->ncalls; i++) {
		begins[i] = s->calls[i].t0;
		ends[i] = s->calls[i].t1;
	}
	gt_sort_i64(begins, s->ncalls);
	gt_sort_i64(ends, s->ncalls);
	for (size_t i = 0; i < s->ncalls; i++) {
		for (now++; ends[ended] <= begins[i]; ended++)
			now--;
		most = now > most ? now : most;
	}
	free(begins);
	return most;
}

static void put_dials(struct gt_findings *f, unsigned kind, struct gt_dial_site *s)
{
	uint64_t most = calls_at_a_time(s);
	int64_t cost = 0, until = 0;
	struct gt_finding *x;

	if (s->n < most + FEW_DIALS || (s->n - most) * 2 < s->ncalls)
		return;
	if (s->nwaits)
		qsort(s->waits, s->nwaits, sizeof *s->waits, by_dial_span);
	for (size_t i = 0; i < s->nwaits; i++)
		gt_cover_on(&cost, &until, s->waits[i].t0, s->waits[i].t1);
	if (!gt_finding_matters(f, cost))
		return;
	x = gt_finding_add(f, kind, cost);
	x->count = s->n;
	x->of = s->ncalls > s->n ? s->ncalls : s->n;
	x->max = s->max;
	x->func = s->func;
	x->holder = s->from;
	x->where = s->stack;
	x->g = s->g;
	x->t0 = s->t0;
	x->t1 = s->t0 + s->max;
	gt_finding_prove(x, "dials", (int64_t)s->n);
	gt_finding_prove(x, "calls", (int64_t)s->ncalls);
	gt_finding_prove(x, "at_a_time", (int64_t)most);
	gt_finding_prove(x, "sum_ns", s->sum);
	gt_finding_prove(x, "max_ns", s->max);
}

static void list_dials(struct gt_findings *f, unsigned kind)
{
	for (size_t i = 0; i < f->ndials; i++)
		put_dials(f, kind, &f->dials[i]);
}

static void text_dials(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	gt_say(out, "{}", gt_as_doer(fs, f));
	if (f->holder)
		gt_say(out, ", called from {},", gt_as_func(fs->trace, f->holder));
	gt_say(out, " opened {} for {}, at most {} of them at a time; it waited {} for connections, at most {} for one",
	       gt_as_many(f->count, "connection"), gt_as_many((uint64_t)gt_finding_evidence(f, "calls"), "call"),
	       gt_as_evidence(f, "at_a_time"), gt_as_evidence(f, "sum_ns"), gt_as_dur(f->max));
}

static void report_dials(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)f;
	gt_say(out, "--report=goroutines --columns=g,func,create,creator,create_stack --filter='create>={} && create<{} && "
	       "(func=\"net/http.(*Transport).dialConnFor\" || func=\"net/http.(*Transport).startDialConnForLocked.func1\")'",
	       gt_as_i64(fs->from), gt_as_i64(fs->to));
}

const struct gt_finding_ops gt_finding_dials = {
	.name = "connections",
	.subject = GT_FINDING_OF_STATE,
	.list = list_dials,
	.text = text_dials,
	.report = report_dials,
	.advice = "A connection that is open can serve the next call. Make one http.Client with one Transport and use it for all "
		  "calls, read each answer's Body to its end and close it, and set Transport.MaxIdleConnsPerHost, which is 2, to "
		  "the number of calls at a time.",
};
