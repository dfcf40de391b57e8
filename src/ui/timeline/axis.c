/* Round ticks of a time axis. */
#include "ui/timeline/axis.h"

#include <assert.h>
#include <stdlib.h>

#define US INT64_C(1000)
#define MS (US * 1000)
#define SEC (MS * 1000)
#define MIN (SEC * 60)
#define HOUR (MIN * 60)

int64_t gt_axis_next_step(int64_t step)
{
	static const int64_t coarse[] = {
		SEC, 2 * SEC, 5 * SEC, 10 * SEC, 15 * SEC, 30 * SEC,
		MIN, 2 * MIN, 5 * MIN, 10 * MIN, 15 * MIN, 30 * MIN,
		HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR,
	};
	int64_t p = 1;

	if (step < 1)
		return 1;
	for (size_t i = 0; step >= SEC / 2 && i < GT_COUNT(coarse); i++) {
		if (coarse[i] > step)
			return coarse[i];
	}
	if (step >= SEC)
		return step > INT64_MAX / 2 ? INT64_MAX : step * 2;
	while (p * 10 <= step)
		p *= 10;
	return step < 2 * p ? 2 * p : step < 5 * p ? 5 * p : 10 * p;
}

/* Digits after the point of a unit that multiples of step need. */
static int axis_decimals(int64_t step, int64_t unit)
{
	int n = 0;

	while (unit > 1 && step % unit != 0) {
		unit /= 10;
		n++;
	}
	return n;
}

static void put_decimal(struct gt_buf *out, int64_t v, int64_t unit, int digits)
{
	int64_t rest = v % unit;

	gt_buf_i64(out, v / unit);
	if (digits == 0)
		return;
	gt_buf_putc(out, '.');
	for (; digits > 0; digits--) {
		unit /= 10;
		gt_buf_putc(out, (char)('0' + rest / unit % 10));
	}
}

/* From a minute on: "1h02m03.5s", the parts below the step left out. */
static void put_clock(struct gt_buf *out, int64_t t, int64_t step, int64_t largest)
{
	int64_t h = t / HOUR, m = t / MIN % 60, s = t % MIN;

	if (largest >= HOUR) {
		gt_buf_i64(out, h);
		gt_buf_putc(out, 'h');
		if (step % HOUR == 0)
			return;
		gt_buf_printf(out, "%02dm", (int)m);
	} else {
		gt_buf_printf(out, "%dm", (int)m);
	}
	if (step % MIN == 0)
		return;
	if (s < 10 * SEC)
		gt_buf_putc(out, '0');
	put_decimal(out, s, SEC, axis_decimals(step, SEC));
	gt_buf_putc(out, 's');
}

void gt_axis_label(struct gt_buf *out, int64_t time, int64_t step, int64_t largest)
{
	static const struct {
		int64_t unit;
		const char *name;
	} units[] = { { SEC, "s" }, { MS, "ms" }, { US, "us" }, { 1, "ns" } };
	size_t i = 0;

	if (time == 0 && step > 0) {
		gt_buf_putc(out, '0');
		return;
	}
	if (largest >= MIN) {
		put_clock(out, time, step, largest);
		return;
	}
	while (units[i].unit > largest && i + 1 < GT_COUNT(units))
		i++;
	put_decimal(out, time, units[i].unit, axis_decimals(step, units[i].unit));
	gt_buf_puts(out, units[i].name);
}

/*
 * A tick as the axis writes it: as gt_axis_label; "+2ms", "-2ms" from the
 * cursor; "12:30:15.002" on the clock.
 */
static void axis_tick(const struct gt_axis *axis, struct gt_buf *out, int64_t time, int64_t step, int64_t largest)
{
	int64_t v = time - axis->zero, s;

	if (axis->mode == GT_AXIS_WALL) {
		/* The time of the day. */
		v %= 24 * HOUR;
		v += v < 0 ? 24 * HOUR : 0;
		s = v % MIN;
		gt_buf_printf(out, "%02d:%02d:%s", (int)(v / HOUR), (int)(v / MIN % 60), s < 10 * SEC ? "0" : "");
		put_decimal(out, s, SEC, axis_decimals(step, SEC));
		return;
	}
	if (v < 0 || (axis->mode == GT_AXIS_CURSOR && v))
		gt_buf_putc(out, v < 0 ? '-' : '+');
	gt_axis_label(out, v < 0 ? -v : v, step, largest);
}

/* The largest number on the axis: it chooses the unit. */
static int64_t largest_on(const struct gt_axis *axis, const struct gt_window *w)
{
	int64_t a = llabs(w->t0 - axis->zero), b = llabs(w->t0 + w->span - 1 - axis->zero);

	return a > b ? a : b;
}

static int width_of(const struct gt_axis *axis, int64_t time, int64_t step, int64_t largest)
{
	struct gt_buf b = { 0 };
	int width;

	axis_tick(axis, &b, time, step, largest);
	width = (int)b.len;
	gt_buf_release(&b);
	return width;
}

int64_t gt_axis_step(const struct gt_axis *axis, const struct gt_window *w, int cols)
{
	int64_t step = 1, shown = 0, largest = largest_on(axis, w);

	while (step < w->span) {
		shown = gt_mul_div(step, cols, w->span);
		/* Of the labels one of those at the ends is the widest, unless it is a "0"; none has no column. */
		if (shown >= 3 && shown >= width_of(axis, w->t0, step, largest) + 3 &&
		    shown >= width_of(axis, w->t0 + w->span, step, largest) + 3)
			break;
		step = gt_axis_next_step(step);
	}
	return step;
}

void gt_axis_draw(const struct gt_axis *axis, const struct gt_canvas *c, int y, int x, int cols,
		  const struct gt_window *w)
{
	const struct gt_canvas row = gt_canvas_sub(c, y, x, 1, cols);
	int64_t step = gt_axis_step(axis, w, cols), end = w->t0 + w->span, largest = largest_on(axis, w);
	int64_t rest = (w->t0 - axis->zero) % step;
	struct gt_buf label = { 0 };

	assert(step > 0);
	gt_canvas_fill(&row, 0, 0, 1, cols, GT_ROLE_AXIS, " ");
	/* From the first multiple of step in the window on. */
	for (int64_t t = w->t0 - rest + (rest > 0 ? step : 0); t < end; t += step) {
		int col = gt_window_column(w, cols, t);

		gt_buf_reset(&label);
		axis_tick(axis, &label, t, step, largest);
		gt_canvas_text(&row, 0, col, GT_ROLE_AXIS, "│");
		if (col + 1 + (int)label.len <= cols)
			gt_canvas_text(&row, 0, col + 1, GT_ROLE_AXIS, gt_buf_str(&label));
		if (t > INT64_MAX - step)
			break;
	}
	gt_buf_release(&label);
}
