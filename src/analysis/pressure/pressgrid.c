/* Pressure over time in so many equal parts. */
#include "analysis/pressure/pressgrid.h"

#include <assert.h>

static int64_t *press_sums(const struct gt_press_grid *p, bool full)
{
	return (int64_t *)p->sums.data + (full ? p->n + 1 : 0);
}

/* Counted one place later than the part: what was before each part is then a sum from left to right. */
static void press_take(void *arg, bool full, int64_t t0, int64_t t1)
{
	const struct gt_press_grid *p = arg;
	int64_t *sums = press_sums(p, full), end;

	assert(t0 >= p->from && t1 <= p->to);
	for (size_t i = (size_t)((t0 - p->from) / p->width); t0 < t1; i++, t0 = end) {
		end = p->from + (int64_t)(i + 1) * p->width;
		end = end < t1 ? end : t1;
		sums[i + 1] += end - t0;
	}
}

int gt_press_begin(struct gt_press_grid *p, const struct gt_trace *t, const struct gt_blame_index *b, int64_t from,
		   int64_t to, size_t parts, struct gt_error *err)
{
	const struct gt_held_args a = { .from = from, .to = to, .moments = GT_HELD_FRAME, .on_span = press_take,
					.arg = p };
	int64_t length;
	int rc;

	assert(parts > 0);
	*p = (struct gt_press_grid){ .begun = true };
	rc = gt_held_begin(&p->held, t, b, &a, err);
	p->from = p->held.from;
	p->to = p->held.to;
	length = p->to - p->from;
	p->width = length / (int64_t)parts + (length % (int64_t)parts != 0);
	p->width = p->width > 0 ? p->width : 1;
	p->n = (size_t)((length + p->width - 1) / p->width);
	if (!rc)
		rc = gt_scratch_alloc(&p->sums, 2 * (p->n + 1), sizeof(int64_t), err);
	return rc;
}

bool gt_press_step(struct gt_press_grid *p)
{
	if (p->done || !gt_held_step(&p->held))
		return p->done;
	for (int full = 0; full < 2; full++) {
		int64_t *sums = press_sums(p, full);

		for (size_t i = 0; i < p->n; i++)
			sums[i + 1] += sums[i];
	}
	gt_held_release(&p->held);
	p->done = true;
	return true;
}

double gt_press_share(const struct gt_press_grid *p)
{
	return p->done ? 1 : p->held.slices ? (double)p->held.seen / (double)p->held.slices : 0;
}

/* ns before a time. */
static int64_t press_before(const struct gt_press_grid *p, bool full, int64_t t)
{
	const int64_t *sums = press_sums(p, full);
	int64_t begin, end;
	size_t i;

	t = t < p->from ? p->from : t > p->to ? p->to : t;
	i = (size_t)((t - p->from) / p->width);
	begin = p->from + (int64_t)i * p->width;
	if (i >= p->n || t == begin)
		return sums[i];
	end = begin + p->width < p->to ? begin + p->width : p->to;
	return sums[i] + (int64_t)((double)(sums[i + 1] - sums[i]) * (double)(t - begin) / (double)(end - begin));
}

void gt_press_over(const struct gt_press_grid *p, int64_t a, int64_t b, int64_t *some, int64_t *full)
{
	assert(p->done);
	b = b > a ? b : a;
	*some = press_before(p, false, b) - press_before(p, false, a);
	*full = press_before(p, true, b) - press_before(p, true, a);
}

void gt_press_release(struct gt_press_grid *p)
{
	gt_held_release(&p->held);
	gt_scratch_free(&p->sums);
	*p = (struct gt_press_grid){ 0 };
}
