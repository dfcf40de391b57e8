/* Tables: opening them, and what the cells of many of them are. */
#include "analysis/table/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stacks/queuesites.h"
#include "analysis/stacks/where.h"
#include "base/utf8.h"
#include "base/xalloc.h"

int gt_report_column(const struct gt_report *r, const char *key, size_t n)
{
	for (unsigned i = 0; i < r->ncolumns; i++) {
		const char *full = r->columns[i].key;

		if (strlen(full) >= n && !memcmp(full, key, n) && (!full[n] || !strcmp(full + n, "_ns")))
			return (int)i;
	}
	return GT_NO_COLUMN;
}

int gt_report_named_column(const struct gt_report *r, const char *name, size_t n)
{
	int col = gt_report_column(r, name, n);

	for (unsigned i = 0; col == GT_NO_COLUMN && i < r->ncolumns; i++) {
		if (gt_text_is_title(r->columns[i].title, name, n))
			col = (int)i;
	}
	return col;
}

const char *gt_report_column_hint(struct gt_guess *g, const struct gt_report *r, const char *key, size_t n,
				  const char *otherwise)
{
	gt_guess_init(g, key, n);
	for (unsigned i = 0; i < r->ncolumns; i++)
		gt_guess_offer_column(g, r->columns[i].key, r->columns[i].title);
	return gt_guess_hint(g, "", otherwise);
}

int gt_report_flagged(const struct gt_report *r, enum gt_column_flag flag)
{
	for (unsigned i = 0; i < r->ncolumns; i++)
		if (r->columns[i].flags & flag)
			return (int)i;
	return GT_NO_COLUMN;
}

unsigned gt_report_order(const struct gt_report *r, struct gt_sort_key keys[GT_SORT_KEYS])
{
	unsigned n;

	for (n = 0; n < GT_SORT_KEYS && r->order[n]; n++) {
		int col = gt_report_column(r, r->order[n], strlen(r->order[n]));

		assert(col != GT_NO_COLUMN);
		keys[n] = (struct gt_sort_key){ col, r->columns[col].flags & GT_COL_DESC };
	}
	return n;
}

int gt_table_open(struct gt_table **out, const struct gt_report *r, struct gt_trace *t,
		  const struct gt_table_args *args, struct gt_error *err)
{
	static const struct gt_table_args all = { .to = INT64_MAX };
	struct gt_table_args a = args ? *args : all;
	struct gt_table *table;
	int rc = 0;

	assert(r->ops.size >= sizeof *table);
	if (!a.limited) {
		a.from = INT64_MIN;
		a.to = INT64_MAX;
	}
	a.until = gt_trace_until(t, a.to);
	table = gt_xcalloc(1, r->ops.size);
	table->report = r;
	table->trace = t;
	if (r->ops.open)
		rc = r->ops.open(table, &a, err);
	else
		table->rows = *(const uint64_t *)((const char *)gt_trace_info(t) + r->ops.rows);
	if (rc)
		gt_table_close(table);
	else
		*out = table;
	return rc;
}

struct gt_table *gt_table_twin(struct gt_table *of)
{
	struct gt_table *t;

	if (!of->report->ops.twin)
		return NULL;
	t = gt_xcalloc(1, of->report->ops.size);
	t->report = of->report;
	t->trace = of->trace;
	t->rows = of->rows;
	if (!of->report->ops.twin(t, of))
		return t;
	gt_table_close(t);
	return NULL;
}

void gt_table_close(struct gt_table *t)
{
	if (!t)
		return;
	if (t->report->ops.close)
		t->report->ops.close(t);
	gt_buf_release(&t->text);
	gt_textcache_release(&t->wheres);
	free(t);
}

static const void *row_of_array(const struct gt_table *t, uint64_t row)
{
	const char *rows;

	memcpy(&rows, (const char *)t + t->report->ops.array, sizeof rows);
	return rows + row * t->report->ops.step;
}

void gt_table_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	const struct gt_column *c = &t->report->columns[col];
	const void *row_at;

	assert(col < t->report->ncolumns);
	out->kind = c->kind;
	out->null = true;
	out->absent = c->flags & GT_COL_TOP ? "no stack recorded" : NULL;
	out->n = 0;
	out->u = 0;
	if (!t->loaded || t->row != row) {
		t->at = t->report->ops.row ? t->report->ops.row(t, row) : row_of_array(t, row);
		t->row = row;
		t->loaded = true;
	}
	t->column = c;
	row_at = t->at;
	t->at = row_at && c->of ? c->of(t) : row_at;
	if (t->text.len)
		gt_buf_reset(&t->text);
	if (t->at && c->cell)
		c->cell(t, out);
	else if (t->at)
		c->text(t, &t->text);
	if (!c->cell && t->text.len)
		gt_cell_s(out, t->text.data, t->text.len);
	t->at = row_at;
}

bool gt_table_has_beyond(const struct gt_table *t)
{
	return t->trace && gt_trace_beyond(t->trace, GT_NO_TIME) &&
	       gt_report_flagged(t->report, GT_COL_BEGIN) != GT_NO_COLUMN;
}

bool gt_table_beyond(struct gt_table *t, uint64_t row)
{
	const struct gt_report *r = t->report;
	struct gt_cell c;

	if (!gt_table_has_beyond(t))
		return false;
	gt_table_cell(t, row, (unsigned)gt_report_flagged(r, r->sums ? GT_COL_BEGIN : GT_COL_END), &c);
	if (r->sums)
		return !c.null && gt_trace_beyond(t->trace, c.i);
	return gt_trace_beyond(t->trace, c.null ? GT_NO_TIME : c.i);
}

void gt_cell_string(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	c->null = row == 0;
	c->s = row ? gt_trace_string(t, row, &c->n) : "";
}

void gt_cell_func(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->absent = GT_NO_NAME;
}

void gt_cell_reason(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->absent = GT_NO_REASON;
}

void gt_cell_name(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	gt_cell_string(c, t, row);
	c->null = false;
}

void gt_item_u(struct gt_item *item, const char *key, uint64_t v)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_COUNT } };
	gt_cell_u(&item->value, v);
}

void gt_item_ns(struct gt_item *item, const char *key, int64_t v)
{
	*item = (struct gt_item){ .key = key, .nkey = strlen(key), .value = { .kind = GT_KIND_DUR } };
	gt_cell_i(&item->value, v);
}

void gt_cell_event_type(struct gt_cell *c, const struct gt_trace *t, unsigned type)
{
	gt_cell_word(c, type ? gt_event_type_name(t, type) : NULL);
}

void gt_cell_where(struct gt_cell *c, struct gt_table *t, uint32_t stack)
{
	if (!gt_textcache_get(&t->wheres, stack, &t->text)) {
		if (!gt_where_text(&t->text, t->trace, stack))
			return;
		gt_textcache_put(&t->wheres, stack, t->text.data, t->text.len);
	}
	gt_cell_s(c, t->text.data, t->text.len);
}

void gt_cell_queue(struct gt_cell *c, struct gt_table *t, const struct gt_queue_site *site)
{
	if (!site)
		return;
	gt_queue_site_text(&t->text, t->trace, site);
	gt_cell_s(c, t->text.data, t->text.len);
}

void gt_cell_one_of_wheres(struct gt_cell *c, struct gt_table *t, const struct gt_wheres *w, uint32_t stack)
{
	if (!w->n) {
		gt_cell_where(c, t, stack);
		return;
	}
	if (gt_wheres_text(&t->text, w, t->row, stack))
		gt_cell_s(c, t->text.data, t->text.len);
}

void gt_cell_leaf(struct gt_cell *c, struct gt_table *t, uint32_t stack)
{
	if (gt_stack_leaf(&t->text, t->trace, stack))
		gt_cell_s(c, t->text.data, t->text.len);
}

void gt_cell_goroutine(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(t, row, &g))
		gt_cell_u(c, g.id);
}

void gt_cell_life(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(t, row, &g))
		gt_cell_u(c, gt_goroutine_which_life(t, row) + 1);
}

void gt_cell_g_func(struct gt_cell *c, const struct gt_trace *t, uint32_t row)
{
	struct gt_goroutine g;

	if (gt_goroutine_get(t, row, &g))
		gt_cell_func(c, t, g.func);
}

void gt_cell_proc(struct gt_cell *c, const struct gt_trace *t, uint32_t proc_row)
{
	struct gt_proc p;

	if (gt_proc_get(t, proc_row, &p))
		gt_cell_u(c, p.id);
}

/* ---- members of a row's struct ---- */

static const void *member(const struct gt_table *t, size_t size)
{
	assert(t->column->arg == size);
	(void)size;
	return (const char *)t->at + t->column->at;
}

static uint32_t member_u32(const struct gt_table *t)
{
	return *(const uint32_t *)member(t, sizeof(uint32_t));
}

void gt_cell_field(struct gt_table *t, struct gt_cell *out)
{
	switch (t->column->kind) {
	case GT_KIND_COUNT:
	case GT_KIND_ID:
	case GT_KIND_BYTES:
		gt_cell_u(out, t->column->arg == sizeof(uint32_t) ? member_u32(t)
								  : *(const uint64_t *)member(t, sizeof(uint64_t)));
		break;
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: gt_cell_i(out, *(const int64_t *)member(t, sizeof(int64_t))); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: gt_cell_r(out, *(const double *)member(t, sizeof(double))); break;
	case GT_KIND_BOOL: gt_cell_b(out, *(const bool *)member(t, sizeof(bool))); break;
	case GT_KIND_STRING: gt_cell_string(out, t->trace, member_u32(t)); break;
	case GT_KIND_STACK: gt_cell_stack(out, member_u32(t)); break;
	case GT_KIND_LIST:
	case GT_KIND_MAP: break;
	}
}

void gt_cell_span(struct gt_table *t, struct gt_cell *out)
{
	const char *row = t->at;
	int64_t t0 = *(const int64_t *)(row + t->column->at), t1 = *(const int64_t *)(row + t->column->arg);

	gt_cell_i(out, t0 == GT_NO_TIME || t1 == GT_NO_TIME ? GT_NO_TIME : t1 - t0);
}

void gt_cell_field_name(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_name(out, t->trace, member_u32(t));
}

void gt_cell_field_func(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_func(out, t->trace, member_u32(t));
}

void gt_cell_field_g(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_goroutine(out, t->trace, member_u32(t));
}

void gt_cell_field_life(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_life(out, t->trace, member_u32(t));
}

void gt_cell_field_g_func(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_g_func(out, t->trace, member_u32(t));
}

void gt_cell_field_p(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_proc(out, t->trace, member_u32(t));
}

void gt_cell_field_where(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_where(out, t, member_u32(t));
}

void gt_cell_field_leaf(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_leaf(out, t, member_u32(t));
}

void gt_cell_field_event_type(struct gt_table *t, struct gt_cell *out)
{
	gt_cell_event_type(out, t->trace, *(const uint8_t *)member(t, sizeof(uint8_t)));
}
