/* Sums of a goroutine's states. */
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines.h"
#include "base/xalloc.h"

struct adding {
	const struct gt_trace *t;
	struct gt_gsums *sums;
	int64_t from, to;
};

static bool same_string(const struct gt_trace *t, uint32_t a, uint32_t b)
{
	const char *s, *r;
	size_t n, m;

	if (a == b)
		return true;
	s = gt_trace_string(t, a, &n);
	r = gt_trace_string(t, b, &m);
	return n == m && !memcmp(s, r, n);
}

static void add_block(struct adding *ad, uint32_t reason, int64_t ns)
{
	struct gt_gsums *sums = ad->sums;
	size_t i;

	for (i = 0; i < sums->nblock; i++) {
		if (same_string(ad->t, sums->block[i].reason, reason)) {
			sums->block[i].ns += ns;
			return;
		}
	}
	GT_GROW(sums->block, sums->capblock, i + 1);
	sums->block[i] = (struct gt_reason_ns) { reason, ns };
	sums->nblock = i + 1;
}

static bool add_interval(void *arg, const struct gt_interval *iv)
{
	struct adding *ad = arg;
	int64_t t0 = iv->t0 > ad->from ? iv->t0 : ad->from, t1 = iv->t1 < ad->to ? iv->t1 : ad->to;

	if (t1 > t0) {
		ad->sums->ns[iv->what] += t1 - t0;
		ad->sums->total += t1 - t0;
		if (iv->what == GT_SPENT_BLOCK)
			add_block(ad, iv->reason, t1 - t0);
	}
	return iv->t0 > ad->from; /* the walk goes back in time */
}

static int by_ns(const void *a, const void *b)
{
	const struct gt_reason_ns *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return x->reason < y->reason ? -1 : x->reason > y->reason;
}

void gt_goroutine_sums(const struct gt_trace *t, uint32_t row, int64_t from, int64_t to,
		       struct gt_gsums *sums)
{
	struct adding ad = { t, sums, from, to };

	memset(sums->ns, 0, sizeof sums->ns);
	sums->total = 0;
	sums->nblock = 0;
	gt_goroutine_walk(t, row, true, add_interval, &ad);
	qsort(sums->block, sums->nblock, sizeof *sums->block, by_ns);
}

void gt_gsums_release(struct gt_gsums *sums)
{
	free(sums->block);
	*sums = (struct gt_gsums) { 0 };
}
