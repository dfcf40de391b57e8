/* The report "pressure": how much of the time goroutines of the program were short of processors. */
#include <string.h>

#include "analysis/pressure/held.h"
#include "analysis/table/reports.h"
#include "base/thread.h"

#define INTERVALS 100

struct interval {
	int64_t t0, t1, some, full;
};

struct pressure {
	struct gt_table head;
	struct gt_held h;
	struct interval rows[INTERVALS];
	struct gt_shortage shortage;    /* if explained */
	bool asked, explained;
	struct gt_item totals[28];
};

/* Spans are in time order, and so are the intervals. */
static void fill_intervals(struct pressure *p, const struct gt_held_spans *s, bool full)
{
	size_t i = 0;

	for (uint64_t row = 0; row < p->head.rows; row++) {
		struct interval *v = &p->rows[row];
		int64_t *sum = full ? &v->full : &v->some;

		while (i < s->n && s->v[i].t1 <= v->t0)
			i++;
		for (size_t k = i; k < s->n && s->v[k].t0 < v->t1; k++) {
			int64_t a = s->v[k].t0 > v->t0 ? s->v[k].t0 : v->t0;
			int64_t b = s->v[k].t1 < v->t1 ? s->v[k].t1 : v->t1;

			*sum += b - a;
		}
	}
}

static const void *pressure_row(struct gt_table *t, uint64_t row)
{
	return &((const struct pressure *)t)->rows[row];
}

/* Of some, or of full. */
static void pressure_share(struct gt_table *t, struct gt_cell *out)
{
	const struct interval *v = t->at;
	int64_t ns = t->column->at ? v->full : v->some;

	gt_cell_r(out, (double)ns / (double)(v->t1 - v->t0));
}

static void item_real(struct gt_item *item, const char *key, int64_t part, int64_t whole)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_SHARE, .null = true } };
	if (whole > 0)
		gt_cell_r(&item->value, (double)part / (double)whole);
}

/* Why: another walk; false: there is no room. */
static bool pressure_explain(struct pressure *p)
{
	const struct gt_held_args a = { .from = p->h.from, .to = p->h.to, .shortage = &p->shortage,
					.threads = gt_workers() };
	struct gt_trace *t = p->head.trace;
	struct gt_held h = { 0 };

	p->shortage.long_wait = GT_SHORT_LONG_WAIT;
	if (!gt_shortage_recall(&h, &p->shortage, t, a.from, a.to)) {
		if (gt_held_run(&h, t, &a, NULL, NULL, NULL)) {
			gt_held_release(&h);
			return false;
		}
		gt_shortage_keep(&h, &p->shortage);
	}
	gt_held_release(&h);
	return true;
}

static void item_name(struct gt_item *item, const char *key, const struct gt_trace *t, uint32_t row)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_STRING, .null = true } };
	if (row)
		gt_cell_string(&item->value, t, row);
}

/* What findings tell of it besides. */
static size_t explain_more(struct pressure *p, size_t n)
{
	const struct gt_short_sum *marks = &p->shortage.sums[GT_SHORT_MARK];
	const struct gt_stalls *stalls = &p->shortage.stalls;
	const struct gt_silence *longest = gt_stalls_longest(stalls);
	const struct gt_short_calls *most;
	uint64_t calls;
	int64_t kept;

	gt_item_ns(&p->totals[n++], "late_held_ns", p->shortage.late_held);
	gt_item_ns(&p->totals[n++], "alone_ns", gt_shortage_alone(&p->shortage, &calls));
	gt_item_u(&p->totals[n++], "stretches", calls);
	gt_item_ns(&p->totals[n++], "several_ns", p->shortage.several);
	gt_item_ns(&p->totals[n++], "silent_ns", gt_stalls_in(stalls, 0, INT64_MAX));
	gt_item_u(&p->totals[n++], "silences", stalls->n);
	gt_item_ns(&p->totals[n++], "silent_max_ns", longest ? longest->t1 - longest->t0 : GT_NO_TIME);
	gt_item_ns(&p->totals[n++], "idle_mark_max_ns", marks->ns ? marks->t1 - marks->t0 : GT_NO_TIME);
	most = gt_shortage_calls(&p->shortage, &calls, &kept);
	gt_item_u(&p->totals[n++], "calls", calls);
	gt_item_ns(&p->totals[n++], "kept_ns", kept);
	item_name(&p->totals[n++], "most_func", p->head.trace, most ? most->func : 0);
	item_name(&p->totals[n++], "most_call", p->head.trace, most ? most->top : 0);
	gt_item_u(&p->totals[n++], "most_calls", most ? most->n : 0);
	gt_item_ns(&p->totals[n++], "most_ns", most ? most->ns : GT_NO_TIME);
	gt_item_ns(&p->totals[n++], "most_max_ns", most ? most->max : GT_NO_TIME);
	return n;
}

static size_t pressure_totals(struct gt_table *t, const struct gt_item **items)
{
	struct pressure *p = (struct pressure *)t;
	int64_t all = p->h.to - p->h.from;
	size_t n = 0;

	gt_item_ns(&p->totals[n++], "from_ns", p->h.from);
	gt_item_ns(&p->totals[n++], "to_ns", p->h.to);
	gt_item_ns(&p->totals[n++], "some_ns", p->h.some);
	gt_item_ns(&p->totals[n++], "full_ns", p->h.full);
	item_real(&p->totals[n++], "some", p->h.some, all);
	item_real(&p->totals[n++], "full", p->h.full, all);
	if (!p->asked)
		p->explained = pressure_explain(p);
	p->asked = true;
	for (unsigned i = 0; i < GT_SHORT_KINDS && p->explained; i++)
		gt_item_ns(&p->totals[n++], gt_short_name(i), p->shortage.sums[i].ns);
	if (p->explained)
		n = explain_more(p, n);
	*items = p->totals;
	return n;
}

/* Where interval i begins. */
static int64_t edge(const struct pressure *p, int64_t all, uint64_t i)
{
	int64_t n = (int64_t)p->head.rows, k = (int64_t)i;

	return p->h.from + all / n * k + all % n * k / n;
}

static int pressure_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct pressure *p = (struct pressure *)t;
	const struct gt_held_args a = { .from = args->from, .to = args->to, .threads = gt_workers(), .spans = true };
	int rc = gt_held_run(&p->h, t->trace, &a, args->progress, args->progress_arg, err);
	int64_t all = p->h.to - p->h.from;

	if (rc)
		return rc;
	/* At least one ns each. */
	t->rows = all < INTERVALS ? (uint64_t)all : INTERVALS;
	for (uint64_t i = 0; i < t->rows; i++) {
		p->rows[i].t0 = edge(p, all, i);
		p->rows[i].t1 = edge(p, all, i + 1);
	}
	fill_intervals(p, &p->h.some_spans, false);
	fill_intervals(p, &p->h.full_spans, true);
	return 0;
}

static void pressure_close(struct gt_table *t)
{
	gt_held_release(&((struct pressure *)t)->h);
	gt_shortage_release(&((struct pressure *)t)->shortage);
}

#define FIELD(member) GT_FIELD(struct interval, member)

static const struct gt_column columns[] = {
	{ "start_ns", "Start", GT_KIND_TIME, 0, 12,
		"where this hundredth of the range begins", FIELD(t0) },
	{ "end_ns", "End", GT_KIND_TIME, GT_COL_MORE, 12,
		"where it ends", FIELD(t1) },
	{ "some", "Some", GT_KIND_SHARE, GT_COL_DESC, 8,
		"in what share of it at least one goroutine of the program waited for a processor",
		GT_CELL_ARG(pressure_share, 0) },
	{ "full", "Full", GT_KIND_SHARE, GT_COL_DESC, 8,
		"the same, while none of the program's goroutines was on one", GT_CELL_ARG(pressure_share, 1) },
	{ "some_ns", "Some for", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9,
		"how long that was: some", FIELD(some) },
	{ "full_ns", "Full for", GT_KIND_DUR, GT_COL_DESC, 9,
		"how long that was: full", FIELD(full) },
};

const struct gt_report gt_report_pressure = {
	.name = "pressure",
	.row = "a hundredth of the time, and how much of it goroutines were short of processors",
	GT_REPORT_COLUMNS(columns),
	.order = { "start_ns" },
	.sums = true,
	.by_owner = true,
	.ops = { .size = sizeof(struct pressure), .open = pressure_open, .row = pressure_row, .close = pressure_close,
		 .totals = pressure_totals },
};
