/* Hand-overs: goroutines that wake each other all the time for single items. */
#include "analysis/findings/handovers.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/queues/queuewoken.h"
#include "analysis/stacks/stacktext.h"
#include "analysis/stacks/where.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define BLOCKS_PER_STEP 64
#define BLOCK 512u
#define A_SECOND 10000        /* turns of two functions, */
#define FEW_TURNS 1000        /* and at least this many */
#define SAMPLED 8             /* the first look reads one block of 8, and counts turns that may be short */
#define UNLIKELY 4            /* no second look, unless 4 times that count would make a finding */
#define RECENT 16             /* most turns are of functions that had one shortly before */
#define ASKED 64              /* turns of two functions, evenly chosen: where they waited, and where they were woken */

/* What a turn says. */
struct handover_told {
	uint32_t sends, receives; /* sites */
	uint32_t sender;          /* goroutine row */
	bool sent;                /* it had waited to send, */
	bool cond;                /* ... or for a condition */
};

/* All slices of a start function that end in such a wait. */
struct handover_func {
	uint64_t n, brief;
};

/* Of two start functions. */
struct handover_pair {
	struct gt_handovers sum;
	uint32_t a, b;            /* places in `funcs` */
	int64_t longest;
	struct gt_queue_woken asked[ASKED];
	unsigned nasked;
	uint64_t every;           /* `asked` has one turn in this many */
};

struct gt_handover_look {
	struct gt_trace *t;
	struct gt_ginfos *goroutines;
	int64_t from, to;
	bool sampled;             /* the first look is over */
	uint64_t likely;          /* slices of that, */
	uint32_t proc;            /* slices of this P, */
	uint64_t at;              /* ... this one */
	int64_t before;           /* when the slice before that ended */
	struct gt_map by_func;
	struct handover_func *funcs;
	size_t nfuncs, capfuncs;
	struct {
		uint32_t func, at;      /* string row, its place in `funcs` */
	} recent[RECENT];
	struct gt_map by_funcs;
	struct handover_pair *pairs;
	size_t npairs, cappairs, named;
	uint32_t last_pair;       /* that was asked for */
	struct gt_handovers *found;
	size_t nfound;
};

/* ---- turns ---- */

static bool is_handover_wait(uint64_t reason)
{
	return gt_queue_is_reason((uint32_t)reason);
}

static uint32_t handover_func_of(struct gt_handover_look *k, uint32_t func)
{
	bool added = false;
	uint32_t slot = func % RECENT, i;

	if (k->recent[slot].func == func)
		return k->recent[slot].at;
	i = gt_map_get_or_put(&k->by_func, func, (uint32_t)k->nfuncs, &added);
	if (added) {
		GT_GROW(k->funcs, k->capfuncs, k->nfuncs + 1);
		k->funcs[k->nfuncs++] = (struct handover_func){ 0 };
	}
	k->recent[slot].func = func;
	k->recent[slot].at = i;
	return i;
}

static struct handover_pair *handover_pair_of(struct gt_handover_look *k, uint32_t a, uint32_t b)
{
	struct handover_pair *last = k->npairs ? &k->pairs[k->last_pair] : NULL;
	bool added = false;
	uint32_t i;

	if (last && last->a == a && last->b == b)
		return last;
	i = gt_map_get_or_put(&k->by_funcs, a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a,
				       (uint32_t)k->npairs, &added);

	if (added) {
		GT_GROW(k->pairs, k->cappairs, k->npairs + 1);
		memset(&k->pairs[k->npairs], 0, sizeof *k->pairs);
		k->pairs[k->npairs].a = a;
		k->pairs[k->npairs].b = b;
		k->pairs[k->npairs++].every = 1;
	}
	k->last_pair = i;
	return &k->pairs[i];
}

static void ask_of_turn(struct handover_pair *p, const struct gt_queue_woken *a)
{
	if ((p->sum.n - 1) % p->every)
		return;
	if (p->nasked == ASKED) {
		p->nasked = ASKED / 2;
		p->every *= 2;
		for (unsigned i = 0; i < ASKED / 2; i++)
			p->asked[i] = p->asked[2 * i];
		if ((p->sum.n - 1) % p->every)
			return;
	}
	p->asked[p->nasked++] = *a;
}

struct handover_block {
	uint64_t reason[BLOCK], waker[BLOCK], g[BLOCK], prev[BLOCK], t0[BLOCK], held[BLOCK], waited[BLOCK];
};

static void add_handover(struct gt_handover_look *k, const struct handover_block *b, uint32_t i, uint32_t id)
{
	const struct gt_ginfo *own = gt_ginfos_get(k->goroutines, (uint32_t)b->g[i]), *waker;
	int64_t held = (int64_t)b->held[i], waited = (int64_t)b->waited[i], t0 = (int64_t)b->t0[i];
	struct handover_pair *p;
	uint32_t func;

	if (own->owner != GT_OWNER_PROGRAM)
		return;
	func = handover_func_of(k, own->func);
	k->funcs[func].n++;
	k->funcs[func].brief += held < GT_HANDOVER_NS;
	if ((uint32_t)b->waker[i] == GT_NO_ROW || (uint32_t)b->prev[i] == GT_NO_ROW || waited == GT_NO_TIME)
		return;
	waker = gt_ginfos_get(k->goroutines, (uint32_t)b->waker[i]);
	if (waker->owner != GT_OWNER_PROGRAM)
		return;
	p = handover_pair_of(k, func, handover_func_of(k, waker->func));
	p->sum.n++;
	ask_of_turn(p, &(struct gt_queue_woken){ .g = (uint32_t)b->g[i], .t = t0 - waited });
	if (held >= GT_HANDOVER_NS)
		return;
	p->sum.brief++;
	gt_sat_grow(&p->sum.ran, held);
	gt_sat_grow(&p->sum.ready, waited);
	gt_sat_grow(&p->sum.sched, k->before > t0 - waited ? t0 - k->before : waited);
	if (held >= p->longest) {
		p->longest = held;
		p->sum.slice = id;
	}
}

/* Slices at ... at + n - 1 of the P. */
static void look_for_turns(struct gt_handover_look *k, uint32_t n)
{
	struct handover_block b;
	uint32_t id = gt_slice_of_proc(k->t, k->proc, k->at);

	if (gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_REASON, b.reason) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_WAKER, b.waker) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_G, b.g) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_PREV, b.prev) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_T0, b.t0) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_HELD, b.held) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_WAITED, b.waited) != n)
		return;
	for (uint32_t i = 0; i < n; i++) {
		if (is_handover_wait(b.reason[i]))
			add_handover(k, &b, i, id + i);
		k->before = (int64_t)(b.t0[i] + b.held[i]);
	}
}

/* How many slices may be short turns. */
static uint32_t likely_turns(const struct gt_handover_look *k, uint32_t n)
{
	uint64_t reason[BLOCK], held[BLOCK];
	uint32_t likely = 0;

	if (gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_REASON, reason) != n ||
	    gt_slices_field(k->t, k->proc, k->at, n, GT_SLICE_HELD, held) != n)
		return 0;
	for (uint32_t i = 0; i < n; i++)
		likely += is_handover_wait(reason[i]) && held[i] < GT_HANDOVER_NS;
	return likely;
}

static bool is_handed_often(const struct gt_handover_look *k, uint64_t n)
{
	return n >= FEW_TURNS && (double)n * 1e9 >= A_SECOND * (double)(k->to - k->from);
}

/* False: there are no more slices. */
static bool next_turns(struct gt_handover_look *k)
{
	uint64_t first = 0, n = gt_slices_within(k->t, k->proc, k->from, k->to, &first), end = first + n;
	uint32_t some;

	k->at = k->at > first ? k->at : first;
	if (k->at >= end) {
		k->proc++;
		k->at = 0;
		k->before = INT64_MIN;
		return k->proc < gt_trace_info(k->t)->procs;
	}
	/* No further than to the end of a block of the index. */
	some = BLOCK - (uint32_t)(k->at % BLOCK);
	some = end - k->at < some ? (uint32_t)(end - k->at) : some;
	if (k->sampled)
		look_for_turns(k, some);
	else if (k->at / BLOCK % SAMPLED == 0 || k->at == first)
		k->likely += (uint64_t)likely_turns(k, some) * (n > SAMPLED * BLOCK ? SAMPLED : 1);
	else
		k->likely += n <= SAMPLED * BLOCK ? likely_turns(k, some) : 0;
	k->at += some;
	return true;
}

/* ---- places ---- */

static bool func_has_prefix(const struct gt_trace *t, uint32_t func, const char *prefix)
{
	size_t n, len = strlen(prefix);
	const char *s = gt_trace_string(t, func, &n);

	return n >= len && !memcmp(s, prefix, len);
}

#define PIPE "io.(*pipe)."

/* A place of the program, which can pass more at a time: itself, or through a pipe of the library. */
static bool is_own_place(const struct gt_handover_look *k, const struct gt_queue_site *site)
{
	return site->func && !gt_func_is_library(k->t, site->func) &&
	       (!site->leaf || func_has_prefix(k->t, site->leaf, PIPE));
}

/* Who sends and who receives; of two selects the one that woke.  False: it waited for something else. */
static bool tell_turn(const struct gt_handover_look *k, struct gt_queue_sites *sites, const struct gt_queue_woken *a,
		      struct handover_told *out)
{
	enum gt_queue_act act;
	struct gt_slice s, before;
	uint32_t waited, woke = gt_queue_sites_find(sites, a->stack, &act);

	if (!gt_slice_get(k->t, gt_goroutine_slice(k->t, a->g, gt_goroutine_seek(k->t, a->g, a->t)), &s) ||
	    s.ready != a->t || !gt_slice_get(k->t, s.prev, &before) || !is_handover_wait(before.reason) ||
	    !before.end_stack)
		return false;
	waited = gt_queue_sites_find(sites, before.end_stack, &act);
	out->sent = before.reason == GT_STR_CHAN_SEND || a->act == GT_ACT_RECEIVES;
	out->cond = before.reason == GT_STR_COND;
	if (waited != GT_NO_ROW && func_has_prefix(k->t, sites->v[waited].leaf, PIPE))
		out->sent = func_has_prefix(k->t, sites->v[waited].leaf, PIPE "write");
	out->sends = out->sent ? waited : woke;
	out->receives = out->sent ? woke : waited;
	out->sender = out->sent ? s.g : s.waker;
	return true;
}

/*
 * A channel that lets in a few: all wait to send there, and those that had passed wake them.  Goroutines of one
 * function that wait for a condition, and make it true for each other, are let in by that.
 */
static bool lets_in_few(const struct handover_pair *p, const struct gt_queue_sites *sites,
			const struct handover_told *most, const struct handover_told *told, unsigned n)
{
	unsigned sent = 0;

	if (p->a == p->b && most->cond)
		return true;
	if (most->sends == GT_NO_ROW || most->receives == GT_NO_ROW || p->a != p->b ||
	    sites->v[most->sends].func != sites->v[most->receives].func)
		return false;
	for (unsigned i = 0; i < n; i++)
		sent += told[i].sent;
	return sent == n;
}

/* The places of most of the turns that were asked for, if these are most of them. */
static bool most_turns(const struct gt_handover_look *k, struct handover_pair *p, const struct gt_queue_sites *sites,
		       const struct handover_told *told, unsigned n)
{
	const struct handover_told *best = told;
	unsigned most = 0;

	for (unsigned i = 0; i < n; i++) {
		unsigned like = 0;

		for (unsigned j = 0; j < n; j++)
			like += told[i].sends == told[j].sends && told[i].receives == told[j].receives;
		best = like > most ? &told[i] : best;
		most = like > most ? like : most;
	}
	if (n * 2 < p->nasked || !n || lets_in_few(p, sites, best, told, n))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		uint32_t at = i ? best->receives : best->sends;

		if (at == GT_NO_ROW)
			continue;
		if (!is_own_place(k, &sites->v[at]))
			return false;
		*(i ? &p->sum.receives : &p->sum.sends) = sites->v[at].stack;
	}
	p->sum.func = gt_ginfos_get(k->goroutines, best->sender)->func;
	return true;
}

/* What wakes others works no longer than they do. */
static bool is_brief(const struct gt_handover_look *k, const struct handover_pair *p)
{
	const struct handover_func *a = &k->funcs[p->a], *b = &k->funcs[p->b];

	return is_handed_often(k, p->sum.n) && p->sum.brief * 2 > p->sum.n && a->brief * 2 > a->n &&
	       b->brief * 2 > b->n;
}

static int name_pair(struct gt_handover_look *k, struct handover_pair *p, struct gt_error *err)
{
	struct handover_told told[ASKED];
	struct gt_queue_sites sites;
	unsigned n = 0;
	int rc;

	if (!is_brief(k, p))
		return 0;
	rc = gt_queue_ask_woken(k->t, p->asked, p->nasked, err);
	gt_queue_sites_init(&sites, k->t);
	for (unsigned i = 0; i < p->nasked && !rc; i++)
		n += tell_turn(k, &sites, &p->asked[i], &told[n]);
	if (!rc && most_turns(k, p, &sites, told, n))
		k->found[k->nfound++] = p->sum;
	gt_queue_sites_release(&sites);
	return rc;
}

/* ---- steps ---- */

struct gt_handover_look *gt_handover_look_new(struct gt_trace *t, struct gt_ginfos *goroutines, int64_t from,
					      int64_t to)
{
	struct gt_handover_look *k = gt_xcalloc(1, sizeof *k);

	k->t = t;
	k->goroutines = goroutines;
	k->from = from;
	k->to = to;
	k->before = INT64_MIN;
	for (unsigned i = 0; i < RECENT; i++)
		k->recent[i].func = GT_NO_ROW;
	gt_map_init(&k->by_func);
	gt_map_init(&k->by_funcs);
	return k;
}

void gt_handover_look_free(struct gt_handover_look *k)
{
	if (!k)
		return;
	free(k->pairs);
	free(k->found);
	free(k->funcs);
	gt_map_release(&k->by_func);
	gt_map_release(&k->by_funcs);
	free(k);
}

int gt_handover_look_step(struct gt_handover_look *k, struct gt_error *err)
{
	uint32_t procs = gt_trace_info(k->t)->procs;
	int rc;

	for (unsigned i = 0; i < BLOCKS_PER_STEP && k->proc < procs; i++)
		next_turns(k);
	if (k->proc < procs)
		return 1;
	if (!k->sampled && is_handed_often(k, k->likely * UNLIKELY)) {
		k->sampled = true;
		k->proc = 0;
		return 1;
	}
	if (!k->found)
		k->found = gt_xcalloc(k->npairs + 1, sizeof *k->found);
	if (k->named == k->npairs)
		return 0;
	rc = name_pair(k, &k->pairs[k->named++], err);
	return rc ? rc : 1;
}

const struct gt_handovers *gt_handover_look_found(const struct gt_handover_look *k, size_t *n)
{
	*n = k->nfound;
	return k->found;
}
