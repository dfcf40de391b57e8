/* Questions about threads: their runs on Ps, and what they did in an interval. */
#include "index/query/busy.h"

#include "index/query/span.h"
#include "index/query/tracks.h"

#define FEW_RUNS 16              /* of so many the slices are looked at */

static const struct gt_btable *thread_runs(const struct gt_trace *t)
{
	return gt_trace_table(t, GT_T_THREAD_RUNS);
}

/* ---- rows ---- */

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
static uint64_t threads_busy_before(const struct gt_trace *t, uint32_t row, uint64_t k)
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
	th->busy = (int64_t)threads_busy_before(t, row, th->runs);
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

/* ---- intervals ---- */

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
	sum = threads_busy_before(t, row, s.k1) - threads_busy_before(t, row, s.k0);
	if (s.before && gt_thread_run_get(t, row, s.k0, &r))
		sum -= (uint64_t)gt_slices_busy(t, r.proc_row, r.t0, a);
	if (s.after && gt_thread_run_get(t, row, s.k1 - 1, &r))
		sum -= (uint64_t)gt_slices_busy(t, r.proc_row, b, r.t1);
	return (int64_t)sum;
}

struct longest {
	uint32_t id;
	uint64_t dur;
};

/* The first of equal ones stays; those without length do not count. */
static void threads_offer(struct longest *l, uint32_t id, uint64_t dur)
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
		threads_offer(l, id, (uint64_t)s.t1 - (uint64_t)s.t0);
}

/* Of a piece's runs those that lie in the interval as a whole: the others have been looked at, or will be. */
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
		threads_offer(l, r.longest - 1, r.longest_dur);
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
			threads_offer(&l, stored.longest - 1, stored.longest_dur);
	}
	/* One run that reaches out on both sides has been looked at. */
	if (s.after && (s.k1 - 1 > s.k0 || !s.before) && gt_thread_run_get(t, row, s.k1 - 1, &r))
		offer_part(t, &l, &r, a, b);
	return l.id;
}

/* Few runs: whose slices are in them. */
static uint32_t lead_of_slices(const struct gt_trace *t, uint32_t row, const struct gt_span *s, int64_t a, int64_t b)
{
	struct gt_top_sum tally;
	struct gt_thread_run r;
	uint64_t sum;

	gt_top_sum_init(&tally, GT_TALLY_SLOTS);
	for (uint64_t k = s->k0; k < s->k1 && gt_thread_run_get(t, row, k, &r); k++) {
		int64_t from = r.t0 > a ? r.t0 : a, to = r.t1 < b ? r.t1 : b;

		if (s->k1 - s->k0 == 1)
			return gt_slices_dominant(t, r.proc_row, from, to);
		gt_slices_tally(t, r.proc_row, from, to, &tally);
	}
	return gt_top_sum_top(&tally, &sum);
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
	struct gt_span s;

	if (!gt_span_find(thread_runs(t), row, a, b, &s))
		return GT_NO_ROW;
	return s.k1 - s.k0 <= FEW_RUNS ? lead_of_slices(t, row, &s, a, b) : lead_of_runs(&s);
}
