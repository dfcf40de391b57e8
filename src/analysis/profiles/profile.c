/* A profile is made: goroutine by goroutine, each walked state by state. */
#include "analysis/profiles/profile.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/gscan.h"
#include "analysis/profiles/scan.h"
#include "analysis/table/types.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/caps.h"

/* So many slices of goroutines, or so many samples, are one step. */
#define STEP_SLICES 4096

/* A system call is two states: with its P, and after it was lost. */
struct call {
	int64_t t0, t1;
	uint32_t stack;
	bool any, open;
	bool counts;          /* v1: it lost its P */
};

struct gt_profile_scan {
	struct gt_trace *t;
	const struct gt_types *types;
	bool v1, wakers;
	struct gt_scope scope;
	struct gt_stackset stacks;
	struct gt_map by_stack;      /* stack, waker -> place in the profile's */
	uint8_t *matches;            /* by string row of a reason: 0 not looked at, 1 no, 2 yes */
	size_t nmatches;
	uint32_t blank;              /* the stack row that stands for none, and the end of its last wait */
	int64_t blank_end;
	/* where it is */
	uint32_t row, k;             /* goroutine, and which of its slices is next */
	uint64_t sample;
	bool walked;
	struct gt_wakings wakings;
	uint64_t charged;            /* wakings that were added up */
	/* the goroutine that is walked */
	struct gt_goroutine g;
	bool in_row;
	uint32_t k1;
	struct call call;
	uint32_t stood;              /* where it stood when it waited last, ... */
	int64_t waited;              /* ... which ended then */
};

static const char *const profile_names[] = {
	[GT_PROFILE_NET] = "net", [GT_PROFILE_SYNC] = "sync", [GT_PROFILE_SYSCALL] = "syscall",
	[GT_PROFILE_SCHED] = "sched", [GT_PROFILE_CPU] = "cpu", [GT_PROFILE_OFFCPU] = "offcpu",
};

const char *gt_profile_name(enum gt_profile_kind kind)
{
	return (unsigned)kind < GT_PROFILES ? profile_names[kind] : "?";
}

enum gt_profile_kind gt_profile_find(const char *name)
{
	enum gt_profile_kind k = 0;

	while (k < GT_PROFILES && strcmp(profile_names[k], name) != 0)
		k++;
	return k;
}

/* ---- sums ---- */

/*
 * A stack that says nothing is none.  Where a trace has both, Go's tool shows the one of the wait that ended last,
 * and so do we.
 */
static void take_blank(struct gt_profile_scan *s, uint32_t stack, int64_t end)
{
	if (end < s->blank_end)
		return;
	s->blank_end = end;
	s->blank = stack && gt_stack_depth(s->t, stack) ? stack : 0;
}

static void profile_charge(struct gt_profile *p, uint32_t named, uint32_t waker, int64_t ns, int64_t end)
{
	struct gt_profile_scan *s = p->scan;
	uint32_t at, stack = gt_stackset_find(&s->stacks, named);
	bool added = false;

	if (!stack)
		take_blank(s, named, end);
	waker = waker ? gt_stackset_find(&s->stacks, waker) : 0;
	at = gt_map_get_or_put(&s->by_stack, (uint64_t)waker << 32 | stack, (uint32_t)p->n, &added);
	if (added) {
		GT_GROW(p->stacks, p->cap, p->n + 1);
		p->stacks[p->n++] = (struct gt_profile_stack){ .stack = stack, .waker = waker };
	}
	p->stacks[at].count++;
	gt_sat_grow(&p->stacks[at].ns, ns);
	p->count++;
	gt_sat_grow(&p->ns, ns);
}

/* A wait of the goroutine: how much of it counts; 0 if none, or if it has not ended. */
static int64_t profile_measure(struct gt_profile *p, int64_t t0, int64_t t1, bool open)
{
	struct gt_profile_scan *s = p->scan;
	int64_t ns = gt_scope_part_of(&s->scope, s->g.row, t0, t1);

	if (ns <= 0 || !(open || gt_trace_beyond(s->t, t1)))
		return ns;
	p->unfinished++;
	gt_sat_grow(&p->unfinished_ns, ns);
	return 0;
}

static void take_wait(struct gt_profile *p, const struct gt_interval *iv, uint32_t stack)
{
	int64_t ns = profile_measure(p, iv->t0, iv->t1, iv->open);

	if (ns > 0)
		profile_charge(p, stack, 0, ns, iv->t1);
}

/* A wait that the event at `time` began or ended, whose stack is to be found. */
static void take_waking(struct gt_profile *p, const struct gt_interval *iv, uint32_t stack, int64_t time)
{
	int64_t ns = profile_measure(p, iv->t0, iv->t1, iv->open);

	if (ns > 0)
		gt_wakings_add(&p->scan->wakings, p->scan->g.row,
			       &(struct gt_waking){ .time = time, .ns = ns, .stack = stack });
}

/* ---- which waits: one function per profile, for each state of a goroutine in order ---- */

static bool has_word(const char *s, size_t n, const char *word)
{
	return memmem(s, n, word, strlen(word)) != NULL;
}

static bool reason_matches(struct gt_profile *p, uint32_t reason)
{
	struct gt_profile_scan *s = p->scan;
	size_t n, old = s->nmatches;
	const char *text;
	bool yes;

	if (reason >= old) {
		GT_GROW(s->matches, s->nmatches, (size_t)reason + 1);
		memset(s->matches + old, 0, s->nmatches - old);
	}
	if (s->matches[reason])
		return s->matches[reason] == 2;
	text = gt_trace_string(s->t, reason, &n);
	if (p->kind == GT_PROFILE_NET)
		yes = n == strlen("network") && !memcmp(text, "network", n);
	else
		yes = has_word(text, n, "chan") || has_word(text, n, "sync") || has_word(text, n, "select");
	s->matches[reason] = yes ? 2 : 1;
	return yes;
}

static void take_block(struct gt_profile *p, const struct gt_interval *iv)
{
	if (iv->what == GT_SPENT_BLOCK && reason_matches(p, iv->reason))
		take_wait(p, iv, iv->stack);
}

/* The time from which Go's readers know of a state that began before the trace. */
static int64_t shown_since(const struct gt_profile_scan *s, const struct gt_interval *iv)
{
	return !iv->begin_type && s->g.predates_trace && iv->t0 < s->g.first_seen ? s->g.first_seen : iv->t0;
}

static void end_call(struct gt_profile *p)
{
	struct call *c = &p->scan->call;
	struct gt_interval iv = { .t0 = c->t0, .t1 = c->t1, .open = c->open };

	if (c->any && c->counts && c->t1 > c->t0)
		take_wait(p, &iv, c->stack);
	*c = (struct call){ .any = false };
}

static void take_call(struct gt_profile *p, const struct gt_interval *iv)
{
	struct gt_profile_scan *s = p->scan;
	struct call *c = &s->call;
	bool lost = iv->what == GT_SPENT_SYSCALL_BLOCK;
	bool begins = iv->what == GT_SPENT_SYSCALL || (s->v1 && iv->begin_type == s->types->call_begin);

	if (!(lost || (begins && !iv->begin_type)) || !c->any || c->t1 != iv->t0)
		end_call(p);
	if (!lost && !begins)
		return;
	if (!c->any) {
		/* v1: of a call that has no begin in the trace Go's reader knows nothing. */
		if (s->v1 && !begins)
			return;
		*c = (struct call){ .t0 = shown_since(s, iv), .stack = iv->stack, .any = true };
	}
	c->t1 = iv->t1;
	c->open = iv->open;
	c->counts = !s->v1 || lost;
}

/* The events of which the trace tells the stack: of wake-ups they are looked for later. */
static void take_sched(struct gt_profile *p, const struct gt_interval *whole)
{
	struct gt_profile_scan *s = p->scan;
	struct gt_interval iv = *whole;

	if (iv.what != GT_SPENT_SCHED)
		return;
	iv.t0 = shown_since(s, &iv);
	if (iv.t1 <= iv.t0)
		return;
	if (iv.begin_type == (s->v1 ? GT_V1_GoUnblock : GT_V2_GoUnblock))
		take_waking(p, &iv, 0, iv.t0);
	else if (iv.begin_type == (s->v1 ? GT_V1_GoCreate : GT_V2_GoCreate))
		take_wait(p, &iv, s->g.create_stack);
	else
		take_wait(p, &iv, iv.begin_type == s->types->call_back ? 0 : iv.stack);
}

static void take_offcpu(struct gt_profile *p, const struct gt_interval *iv)
{
	struct gt_profile_scan *s = p->scan;

	if (iv->what == GT_SPENT_EXEC || iv->what == GT_SPENT_SYSCALL)
		return;
	/* One that was woken stands where it waited. */
	if (iv->what != GT_SPENT_SCHED || iv->stack || iv->t0 != s->waited)
		s->stood = iv->stack;
	s->waited = iv->t1;
	if (s->wakers && iv->woken)
		take_waking(p, iv, s->stood, iv->t1);
	else
		take_wait(p, iv, s->stood);
}

typedef void take_fn(struct gt_profile *p, const struct gt_interval *iv);
static take_fn *const profile_takes[] = {
	[GT_PROFILE_NET] = take_block, [GT_PROFILE_SYNC] = take_block, [GT_PROFILE_SYSCALL] = take_call,
	[GT_PROFILE_SCHED] = take_sched, [GT_PROFILE_OFFCPU] = take_offcpu,
};

static bool profile_take(void *arg, const struct gt_interval *iv)
{
	struct gt_profile *p = arg;

	profile_takes[p->kind](p, iv);
	return true;
}

/* ---- samples ---- */

static int step_samples(struct gt_profile *p)
{
	struct gt_profile_scan *s = p->scan;
	uint64_t total = gt_trace_info(s->t)->samples;
	struct gt_goroutine g;
	struct gt_sample sample;
	bool any = s->scope.has_g || s->scope.by_func || s->scope.by_parts;

	for (unsigned i = 0; i < STEP_SLICES && s->sample < total; i++) {
		if (!gt_sample_get(s->t, s->sample++, &sample) || sample.t < s->scope.from ||
		    sample.t >= s->scope.until)
			continue;
		if (any && (!gt_goroutine_get(s->t, gt_goroutine_find(s->t, sample.g, sample.t), &g) ||
			    !gt_scope_has(&s->scope, &g) || !gt_scope_holds(&s->scope, g.row, sample.t)))
			continue;
		profile_charge(p, sample.stack, 0, 1, sample.t);
	}
	return s->sample < total;
}

/* ---- the walk ---- */

/*
 * Which of a goroutine's slices, with the states before them, show all that it waited in the scope.  A call
 * begins inside of a slice and goes on after it.
 */
static void scan_bounds(struct gt_profile_scan *s, bool calls)
{
	uint32_t more = calls ? 2 : 1;

	s->k = s->scope.from > 0 ? gt_goroutine_seek(s->t, s->row, s->scope.from) : 0;
	if (calls && s->k)
		s->k--;
	s->k1 = gt_goroutine_seek(s->t, s->row, s->scope.until);
	s->k1 = s->g.slices - s->k1 > more && s->k1 < s->g.slices ? s->k1 + more : s->g.slices;
}

/* The next goroutine that the scope has; false: there are no more. */
static bool next_row(struct gt_profile_scan *s, bool calls)
{
	uint32_t rows = gt_trace_info(s->t)->goroutines;
	const struct gt_scope *sc = &s->scope;

	for (; s->row < rows; s->row++) {
		if (!gt_goroutine_get(s->t, s->row, &s->g) || !gt_scope_has(&s->scope, &s->g) ||
		    s->g.create >= sc->until || (s->g.end != GT_NO_TIME && s->g.end <= sc->from))
			continue;
		s->in_row = true;
		scan_bounds(s, calls);
		s->call = (struct call){ .any = false };
		s->waited = GT_NO_TIME;
		return true;
	}
	return false;
}

static int step_walk(struct gt_profile *p)
{
	struct gt_profile_scan *s = p->scan;
	uint64_t budget = STEP_SLICES;

	while (budget && (s->in_row || next_row(s, p->kind == GT_PROFILE_SYSCALL))) {
		uint64_t left = s->k1 - s->k, n = left < budget ? left : budget;

		gt_goroutine_walk_part(s->t, s->row, s->k, s->k + (uint32_t)n, profile_take, p);
		s->k += (uint32_t)n;
		budget -= n < budget ? n : budget;
		if (budget)
			budget--;
		if (s->k < s->k1)
			continue;
		if (p->kind == GT_PROFILE_SYSCALL)
			end_call(p);
		s->in_row = false;
		s->row++;
	}
	return s->in_row || s->row < gt_trace_info(s->t)->goroutines;
}

/* Wait by wait: in the order of the walk, so that the order of stacks does not depend on the events. */
static int step_charge(struct gt_profile *p)
{
	struct gt_profile_scan *s = p->scan;
	const struct gt_waking *w = s->wakings.items.data;
	uint64_t end = s->wakings.n - s->charged > STEP_SLICES ? s->charged + STEP_SLICES : s->wakings.n;

	for (; s->charged < end; s->charged++) {
		const struct gt_waking *one = &w[s->charged];

		if (p->kind == GT_PROFILE_SCHED)
			profile_charge(p, one->waker, 0, one->ns, one->time + one->ns);
		else
			profile_charge(p, one->stack, one->waker, one->ns, one->time);
	}
	return s->charged < s->wakings.n;
}

/* ---- the whole ---- */

int gt_profile_begin(struct gt_profile *p, struct gt_trace *t, enum gt_profile_kind kind,
		     const struct gt_profile_scope *scope, bool wakers, struct gt_error *err)
{
	struct gt_profile_scan *s = gt_xcalloc(1, sizeof *s);
	uint64_t room;

	*p = (struct gt_profile){ .kind = kind, .scan = s };
	s->t = t;
	s->types = gt_types_of(t);
	s->blank_end = INT64_MIN;
	s->v1 = gt_trace_caps(t).old_events;
	s->wakers = wakers && kind == GT_PROFILE_OFFCPU;
	gt_scope_open(&s->scope, t, scope);
	gt_stackset_init(&s->stacks, t);
	gt_map_init(&s->by_stack);
	if (kind != GT_PROFILE_SCHED && !s->wakers)
		return 0;
	room = gt_gscan_slices(t, s->scope.from, s->scope.until) + 2 * (uint64_t)gt_trace_info(t)->goroutines;
	return gt_wakings_open(&s->wakings, t, room, kind == GT_PROFILE_SCHED, err);
}

int gt_profile_step(struct gt_profile *p, struct gt_error *err)
{
	struct gt_profile_scan *s = p->scan;
	int rc;

	if (!s->walked) {
		s->walked = !(p->kind == GT_PROFILE_CPU ? step_samples(p) : step_walk(p));
		return 1;
	}
	rc = gt_wakings_step(&s->wakings, s->t, err);
	if (!rc)
		rc = step_charge(p);
	for (size_t i = 0; !rc && s->blank && i < p->n; i++)
		if (!p->stacks[i].stack)
			p->stacks[i].stack = s->blank;
	return rc;
}

void gt_profile_progress(const struct gt_profile *p, uint64_t *done, uint64_t *total)
{
	const struct gt_profile_scan *s = p->scan;
	const struct gt_trace_info *info = gt_trace_info(s->t);
	const struct gt_wakings *w = &s->wakings;

	/* In thousandths: the walk, then the events. */
	*total = w->room ? 2000 : 1000;
	if (p->kind == GT_PROFILE_CPU)
		*done = info->samples ? s->sample * 1000 / info->samples : 1000;
	else
		*done = info->goroutines ? (uint64_t)s->row * 1000 / info->goroutines : 1000;
	if (w->end > w->first)
		*done += (w->at - w->first) * 1000 / (w->end - w->first);
}

void gt_profile_release(struct gt_profile *p)
{
	struct gt_profile_scan *s = p->scan;

	if (s) {
		gt_scope_close(&s->scope);
		gt_stackset_release(&s->stacks);
		gt_map_release(&s->by_stack);
		gt_wakings_close(&s->wakings);
		free(s->matches);
		free(s);
	}
	free(p->stacks);
	*p = (struct gt_profile){ .scan = NULL };
}
