/* Filter expressions: a recursive descent into a small tree, matched row by row. */
#include "analysis/table/filter.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/lexer.h"
#include "analysis/table/matcher.h"
#include "base/buf.h"
#include "base/human.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum node_kind { NODE_OR, NODE_AND, NODE_NOT, NODE_TEST, NODE_ANY_TEXT };

struct gt_filter {
	enum node_kind kind;
	struct gt_filter *left, *right;
	/* of a test */
	unsigned col;
	char *key;              /* item of a map, NULL */
	size_t nkey;
	enum gt_op op;          /* GT_OP_NONE: is it there? */
	char *text;             /* the value as written */
	size_t ntext;
	struct gt_matcher *matcher; /* of ~ and !~ */
	int64_t number;         /* the value of a numeric column */
	double real;            /* of one with decimals */
};

struct parser {
	struct gt_lexer lex;
	const struct gt_report *r;
	struct gt_error *err;
	unsigned depth;
};

#define MAX_DEPTH 100

void gt_filter_free(struct gt_filter *f)
{
	if (!f)
		return;
	gt_filter_free(f->left);
	gt_filter_free(f->right);
	free(f->key);
	free(f->text);
	gt_matcher_free(f->matcher);
	free(f);
}

static struct gt_filter *node_new(enum node_kind kind, struct gt_filter *left, struct gt_filter *right)
{
	struct gt_filter *f = gt_xcalloc(1, sizeof *f);

	f->kind = kind;
	f->left = left;
	f->right = right;
	return f;
}

/* ---- parsing ---- */

static struct gt_filter *parse_or(struct parser *p);

static struct gt_filter *filter_fail(struct parser *p, const char *what)
{
	gt_lexer_error(&p->lex, p->err, what);
	return NULL;
}

static void filter_unknown_column(struct parser *p, const struct gt_token *t)
{
	struct gt_buf names = { 0 };
	struct gt_guess g;

	gt_buf_puts(&names, "; there are: ");
	for (unsigned i = 0; i < p->r->ncolumns; i++)
		gt_buf_printf(&names, "%s%s", i ? " " : "", p->r->columns[i].key);
	gt_error_set(p->err, GT_ERR_USAGE, (uint64_t)(t->s - p->lex.text), "filter: no column '%.*s' in %s%s",
		     (int)(t->n < 40 ? t->n : 40), t->s, p->r->name,
		     gt_report_column_hint(&g, p->r, t->s, t->n, gt_buf_str(&names)));
	gt_buf_release(&names);
}

/* The kind that a test compares: that of the column, or of the items of a map. */
static enum gt_kind compared_kind(const struct gt_report *r, const struct gt_filter *f)
{
	enum gt_kind kind = r->columns[f->col].kind;
	size_t n = strlen(r->columns[f->col].key);

	if (kind != GT_KIND_MAP || !f->key)
		return kind;
	return n > 3 && !strcmp(r->columns[f->col].key + n - 3, "_ns") ? GT_KIND_DUR : GT_KIND_STRING;
}

static bool filter_take_number(struct gt_filter *f, enum gt_kind kind)
{
	uint64_t u;
	char *end;

	switch (kind) {
	case GT_KIND_DUR:
	case GT_KIND_TIME:
		return !gt_parse_dur(f->text, &f->number);
	case GT_KIND_INT:
		f->number = strtoll(f->text, &end, 10);
		return f->ntext && end == f->text + f->ntext;
	case GT_KIND_COUNT:
	case GT_KIND_ID:
	case GT_KIND_BYTES:
		if (gt_parse_u64(f->text, &u))
			return false;
		f->number = (int64_t)u;
		return true;
	case GT_KIND_REAL:
	case GT_KIND_SHARE:
		f->real = strtod(f->text, &end);
		if (kind == GT_KIND_SHARE && end > f->text && *end == '%') {
			f->real /= 100;
			end++;
		}
		return f->ntext && end == f->text + f->ntext;
	default:
		/* What an item of a map holds is only known later: it may be a duration. */
		if (f->key && gt_parse_dur(f->text, &f->number))
			f->number = INT64_MAX;
		return true;
	}
}

/* Which operators make sense for a kind. */
static const char *check_op(const struct gt_filter *f, enum gt_kind kind)
{
	bool contains = f->op == GT_OP_HAS || f->op == GT_OP_HAS_NOT;
	bool orders = f->op == GT_OP_LT || f->op == GT_OP_LE || f->op == GT_OP_GT || f->op == GT_OP_GE;

	if (contains && (gt_kind_has_order(kind) && kind != GT_KIND_STRING))
		return "~ looks into text, this column holds none";
	if (orders && !gt_kind_has_order(kind))
		return "this column has no order: use ~";
	return NULL;
}

static struct gt_filter *parse_value(struct parser *p, struct gt_filter *f)
{
	enum gt_kind kind = compared_kind(p->r, f);
	const char *why = check_op(f, kind);
	struct gt_token t;

	if (why) {
		gt_filter_free(f);
		return filter_fail(p, why);
	}
	t = gt_lexer_next(&p->lex);
	if (t.kind != GT_TOKEN_WORD && t.kind != GT_TOKEN_TEXT) {
		gt_filter_free(f);
		return filter_fail(p, "a value is missing");
	}
	f->text = gt_xmemdup0(t.s, t.n);
	f->ntext = t.n;
	why = NULL;
	if (f->op == GT_OP_HAS || f->op == GT_OP_HAS_NOT) {
		f->matcher = gt_matcher_new(f->text, NULL);
		why = f->matcher ? gt_matcher_fault(f->matcher) : NULL;
	} else if (!filter_take_number(f, kind)) {
		why = "not a number or duration that fits the column";
	}
	if (why)
		filter_fail(p, why);
	if (!why)
		return f;
	gt_filter_free(f);
	return NULL;
}

static struct gt_filter *filter_parse_test(struct parser *p)
{
	struct gt_token t = gt_lexer_next(&p->lex);
	struct gt_filter *f;
	size_t dot;
	int col;

	if (t.kind == GT_TOKEN_TEXT && gt_lexer_peek(&p->lex).kind != GT_TOKEN_OP) {
		f = node_new(NODE_ANY_TEXT, NULL, NULL);
		f->text = gt_xmemdup0(t.s, t.n);
		f->ntext = t.n;
		return f;
	}
	if (t.kind != GT_TOKEN_WORD && t.kind != GT_TOKEN_TEXT)
		return filter_fail(p, "a column name is missing");
	col = gt_report_named_column(p->r, t.s, t.n);
	dot = (size_t)(memchr(t.s, '.', t.n) ? (const char *)memchr(t.s, '.', t.n) - t.s : (long)t.n);
	if (col == GT_NO_COLUMN)
		col = gt_report_named_column(p->r, t.s, dot);
	if (col == GT_NO_COLUMN || (dot < t.n && p->r->columns[col].kind != GT_KIND_MAP)) {
		filter_unknown_column(p, &t);
		return NULL;
	}
	f = node_new(NODE_TEST, NULL, NULL);
	f->col = (unsigned)col;
	if (dot < t.n) {
		/* block.'chan send': the key may be quoted */
		struct gt_token key = { GT_TOKEN_WORD, t.s + dot + 1, t.n - dot - 1, GT_OP_NONE };

		if (!key.n && gt_lexer_peek(&p->lex).kind == GT_TOKEN_TEXT)
			key = gt_lexer_next(&p->lex);
		f->key = gt_xmemdup0(key.s, key.n);
		f->nkey = key.n;
	}
	if (gt_lexer_peek(&p->lex).kind != GT_TOKEN_OP)
		return f;
	f->op = gt_lexer_next(&p->lex).op;
	return parse_value(p, f);
}

static struct gt_filter *parse_not(struct parser *p)
{
	struct gt_token t = gt_lexer_peek(&p->lex);
	struct gt_filter *f;

	if (p->depth >= MAX_DEPTH)
		return filter_fail(p, "nested too deeply");
	p->depth++;
	if (t.kind == GT_TOKEN_NOT) {
		gt_lexer_next(&p->lex);
		f = parse_not(p);
		if (f)
			f = node_new(NODE_NOT, f, NULL);
	} else if (t.kind == GT_TOKEN_OPEN) {
		gt_lexer_next(&p->lex);
		f = parse_or(p);
		if (f && gt_lexer_next(&p->lex).kind != GT_TOKEN_CLOSE) {
			gt_filter_free(f);
			f = filter_fail(p, "')' is missing");
		}
	} else {
		f = filter_parse_test(p);
	}
	p->depth--;
	return f;
}

/* left { TOKEN right } for both binary operators. */
static struct gt_filter *parse_binary(struct parser *p, enum gt_token_kind op, enum node_kind kind,
				      struct gt_filter *(*operand)(struct parser *))
{
	struct gt_filter *f = operand(p);

	while (f && gt_lexer_peek(&p->lex).kind == op) {
		struct gt_filter *right;

		gt_lexer_next(&p->lex);
		right = operand(p);
		if (!right) {
			gt_filter_free(f);
			return NULL;
		}
		f = node_new(kind, f, right);
	}
	return f;
}

static struct gt_filter *parse_and(struct parser *p)
{
	return parse_binary(p, GT_TOKEN_AND, NODE_AND, parse_not);
}

static struct gt_filter *parse_or(struct parser *p)
{
	return parse_binary(p, GT_TOKEN_OR, NODE_OR, parse_and);
}

int gt_filter_parse(struct gt_filter **out, const struct gt_report *r, const char *expr, struct gt_error *err)
{
	struct parser p = { .r = r, .err = err };
	struct gt_filter *f;

	gt_lexer_init(&p.lex, "filter", expr);
	f = parse_or(&p);
	if (f && gt_lexer_peek(&p.lex).kind != GT_TOKEN_END) {
		gt_filter_free(f);
		gt_lexer_next(&p.lex);
		f = filter_fail(&p, "&& or || is missing");
	}
	*out = f;
	return f ? 0 : GT_ERR_USAGE;
}

bool gt_filter_equals(struct gt_buf *out, const char *column, const char *text)
{
	char quote = strchr(text, '"') ? '\'' : '"';

	if (strchr(text, quote))
		return false;
	gt_buf_printf(out, "%s=%c%s%c", column, quote, text, quote);
	return true;
}

/* ---- matching ---- */

static bool filter_compare(enum gt_op op, int order)
{
	switch (op) {
	case GT_OP_EQ: return order == 0;
	case GT_OP_NE: return order != 0;
	case GT_OP_LT: return order < 0;
	case GT_OP_LE: return order <= 0;
	case GT_OP_GT: return order > 0;
	case GT_OP_GE: return order >= 0;
	default: return false;
	}
}

/* An empty text is in every text. */
static bool is_in(const struct gt_filter *f, const char *s, size_t n)
{
	return f->matcher ? gt_matcher_match(f->matcher, s, n) : gt_text_contains(s, n, f->text, f->ntext);
}

static bool string_in_stack(const struct gt_trace *t, uint32_t stack, const struct gt_filter *f)
{
	struct gt_frame frame;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &frame); i++) {
		size_t n, m;
		const char *func = gt_trace_string(t, frame.func, &n), *file = gt_trace_string(t, frame.file, &m);

		if (is_in(f, func, n) || is_in(f, file, m))
			return true;
	}
	return false;
}

static bool contains(const struct gt_trace *t, const struct gt_cell *c, const struct gt_filter *f)
{
	switch (c->kind) {
	case GT_KIND_STRING:
		return is_in(f, c->s, c->n);
	case GT_KIND_STACK:
		return string_in_stack(t, c->stack, f);
	case GT_KIND_LIST:
	case GT_KIND_MAP:
		for (size_t i = 0; i < c->n; i++) {
			const struct gt_item *item = &c->items[i];

			if (item->key && is_in(f, item->key, item->nkey))
				return true;
			if (!item->value.null && contains(t, &item->value, f))
				return true;
		}
		return false;
	default:
		return false;
	}
}

/* What an item of a map holds is only known here: args of events are numbers or text. */
static bool test_number(const struct gt_filter *f, const struct gt_cell *c)
{
	uint64_t u = (uint64_t)f->number;

	if (gt_kind_is_real(c->kind))
		return filter_compare(f->op, c->r < f->real ? -1 : c->r > f->real);
	if (f->key && f->text && c->kind != GT_KIND_DUR && gt_parse_u64(f->text, &u))
		return f->op == GT_OP_NE;
	if (gt_kind_is_signed(c->kind))
		return filter_compare(f->op, c->i < f->number ? -1 : c->i > f->number);
	return filter_compare(f->op, c->u < u ? -1 : c->u > u);
}

/* Is there something in it? */
static bool filter_is_there(const struct gt_trace *t, const struct gt_cell *c)
{
	switch (c->kind) {
	case GT_KIND_BOOL: return c->b;
	case GT_KIND_STRING:
	case GT_KIND_LIST:
	case GT_KIND_MAP: return c->n > 0;
	case GT_KIND_STACK: return c->stack && gt_stack_depth(t, c->stack);
	default: return true;
	}
}

static bool test_cell(const struct gt_filter *f, const struct gt_trace *t, const struct gt_cell *c)
{
	size_t least;
	bool want;
	int d;

	if (c->null)
		return f->op == GT_OP_NE || f->op == GT_OP_HAS_NOT;
	switch (f->op) {
	case GT_OP_NONE: return filter_is_there(t, c);
	case GT_OP_HAS: return contains(t, c, f);
	case GT_OP_HAS_NOT: return !contains(t, c, f);
	default: break;
	}
	switch (c->kind) {
	case GT_KIND_BOOL:
		want = !strcmp(f->text, "true") || !strcmp(f->text, "yes") || !strcmp(f->text, "1");
		return filter_compare(f->op, (int)c->b - (int)want);
	case GT_KIND_STRING:
		least = c->n < f->ntext ? c->n : f->ntext;
		d = least ? memcmp(c->s, f->text, least) : 0;
		return filter_compare(f->op, d ? d : c->n < f->ntext ? -1 : c->n > f->ntext);
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP: return (f->op == GT_OP_EQ) == contains(t, c, f);
	default: return test_number(f, c);
	}
}

static bool test(const struct gt_filter *f, struct gt_table *t, uint64_t row)
{
	static const struct gt_cell absent = { .kind = GT_KIND_STRING, .null = true };
	struct gt_cell c;

	gt_table_cell(t, row, f->col, &c);
	if (!f->key)
		return test_cell(f, t->trace, &c);
	for (size_t i = 0; !c.null && i < c.n; i++) {
		const struct gt_item *item = &c.items[i];

		if (item->nkey == f->nkey && !memcmp(item->key, f->key, f->nkey))
			return test_cell(f, t->trace, &item->value);
	}
	return test_cell(f, t->trace, &absent);
}

static bool test_any(const struct gt_filter *f, struct gt_table *t, uint64_t row)
{
	for (unsigned i = 0; i < t->report->ncolumns; i++) {
		struct gt_cell c;

		if (gt_kind_has_order(t->report->columns[i].kind) &&
		    t->report->columns[i].kind != GT_KIND_STRING)
			continue;
		gt_table_cell(t, row, i, &c);
		if (!c.null && contains(t->trace, &c, f))
			return true;
	}
	return false;
}

bool gt_filter_match(const struct gt_filter *f, struct gt_table *t, uint64_t row)
{
	switch (f->kind) {
	case NODE_OR: return gt_filter_match(f->left, t, row) || gt_filter_match(f->right, t, row);
	case NODE_AND: return gt_filter_match(f->left, t, row) && gt_filter_match(f->right, t, row);
	case NODE_NOT: return !gt_filter_match(f->left, t, row);
	case NODE_TEST: return test(f, t, row);
	case NODE_ANY_TEXT: return test_any(f, t, row);
	}
	return false;
}

/* ---- many rows at a time ---- */

static bool is_bulk(const struct gt_filter *f, const struct gt_report *r)
{
	const struct gt_column *c = &r->columns[f->col];

	return r->ops.keys && c->flags & GT_COL_BULK && gt_kind_has_order(c->kind) && c->kind != GT_KIND_STRING &&
	       c->kind != GT_KIND_BOOL && !gt_kind_is_real(c->kind);
}

const struct gt_filter *gt_filter_bulk_test(const struct gt_filter *f, const struct gt_report *r)
{
	const struct gt_filter *left;

	if (f->kind == NODE_AND) {
		left = gt_filter_bulk_test(f->left, r);
		return left ? left : gt_filter_bulk_test(f->right, r);
	}
	return f->kind == NODE_TEST && is_bulk(f, r) ? f : NULL;
}

unsigned gt_filter_bulk_column(const struct gt_filter *test)
{
	return test->col;
}

bool gt_filter_bulk_match(const struct gt_filter *test, const struct gt_report *r, uint64_t key, bool absent)
{
	struct gt_cell c = { .kind = r->columns[test->col].kind, .null = absent, .u = key };

	return test_cell(test, NULL, &c);
}
