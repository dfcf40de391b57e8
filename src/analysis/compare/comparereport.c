/* The report "compare". */
#include "analysis/compare/comparereport.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/cmpkept.h"
#include "analysis/table/reports.h"
#include "base/xalloc.h"

struct compare {
	struct gt_table head;
	struct gt_compared *of;
	struct gt_buf facts;
	struct gt_item totals[GT_CMP_VERDICTS + 5];
	struct gt_item *frames;       /* of the row that was asked for */
	size_t cap;
};

const struct gt_comparison *gt_comparison_of(const struct gt_table *t)
{
	return &((const struct compare *)t)->of->c;
}

static const void *compare_row(struct gt_table *t, uint64_t row)
{
	return &((const struct compare *)t)->of->c.d[row];
}

/* ---- cells ---- */

static void compare_verdict(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_cmp_verdict_name(((const struct gt_difference *)t->at)->verdict));
}

static void compare_kind(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_cmp_kinds[((const struct gt_difference *)t->at)->kind].name);
}

static void compare_key(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_difference *d = t->at;

	gt_cell_s(out, d->text, d->ntext);
}

static void compare_aspect(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_word(out, gt_cmp_aspect_name(((const struct gt_difference *)t->at)->aspect));
}

static void compare_change(struct gt_table *t, struct gt_buf *out)
{
	gt_cmp_change_text(out, t->at);
}

static void compare_p(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_difference *d = t->at;

	if (d->p >= 0)
		gt_cell_r(out, d->p);
}

/* column->at: enum gt_cmp_side, as below. */
static void compare_rate(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_difference *d = t->at;

	if (gt_cmp_has(d->kind, GT_CMP_RATE))
		gt_cell_r(out, d->sums[t->column->at].rate);
}

static void compare_share(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_difference *d = t->at;

	if (gt_cmp_has(d->kind, GT_CMP_SHARE))
		gt_cell_r(out, d->sums[t->column->at].share);
}

static void compare_length(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_difference *d = t->at;
	int64_t v = *(const int64_t *)(const void *)((const char *)t->at + t->column->at);

	if (v == GT_NO_TIME)
		return;
	if (gt_cmp_kinds[d->kind].unit == GT_CMP_BYTES)
		out->kind = GT_KIND_BYTES;
	gt_cell_i(out, v);
}

/* Functions alone: the lines are those of one side. */
static void compare_stack(struct gt_table *t, struct gt_cell *out)
{
	struct compare *c = (struct compare *)t;
	const struct gt_difference *d = t->at;
	struct gt_frame f;
	size_t n = 0;

	for (uint32_t i = gt_keyed_frame(d->of->t, d->key->stack); gt_stack_frame(d->of->t, d->key->stack, i, &f);
	     i++) {
		GT_GROW(c->frames, c->cap, n + 1);
		c->frames[n] = (struct gt_item){ .value = { .kind = GT_KIND_STRING } };
		gt_cell_string(&c->frames[n++].value, d->of->t, f.func);
	}
	if (n)
		gt_cell_items(out, c->frames, n);
}

static struct gt_source_place compare_place(struct gt_table *t, uint64_t row)
{
	const struct gt_difference *d = &((const struct compare *)t)->of->c.d[row];

	return (struct gt_source_place){ d->of->t, d->key->stack, gt_keyed_frame(d->of->t, d->key->stack) };
}

/* ---- the table ---- */

/* All three absent: too little was finished to say. */
static size_t compare_work(struct gt_item *out, const struct gt_cmp_work *w)
{
	static const char *const keys[] = { "work", "work_a", "work_b" };

	for (size_t i = 0; i < GT_COUNT(keys); i++)
		out[i] = (struct gt_item){ .key = keys[i], .nkey = strlen(keys[i]),
					   .value = { .kind = i ? GT_KIND_REAL : GT_KIND_STRING, .null = true } };
	if (w->what) {
		gt_cell_word(&out[0].value, w->what);
		gt_cell_r(&out[1].value, w->rate[GT_CMP_OLD]);
		gt_cell_r(&out[2].value, w->rate[GT_CMP_NEW]);
	}
	return GT_COUNT(keys);
}

static size_t compare_totals(struct gt_table *t, const struct gt_item **items)
{
	struct compare *c = (struct compare *)t;
	size_t n = 0;

	for (; n < GT_CMP_VERDICTS; n++)
		gt_item_u(&c->totals[n], gt_cmp_verdict_name((enum gt_cmp_verdict)n), c->of->c.count[n]);
	gt_item_u(&c->totals[n++], "tests", c->of->c.tests);
	n += compare_work(c->totals + n, &c->of->c.work);
	c->totals[n] = (struct gt_item){ .key = "differs", .nkey = strlen("differs"),
					 .value = { .kind = GT_KIND_STRING } };
	gt_cell_s(&c->totals[n++].value, c->facts.len ? c->facts.data : NULL, c->facts.len);
	*items = c->totals;
	return n;
}

static void compare_close(struct gt_table *t)
{
	struct compare *c = (struct compare *)t;

	gt_shared_put(c->of);
	gt_buf_release(&c->facts);
	free(c->frames);
}

static struct gt_sides sides_halves(struct gt_trace *const *t, const struct gt_table_args *args)
{
	int64_t from = args->from > 0 ? args->from : 0, to = gt_trace_info(*t)->duration, middle;

	to = args->until < to ? args->until : to;
	middle = to > from ? from + (to - from) / 2 : from;
	return (struct gt_sides){ .v = { t, t }, .n = { 1, 1 }, .from = { from, middle }, .to = { middle, to } };
}

struct gt_sides gt_sides_of(struct gt_trace *const *t, const struct gt_table_args *args)
{
	struct gt_sides sides = args->sides ? *args->sides : sides_halves(t, args);

	for (unsigned side = 0; side < GT_CMP_SIDES && sides.as_args; side++) {
		sides.from[side] = args->limited ? args->from : 0;
		sides.to[side] = args->limited ? args->to : INT64_MAX;
	}
	return sides;
}

static int compare_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct compare *c = (struct compare *)t;
	struct gt_cmp_progress progress = { args->progress, args->progress_arg };
	struct gt_sides sides = gt_sides_of(&t->trace, args);
	int rc;

	rc = gt_compared_get(&c->of, &sides, args->progress ? &progress : NULL, err);
	if (rc)
		return rc;
	t->rows = c->of->c.nd;
	gt_comparison_facts(&c->facts, &c->of->c);
	while (c->facts.len && c->facts.data[c->facts.len - 1] == '\n')
		c->facts.data[--c->facts.len] = '\0';
	return 0;
}

#define FIELD(member) GT_FIELD(struct gt_difference, member)
#define SIDE(fn, side) GT_CELL_ARG(compare_##fn, side)
#define LENGTH(member, side) GT_FIELD_AS(compare_length, struct gt_difference, sums[side].member)

static const struct gt_column columns[] = {
	{ "verdict", "Verdict", GT_KIND_STRING, 0, 7,
		"worse, better, changed (as much as the work did), unsure (too few to tell it from chance, or the machine may have made it) or same", .cell = compare_verdict },
	{ "kind", "Kind", GT_KIND_STRING, 0, 10,
		"what is compared: the report that has such rows; tmax_stw, stwmax: the longest slices, pauses", .cell = compare_kind },
	{ "key", "What", GT_KIND_STRING, GT_COL_FUNC, 40,
		"function, reason or name, and the function where that was", .cell = compare_key },
	{ "aspect", "By", GT_KIND_STRING, 0, 6,
		"what differs most: length (of one), share (of the time), rate (per second)", .cell = compare_aspect },
	{ "change", "Change", GT_KIND_STRING, 0, 8,
		"by how much: a percentage, a factor, new or gone", .text = compare_change },
	{ "a", "Before", GT_KIND_REAL, GT_COL_MORE, 9,
		"that aspect before: ns or bytes, a share, or how many a second", FIELD(a) },
	{ "b", "After", GT_KIND_REAL, GT_COL_MORE, 9,
		"the same after", FIELD(b) },
	{ "shift", "Shift", GT_KIND_REAL, GT_COL_MORE, 9,
		"from the one to the other; of lengths the median of all differences", FIELD(shift) },
	{ "p", "p", GT_KIND_REAL, 0, 9,
		"how likely chance alone does that, over all tests; absent: too few, or of no size", .cell = compare_p },
	{ "count_a", "Count before", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 9,
		"how many there were before", FIELD(sums[GT_CMP_OLD].n) },
	{ "count_b", "Count after", GT_KIND_COUNT, GT_COL_DESC | GT_COL_MORE, 9,
		"the same after", FIELD(sums[GT_CMP_NEW].n) },
	{ "rate_a", "n/s before", GT_KIND_REAL, GT_COL_DESC, 9,
		"how many a second there were before", SIDE(rate, GT_CMP_OLD) },
	{ "rate_b", "n/s after", GT_KIND_REAL, GT_COL_DESC, 9,
		"the same after", SIDE(rate, GT_CMP_NEW) },
	{ "share_a", "Share before", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 9,
		"how long all lasted, by the time that was traced, before", SIDE(share, GT_CMP_OLD) },
	{ "share_b", "Share after", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 9,
		"the same after", SIDE(share, GT_CMP_NEW) },
	{ "p50_a", "p50 before", GT_KIND_DUR, GT_COL_DESC, 9,
		"median length (of the heap: bytes) before", LENGTH(p50, GT_CMP_OLD) },
	{ "p50_b", "p50 after", GT_KIND_DUR, GT_COL_DESC, 9,
		"the same after", LENGTH(p50, GT_CMP_NEW) },
	{ "p99_a", "p99 before", GT_KIND_DUR, GT_COL_DESC, 9,
		"99th percentile of the lengths before", LENGTH(p99, GT_CMP_OLD) },
	{ "p99_b", "p99 after", GT_KIND_DUR, GT_COL_DESC, 9,
		"the same after", LENGTH(p99, GT_CMP_NEW) },
	{ "max_a", "Longest before", GT_KIND_DUR, GT_COL_DESC, 9,
		"the longest before", LENGTH(max, GT_CMP_OLD) },
	{ "max_b", "Longest after", GT_KIND_DUR, GT_COL_DESC, 9,
		"the same after", LENGTH(max, GT_CMP_NEW) },
	{ "stack", "Stack", GT_KIND_LIST, GT_COL_MORE, 28,
		"functions of the stack, from the first of the program's on", .cell = compare_stack },
};

const struct gt_report gt_report_compare = {
	.name = "compare",
	.row = "a thing that two traces are compared by, worst first (--compare=OLD; without: the halves of one)",
	GT_REPORT_COLUMNS(columns),
	.takes = GT_TAKES_COMPARE,
	.by_owner = true,
	.ops = { .size = sizeof(struct compare), .open = compare_open, .row = compare_row, .close = compare_close,
		 .place = compare_place, .totals = compare_totals },
};
