/* Windows over step functions against trying every begin, and the words of --mmu. */
#include "analysis/gc/mmutable.h"
#include "analysis/reports/series.h"
#include "analysis/table/reports.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

#define LENGTH 300            /* ns of a function: few enough to try them all */
#define FNS 3
#define PARTS 64              /* begins of windows in a ns that are counted */

struct made {
	struct gt_mutil u;
	struct gt_mutil_point points[FNS][LENGTH + 1];
	struct gt_mutil_fn fns[FNS];
	int lost[FNS][LENGTH];        /* in each ns, of `scale` */
	uint64_t seed;
};

static uint64_t below(struct made *m, uint64_t n)
{
	return tap_mix64(++m->seed * UINT64_C(0x9e3779b97f4a7c15)) % n;
}

/* Function k: what is lost stays the same for some ns, often nothing. */
static void make_fn(struct made *m, size_t k, int scale)
{
	struct gt_mutil_fn *f = &m->fns[k];
	double sum = 0;
	int rate = -1;

	*f = (struct gt_mutil_fn){ .v = m->points[k], .p = k };
	for (int t = 0; t < LENGTH; t++) {
		if (rate < 0 || below(m, 12) == 0) {
			int next = below(m, 3) ? 0 : (int)below(m, (uint64_t)scale + 1);

			if (next != rate)
				m->points[k][f->n++] = (struct gt_mutil_point){ t, sum };
			rate = next;
		}
		m->lost[k][t] = rate;
		sum += rate;
	}
	m->points[k][f->n++] = (struct gt_mutil_point){ LENGTH, sum };
}

static double plain_mean(const struct made *m, size_t k, int t, int w)
{
	int sum = 0;

	for (int i = t; i < t + w; i++)
		sum += m->lost[k][i];
	return 1 - sum / (m->u.scale * w);
}

static bool is_free(const struct gt_mmu_window *taken, size_t n, int t, int w)
{
	for (size_t i = 0; i < n; i++)
		if (t + w > taken[i].t && t < taken[i].t + taken[i].w)
			return false;
	return true;
}

/* The next of the worst: every begin of every function is tried. */
static double plain_worst(const struct made *m, const struct gt_mmu_window *taken, size_t n, int w)
{
	double worst = 2;

	for (size_t k = 0; k < m->u.nfns; k++) {
		for (int t = 0; t + w <= LENGTH; t++) {
			double mean = is_free(taken, n, t, w) ? plain_mean(m, k, t, w) : 2;

			worst = mean < worst ? mean : worst;
		}
	}
	return worst;
}

static bool equal(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

/* How many of the windows that begin at a whole ns or a part of one have at least this much. */
static double plain_share(const struct made *m, int w, double least)
{
	double n = 0, all = 0;

	for (size_t k = 0; k < m->u.nfns; k++) {
		for (int t = 0; t + w < LENGTH; t++) {
			double a = plain_mean(m, k, t, w), b = plain_mean(m, k, t + 1, w);

			for (int i = 0; i < PARTS; i++, all++)
				n += a + (b - a) * (i + 0.5) / PARTS >= least;
		}
	}
	return n / all;
}

static bool one_window(struct made *m, int w)
{
	struct gt_mmu_window worst, list[5];
	double shares[] = { 0.5, 0.9, 0.99 }, least[3], slack = 0.002 + 1.0 / (PARTS * (LENGTH + 1 - w));
	size_t n = gt_mmu_worst_list(&m->u, w, list, 5);
	bool ok = gt_mmu_worst(&m->u, w, &worst) && equal(worst.mean, plain_worst(m, NULL, 0, w)) &&
		  equal(worst.mean, plain_mean(m, worst.p, (int)worst.t, w));

	for (size_t i = 0; i < n && ok; i++)
		ok = is_free(list, i, (int)list[i].t, w) && list[i].w == w &&
		     equal(list[i].mean, plain_worst(m, list, i, w)) &&
		     equal(list[i].mean, plain_mean(m, list[i].p, (int)list[i].t, w));
	ok = ok && (n == 5 || plain_worst(m, list, n, w) >= 1);
	gt_mmu_shares(&m->u, w, shares, least, 3);
	/* What is just below is reached by so many, what is just above is not. */
	for (int i = 0; i < 3 && ok && w < LENGTH; i++)
		ok = plain_share(m, w, least[i] - 1e-5) >= shares[i] - slack &&
		     plain_share(m, w, least[i] + 1e-5) <= shares[i] + slack;
	return ok;
}

TAP_TEST(windows)
{
	struct made *m = calloc(1, sizeof *m);
	bool ok = true;

	for (int round = 0; round < 60 && ok; round++) {
		static const int widths[] = { 1, 2, 7, 30, 100, 299, 300 };
		int scale = 1 + round % 4;

		m->u = (struct gt_mutil){ .fns = m->fns, .nfns = 1 + (size_t)round % FNS, .scale = scale,
					  .to = LENGTH };
		for (size_t k = 0; k < m->u.nfns; k++)
			make_fn(m, k, scale);
		for (size_t i = 0; i < GT_COUNT(widths) && ok; i++) {
			ok = one_window(m, widths[i]);
			if (!ok)
				tap_diag("round %d, %d ns", round, widths[i]);
		}
	}
	tap_ok(ok, "windows of random functions");
	free(m);
}

/* More points than a block of the search has, and windows that reach over many of these. */
TAP_TEST(blocks)
{
	const size_t n = 6000;
	struct gt_mutil_point *v = calloc(n + 1, sizeof *v);
	struct gt_mutil_fn f = { .v = v, .n = n + 1, .p = GT_NONE };
	struct gt_mutil u = { .fns = &f, .nfns = 1, .scale = 1, .to = (int64_t)n * 100 };
	struct gt_mmu_window list[3], worst;

	/* Every other 100 ns are lost; from 299,900 on 2,100 ns in one piece. */
	for (size_t i = 0; i < n; i++) {
		bool before = i % 2 || (i >= 3000 && i < 3020);

		v[i].t = (int64_t)i * 100;
		v[i + 1] = (struct gt_mutil_point){ v[i].t + 100, v[i].lost + (before ? 100 : 0) };
	}
	tap_ok(gt_mmu_worst(&u, 2000, &worst) && worst.t == 299900 && worst.mean == 0 && worst.p == GT_NONE,
	       "the one window with nothing");
	tap_is_u64(gt_mmu_worst_list(&u, 10000, list, 3), 3, "three long windows");
	/* 2100 + 3900 of 10,000 at the worst: on both sides of the piece is something that is not lost. */
	tap_ok(equal(list[0].mean, 0.4), "the worst has the piece");
	tap_ok(equal(list[1].mean, 0.5) && equal(list[2].mean, 0.5), "the others do not");
	tap_ok(gt_mmu_worst(&u, (int64_t)n * 1000, &worst) && worst.t == 0 && worst.w == (int64_t)n * 100,
	       "a window that is too long is the whole");
	free(v);
}

TAP_TEST(empty)
{
	struct gt_mutil u = { .scale = 1 };
	struct gt_mmu_window w;
	double share = 0.99, least = -1;

	tap_ok(!gt_mmu_worst(&u, 1000, &w), "no function has no worst window");
	tap_is_u64(gt_mmu_worst_list(&u, 1000, &w, 1), 0, "nor a list of them");
	gt_mmu_shares(&u, 1000, &share, &least, 1);
	tap_ok(least == 1, "and the program has everything");
}

TAP_TEST(lengths)
{
	static const int64_t want[] = { 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 2000000, 5000000,
					10000000, 20000000, 50000000, 100000000, 0 };
	bool ok = true;

	for (unsigned i = 0; i < GT_COUNT(want); i++)
		ok = ok && gt_mmu_length(1, i) == want[i] && gt_mmu_length(100000000, i) == want[i];
	tap_ok(ok, "lengths of a short trace");
	tap_is_int(gt_mmu_length(100000001, 13), 200000000, "the first that holds all");
	tap_is_int(gt_mmu_length(100000001, 14), 0, "is the last");
}

static bool words(const char *list, int rc, unsigned parts, int64_t window)
{
	struct gt_table_args args = { .limited = false };
	const char *want = gt_report_mmu.take(&args, GT_TAKES_MMU, list);
	const struct gt_mmu_args *own = gt_mmu_args_of(&args);

	return !want == !rc && (rc || (own->parts == parts && own->window == window));
}

TAP_TEST(words)
{
	tap_ok(words("stw", 0, GT_MUTIL_STW, 0), "stw");
	tap_ok(words("sweep,assist,background", 0, GT_MUTIL_SWEEP | GT_MUTIL_ASSIST | GT_MUTIL_BACKGROUND, 0), "three");
	tap_ok(words("all", 0, GT_MUTIL_PARTS, 0), "all");
	tap_ok(words("perp,5ms", 0, GT_MUTIL_PER_P, 5000000), "by P, and a length");
	tap_ok(words("1s", 0, 0, 1000000000), "a length alone");
	tap_ok(words("5ms,2ms", -1, 0, 0), "two lengths");
	tap_ok(words("0", -1, 0, 0), "no length");
	tap_ok(words("stw,", -1, 0, 0), "nothing behind a comma");
	tap_ok(words("", -1, 0, 0), "nothing");
	tap_ok(words("stop", -1, 0, 0), "another word");
}

/* What only a family knows never passes for another one's. */
TAP_TEST(own)
{
	struct gt_table_args args = { .limited = false }, copy;

	gt_mmu_args_in(&args)->window = 5;
	gt_mmu_args_in(&args)->parts = 7;
	copy = args;
	tap_ok(gt_mmu_args_of(&copy)->window == 5 && gt_mmu_args_of(&copy)->parts == 7, "a copy has it, too");
	tap_is_u64(gt_series_args_of(&copy)->buckets, 0, "another family reads nothing of it");
	gt_series_args_in(&copy)->buckets = 3;
	tap_ok(gt_series_args_of(&copy)->buckets == 3 && !gt_mmu_args_of(&copy)->window, "until it writes its own");
	tap_is_u64(gt_mmu_args_in(&copy)->parts, 0, "of which nothing is left when the first writes again");
	tap_is_u64(gt_mmu_args_of(&args)->parts, 7, "the original is as it was");
}
