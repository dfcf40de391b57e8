/* Lanes: sections, pinning, hiding, folding, which of them a screen shows. */
#include "base/buf.h"
#include "tap/tap.h"
#include "ui/lanes/lanes.h"

static int height(const void *ctx, const struct gt_lane *lane)
{
	(void)ctx;
	return lane->kind == GT_LANE_HEAP ? 3 : 1;
}

/* P of row 3 is the last one: numbers are not rows. */
static uint64_t order(const void *ctx, const struct gt_lane *lane)
{
	(void)ctx;
	return lane->row == 3 ? 100 : lane->row;
}

/* GC, STW (pinned), P0 ... P9 in the order of rows unless sorted. */
static void make_lanes(struct gt_lanes *l, bool sorted)
{
	gt_lanes_init(l);
	l->order = sorted ? order : NULL;
	l->height = height;
	gt_lanes_begin(l);
	gt_lanes_add(l, GT_LANE_STW, 0, true);
	gt_lanes_add(l, GT_LANE_GC, 0, true);
	for (uint32_t i = 0; i < 10; i++)
		gt_lanes_add(l, GT_LANE_PROC, i, false);
	gt_lanes_end(l);
	gt_lanes_goto_place(l, 2);
}

static void put_name(const struct gt_lane *lane, struct gt_buf *out)
{
	switch (lane->kind) {
	case GT_LANE_HEADER:
		gt_buf_printf(out, "[%u]", lane->row);
		break;
	case GT_LANE_HEAP:
		gt_buf_puts(out, "heap");
		break;
	case GT_LANE_GC:
		gt_buf_puts(out, "GC");
		break;
	case GT_LANE_STW:
		gt_buf_puts(out, "STW");
		break;
	default:
		gt_buf_printf(out, "P%u", lane->row);
	}
}

static void is_view(struct gt_lanes *l, int rows, const char *want, const char *what)
{
	struct gt_buf out = { 0 };
	struct gt_lane_row at[16];
	size_t n = gt_lanes_view(l, rows, at);

	for (size_t i = 0; i < n; i++) {
		gt_buf_puts(&out, i ? " " : "");
		put_name(&at[i].lane, &out);
		if (at[i].rows != 1)
			gt_buf_printf(&out, "*%d", at[i].rows);
	}
	tap_is_str(gt_buf_str(&out), want, "%s", what);
	gt_buf_release(&out);
}

TAP_TEST(scrolling)
{
	struct gt_lane at = { 0 };
	struct gt_lanes l;

	make_lanes(&l, false);
	is_view(&l, 6, "GC STW P0 P1 P2 P3", "pinned ones stay at the top");
	tap_ok(gt_lanes_move(&l, 6), "six down");
	is_view(&l, 6, "GC STW P3 P4 P5 P6", "the others scroll");
	gt_lanes_move(&l, -2);
	is_view(&l, 6, "GC STW P3 P4 P5 P6", "no more than needed");
	is_view(&l, 4, "P1 P2 P3 P4", "too few rows for pinned ones: all scroll");
	is_view(&l, 16, "GC STW P0 P1 P2 P3 P4 P5 P6 P7 P8 P9", "room for all");
	gt_lanes_goto(&l, GT_LANE_PROC, 9);
	tap_ok(!gt_lanes_move(&l, 1), "no further down");
	is_view(&l, 5, "GC STW P7 P8 P9", "at the end");
	gt_lanes_move(&l, -100);
	tap_is_int((int64_t)l.cursor, 0, "all the way up");
	gt_lanes_hide(&l);
	is_view(&l, 5, "STW P0 P1 P2 P3", "hidden: another one has its row");
	gt_lanes_current(&l, &at);
	tap_is_int(at.kind, GT_LANE_STW, "the cursor moves off a hidden lane");
	tap_is_int((int64_t)gt_lanes_show_all(&l), 1, "one was hidden");
	is_view(&l, 5, "GC STW P0 P1 P2", "it is back where it was");
	gt_lanes_release(&l);
}

TAP_TEST(arranging)
{
	struct gt_lanes l;

	make_lanes(&l, false);
	gt_lanes_goto(&l, GT_LANE_PROC, 7);
	gt_lanes_pin(&l);
	is_view(&l, 7, "GC STW P7 P0 P1 P2 P3", "pinned");
	tap_ok(gt_lanes_shift(&l, -1), "one up");
	is_view(&l, 7, "GC P7 STW P0 P1 P2 P3", "before STW");
	tap_ok(gt_lanes_shift(&l, 1) && !gt_lanes_shift(&l, 1), "down, but not among the others");
	gt_lanes_pin(&l);
	is_view(&l, 9, "GC STW P1 P2 P3 P4 P5 P6 P7", "not pinned: where it belongs");
	tap_ok(gt_lanes_shift(&l, 1), "one down");
	is_view(&l, 9, "GC STW P2 P3 P4 P5 P6 P8 P7", "after P8");
	tap_ok(!gt_lanes_goto(&l, GT_LANE_PROC, 10), "there is no P10");
	gt_lanes_release(&l);
}

TAP_TEST(order)
{
	struct gt_lanes l;

	make_lanes(&l, true);
	is_view(&l, 16, "GC STW P0 P1 P2 P4 P5 P6 P7 P8 P9 P3", "by number");
	gt_lanes_goto(&l, GT_LANE_PROC, 4);
	gt_lanes_begin(&l);
	gt_lanes_add(&l, GT_LANE_PROC, 11, false);
	gt_lanes_add(&l, GT_LANE_HEAP, 0, false);
	gt_lanes_end(&l);
	is_view(&l, 16, "GC STW P0 P1 P2 P4 P5 P6 P7 P8 P9 P11 P3 heap*3", "new ones come where they belong");
	tap_is_int((int64_t)l.cursor, 5, "the cursor stays with its lane");
	gt_lanes_release(&l);
}

TAP_TEST(folding)
{
	struct gt_lane at = { 0 };
	struct gt_lanes l;

	make_lanes(&l, false);
	gt_lanes_goto(&l, GT_LANE_PROC, 5);
	gt_lanes_fold(&l, GT_SECTION_PROCS, true);
	is_view(&l, 9, "GC STW [1]", "Ps folded");
	gt_lanes_current(&l, &at);
	tap_is_int(at.kind, GT_LANE_HEADER, "the cursor is on the row that stands for its lane");
	gt_lanes_fold(&l, GT_SECTION_RUNTIME, true);
	is_view(&l, 9, "[0] [1]", "pinned ones have one header, pinned");
	tap_is_int((int64_t)gt_lanes_find(&l, GT_LANE_GC, 0), -1, "a folded lane has no place");
	gt_lanes_goto(&l, GT_LANE_PROC, 2);
	is_view(&l, 9, "[0] P0 P1 P2 P3 P4 P5 P6 P7", "going to one unfolds");
	gt_lanes_set_on(&l, GT_SECTION_THREADS, true);
	is_view(&l, 9, "[0] [1] P0 P1 P2 P3 P4 P5 P6", "of two long sections each has a header");
	gt_lanes_move(&l, 100);
	is_view(&l, 4, "[0] P8 P9 [2]", "even one without lanes");
	gt_lanes_hide(&l);
	is_view(&l, 4, "[0] P7 P8 P9", "hiding a header hides the section");
	gt_lanes_set_on(&l, GT_SECTION_PROCS, false);
	is_view(&l, 4, "[0]", "nothing else");
	gt_lanes_hide(&l);
	is_view(&l, 4, "[0]", "the last one stays");
	tap_ok(gt_lanes_goto(&l, GT_LANE_PROC, 0), "a lane that is off is there");
	is_view(&l, 4, "[0] P0 P1 P2", "and brings its section back");
	gt_lanes_release(&l);
}

/* Lanes of several rows. */
TAP_TEST(heights)
{
	struct gt_lanes l;

	make_lanes(&l, false);
	gt_lanes_begin(&l);
	gt_lanes_add(&l, GT_LANE_HEAP, 0, true);
	gt_lanes_end(&l);
	is_view(&l, 9, "GC STW heap*3 P0 P1 P2 P3", "three rows");
	tap_is_int(gt_lanes_rows(&l, 100), 15, "rows of all");
	is_view(&l, 7, "GC STW heap*3 P0 P1", "all scroll, and the cursor is on the screen");
	gt_lanes_move(&l, 3);
	is_view(&l, 7, "heap*3 P0 P1 P2 P3", "lanes, not rows, scroll off at the top");
	gt_lanes_release(&l);
}
