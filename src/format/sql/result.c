/* What a statement selects, as a report with rows of its own. */
#include "format/sql/result.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/table/celltext.h"
#include "base/strtab.h"
#include "base/utf8.h"
#include "base/varint.h"
#include "base/xalloc.h"
#include "format/sql/schema.h"
#include "format/sql/sql.h"

/* What an entry of a text takes besides its bytes. */
#define TEXT_COSTS 32

/* Values in a row: a byte of type, then what it needs. */
enum { VALUE_NULL, VALUE_INT, VALUE_BELOW, VALUE_DOUBLE, VALUE_STRING };

struct value {
	uint8_t type;
	union {
		int64_t i;
		double r;
		uint32_t text;
	};
};

/* What the values of a column have been. */
struct seen {
	bool declared;         /* the column comes from a report */
	enum gt_kind kind;     /* ... where it has this kind */
	bool ints, below, reals, texts;
};

struct gt_sql_result {
	struct gt_report report;
	struct gt_column *columns;
	struct gt_buf *names;  /* of each column its key, then its title */
	struct seen *seen;
	uint64_t *starts;      /* of each row, in `bytes` */
	size_t nrows, cap;
	struct gt_buf bytes;
	struct gt_strtab texts;
	uint64_t text_bytes;
};

/* ---- rows ---- */

static void add_number(struct gt_buf *out, uint8_t type, uint64_t v)
{
	uint8_t bytes[1 + GT_VARINT_MAX];

	bytes[0] = type;
	gt_buf_add(out, bytes, 1 + gt_varint_put(bytes + 1, v));
}

static void result_add_text(struct gt_sql_result *res, const void *s, size_t n)
{
	size_t count = res->texts.count;

	add_number(&res->bytes, VALUE_STRING, gt_strtab_add(&res->texts, s ? s : "", n));
	if (res->texts.count > count)
		res->text_bytes += n + TEXT_COSTS;
}

static void result_add_value(struct gt_sql_result *res, sqlite3_stmt *stmt, unsigned col)
{
	struct seen *seen = &res->seen[col];
	const void *text;
	int64_t v;
	double r;

	switch (sqlite3_column_type(stmt, (int)col)) {
	case SQLITE_INTEGER:
		v = sqlite3_column_int64(stmt, (int)col);
		seen->ints = true;
		seen->below |= v < 0;
		add_number(&res->bytes, v < 0 ? VALUE_BELOW : VALUE_INT, v < 0 ? ~(uint64_t)v : (uint64_t)v);
		break;
	case SQLITE_FLOAT:
		r = sqlite3_column_double(stmt, (int)col);
		seen->reals = true;
		gt_buf_putc(&res->bytes, VALUE_DOUBLE);
		gt_buf_add(&res->bytes, &r, sizeof r);
		break;
	case SQLITE_NULL:
		gt_buf_putc(&res->bytes, VALUE_NULL);
		break;
	default:
		seen->texts = true;
		text = sqlite3_column_blob(stmt, (int)col);
		result_add_text(res, text, (size_t)sqlite3_column_bytes(stmt, (int)col));
		break;
	}
}

int gt_sql_result_add(struct gt_sql_result *res, sqlite3_stmt *stmt, struct gt_error *err)
{
	GT_GROW(res->starts, res->cap, res->nrows + 1);
	res->starts[res->nrows++] = res->bytes.len;
	for (unsigned i = 0; i < res->report.ncolumns; i++)
		result_add_value(res, stmt, i);
	if (res->bytes.len + res->text_bytes + res->nrows * sizeof *res->starts > GT_SQL_RESULT)
		return gt_error_usage(err, "--sql: the rows take more than %" PRIu64 " MiB: select fewer columns, or "
				      "add a limit", GT_SQL_RESULT >> 20);
	return 0;
}

static const uint8_t *result_read_value(struct value *v, const uint8_t *p)
{
	uint64_t u = 0;

	v->type = *p++;
	if (v->type == VALUE_DOUBLE) {
		memcpy(&v->r, p, sizeof v->r);
		return p + sizeof v->r;
	}
	if (v->type == VALUE_NULL)
		return p;
	p = gt_varint_whole(p, &u, gt_varint_slow);
	if (v->type == VALUE_STRING)
		v->text = (uint32_t)u;
	else
		v->i = (int64_t)(v->type == VALUE_BELOW ? ~u : u);
	return p;
}

/* ---- the table ---- */

struct gt_sql_result_args {
	const struct gt_sql_result *res;
};
GT_OWN_ARGS(gt_sql_result_args)

struct sqltable {
	struct gt_table head;
	const struct gt_sql_result *res;
	struct value *row;
};

static int sqltable_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct sqltable *st = (struct sqltable *)t;

	(void)err;
	st->res = gt_sql_result_args_of(args)->res;
	st->row = gt_xcalloc(st->res->report.ncolumns + 1, sizeof *st->row);
	t->rows = st->res->nrows;
	return 0;
}

static void sqltable_close(struct gt_table *t)
{
	free(((struct sqltable *)t)->row);
}

static const void *sqltable_row(struct gt_table *t, uint64_t row)
{
	struct sqltable *st = (struct sqltable *)t;
	const uint8_t *p = (const uint8_t *)st->res->bytes.data + st->res->starts[row];

	for (unsigned i = 0; i < st->res->report.ncolumns; i++)
		p = result_read_value(&st->row[i], p);
	return st->row;
}

/* Other values in a column of texts. */
static void value_as_text(struct gt_table *t, struct gt_cell *out, const struct value *v)
{
	const struct sqltable *st = (const struct sqltable *)t;
	size_t n;

	if (v->type == VALUE_STRING) {
		out->s = gt_strtab_get(&st->res->texts, v->text, &n);
		gt_cell_s(out, out->s, n);
		return;
	}
	if (v->type == VALUE_DOUBLE)
		gt_buf_printf(&t->text, "%.15g", v->r);
	else
		gt_buf_i64(&t->text, v->i);
	gt_cell_s(out, t->text.data, t->text.len);
}

static void sqltable_cell(struct gt_table *t, struct gt_cell *out)
{
	const struct value *v = (const struct value *)t->at + (t->column - t->report->columns);
	bool real = v->type == VALUE_DOUBLE;

	if (v->type == VALUE_NULL)
		return;
	if (out->kind == GT_KIND_STRING)
		value_as_text(t, out, v);
	else if (gt_kind_is_real(out->kind))
		gt_cell_r(out, real ? v->r : (double)v->i);
	else if (out->kind == GT_KIND_BOOL)
		gt_cell_b(out, v->i != 0);
	else if (gt_kind_is_signed(out->kind))
		gt_cell_i(out, real ? (int64_t)llround(v->r) : v->i);
	else
		gt_cell_u(out, out->kind == GT_KIND_ID && v->i == -1 ? GT_P_OUTSIDE : (uint64_t)v->i);
	/* The largest and least numbers stand for absent ones in reports, but here they are there. */
	out->null = false;
}

static const struct gt_table_ops sqltable_ops = {
	.size = sizeof(struct sqltable),
	.open = sqltable_open,
	.row = sqltable_row,
	.close = sqltable_close,
};

int gt_sql_result_table(struct gt_table **out, struct gt_sql_result *res, struct gt_trace *t, struct gt_error *err)
{
	struct gt_table_args args = { .limited = false };

	gt_sql_result_args_in(&args)->res = res;
	return gt_table_open(out, &res->report, t, &args, err);
}

/* ---- kinds ---- */

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Whether values like these can be cells of a kind. */
static bool can_be(const struct seen *seen, enum gt_kind kind)
{
	if (seen->texts)
		return kind == GT_KIND_STRING;
	if (gt_kind_is_real(kind))
		return true;
	/* -1 is the P of a thread without one. */
	return !seen->reals && (!seen->below || gt_kind_is_signed(kind) || kind == GT_KIND_ID);
}

static enum gt_kind kind_of_values(const struct seen *seen, const char *name)
{
	if (seen->texts || (!seen->ints && !seen->reals))
		return GT_KIND_STRING;
	/* Of a mean, too: fractions of ns are nothing that a trace has. */
	if (ends_with(name, "_ns"))
		return GT_KIND_DUR;
	if (ends_with(name, "share"))
		return GT_KIND_SHARE;
	if (seen->reals)
		return GT_KIND_REAL;
	if (seen->below)
		return GT_KIND_INT;
	return ends_with(name, "bytes") ? GT_KIND_BYTES : GT_KIND_COUNT;
}

void gt_sql_result_end(struct gt_sql_result *res, bool by_owner)
{
	res->report.by_owner = by_owner;
	for (unsigned i = 0; i < res->report.ncolumns; i++) {
		struct gt_column *c = &res->columns[i];
		const struct seen *seen = &res->seen[i];

		c->kind = seen->declared && can_be(seen, seen->kind) ? seen->kind : kind_of_values(seen, c->key);
		c->flags = gt_kind_is_number(c->kind) ? GT_COL_DESC : 0;
	}
}

/* ---- columns ---- */

static bool name_is_taken(const struct gt_sql_result *res, unsigned n, const char *name)
{
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(res->columns[i].key, name))
			return true;
	return false;
}

/* JSON has one value for a key: the second of two columns "g" is "g:2". */
static void name_column(struct gt_sql_result *res, unsigned i, const char *name)
{
	struct gt_buf *key = &res->names[2 * i], *title = &res->names[2 * i + 1];
	unsigned n = 1;

	gt_buf_puts(key, name);
	while (name_is_taken(res, i, gt_buf_str(key))) {
		gt_buf_reset(key);
		gt_buf_printf(key, "%s:%u", name, ++n);
	}
	gt_text_escape(title, gt_buf_str(key), key->len);
	res->columns[i] = (struct gt_column){
		.key = gt_buf_str(key), .title = gt_buf_str(title), .kind = GT_KIND_STRING, .width = 20,
		.help = "what the statement selects", .cell = sqltable_cell,
	};
}

struct gt_sql_result *gt_sql_result_new(sqlite3_stmt *stmt)
{
	struct gt_sql_result *res = gt_xcalloc(1, sizeof *res);
	unsigned n = (unsigned)sqlite3_column_count(stmt);

	res->columns = gt_xcalloc(n + 1, sizeof *res->columns);
	res->names = gt_xcalloc(2 * (size_t)n + 1, sizeof *res->names);
	res->seen = gt_xcalloc(n + 1, sizeof *res->seen);
	gt_strtab_init(&res->texts);
	for (unsigned i = 0; i < n; i++) {
		const char *name = sqlite3_column_name(stmt, (int)i);

		name_column(res, i, name ? name : "");
		res->seen[i].declared = gt_sql_kind(sqlite3_column_decltype(stmt, (int)i), &res->seen[i].kind);
		if (res->seen[i].declared)
			res->columns[i].kind = res->seen[i].kind;
		else if (ends_with(res->columns[i].key, "_ns"))
			res->columns[i].kind = GT_KIND_DUR;
	}
	res->report = (struct gt_report){
		.name = "sql", .row = "what the statement selects", .columns = res->columns, .ncolumns = n,
		.ops = sqltable_ops,
	};
	return res;
}

void gt_sql_result_reset(struct gt_sql_result *res)
{
	for (unsigned i = 0; i < res->report.ncolumns; i++)
		res->seen[i] = (struct seen){ .declared = res->seen[i].declared, .kind = res->seen[i].kind };
	res->nrows = 0;
	gt_buf_reset(&res->bytes);
	gt_strtab_release(&res->texts);
	gt_strtab_init(&res->texts);
	res->text_bytes = 0;
}

void gt_sql_result_free(struct gt_sql_result *res)
{
	if (!res)
		return;
	for (unsigned i = 0; i < 2 * res->report.ncolumns; i++)
		gt_buf_release(&res->names[i]);
	free(res->names);
	free(res->columns);
	free(res->seen);
	free(res->starts);
	gt_buf_release(&res->bytes);
	gt_strtab_release(&res->texts);
	free(res);
}

const struct gt_report *gt_sql_result_report(const struct gt_sql_result *res)
{
	return &res->report;
}
