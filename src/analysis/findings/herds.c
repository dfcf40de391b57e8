/* Herds: many goroutines woken at once, nearly all of them for nothing. */
#include "analysis/findings/herds.h"

#include <stdlib.h>

#include "analysis/goroutines/owner.h"
#include "analysis/queues/queuewoken.h"
#include "base/cover.h"
#include "base/sat.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"

#define BLOCKS_PER_STEP 64
#define TIMES 512u            /* of wake-ups, read at once */
#define MOST_PROCS 65536      /* GOMAXPROCS is what a trace says */
#define CLOSE_NS 10000        /* from one wake-up of a herd to the next, on the average */
#define NOTHING_NS 50000      /* who runs longer before it waits again has done something, */
#define MEAN_NS 2000          /* ... and who does on the average, too: to look takes less, to work a little more */
#define QUICK 5               /* who runs 5 times as long as the median of the herd had work */
#define QUICK_NS 2000         /* ... and at least this, has done something, if it is few and not always the same one */
#define SLICES 8              /* until it waits again; in between it waits for a lock */
#define FEW_HERDS 10
#define MOST_BURSTS 4096      /* of very many, the first ones are looked at, */
#define MOST_WOKEN 100000     /* ... and this many of their goroutines */
#define ASKED 16              /* herds of a place where the stack of the waker is looked for */
#define SITES 4               /* places at which those wait that one slice wakes */

struct herd_wake {
	int64_t t;
	uint32_t g;
};

struct herd_span {
	int64_t t0, t1;
};

/* What one did that waited again. */
struct herd_turn {
	int64_t ready, ran, until;
	uint32_t g;
};

struct herd_site {
	struct gt_herd herd;
	uint64_t equal;           /* of the herds: woken by a goroutine of the same start function */
	uint64_t bursts;          /* times that more than can run were woken, herds or not */
	struct herd_span *spans;
	size_t nspans, capspans;
	struct herd_turn *quick;  /* of those who waited again: who ran for longer than the others, */
	size_t nquick, capquick;
	uint64_t quickly;         /* number of herds that had such a goroutine */
	struct gt_queue_woken asked[ASKED];
	unsigned nasked;
};

/* Those that waited at one place, of those that one slice woke. */
struct herd_part {
	uint32_t site, reason;
	uint64_t woken, again, equal;
	size_t turns;             /* of those who waited again, in gt_herd_look.turns[] of the part */
	int64_t ready, ran;
	int64_t first, last;      /* from the first waking until the last of those waited again */
	struct herd_wake one;     /* who took longest for that */
	int64_t one_until;
};

struct gt_herd_look {
	struct gt_trace *t;
	int64_t from, to;
	uint64_t procs;
	uint32_t proc;            /* instants of this P, */
	uint64_t next, end;       /* ... these; end 0: not begun */
	uint64_t *times;          /* room for procs and TIMES more */
	struct herd_wake *burst;  /* woken by one slice */
	size_t nburst, capburst;
	struct {
		struct herd_turn *v;
		size_t cap;
	} turns[SITES];           /* of a burst, by part */
	uint64_t bursts, woken;
	struct gt_map by_site;
	struct herd_site *sites;
	size_t nsites, capsites;
	size_t named;
	struct gt_herd *herds;
	size_t nherds;
};

/* ---- one burst ---- */

static struct herd_site *herd_site_of(struct gt_herd_look *k, uint32_t site)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&k->by_site, site, (uint32_t)k->nsites, &added);

	if (added) {
		GT_GROW(k->sites, k->capsites, k->nsites + 1);
		k->sites[k->nsites++] = (struct herd_site){ .herd = { .site = site, .g = GT_NO_ROW } };
	}
	return &k->sites[i];
}

static bool is_herd_reason(uint32_t reason)
{
	return reason == GT_STR_COND || reason == GT_STR_CHAN_RECEIVE || reason == GT_STR_SELECT;
}

/* What it did from slice i on until it waits again where it had waited, which is next to nothing; false: more. */
static bool found_nothing(const struct gt_herd_look *k, const struct gt_goroutine *g, uint32_t i,
			  const struct gt_slice *before, struct herd_turn *turn)
{
	struct gt_slice s;

	*turn = (struct herd_turn){ .g = g->row };
	for (uint32_t end = i + SLICES; i < end && i < g->slices; i++) {
		if (!gt_slice_get(k->t, gt_goroutine_slice(k->t, g->row, i), &s))
			return false;
		gt_sat_grow(&turn->ready, s.ready != GT_NO_TIME ? s.t0 - s.ready : 0);
		gt_sat_grow(&turn->ran, s.t1 - s.t0);
		turn->until = s.t1;
		if (turn->ran > NOTHING_NS)
			return false;
		if (s.end_stack == before->end_stack && s.reason == before->reason)
			return true;
		if (s.reason != GT_STR_SYNC && s.reason != GT_STR_PREEMPTED)
			return false;
	}
	return false;
}

static struct herd_part *herd_part_of(struct herd_part *parts, unsigned *n, const struct gt_slice *before)
{
	unsigned i = 0;

	while (i < *n && parts[i].site != before->end_stack)
		i++;
	if (i == SITES)
		return NULL;
	if (i == *n)
		parts[(*n)++] = (struct herd_part){
			.site = before->end_stack, .reason = before->reason, .first = INT64_MAX };
	return &parts[i];
}

static void add_woken(struct gt_herd_look *k, struct herd_part *parts, unsigned *n, const struct herd_wake *w,
		      const struct gt_goroutine *waker)
{
	uint32_t i = gt_goroutine_seek(k->t, w->g, w->t);
	struct gt_slice s, before;
	struct gt_goroutine g;
	struct herd_turn turn;
	struct herd_part *p;

	if (!gt_goroutine_get(k->t, w->g, &g) || gt_owner_of(k->t, &g) != GT_OWNER_PROGRAM ||
	    !gt_slice_get(k->t, gt_goroutine_slice(k->t, w->g, i), &s) || s.ready != w->t || s.waker != waker->row ||
	    s.prev == GT_NO_ROW || !gt_slice_get(k->t, s.prev, &before) || !before.end_stack ||
	    !is_herd_reason(before.reason) || !(p = herd_part_of(parts, n, &before)))
		return;
	p->woken++;
	p->first = w->t < p->first ? w->t : p->first;
	p->equal += g.func == waker->func;
	if (!found_nothing(k, &g, i, &before, &turn) || turn.until > k->to)
		return;
	p->again++;
	gt_sat_grow(&p->ready, turn.ready);
	gt_sat_grow(&p->ran, turn.ran);
	GT_GROW(k->turns[p - parts].v, k->turns[p - parts].cap, p->turns + 1);
	k->turns[p - parts].v[p->turns++] = turn;
	p->last = turn.until > p->last ? turn.until : p->last;
	if (turn.until - w->t > p->one_until - p->one.t) {
		p->one = *w;
		p->one_until = turn.until;
	}
}

static int by_turn_length(const void *a, const void *b)
{
	const struct herd_turn *x = a, *y = b;

	return GT_ASC(x, y, ran) ?: GT_ASC(x, y, g);
}

/* Who gets what all were woken for may be done with it as soon: it runs, the others only look. */
static void add_quick_ones(struct herd_site *s, struct herd_turn *v, size_t n)
{
	int64_t least = 0;
	size_t i = n;

	if (n)
		qsort(v, n, sizeof *v, by_turn_length);
	least = n ? QUICK * v[n / 2].ran : 0;
	least = least > QUICK_NS ? least : QUICK_NS;
	while (i && v[i - 1].ran >= least)
		i--;
	if (i == n || (n - i) * 5 > n)
		return;
	s->quickly++;
	for (; i < n; i++) {
		GT_GROW(s->quick, s->capquick, s->nquick + 1);
		s->quick[s->nquick++] = v[i];
	}
}

static void add_herd(struct gt_herd_look *k, const struct herd_part *p, struct herd_turn *turns,
		     const struct gt_goroutine *waker)
{
	struct herd_site *s = herd_site_of(k, p->site);
	struct gt_herd *h = &s->herd;

	s->bursts++;
	if (p->again * 2 < p->woken)
		return;
	h->n++;
	s->equal += p->equal == p->woken;
	add_quick_ones(s, turns, p->turns);
	h->woken += p->woken;
	h->again += p->again;
	gt_sat_grow(&h->ready, p->ready);
	gt_sat_grow(&h->ran, p->ran);
	GT_GROW(s->spans, s->capspans, s->nspans + 1);
	s->spans[s->nspans++] = (struct herd_span){ p->first, p->last };
	if (s->nasked < ASKED)
		s->asked[s->nasked++] = (struct gt_queue_woken){ .t = p->one.t, .g = p->one.g };
	if (p->woken <= h->most)
		return;
	h->most = p->woken;
	h->g = p->one.g;
	h->t0 = p->one.t;
	h->t1 = p->one_until;
	h->waker_func = waker->func;
}

static void look_at_burst(struct gt_herd_look *k, const struct gt_slice *waking)
{
	struct herd_part parts[SITES];
	struct gt_goroutine waker;
	unsigned n = 0;

	k->bursts++;
	k->woken += k->nburst;
	if (!gt_goroutine_get(k->t, waking->g, &waker) || gt_owner_of(k->t, &waker) != GT_OWNER_PROGRAM)
		return;
	for (size_t i = 0; i < k->nburst; i++)
		add_woken(k, parts, &n, &k->burst[i], &waker);
	for (unsigned i = 0; i < n; i++)
		if (parts[i].woken > k->procs)
			add_herd(k, &parts[i], k->turns[i].v, &waker);
}

/* ---- bursts ---- */

/* Gathers all that the slice around an instant woke; the instant after these. */
static uint64_t take_burst(struct gt_herd_look *k, int64_t t)
{
	uint64_t at = gt_slice_seek(k->t, k->proc, t - 1), i;
	struct gt_instant_row r;
	struct gt_slice s;

	k->nburst = 0;
	if (!gt_slice_get(k->t, gt_slice_of_proc(k->t, k->proc, at), &s) || s.t0 > t)
		return 0;
	i = gt_instant_seek(k->t, GT_INSTANT_UNBLOCK, k->proc, s.t0);
	for (; i < k->end && gt_instant_get(k->t, GT_INSTANT_UNBLOCK, k->proc, i, &r) && r.t <= s.t1; i++) {
		GT_GROW(k->burst, k->capburst, k->nburst + 1);
		k->burst[k->nburst++] = (struct herd_wake){ r.t, r.g };
	}
	if (k->nburst > k->procs)
		look_at_burst(k, &s);
	return i;
}

/* The times of `next`, of the procs instants before it, and of some after it; how many. */
static uint32_t read_times(struct gt_herd_look *k)
{
	uint64_t from = k->next - k->procs;
	uint32_t n = 0, most = (uint32_t)k->procs + TIMES, got = 1;

	most = k->end - from < most ? (uint32_t)(k->end - from) : most;
	for (; n < most && got; n += got)
		got = gt_instant_times(k->t, GT_INSTANT_UNBLOCK, k->proc, from + n, most - n, k->times + n);
	return n;
}

/* A herd's are close to each other: few others are. */
static void look_for_bursts(struct gt_herd_look *k)
{
	uint32_t n = read_times(k), procs = (uint32_t)k->procs;
	uint64_t base = k->next - procs;

	for (uint32_t i = procs; i < n; i++) {
		uint64_t after = k->times[i] - k->times[i - procs] <= k->procs * CLOSE_NS ?
			take_burst(k, (int64_t)k->times[i]) : 0;

		if (after > base + i) {
			k->next = after + procs;
			return;
		}
	}
	k->next = n > procs ? base + n : k->end;
}

/* ---- places ---- */

static int by_herd_span(const void *a, const void *b)
{
	const struct herd_span *x = a, *y = b;

	return GT_ASC(x, y, t0) ?: GT_ASC(x, y, t1);
}

/* Where those are who wake: what is sent is something to do, whatever becomes of it, so that is no herd. */
static int name_waker(struct gt_herd_look *k, struct herd_site *s, bool *sent, struct gt_error *err)
{
	int rc = gt_queue_ask_woken(k->t, s->asked, s->nasked, err);
	unsigned sends = 0;

	for (unsigned i = 0; i < s->nasked && !rc; i++) {
		sends += s->asked[i].act == GT_ACT_SENDS || s->asked[i].act == GT_ACT_RECEIVES;
		s->herd.waking = s->herd.waking ? s->herd.waking : s->asked[i].stack;
	}
	*sent = sends * 2 > s->nasked;
	return rc;
}

static int by_turn_of(const void *a, const void *b)
{
	const struct herd_turn *x = a, *y = b;

	return GT_ASC(x, y, g) ?: GT_ASC(x, y, until);
}

/* In most herds, and not mostly the same one, which may have more to do than the others each time. */
static bool some_are_quick(struct herd_site *s)
{
	size_t same = 0, most = 0;

	if (s->quickly * 2 < s->herd.n)
		return false;
	qsort(s->quick, s->nquick, sizeof *s->quick, by_turn_of);
	for (size_t i = 0; i < s->nquick; i++) {
		same = i && s->quick[i].g == s->quick[i - 1].g ? same + 1 : 1;
		most = same > most ? same : most;
	}
	return most * 2 <= s->nquick;
}

/*
 * Again and again, and mostly so, and in all of them together four fifths had nothing to do.  If mostly nobody goes
 * on of those whom somebody else woke, nor is quick, all of them may have done a little.
 */
static bool is_herd(struct herd_site *s)
{
	struct gt_herd *h = &s->herd;

	if (h->n < FEW_HERDS || h->n * 2 < s->bursts)
		return false;
	if (s->equal != h->n && some_are_quick(s)) {
		for (size_t i = 0; i < s->nquick; i++) {
			h->again--;
			h->ready -= s->quick[i].ready;
			h->ran -= s->quick[i].ran;
		}
	}
	return h->again * 5 >= h->woken * 4 && h->ran <= (int64_t)h->again * MEAN_NS &&
	       (s->equal == h->n || (h->woken - h->again) * 2 >= h->n);
}

static int list_herds(struct gt_herd_look *k, struct herd_site *s, struct gt_error *err)
{
	int64_t until = INT64_MIN;
	bool sent = false;
	int rc;

	if (!is_herd(s))
		return 0;
	rc = name_waker(k, s, &sent, err);
	if (rc || sent)
		return rc;
	qsort(s->spans, s->nspans, sizeof *s->spans, by_herd_span);
	for (size_t i = 0; i < s->nspans; i++)
		gt_cover_on(&s->herd.ns, &until, s->spans[i].t0, s->spans[i].t1);
	k->herds[k->nherds++] = s->herd;
	return 0;
}

struct gt_herd_look *gt_herd_look_new(struct gt_trace *t, int64_t from, int64_t to, uint64_t procs)
{
	struct gt_herd_look *k = gt_xcalloc(1, sizeof *k);

	k->t = t;
	k->from = from;
	k->to = to;
	k->procs = procs ? procs < MOST_PROCS ? procs : MOST_PROCS : 1;
	k->times = gt_xcalloc(k->procs + TIMES, sizeof *k->times);
	gt_map_init(&k->by_site);
	return k;
}

void gt_herd_look_free(struct gt_herd_look *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->nsites; i++) {
		free(k->sites[i].spans);
		free(k->sites[i].quick);
	}
	for (unsigned i = 0; i < SITES; i++)
		free(k->turns[i].v);
	free(k->sites);
	free(k->burst);
	free(k->times);
	free(k->herds);
	gt_map_release(&k->by_site);
	free(k);
}

int gt_herd_look_step(struct gt_herd_look *k, struct gt_error *err)
{
	int rc;

	if (k->proc < gt_trace_info(k->t)->procs && k->bursts < MOST_BURSTS && k->woken < MOST_WOKEN) {
		if (!k->end) {
			k->next = gt_instant_seek(k->t, GT_INSTANT_UNBLOCK, k->proc, k->from) + k->procs;
			k->end = gt_instant_seek(k->t, GT_INSTANT_UNBLOCK, k->proc, k->to);
		}
		for (unsigned i = 0; i < BLOCKS_PER_STEP && k->next < k->end; i++)
			look_for_bursts(k);
		if (k->next < k->end)
			return 1;
		k->proc++;
		k->end = 0;
		return 1;
	}
	if (!k->herds)
		k->herds = gt_xcalloc(k->nsites + 1, sizeof *k->herds);
	if (k->named == k->nsites)
		return 0;
	rc = list_herds(k, &k->sites[k->named++], err);
	return rc ? rc : 1;
}

const struct gt_herd *gt_herd_look_herds(const struct gt_herd_look *k, size_t *n)
{
	*n = k->nherds;
	return k->herds;
}
