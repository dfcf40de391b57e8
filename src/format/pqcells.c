/* Cells as values of Parquet files: numbers, UTF-8, JSON. */
#include "format/pqcells.h"

#include <string.h>

#include "base/utf8.h"
#include "format/json.h"
#include "format/jsonw.h"

enum gt_pq_kind gt_pqcells_kind(enum gt_kind kind)
{
	switch (kind) {
	case GT_KIND_ID:
	case GT_KIND_COUNT:
	case GT_KIND_BYTES:
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: return GT_PQ_INT;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: return GT_PQ_REAL;
	case GT_KIND_BOOL: return GT_PQ_BOOL;
	case GT_KIND_STRING: return GT_PQ_TEXT;
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP: break;
	}
	return GT_PQ_JSON;
}

/* Engines refuse what is not UTF-8. */
void gt_pqcells_text(struct gt_pqcells *p, const char *s, size_t n)
{
	struct gt_text_scan t = { .s = s, .n = n };
	struct gt_text_piece piece;

	if (gt_text_is_plain(s, n, '"', '"')) {
		gt_parquet_text(p->file, s, n);
		return;
	}
	gt_buf_reset(&p->text);
	while (gt_text_scan(&t, &piece))
		if (piece.kind == GT_TEXT_INVALID)
			gt_buf_puts(&p->text, "\xef\xbf\xbd");
		else
			gt_buf_add(&p->text, piece.s, piece.n);
	gt_parquet_text(p->file, gt_buf_str(&p->text), p->text.len);
}

static void pqcells_json(struct gt_pqcells *p, struct gt_export *e, const struct gt_cell *c)
{
	struct gt_buf *out = e->out;

	gt_buf_reset(&p->text);
	e->out = &p->text;
	gt_json_cell(e, c);
	e->out = out;
	gt_parquet_text(p->file, gt_buf_str(&p->text), p->text.len);
}

void gt_pqcells_put(struct gt_pqcells *p, struct gt_export *e, const struct gt_cell *c)
{
	if (c->null) {
		gt_parquet_null(p->file);
		return;
	}
	switch (c->kind) {
	case GT_KIND_ID: gt_parquet_int(p->file, c->u == GT_P_OUTSIDE ? -1 : (int64_t)c->u); break;
	case GT_KIND_COUNT:
	case GT_KIND_BYTES: gt_parquet_int(p->file, (int64_t)c->u); break;
	case GT_KIND_INT:
	case GT_KIND_DUR:
	case GT_KIND_TIME: gt_parquet_int(p->file, c->i); break;
	case GT_KIND_REAL:
	case GT_KIND_SHARE: gt_parquet_real(p->file, c->r); break;
	case GT_KIND_BOOL: gt_parquet_int(p->file, c->b); break;
	case GT_KIND_STRING: gt_pqcells_text(p, c->s, c->n); break;
	case GT_KIND_STACK:
	case GT_KIND_LIST:
	case GT_KIND_MAP: pqcells_json(p, e, c); break;
	}
}

void gt_pqcells_notes(struct gt_parquet *file, const struct gt_trace *t, unsigned schema, const char *what,
		      const char *name)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	struct gt_buf text = { 0 };

	gt_buf_u64(&text, schema);
	gt_parquet_note(file, "schema", gt_buf_str(&text));
	gt_parquet_note(file, what, name);
	if (gt_trace_is_none(t)) {
		gt_buf_release(&text);
		return;
	}
	gt_buf_reset(&text);
	gt_json_text(&text, info->file, strlen(info->file));
	gt_parquet_note(file, "file", gt_buf_str(&text));
	gt_buf_reset(&text);
	gt_buf_i64(&text, info->duration);
	gt_parquet_note(file, "duration_ns", gt_buf_str(&text));
	gt_parquet_note(file, "complete", info->complete ? "true" : "false");
	gt_buf_release(&text);
}

void gt_pqcells_release(struct gt_pqcells *p)
{
	gt_buf_release(&p->text);
}
