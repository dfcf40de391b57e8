/* What Ps and threads did in an interval: time in slices, the longest one, whose time it was; threads' runs. */
#include "index/store/state.h"

#include "index/query/span.h"
#include "index/query/tracks.h"
#include "index/store/top_sum.h"

#define FEW_RUNS 16              /* of so many runs of a thread the slices are looked at */

int64_t gt_slices_busy(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	return gt_span_sum(gt_trace_table(t, GT_T_SLICES), proc_row, a, b);
}

int64_t gt_slices_busy_until(const struct gt_trace *t, uint32_t proc_row, int64_t time)
{
	return gt_span_sum_until(gt_trace_table(t, GT_T_SLICES), proc_row, time);
}

/* ---- the longest ---- */

struct longest {
	uint32_t id;         /* GT_NO_ROW: none yet, and dur is the least that counts */
	uint64_t dur;
};

/* The first of equal ones stays. */
static bool is_longer(const struct longest *l, uint64_t dur)
{
	return l->id == GT_NO_ROW ? dur >= l->dur : dur > l->dur;
}

/* Rows of a block, which are only read if one of the whole block is as long. */
static void longest_of_rows(const struct gt_btable *slices, const struct gt_piece *piece, struct longest *l)
{
	uint64_t dur[GT_BLOCK_ROWS];
	struct gt_block_sum sum;

	if (gt_block_sum_of(slices, piece->view.block, &sum) && !is_longer(l, sum.max))
		return;
	gt_bview_column(&piece->view, GT_COL_DUR, piece->from, piece->to, dur);
	for (uint32_t i = piece->from; i < piece->to; i++) {
		if (is_longer(l, dur[i - piece->from]))
			*l = (struct longest){ (piece->view.block << GT_BLOCK_SHIFT) + i, dur[i - piece->from] };
	}
}

uint32_t gt_slices_long(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b, int64_t least_ns)
{
	const struct gt_btable *slices = gt_trace_table(t, GT_T_SLICES);
	struct longest l = { GT_NO_ROW, least_ns > 0 ? (uint64_t)least_ns : 0 };
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(slices, proc_row, a, b, &s))
		return GT_NO_ROW;
	while (gt_span_next(&s, &piece)) {
		if (!piece.whole)
			longest_of_rows(slices, &piece, &l);
		else if (is_longer(&l, piece.sum.max))
			l = (struct longest){ piece.sum.id, piece.sum.max };
	}
	return l.id;
}

uint32_t gt_slices_longest(const struct gt_trace *t, uint32_t proc_row, int64_t a, int64_t b)
{
	return gt_slices_long(t, proc_row, a, b, 0);
}

/* ---- whose time ---- */

static void tally_stretch(struct gt_top_sum *tally, const struct gt_btable *t, struct gt_span *s)
{
	uint64_t dur[GT_BLOCK_ROWS], who[GT_BLOCK_ROWS];
	bool wide = gt_span_wide(s);
	struct gt_block_sum sum;
	struct gt_piece piece;

	while (gt_span_next(s, &piece)) {
		uint64_t first = piece.view.first + piece.from;
		uint32_t n = piece.to - piece.from;

		if (piece.whole) {
			gt_top_sum_add(tally, piece.sum.who, piece.sum.who_sum);
			continue;
		}
		if (wide) {
			/* Part of a block beside whole ones: its leader gets the part's share. */
			if (gt_block_sum_of(t, piece.view.block, &sum))
				gt_top_sum_add(tally, sum.who, sum.who_sum / GT_BLOCK_ROWS * n);
			continue;
		}
		/* All rows; the stretch's first and last ones are clipped. */
		gt_bview_column(&piece.view, GT_COL_DUR, piece.from, piece.to, dur);
		gt_bview_column(&piece.view, GT_COL(slice, g), piece.from, piece.to, who);
		if (first == s->k0)
			dur[0] -= s->before;
		if (first + n == s->k1)
			dur[n - 1] -= s->after;
		for (uint32_t i = 0; i < n; i++)
			gt_top_sum_add(tally, (uint32_t)who[i], dur[i]);
	}
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

/* ---- threads ---- */

static const struct gt_btable *thread_runs(const struct gt_trace *t)
{
	return gt_trace_table(t, GT_T_THREAD_RUNS);
}

bool gt_trace_has_threads(const struct gt_trace *t)
{
	return t->store.threads.n > 0;
}

uint32_t gt_threads(const struct gt_trace *t)
{
	return t->store.threads.n;
}

uint32_t gt_thread_find(const struct gt_trace *t, uint64_t id)
{
	return gt_ids_find(&t->store.threads, id);
}

uint32_t gt_thread_by_order(const struct gt_trace *t, uint32_t i)
{
	return gt_ids_by_order(&t->store.threads, i);
}

/* Run k as it is stored. */
static bool get_run(const struct gt_trace *t, uint32_t row, uint64_t k, struct gt_srow_thread_run *r)
{
	return gt_part_row(thread_runs(t), row, k, r);
}

/* Time in slices of the runs before run k, or of all. */
static uint64_t runs_busy_before(const struct gt_trace *t, uint32_t row, uint64_t k)
{
	struct gt_srow_thread_run r;

	if (get_run(t, row, k, &r))
		return r.before;
	return k && get_run(t, row, gt_btable_rows(thread_runs(t), row) - 1, &r) ? r.before + r.busy : 0;
}

bool gt_thread_get(const struct gt_trace *t, uint32_t row, struct gt_thread_row *th)
{
	struct gt_id_row r;

	if (!gt_ids_get(&t->store.threads, row, &r))
		return false;
	*th = (struct gt_thread_row){ .id = r.id, .first = r.first, .runs = gt_btable_rows(thread_runs(t), row) };
	th->busy = (int64_t)runs_busy_before(t, row, th->runs);
	return true;
}

uint64_t gt_thread_run_seek(const struct gt_trace *t, uint32_t row, int64_t time)
{
	return gt_span_seek_end(thread_runs(t), row, time);
}

bool gt_thread_run_get(const struct gt_trace *t, uint32_t row, uint64_t k, struct gt_thread_run *r)
{
	struct gt_srow_thread_run s;

	if (!get_run(t, row, k, &s))
		return false;
	*r = (struct gt_thread_run){
		.t0 = s.t0, .t1 = (int64_t)((uint64_t)s.t0 + s.dur), .proc_row = s.proc_row,
		.busy = (int64_t)s.busy, .who = s.who - 1, .longest = s.longest - 1 };
	return true;
}

int64_t gt_thread_held(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	return gt_span_sum(thread_runs(t), row, a, b);
}

int64_t gt_thread_busy(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	struct gt_thread_run r;
	struct gt_span s;
	uint64_t sum;

	if (!gt_span_find(thread_runs(t), row, a, b, &s))
		return 0;
	sum = runs_busy_before(t, row, s.k1) - runs_busy_before(t, row, s.k0);
	if (s.before && gt_thread_run_get(t, row, s.k0, &r))
		sum -= (uint64_t)gt_slices_busy(t, r.proc_row, r.t0, a);
	if (s.after && gt_thread_run_get(t, row, s.k1 - 1, &r))
		sum -= (uint64_t)gt_slices_busy(t, r.proc_row, b, r.t1);
	return (int64_t)sum;
}

/* The first of equal ones stays; those without length do not count. */
static void offer(struct longest *l, uint32_t id, uint64_t dur)
{
	if (id != GT_NO_ROW && dur > l->dur)
		*l = (struct longest){ id, dur };
}

/* A run that reaches out of [a, b). */
static void offer_part(const struct gt_trace *t, struct longest *l, const struct gt_thread_run *r, int64_t a,
		       int64_t b)
{
	struct gt_slice s;
	uint32_t id = gt_slices_longest(t, r->proc_row, r->t0 > a ? r->t0 : a, r->t1 < b ? r->t1 : b);

	if (gt_slice_get(t, id, &s))
		offer(l, id, (uint64_t)s.t1 - (uint64_t)s.t0);
}

/* Of a piece's runs those that lie inside the interval; gt_thread_longest handles the first and the last one. */
static void offer_rows(const struct gt_trace *t, struct longest *l, const struct gt_span *s,
		       const struct gt_piece *piece)
{
	const struct gt_bview *v = &piece->view;
	struct gt_srow_thread_run r;
	uint32_t best = piece->to;
	uint64_t dur = 0;

	for (uint32_t i = piece->from; i < piece->to; i++) {
		uint64_t k = v->first + i, here = gt_bview_get(v, GT_COL(thread_run, longest_dur), i);

		if (k < s->w0 || k >= s->w1 || !gt_bview_get(v, GT_COL(thread_run, who), i))
			continue;
		if (best == piece->to || here > dur) {
			best = i;
			dur = here;
		}
	}
	if (best < piece->to && gt_btable_row(thread_runs(t), (v->block << GT_BLOCK_SHIFT) + best, &r))
		offer(l, r.longest - 1, r.longest_dur);
}

uint32_t gt_thread_longest(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	struct longest l = { .id = GT_NO_ROW };
	struct gt_srow_thread_run stored;
	struct gt_thread_run r;
	struct gt_piece piece;
	struct gt_span s;

	if (!gt_span_find(thread_runs(t), row, a, b, &s))
		return GT_NO_ROW;
	if (s.before && gt_thread_run_get(t, row, s.k0, &r))
		offer_part(t, &l, &r, a, b);
	while (gt_span_next(&s, &piece)) {
		if (!piece.whole)
			offer_rows(t, &l, &s, &piece);
		else if (gt_btable_row(thread_runs(t), piece.sum.id, &stored))
			offer(&l, stored.longest - 1, stored.longest_dur);
	}
	/* One run that reaches out on both sides has been looked at. */
	if (s.after && (s.k1 - 1 > s.k0 || !s.before) && gt_thread_run_get(t, row, s.k1 - 1, &r))
		offer_part(t, &l, &r, a, b);
	return l.id;
}

/* Many: whose are the longest of each.  Goroutines are stored + 1 here. */
static uint32_t lead_of_runs(struct gt_span *s)
{
	struct gt_top_sum tally;
	struct gt_piece piece;
	uint64_t sum;

	gt_top_sum_init(&tally, s->k1 - s->k0);
	while (gt_span_next(s, &piece)) {
		if (piece.whole && piece.sum.who)
			gt_top_sum_add(&tally, piece.sum.who - 1, piece.sum.who_sum);
		for (uint32_t i = piece.from; !piece.whole && i < piece.to; i++) {
			uint32_t who = (uint32_t)gt_bview_get(&piece.view, GT_COL(thread_run, who), i);

			if (who)
				gt_top_sum_add(&tally, who - 1,
					       gt_bview_get(&piece.view, GT_COL(thread_run, longest_dur), i));
		}
	}
	return gt_top_sum_top(&tally, &sum);
}

uint32_t gt_thread_dominant(const struct gt_trace *t, uint32_t row, int64_t a, int64_t b)
{
	const struct gt_btable *slices = gt_trace_table(t, GT_T_SLICES);
	struct gt_span s, part;
	struct gt_top_sum tally;
	struct gt_thread_run r;
	uint64_t sum;

	if (!gt_span_find(thread_runs(t), row, a, b, &s))
		return GT_NO_ROW;
	if (s.k1 - s.k0 > FEW_RUNS)
		return lead_of_runs(&s);
	/* Of few runs: whose slices are in them. */
	gt_top_sum_init(&tally, GT_TALLY_SLOTS);
	for (uint64_t k = s.k0; k < s.k1 && gt_thread_run_get(t, row, k, &r); k++) {
		int64_t from = r.t0 > a ? r.t0 : a, to = r.t1 < b ? r.t1 : b;

		if (s.k1 - s.k0 == 1)
			return gt_slices_dominant(t, r.proc_row, from, to);
		if (gt_span_find(slices, r.proc_row, from, to, &part))
			tally_stretch(&tally, slices, &part);
	}
	return gt_top_sum_top(&tally, &sum);
}
