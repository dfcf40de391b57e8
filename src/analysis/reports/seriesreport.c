/* The reports "series", a row per part of the range, and "seriesstats", a row per series. */
#include <stdlib.h>

#include "analysis/reports/series.h"
#include "analysis/table/reports.h"
#include "base/human.h"
#include "base/xalloc.h"

enum stat { STAT_BUCKET, STAT_MIN, STAT_MEAN, STAT_MAX, STATS };

struct series {
	struct gt_table head;
	struct gt_series_set s;
	struct series_row {
		enum stat stat;
		size_t bucket;
		int64_t t0, t1;
	} at;
	struct gt_item *items;        /* seriesstats: a value per bucket */
};

static const struct {
	const char *key;
	enum gt_kind kind;
} defs[GT_SERIES_N] = {
#define SERIES(id, kind, flags, width, key, title, help) { key, GT_KIND_##kind },
#include "analysis/reports/series.def"
#undef SERIES
};

/* Of bytes the kind is another, and there are no parts of one. */
static void series_put(struct gt_cell *out, enum gt_series k, double v)
{
	if (defs[k].kind != GT_KIND_BYTES) {
		out->kind = defs[k].kind;
		gt_cell_r(out, v);
		return;
	}
	out->kind = GT_KIND_BYTES;
	gt_cell_u(out, v < 0x1p62 ? (uint64_t)v : UINT64_C(1) << 62);
}

/* The least or the largest bucket of a series; s->n: none is known. */
static size_t series_extreme(const struct gt_series_set *s, enum gt_series k, bool largest)
{
	size_t best = s->n;
	double v, found = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (!gt_series_value(s, i, k, &v) || (best < s->n && (largest ? v <= found : v >= found)))
			continue;
		best = i;
		found = v;
	}
	return best;
}

static int open_set(struct series *s, const struct gt_table_args *args, struct gt_error *err)
{
	uint64_t asked = gt_series_args_of(args)->buckets;
	size_t n = asked ? asked < GT_SERIES_MOST ? (size_t)asked : GT_SERIES_MOST : GT_SERIES_BUCKETS;

	return gt_series_fill(&s->s, s->head.trace, args->from, args->until, n, args->progress, args->progress_arg,
			      err);
}

static const char *series_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	struct gt_series_args *own = gt_series_args_in(args);

	if (option == GT_TAKES_BUCKETS && (gt_parse_u64(value, &own->buckets) || !own->buckets))
		return "a number from 1 on";
	return NULL;
}

static void series_close(struct gt_table *t)
{
	struct series *s = (struct series *)t;

	gt_series_release(&s->s);
	free(s->items);
}

/* ---- series ---- */

static int series_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct series *s = (struct series *)t;
	int rc = open_set(s, args, err);

	t->rows = s->s.n ? s->s.n + STATS - 1 : 0;
	return rc;
}

static const void *series_row(struct gt_table *t, uint64_t row)
{
	struct series *s = (struct series *)t;
	size_t n = s->s.n;
	bool one = row < n;

	s->at = (struct series_row){
		.stat = one ? STAT_BUCKET : STAT_MIN + (enum stat)(row - n), .bucket = one ? (size_t)row : n,
		.t0 = s->s.edges[one ? row : 0], .t1 = s->s.edges[one ? row + 1 : n] };
	return &s->at;
}

static void series_stat(struct gt_table *t, struct gt_cell *out)
{
	static const char *const names[STATS] = { "bucket", "min", "mean", "max" };

	gt_cell_word(out, names[((const struct series_row *)t->at)->stat]);
}

/* column->at: which series. */
static void series_cell(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_series_set *s = &((const struct series *)t)->s;
	const struct series_row *row = t->at;
	enum gt_series k = t->column->at;
	size_t i = row->bucket;
	double v;

	if (row->stat == STAT_MIN || row->stat == STAT_MAX)
		i = series_extreme(s, k, row->stat == STAT_MAX);
	if (gt_series_value(s, i, k, &v))
		series_put(out, k, v);
}

static const struct gt_column columns[] = {
	{ "stat", "Row", GT_KIND_STRING, 0, 6,
		"bucket; of the last rows: min, mean, max of all of them", .cell = series_stat },
	{ "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"where the part of the range begins", GT_FIELD(struct series_row, t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"where it ends", GT_FIELD(struct series_row, t1) },
#define SERIES(id, kind, flags, width, key, title, help) \
	{ key, title, GT_KIND_##kind, GT_COL_DESC | (flags), width, help, GT_CELL_ARG(series_cell, GT_SERIES_##id) },
#include "analysis/reports/series.def"
#undef SERIES
};

const struct gt_report gt_report_series = {
	.name = "series",
	.row = "an equal part of the range with the means of counters, states, shares and rates",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_TAKES_BUCKETS,
	.take = series_take,
	.ops = { .size = sizeof(struct series), .open = series_open, .row = series_row, .close = series_close },
};

/* ---- seriesstats ---- */

static int seriesstats_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct series *s = (struct series *)t;
	int rc = open_set(s, args, err);

	t->rows = s->s.n ? GT_SERIES_N : 0;
	s->items = gt_xcalloc(s->s.n + 1, sizeof *s->items);
	return rc;
}

static const void *seriesstats_row(struct gt_table *t, uint64_t row)
{
	(void)row;
	return t;
}

static void stats_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, defs[t->row].key);
}

/* column->at: enum stat. */
static void stats_value(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_series_set *s = &((const struct series *)t)->s;
	enum gt_series k = (enum gt_series)t->row;
	enum stat stat = t->column->at;
	double v;

	if (gt_series_value(s, stat == STAT_MEAN ? s->n : series_extreme(s, k, stat == STAT_MAX), k, &v))
		gt_cell_r(out, v);
}

static void stats_peak(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_series_set *s = &((const struct series *)t)->s;

	if (s->has_peak[t->row])
		gt_cell_r(out, s->peak[t->row]);
}

bool gt_seriesstats_largest(const struct gt_table *t, uint64_t row, int64_t *a, int64_t *b)
{
	const struct gt_series_set *s = &((const struct series *)t)->s;
	size_t i = series_extreme(s, (enum gt_series)row, true);

	if (i == s->n)
		return false;
	*a = s->edges[i];
	*b = s->edges[i + 1];
	return true;
}

static void stats_start(struct gt_table *t, struct gt_cell *out)
{
	int64_t a, b;

	if (gt_seriesstats_largest(t, t->row, &a, &b))
		gt_cell_i(out, a);
}

static void stats_over(struct gt_table *t, struct gt_cell *out)
{
	struct series *s = (struct series *)t;
	double v;

	for (size_t i = 0; i < s->s.n; i++) {
		s->items[i] = (struct gt_item){ .key = "", .value = { .kind = GT_KIND_REAL, .null = true } };
		if (gt_series_value(&s->s, i, (enum gt_series)t->row, &v))
			series_put(&s->items[i].value, (enum gt_series)t->row, v);
	}
	gt_cell_items(out, s->items, s->s.n);
}

static const struct gt_column stats_columns[] = {
	[GT_SS_NAME] = { "name", "Series", GT_KIND_STRING, 0, 15,
		"a column of the report series", .cell = stats_name },
	[GT_SS_MIN] = { "min", "Least", GT_KIND_REAL, GT_COL_DESC, 9,
		"the least mean of a part of the range", GT_CELL_ARG(stats_value, STAT_MIN) },
	[GT_SS_MEAN] = { "mean", "Mean", GT_KIND_REAL, GT_COL_DESC, 9,
		"the mean of the whole range", GT_CELL_ARG(stats_value, STAT_MEAN) },
	[GT_SS_MAX] = { "max", "Largest", GT_KIND_REAL, GT_COL_DESC, 9,
		"the largest mean of a part of the range", GT_CELL_ARG(stats_value, STAT_MAX) },
	[GT_SS_PEAK] = { "peak", "Peak", GT_KIND_REAL, GT_COL_DESC, 9,
		"the largest value at any moment, of what has one", .cell = stats_peak },
	[GT_SS_START] = { "max_start_ns", "Largest at", GT_KIND_TIME, 0, 12,
		"where the part with the largest mean begins", .cell = stats_start },
	[GT_SS_OVER] = { "over", "Over time", GT_KIND_LIST, GT_COL_SPARK, 30,
		"the mean of each part", .cell = stats_over },
};

const struct gt_report gt_report_seriesstats = {
	.name = "seriesstats",
	.row = "a series with its least, mean and largest value",
	GT_REPORT_COLUMNS(stats_columns),
	.takes = GT_TAKES_BUCKETS,
	.take = series_take,
	.ops = { .size = sizeof(struct series), .open = seriesstats_open, .row = seriesstats_row,
		 .close = series_close },
};
