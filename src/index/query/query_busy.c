/* What a processor did in an interval: time in slices, the longest one, whose time it was. */
#include "index/query/busy.h"

#include "index/query/span.h"

static const struct gt_btable *query_busy_slices(const struct gt_trace *t)
{
	return &t->store.tables[GT_T_SLICES];
}

int64_t gt_slices_busy(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	return gt_span_sum(query_busy_slices(t), proc_row, a, b);
}

/* ---- the longest ---- */

/* The longest of a piece's rows, the first of equal ones. */
static void longest_row(const struct gt_piece *piece, struct gt_block_sum *s)
{
	uint64_t dur[GT_BLOCK_ROWS];
	uint32_t n = piece->to - piece->from, best = 0;

	gt_bview_column(&piece->view, GT_COL_DUR, piece->from, piece->to, dur);
	for (uint32_t i = 1; i < n; i++)
		if (dur[i] > dur[best])
			best = i;
	s->max = dur[best];
	s->id = (piece->view.block << GT_BLOCK_SHIFT) + piece->from + best;
}

uint32_t gt_slices_longest(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	uint32_t best = GT_NO_ROW;
	uint64_t longest = 0;
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(query_busy_slices(t), proc_row, a, b, &s))
		return GT_NO_ROW;
	while (gt_span_next(&s, &piece)) {
		if (!piece.whole)
			longest_row(&piece, &piece.sum);
		if (best == GT_NO_ROW || piece.sum.max > longest) {
			longest = piece.sum.max;
			best = piece.sum.id;
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

/* Part of a block beside whole ones: its leader gets the part's share. */
static void tally_share(struct gt_top_sum *tally, const struct gt_btable *t, const struct gt_piece *piece)
{
	struct gt_block_sum sum;

	if (gt_block_sum_of(t, piece->view.block, &sum))
		gt_top_sum_add(tally, sum.who, sum.who_sum / GT_BLOCK_ROWS * (piece->to - piece->from));
}

/* How many rows or summaries of a stretch are added up. */
static uint64_t count_adds(const struct gt_span *s)
{
	uint64_t pieces = (s->k1 - s->k0) / GT_BLOCK_ROWS + 4;

	if (!gt_span_wide(s))
		return s->k1 - s->k0;
	return pieces < GT_SPAN_PIECES ? pieces : GT_SPAN_PIECES;
}

static void tally_stretch(struct gt_top_sum *tally, const struct gt_btable *t, struct gt_span *s)
{
	bool wide = gt_span_wide(s);
	struct gt_piece piece;

	while (gt_span_next(s, &piece)) {
		if (piece.whole)
			gt_top_sum_add(tally, piece.sum.who, piece.sum.who_sum);
		else if (wide)
			tally_share(tally, t, &piece);
		else
			tally_rows(tally, s, &piece);
	}
}

void gt_slices_tally(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b,
		     struct gt_top_sum *tally)
{
	struct gt_span s;

	if (gt_span_find(query_busy_slices(t), proc_row, a, b, &s))
		tally_stretch(tally, query_busy_slices(t), &s);
}

uint32_t gt_slices_dominant(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	struct gt_top_sum tally;
	struct gt_span s;
	uint64_t sum;

	if (!gt_span_find(query_busy_slices(t), proc_row, a, b, &s))
		return GT_NO_ROW;
	gt_top_sum_init(&tally, count_adds(&s));
	tally_stretch(&tally, query_busy_slices(t), &s);
	return gt_top_sum_top(&tally, &sum);
}
