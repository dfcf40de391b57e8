/* Whose doing it is that goroutines of the program waited long for a P: long waits, shared out among holders of Ps. */
#include "analysis/pressure/harm.h"

#include <stdlib.h>

#include "base/sat.h"
#include "base/thread.h"
#include "base/xalloc.h"
#include "index/file/answers.h"

#define WAITS_A_STEP 500u
#define SHARES "harm"
#define SUMS_OF "harm.sums"

int64_t gt_harm_all(const int64_t ns[GT_HARM_CLASSES])
{
	int64_t all = 0;

	for (unsigned i = 0; i < GT_HARM_CLASSES; i++)
		gt_sat_grow(&all, ns[i]);
	return all;
}

/* ---- long waits ---- */

/* What one of the threads found. */
struct harm_found {
	struct gt_wait *v;
	size_t n, cap;
	GT_APART;
};

static void harm_found_wait(void *arg, unsigned worker, const struct gt_wait *w)
{
	struct harm_found *found = (struct harm_found *)arg + worker;

	GT_GROW(found->v, found->cap, found->n + 1);
	found->v[found->n++] = *w;
}

/* Adds the parts of a wait between stalls, if it is long without them. */
static void harm_add_wait(struct gt_harm *h, struct gt_sweep *s, const struct gt_wait *w)
{
	struct gt_harm_wait part = { .t0 = w->t0, .slice = w->slice, .late = (uint8_t)gt_sweep_late_of(s, w->slice) };
	const struct gt_stalls *stalls = &s->stalls;

	if (w->t1 - w->t0 - gt_stalls_in(stalls, w->t0, w->t1) <= s->limits.long_wait)
		return;
	h->waits++;
	GT_GROW(h->list, h->cap_list, h->nlist + stalls->n + 1);
	for (size_t i = 0; i <= stalls->n; i++) {
		int64_t end = i < stalls->n && stalls->v[i].t0 < w->t1 ? stalls->v[i].t0 : w->t1;

		if (i < stalls->n && stalls->v[i].t1 <= part.t0)
			continue;
		part.t1 = end;
		if (part.t0 < end)
			h->list[h->nlist++] = part;
		if (end == w->t1)
			break;
		part.t0 = stalls->v[i].t1 < w->t1 ? stalls->v[i].t1 : w->t1;
	}
}

static int longest_wait(const void *a, const void *b)
{
	const struct gt_harm_wait *x = a, *y = b;
	int64_t c = x->t1 - x->t0, d = y->t1 - y->t0;

	return (c < d) - (c > d) ?: GT_ASC(x, y, t0) ?: GT_ASC(x, y, slice);
}

static int latest_wait(const void *a, const void *b)
{
	const struct gt_harm_wait *x = a, *y = b;

	return GT_DESC(x, y, t1) ?: GT_ASC(x, y, t0) ?: GT_ASC(x, y, slice);
}

static void harm_find_waits(struct gt_harm *h, struct gt_sweep *s)
{
	struct harm_found *found = gt_xcalloc(GT_WORKERS, sizeof *found);

	gt_sweep_list(s, s->limits.long_wait + 1, INT64_MAX, false, harm_found_wait, found);
	for (unsigned i = 0; i < GT_WORKERS; i++) {
		for (size_t k = 0; k < found[i].n; k++)
			harm_add_wait(h, s, &found[i].v[k]);
		free(found[i].v);
	}
	free(found);
	if (h->nlist > GT_HARM_WAITS) {
		qsort(h->list, h->nlist, sizeof *h->list, longest_wait);
		h->nlist = GT_HARM_WAITS;
	}
	if (h->nlist)
		qsort(h->list, h->nlist, sizeof *h->list, latest_wait);
	h->times = gt_xcalloc(h->nlist + 1, sizeof *h->times);
	for (size_t i = 0; i < h->nlist; i++)
		h->times[i] = (struct gt_held_span){ h->list[i].t0, h->list[i].t1 };
}

/* ---- shares ---- */

static struct gt_harm_share *harm_share_of(struct gt_harm *h, const struct gt_held_part *part)
{
	uint64_t key = (uint64_t)part->func << 9 | (unsigned)part->is_long << 8 | part->kind;
	bool added = false;
	uint32_t i = gt_map_get_or_put(&h->by_holder, key, (uint32_t)h->n, &added);

	if (added) {
		GT_GROW(h->v, h->cap, h->n + 1);
		h->v[h->n++] = (struct gt_harm_share){ .func = part->func, .kind = part->kind,
						       .is_long = part->is_long };
	}
	return &h->v[i];
}

/* Whether it only shared a processor, as one does that computes. */
static bool is_fair_turn(const struct gt_harm *h, uint32_t slice)
{
	int64_t waited = 0, ran = 0;
	struct gt_wait w;
	struct gt_slice s;

	for (unsigned i = 0; i < GT_HARM_BURST && gt_slice_get(h->trace, slice, &s); i++) {
		gt_sat_grow(&ran, s.t1 - s.t0);
		if (!gt_wait_before(h->trace, &s, &w))
			break;
		gt_sat_grow(&waited, w.t1 - w.t0);
		if (!i && w.t1 - w.t0 > GT_HARM_TURN)
			return false;
		if (w.cause != GT_WAIT_PREEMPTED && w.cause != GT_WAIT_YIELDED)
			break;
		slice = s.prev;
	}
	return waited / GT_HARM_FACTOR <= ran;
}

static void harm_share_out(void *arg, size_t i, const struct gt_held *held)
{
	struct gt_harm *h = arg;
	const struct gt_harm_wait *w = &h->list[h->next + i];
	int64_t procs = held->split.ns[GT_HELD_PROCS];
	bool fair = is_fair_turn(h, w->slice);

	if (procs <= 0)
		return;
	gt_sat_grow(&h->sum[w->late], w->t1 - w->t0);
	gt_sat_grow(&h->fair[w->late], fair ? w->t1 - w->t0 : 0);
	for (size_t k = 0; k < held->nparts; k++) {
		const struct gt_held_part *part = &held->parts[k];
		struct gt_harm_share *share = harm_share_of(h, part);
		int64_t ns = (int64_t)((__int128)(w->t1 - w->t0) * part->ns / procs);

		gt_sat_grow(&share->ns[w->late], ns);
		gt_sat_grow(&share->fair, fair ? ns : 0);
	}
}

static int largest_share(const void *a, const void *b)
{
	const struct gt_harm_share *x = a, *y = b;
	int64_t c = gt_harm_all(x->ns), d = gt_harm_all(y->ns);

	return (c < d) - (c > d) ?: GT_ASC(x, y, kind) ?: GT_ASC(x, y, func) ?: GT_ASC(x, y, is_long);
}

int gt_harm_begin(struct gt_harm *h, struct gt_sweep *s, const struct gt_blame_index *b, struct gt_error *err)
{
	const struct gt_held_args a = { .from = s->from, .to = s->to, .whole = true,
					.long_slice = s->limits.long_slice };

	*h = (struct gt_harm){ .trace = s->trace };
	gt_map_init(&h->by_holder);
	harm_find_waits(h, s);
	return gt_held_begin(&h->held, s->trace, b, &a, err);
}

bool gt_harm_step(struct gt_harm *h)
{
	size_t left = h->nlist - h->next, n = left < WAITS_A_STEP ? left : WAITS_A_STEP;

	if (n) {
		gt_held_each(&h->held, h->times + h->next, n, harm_share_out, h);
		h->next += n;
	}
	if (h->next < h->nlist)
		return false;
	if (h->n)
		qsort(h->v, h->n, sizeof *h->v, largest_share);
	gt_map_release(&h->by_holder);
	return true;
}

void gt_harm_release(struct gt_harm *h)
{
	gt_held_release(&h->held);
	gt_map_release(&h->by_holder);
	free(h->list);
	free(h->times);
	free(h->v);
	*h = (struct gt_harm){ 0 };
}

/* ---- kept ---- */

struct harm_kept {
	uint64_t waits;
	int64_t sum[GT_HARM_CLASSES], fair[GT_HARM_CLASSES];
};

static bool is_usual_harm(const struct gt_sweep *s)
{
	static const struct gt_sweep_limits defaults = GT_SWEEP_DEFAULTS;

	return s->from == 0 && s->to > 0 && s->to == gt_trace_info(s->trace)->horizon &&
	       s->limits.long_wait == defaults.long_wait && s->limits.long_slice == defaults.long_slice;
}

/* What is kept says only what could have been found. */
static bool is_harm(const struct harm_kept *k, const struct gt_harm_share *v, uint64_t n)
{
	bool sound = true;

	for (unsigned c = 0; c < GT_HARM_CLASSES; c++)
		sound = sound && k->sum[c] >= 0 && k->fair[c] >= 0 && k->fair[c] <= k->sum[c];
	for (uint64_t i = 0; i < n && sound; i++) {
		sound = v[i].kind < GT_HELD_KINDS && v[i].is_long <= 1 && v[i].fair >= 0 &&
			v[i].fair <= gt_harm_all(v[i].ns);
		for (unsigned c = 0; c < GT_HARM_CLASSES && sound; c++)
			sound = v[i].ns[c] >= 0 && v[i].ns[c] <= k->sum[c];
	}
	return sound;
}

bool gt_harm_recall(struct gt_harm *h, const struct gt_sweep *s)
{
	uint64_t n = 0, nshares = 0;
	struct gt_harm_share *v;
	struct harm_kept *k;
	bool sound;

	if (!is_usual_harm(s))
		return false;
	k = gt_answer_get(s->trace, SUMS_OF, sizeof *k, &n);
	v = gt_answer_get(s->trace, SHARES, sizeof *v, &nshares);
	sound = k && v && n == 1 && is_harm(k, v, nshares);
	if (sound) {
		*h = (struct gt_harm){ .trace = s->trace, .waits = k->waits, .v = v, .n = (size_t)nshares,
				       .cap = (size_t)nshares };
		for (unsigned c = 0; c < GT_HARM_CLASSES; c++) {
			h->sum[c] = k->sum[c];
			h->fair[c] = k->fair[c];
		}
		v = NULL;
	}
	free(k);
	free(v);
	return sound;
}

void gt_harm_keep(const struct gt_harm *h, const struct gt_sweep *s)
{
	struct harm_kept k = { .waits = h->waits };

	if (!is_usual_harm(s) || !gt_answers_wanted(h->trace))
		return;
	for (unsigned c = 0; c < GT_HARM_CLASSES; c++) {
		k.sum[c] = h->sum[c];
		k.fair[c] = h->fair[c];
	}
	gt_answer_keep(h->trace, SUMS_OF, &k, sizeof k, 1);
	gt_answer_keep(h->trace, SHARES, h->v, sizeof *h->v, h->n);
}
