/* Goroutines that ran alone while others waited for what they did, though there were Ps for more. */
#include "analysis/findings/findkind.h"

#include <stdlib.h>

#include "analysis/findings/busyplaces.h"
#include "analysis/requests/servers.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define SEVERAL_SHARE 0.05    /* of the time: who never runs two goroutines at once has nothing to share out */
#define SURE_NS INT64_C(10000000)       /* shorter traces say little about how a program runs */
#define LOOK_AT 1024u         /* slices of a P after a stretch */
/*
 * A shorter phase may be that of a thread that the machine did not run, or of the last of several goroutines that share
 * out their work: it counts only as one of many, of a function that runs one goroutine at a time.
 */
#define LONG_NS INT64_C(100000000)
#define MANY_PART 10          /* many: all of the function make up a tenth of the time */

/* Stretches of a goroutine between which no other one of the program ran. */
struct lone_phase {
	uint32_t g, func;
	int64_t t0, t1, ns;
	int64_t until;        /* when another one began to run, GT_NO_TIME */
};

/* Goroutines of a function. */
struct loner {
	uint32_t func;
	bool together;        /* two of them lived at the same time */
	int64_t all;          /* ns of its phases, */
	uint64_t n;           /* ... those that count, */
	int64_t ns, max;
	const struct lone_phase *longest;
};

/* What ran after a stretch: the first of the program's, and whether goroutine g woke it, or one after it. */
struct lone_next {
	uint32_t g;
	int64_t from;         /* a little before its end */
	int64_t first;        /* GT_NO_TIME: nothing did */
};

/*
 * Of a P: slices of others of the program that end after n->from and begin by `end`.  Is one of a goroutine that n->g
 * woke (wakers)?  Else the first of them may be the first of all.
 */
static bool look_after(const struct gt_findings *f, struct lone_next *n, uint32_t proc, int64_t end, bool wakers)
{
	uint64_t k = gt_slice_seek(f->trace, proc, n->from), last = gt_slices_of_proc(f->trace, proc);
	struct gt_goroutine g;
	struct gt_slice s;

	last = last - k > LOOK_AT ? k + LOOK_AT : last;
	for (; k < last && gt_slice_get(f->trace, gt_slice_of_proc(f->trace, proc, k), &s) && s.t0 <= end; k++) {
		if (s.g == n->g || !gt_goroutine_get(f->trace, s.g, &g) ||
		    gt_owner_of(f->trace, &g) != GT_OWNER_PROGRAM)
			continue;
		if (wakers && s.waker == n->g)
			return true;
		if (!wakers) {
			n->first = n->first == GT_NO_TIME || s.t0 < n->first ? s.t0 : n->first;
			break;
		}
	}
	return false;
}

/*
 * Whether a goroutine of the program that this one woke ran at the end of the stretch, or was the next to run, or soon
 * after that; *until: when the next one began.
 */
static bool was_waited_for(const struct gt_findings *f, const struct gt_short_alone *a, int64_t *until)
{
	uint32_t procs = gt_trace_info(f->trace)->procs;
	struct lone_next n = { .g = a->g, .from = a->t1 - GT_ALONE_GAP, .first = GT_NO_TIME };
	int64_t end;

	for (uint32_t p = 0; p < procs; p++)
		look_after(f, &n, p, n.first == GT_NO_TIME ? INT64_MAX : n.first, false);
	*until = n.first;
	if (n.first == GT_NO_TIME)
		return false;
	end = (n.first > a->t1 ? n.first : a->t1) + GT_ALONE_GAP;
	for (uint32_t p = 0; p < procs; p++)
		if (look_after(f, &n, p, end, true))
			return true;
	return false;
}

static bool is_server(const struct gt_findings *f)
{
	for (size_t i = 0; i < f->nstay; i++)
		if (gt_server_of(f->trace, f->stay[i].func) < gt_server_count())
			return true;
	return false;
}

static int by_loner(const void *a, const void *b)
{
	const struct loner *x = a, *y = b;

	return GT_DESC(x, y, ns) ?: GT_ASC(x, y, func);
}

/* Where the function did most of that: a stack row, 0. */
static uint32_t where_alone(const struct gt_findings *f, const struct loner *l, const struct lone_phase *v, size_t n)
{
	struct gt_busy_places places;
	uint32_t stack;

	gt_busy_places_init(&places, f->trace);
	for (size_t i = 0; i < n; i++)
		if (v[i].func == l->func)
			gt_busy_places_add(&places, v[i].g, 0, v[i].t0, v[i].t1);
	stack = gt_busy_places_most(&places);
	gt_busy_places_release(&places);
	return stack;
}

static void put_loner(struct gt_findings *f, unsigned kind, const struct loner *l, const struct lone_phase *v, size_t n)
{
	const struct lone_phase *a = l->longest;
	struct gt_finding *x;

	if (!a || l->ns < SURE_NS || !gt_finding_matters(f, l->ns))
		return;
	x = gt_finding_add(f, kind, l->ns);
	x->count = l->n;
	x->max = l->max;
	x->func = l->func;
	x->where = where_alone(f, l, v, n);
	x->g = a->g;
	x->t0 = a->t0;
	x->t1 = a->t1;
	gt_finding_prove(x, "stretches", (int64_t)l->n);
	gt_finding_prove(x, "alone_ns", l->ns);
	gt_finding_prove(x, "max_ns", l->max);
	gt_finding_prove(x, "several_ns", f->shortage.several);
}

/* The phases in which somebody waited for who ran alone; how many. */
static size_t find_phases(const struct gt_findings *f, struct lone_phase *v)
{
	const struct gt_shortage *s = &f->shortage;
	size_t n = 0;

	for (size_t i = 0; i < s->nalone; i++) {
		const struct gt_short_alone *a = &s->alone[i];
		struct lone_phase *last = n ? &v[n - 1] : NULL;
		struct gt_goroutine g;
		int64_t until;

		if (!gt_goroutine_get(f->trace, a->g, &g) || !was_waited_for(f, a, &until))
			continue;
		/* The last stretch is the first. */
		if (last && last->g == a->g && last->until == until) {
			last->t0 = a->t0;
			last->ns += a->ns;
			continue;
		}
		v[n++] = (struct lone_phase){ a->g, g.func, a->t0, a->t1, a->ns, until };
	}
	return n;
}

static struct loner *loner_of(const struct gt_findings *f, struct gt_map *by_func, struct loner *v, size_t *n,
			      uint32_t func)
{
	uint32_t stay = gt_map_get(&f->stay_by_func, func), i;
	bool added = false;

	i = gt_map_get_or_put(by_func, func, (uint32_t)*n, &added);
	if (added)
		v[(*n)++] = (struct loner){ .func = func,
					    .together = stay != GT_MAP_NONE && f->stay[stay].together };
	return &v[i];
}

static bool phase_counts(const struct gt_findings *f, const struct loner *l, const struct lone_phase *p)
{
	return p->ns >= LONG_NS || (!l->together && l->all >= (f->to - f->from) / MANY_PART);
}

/* Of the phases: the functions that did them; how many. */
static size_t find_loners(const struct gt_findings *f, const struct lone_phase *v, size_t n, struct loner *loners)
{
	struct gt_map by_func;
	size_t k = 0;

	gt_map_init(&by_func);
	for (size_t i = 0; i < n; i++)
		gt_sat_grow(&loner_of(f, &by_func, loners, &k, v[i].func)->all, v[i].ns);
	for (size_t i = 0; i < n; i++) {
		struct loner *l = loner_of(f, &by_func, loners, &k, v[i].func);

		if (!phase_counts(f, l, &v[i]))
			continue;
		l->n++;
		gt_sat_grow(&l->ns, v[i].ns);
		if (v[i].ns >= l->max) {
			l->max = v[i].ns;
			l->longest = &v[i];
		}
	}
	gt_map_release(&by_func);
	if (k)
		qsort(loners, k, sizeof *loners, by_loner);
	return k;
}

/* Servers wait for requests: while one runs alone, nobody may have asked for more. */
static void list_alone(struct gt_findings *f, unsigned kind)
{
	const struct gt_shortage *s = &f->shortage;
	struct lone_phase *v;
	struct loner *loners;
	size_t n, k;
	uint64_t stretches;

	if (!f->pressed || (double)s->several < SEVERAL_SHARE * (double)(f->to - f->from) || is_server(f) ||
	    !gt_finding_matters(f, gt_shortage_alone(s, &stretches)))
		return;
	v = gt_xcalloc(s->nalone + 1, sizeof *v);
	n = find_phases(f, v);
	loners = gt_xcalloc(n + 1, sizeof *loners);
	k = find_loners(f, v, n, loners);
	for (size_t i = 0; i < k && i < GT_FINDINGS_OF_A_KIND; i++)
		put_loner(f, kind, &loners[i], v, n);
	free(loners);
	free(v);
}

static void text_alone(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	int64_t all = fs->to - fs->from, procs = (fs->sweep.idle.procs + all / 2) / (all ? all : 1);

	gt_say(out, "{} ran alone for {} while others waited for it and Ps were free; {}, at most {} at a time", gt_as_doer(fs, f),
	       gt_as_dur(f->cost), gt_as_many(f->count, "time"), gt_as_dur(f->max));
	if (procs > 1)
		gt_say(out, "; shared out among {} Ps, {} would be {} at best", gt_as_i64(procs), gt_as_dur(all),
		       gt_as_dur(all - f->cost + f->cost / procs));
}

static void report_alone(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f)
{
	(void)fs;
	(void)f;
	gt_buf_puts(out, "--report=pressure --limit=5");
}

const struct gt_finding_ops gt_finding_alone = {
	.name = "alone",
	.subject = GT_FINDING_OF_STATE,
	.list = list_alone,
	.text = text_alone,
	.report = report_alone,
	.advice = "A program is never faster than the part of it that one goroutine does alone. Split that work up, or let the "
		  "others begin before all of it is done.",
};
