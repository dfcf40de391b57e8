/* Where the parts of the screen are: pure arithmetic. */
#include "ui/kit/layout.h"

/* Smallest screens for the whole frame, for a title line, and for two panes side by side. */
#define FULL_ROWS 16
#define FULL_COLS 60
#define TITLE_ROWS 13
#define TITLE_COLS 24
#define RIGHT_COLS 100

#define DETAIL_ROWS_MIN 3
#define MAIN_ROWS_MIN 5
#define DETAIL_COLS_MIN 30
#define MAIN_COLS_MIN 50

static int layout_clamp(int v, int low, int high)
{
	return v > high ? high : v < low ? low : v;
}

static void one_pane(struct gt_layout *out, const struct gt_layout_in *in, struct gt_rect body)
{
	if (in->has_detail && in->focus == GT_FOCUS_DETAIL)
		out->detail = body;
	else
		out->main = body;
}

static void split_below(struct gt_layout *out, const struct gt_layout_in *in, struct gt_rect body)
{
	int room = body.rows - 1;
	int detail = layout_clamp(room * in->detail_percent / 100, DETAIL_ROWS_MIN, room - MAIN_ROWS_MIN);

	out->main = body;
	out->main.rows = room - detail;
	out->rule_detail = (struct gt_rect){ body.y + out->main.rows, body.x, 1, body.cols };
	out->detail = (struct gt_rect){ out->rule_detail.y + 1, body.x, detail, body.cols };
}

static void split_right(struct gt_layout *out, const struct gt_layout_in *in, struct gt_rect body)
{
	int room = body.cols - 1;
	int detail = layout_clamp(room * in->detail_percent / 100, DETAIL_COLS_MIN, room - MAIN_COLS_MIN);

	out->main = body;
	out->main.cols = room - detail;
	out->rule_detail = (struct gt_rect){ body.y, body.x + out->main.cols, body.rows, 1 };
	out->detail = (struct gt_rect){ body.y, out->rule_detail.x + 1, body.rows, detail };
}

static void full_frame(struct gt_layout *out, const struct gt_layout_in *in)
{
	int below = in->hints ? 2 : 1;
	struct gt_rect body = { 3, 0, in->rows - 3 - below, in->cols };

	out->title = (struct gt_rect){ 0, 0, 1, in->cols };
	out->tabs = (struct gt_rect){ 1, 0, 1, in->cols };
	out->rule = (struct gt_rect){ 2, 0, 1, in->cols };
	out->status = (struct gt_rect){ in->rows - below, 0, 1, in->cols };
	if (in->hints)
		out->hints = (struct gt_rect){ in->rows - 1, 0, 1, in->cols };
	if (!in->has_detail || in->maximised)
		one_pane(out, in, body);
	else if (in->split == GT_SPLIT_RIGHT && in->cols >= RIGHT_COLS)
		split_right(out, in, body);
	else
		split_below(out, in, body);
}

static void small_frame(struct gt_layout *out, const struct gt_layout_in *in)
{
	int title = in->rows >= TITLE_ROWS && in->cols >= TITLE_COLS;
	int status = in->rows >= 2;

	if (title)
		out->title = (struct gt_rect){ 0, 0, 1, in->cols };
	if (status)
		out->status = (struct gt_rect){ in->rows - 1, 0, 1, in->cols };
	one_pane(out, in, (struct gt_rect){ title, 0, in->rows - title - status, in->cols });
}

void gt_layout_compute(struct gt_layout *out, const struct gt_layout_in *in)
{
	struct gt_layout_in sane = *in;

	*out = (struct gt_layout){ 0 };
	sane.rows = in->rows < 1 ? 1 : in->rows;
	sane.cols = in->cols < 1 ? 1 : in->cols;
	if (sane.rows >= FULL_ROWS && sane.cols >= FULL_COLS)
		full_frame(out, &sane);
	else
		small_frame(out, &sane);
}

void gt_layout_dump(const struct gt_layout *l, struct gt_buf *out)
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
