/* What of a statement a table does by itself: which rows, in which order, how many. */
#include "format/sql/plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/table/celltext.h"
#include "analysis/table/filter.h"
#include "analysis/table/reports.h"

/* Nothing is known of a trace when a statement is prepared: tables count as large. */
#define MANY_ROWS 1e6

static const char *const op_words[] = {
	[GT_SQL_EQ] = "=", [GT_SQL_LT] = "<", [GT_SQL_LE] = "<=", [GT_SQL_GT] = ">", [GT_SQL_GE] = ">=",
};

/* ---- which tests ---- */

static bool plan_take_op(int op, enum gt_sql_op *out)
{
	switch (op) {
	case SQLITE_INDEX_CONSTRAINT_EQ: *out = GT_SQL_EQ; return true;
	case SQLITE_INDEX_CONSTRAINT_LT: *out = GT_SQL_LT; return true;
	case SQLITE_INDEX_CONSTRAINT_LE: *out = GT_SQL_LE; return true;
	case SQLITE_INDEX_CONSTRAINT_GT: *out = GT_SQL_GT; return true;
	case SQLITE_INDEX_CONSTRAINT_GE: *out = GT_SQL_GE; return true;
	default: return false;
	}
}

static bool is_option(const struct gt_report *r, int col)
{
	return col >= (int)gt_sql_option(r, 0);
}

/* What a filter can do just so: whole numbers, and texts that are the same byte by byte. */
static bool can_test(const struct gt_report *r, sqlite3_index_info *info, int i, enum gt_sql_op op)
{
	int col = gt_sql_column(r, info->aConstraint[i].iColumn);
	enum gt_kind kind;

	/* A filter takes a name that lacks "_ns", too: it has to mean this column. */
	if (col < 0 || col >= (int)r->ncolumns ||
	    gt_report_column(r, r->columns[col].key, strlen(r->columns[col].key)) != col)
		return false;
	kind = r->columns[col].kind;
	if (kind == GT_KIND_STRING)
		return op == GT_SQL_EQ && !strcmp(sqlite3_vtab_collation(info, i), "BINARY");
	return gt_kind_is_number(kind) && !gt_kind_is_real(kind);
}

struct choice {
	const struct gt_report *r;
	sqlite3_index_info *info;
	struct gt_buf line;
	int nargs;
	unsigned ntests, nequal;
	bool others;           /* rows are tested by more than options */
	int limit, offset;     /* places of these constraints, or -1 */
};

static void take_constraint(struct choice *c, int i)
{
	struct sqlite3_index_constraint_usage *usage = &c->info->aConstraintUsage[i];
	int col = gt_sql_column(c->r, c->info->aConstraint[i].iColumn), op = c->info->aConstraint[i].op;
	bool option = is_option(c->r, col);
	enum gt_sql_op how;

	if (op == SQLITE_INDEX_CONSTRAINT_LIMIT || op == SQLITE_INDEX_CONSTRAINT_OFFSET) {
		*(op == SQLITE_INDEX_CONSTRAINT_LIMIT ? &c->limit : &c->offset) = i;
		return;
	}
	c->others |= !option;
	if (!c->info->aConstraint[i].usable || !plan_take_op(op, &how))
		return;
	if (option ? how != GT_SQL_EQ : c->ntests == GT_SQL_TESTS || !can_test(c->r, c->info, i, how))
		return;
	c->ntests += !option;
	c->nequal += !option && how == GT_SQL_EQ;
	usage->argvIndex = ++c->nargs;
	usage->omit = option;
	gt_buf_printf(&c->line, "%s%s? ", gt_sql_column_name(c->r, (unsigned)col), op_words[how]);
}

/* ---- order ---- */

/* The rows of events come in their order anyway. */
static bool comes_in_order(const struct gt_report *r, const sqlite3_index_info *info)
{
	return r == &gt_report_events && info->nOrderBy == 1 && !info->aOrderBy[0].desc &&
	       gt_sql_column(r, info->aOrderBy[0].iColumn) == gt_report_flagged(r, GT_COL_BEGIN);
}

/*
 * Largest first: absent cells come last then, as in SQLite.  Not of numbers without a sign, which may be larger than
 * what SQLite has, nor of reals, which may be none.
 */
static bool can_sort(const struct gt_report *r, const sqlite3_index_info *info)
{
	for (int i = 0; i < info->nOrderBy; i++) {
		int col = gt_sql_column(r, info->aOrderBy[i].iColumn);
		enum gt_kind kind;

		if (col < 0 || col >= (int)r->ncolumns || !info->aOrderBy[i].desc)
			return false;
		kind = r->columns[col].kind;
		if (!gt_kind_is_signed(kind) && kind != GT_KIND_STRING)
			return false;
	}
	return info->nOrderBy > 0 && info->nOrderBy <= GT_SORT_KEYS;
}

static void take_order(struct choice *c)
{
	sqlite3_index_info *info = c->info;

	if (comes_in_order(c->r, info)) {
		info->orderByConsumed = 1;
	} else if (can_sort(c->r, info)) {
		info->orderByConsumed = 1;
		for (int i = 0; i < info->nOrderBy; i++) {
			int col = gt_sql_column(c->r, info->aOrderBy[i].iColumn);

			gt_buf_printf(&c->line, "-%s ", c->r->columns[col].key);
		}
	}
}

/* Only where every row counts that the table has: the table does not know what SQLite leaves out. */
static void take_limit(struct choice *c)
{
	sqlite3_index_info *info = c->info;

	if (c->limit < 0 || c->others || (info->nOrderBy && !info->orderByConsumed) ||
	    !info->aConstraint[c->limit].usable || (c->offset >= 0 && !info->aConstraint[c->offset].usable))
		return;
	info->aConstraintUsage[c->limit].argvIndex = ++c->nargs;
	gt_buf_puts(&c->line, "limit ");
	if (c->offset < 0)
		return;
	info->aConstraintUsage[c->offset].argvIndex = ++c->nargs;
	gt_buf_puts(&c->line, "offset ");
}

/* ---- choosing ---- */

static void estimate(const struct choice *c)
{
	double rows = MANY_ROWS;

	for (unsigned i = 0; i < c->nequal; i++)
		rows /= i ? 2 : 100;
	for (unsigned i = c->nequal; i < c->ntests; i++)
		rows /= 4;
	c->info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
	/* Of a second look the rows with a value are known, but the first one costs all of them. */
	c->info->estimatedCost = c->nequal ? rows : MANY_ROWS + rows;
}

/* SQLite's last bit stands for all columns from there on. */
static uint64_t columns_used(const struct gt_report *r, const sqlite3_index_info *info)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < r->ncolumns && i < 64; i++)
		if (info->colUsed >> (i + GT_SQL_OPTIONS < 63 ? i + GT_SQL_OPTIONS : 63) & 1)
			bits |= UINT64_C(1) << i;
	return bits;
}

int gt_sql_choose(const struct gt_report *r, sqlite3_index_info *info)
{
	struct choice c = { .r = r, .info = info, .limit = -1, .offset = -1 };

	/* Options that come from a row of another table: that has to be read first. */
	for (int i = 0; i < info->nConstraint; i++)
		if (is_option(r, gt_sql_column(r, info->aConstraint[i].iColumn)) && !info->aConstraint[i].usable &&
		    info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
			return SQLITE_CONSTRAINT;
	for (int i = 0; i < info->nConstraint; i++)
		take_constraint(&c, i);
	take_order(&c);
	take_limit(&c);
	estimate(&c);
	gt_buf_printf(&c.line, "@%" PRIx64, columns_used(r, info));
	info->idxStr = sqlite3_mprintf("%s", gt_buf_str(&c.line));
	info->needToFreeIdxStr = 1;
	gt_buf_release(&c.line);
	return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- the plan as a line ---- */

static unsigned column_named(const struct gt_report *r, const char *name, size_t n)
{
	unsigned col = 0;

	while (strlen(gt_sql_column_name(r, col)) != n || memcmp(gt_sql_column_name(r, col), name, n) != 0)
		col++;
	return col;
}

static void plan_read_test(struct gt_sql_plan *plan, const struct gt_report *r, const char *word, size_t n)
{
	size_t name = strcspn(word, "=<>");
	enum gt_sql_op op = GT_SQL_EQ;

	while (strlen(op_words[op]) != n - name - 1 || memcmp(op_words[op], word + name, n - name - 1) != 0)
		op++;
	plan->tests[plan->ntests++] = (struct gt_sql_test){ column_named(r, word, name), op };
}

void gt_sql_plan_read(struct gt_sql_plan *plan, const struct gt_report *r, const char *line)
{
	*plan = (struct gt_sql_plan){ .asked = 0 };
	for (const char *s = line; *s;) {
		size_t n = strcspn(s, " ");

		if (*s == '@')
			plan->asked = strtoull(s + 1, NULL, 16);
		else if (*s == '-')
			plan->order[plan->norder++] = (struct gt_sort_key){ (int)column_named(r, s + 1, n - 1), true };
		else if (n == strlen("limit") && !memcmp(s, "limit", n))
			plan->limit = true;
		else if (n == strlen("offset") && !memcmp(s, "offset", n))
			plan->offset = true;
		else
			plan_read_test(plan, r, s, n);
		s += n + (s[n] == ' ');
	}
}

/* ---- the tests as a filter ---- */

bool gt_sql_plan_number(enum gt_kind kind, sqlite3_value *v, int64_t *number)
{
	double r;

	switch (sqlite3_value_type(v)) {
	case SQLITE_INTEGER:
		*number = sqlite3_value_int64(v);
		break;
	case SQLITE_FLOAT:
		/* 1e7 is how people write many ns. */
		r = sqlite3_value_double(v);
		if (!(fabs(r) < 0x1p53) || r != (double)(int64_t)r)
			return false;
		*number = (int64_t)r;
		break;
	default: return false;
	}
	return gt_kind_is_signed(kind) || *number >= 0;
}

/* Numbers beyond INT64_MAX are below 0 in SQLite, such as the P of a thread without one. */
static void put_number_test(struct gt_buf *out, const struct gt_column *c, enum gt_sql_op op, int64_t number)
{
	bool wraps = !gt_kind_is_signed(c->kind) && (op == GT_SQL_LT || op == GT_SQL_LE);

	if (wraps)
		gt_buf_puts(out, "(");
	gt_buf_printf(out, "%s%s%" PRId64, c->key, op_words[op], number);
	if (wraps)
		gt_buf_printf(out, " || %s>%" PRId64 ")", c->key, INT64_MAX);
}

static bool put_text_test(struct gt_buf *out, const struct gt_column *c, sqlite3_value *v)
{
	const char *text = sqlite3_value_type(v) == SQLITE_TEXT ? (const char *)sqlite3_value_text(v) : NULL;

	return text && !memchr(text, '\0', (size_t)sqlite3_value_bytes(v)) && gt_filter_equals(out, c->key, text);
}

void gt_sql_plan_filter(struct gt_buf *out, const struct gt_sql_plan *plan, const struct gt_report *r,
			sqlite3_value **values)
{
	for (unsigned i = 0; i < plan->ntests; i++) {
		const struct gt_sql_test *test = &plan->tests[i];
		size_t before = out->len, from;
		const struct gt_column *c;
		int64_t number;

		if (is_option(r, (int)test->col))
			continue;
		c = &r->columns[test->col];
		if (before)
			gt_buf_puts(out, " && ");
		from = out->len;
		if (c->kind == GT_KIND_STRING)
			put_text_test(out, c, values[i]);
		/* Times below 0 cannot be written. */
		else if (gt_sql_plan_number(c->kind, values[i], &number) && number >= 0)
			put_number_test(out, c, test->op, number);
		if (out->len == from && from > before) {
			out->len = before;
			out->data[before] = '\0';
		}
	}
}
