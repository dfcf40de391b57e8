/* What a goroutine's states add up to, and its bar. */
#include <string.h>

#include "base/buf.h"
#include "ui/panes/goroutines/goroutine_stats.h"

#include "tests/tap/tap.h"

static void add(struct gt_gstats *st, int64_t t0, int64_t t1, enum gt_spent what, uint32_t reason)
{
	const struct gt_interval iv = { .t0 = t0, .t1 = t1, .what = what, .reason = reason };

	gt_gstats_add(st, &iv);
}

static const struct gt_gstat *find(const struct gt_gstats *st, enum gt_spent what, uint32_t reason)
{
	for (size_t i = 0; i < st->n; i++) {
		if (st->v[i].what == what && st->v[i].reason == reason)
			return &st->v[i];
	}
	return NULL;
}

TAP_TEST(sums)
{
	struct gt_gstats st = { 0 };
	const struct gt_gstat *s;

	gt_gstats_begin(&st, 0, 1000);
	add(&st, 0, 100, GT_SPENT_EXEC, 0);
	add(&st, 100, 130, GT_SPENT_BLOCK, 1);
	add(&st, 130, 150, GT_SPENT_SCHED, 0);
	add(&st, 150, 450, GT_SPENT_EXEC, 0);
	add(&st, 450, 460, GT_SPENT_BLOCK, 2);
	add(&st, 460, 480, GT_SPENT_BLOCK, 1);
	s = find(&st, GT_SPENT_EXEC, 0);
	tap_ok(s && s->count == 2 && s->total == 400 && s->min == 100 && s->max == 300, "execution");
	s = find(&st, GT_SPENT_BLOCK, 1);
	tap_ok(s && s->count == 2 && s->total == 50 && s->min == 20 && s->max == 30, "a reason to wait");
	s = find(&st, GT_SPENT_BLOCK, 2);
	tap_ok(s && s->count == 1 && s->total == 10, "another reason is counted apart");
	tap_ok(!find(&st, GT_SPENT_SYSCALL, 0), "what did not happen has no row");
	gt_gstats_release(&st);
}

/* Very many durations: percentiles are exact. */
TAP_TEST(many)
{
	struct gt_gstats st = { 0 };
	const struct gt_gstat *s;
	int64_t n = 3 << 20, at = 0;

	gt_gstats_begin(&st, 0, n);
	for (int64_t i = 0; i < n; i++, at++)
		add(&st, at, at + 1 + i % 100, GT_SPENT_EXEC, 0);
	add(&st, at, at + 1000, GT_SPENT_BLOCK, 1);
	gt_gstats_finish(&st);
	s = find(&st, GT_SPENT_EXEC, 0);
	tap_is_u64(s->count, (uint64_t)n, "all are counted");
	tap_ok(s->min == 1 && s->max == 100, "the extremes");
	tap_ok(s->p50 == 50 && s->p99 == 99, "the percentiles");
	s = find(&st, GT_SPENT_BLOCK, 1);
	tap_ok(s->p50 == 1000 && s->p99 == 1000, "of one only");
	gt_gstats_release(&st);
}

TAP_TEST(bar)
{
	struct gt_gstats st = { 0 };
	struct gt_grid *g = gt_grid_new(1, 10);
	struct gt_canvas c = gt_grid_canvas(g);
	struct gt_buf text = { 0 };

	gt_gstats_begin(&st, 0, 1000);
	add(&st, 100, 400, GT_SPENT_EXEC, 0);
	add(&st, 400, 520, GT_SPENT_SCHED, 0);
	add(&st, 520, 540, GT_SPENT_EXEC, 0);
	add(&st, 540, 790, GT_SPENT_BLOCK, 1);
	gt_gstats_draw_bar(&st, &c, 0, 0, 10);
	gt_grid_dump(g, &text);
	/* The fifth begins at 398.4; in the sixth the goroutine ran for 20 of 100. */
	tap_is_str(gt_buf_str(&text), "·███▁▂──··\n", "each cell shows its state, or the share of the most active one");
	gt_buf_reset(&text);
	gt_grid_dump_styles(g, &text);
	tap_is_str(gt_buf_str(&text), "0: 0+1 dim 1+3 running 4+1 running/runnable 5+1 running 6+2 blocked 8+2 dim\n",
		   "over the other one, if that has a colour");
	gt_buf_reset(&text);
	gt_grid_set_ascii(g, true);
	gt_gstats_draw_bar(&st, &c, 0, 0, 10);
	gt_grid_dump(g, &text);
	tap_is_str(gt_buf_str(&text), ".###++--..\n", "in ASCII: it ran for a part");
	gt_buf_release(&text);
	gt_grid_free(g);
	gt_gstats_release(&st);
}
