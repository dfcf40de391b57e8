/* What is told of a comparison before any difference: how many there are, what of, and what makes the sides unlike. */
#include "ui/compare/list_own.h"

#include <limits.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"
#include "ui/compare/names.h"

#define LIST_ROWS 6           /* what is told leaves the list that many */
#define LEAST_NAME 16         /* columns of a trace's name */

void gt_told_counts(struct gt_buf *out, const struct gt_comparison *of)
{
	gt_buf_printf(out, "%zu worse, %zu better, ", of->count[GT_CMP_WORSE], of->count[GT_CMP_BETTER]);
	if (of->count[GT_CMP_CHANGED])
		gt_buf_printf(out, "%zu changed, ", of->count[GT_CMP_CHANGED]);
	gt_buf_printf(out, "%zu unsure, %zu the same", of->count[GT_CMP_UNSURE], of->count[GT_CMP_SAME]);
}

static void told_put_name(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side, int cols)
{
	gt_buf_puts(out, side == GT_CMP_OLD ? "before " : "after  ");
	gt_side_name(out, gt_trace_info(of->v[side][0].t)->file, gt_trace_info(of->v[!side][0].t)->file, cols);
}

static void told_put_facts(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side)
{
	const struct gt_collected *c = &of->v[side][0];
	const struct gt_trace_info *info = gt_trace_info(c->t);

	if (of->n[side] > 1)
		gt_buf_printf(out, " and %zu more", of->n[side] - 1);
	gt_buf_printf(out, ", %s, %s, ", info->version, gt_dur_text(c->to - c->from).s);
	gt_human_many(out, gt_info_procs(info), "processor");
	if (!info->complete)
		gt_buf_puts(out, ", damaged");
}

void gt_told_side(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side)
{
	told_put_name(out, of, side, INT_MAX);
	told_put_facts(out, of, side);
}

/* The name is fitted, the rest as far as there is room. */
static void told_draw_side(const struct gt_canvas *c, int y, const struct gt_comparison *of, enum gt_cmp_side side)
{
	struct gt_buf text = { 0 };
	int x;

	told_put_name(&text, of, side, c->cols / 2 > LEAST_NAME ? c->cols / 2 : LEAST_NAME);
	x = gt_canvas_textn(c, y, 0, GT_ROLE_DIM, gt_buf_str(&text), text.len);
	gt_buf_reset(&text);
	told_put_facts(&text, of, side);
	gt_canvas_phrases(c, y, x, c->cols - x, GT_ROLE_DIM, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

static void told_draw_counts(const struct gt_canvas *c, int y, const struct gt_comparison *of)
{
	struct gt_buf text = { 0 };

	gt_told_counts(&text, of);
	gt_buf_printf(&text, ", %zu tests, corrected p at most %g", of->tests, GT_CMP_ALPHA);
	gt_canvas_phrases(c, y, 0, c->cols, GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	gt_buf_release(&text);
}

/* The facts that make the sides unlike, a line each, in at most so many rows; the last says how many are left out. */
static int told_draw_facts(const struct gt_canvas *c, int y, int most, const struct gt_comparison *of)
{
	struct gt_buf facts = { 0 }, line = { 0 };
	int n = 0, drawn = 0;

	gt_comparison_facts(&facts, of);
	for (const char *s = gt_buf_str(&facts); *s; s++)
		n += *s == '\n';
	for (const char *s = gt_buf_str(&facts); *s && drawn < most; s += strcspn(s, "\n") + 1, drawn++) {
		gt_buf_reset(&line);
		if (drawn == most - 1 && n > most)
			gt_buf_printf(&line, "and %d more notes, in the detail of the first row", n - drawn);
		else
			gt_buf_add(&line, s, strcspn(s, "\n"));
		gt_canvas_phrases(c, y + drawn, 0, c->cols, GT_ROLE_WARNING, gt_buf_str(&line), line.len);
	}
	gt_buf_release(&facts);
	gt_buf_release(&line);
	return drawn;
}

int gt_told_draw(const struct gt_canvas *c, const struct gt_comparison *of)
{
	int room = c->rows - LIST_ROWS, y = 0;

	if (room > 0)
		told_draw_counts(c, y++, of);
	/* Where there is little room, notes count for more than what the traces are called. */
	for (unsigned side = 0; side < GT_CMP_SIDES && y < room && room > 4; side++)
		told_draw_side(c, y++, of, (enum gt_cmp_side)side);
	return y < room ? y + told_draw_facts(c, y, room - y, of) : y;
}
