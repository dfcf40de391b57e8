/* JSON and NDJSON: columns by their keys, numbers as numbers, stacks as arrays of frames. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/goroutines/owner.h"
#include "base/textcache.h"
#include "base/xalloc.h"
#include "format/json.h"
#include "format/jsonw.h"

struct json {
	struct gt_jsonw w;            /* of the document around the rows */
	struct gt_buf before;         /* what stands before each cell of a row, one after the other: "," and its key */
	size_t *ends;                 /* where each ends in `before` */
	bool any;                     /* JSON: a row was there */
	bool has_beyond;
};

/* ---- cells ---- */

static void put_string_row(struct gt_buf *out, const struct gt_trace *t, uint32_t row)
{
	size_t n;
	const char *s = gt_trace_string(t, row, &n);

	gt_json_text(out, s, n);
}

static void put_frames(struct gt_buf *out, const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	gt_buf_putc(out, '[');
	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		gt_buf_puts(out, i ? ",{\"func\":" : "{\"func\":");
		put_string_row(out, t, f.func);
		gt_buf_puts(out, ",\"file\":");
		put_string_row(out, t, f.file);
		gt_buf_puts(out, ",\"line\":");
		gt_buf_u64(out, f.line);
		gt_buf_puts(out, ",\"pc\":");
		gt_buf_u64(out, f.pc);
		gt_buf_putc(out, '}');
	}
	gt_buf_putc(out, ']');
}

static void json_put_stack(struct gt_export *e, uint32_t stack)
{
	struct gt_textcache *stacks = &e->scratch.stacks;
	size_t from = e->out->len;

	if (gt_textcache_get(stacks, stack, e->out))
		return;
	put_frames(e->out, e->table->trace, stack);
	gt_textcache_put(stacks, stack, e->out->data + from, e->out->len - from);
}

static void json_put_items(struct gt_export *e, const struct gt_cell *c)
{
	bool map = c->kind == GT_KIND_MAP;

	gt_buf_putc(e->out, map ? '{' : '[');
	for (size_t i = 0; i < c->n; i++) {
		if (i)
			gt_buf_putc(e->out, ',');
		if (map) {
			gt_json_text(e->out, c->items[i].key, c->items[i].nkey);
			gt_buf_putc(e->out, ':');
		}
		gt_json_cell(e, &c->items[i].value);
	}
	gt_buf_putc(e->out, map ? '}' : ']');
}

void gt_json_cell(struct gt_export *e, const struct gt_cell *c)
{
	struct gt_buf *out = e->out;

	if (c->null) {
		gt_buf_puts(out, "null");
		return;
	}
	switch (c->kind) {
	case GT_KIND_COUNT:
	case GT_KIND_BYTES: gt_buf_u64(out, c->u); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: gt_buf_printf(out, "%.9g", c->r); break;
	case GT_KIND_ID:
		if (c->u == GT_P_OUTSIDE)
			gt_buf_puts(out, "-1");
		else
			gt_buf_u64(out, c->u);
		break;
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: gt_buf_i64(out, c->i); break;
	case GT_KIND_BOOL: gt_buf_puts(out, c->b ? "true" : "false"); break;
	case GT_KIND_STRING: gt_json_text(out, c->s, c->n); break;
	case GT_KIND_STACK: json_put_stack(e, c->stack); break;
	case GT_KIND_LIST:
	case GT_KIND_MAP: json_put_items(e, c); break;
	}
}

/* ---- rows ---- */

static void json_put_row(struct gt_export *e, uint64_t row)
{
	const struct json *j = e->state;
	struct gt_buf *out = e->out;
	size_t at = 0;

	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_cell c;

		assert(at < j->ends[i]);
		gt_buf_add(out, j->before.data + at, j->ends[i] - at);
		at = j->ends[i];
		gt_table_cell(e->table, row, e->columns[i], &c);
		gt_json_cell(e, &c);
	}
	if (j->has_beyond)
		gt_buf_puts(out, gt_table_beyond(e->table, row) ? ",\"beyond\":true" : ",\"beyond\":false");
	gt_buf_putc(out, '}');
}

static struct json *open_state(struct gt_export *e)
{
	struct json *j = gt_xcalloc(1, sizeof *j);
	struct gt_buf *before = &j->before;

	j->ends = gt_xcalloc(e->ncolumns + 1, sizeof *j->ends);
	gt_buf_putc(before, '{');
	/* With one trace, too: who reads the rows need not know how many there were. */
	if (e->file && e->ops == &gt_export_ndjson) {
		gt_buf_puts(before, "\"file\":");
		gt_json_text(before, e->file, strlen(e->file));
		gt_buf_putc(before, ',');
	}
	for (unsigned i = 0; i < e->ncolumns; i++) {
		const char *key = e->table->report->columns[e->columns[i]].key;

		if (i)
			gt_buf_putc(before, ',');
		gt_json_text(before, key, strlen(key));
		gt_buf_putc(before, ':');
		j->ends[i] = before->len;
	}
	j->has_beyond = gt_table_has_beyond(e->table);
	gt_jsonw_init(&j->w, e->out);
	e->state = j;
	return j;
}

static void close_state(struct gt_export *e)
{
	struct json *j = e->state;

	gt_jsonw_done(&j->w);
	gt_buf_release(&j->before);
	free(j->ends);
	free(j);
	e->state = NULL;
}

/* ---- one document ---- */

static void json_put_text(struct gt_jsonw *w, const char *key, const char *s)
{
	gt_json_keys(w, key);
	gt_json_string(w, s, strlen(s));
}

static void json_put_number(struct gt_jsonw *w, const char *key, uint64_t v)
{
	gt_json_keys(w, key);
	gt_json_u64(w, v);
}

static void json_put_damage(struct gt_jsonw *w, const struct gt_trace_info *info)
{
	const struct gt_error *damage = &info->damage;

	gt_json_keys(w, "complete");
	gt_json_bool(w, info->complete);
	gt_json_keys(w, "damage");
	if (info->complete) {
		gt_json_null(w);
		return;
	}
	gt_json_object(w);
	json_put_text(w, "kind", gt_err_name(damage->code));
	gt_json_keys(w, "offset");
	if (damage->offset == GT_NO_OFFSET)
		gt_json_null(w);
	else
		gt_json_u64(w, damage->offset);
	gt_json_keys(w, "horizon_ns");
	gt_json_i64(w, info->horizon);
	gt_json_keys(w, "lost_ns");
	gt_json_i64(w, info->lost_ns);
	json_put_number(w, "lost_bytes", info->lost_bytes);
	json_put_number(w, "lost_events", info->lost_events);
	json_put_text(w, "message", damage->text);
	gt_json_close(w);
}

static void put_facts(struct gt_jsonw *w, const struct gt_trace_info *info)
{
	json_put_text(w, "file", info->file);
	json_put_number(w, "bytes", info->bytes);
	json_put_text(w, "format", info->header.format == GT_FORMAT_V1 ? "v1" : "v2");
	json_put_text(w, "version", info->version);
	json_put_number(w, "events", info->events);
	gt_json_keys(w, "first_ts");
	gt_json_i64(w, info->first_ts);
	gt_json_keys(w, "duration_ns");
	gt_json_i64(w, info->duration);
	gt_json_keys(w, "gomaxprocs");
	if (info->gomaxprocs)
		gt_json_u64(w, info->gomaxprocs);
	else
		gt_json_null(w);
	json_put_number(w, "goroutines", info->goroutine_ids);
	json_put_damage(w, info);
}

/* Of several traces what is said of all of them. */
static void put_trace(struct gt_export *e)
{
	struct gt_jsonw *w = &((struct json *)e->state)->w;
	struct gt_table *table = e->table;
	const struct gt_item *items;
	size_t n;

	gt_json_keys(w, "trace");
	gt_json_object(w);
	if (!gt_trace_is_none(table->trace))
		put_facts(w, gt_trace_info(table->trace));
	if (table->report->by_owner)
		json_put_number(w, "unnamed_goroutines", gt_unnamed_count(table->trace));
	n = table->report->ops.totals ? table->report->ops.totals(table, &items) : 0;
	for (size_t i = 0; i < n; i++) {
		gt_json_key(w, items[i].key, items[i].nkey);
		gt_json_raw_value(w);
		gt_json_cell(e, &items[i].value);
	}
	gt_json_close(w);
}

static void json_begin(struct gt_export *e)
{
	struct json *j = open_state(e);

	gt_json_object(&j->w);
	json_put_number(&j->w, "schema", GT_SCHEMA);
	json_put_text(&j->w, "report", e->table->report->name);
	put_trace(e);
	gt_json_keys(&j->w, "rows");
	gt_json_array(&j->w);
}

static void json_row(struct gt_export *e, uint64_t row)
{
	struct json *j = e->state;

	if (j->any) {
		gt_buf_puts(e->out, ",\n");
	} else {
		j->w.out = e->out;
		gt_json_newline(&j->w);
		gt_json_raw_value(&j->w);
		j->any = true;
	}
	json_put_row(e, row);
}

static void json_end(struct gt_export *e)
{
	struct json *j = e->state;

	j->w.out = e->out;
	gt_json_close(&j->w);
	gt_json_close(&j->w);
	gt_buf_putc(e->out, '\n');
	close_state(e);
}

const struct gt_export_ops gt_export_json = {
	.name = "json",
	.help = "one JSON document with the trace's facts and all rows",
	.begin = json_begin,
	.row = json_row,
	.end = json_end,
};

/* ---- a row per line ---- */

static void ndjson_begin(struct gt_export *e)
{
	open_state(e);
}

static void ndjson_row(struct gt_export *e, uint64_t row)
{
	json_put_row(e, row);
	gt_buf_putc(e->out, '\n');
}

static void ndjson_end(struct gt_export *e)
{
	close_state(e);
}

const struct gt_export_ops gt_export_ndjson = {
	.name = "ndjson",
	.help = "a JSON object per row and line",
	.begin = ndjson_begin,
	.row = ndjson_row,
	.end = ndjson_end,
};
