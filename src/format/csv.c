/* CSV as RFC 4180 has it: a header line, CRLF, quotes where needed; text from the trace escaped. */
#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/stacks/stacktext.h"
#include "base/textcache.h"
#include "base/utf8.h"
#include "format/csv.h"
#include "format/export.h"

/* Begins as what spreadsheets run, also with the wide + - = @ of East Asian keyboards. */
static bool is_formula(const char *s, size_t n)
{
	size_t i = n && (*s == '-' || *s == '+');

	if (n && ((*s | 32) >= 'a' && (*s | 32) <= 'z'))
		return false;
	if (n >= 3 && !memcmp(s, "\xef\xbc", 2))
		return memchr("\x8b\x8d\x9d\xa0", s[2], 4);
	if (!n || !memchr("=+-@\t\r", *s, 6))
		return false;
	/* A number with its sign is none. */
	while (i < n && (s[i] == '.' || (s[i] >= '0' && s[i] <= '9')))
		i++;
	return i < n;
}

void gt_csv_field(struct gt_buf *out, const char *s, size_t n, bool raw)
{
	bool formula = !raw && is_formula(s, n), quote = false;

	if (!formula && gt_text_is_plain(s, n, '"', ',')) {
		gt_buf_add(out, s, n);
		return;
	}
	for (size_t i = 0; i < n && !quote; i++)
		quote = s[i] == '"' || s[i] == ',' || s[i] == '\n' || s[i] == '\r';
	if (quote)
		gt_buf_putc(out, '"');
	if (formula)
		gt_buf_putc(out, '\'');
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '"')
			gt_buf_putc(out, '"');
		gt_buf_putc(out, s[i]);
	}
	if (quote)
		gt_buf_putc(out, '"');
}

static void put_plain(struct gt_buf *out, const struct gt_trace *t, const struct gt_cell *c);

static void csv_put_stack(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		if (i)
			gt_buf_puts(out, "; ");
		gt_frame_text(out, t, &f);
	}
}

static void csv_put_items(struct gt_buf *out, const struct gt_trace *t, const struct gt_cell *c)
{
	for (size_t i = 0; i < c->n; i++) {
		if (i)
			gt_buf_puts(out, "; ");
		if (c->kind == GT_KIND_MAP) {
			gt_text_escape(out, c->items[i].key, c->items[i].nkey);
			gt_buf_putc(out, '=');
		}
		put_plain(out, t, &c->items[i].value);
	}
}

/* Numbers stay numbers; of structures a readable line is made. */
static void put_plain(struct gt_buf *out, const struct gt_trace *t, const struct gt_cell *c)
{
	if (c->null)
		return;
	switch (c->kind) {
	case GT_KIND_ID:
		if (c->u == GT_P_OUTSIDE)
			gt_buf_i64(out, -1);
		else
			gt_buf_u64(out, c->u);
		break;
	case GT_KIND_COUNT:
	case GT_KIND_BYTES: gt_buf_u64(out, c->u); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: gt_buf_printf(out, "%.9g", c->r); break;
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: gt_buf_i64(out, c->i); break;
	case GT_KIND_BOOL: gt_buf_puts(out, c->b ? "true" : "false"); break;
	case GT_KIND_STRING: gt_text_escape(out, c->s, c->n); break;
	case GT_KIND_STACK: csv_put_stack(out, t, c->stack); break;
	case GT_KIND_LIST:
	case GT_KIND_MAP: csv_put_items(out, t, c); break;
	}
}

static void csv_begin(struct gt_export *e)
{
	struct gt_buf *out = e->out, *name = &e->scratch.text;

	if (e->index)
		return; /* one header for all traces */
	if (e->several)
		gt_buf_puts(out, "file,");
	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *key = e->table->report->columns[e->columns[i]].key;

		if (i)
			gt_buf_putc(out, ',');
		gt_buf_reset(name);
		/* Of a statement the names are what it says, commas and all. */
		gt_text_escape(name, key, strlen(key));
		gt_csv_field(out, gt_buf_str(name), name->len, e->csv_raw);
	}
	gt_buf_puts(out, GT_CSV_END);
}

static void csv_put_file(struct gt_export *e)
{
	struct gt_buf *name = &e->scratch.text;

	gt_buf_reset(name);
	gt_text_escape(name, e->file, strlen(e->file));
	gt_csv_field(e->out, gt_buf_str(name), name->len, e->csv_raw);
	gt_buf_putc(e->out, ',');
}

/* What can need quotes, or begin like a formula. */
static void put_text_cell(struct gt_export *e, const struct gt_cell *c)
{
	struct gt_export_scratch *x = &e->scratch;
	size_t from = e->out->len;

	if (c->kind == GT_KIND_STACK && gt_textcache_get(&x->stacks, c->stack, e->out))
		return;
	gt_buf_reset(&x->text);
	put_plain(&x->text, e->table->trace, c);
	gt_csv_field(e->out, gt_buf_str(&x->text), x->text.len, e->csv_raw);
	if (c->kind == GT_KIND_STACK)
		gt_textcache_put(&x->stacks, c->stack, e->out->data + from, e->out->len - from);
}

static void csv_row(struct gt_export *e, uint64_t row)
{
	struct gt_buf *out = e->out;

	if (e->several)
		csv_put_file(e);
	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_cell c;

		if (i)
			gt_buf_putc(out, ',');
		gt_table_cell(e->table, row, e->columns[i], &c);
		if (c.null)
			continue;
		if (gt_kind_is_number(c.kind))
			put_plain(out, e->table->trace, &c);
		else if (c.kind == GT_KIND_STRING && (e->csv_raw || !is_formula(c.s, c.n)) &&
			 gt_text_is_plain(c.s, c.n, '"', ','))
			gt_buf_add(out, c.s, c.n);
		else
			put_text_cell(e, &c);
	}
	gt_buf_puts(out, GT_CSV_END);
}

static void csv_end(struct gt_export *e)
{
	(void)e;
}

const struct gt_export_ops gt_export_csv = {
	.name = "csv",
	.help = "comma-separated values with a header line",
	.begin = csv_begin,
	.row = csv_row,
	.end = csv_end,
};
