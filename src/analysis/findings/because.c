/* Which findings are only what others bring about: causes first, and below each what it explains. */
#include "analysis/findings/findkind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/where.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define EXPLAINED 0.6         /* of the harm: what the causes leave over needs no line of its own */
#define KINDS_OF_A_HOLDER 3

/* What holds Ps: the findings that say so, the most particular first. */
static const uint8_t tell_of[GT_HELD_KINDS][KINDS_OF_A_HOLDER] = {
#define NONE GT_FINDING_KINDS
	[GT_HELD_PROGRAM] = { GT_FINDING_LONG, GT_FINDING_FEW, NONE },
	[GT_HELD_UNNAMED] = { NONE, NONE, NONE },
	[GT_HELD_DEDICATED] = { GT_FINDING_GC_OFTEN, GT_FINDING_GC, NONE },
	[GT_HELD_FRACTIONAL] = { GT_FINDING_GC_OFTEN, GT_FINDING_GC, NONE },
	[GT_HELD_IDLE_MARK] = { GT_FINDING_MARKS, GT_FINDING_GC_OFTEN, GT_FINDING_GC },
	[GT_HELD_RUNTIME] = { NONE, NONE, NONE },
	[GT_HELD_SYSCALL] = { GT_FINDING_KEEPERS, NONE, NONE },
	[GT_HELD_SCHEDULER] = { GT_FINDING_MANY, GT_FINDING_IDLE, NONE },
	[GT_HELD_IDLE] = { GT_FINDING_MANY, GT_FINDING_IDLE, NONE },
	[GT_HELD_STOPPED] = { GT_FINDING_STW, GT_FINDING_PAUSE, GT_FINDING_RESTART },
	[GT_HELD_STILL] = { GT_FINDING_PAUSE, GT_FINDING_RESTART, GT_FINDING_STW },
#undef NONE
};

/* Findings that another one of the same matter says better: the first of these that there is. */
static const struct {
	uint8_t kind, better[2];
} parts_of[] = {
	{ GT_FINDING_GC, { GT_FINDING_GC_OFTEN, GT_FINDING_GC_OFTEN } },
	{ GT_FINDING_ASSIST, { GT_FINDING_GC_OFTEN, GT_FINDING_GC } },
};

/* Long waits for a P, and which of them. */
static const struct {
	uint8_t kind;
	uint8_t first, end;   /* enum gt_sweep_late */
} waits_of[] = {
	{ GT_FINDING_SCHED, 0, GT_HARM_CLASSES },
	{ GT_FINDING_NETWORK, GT_SWEEP_NETWORK, GT_SWEEP_NETWORK + 1 },
	{ GT_FINDING_TIMER, GT_SWEEP_TIMER, GT_SWEEP_TIMER + 1 },
};

#define MOST_HOLDERS 64u      /* the largest: one with half of what is not explained is among them */

/* The first finding of a kind, GT_NO_ROW: there is none. */
static uint32_t because_find(const struct gt_findings *f, unsigned kind, uint32_t func)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->v[i].kind == kind && f->v[i].severity != GT_SEVERITY_NONE && (!func || f->v[i].func == func))
			return i;
	return GT_NO_ROW;
}

/* The finding that says what this share is, GT_NO_ROW. */
static uint32_t teller_of(const struct gt_findings *f, const struct gt_harm_share *s)
{
	uint32_t found = GT_NO_ROW;

	for (unsigned i = 0; i < KINDS_OF_A_HOLDER && found == GT_NO_ROW; i++) {
		unsigned kind = tell_of[s->kind][i];

		if (kind < GT_FINDING_KINDS && (kind != GT_FINDING_LONG || s->is_long))
			found = because_find(f, kind, kind == GT_FINDING_LONG ? s->func : 0);
	}
	return found;
}

static void nest(struct gt_findings *f, uint32_t part, uint32_t cause)
{
	/* One level: who explains is explained by nobody. */
	while (f->v[cause].because != GT_NO_ROW)
		cause = f->v[cause].because;
	if (part != cause)
		f->v[part].because = cause;
}

/* Whose goroutines held the Ps most, of what no finding says. */
static void find_rest(const struct gt_findings *f, unsigned first, unsigned end, struct gt_finding *x)
{
	for (size_t i = 0; i < f->harm.n && i < MOST_HOLDERS; i++) {
		const struct gt_harm_share *s = &f->harm.v[i];
		int64_t ns = 0;

		/* Long slices of a function and its shorter ones are shares of their own. */
		for (size_t k = 0; k < f->harm.n && s->func; k++)
			for (unsigned c = first; c < end; c++)
				if (f->harm.v[k].func == s->func && teller_of(f, &f->harm.v[k]) == GT_NO_ROW)
					gt_sat_grow(&ns, f->harm.v[k].ns[c]);
		if (ns > x->rest_ns) {
			x->rest_ns = ns;
			x->rest = s->func;
		}
	}
}

/* explained: by each finding, of the waits of each class. */
static void explain_waits(struct gt_findings *f, const int64_t (*explained)[GT_HARM_CLASSES], unsigned first,
			  unsigned end, uint32_t part)
{
	int64_t harm = 0, all = 0, most = 0;
	uint32_t cause = GT_NO_ROW;

	for (unsigned c = first; c < end; c++)
		gt_sat_grow(&harm, f->harm.sum[c]);
	for (uint32_t i = 0; i < f->n; i++) {
		int64_t ns = 0;

		for (unsigned c = first; c < end; c++)
			gt_sat_grow(&ns, explained[i][c]);
		gt_sat_grow(&all, ns);
		if (ns > most) {
			most = ns;
			cause = i;
		}
	}
	f->v[part].explained_ns = all;
	f->v[part].long_ns = harm;
	find_rest(f, first, end, &f->v[part]);
	if (cause != GT_NO_ROW && (double)all >= EXPLAINED * (double)harm)
		nest(f, part, cause);
}

/* Connections that are opened for each call, and that nobody closes, have goroutines at both ends. */
static void explain_leaks(struct gt_findings *f)
{
	static const char own[] = "net/http.(*persistConn).", served[] = "net/http.(*conn).serve";
	uint32_t cause = because_find(f, GT_FINDING_DIALS, 0);

	for (uint32_t i = 0; i < f->n && cause != GT_NO_ROW; i++) {
		size_t n;
		const char *s = gt_trace_string(f->trace, f->v[i].func, &n);
		bool is_end = (n > sizeof own - 1 && !memcmp(s, own, sizeof own - 1)) ||
			      (n == sizeof served - 1 && !memcmp(s, served, n));

		if (f->v[i].kind == GT_FINDING_LEAK && is_end &&
		    (double)f->v[cause].count >= EXPLAINED * (double)f->v[i].count)
			nest(f, i, cause);
	}
}

/* Calls that are slow while a lock is held are what others queue for. */
static void explain_calls(struct gt_findings *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0; k < f->n; k++)
			if (f->v[i].kind == GT_FINDING_CALLS && f->v[k].kind == GT_FINDING_LOCKS && f->v[k].where &&
			    f->v[k].reason == f->v[i].reason && gt_where_func(f->trace, f->v[k].where) == f->v[i].func)
				nest(f, i, k);
}

/*
 * Goroutines of a herd are runnable before the Ps for them have begun to look for something to run, and take the lock
 * of a condition one after the other.
 */
static void explain_herd(struct gt_findings *f)
{
	uint32_t part = because_find(f, GT_FINDING_IDLE, 0), cause = because_find(f, GT_FINDING_HERDS, 0);

	for (uint32_t i = 0; i < f->n && cause != GT_NO_ROW; i++)
		if (f->v[i].kind == GT_FINDING_LOCKS && (double)f->v[cause].cost >= EXPLAINED * (double)f->v[i].cost &&
		    f->v[i].func == gt_where_func(f->trace, f->v[cause].waits_at))
			nest(f, i, cause);
	if (part != GT_NO_ROW && cause != GT_NO_ROW &&
	    (double)gt_finding_evidence(&f->v[cause], "ready_ns") >= EXPLAINED * (double)f->sweep.waits.sum)
		nest(f, part, cause);
}

/* Idle workers mark in each cycle: in those that the program asked for, because it did. */
static void explain_marks(struct gt_findings *f)
{
	uint32_t part = because_find(f, GT_FINDING_MARKS, 0), cause = because_find(f, GT_FINDING_GC, 0);

	if (part != GT_NO_ROW && cause != GT_NO_ROW && gt_finding_evidence(&f->v[cause], "called"))
		nest(f, part, cause);
}

/* Goroutines that are woken for each item are runnable before a P has looked for them. */
static void explain_handovers(struct gt_findings *f)
{
	uint32_t part = because_find(f, GT_FINDING_IDLE, 0), cause = because_find(f, GT_FINDING_HANDOVERS, 0);
	int64_t ready = 0;

	for (uint32_t i = 0; i < f->n; i++)
		if (f->v[i].kind == GT_FINDING_HANDOVERS)
			gt_sat_grow(&ready, gt_finding_evidence(&f->v[i], "ready_ns"));
	if (part != GT_NO_ROW && cause != GT_NO_ROW && (double)ready >= EXPLAINED * (double)f->sweep.waits.sum)
		nest(f, part, cause);
}

/* Turns of who spins are long where the machine did not run the thread. */
static void explain_spins(struct gt_findings *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0; k < f->n; k++)
			if (f->v[i].kind == GT_FINDING_LONG && f->v[k].kind == GT_FINDING_SPINS &&
			    f->v[i].func == f->v[k].func && f->v[i].where && f->v[k].where &&
			    gt_where_func(f->trace, f->v[i].where) == gt_where_func(f->trace, f->v[k].where))
				nest(f, i, k);
}

/* Who waits for room waits for the hot one of those that it sends to. */
static void explain_full(struct gt_findings *f)
{
	uint32_t cause = because_find(f, GT_FINDING_SHARDS, 0);

	for (uint32_t i = 0; i < f->n && cause != GT_NO_ROW; i++)
		if (f->v[i].kind == GT_FINDING_FULL && f->v[i].holder == gt_where_func(f->trace, f->v[cause].waits_at))
			nest(f, i, cause);
}

/*
 * Waits after a timer or the network are some of those of scheduling.  Without a cause they are told once: by the kind
 * that is most of them, if there is one, else as a part of all.
 */
static void nest_among_waits(struct gt_findings *f)
{
	uint32_t all = because_find(f, GT_FINDING_SCHED, 0), head = all;

	if (all == GT_NO_ROW || f->v[all].because != GT_NO_ROW)
		return;
	for (unsigned i = 0; i < GT_COUNT(waits_of); i++) {
		uint32_t part = because_find(f, waits_of[i].kind, 0);

		if (part != GT_NO_ROW && part != all && f->v[part].because == GT_NO_ROW &&
		    (double)f->v[part].long_ns >= EXPLAINED * (double)f->v[all].long_ns)
			head = part;
	}
	for (unsigned i = 0; i < GT_COUNT(waits_of); i++) {
		uint32_t part = because_find(f, waits_of[i].kind, 0);

		if (part != GT_NO_ROW && part != head && f->v[part].because == GT_NO_ROW)
			f->v[part].because = head;
	}
}

static void explain_all(struct gt_findings *f)
{
	int64_t (*explained)[GT_HARM_CLASSES] = gt_xcalloc(f->n + 1, sizeof *explained);

	for (size_t i = 0; i < f->harm.n; i++) {
		const struct gt_harm_share *s = &f->harm.v[i];
		uint32_t k = teller_of(f, s);

		for (unsigned c = 0; k != GT_NO_ROW && c < GT_HARM_CLASSES; c++)
			gt_sat_grow(&explained[k][c], s->ns[c]);
	}
	for (uint32_t i = 0; i < f->n; i++)
		f->v[i].explains = gt_harm_all(explained[i]);
	for (unsigned i = 0; i < GT_COUNT(parts_of); i++) {
		uint32_t part = because_find(f, parts_of[i].kind, 0), cause = because_find(f, parts_of[i].better[0], 0);

		if (cause == GT_NO_ROW)
			cause = because_find(f, parts_of[i].better[1], 0);
		if (part != GT_NO_ROW && cause != GT_NO_ROW)
			nest(f, part, cause);
	}
	for (uint32_t i = 0; i < f->n; i++) {
		uint32_t cause = f->v[i].kind == GT_FINDING_STW && f->v[i].func ?
			because_find(f, GT_FINDING_LONG, f->v[i].func) : GT_NO_ROW;

		/* The same slices. */
		if (cause != GT_NO_ROW && gt_finding_evidence(&f->v[cause], "delay_ns"))
			nest(f, i, cause);
	}
	explain_leaks(f);
	explain_calls(f);
	explain_herd(f);
	explain_marks(f);
	explain_handovers(f);
	explain_full(f);
	explain_spins(f);
	for (unsigned i = 0; i < GT_COUNT(waits_of); i++) {
		uint32_t part = because_find(f, waits_of[i].kind, 0);

		if (part != GT_NO_ROW)
			explain_waits(f, explained, waits_of[i].first, waits_of[i].end, part);
	}
	nest_among_waits(f);
	free(explained);
}

/* ---- their order ---- */

/* What of its cost no other finding explains; what is below its cause is worth as much as the cause brings about. */
static int64_t own_cost(const struct gt_finding *x)
{
	int64_t waits = 0;

	if (x->because == GT_NO_ROW && x->long_ns > 0)
		waits = (int64_t)((__int128)x->cost * x->explained_ns / x->long_ns);
	return x->cost - (waits > x->explained ? waits : x->explained);
}

static int worst_first(const void *a, const void *b)
{
	const struct gt_finding *x = a, *y = b;
	int64_t c = own_cost(x), d = own_cost(y);

	return GT_DESC(x, y, severity) ?: (c < d) - (c > d) ?: GT_ASC(x, y, kind) ?: GT_DESC(x, y, count) ?:
	       GT_ASC(x, y, func);
}

/* Findings of a kind: no worse than the part of their cost that is not of fair turns. */
static void judge_unfair(const struct gt_findings *f, unsigned kind, int64_t fair, int64_t harm)
{
	for (size_t i = 0; i < f->n && harm > 0; i++)
		if (f->v[i].kind == kind && f->v[i].severity > GT_SEVERITY_LOW)
			gt_finding_judge_felt(f, &f->v[i], (double)(harm - fair) / (double)harm);
}

/*
 * Goroutines that share a processor finish a little later, and nothing else is lost: waits that are a fair turn do not
 * count for the severity, neither of the waits nor of the slices that held the Ps meanwhile.
 */
static void judge_turns(struct gt_findings *f)
{
	int64_t program = 0, program_fair = 0;

	for (unsigned i = 0; i < GT_COUNT(waits_of); i++) {
		int64_t harm = 0, fair = 0;

		for (unsigned c = waits_of[i].first; c < waits_of[i].end; c++) {
			gt_sat_grow(&harm, f->harm.sum[c]);
			gt_sat_grow(&fair, f->harm.fair[c]);
		}
		judge_unfair(f, waits_of[i].kind, fair, harm);
	}
	for (size_t i = 0; i < f->harm.n; i++) {
		const struct gt_harm_share *s = &f->harm.v[i];
		uint32_t x = s->is_long ? because_find(f, GT_FINDING_LONG, s->func) : GT_NO_ROW;

		if (s->kind != GT_HELD_PROGRAM)
			continue;
		gt_sat_grow(&program, gt_harm_all(s->ns));
		gt_sat_grow(&program_fair, s->fair);
		/* Pauses that a slice delayed are nobody's turn. */
		if (x != GT_NO_ROW && gt_harm_all(s->ns) > 0 && !gt_finding_evidence(&f->v[x], "delay_ns"))
			gt_finding_judge_felt(f, &f->v[x], 1 - (double)s->fair / (double)gt_harm_all(s->ns));
	}
	judge_unfair(f, GT_FINDING_FEW, program_fair, program);
}

/*
 * That a P stood idle because the system did not run its thread is not the program's doing: that, and the waits that it
 * brings about, are one step less severe.
 */
static void judge_system(struct gt_findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct gt_finding *x = &f->v[i];

		if (x->severity > GT_SEVERITY_LOW && (x->kind == GT_FINDING_IDLE ||
		    (x->because != GT_NO_ROW && f->v[x->because].kind == GT_FINDING_IDLE)))
			x->severity--;
	}
}

/* A cause is as bad as the worst that it brings about. */
static void judge_by_parts(struct gt_findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct gt_finding *x = &f->v[i], *cause = x->because != GT_NO_ROW ? &f->v[x->because] : NULL;

		if (!cause)
			continue;
		cause->severity = x->severity > cause->severity ? x->severity : cause->severity;
		cause->weight = own_cost(x) > cause->weight ? own_cost(x) : cause->weight;
	}
}

struct because_place {
	const struct gt_finding *head, *self;
};

/* Waiting is what somebody brought about: who did comes first, if it is as severe. */
static int is_symptom(const struct gt_finding *x)
{
	return x->kind == GT_FINDING_SCHED || x->kind == GT_FINDING_TIMER || x->kind == GT_FINDING_NETWORK ||
	       x->kind == GT_FINDING_IDLE;
}

static int cause_then_parts(const void *a, const void *b)
{
	const struct because_place *p = a, *q = b;
	const struct gt_finding *x = p->head, *y = q->head;
	int64_t c = own_cost(x), d = own_cost(y);

	c = c > x->weight ? c : x->weight;
	d = d > y->weight ? d : y->weight;

	if (x == y)
		return (q->self == y) - (p->self == x) ?: worst_first(p->self, q->self);
	return GT_DESC(x, y, severity) ?: is_symptom(x) - is_symptom(y) ?: (c < d) - (c > d) ?: worst_first(x, y) ?:
	       (x > y) - (x < y);
}

void gt_findings_order(struct gt_findings *f)
{
	struct because_place *places;
	struct gt_finding *v;
	uint32_t head = 0;

	for (size_t i = 0; i < f->n; i++)
		f->v[i].because = GT_NO_ROW;
	if (f->complete) {
		explain_all(f);
		judge_turns(f);
	}
	judge_system(f);
	judge_by_parts(f);
	if (!f->n)
		return;
	places = gt_xcalloc(f->n, sizeof *places);
	v = gt_xcalloc(f->n, sizeof *v);
	for (size_t i = 0; i < f->n; i++)
		places[i] = (struct because_place){
			f->v[i].because != GT_NO_ROW ? &f->v[f->v[i].because] : &f->v[i], &f->v[i] };
	qsort(places, f->n, sizeof *places, cause_then_parts);
	for (uint32_t i = 0; i < f->n; i++) {
		v[i] = *places[i].self;
		if (places[i].self == places[i].head)
			head = i;
		else
			v[i].because = head;
	}
	for (size_t i = 0; i < f->n; i++)
		f->v[i] = v[i];
	free(places);
	free(v);
}
