/* Minimum mutator utilisation: windows that slide over a step function. */
#include "analysis/gc/mmu.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/xalloc.h"

/* ---- a window slides ---- */

/* From one corner to the next: begins from x0 to x1, which lose from lost0 to lost1. */
struct mmu_piece {
	int64_t x0, x1;
	double lost0, lost1;
};

struct mmu_slide {
	const struct gt_mutil_fn *f;
	int64_t w, x, end;    /* present begin, the last one */
	size_t i, j;          /* the points at or before x, x + w */
	double lost;
};

static double slide_rate(const struct gt_mutil_fn *f, size_t i)
{
	const struct gt_mutil_point *p = &f->v[i];

	return i + 1 < f->n ? (p[1].lost - p->lost) / (double)(p[1].t - p->t) : 0;
}

/* What is lost up to a time; i is the point at or before it. */
static double lost_at(const struct gt_mutil_fn *f, size_t i, int64_t t)
{
	return f->v[i].lost + slide_rate(f, i) * (double)(t - f->v[i].t);
}

static double slide_lost(const struct mmu_slide *s)
{
	return lost_at(s->f, s->j, s->x + s->w) - lost_at(s->f, s->i, s->x);
}

static size_t point_at(const struct gt_mutil_fn *f, int64_t t)
{
	return GT_BISECT(i, 1, f->n, f->v[i].t <= t) - 1;
}

/* Begins from x to end, both of them places where a window of length w has room. */
static void slide_begin(struct mmu_slide *s, const struct gt_mutil_fn *f, int64_t w, int64_t x, int64_t end)
{
	*s = (struct mmu_slide){ .f = f, .w = w, .x = x, .end = end, .i = point_at(f, x), .j = point_at(f, x + w) };
	s->lost = slide_lost(s);
}

static bool slide_next(struct mmu_slide *s, struct mmu_piece *p)
{
	const struct gt_mutil_point *v = s->f->v;
	int64_t x = s->end;

	if (s->x >= s->end)
		return false;
	if (s->i + 1 < s->f->n && v[s->i + 1].t < x)
		x = v[s->i + 1].t;
	if (s->j + 1 < s->f->n && v[s->j + 1].t - s->w < x)
		x = v[s->j + 1].t - s->w;
	*p = (struct mmu_piece){ .x0 = s->x, .x1 = x, .lost0 = s->lost };
	s->x = x;
	while (s->i + 1 < s->f->n && v[s->i + 1].t <= x)
		s->i++;
	while (s->j + 1 < s->f->n && v[s->j + 1].t <= x + s->w)
		s->j++;
	p->lost1 = s->lost = slide_lost(s);
	return true;
}

/* ---- the worst ---- */

struct mmu_best {
	int64_t x;
	double lost;          /* -1: there is none */
};

static void mmu_try(struct mmu_best *b, int64_t x, double lost)
{
	if (lost > b->lost || (lost == b->lost && x < b->x))
		*b = (struct mmu_best){ x, lost };
}

static void worst_between(struct mmu_best *b, const struct gt_mutil_fn *f, int64_t w, int64_t x, int64_t end)
{
	struct mmu_slide s;
	struct mmu_piece p;

	slide_begin(&s, f, w, x, end);
	mmu_try(b, x, s.lost);
	while (slide_next(&s, &p))
		mmu_try(b, p.x1, p.lost1);
}

static int64_t fn_length(const struct gt_mutil_fn *f)
{
	return f->v[f->n - 1].t - f->v[0].t;
}

/* Neither is ever quite exact if GOMAXPROCS changed: what is nearly nothing is nothing, so that order is by time. */
static double mean_of(const struct gt_mutil *u, double lost, int64_t w)
{
	double mean = 1 - lost / (u->scale * (double)w);

	return mean < 1e-12 ? 0 : mean > 1 ? 1 : mean;
}

bool gt_mmu_worst(const struct gt_mutil *u, int64_t w, struct gt_mmu_window *out)
{
	bool found = false;

	assert(w > 0);
	for (size_t i = 0; i < u->nfns; i++) {
		const struct gt_mutil_fn *f = &u->fns[i];
		int64_t len = fn_length(f), width = w < len ? w : len, a = f->v[0].t;
		struct mmu_best b = { .lost = -1 };
		double mean;

		worst_between(&b, f, width, a, a + len - width);
		mean = mean_of(u, b.lost, width);
		if (!found || mean < out->mean || (mean == out->mean && b.x < out->t))
			*out = (struct gt_mmu_window){ b.x, width, mean, f->p };
		found = true;
	}
	return found;
}

/* ---- the worst ones that do not overlap ---- */

/* Begins of windows from x to end, in one function: a piece of the search. */
struct mmu_block {
	const struct gt_mutil_fn *f;
	int64_t x, end, w;
	double mean;          /* of the worst that is left, at t; above 1: none is left */
	int64_t t;
};

struct mmu_search {
	const struct gt_mutil *u;
	int64_t w;
	struct mmu_block *blocks;
	size_t n, cap;
	const struct gt_mmu_window *taken;
	size_t ntaken;
};

/* From x on: where the next begin is whose window overlaps none that was taken. */
static int64_t free_from(const struct mmu_search *s, int64_t x, int64_t w)
{
	for (size_t i = 0; i < s->ntaken;) {
		const struct gt_mmu_window *k = &s->taken[i++];

		if (x + w > k->t && x < k->t + k->w) {
			x = k->t + k->w;
			i = 0;
		}
	}
	return x;
}

/* Up to where begins are free that follow x, which is. */
static int64_t free_to(const struct mmu_search *s, int64_t x, int64_t end, int64_t w)
{
	for (size_t i = 0; i < s->ntaken; i++)
		if (s->taken[i].t >= x + w && s->taken[i].t - w < end)
			end = s->taken[i].t - w;
	return end;
}

static void look_at_block(const struct mmu_search *s, struct mmu_block *b)
{
	struct mmu_best best = { .lost = -1 };
	int64_t x = free_from(s, b->x, b->w);

	while (x <= b->end) {
		int64_t end = free_to(s, x, b->end, b->w);

		worst_between(&best, b->f, b->w, x, end);
		x = end < b->end ? free_from(s, end + 1, b->w) : b->end + 1;
	}
	b->t = best.x;
	b->mean = best.lost < 0 ? 2 : mean_of(s->u, best.lost, b->w);
}

#define POINTS_PER_BLOCK 256
#define MMU_BLOCKS 1024       /* of a function, at most */

/* Every block ends where the next one begins: no begin is left out, and some are in two. */
static void make_blocks(struct mmu_search *s)
{
	for (size_t i = 0; i < s->u->nfns; i++) {
		const struct gt_mutil_fn *f = &s->u->fns[i];
		int64_t len = fn_length(f), w = s->w < len ? s->w : len, room = len - w;
		int64_t n = (int64_t)(f->n / POINTS_PER_BLOCK) + 1, step;

		n = n < MMU_BLOCKS ? n : MMU_BLOCKS;
		step = room / n + 1;
		for (int64_t x = 0; x <= room; x += step) {
			int64_t end = x + step < room ? x + step : room;

			GT_GROW(s->blocks, s->cap, s->n + 1);
			s->blocks[s->n] = (struct mmu_block){ f, f->v[0].t + x, f->v[0].t + end, w, 2, 0 };
			look_at_block(s, &s->blocks[s->n++]);
		}
	}
}

static bool block_worse(const struct mmu_block *a, const struct mmu_block *b)
{
	return a->mean != b->mean ? a->mean < b->mean : a->t < b->t;
}

size_t gt_mmu_worst_list(const struct gt_mutil *u, int64_t w, struct gt_mmu_window *out, size_t n)
{
	struct mmu_search s = { .u = u, .w = w, .taken = out };

	assert(w > 0);
	make_blocks(&s);
	while (s.ntaken < n) {
		const struct mmu_block *worst = NULL;
		struct gt_mmu_window k;

		for (size_t i = 0; i < s.n; i++)
			if (!worst || block_worse(&s.blocks[i], worst))
				worst = &s.blocks[i];
		if (!worst || worst->mean >= 1)
			break;
		k = out[s.ntaken++] = (struct gt_mmu_window){ worst->t, worst->w, worst->mean, worst->f->p };
		for (size_t i = 0; i < s.n; i++)
			if (s.blocks[i].x < k.t + k.w && s.blocks[i].end > k.t - s.blocks[i].w)
				look_at_block(&s, &s.blocks[i]);
	}
	free(s.blocks);
	return s.ntaken;
}

/* ---- how many windows have how much ---- */

/*
 * Utilisations are counted in 2^20 steps, in two rounds: first by 1024 of them, then those of the one cell in
 * which a share is reached.  A piece spreads its windows evenly over the utilisations between its ends.
 */
#define CELLS 1024
#define STEPS ((double)CELLS * CELLS)

struct mmu_histogram {
	double at[CELLS + 1];         /* ns of begins whose windows are in the cell */
	double rise[CELLS + 2];       /* what is the same in many cells: where it begins, where it ends */
};

/* y0 <= y1, in cells; what lies outside does not count. */
static void spread(struct mmu_histogram *h, double y0, double y1, double ns)
{
	double per = y1 > y0 ? ns / (y1 - y0) : 0;
	unsigned c0, c1;

	if (y1 < 0 || y0 >= CELLS + 1)
		return;
	c0 = y0 > 0 ? (unsigned)y0 : 0;
	c1 = y1 < CELLS + 1 ? (unsigned)y1 : CELLS;
	if (c0 == c1 && y0 >= 0 && y1 < CELLS + 1) {
		h->at[c0] += ns;
		return;
	}
	y0 = y0 > 0 ? y0 : 0;
	y1 = y1 < CELLS + 1 ? y1 : CELLS + 1;
	if (c0 == c1) {
		h->at[c0] += per * (y1 - y0);
		return;
	}
	h->at[c0] += per * (c0 + 1 - y0);
	h->at[c1] += per * (y1 - c1);
	h->rise[c0 + 1] += per;
	h->rise[c1] -= per;
}

/* Of all windows, in cells of 1 / scale from `low` on: the sum of all begins. */
static double count_windows(const struct gt_mutil *u, int64_t w, double low, double scale, struct mmu_histogram *h)
{
	double all = 0, run = 0;

	memset(h, 0, sizeof *h);
	for (size_t i = 0; i < u->nfns; i++) {
		const struct gt_mutil_fn *f = &u->fns[i];
		int64_t room = fn_length(f) - w;
		struct mmu_slide s;
		struct mmu_piece p;

		if (room <= 0)
			continue;
		all += (double)room;
		slide_begin(&s, f, w, f->v[0].t, f->v[0].t + room);
		while (slide_next(&s, &p)) {
			double y0 = (mean_of(u, p.lost0, w) * STEPS + 0.5 - low) * scale;
			double y1 = (mean_of(u, p.lost1, w) * STEPS + 0.5 - low) * scale;

			spread(h, y0 < y1 ? y0 : y1, y0 < y1 ? y1 : y0, (double)(p.x1 - p.x0));
		}
	}
	for (unsigned i = 0; i <= CELLS; i++) {
		run += h->rise[i];
		h->at[i] += run;
	}
	return all;
}

/* The first cell with which `want` is reached; *before: what the ones before it have. */
static unsigned reached_cell(const struct mmu_histogram *h, double want, double *before)
{
	unsigned i, last = 0;

	*before = 0;
	for (i = 0; i <= CELLS; i++) {
		if (h->at[i] > 0) {
			if (*before + h->at[i] >= want)
				return i;
			last = i;
		}
		*before += h->at[i];
	}
	return last;
}

void gt_mmu_shares(const struct gt_mutil *u, int64_t w, const double *share, double *out, size_t n)
{
	struct mmu_histogram h, fine;
	struct gt_mmu_window worst;
	double all = count_windows(u, w, 0, 1.0 / CELLS, &h);

	for (size_t i = 0; i < n; i++) {
		double before, rest, want = (1 - share[i]) * all;
		unsigned cell;

		if (!(all > 0)) {
			out[i] = gt_mmu_worst(u, w, &worst) ? worst.mean : 1;
			continue;
		}
		cell = reached_cell(&h, want, &before);
		count_windows(u, w, (double)cell * CELLS, 1, &fine);
		out[i] = ((double)cell * CELLS + reached_cell(&fine, want - before, &rest)) / STEPS;
	}
}

int64_t gt_mmu_length(int64_t length, unsigned i)
{
	static const int64_t steps[] = { 1, 2, 5 };
	int64_t w = 0;

	for (unsigned k = 0; k <= i; k++) {
		if (w >= length && w >= INT64_C(100000000))
			return 0;
		w = 10000 * steps[k % 3];
		for (unsigned tens = k / 3; tens; tens--)
			w *= 10;
	}
	return w;
}
