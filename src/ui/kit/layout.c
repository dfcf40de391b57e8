/* Where the parts of the screen are: pure arithmetic. */
#include "ui/kit/layout.h"

/* Smallest screens for the whole frame, for a title line, and for two panes side by side. */
#define FULL_ROWS 16
#define FULL_COLS 60
#define TITLE_ROWS 13
#define TITLE_COLS 24
#define RIGHT_COLS 100
#define AUTO_RIGHT_COLS 140

#define DETAIL_ROWS_MIN 3
#define MAIN_ROWS_MIN 5
#define DETAIL_COLS_MIN 30
#define MAIN_COLS_MIN 50

static int layout_clamp(int v, int low, int high)
{
	return v > high ? high : v < low ? low : v;
}

/* Main pane, rule and detail pane, one below the other or side by side. */
static void two_panes(struct gt_layout *out, const struct gt_layout_in *in, struct gt_rect body, bool right)
{
	int room = (right ? body.cols : body.rows) - 1, need = right ? in->detail_cols : in->detail_rows;
	int share = room * in->detail_percent / 100;
	int detail = layout_clamp(need > 0 && need < share ? need : share, right ? DETAIL_COLS_MIN : DETAIL_ROWS_MIN,
				  room - (right ? MAIN_COLS_MIN : MAIN_ROWS_MIN));

	out->main = out->rule_detail = out->detail = body;
	if (right) {
		out->main.cols = room - detail;
		out->rule_detail.x += out->main.cols;
		out->rule_detail.cols = 1;
		out->detail.x = out->rule_detail.x + 1;
		out->detail.cols = detail;
	} else {
		out->main.rows = room - detail;
		out->rule_detail.y += out->main.rows;
		out->rule_detail.rows = 1;
		out->detail.y = out->rule_detail.y + 1;
		out->detail.rows = detail;
	}
}

static bool beside(const struct gt_layout_in *in)
{
	if (in->split == GT_SPLIT_AUTO)
		return in->list && in->cols >= AUTO_RIGHT_COLS;
	return in->split == GT_SPLIT_RIGHT && in->cols >= RIGHT_COLS;
}

void gt_layout_compute(struct gt_layout *out, const struct gt_layout_in *in)
{
	int rows = in->rows < 1 ? 1 : in->rows, cols = in->cols < 1 ? 1 : in->cols;
	bool full = rows >= FULL_ROWS && cols >= FULL_COLS;
	int above = full ? 3 : rows >= TITLE_ROWS && cols >= TITLE_COLS;
	int below = full && in->hints ? 2 : rows >= 2;
	struct gt_rect body = { above, 0, rows - above - below, cols };

	*out = (struct gt_layout){ 0 };
	if (above)
		out->title = (struct gt_rect){ 0, 0, 1, cols };
	if (below)
		out->status = (struct gt_rect){ rows - below, 0, 1, cols };
	if (full) {
		out->tabs = (struct gt_rect){ 1, 0, 1, cols };
		out->rule = (struct gt_rect){ 2, 0, 1, cols };
	}
	if (full && in->hints)
		out->hints = (struct gt_rect){ rows - 1, 0, 1, cols };
	if (!full || !in->has_detail || in->maximised)
		*(in->has_detail && in->focus == GT_FOCUS_DETAIL ? &out->detail : &out->main) = body;
	else
		two_panes(out, in, body, beside(in));
}
