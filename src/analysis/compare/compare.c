/* Reads both sides, matches what they have in common, and judges every difference. */
#include "analysis/compare/compare.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/stats.h"
#include "analysis/stacks/where.h"
#include "analysis/table/table.h"
#include "base/thread.h"
#include "base/xalloc.h"

/* Of waits that are not for locks, beside those that are. */
#define IDLE_WEIGHT 0.1

const char *gt_cmp_verdict_name(enum gt_cmp_verdict verdict)
{
	static const char *const names[GT_CMP_VERDICTS] = {
		[GT_CMP_WORSE] = "worse", [GT_CMP_BETTER] = "better", [GT_CMP_CHANGED] = "changed",
		[GT_CMP_UNSURE] = "unsure", [GT_CMP_SAME] = "same",
	};

	return names[verdict];
}

/* ---- reading ---- */

struct readers {
	struct gt_comparison *c;
	const struct gt_cmp_progress *progress;
	atomic_uint_least64_t done;   /* kinds of all traces */
	unsigned n;
	int rc[GT_WORKERS];
	struct gt_error err[GT_WORKERS];
};

static int readers_tell(struct readers *r, struct gt_error *err)
{
	uint64_t all = (uint64_t)(r->c->n[GT_CMP_OLD] + r->c->n[GT_CMP_NEW]) * GT_CMP_KINDS;
	uint64_t done = atomic_fetch_add_explicit(&r->done, 1, memory_order_relaxed) + 1;

	if (!r->progress || r->progress->tell(r->progress->arg, done, all))
		return 0;
	return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "stopped");
}

static int read_trace(struct readers *r, struct gt_collected *trace, struct gt_error *err)
{
	int rc = 0;

	for (unsigned kind = 0; kind < GT_CMP_KINDS && !rc; kind++) {
		if (gt_cmp_kinds[kind].feed && !r->c->left_out[kind])
			rc = gt_cmp_kinds[kind].feed(trace, err);
		if (!rc)
			rc = readers_tell(r, err);
	}
	gt_collected_sort(trace);
	return rc;
}

static void compare_read(void *arg, unsigned worker)
{
	struct readers *r = arg;
	struct gt_comparison *c = r->c;

	for (size_t i = worker; i < c->n[GT_CMP_OLD] + c->n[GT_CMP_NEW] && !r->rc[worker]; i += r->n) {
		bool old = i < c->n[GT_CMP_OLD];
		struct gt_collected *trace = old ? &c->v[GT_CMP_OLD][i] : &c->v[GT_CMP_NEW][i - c->n[GT_CMP_OLD]];

		r->rc[worker] = read_trace(r, trace, &r->err[worker]);
	}
}

static int read_all(struct gt_comparison *c, const struct gt_cmp_progress *progress, struct gt_error *err)
{
	size_t n = c->n[GT_CMP_OLD] + c->n[GT_CMP_NEW];
	struct readers r = { .c = c, .progress = progress, .n = n < gt_workers() ? (unsigned)n : gt_workers() };

	gt_work_together(r.n, compare_read, &r);
	for (unsigned i = 0; i < r.n; i++)
		if (r.rc[i]) {
			*err = r.err[i];
			return r.rc[i];
		}
	return 0;
}

/* ---- which things can be compared ---- */

static void compare_leave_out(struct gt_comparison *c, const struct gt_sides *sides)
{
	for (unsigned kind = 0; kind < GT_CMP_KINDS; kind++) {
		unsigned form = gt_cmp_kinds[kind].form(sides->v[GT_CMP_NEW][0]);

		c->left_out[kind] = !form;
		for (unsigned side = 0; side < GT_CMP_SIDES; side++)
			for (size_t i = 0; i < sides->n[side]; i++)
				c->left_out[kind] |= gt_cmp_kinds[kind].form(sides->v[side][i]) != form;
	}
}

/*
 * Where the program was; of what it waits for, calls or ends slices with: where it did so, and not what of the library
 * it did it with.  What that adds nothing to, since it is the function itself, has the library's.
 */
static uint32_t difference_place(const struct gt_difference *d)
{
	bool outside = d->kind == GT_CMP_WAITS || d->kind == GT_CMP_CALLS || d->kind == GT_CMP_GREEDY;
	const struct gt_trace *t = d->of->t;
	struct gt_frame f;

	for (uint32_t i = gt_keyed_frame(t, d->key->stack); outside && gt_stack_frame(t, d->key->stack, i, &f); i++) {
		if (!f.func || gt_func_is_library(t, f.func))
			continue;
		if (f.func != d->key->name)
			return f.func;
		break;
	}
	return d->key->stack && gt_stack_frame(t, d->key->stack, gt_keyed_frame(t, d->key->stack), &f) ? f.func : 0;
}

/* "main.worker in main.parse": both are left out where there is nothing to say. */
static void difference_name(struct gt_difference *d)
{
	const struct gt_trace *t = d->of->t;
	uint32_t func = difference_place(d);
	struct gt_buf out = { 0 };

	if (d->key->word)
		gt_buf_puts(&out, d->key->word);
	else
		gt_put_string(&out, t, "", d->key->name, d->kind == GT_CMP_WAITS ? GT_NO_REASON : GT_NO_NAME);
	if (d->key->stack && func && func != d->key->name)
		gt_put_string(&out, t, " in ", func, NULL);
	d->ntext = out.len;
	d->text = gt_buf_steal(&out);
}

/* Both sides' keys, in the order in which they are met: the new side first. */
static void match(struct gt_comparison *c)
{
	struct gt_map known;

	gt_map_init(&known);
	for (unsigned side = GT_CMP_SIDES; side-- > 0;)
		for (size_t i = 0; i < c->n[side]; i++)
			for (size_t j = 0; j < c->v[side][i].n; j++) {
				const struct gt_keyed *k = &c->v[side][i].keys[j];
				bool added = false;

				gt_map_get_or_put(&known, k->id, (uint32_t)c->nd, &added);
				if (!added)
					continue;
				GT_GROW(c->d, c->cap, c->nd + 1);
				c->d[c->nd++] = (struct gt_difference){
					.id = k->id, .kind = k->kind, .of = &c->v[side][i], .key = k, .p = -1,
				};
			}
	gt_map_release(&known);
}

/* ---- judging ---- */

/* How much larger the larger one is, whichever it is: of all aspects the one that differs most is shown. */
static double difference_factor(const struct gt_cmp_tested *t)
{
	double low = fmin(t->a, t->b), high = fmax(t->a, t->b);

	return high <= 0 ? 1 : high > 1000 * low ? 1000 : high / low;
}

/* Who waits for anything but a lock may well have nothing to do: a goroutine more that sleeps costs nobody time. */
static double difference_weight(const struct gt_difference *d)
{
	double weight = gt_cmp_kinds[d->kind].weight;
	const char *reason;
	size_t n;

	if (d->kind != GT_CMP_WAITS)
		return weight;
	reason = gt_trace_string(d->of->t, d->key->name, &n);
	return n == strlen("sync") && !memcmp(reason, "sync", n) ? weight : weight * IDLE_WEIGHT;
}

static double difference_cost(const struct gt_difference *d)
{
	const struct gt_cmp_sum *a = &d->sums[GT_CMP_OLD], *b = &d->sums[GT_CMP_NEW];
	double cost = fabs(b->share - a->share), length = 0;

	if (d->aspect == GT_CMP_LENGTH && gt_cmp_kinds[d->kind].unit == GT_CMP_NS)
		length = fabs(d->shift) / 1e9 * fmin(a->rate, b->rate);
	return fmax(cost, length) * difference_weight(d);
}

/* What is worse or better is told before what only changed. */
static void decide(const struct gt_comparison *c, struct gt_difference *d, const struct gt_cmp_tested *tested)
{
	enum { NOTHING, WORTH, CHANGED, SURE } most = NOTHING, is;
	double best = 0;

	d->verdict = GT_CMP_SAME;
	for (enum gt_cmp_aspect i = 0; i < GT_CMP_ASPECTS; i++) {
		const struct gt_cmp_tested *t = &tested[i];
		int worse = gt_cmp_kinds[d->kind].worse[i];
		double factor = worse ? difference_factor(t) : 0;

		is = !t->worth ? NOTHING : t->differ && t->p >= 0 && t->p <= GT_CMP_ALPHA ? SURE : WORTH;
		d->sure |= worse && is == SURE ? 1u << i : 0;
		if (is == SURE && i == GT_CMP_RATE && gt_cmp_follows_work(c, d->kind, t->a, t->b))
			is = CHANGED;
		if (!worse || is < most || (is == most && factor <= best))
			continue;
		most = is;
		best = factor;
		d->aspect = i;
		d->a = t->a;
		d->b = t->b;
		d->shift = t->shift;
		d->p = t->p;
		if (is == SURE)
			d->verdict = (t->shift > 0) == (worse > 0) ? GT_CMP_WORSE : GT_CMP_BETTER;
		else if (is != NOTHING)
			d->verdict = is == CHANGED ? GT_CMP_CHANGED : GT_CMP_UNSURE;
	}
	if (d->verdict <= GT_CMP_BETTER && gt_cmp_follows_machine(c, d))
		d->verdict = GT_CMP_UNSURE;
	d->cost = difference_cost(d);
}

static void judge_all(struct gt_comparison *c)
{
	struct gt_cmp_tested (*tested)[GT_CMP_ASPECTS] = gt_xcalloc(c->nd + 1, sizeof *tested);
	double *p = gt_xcalloc(c->nd * GT_CMP_ASPECTS + 1, sizeof *p);
	size_t n = 0;

	for (size_t i = 0; i < c->nd; i++) {
		gt_cmp_sum_up(c, &c->d[i]);
		for (enum gt_cmp_aspect j = 0; j < GT_CMP_ASPECTS; j++) {
			bool counts = false;

			tested[i][j].p = -1;
			if (gt_cmp_kinds[c->d[i].kind].worse[j])
				gt_cmp_judge(c, &c->d[i], j, &tested[i][j], &counts);
			c->tests += counts;
			if (tested[i][j].p >= 0)
				p[n++] = tested[i][j].p;
		}
	}
	gt_holm(p, n, c->tests);
	n = 0;
	for (size_t i = 0; i < c->nd; i++) {
		for (enum gt_cmp_aspect j = 0; j < GT_CMP_ASPECTS; j++)
			if (tested[i][j].p >= 0)
				tested[i][j].p = p[n++];
		decide(c, &c->d[i], tested[i]);
		difference_name(&c->d[i]);
		c->count[c->d[i].verdict]++;
	}
	free(p);
	free(tested);
}

/* Waits for a processor are what others brought about who held it: these come first, if they are as bad. */
static bool is_brought_about(const struct gt_difference *d)
{
	return d->kind == GT_CMP_SCHED && d->verdict <= GT_CMP_CHANGED;
}

static int compare_worse(const void *x, const void *y)
{
	const struct gt_difference *a = x, *b = y;

	if (a->verdict == b->verdict && is_brought_about(a) != is_brought_about(b))
		return is_brought_about(a) ? 1 : -1;
	if (a->verdict == b->verdict && a->verdict <= GT_CMP_CHANGED && !gt_cmp_only(a) != !gt_cmp_only(b))
		return gt_cmp_only(a) ? -1 : 1;
	return GT_ASC(a, b, verdict) ?: GT_DESC(a, b, cost) ?: GT_ASC(a, b, kind) ?:
	       memcmp(a->text, b->text, a->ntext < b->ntext ? a->ntext : b->ntext) ?: GT_ASC(a, b, ntext);
}

/* What is the longest depends on how long one looks: as long in each trace as the shortest one has. */
static void share_window(struct gt_comparison *c)
{
	int64_t least = INT64_MAX;

	for (unsigned side = 0; side < GT_CMP_SIDES; side++)
		for (size_t i = 0; i < c->n[side]; i++) {
			int64_t step = c->v[side][i].edges[1] - c->v[side][i].edges[0];

			least = step && step < least ? step : least;
		}
	for (unsigned side = 0; side < GT_CMP_SIDES; side++)
		for (size_t i = 0; i < c->n[side]; i++)
			c->v[side][i].window = least;
}

int gt_compare(struct gt_comparison *c, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
	       struct gt_error *err)
{
	struct gt_hash_key hash = gt_hash_key_new();
	int rc;

	*c = (struct gt_comparison){ .nd = 0 };
	for (unsigned side = 0; side < GT_CMP_SIDES; side++) {
		c->v[side] = gt_xcalloc(sides->n[side] + 1, sizeof *c->v[side]);
		c->n[side] = sides->n[side];
		for (size_t i = 0; i < c->n[side]; i++)
			gt_collected_init(&c->v[side][i], sides->v[side][i], sides->from[side], sides->to[side], hash,
					  GT_CMP_KINDS);
	}
	share_window(c);
	compare_leave_out(c, sides);
	rc = read_all(c, progress, err);
	if (rc)
		return rc;
	gt_cmp_measure_work(c);
	gt_cmp_measure_machine(c);
	match(c);
	judge_all(c);
	if (c->nd)
		qsort(c->d, c->nd, sizeof *c->d, compare_worse);
	return 0;
}

void gt_comparison_release(struct gt_comparison *c)
{
	for (unsigned side = 0; side < GT_CMP_SIDES; side++) {
		for (size_t i = 0; i < c->n[side]; i++)
			gt_collected_release(&c->v[side][i]);
		free(c->v[side]);
	}
	for (size_t i = 0; i < c->nd; i++)
		free(c->d[i].text);
	free(c->d);
}
