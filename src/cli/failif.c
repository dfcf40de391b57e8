/* --fail-if: parsing thresholds and measuring reports against them. */
#include "cli/failif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/reports/registry.h"
#include "analysis/table/lexer.h"
#include "analysis/table/percentile.h"
#include "analysis/table/reports.h"
#include "analysis/table/scratch.h"
#include "base/human.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/fail/culprit.h"
#include "cli/fail/failcompare.h"
#include "cli/fail/failnumber.h"
#include "cli/failsql.h"

enum aggregate {
	AGG_MAX, AGG_MIN, AGG_SUM, AGG_MEAN, AGG_COUNT, AGG_PERCENTILE, AGG_VALUE, AGG_TOTAL, AGG_COMPARE, AGG_SQL
};

struct test {
	const struct gt_report *report;
	int col;              /* GT_NO_COLUMN: rows are counted */
	enum aggregate agg;
	double percentile;    /* 0 … 1 */
	enum gt_op op;
	int64_t value;
	struct gt_failcompare compare; /* of AGG_COMPARE */
	struct gt_failsql *sql; /* of AGG_SQL, once prepared */
	char *words;          /* "greedy.max", as written */
	bool or_before;       /* joined to what stands before by || */
};

struct gt_failif {
	struct test *tests;
	size_t n, cap;
};

void gt_failif_free(struct gt_failif *f)
{
	for (size_t i = 0; f && i < f->n; i++) {
		free(f->tests[i].words);
		gt_failsql_free(f->tests[i].sql);
	}
	if (f)
		free(f->tests);
	free(f);
}

/* ---- parsing ---- */

static bool take_aggregate(struct test *t, const char *s, size_t n)
{
	static const struct {
		const char *name;
		enum aggregate agg;
	} names[] = {
		{ "max", AGG_MAX }, { "min", AGG_MIN }, { "sum", AGG_SUM }, { "mean", AGG_MEAN },
		{ "count", AGG_COUNT },
	};
	char *end;

	for (size_t i = 0; i < GT_COUNT(names); i++) {
		if (strlen(names[i].name) == n && !memcmp(names[i].name, s, n)) {
			t->agg = names[i].agg;
			return true;
		}
	}
	if (n < 2 || s[0] != 'p' || s[1] < '0' || s[1] > '9')
		return false;
	t->agg = AGG_PERCENTILE;
	t->percentile = strtod(s + 1, &end) / 100;
	return end == s + n && t->percentile <= 1;
}

/* "sched.pressure.some": of all the range, from the sums of the report pressure. */
static bool take_pressure(struct test *t, const char *s)
{
	static const char prefix[] = "sched.";

	s += strncmp(s, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
	if (strcmp(s, "pressure.some") != 0 && strcmp(s, "pressure.full") != 0)
		return false;
	t->report = &gt_report_pressure;
	t->col = gt_report_column(t->report, strchr(s, '.') + 1, 4);
	t->agg = AGG_TOTAL;
	return true;
}

/* "traces.outlier": by how many deviations the one that stands apart most does. */
static bool take_outlier(struct test *t, const char *s)
{
	if (strcmp(s, "traces.outlier") != 0)
		return false;
	t->report = &gt_report_traces;
	t->col = gt_report_column(t->report, "z", 1);
	t->agg = AGG_MAX;
	return true;
}

/* "sql:NAME": rows of a statement, which is looked for when all words are known to be right. */
#define SQL_PREFIX "sql:"
static bool take_statement_name(struct test *t, const char *s)
{
	bool is = !strncmp(s, SQL_PREFIX, strlen(SQL_PREFIX)) && s[strlen(SQL_PREFIX)];

	if (is)
		t->agg = AGG_SQL;
	return is;
}

/* What is wrong with a test, where that names another word. */
struct why {
	struct gt_guess guess;
	char text[128];
};

static const char *unknown_name(struct why *why, const char *what, const char *hint)
{
	snprintf(why->text, sizeof why->text, "%s%s", what, hint);
	return why->text;
}

/* "REPORT[.COLUMN].AGGREGATE"; NULL, or what is wrong with it, perhaps in *why. */
static const char *take_words(struct test *t, const char *s, size_t n, struct why *why)
{
	const char *dot = memchr(s, '.', n), *end = s + n, *at;
	enum gt_kind kind;

	if (take_pressure(t, s) || take_outlier(t, s) || take_statement_name(t, s))
		return NULL;
	if (gt_failcompare_words(&t->compare, s)) {
		t->report = &gt_report_compare;
		t->col = GT_NO_COLUMN;
		t->agg = AGG_COMPARE;
		return NULL;
	}
	n = dot ? (size_t)(dot - s) : n;
	t->report = gt_report_find(s, n);
	if (!t->report)
		return unknown_name(why, "no such report",
				    gt_report_hint(&why->guess, s, n, " (--report=list names them)"));
	if (!dot)
		return "what to compute is missing, e.g. greedy.max, stw.p99, goroutines.count";
	s = dot + 1;
	t->col = gt_report_flagged(t->report, GT_COL_MEASURE);
	if (take_aggregate(t, s, (size_t)(end - s)))
		return t->col == GT_NO_COLUMN && t->agg != AGG_COUNT ? "this report has no duration: name a column"
								     : NULL;
	at = memchr(s, '.', (size_t)(end - s));
	n = (size_t)((at ? at : end) - s);
	t->col = gt_report_column(t->report, s, n);
	if (t->col == GT_NO_COLUMN)
		return unknown_name(why, "the report has no such column",
				    gt_report_column_hint(&why->guess, t->report, s, n, ""));
	kind = t->report->columns[t->col].kind;
	if (!gt_kind_is_measured(kind))
		return "the column holds no numbers to compare";
	t->agg = AGG_VALUE;
	if (at && gt_kind_is_real(kind) && end - at == 4 && !memcmp(at, ".sum", 4))
		return "shares have no sum";
	if (at ? !take_aggregate(t, at + 1, (size_t)(end - at - 1)) : strcmp(t->report->name, "summary") != 0)
		return "max, min, sum, mean, count or a percentile like p99 must follow the column";
	return NULL;
}

/* What a test compares is a number of this. */
static enum gt_fail_unit unit_of(const struct test *t)
{
	return t->col == GT_NO_COLUMN || t->agg == AGG_COUNT ? GT_FAILS_BY_COUNT
							     : gt_fail_unit_of(t->report->columns[t->col].kind);
}

static int failif_parse_test(struct gt_lexer *lex, struct test *t, struct gt_error *err)
{
	struct gt_token token = gt_lexer_next(lex);
	struct why text_of;
	const char *why;
	char *text;

	if (token.kind != GT_TOKEN_WORD)
		return gt_lexer_error(lex, err, "a report is missing, like greedy.max");
	t->words = gt_xmemdup0(token.s, token.n);
	why = take_words(t, t->words, token.n, &text_of);
	if (why)
		return gt_lexer_error(lex, err, why);
	if (t->agg == AGG_SQL)
		return 0;
	token = gt_lexer_next(lex);
	if (token.kind != GT_TOKEN_OP || token.op == GT_OP_HAS || token.op == GT_OP_HAS_NOT)
		return gt_lexer_error(lex, err, "a comparison is missing, like >20ms");
	t->op = token.op;
	token = gt_lexer_next(lex);
	text = gt_xmemdup0(token.s, token.kind == GT_TOKEN_WORD ? token.n : 0);
	if (t->agg != AGG_COMPARE)
		why = gt_fail_number_parse(unit_of(t), text, &t->value);
	else if (!gt_failcompare_value(&t->compare, text))
		why = "not a number, or a change like +10%";
	free(text);
	return why ? gt_lexer_error(lex, err, why) : 0;
}

int gt_failif_parse(struct gt_failif **out, const char *expr, struct gt_error *err)
{
	struct gt_failif *f = gt_xcalloc(1, sizeof *f);
	struct gt_lexer lex;
	struct gt_token token = { .kind = GT_TOKEN_AND };
	int rc = 0;

	*out = f;
	gt_lexer_init(&lex, "--fail-if", expr);
	while (!rc && token.kind != GT_TOKEN_END) {
		struct test *t;

		GT_GROW(f->tests, f->cap, f->n + 1);
		t = &f->tests[f->n++];
		*t = (struct test) { .or_before = token.kind == GT_TOKEN_OR };
		rc = failif_parse_test(&lex, t, err);
		token = gt_lexer_next(&lex);
		if (!rc && token.kind != GT_TOKEN_AND && token.kind != GT_TOKEN_OR && token.kind != GT_TOKEN_END)
			rc = gt_lexer_error(&lex, err, "&& or || is missing");
	}
	return rc;
}

enum gt_failif_about gt_failif_about(const struct gt_failif *f)
{
	size_t many = 0;

	for (size_t i = 0; i < f->n; i++)
		many += f->tests[i].report == &gt_report_traces;
	return !many ? GT_FAILIF_OF_EACH : many == f->n ? GT_FAILIF_OF_MANY : GT_FAILIF_OF_BOTH;
}

int gt_failif_prepare(struct gt_failif *f, const struct gt_cli *c, struct gt_error *err)
{
	int rc = 0;

	for (size_t i = 0; i < f->n && !rc; i++)
		if (f->tests[i].agg == AGG_SQL)
			rc = gt_failsql_open(&f->tests[i].sql, c, f->tests[i].words + strlen(SQL_PREFIX), err);
	return rc;
}

/* ---- measuring ---- */

struct sums {
	uint64_t n;
	int64_t max, min;
	uint64_t max_row, min_row;   /* the first ones of these */
	uint64_t first_row;          /* the first that counts, 0 */
	double sum;
	struct gt_scratch values;    /* int64_t, for percentiles */
};

/* What the report says of all: of some_ns and full_ns, as a share. */
static void collect_total(const struct test *t, struct gt_table *table, struct sums *s)
{
	const char *key = t->report->columns[t->col].key;
	const struct gt_item *items;
	size_t n = table->report->ops.totals(table, &items);

	for (size_t i = 0; i < n; i++) {
		if (items[i].nkey != strlen(key) || memcmp(items[i].key, key, items[i].nkey) != 0 ||
		    items[i].value.null)
			continue;
		s->max = (int64_t)(items[i].value.r * GT_FAIL_ONE + 0.5);
		s->n = 1;
	}
}

static bool row_counts(struct gt_table *table, uint64_t row)
{
	return !gt_table_beyond(table, row) &&
	       !(table->report->ops.nothing && table->report->ops.nothing(table, row));
}

static int failif_collect(const struct test *t, struct gt_table *table, struct sums *s, struct gt_error *err)
{
	int rc = 0;

	if (t->agg == AGG_PERCENTILE)
		rc = gt_scratch_alloc(&s->values, table->rows, sizeof(int64_t), err);
	for (uint64_t row = 0; !rc && row < table->rows; row++) {
		struct gt_cell c;

		if (!row_counts(table, row))
			continue;
		gt_table_cell(table, row, (unsigned)t->col, &c);
		if (c.null)
			continue;
		if (gt_kind_is_real(c.kind))
			c.i = (int64_t)(c.r * GT_FAIL_ONE + 0.5);
		if (t->agg == AGG_PERCENTILE)
			((int64_t *)s->values.data)[s->n] = c.i;
		if (!s->n)
			s->first_row = row;
		if (!s->n || c.i > s->max) {
			s->max = c.i;
			s->max_row = row;
		}
		if (!s->n || c.i < s->min) {
			s->min = c.i;
			s->min_row = row;
		}
		s->sum += (double)c.i;
		s->n++;
	}
	return rc;
}

/* The nearest number that there is: sums can be larger than all of them. */
static int64_t nearest(double v)
{
	return v >= 0x1p63 ? INT64_MAX : v <= -0x1p63 ? INT64_MIN : (int64_t)v;
}

/* False: there is nothing to measure, so that no threshold is exceeded. */
static bool result(const struct test *t, struct sums *s, int64_t *out)
{
	switch (t->agg) {
	case AGG_COUNT: *out = (int64_t)s->n; return true;
	case AGG_SUM: *out = nearest(s->sum); return true;
	case AGG_MEAN: *out = s->n ? nearest(s->sum / (double)s->n) : 0; break;
	case AGG_MIN: *out = s->min; break;
	case AGG_MAX:
	case AGG_TOTAL:
	case AGG_COMPARE:
	case AGG_SQL:
	case AGG_VALUE: *out = s->max; break;
	case AGG_PERCENTILE:
		gt_sort_i64(s->values.data, s->n);
		*out = gt_percentile_i64(s->values.data, s->n, t->percentile);
		break;
	}
	return s->n > 0;
}

static bool failif_compare(enum gt_op op, int64_t a, int64_t b)
{
	switch (op) {
	case GT_OP_EQ: return a == b;
	case GT_OP_NE: return a != b;
	case GT_OP_LT: return a < b;
	case GT_OP_LE: return a <= b;
	case GT_OP_GT: return a > b;
	case GT_OP_GE: return a >= b;
	default: return false;
	}
}

/* The row that is responsible: the one measured, else the largest one (the smallest, if too little was measured). */
static void blame(struct gt_buf *out, const struct test *t, struct gt_table *table, const struct sums *s)
{
	bool small = t->agg == AGG_MIN || (t->agg != AGG_MAX && (t->op == GT_OP_LT || t->op == GT_OP_LE));
	struct gt_buf text = { 0 };

	gt_culprit_text(&text, table, small ? s->min_row : s->max_row, t->col);
	if (text.len && t->agg != AGG_MAX && t->agg != AGG_MIN) {
		gt_buf_printf(out, " (%s ", small ? "smallest" : "largest");
		gt_fail_number_put(out, unit_of(t), small ? s->min : s->max, false);
		gt_buf_printf(out, ": %s)", gt_buf_str(&text));
	} else if (text.len) {
		gt_buf_printf(out, " (%s)", gt_buf_str(&text));
	}
	gt_buf_release(&text);
}

static void explain(struct gt_buf *out, const struct test *t, int64_t v)
{
	static const char *const ops[] = {
		[GT_OP_EQ] = "=", [GT_OP_NE] = "!=", [GT_OP_LT] = "<", [GT_OP_LE] = "<=", [GT_OP_GT] = ">",
		[GT_OP_GE] = ">=",
	};
	struct gt_buf x = { 0 }, y = { 0 };
	bool exact;

	/* Durations that differ, but look the same when they are rounded. */
	gt_human_dur(&x, v);
	gt_human_dur(&y, t->value);
	exact = unit_of(t) == GT_FAILS_BY_TIME && v != t->value && strcmp(gt_buf_str(&x), gt_buf_str(&y)) == 0;
	gt_buf_release(&x);
	gt_buf_release(&y);
	if (out->len)
		gt_buf_puts(out, "; ");
	gt_buf_printf(out, "%s is ", t->words);
	gt_fail_number_put(out, unit_of(t), v, exact);
	gt_buf_printf(out, ", %s ", ops[t->op]);
	gt_fail_number_put(out, unit_of(t), t->value, exact);
}

static uint64_t failif_count_rows(struct gt_table *table, uint64_t *first)
{
	uint64_t n = 0;

	if (!gt_table_has_beyond(table) && !table->report->ops.nothing)
		return table->rows;
	for (uint64_t row = table->rows; row-- > 0;) {
		if (!row_counts(table, row))
			continue;
		*first = row;
		n++;
	}
	return n;
}

/* Of rows that were counted, the first is the worst where the report says in a sentence what a row is. */
static void blame_first(struct gt_buf *out, struct gt_table *table, uint64_t row)
{
	if (gt_report_column(table->report, "finding", strlen("finding")) == GT_NO_COLUMN)
		return;
	gt_buf_puts(out, " (first: ");
	gt_culprit_text(out, table, row, GT_NO_COLUMN);
	gt_buf_putc(out, ')');
}

static int failif_open(struct gt_table **out, const struct test *t, const struct gt_cli *c,
		       struct gt_trace *trace, const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_table_args of_report;

	if (c) {
		of_report = *args;
		gt_cmd_take_for(c, t->report, &of_report);
		args = &of_report;
	}
	return gt_table_open(out, t->report, trace, args, err);
}

static int measure_test(const struct test *t, struct gt_table *table, bool *holds, struct gt_buf *why,
		    struct gt_error *err)
{
	struct sums s = { 0 };
	int64_t v = 0;
	int rc = 0;

	if (t->agg == AGG_COMPARE) {
		*holds = gt_failcompare_test(&t->compare, t->op, table, t->words, why);
		return 0;
	}
	if (t->col == GT_NO_COLUMN)
		s.n = failif_count_rows(table, &s.first_row);
	else if (t->agg == AGG_TOTAL)
		collect_total(t, table, &s);
	else
		rc = failif_collect(t, table, &s, err);
	*holds = !rc && result(t, &s, &v) && failif_compare(t->op, v, t->value);
	if (*holds) {
		explain(why, t, v);
		if (s.n && t->agg == AGG_COUNT)
			blame_first(why, table, s.first_row);
		if (s.n && t->col != GT_NO_COLUMN && t->agg != AGG_COUNT && t->agg != AGG_VALUE &&
		    t->agg != AGG_TOTAL)
			blame(why, t, table, &s);
	}
	gt_scratch_free(&s.values);
	return rc;
}

static int run_test(const struct test *test, const struct gt_cli *c, struct gt_trace *t,
		    const struct gt_table_args *args, bool *holds, struct gt_buf *why, struct gt_error *err)
{
	struct gt_table *table;
	int rc;

	if (test->agg == AGG_SQL)
		return gt_failsql_test(test->sql, c, t, holds, why, err);
	rc = failif_open(&table, test, c, t, args, err);
	if (rc)
		return rc;
	rc = measure_test(test, table, holds, why, err);
	gt_table_close(table);
	return rc;
}

int gt_failif_test(const struct gt_failif *f, const struct gt_cli *c, struct gt_trace *t,
		   const struct gt_table_args *args, bool *exceeded, struct gt_buf *why, struct gt_error *err)
{
	bool all = true;      /* of the tests since the last || */
	int rc = 0;

	*exceeded = false;
	for (size_t i = 0; i < f->n && !rc; i++) {
		bool holds = false;

		if (f->tests[i].or_before) {
			*exceeded |= all;
			all = true;
		}
		rc = run_test(&f->tests[i], c, t, args, &holds, why, err);
		all &= holds;
	}
	*exceeded |= all;
	return rc;
}
