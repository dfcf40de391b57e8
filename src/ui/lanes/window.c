/* The visible window of the timeline: pure arithmetic. */
#include "ui/lanes/window.h"

#include <assert.h>

/* 128 bits for the product: a span of hours in ns times a few hundred columns does not fit in 64. */
__extension__ typedef __int128 wide;

int64_t gt_mul_div(int64_t a, int64_t b, int64_t c)
{
	assert(c > 0);
	return (int64_t)((wide)a * b / c);
}

int64_t gt_window_start(const struct gt_window *w, int cols, int x)
{
	return w->t0 + gt_mul_div(w->span, x, cols);
}

int64_t gt_window_end(const struct gt_window *w, int cols, int x)
{
	int64_t start = gt_window_start(w, cols, x), end = gt_window_start(w, cols, x + 1);

	return end > start ? end : start + 1;
}

int gt_window_column(const struct gt_window *w, int cols, int64_t time)
{
	int64_t d, x;

	if (time < w->t0)
		return -1;
	if (time >= w->t0 + w->span)
		return cols;
	d = time - w->t0;
	/* The first x whose start, rounded down, is d or the last one before it. */
	x = (int64_t)(((wide)d * cols + w->span - 1) / w->span);
	if (x >= cols || gt_window_start(w, cols, (int)x) > time)
		x--;
	return (int)x;
}

bool gt_window_shows(const struct gt_window *w, int64_t time)
{
	return time >= w->t0 && time < w->t0 + w->span;
}

void gt_window_clamp(struct gt_window *w, const struct gt_window *all)
{
	int64_t most = all->span > 0 ? all->span : 1;

	if (w->span > most)
		w->span = most;
	if (w->span < 1)
		w->span = 1;
	if (w->t0 > all->t0 + most - w->span)
		w->t0 = all->t0 + most - w->span;
	if (w->t0 < all->t0)
		w->t0 = all->t0;
	assert(w->span >= 1 && w->t0 + w->span <= all->t0 + most);
}

void gt_window_whole(struct gt_window *w, const struct gt_window *all)
{
	*w = *all;
	gt_window_clamp(w, all);
}

void gt_window_pan(struct gt_window *w, const struct gt_window *all, int64_t delta)
{
	int64_t last = all->t0 + all->span - w->span;

	if (delta > 0)
		w->t0 = delta > last - w->t0 ? last : w->t0 + delta;
	else
		w->t0 = -delta > w->t0 - all->t0 ? all->t0 : w->t0 + delta;
	gt_window_clamp(w, all);
}

void gt_window_zoom(struct gt_window *w, const struct gt_window *all, int64_t time, int64_t num, int64_t den)
{
	wide span = (wide)w->span * num / den;
	int64_t before = time - w->t0;

	/* Out by a factor must undo in by the same: no span may be a fixed point of either. */
	if (span == w->span)
		span += num > den ? 1 : -1;
	if (span > all->span)
		span = all->span;
	if (span < 1)
		span = 1;
	/* Rounded up: the cursor mostly is where a column begins, and stays in that column. */
	w->t0 = time - (int64_t)(((wide)before * span + w->span - 1) / w->span);
	w->span = (int64_t)span;
	gt_window_clamp(w, all);
}

void gt_window_fit(struct gt_window *w, const struct gt_window *all, int64_t a, int64_t b, int times)
{
	int64_t width = b > a ? b - a : 1;
	wide span = (wide)width * times;

	w->span = span > all->span ? all->span : (int64_t)span;
	w->t0 = a - (w->span - width) / 2;
	gt_window_clamp(w, all);
}

void gt_window_centre(struct gt_window *w, const struct gt_window *all, int64_t time)
{
	w->t0 = time - w->span / 2;
	gt_window_clamp(w, all);
}
