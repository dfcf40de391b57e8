/* Why the program was short of processors: what the walk of held.h finds on its way. */
#include "analysis/pressure/shortage.h"

#include <stdlib.h>

#include "analysis/pressure/held_own.h"
#include "analysis/waits/callscan.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/events.h"

const char *gt_short_name(enum gt_short_kind kind)
{
	static const char *const names[GT_SHORT_KINDS] = {
		[GT_SHORT_PROGRAM] = "all_program_ns", [GT_SHORT_MARK] = "idle_mark_ns", [GT_SHORT_CALL] = "call_ns",
		[GT_SHORT_LATE] = "late_ns",
	};

	return names[kind];
}

/* ---- sums ---- */

static bool is_short(const struct gt_held_worker *w, enum gt_short_kind kind)
{
	const int64_t *n = w->base;

	switch (kind) {
	case GT_SHORT_PROGRAM:
		return (uint64_t)(n[GT_HELD_PROGRAM] + n[GT_HELD_UNNAMED]) == w->n;
	case GT_SHORT_MARK:
		return !n[GT_HELD_IDLE] && n[GT_HELD_IDLE_MARK];
	case GT_SHORT_CALL:
		return !n[GT_HELD_IDLE] && w->long_calls;
	case GT_SHORT_LATE:
		return w->long_waits && n[GT_HELD_IDLE] && (uint64_t)n[GT_HELD_IDLE] < w->n;
	default:
		return false;
	}
}

/* [t, until) is a part of the present piece if on. */
static void sum_part(struct gt_short_sum *s, int64_t t, int64_t until, bool on)
{
	if (!on) {
		s->end = GT_NO_TIME;
		return;
	}
	s->n += s->end == GT_NO_TIME;
	s->end = s->end == GT_NO_TIME ? until : s->end;
	s->ns += until - t;
	if (s->t0 == GT_NO_TIME || s->end - t >= s->t1 - s->t0) {
		s->t0 = t;
		s->t1 = s->end;
	}
}

static void add_silence(struct gt_shortage *s, int64_t t0, int64_t t1)
{
	if (t1 - t0 < GT_SHORT_SILENCE)
		return;
	GT_GROW(s->silences, s->cap_silences, s->nsilences + 1);
	s->silences[s->nsilences++] = (struct gt_short_silence){ t0, t1 };
}

/* Somebody had to do something. */
static bool is_silent(const struct gt_held_worker *w)
{
	return w->long_calls || (w->runnable && (w->base[GT_HELD_SCHEDULER] || w->base[GT_HELD_IDLE]));
}

void gt_shortage_begin(struct gt_shortage *s)
{
	for (unsigned i = 0; i < GT_SHORT_KINDS; i++)
		s->sums[i] = (struct gt_short_sum){ .t0 = GT_NO_TIME, .t1 = GT_NO_TIME, .end = GT_NO_TIME };
}

void gt_shortage_pass(struct gt_held_worker *w)
{
	struct gt_shortage *s = w->h->args.shortage;
	bool stopped = w->stops || w->stills;

	if (!s || w->t >= w->passed)
		return;
	for (unsigned i = 0; i < GT_SHORT_KINDS; i++) {
		bool on = !stopped && w->runnable && is_short(w, i);

		sum_part(&s->sums[i], w->t, w->passed, on);
		if (on && i == GT_SHORT_LATE)
			gt_sat_grow(&s->late_held, gt_sat_mul((int64_t)w->n - w->base[GT_HELD_IDLE], w->passed - w->t));
	}
	if (!stopped && is_silent(w))
		add_silence(s, w->t, w->passed);
	w->passed = w->t;
}

/* ---- calls ---- */

static struct gt_short_calls *short_calls_of(struct gt_held *h, uint32_t g, uint32_t stack)
{
	struct gt_shortage *s = h->args.shortage;
	uint32_t func = gt_ginfos_get(&h->goroutines, g)->func, i;
	bool added = false;

	i = gt_map_get_or_put(&s->of_call, (uint64_t)func << 32 | stack, (uint32_t)s->ncalls, &added);
	if (added) {
		GT_GROW(s->calls, s->cap_calls, s->ncalls + 1);
		s->calls[s->ncalls++] = (struct gt_short_calls){
			.func = func, .top = gt_call_function(h->trace, stack) };
	}
	return &s->calls[i];
}

void gt_shortage_charge(struct gt_held_worker *w, const struct gt_held_proc *p)
{
	int64_t ns = w->h->args.shortage->sums[GT_SHORT_CALL].ns - p->short_since;
	struct gt_short_calls *c;

	if (ns <= 0)
		return;
	c = short_calls_of(w->h, p->g, p->call_stack);
	c->n++;
	gt_sat_grow(&c->ns, ns);
	if (ns >= c->max) {
		c->max = ns;
		c->g = p->g;
		c->t0 = w->t;
		c->t1 = p->short_until;
	}
}

/* ---- silences ---- */

/* What events leave of a time without rows. */
static void split_silence(struct gt_shortage *s, struct gt_events *e, const struct gt_short_silence *whole)
{
	const struct gt_event *ev;
	int64_t t = whole->t0;

	for (uint64_t n = gt_events_seek(e, t + 1); !gt_events_get(e, n, &ev, NULL) && ev->time < whole->t1; n++) {
		add_silence(s, t, ev->time);
		t = ev->time;
	}
	add_silence(s, t, whole->t1);
}

void gt_shortage_silences(struct gt_shortage *s, struct gt_trace *t)
{
	struct gt_short_silence *whole = s->silences;
	size_t n = s->nsilences;
	struct gt_events *e = n ? gt_events_open(t) : NULL;

	s->silences = NULL;
	s->nsilences = s->cap_silences = 0;
	while (n > 0)
		split_silence(s, e, &whole[--n]);
	free(whole);
	if (e)
		gt_events_close(e);
}

int64_t gt_shortage_silence(const struct gt_shortage *s, const struct gt_short_silence **longest)
{
	int64_t sum = 0, most = 0;

	for (size_t i = 0; i < s->nsilences; i++) {
		int64_t ns = s->silences[i].t1 - s->silences[i].t0;

		sum += ns;
		if (ns > most && longest)
			*longest = &s->silences[i];
		most = ns > most ? ns : most;
	}
	return sum;
}

void gt_shortage_release(struct gt_shortage *s)
{
	gt_map_release(&s->of_call);
	free(s->calls);
	free(s->silences);
	*s = (struct gt_shortage){ 0 };
}
