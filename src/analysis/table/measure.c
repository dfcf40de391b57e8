/* The durations of the rows that a view shows. */
#include "analysis/table/measure.h"

#include <assert.h>
#include <inttypes.h>

#include "analysis/table/percentile.h"
#include "analysis/table/scratch.h"
#include "base/human.h"
#include "base/sat.h"

#define TELL 65536            /* rows between two calls of progress */

const double gt_measure_ranks[GT_MEASURE_RANKS] = { 0.5, 0.9, 0.99, 0.999 };

struct measuring {
	struct gt_measure *m;
	struct gt_table *t;
	unsigned col;
	int begin;            /* column of the rows' begins, or GT_NO_COLUMN */
	bool (*apart)(const struct gt_table *t, uint64_t row);
	bool bulk, marks;     /* keys can read the column; rows can be beyond the horizon */
	int64_t *values;
};

void gt_parts_add(int64_t *parts, int64_t from, int64_t to, int64_t t0, int64_t t1)
{
	int64_t len = to - from;

	/* Part i begins at from + len * i / GT_PARTS, rounded up. */
	for (int64_t i = (t0 - from) * GT_PARTS / len; t0 < t1 && i < GT_PARTS; i++) {
		int64_t end = from + (len * (i + 1) + GT_PARTS - 1) / GT_PARTS;

		end = end < t1 ? end : t1;
		gt_sat_grow(&parts[i], end - t0);
		t0 = end;
	}
}

/* Of the part of a row in the range. */
static void measure_when(struct gt_measure *m, int64_t t0, int64_t dur)
{
	int64_t t1 = gt_sat_add(t0, dur);

	t0 = t0 > m->from ? t0 : m->from;
	t1 = t1 < m->to ? t1 : m->to;
	if (t0 < t1)
		gt_parts_add(m->when, m->from, m->to, t0, t1);
}

static void measure_one(struct measuring *ms, uint64_t row, int64_t v)
{
	struct gt_measure *m = ms->m;

	if (ms->apart && ms->apart(ms->t, row)) {
		m->napart++;
		gt_sat_grow(&m->apart, v);
	} else if (!ms->marks || !gt_table_beyond(ms->t, row)) {
		ms->values[m->n++] = v;
		gt_sat_grow(&m->sum, v);
		m->max = v > m->max ? v : m->max;
	}
}

/* Rows row .. row + n - 1: how many it did. */
static uint32_t measure_some(struct measuring *ms, uint64_t row, uint32_t n)
{
	const struct gt_table_ops *ops = &ms->t->report->ops;
	uint64_t durs[GT_KEYS_STEP], begins[GT_KEYS_STEP];
	uint8_t absent[GT_KEYS_STEP], no_begin[GT_KEYS_STEP];
	uint32_t got = ms->bulk ? ops->keys(ms->t, row, n, ms->col, durs, absent) : 0;
	struct gt_cell c, begin = { .null = true };

	if (got && ms->begin != GT_NO_COLUMN &&
	    ops->keys(ms->t, row, got, (unsigned)ms->begin, begins, no_begin) != got)
		got = 0;
	for (uint32_t i = 0; i < got; i++) {
		if (absent[i])
			continue;
		measure_one(ms, row + i, (int64_t)durs[i]);
		if (ms->begin != GT_NO_COLUMN && !no_begin[i])
			measure_when(ms->m, (int64_t)begins[i], (int64_t)durs[i]);
	}
	if (got)
		return got;
	gt_table_cell(ms->t, row, ms->col, &c);
	if (ms->begin != GT_NO_COLUMN)
		gt_table_cell(ms->t, row, (unsigned)ms->begin, &begin);
	if (!c.null)
		measure_one(ms, row, c.i);
	if (!c.null && !begin.null)
		measure_when(ms->m, begin.i, c.i);
	return 1;
}

int gt_measure_view(struct gt_measure *m, struct gt_table *t, const struct gt_view *v, unsigned col,
		    bool (*apart)(const struct gt_table *t, uint64_t row), const struct gt_view_options *opt,
		    struct gt_error *err)
{
	uint64_t count = gt_view_count(v), told = 0;
	bool all = count == t->rows;    /* in any order: as the rows come */
	struct measuring ms = {
		.m = m, .t = t, .col = col, .apart = apart, .marks = gt_table_has_beyond(t),
		.begin = m->from < m->to ? gt_report_flagged(t->report, GT_COL_BEGIN) : GT_NO_COLUMN,
	};
	struct gt_scratch values;
	int rc = gt_scratch_alloc(&values, count, sizeof(int64_t), err);

	assert(t->report->columns[col].kind == GT_KIND_DUR);
	*m = (struct gt_measure){ .from = m->from, .to = m->to };
	if (rc)
		return rc;
	ms.bulk = t->report->ops.keys && t->report->columns[col].flags & GT_COL_BULK &&
		  (ms.begin == GT_NO_COLUMN || t->report->columns[ms.begin].flags & GT_COL_BULK);
	ms.values = values.data;
	for (uint64_t i = 0; i < count && !rc;) {
		uint64_t left = count - i;

		i += measure_some(&ms, all ? i : gt_view_row(v, i), !all ? 1 : left < GT_KEYS_STEP ? (uint32_t)left
												   : GT_KEYS_STEP);
		if (opt && opt->progress && i - told >= TELL) {
			told = i;
			if (!opt->progress(opt->progress_arg, i, count))
				rc = gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "it was cancelled");
		}
	}
	if (!rc)
		gt_percentiles_pick_i64(ms.values, m->n, gt_measure_ranks, GT_MEASURE_RANKS, m->at);
	gt_scratch_free(&values);
	return rc;
}

void gt_measure_text(struct gt_buf *out, const struct gt_measure *m, const char *what, const char *apart)
{
	static const char *const names[GT_MEASURE_RANKS] = { "p50", "p90", "p99", "p99.9" };

	gt_buf_printf(out, "%s %s", gt_count_text(m->n).s, what);
	if (m->n) {
		gt_buf_printf(out, ", %s", gt_dur_text(m->sum).s);
		for (unsigned i = 0; i < GT_MEASURE_RANKS; i++)
			gt_buf_printf(out, "%s %s %s", i ? "," : ":", names[i], gt_dur_text(m->at[i]).s);
		gt_buf_printf(out, ", longest %s", gt_dur_text(m->max).s);
	}
	if (m->napart)
		gt_buf_printf(out, "; %s %s, %s", gt_count_text(m->napart).s, apart, gt_dur_text(m->apart).s);
}
