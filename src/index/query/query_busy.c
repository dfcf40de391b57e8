/* What a processor did in an interval: time in slices, the longest one, whose time it was. */
#include "index/query/busy.h"

#include "index/query/span.h"

int64_t gt_slices_busy(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	return gt_span_sum(gt_trace_table(t, GT_T_SLICES), proc_row, a, b);
}

/* ---- the longest ---- */

uint32_t gt_slices_longest(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	uint32_t best = GT_NO_ROW;
	uint64_t longest = 0, dur[GT_BLOCK_ROWS];
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(gt_trace_table(t, GT_T_SLICES), proc_row, a, b, &s))
		return GT_NO_ROW;
	while (gt_span_next(&s, &piece)) {
		if (piece.whole && (best == GT_NO_ROW || piece.sum.max > longest)) {
			longest = piece.sum.max;
			best = piece.sum.id;
		}
		if (piece.whole)
			continue;
		gt_bview_column(&piece.view, GT_COL_DUR, piece.from, piece.to, dur);
		for (uint32_t i = piece.from; i < piece.to; i++) {
			if (best == GT_NO_ROW || dur[i - piece.from] > longest) {
				longest = dur[i - piece.from];
				best = (piece.view.block << GT_BLOCK_SHIFT) + i;
			}
		}
	}
	return best;
}

/* ---- whose time ---- */

/* All rows of a piece; they are clipped if they are the stretch's first and last ones. */
static void tally_rows(struct gt_top_sum *tally, const struct gt_span *s, const struct gt_piece *piece)
{
	uint64_t dur[GT_BLOCK_ROWS], who[GT_BLOCK_ROWS], first = piece->view.first + piece->from;
	uint32_t n = piece->to - piece->from;

	gt_bview_column(&piece->view, GT_COL_DUR, piece->from, piece->to, dur);
	gt_bview_column(&piece->view, GT_COL(slice, g), piece->from, piece->to, who);
	if (first == s->k0)
		dur[0] -= s->before;
	if (first + n == s->k1)
		dur[n - 1] -= s->after;
	for (uint32_t i = 0; i < n; i++)
		gt_top_sum_add(tally, (uint32_t)who[i], dur[i]);
}

static void tally_stretch(struct gt_top_sum *tally, const struct gt_btable *t, struct gt_span *s)
{
	bool wide = gt_span_wide(s);
	struct gt_block_sum sum;
	struct gt_piece piece;

	while (gt_span_next(s, &piece)) {
		if (piece.whole)
			gt_top_sum_add(tally, piece.sum.who, piece.sum.who_sum);
		else if (!wide)
			tally_rows(tally, s, &piece);
		else if (gt_block_sum_of(t, piece.view.block, &sum))
			/* Part of a block beside whole ones: its leader gets the part's share. */
			gt_top_sum_add(tally, sum.who, sum.who_sum / GT_BLOCK_ROWS * (piece.to - piece.from));
	}
}

void gt_slices_tally(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b,
		     struct gt_top_sum *tally)
{
	struct gt_span s;

	if (gt_span_find(gt_trace_table(t, GT_T_SLICES), proc_row, a, b, &s))
		tally_stretch(tally, gt_trace_table(t, GT_T_SLICES), &s);
}

uint32_t gt_slices_dominant(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	struct gt_top_sum tally;
	struct gt_span s;
	uint64_t sum, adds;

	if (!gt_span_find(gt_trace_table(t, GT_T_SLICES), proc_row, a, b, &s))
		return GT_NO_ROW;
	/* So many rows or summaries are added up at most. */
	adds = s.k1 - s.k0;
	if (gt_span_wide(&s))
		adds = adds / GT_BLOCK_ROWS + 4 < GT_SPAN_PIECES ? adds / GT_BLOCK_ROWS + 4 : GT_SPAN_PIECES;
	gt_top_sum_init(&tally, adds);
	tally_stretch(&tally, gt_trace_table(t, GT_T_SLICES), &s);
	return gt_top_sum_top(&tally, &sum);
}
