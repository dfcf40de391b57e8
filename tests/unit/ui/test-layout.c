/* The layout: the frame at the sizes people have, and its rules at all sizes. */
#include "base/buf.h"
#include "tap/tap.h"
#include "ui/kit/layout.h"

static const struct gt_layout_in standard = {
	.rows = 24, .cols = 80, .has_detail = true, .hints = true, .split = GT_SPLIT_BELOW,
	.detail_percent = 35,
};

/* "title 0,0 1x80; ...": the parts that are there. */
static void dump_layout(const struct gt_layout *l, struct gt_buf *out)
{
	const struct {
		const char *name;
		const struct gt_rect *rect;
	} parts[] = {
		{ "title", &l->title }, { "tabs", &l->tabs }, { "rule", &l->rule }, { "main", &l->main },
		{ "rule_detail", &l->rule_detail }, { "detail", &l->detail }, { "status", &l->status },
		{ "hints", &l->hints },
	};
	const char *sep = "";

	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		const struct gt_rect *r = parts[i].rect;

		if (r->rows == 0 || r->cols == 0)
			continue;
		gt_buf_printf(out, "%s%s %d,%d %dx%d", sep, parts[i].name, r->y, r->x, r->rows, r->cols);
		sep = "; ";
	}
}

static void is_layout(struct gt_layout_in in, const char *want, const char *name)
{
	struct gt_layout l;
	struct gt_buf out = { 0 };

	gt_layout_compute(&l, &in);
	dump_layout(&l, &out);
	tap_is_str(gt_buf_str(&out), want, "%s", name);
	gt_buf_release(&out);
}

TAP_TEST(sizes)
{
	struct gt_layout_in in = standard;

	is_layout(in, "title 0,0 1x80; tabs 1,0 1x80; rule 2,0 1x80; main 3,0 12x80; rule_detail 15,0 1x80; "
		      "detail 16,0 6x80; status 22,0 1x80; hints 23,0 1x80", "80x24");
	in.maximised = true;
	is_layout(in, "title 0,0 1x80; tabs 1,0 1x80; rule 2,0 1x80; main 3,0 19x80; status 22,0 1x80; "
		      "hints 23,0 1x80", "80x24, maximised");
	in.focus = GT_FOCUS_DETAIL;
	is_layout(in, "title 0,0 1x80; tabs 1,0 1x80; rule 2,0 1x80; detail 3,0 19x80; status 22,0 1x80; "
		      "hints 23,0 1x80", "80x24, detail maximised");
	in = standard;
	in.hints = false;
	in.has_detail = false;
	is_layout(in, "title 0,0 1x80; tabs 1,0 1x80; rule 2,0 1x80; main 3,0 20x80; status 23,0 1x80",
		  "80x24 without hints and detail");
	in = standard;
	in.split = GT_SPLIT_RIGHT;
	in.cols = 120;
	in.rows = 40;
	is_layout(in, "title 0,0 1x120; tabs 1,0 1x120; rule 2,0 1x120; main 3,0 35x78; rule_detail 3,78 35x1; "
		      "detail 3,79 35x41; status 38,0 1x120; hints 39,0 1x120", "120x40, side by side");
	in.rows = 24;
	in.cols = 100;
	is_layout(in, "title 0,0 1x100; tabs 1,0 1x100; rule 2,0 1x100; main 3,0 19x65; rule_detail 3,65 19x1; "
		      "detail 3,66 19x34; status 22,0 1x100; hints 23,0 1x100", "100x24: still");
	in.cols = 99;
	is_layout(in, "title 0,0 1x99; tabs 1,0 1x99; rule 2,0 1x99; main 3,0 12x99; rule_detail 15,0 1x99; "
		      "detail 16,0 6x99; status 22,0 1x99; hints 23,0 1x99", "99x24: below after all");
	in.split = GT_SPLIT_AUTO;
	in.cols = 140;
	in.detail_rows = 4;
	in.detail_cols = 45;
	is_layout(in, "title 0,0 1x140; tabs 1,0 1x140; rule 2,0 1x140; main 3,0 14x140; rule_detail 17,0 1x140; "
		      "detail 18,0 4x140; status 22,0 1x140; hints 23,0 1x140", "140x24, no list: as many rows as needed");
	in.list = true;
	is_layout(in, "title 0,0 1x140; tabs 1,0 1x140; rule 2,0 1x140; main 3,0 19x94; rule_detail 3,94 19x1; "
		      "detail 3,95 19x45; status 22,0 1x140; hints 23,0 1x140", "140x24, a list: as many columns");
	in.detail_cols = 90;
	is_layout(in, "title 0,0 1x140; tabs 1,0 1x140; rule 2,0 1x140; main 3,0 19x91; rule_detail 3,91 19x1; "
		      "detail 3,92 19x48; status 22,0 1x140; hints 23,0 1x140", "140x24, not more than its share");
	in.cols = 139;
	is_layout(in, "title 0,0 1x139; tabs 1,0 1x139; rule 2,0 1x139; main 3,0 14x139; rule_detail 17,0 1x139; "
		      "detail 18,0 4x139; status 22,0 1x139; hints 23,0 1x139", "139x24: below");
	in = standard;
	in.rows = 12;
	in.cols = 40;
	is_layout(in, "main 0,0 11x40; status 11,0 1x40", "40x12: one pane and a status line");
	in.focus = GT_FOCUS_DETAIL;
	is_layout(in, "detail 0,0 11x40; status 11,0 1x40", "40x12: the pane with the keys");
	in.rows = 14;
	is_layout(in, "title 0,0 1x40; detail 1,0 12x40; status 13,0 1x40", "40x14");
	in.rows = in.cols = 1;
	is_layout(in, "detail 0,0 1x1", "1x1");
	in.focus = GT_FOCUS_MAIN;
	in.rows = in.cols = -5;
	is_layout(in, "main 0,0 1x1", "nonsense is 1x1");
}

/* Every cell belongs to at most one part and all parts are on the screen. */
static bool sound(const struct gt_layout_in *in)
{
	struct gt_layout l;
	static unsigned char taken[70][210];
	const struct gt_rect *parts[] = {
		&l.title, &l.tabs, &l.rule, &l.main, &l.rule_detail, &l.detail, &l.status, &l.hints,
	};

	gt_layout_compute(&l, in);
	for (int y = 0; y < in->rows; y++) {
		for (int x = 0; x < in->cols; x++)
			taken[y][x] = 0;
	}
	for (size_t i = 0; i < GT_COUNT(parts); i++) {
		const struct gt_rect *r = parts[i];

		if (r->rows < 0 || r->cols < 0 || r->y < 0 || r->x < 0 || r->y + r->rows > in->rows ||
		    r->x + r->cols > in->cols)
			return false;
		for (int y = r->y; y < r->y + r->rows; y++) {
			for (int x = r->x; x < r->x + r->cols; x++) {
				if (taken[y][x]++)
					return false;
			}
		}
	}
	for (int y = 0; y < in->rows; y++) {
		for (int x = 0; x < in->cols; x++) {
			if (!taken[y][x])
				return false;
		}
	}
	return true;
}

TAP_TEST(all)
{
	int bad = 0;

	for (int flags = 0; flags < 64; flags++) {
		for (int percent = 10; percent <= 90; percent += 40) {
			for (int rows = 1; rows <= 70; rows += rows < 30 ? 1 : 7) {
				for (int cols = 1; cols <= 210; cols += cols < 30 ? 3 : 13) {
					const struct gt_layout_in in = {
						.rows = rows, .cols = cols, .detail_percent = percent,
						.split = flags & 32 ? GT_SPLIT_AUTO
								     : flags & 1 ? GT_SPLIT_RIGHT
										 : GT_SPLIT_BELOW,
						.focus = flags & 2 ? GT_FOCUS_DETAIL : GT_FOCUS_MAIN,
						.maximised = flags & 4, .has_detail = flags & 8,
						.hints = flags & 16, .list = flags & 32,
						.detail_rows = flags & 32 ? rows / 3 : 0,
						.detail_cols = flags & 32 ? cols / 3 : 0,
					};

					if (!sound(&in) && bad++ < 3)
						tap_diag("%dx%d flags %d percent %d", cols, rows, flags, percent);
				}
			}
		}
	}
	tap_is_int(bad, 0, "parts cover the screen without overlap at all sizes");
}
