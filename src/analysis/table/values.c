/* The report "values": one walk over the rows of another report. */
#include "analysis/table/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "analysis/table/filter.h"
#include "analysis/table/measure.h"
#include "analysis/table/valueclass.h"
#include "analysis/table/view.h"
#include "base/hash.h"
#include "base/human.h"
#include "base/sat.h"
#include "base/xalloc.h"

#define TELL 65536            /* rows between two calls of progress */

enum value_kind { VALUE_TEXT, VALUE_CLASS, VALUE_ABSENT, VALUE_OTHERS };

struct value {
	enum value_kind kind;
	char *text;           /* as the other report has it, or of a class as people read it; absent: why, NULL */
	size_t n;
	int64_t number;       /* of a class */
	uint64_t count;
	int64_t total, max;
	int64_t when[GT_PARTS];
};

/* A column of the other report: many cells at a time where it can. */
struct value_reader {
	int col;              /* GT_NO_COLUMN: there is none */
	bool bulk;
	uint64_t row;         /* keys are those of n rows from this one on */
	uint32_t n;
	uint64_t keys[GT_KEYS_STEP];
	uint8_t absent[GT_KEYS_STEP];
};

struct values {
	struct gt_table head;
	struct gt_table *inner;
	unsigned col;         /* of the inner table */
	struct gt_value_steps steps;
	struct value *v;
	size_t n, cap;
	size_t distinct;      /* values and classes among them */
	uint32_t absent, others; /* their places, GT_MAP_NONE */
	uint64_t rows;        /* counted */
	int64_t total, from, to;
	bool timed, lasting;  /* rows have a time; a duration */
	struct gt_map by_key, by_hash; /* of a class, or of keys of texts; of the hashes of texts */
	struct gt_hash_key hash;
	struct gt_item parts[GT_PARTS];
	struct gt_item totals[6];
};

/* ---- values ---- */

static uint32_t value_add(struct values *vs, enum value_kind kind, const char *text, size_t n)
{
	GT_GROW(vs->v, vs->cap, vs->n + 1);
	vs->v[vs->n] = (struct value){ .kind = kind, .text = text ? gt_xmemdup0(text, n) : NULL, .n = n };
	vs->distinct += kind == VALUE_TEXT || kind == VALUE_CLASS;
	return (uint32_t)vs->n++;
}

static uint32_t value_others(struct values *vs)
{
	if (vs->others == GT_MAP_NONE)
		vs->others = value_add(vs, VALUE_OTHERS, NULL, 0);
	return vs->others;
}

static uint32_t value_absent(struct values *vs, const char *why)
{
	if (vs->absent == GT_MAP_NONE)
		vs->absent = value_add(vs, VALUE_ABSENT, why, why ? strlen(why) : 0);
	return vs->absent;
}

static uint32_t value_of_text(struct values *vs, const char *s, size_t n)
{
	uint64_t hash = gt_hash_bytes(vs->hash, s, n);
	uint32_t at;

	while ((at = gt_map_get(&vs->by_hash, hash)) != GT_MAP_NONE) {
		if (vs->v[at].n == n && (n == 0 || memcmp(vs->v[at].text, s, n) == 0))
			return at;
		hash++;
	}
	if (vs->distinct >= GT_VALUES_MOST)
		return value_others(vs);
	at = value_add(vs, VALUE_TEXT, s, n);
	gt_map_put(&vs->by_hash, hash, at);
	return at;
}

static uint32_t value_of_class(struct values *vs, int64_t number)
{
	uint32_t at = gt_map_get(&vs->by_key, (uint64_t)number);
	struct gt_buf text = { 0 };

	if (at != GT_MAP_NONE)
		return at;
	if (vs->distinct >= GT_VALUES_MOST)
		return value_others(vs);
	gt_value_class_text(&text, &vs->steps, number);
	at = value_add(vs, VALUE_CLASS, text.data, text.len);
	vs->v[at].number = number;
	gt_buf_release(&text);
	gt_map_put(&vs->by_key, (uint64_t)number, at);
	return at;
}

static uint32_t value_of_cell(struct values *vs, uint64_t row)
{
	struct gt_cell c;

	gt_table_cell(vs->inner, row, vs->col, &c);
	if (c.null)
		return value_absent(vs, c.absent);
	if (c.kind == GT_KIND_STRING)
		return value_of_text(vs, c.s, c.n);
	return value_of_class(vs, gt_value_class(&vs->steps, &c));
}

/* ---- reading ---- */

static void reader_init(struct value_reader *r, const struct gt_table *t, int col)
{
	r->col = col;
	r->bulk = col != GT_NO_COLUMN && t->report->ops.keys && t->report->columns[col].flags & GT_COL_BULK;
	r->n = 0;
}

/* The place of the row's key; false: the cell has to be read. */
static bool reader_seek(struct value_reader *r, struct gt_table *t, uint64_t row, uint64_t *at)
{
	uint64_t left = t->rows - row;

	if (!r->bulk)
		return false;
	if (row - r->row >= r->n) {
		r->row = row;
		r->n = t->report->ops.keys(t, row, left < GT_KEYS_STEP ? (uint32_t)left : GT_KEYS_STEP,
					   (unsigned)r->col, r->keys, r->absent);
		r->bulk = r->n > 0;
	}
	*at = row - r->row;
	return r->bulk;
}

/* A time or duration; GT_NO_TIME: there is none. */
static int64_t read_ns(struct value_reader *r, struct gt_table *t, uint64_t row)
{
	struct gt_cell c;
	uint64_t at;

	if (r->col == GT_NO_COLUMN)
		return GT_NO_TIME;
	if (reader_seek(r, t, row, &at))
		return r->absent[at] ? GT_NO_TIME : (int64_t)r->keys[at];
	gt_table_cell(t, row, (unsigned)r->col, &c);
	return c.null ? GT_NO_TIME : c.i;
}

static uint32_t read_value(struct values *vs, struct value_reader *r, uint64_t row)
{
	bool text = vs->steps.kind == GT_KIND_STRING;
	uint32_t known;
	uint64_t at;

	if (!reader_seek(r, vs->inner, row, &at))
		return value_of_cell(vs, row);
	if (r->absent[at])
		return vs->absent != GT_MAP_NONE ? vs->absent : value_of_cell(vs, row);
	if (!text)
		return value_of_class(vs, gt_value_class_key(&vs->steps, r->keys[at]));
	known = gt_map_get(&vs->by_key, r->keys[at]);
	if (known != GT_MAP_NONE)
		return known;
	known = value_of_cell(vs, row);
	if (known != vs->others)
		gt_map_put(&vs->by_key, r->keys[at], known);
	return known;
}

/* ---- the walk ---- */

struct counting {
	struct value_reader value, begin, end, dur;
	struct gt_view *view;
	bool marks;           /* rows can be beyond the horizon */
};

/* Its part of the range; what has no end lasts until that of the range. */
static void count_when(struct values *vs, struct value *v, int64_t t0, int64_t t1)
{
	if (vs->from >= vs->to || t0 == GT_NO_TIME || t0 >= vs->to)
		return;
	t1 = t1 == GT_NO_TIME || t1 > vs->to ? vs->to : t1;
	t0 = t0 < vs->from ? vs->from : t0;
	if (vs->lasting)
		gt_parts_add(v->when, vs->from, vs->to, t0, t1);
	else
		v->when[(t0 - vs->from) * GT_PARTS / (vs->to - vs->from)]++;
}

static void count_row(struct values *vs, struct counting *c, uint64_t row)
{
	uint32_t at = read_value(vs, &c->value, row);
	struct value *v = &vs->v[at];
	int64_t begin, end, dur;

	v->count++;
	vs->rows++;
	if (c->marks && gt_table_beyond(vs->inner, row))
		return;
	dur = read_ns(&c->dur, vs->inner, row);
	begin = read_ns(&c->begin, vs->inner, row);
	if (c->end.col != GT_NO_COLUMN)
		end = read_ns(&c->end, vs->inner, row);
	else
		end = begin == GT_NO_TIME || dur == GT_NO_TIME ? begin : gt_sat_add(begin, dur);
	if (dur != GT_NO_TIME) {
		gt_sat_grow(&v->total, dur);
		gt_sat_grow(&vs->total, dur);
		v->max = dur > v->max ? dur : v->max;
	}
	if (begin != GT_NO_TIME)
		count_when(vs, v, begin, end);
}

static int count_rows(struct values *vs, struct counting *c, const struct gt_table_args *args,
		      struct gt_error *err)
{
	uint64_t it = 0, row, n = 0;

	while (gt_view_next(c->view, &it, &row)) {
		if (n++ % TELL == 0 && args->progress && !args->progress(args->progress_arg, row, vs->inner->rows))
			return gt_error_set(err, GT_ERR_CANCELLED, GT_NO_OFFSET, "counting was cancelled");
		count_row(vs, c, row);
	}
	return 0;
}

/* ---- opening ---- */

/* Of groups the total, of other rows what they last; the longest of something adds up to nothing. */
int gt_values_measure(const struct gt_report *r)
{
	int col = gt_report_column(r, "total_ns", strlen("total_ns"));

	if (col == GT_NO_COLUMN)
		col = gt_report_flagged(r, GT_COL_MEASURE);
	if (col == GT_NO_COLUMN || r->columns[col].kind != GT_KIND_DUR || !strcmp(r->columns[col].key, "max_ns"))
		return GT_NO_COLUMN;
	return col;
}

static int in_value_order(const void *x, const void *y)
{
	const struct value *a = x, *b = y;
	size_t least = a->n < b->n ? a->n : b->n;

	if (a->kind != VALUE_TEXT || b->kind != VALUE_TEXT)
		return GT_ASC(a, b, kind) ?: GT_ASC(a, b, number);
	return (least ? memcmp(a->text, b->text, least) : 0) ?: GT_ASC(a, b, n);
}

/* What the walk reads of the inner table. */
static void values_begin(struct values *vs, struct counting *c, const struct gt_values_args *of,
			 const struct gt_table_args *args)
{
	const struct gt_report *r = of->report;
	int end = gt_report_flagged(r, GT_COL_END), dur = gt_values_measure(r);
	int begin = gt_report_flagged(r, GT_COL_BEGIN);

	vs->from = args->limited && args->from > 0 ? args->from : 0;
	vs->to = gt_trace_info(vs->inner->trace)->duration;
	vs->to = args->limited && args->to < vs->to ? args->to : vs->to;
	vs->timed = begin != GT_NO_COLUMN;
	vs->lasting = dur != GT_NO_COLUMN;
	gt_value_steps_init(&vs->steps, r->columns[of->col].kind, vs->from, vs->to);
	reader_init(&c->value, vs->inner, (int)of->col);
	reader_init(&c->begin, vs->inner, begin);
	/* One column of events has the time of both. */
	reader_init(&c->end, vs->inner, end == begin ? GT_NO_COLUMN : end);
	reader_init(&c->dur, vs->inner, dur);
	c->marks = gt_table_has_beyond(vs->inner);
}

static int values_count(struct values *vs, const struct gt_values_args *of, const struct gt_table_args *args,
			struct gt_error *err)
{
	struct counting *c = gt_xcalloc(1, sizeof *c);
	struct gt_view_options opt = {
		.limited = args->limited, .from = args->from, .to = args->to, .only = of->only, .nonly = of->nonly,
		.natural = true, .progress = args->progress,
		.progress_arg = args->progress_arg,
	};
	struct gt_filter *filter = NULL;
	int rc = of->filter ? gt_filter_parse(&filter, of->report, of->filter, err) : 0;

	opt.filter = filter;
	if (!rc)
		rc = gt_view_open(&c->view, vs->inner, &opt, err);
	if (!rc) {
		values_begin(vs, c, of, args);
		rc = count_rows(vs, c, args, err);
		gt_view_close(c->view);
	}
	gt_filter_free(filter);
	free(c);
	return rc;
}

static int values_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct values *vs = (struct values *)t;
	const struct gt_values_args *of = gt_values_args_of(args);
	struct gt_table_args inner = { .limited = false };
	int rc;

	if (!of->report)
		return gt_error_usage(err, "no column was chosen to count the values of");
	if (of->args)
		inner = *of->args;
	inner.limited = args->limited;
	inner.from = args->from;
	inner.to = args->to;
	inner.browsed = args->browsed;
	inner.progress = args->progress;
	inner.progress_arg = args->progress_arg;
	gt_map_init(&vs->by_key);
	gt_map_init(&vs->by_hash);
	vs->hash = gt_hash_key_new();
	vs->absent = vs->others = GT_MAP_NONE;
	vs->col = of->col;
	rc = gt_table_open(&vs->inner, of->report, t->trace, &inner, err);
	if (!rc)
		rc = values_count(vs, of, args, err);
	if (!rc && vs->n)
		qsort(vs->v, vs->n, sizeof *vs->v, in_value_order);
	t->rows = vs->n;
	if (!rc)
		t->fault = vs->inner->fault;
	return rc;
}

static void values_close(struct gt_table *t)
{
	struct values *vs = (struct values *)t;

	for (size_t i = 0; i < vs->n; i++)
		free(vs->v[i].text);
	free(vs->v);
	gt_map_release(&vs->by_key);
	gt_map_release(&vs->by_hash);
	gt_table_close(vs->inner);
}

/* ---- cells ---- */

static void value_text(struct gt_table *t, struct gt_cell *out)
{
	const struct value *v = t->at;

	gt_cell_s(out, v->text, v->n);
	if (v->kind == VALUE_ABSENT) {
		out->null = true;
		out->absent = v->text ? v->text : "absent";
	} else if (v->kind == VALUE_OTHERS) {
		out->absent = "other values";
	}
}

static void value_kind(struct gt_table *t, struct gt_cell *out)
{
	static const char *const names[] = {
		[VALUE_TEXT] = "value", [VALUE_CLASS] = "value", [VALUE_ABSENT] = "absent", [VALUE_OTHERS] = "others",
	};

	gt_cell_word(out, names[((const struct value *)t->at)->kind]);
}

static void value_share(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_r(out, (double)((const struct value *)t->at)->count / (double)((const struct values *)t)->rows);
}

/* Durations are absent where the other report has none. */
static void value_ns(struct gt_table *t, struct gt_cell *out)
{
	if (((const struct values *)t)->lasting)
		gt_cell_field(t, out);
}

static void value_time_share(struct gt_table *t, struct gt_cell *out)
{
	const struct values *vs = (const struct values *)t;

	if (vs->lasting && vs->total > 0)
		gt_cell_r(out, (double)((const struct value *)t->at)->total / (double)vs->total);
}

static void value_when(struct gt_table *t, struct gt_cell *out)
{
	struct values *vs = (struct values *)t;
	const struct value *v = t->at;

	if (!vs->timed)
		return;
	for (unsigned i = 0; i < GT_PARTS; i++) {
		if (vs->lasting)
			gt_item_ns(&vs->parts[i], "", v->when[i]);
		else
			gt_item_u(&vs->parts[i], "", (uint64_t)v->when[i]);
	}
	gt_cell_items(out, vs->parts, GT_PARTS);
}

static void value_place(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_u(out, t->row + 1);
}

/*
 * Absent cells fail every test.  No expression can be written, and passed on, for a text with both kinds of quotes or
 * with bytes that are not UTF-8: JSON has other characters in their place.
 */
static void value_filter(struct gt_table *t, struct gt_buf *out)
{
	const struct values *vs = (const struct values *)t;
	const struct value *v = t->at;
	const char *column = vs->inner->report->columns[vs->col].key;

	if (v->kind == VALUE_CLASS && vs->steps.kind != GT_KIND_STRING)
		gt_value_class_filter(out, &vs->steps, column, v->number);
	else if (v->kind == VALUE_TEXT && !memchr(v->text, '\0', v->n) && !u8_check((const uint8_t *)v->text, v->n))
		gt_filter_equals(out, column, v->text);
	else if (v->kind == VALUE_ABSENT && vs->steps.kind == GT_KIND_STRING)
		gt_buf_printf(out, "!%s && %s!=\"\"", column, column);
	else if (v->kind == VALUE_ABSENT && vs->steps.kind == GT_KIND_BOOL)
		gt_buf_printf(out, "%s!=true && %s!=false", column, column);
	else if (v->kind == VALUE_ABSENT)
		gt_buf_printf(out, "!%s", column);
}

static size_t values_totals(struct gt_table *t, const struct gt_item **items)
{
	struct values *vs = (struct values *)t;
	const char *names[] = { vs->inner->report->name, vs->inner->report->columns[vs->col].key };
	const char *const keys[] = { "of", "column" };
	size_t m = 0;

	for (; m < GT_COUNT(keys); m++) {
		vs->totals[m] = (struct gt_item){ .key = keys[m], .nkey = strlen(keys[m]),
						  .value = { .kind = GT_KIND_STRING } };
		gt_cell_word(&vs->totals[m].value, names[m]);
	}
	gt_item_u(&vs->totals[m++], "values", vs->distinct);
	gt_item_u(&vs->totals[m++], "rows", vs->rows);
	gt_item_u(&vs->totals[m++], "other_rows", vs->others == GT_MAP_NONE ? 0 : vs->v[vs->n - 1].count);
	gt_item_ns(&vs->totals[m++], "total_ns", vs->lasting ? vs->total : GT_NO_TIME);
	*items = vs->totals;
	return m;
}

void gt_values_title(struct gt_buf *out, const struct gt_table *t, const char *rows)
{
	const struct values *vs = (const struct values *)t;

	gt_buf_printf(out, "%s: ", vs->inner->report->columns[vs->col].title);
	gt_human_many(out, vs->distinct, "value");
	gt_buf_printf(out, " in %s %s", gt_count_text(vs->rows).s, rows);
	if (vs->others != GT_MAP_NONE)
		gt_buf_printf(out, "; %s have others than the first %d", gt_count_text(vs->v[vs->n - 1].count).s,
			      GT_VALUES_MOST);
}

#define FIELD(member) GT_FIELD(struct value, member)
#define FIELD_AS(fn, member) GT_FIELD_AS(fn, struct value, member)

static const struct gt_column columns[] = {
	[GT_VALUES_VALUE] = { "value", "Value", GT_KIND_STRING, GT_COL_FUNC, 28,
		"the value, or the class of numbers; absent where the cell is", .cell = value_text },
	[GT_VALUES_COUNT] = { "count", "Rows", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many rows have it", FIELD(count) },
	[GT_VALUES_SHARE] = { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 7,
		"that as a share of all rows that were counted", .cell = value_share },
	[GT_VALUES_TOTAL] = { "total_ns", "Total", GT_KIND_DUR, GT_COL_DESC, 9,
		"sum of their durations, if the report has one", FIELD_AS(value_ns, total) },
	[GT_VALUES_TIME_SHARE] = { "time_share", "Of total", GT_KIND_SHARE, GT_COL_DESC | GT_COL_MORE, 8,
		"that as a share of the durations of all rows", .cell = value_time_share },
	[GT_VALUES_MAX] = { "max_ns", "Longest", GT_KIND_DUR, GT_COL_DESC | GT_COL_MORE, 9,
		"the longest of these durations", FIELD_AS(value_ns, max) },
	[GT_VALUES_WHEN] = { "when", "When", GT_KIND_LIST, GT_COL_SPARK, 20,
		"their ns in each of 60 equal parts of the range, or how many began there if they have no duration",
		.cell = value_when },
	[GT_VALUES_KIND] = { "kind", "Kind", GT_KIND_STRING, GT_COL_MORE, 6,
		"value, absent, or others: the values beyond the first 16384", .cell = value_kind },
	[GT_VALUES_FILTER] = { "filter", "Filter", GT_KIND_STRING, GT_COL_MORE, 28,
		"expression that these rows of the report pass", .text = value_filter },
	[GT_VALUES_PLACE] = { "place", "Place", GT_KIND_COUNT, GT_COL_MORE, 5,
		"place of the value in ascending order", .cell = value_place },
};

const struct gt_report gt_report_values = {
	.name = "values",
	.row = "a value of a column (--values=COLUMN of another report)",
	GT_REPORT_COLUMNS(columns),
	.order = { "count" },
	.ops = { .size = sizeof(struct values), .open = values_open, GT_ROWS(struct values, v),
		 .close = values_close,
		 .totals = values_totals },
};
