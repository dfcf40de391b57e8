/* What requests took, and in what they spent most of their time. */
#include "analysis/requests/requestsums.h"

#include <stdlib.h>

#include "analysis/stacks/where.h"
#include "analysis/table/percentile.h"
#include "base/hash.h"
#include "base/sat.h"
#include "base/say.h"
#include "base/xalloc.h"

/* Time in a state at a stack. */
struct spent_at {
	uint32_t state;           /* enum gt_spent; of a wait GT_SPENT_KINDS and its reason */
	uint32_t stack;
	int64_t ns;
};

struct gt_request_adding {
	struct gt_request_sums *s;
	struct gt_requests_by_g of;
	size_t next;              /* the first to be walked over next */
	size_t first, last;       /* of those that are walked over, and one beyond the last still to be met */
	struct spent_at *spent;
	size_t nspent, cap;
	struct gt_map by_place;   /* state and stack: place in `spent` */
};

bool gt_request_touches(const struct gt_request *q, int64_t from, int64_t to)
{
	return q->t0 < to && (q->t1 > from || q->t0 >= from);
}

/* ---- how many, how long ---- */

static int by_request_by_g(const void *a, const void *b)
{
	const struct gt_request_by_g *x = a, *y = b;

	return GT_ASC(x->q, y->q, g) ?: GT_ASC(x->q, y->q, t0) ?: GT_ASC(x->q, y->q, task);
}

void gt_requests_by_g_sort(struct gt_requests_by_g *r)
{
	if (r->n)
		qsort(r->v, r->n, sizeof *r->v, by_request_by_g);
	for (size_t i = 0; i < r->n; i++) {
		r->v[i].latest = r->v[i].q->t1;
		if (i && r->v[i - 1].q->g == r->v[i].q->g && r->v[i - 1].latest > r->v[i].latest)
			r->v[i].latest = r->v[i - 1].latest;
	}
}

static void count_request(struct gt_request_sums *s, const struct gt_request *q, int64_t *durs)
{
	s->n++;
	gt_sat_grow(&s->total, q->t1 - q->t0);
	s->tasks += q->server == GT_SERVER_TASK;
	if (!q->handler && q->server != GT_SERVER_TASK) {
		s->unseen++;
		gt_sat_grow(&s->unseen_ns, q->t1 - q->t0);
	}
	if (!q->cut && !q->open)
		durs[s->complete++] = q->t1 - q->t0;
}

struct gt_request_adding *gt_request_adding_begin(struct gt_request_sums *s, const struct gt_trace *t,
						  const struct gt_requests *found, int64_t from, int64_t to,
						  bool all)
{
	struct gt_request_adding *a = gt_xcalloc(1, sizeof *a);
	int64_t *durs = gt_xcalloc(found->n + 1, sizeof *durs);

	*s = (struct gt_request_sums){ .t = t, .from = from, .to = to, .p50 = GT_NO_TIME, .p99 = GT_NO_TIME };
	a->s = s;
	a->of.v = gt_xcalloc(found->n + 1, sizeof *a->of.v);
	for (size_t i = 0; i < found->n; i++) {
		const struct gt_request *q = &found->v[i];

		if (!gt_request_touches(q, from, to))
			continue;
		if (q->traces && !all) {
			s->left_out++;
			continue;
		}
		count_request(s, q, durs);
		if (!q->apart)
			a->of.v[a->of.n++].q = q;
	}
	if (s->complete) {
		gt_sort_i64(durs, s->complete);
		s->p50 = gt_percentile_i64(durs, s->complete, 0.5);
		s->p99 = gt_percentile_i64(durs, s->complete, 0.99);
	}
	free(durs);
	gt_requests_by_g_sort(&a->of);
	return a;
}

/* ---- in what they spent it ---- */

static void add_spent(struct gt_request_adding *a, uint32_t state, uint32_t stack, int64_t ns)
{
	bool added = false;
	uint32_t i = gt_map_get_or_put(&a->by_place, (uint64_t)state << 32 | stack, (uint32_t)a->nspent, &added);

	if (added) {
		GT_GROW(a->spent, a->cap, a->nspent + 1);
		a->spent[a->nspent++] = (struct spent_at){ .state = state, .stack = stack };
	}
	gt_sat_grow(&a->spent[i].ns, ns);
	gt_sat_grow(&a->s->known, ns);
}

/* Latest first; tasks of a goroutine can overlap. */
static bool adding_interval(void *arg, const struct gt_interval *iv)
{
	struct gt_request_adding *a = arg;
	uint32_t state = (uint32_t)iv->what;
	bool inferred;

	if (iv->what == GT_SPENT_BLOCK)
		state = GT_SPENT_KINDS + gt_interval_reason(a->s->t, iv, &inferred);
	while (a->last > a->first && a->of.v[a->last - 1].q->t0 >= iv->t1)
		a->last--;
	for (size_t i = a->last; i > a->first && a->of.v[i - 1].latest > iv->t0; i--) {
		const struct gt_request *q = a->of.v[i - 1].q;
		int64_t t0 = q->t0 > iv->t0 ? q->t0 : iv->t0, t1 = q->t1 < iv->t1 ? q->t1 : iv->t1;

		if (t1 > t0)
			add_spent(a, state, iv->stack, t1 - t0);
	}
	return a->last > a->first && iv->t0 > a->of.v[a->first].q->t0;
}

/* A place: the same function and line, whatever called it. */
static uint64_t adding_place(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	if (!stack || !gt_stack_frame(t, stack, gt_where_frame(t, stack), &f))
		return 0;
	return (uint64_t)f.func << 32 | (uint32_t)f.line;
}

/* The state with the most time, and the place with the most of that; of equals what was met first. */
static void adding_choose(struct gt_request_adding *a)
{
	struct gt_request_sums *s = a->s;
	struct spent_at *sums = gt_xcalloc(2 * a->nspent + 1, sizeof *sums), *places = sums + a->nspent;
	struct gt_map states = { 0 }, at = { 0 };
	uint32_t nstates = 0, nplaces = 0, best = 0;

	for (size_t i = 0; i < a->nspent; i++) {
		uint32_t k = gt_map_get_or_put(&states, a->spent[i].state, nstates, NULL);

		nstates += k == nstates;
		sums[k].state = a->spent[i].state;
		gt_sat_grow(&sums[k].ns, a->spent[i].ns);
	}
	for (uint32_t k = 0; k < nstates; k++)
		if (sums[k].ns > sums[best].ns)
			best = k;
	for (size_t i = 0; i < a->nspent; i++) {
		/* Where somebody stopped who is ready to run again is no reason for that. */
		bool placed = sums[best].state != GT_SPENT_EXEC && sums[best].state != GT_SPENT_SCHED;
		uint64_t place = placed ? adding_place(s->t, a->spent[i].stack) : 0;
		uint32_t k;

		if (a->spent[i].state != sums[best].state || !place)
			continue;
		k = gt_map_get_or_put(&at, place, nplaces, NULL);
		if (k == nplaces)
			places[nplaces++].stack = a->spent[i].stack;
		gt_sat_grow(&places[k].ns, a->spent[i].ns);
		if (places[k].ns > s->there) {
			s->there = places[k].ns;
			s->at = places[k].stack;
		}
	}
	s->most = sums[best].ns;
	s->what = sums[best].state < GT_SPENT_KINDS ? (enum gt_spent)sums[best].state : GT_SPENT_BLOCK;
	s->reason = s->what == GT_SPENT_BLOCK && s->most ? sums[best].state - GT_SPENT_KINDS : 0;
	gt_map_release(&states);
	gt_map_release(&at);
	free(sums);
}

/* Requests of a goroutine that are walked over at a time: a connection may have a million. */
#define ADDING_STEP 64

bool gt_request_adding_step(struct gt_request_adding *a)
{
	uint32_t g;

	if (a->next >= a->of.n) {
		adding_choose(a);
		return false;
	}
	a->first = a->next;
	g = a->of.v[a->next].q->g;
	while (a->next < a->of.n && a->next - a->first < ADDING_STEP && a->of.v[a->next].q->g == g)
		a->next++;
	a->last = a->next;
	gt_goroutine_walk_before(a->s->t, g, a->of.v[a->last - 1].latest, adding_interval, a);
	return true;
}

void gt_request_adding_end(struct gt_request_adding *a)
{
	if (!a)
		return;
	gt_map_release(&a->by_place);
	free(a->spent);
	free(a->of.v);
	free(a);
}

void gt_request_sums_fill(struct gt_request_sums *s, const struct gt_trace *t, const struct gt_requests *found,
			  int64_t from, int64_t to, bool all)
{
	struct gt_request_adding *a = gt_request_adding_begin(s, t, found, from, to, all);

	while (gt_request_adding_step(a))
		;
	gt_request_adding_end(a);
}

/* ---- words ---- */

static void put_state(struct gt_buf *out, const struct gt_word *w)
{
	static const char *const words[] = {
		[GT_SPENT_EXEC] = "running", [GT_SPENT_SCHED] = "runnable, without a P",
		[GT_SPENT_SYSCALL] = "in system calls", [GT_SPENT_SYSCALL_BLOCK] = "in system calls that lost the P",
		[GT_SPENT_BLOCK] = "in waits of a kind that is not recorded",
	};
	const struct gt_request_sums *s = w->of;

	if (s->reason)
		gt_say(out, "in {}", gt_as_string(s->t, s->reason, ""));
	else
		gt_buf_puts(out, words[s->what]);
}

static void put_most_where(struct gt_buf *out, const struct gt_word *w)
{
	const struct gt_request_sums *s = w->of;

	gt_where_text(out, s->t, s->at);
}

double gt_request_rate(const struct gt_request_sums *s)
{
	int64_t from = s->from > 0 ? s->from : 0, until = gt_trace_until(s->t, s->to);

	until = until < gt_trace_info(s->t)->duration ? until : gt_trace_info(s->t)->duration;
	return until > from ? (double)s->n * 1e9 / (double)(until - from) : 0;
}

void gt_request_most_text(struct gt_buf *out, const struct gt_request_sums *s)
{
	struct gt_word state = { .put = put_state, .of = s }, place = { .put = put_most_where, .of = s };

	if (s->most)
		gt_say(out, "{} {}", gt_as_part(s->most, s->known), state);
	/* In brackets: a narrow screen breaks before them. */
	if (s->at && s->there == s->most)
		gt_say(out, " (at {})", place);
	else if (s->at)
		gt_say(out, " ({} of it at {})", gt_as_part(s->there, s->most), place);
}

void gt_request_sums_text(struct gt_buf *out, const struct gt_request_sums *s)
{
	gt_say(out, "{}, {}/s", gt_as_many(s->n, s->n && s->n == s->tasks ? "user task" : "request"),
	       gt_as_count((uint64_t)(gt_request_rate(s) + 0.5)));
	if (s->complete)
		gt_say(out, ", p50 {}, p99 {}", gt_as_dur(s->p50), gt_as_dur(s->p99));
	if (s->most)
		gt_buf_puts(out, "; ");
	gt_request_most_text(out, s);
	if (s->left_out)
		gt_say(out, "; {} for this trace left out", gt_as_many(s->left_out, "request"));
}

#define UNSEEN_PERCENT 10     /* a share of requests, or of their time, that is worth a sentence */

const char gt_request_unseen_why[] = "it shows only where it waits, makes a system call or starts a goroutine, and short "
				     "ones do none of these";

bool gt_request_unseen_text(struct gt_buf *out, const struct gt_request_sums *s)
{
	if (!s->unseen || (100 * (double)s->unseen < UNSEEN_PERCENT * (double)s->n &&
			   100 * (double)s->unseen_ns < UNSEEN_PERCENT * (double)s->total))
		return false;
	gt_say(out, "handler not seen in {} ({} of their time): {}", gt_as_count(s->unseen),
	       gt_as_part(s->unseen_ns, s->total), gt_as_text(gt_request_unseen_why));
	return true;
}
