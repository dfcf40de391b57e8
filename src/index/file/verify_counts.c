/* The full check of what is derived from other rows: counts by state, ranges by their starts. */
#include "index/file/verify.h"

#include "index/store/block.h"
#include "index/query/collect.h"

/* ---- counts ---- */

struct running {
	int64_t t, v[GT_COUNTS + 1], max[GT_COUNTS];
	uint64_t ns[GT_COUNTS];
};

/* The values have lasted until t. */
static void verify_counts_pass(struct running *r, int64_t t)
{
	for (int i = 0; i < GT_COUNTS && t > r->t; i++) {
		r->ns[i] += (uint64_t)r->v[i] * (uint64_t)(t - r->t);
		r->max[i] = r->v[i] > r->max[i] ? r->v[i] : r->max[i];
	}
	r->t = t;
}

/* From the start of a stretch to that of the next one. */
static void run_stretch(const struct gt_trace *t, const struct gt_count_block *st, int64_t end,
			struct running *r)
{
	struct gt_changes c;

	for (int i = 0; i < GT_COUNTS; i++) {
		r->v[i] = st->v[i];
		r->ns[i] = (uint64_t)st->ns[i];
		r->max[i] = INT64_MIN;
	}
	r->t = st->t;
	gt_changes_collect(t, st->t, end, &c);
	gt_changes_sort(&c);
	for (size_t i = 0; i < c.n; i++) {
		verify_counts_pass(r, c.v[i].t);
		r->v[c.v[i].from]--;
		r->v[c.v[i].to]++;
	}
	verify_counts_pass(r, end);
	gt_changes_release(&c);
}

static bool leads_to(const struct running *r, const struct gt_count_block *st,
		     const struct gt_count_block *next)
{
	for (int i = 0; i < GT_COUNTS; i++)
		if (r->v[i] != next->v[i] || r->ns[i] != (uint64_t)next->ns[i] || r->max[i] != st->max[i])
			return false;
	return true;
}

static int check_stretches(const struct gt_trace *t, struct gt_error *err)
{
	struct gt_count_block st, next;
	struct running r;
	uint64_t k = 0;

	if (!gt_count_block_get(t, 0, &st) || st.t)
		return gt_flaw(err, "counts", 0, "does not begin with the trace");
	for (; gt_count_block_get(t, k + 1, &next); k++, st = next) {
		if (next.t <= st.t)
			return gt_flaw(err, "counts", k + 1, "begins too early");
		run_stretch(t, &st, next.t, &r);
		if (!leads_to(&r, &st, &next))
			return gt_flaw(err, "counts", k, "has other values than the events made");
	}
	return 0;
}

/* Raises max to the values, as they are stored, of row k of a level (0: stretches). */
static void verify_counts_raise(const struct gt_store *s, uint32_t level, uint64_t k, uint32_t *max)
{
	struct gt_srow_counts row;
	struct gt_srow_maxima sum;
	const uint32_t *v = level ? sum.max : row.max;

	if (level ? !gt_part_row(&s->tables[GT_T_COUNT_MAXIMA], level - 1, k, &sum)
		  : !gt_part_row(&s->tables[GT_T_COUNTS], 0, k, &row))
		return;
	for (int i = 0; i < GT_COUNTS; i++)
		max[i] = v[i] > max[i] ? v[i] : max[i];
}

/* Every row of the levels is the largest of 64 below, and there are as many as there should be. */
static int check_maxima(const struct gt_trace *t, struct gt_error *err)
{
	const struct gt_btable *levels = &t->store.tables[GT_T_COUNT_MAXIMA];
	uint64_t n = gt_btable_rows(&t->store.tables[GT_T_COUNTS], 0);

	for (uint32_t level = 0; level < GT_MAX_LEVELS; level++) {
		struct gt_srow_maxima r, sum;

		n >>= GT_LEVEL_SHIFT;
		if (gt_btable_rows(levels, level) != n)
			return gt_flaw(err, levels->schema->name, n, "is missing, or one too many");
		for (uint64_t k = 0; k < n; k++) {
			sum = (struct gt_srow_maxima){ { 0 } };
			for (uint64_t i = k << GT_LEVEL_SHIFT; i < (k + 1) << GT_LEVEL_SHIFT; i++)
				verify_counts_raise(&t->store, level, i, sum.max);
			if (!gt_part_row(levels, level, k, &r) || memcmp(&r, &sum, sizeof r) != 0)
				return gt_flaw(err, levels->schema->name, k, "is not the largest");
		}
	}
	return 0;
}

/* ---- ranges ---- */

static int check_range_starts(const struct gt_trace *t, struct gt_error *err)
{
	uint64_t left[GT_SORTED_RANGES] = { 0 };
	struct gt_range_row r;

	for (uint64_t i = 0; i < t->info.ranges; i++)
		if (gt_range_get(t, i, &r) && r.kind < GT_SORTED_RANGES)
			left[r.kind]++;
	for (unsigned kind = 0; kind < GT_SORTED_RANGES; kind++) {
		uint64_t n = gt_ranges_of_kind(t, (enum gt_range)kind);
		struct gt_srow_range_start s;

		if (n != left[kind])
			return gt_flaw(err, "starts of ranges", n, "is missing, or one too many");
		for (uint64_t k = 0; k < n; k++)
			if (!gt_part_row(&t->store.tables[GT_T_RANGE_STARTS], kind, k, &s) ||
			    !gt_range_get(t, s.row, &r) || r.kind != kind || r.t0 != s.t0)
				return gt_flaw(err, "starts of ranges", k, "is of another range");
	}
	return 0;
}

int gt_verify_derived(const struct gt_trace *t, struct gt_error *err)
{
	int rc = check_range_starts(t, err);

	if (!rc)
		rc = check_stretches(t, err);
	return rc ? rc : check_maxima(t, err);
}
