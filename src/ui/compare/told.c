/* What is told of a comparison before any difference: how many there are, what of, and what makes the sides unlike. */
#include "ui/compare/told.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "base/human.h"

#define LIST_ROWS 6           /* what is told leaves the list that many */

void gt_told_counts(struct gt_buf *out, const struct gt_comparison *of)
{
	gt_buf_printf(out, "%zu worse, %zu better, %zu unsure, %zu the same", of->count[GT_CMP_WORSE],
		      of->count[GT_CMP_BETTER], of->count[GT_CMP_UNSURE], of->count[GT_CMP_SAME]);
}

void gt_told_side(struct gt_buf *out, const struct gt_comparison *of, enum gt_cmp_side side)
{
	const struct gt_collected *c = &of->v[side][0];
	const struct gt_trace_info *info = gt_trace_info(c->t);
	const char *slash = strrchr(info->file, '/');

	gt_buf_printf(out, "%s %s", side == GT_CMP_OLD ? "before" : "after ",
		      slash && slash[1] ? slash + 1 : info->file);
	if (of->n[side] > 1)
		gt_buf_printf(out, " and %zu more", of->n[side] - 1);
	gt_buf_printf(out, ", %s, %s, %" PRIu64 " processor%s", info->version, gt_dur_text(c->to - c->from).s,
		      gt_info_procs(info), gt_info_procs(info) == 1 ? "" : "s");
	if (!info->complete)
		gt_buf_puts(out, ", damaged");
}

static void told_put_line(struct gt_buf *out, const struct gt_comparison *of, int line)
{
	if (line == 0) {
		gt_told_counts(out, of);
		gt_buf_printf(out, ", %zu tests, corrected p at most %g", of->tests, GT_CMP_ALPHA);
	} else {
		gt_told_side(out, of, line == 1 ? GT_CMP_OLD : GT_CMP_NEW);
	}
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
	struct gt_buf text = { 0 };

	/* Where there is little room, notes count for more than what the traces are called. */
	for (int line = 0; line < 3 && y < room && (line == 0 || room > 4); line++, y++) {
		gt_buf_reset(&text);
		told_put_line(&text, of, line);
		gt_canvas_phrases(c, y, 0, c->cols, line ? GT_ROLE_DIM : GT_ROLE_VALUE, gt_buf_str(&text), text.len);
	}
	gt_buf_release(&text);
	return y < room ? y + told_draw_facts(c, y, room - y, of) : y;
}
