/* Cells as text for people: units, names, nothing hostile. */
#include "analysis/table/celltext.h"

#include <string.h>

#include "analysis/stacks/where.h"
#include "base/human.h"
#include "base/sat.h"
#include "base/say.h"
#include "base/utf8.h"

static void text_items(struct gt_buf *out, const struct gt_table *t, const struct gt_cell *c)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct gt_item *item = &c->items[i];

		if (i)
			gt_buf_puts(out, c->kind == GT_KIND_LIST ? " -> " : ", ");
		if (c->kind == GT_KIND_MAP) {
			if (item->nkey)
				gt_text_escape(out, item->key, item->nkey);
			else
				gt_buf_puts(out, GT_NO_REASON);
			gt_buf_putc(out, ' ');
		}
		gt_cell_text(out, t, &item->value);
	}
}

#define ALIKE 0.01            /* of an eighth: parts differ by a nanosecond where they do not divide the range */

/* n numbers as a line of eighths, at most `width` columns: neighbours are added up.  The highest column is full. */
static void spark_text(struct gt_buf *out, const int64_t *v, size_t n, size_t width)
{
	static const char eighths[9][4] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	size_t per = width && n > width ? (n + width - 1) / width : 1;
	int64_t max = 0;

	for (size_t pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < n; i += per) {
			int64_t sum = 0;

			for (size_t k = i; k < n && k < i + per; k++)
				gt_sat_grow(&sum, v[k]);
			if (pass == 0)
				max = sum > max ? sum : max;
			else if (sum > 0)
				gt_buf_puts(out, eighths[1 + (int)((double)sum / (double)max * 7.0 + ALIKE)]);
			else
				gt_buf_puts(out, eighths[0]);
		}
	}
}

/* As many columns as the column is wide. */
static void text_spark(struct gt_buf *out, const struct gt_column *col, const struct gt_cell *c)
{
	int64_t v[GT_SPARK_MOST];
	size_t n = c->n < GT_SPARK_MOST ? c->n : GT_SPARK_MOST;

	for (size_t i = 0; i < n; i++) {
		const struct gt_cell *value = &c->items[i].value;

		/* Only how they compare to each other counts. */
		v[i] = value->null ? 0 : !gt_kind_is_real(value->kind) ? value->i :
		       (int64_t)(value->r < 1e9 ? value->r * 1e6 : 1e15);
	}
	spark_text(out, v, n, col->width);
}

void gt_table_text(struct gt_buf *out, struct gt_table *t, uint64_t row, unsigned col)
{
	struct gt_cell c;

	gt_table_cell(t, row, col, &c);
	if (c.null && c.absent)
		gt_buf_puts(out, c.absent);
	if (!c.null && t->report->columns[col].flags & GT_COL_SPARK)
		text_spark(out, &t->report->columns[col], &c);
	else
		gt_cell_text(out, t, &c);
}

void gt_cell_text(struct gt_buf *out, const struct gt_table *t, const struct gt_cell *c)
{
	struct gt_buf top = { 0 };

	if (c->null)
		return;
	switch (c->kind) {
	case GT_KIND_COUNT:
		gt_human_count(out, c->u);
		break;
	case GT_KIND_ID:
		if (c->u == GT_P_OUTSIDE)
			gt_buf_i64(out, -1);
		else
			gt_buf_u64(out, c->u);
		break;
	case GT_KIND_BYTES:
		gt_human_bytes(out, c->u);
		break;
	case GT_KIND_INT:
		if (c->i < 0)
			gt_buf_putc(out, '-');
		gt_human_count(out, c->i < 0 ? 0 - (uint64_t)c->i : (uint64_t)c->i);
		break;
	case GT_KIND_REAL:
		if (c->r < 0)
			gt_buf_putc(out, '-');
		gt_human_real(out, c->r < 0 ? -c->r : c->r);
		break;
	case GT_KIND_SHARE:
		gt_human_share(out, c->r);
		break;
	case GT_KIND_DUR:
		gt_human_dur(out, c->i);
		break;
	case GT_KIND_TIME:
		gt_human_time(out, c->i);
		break;
	case GT_KIND_BOOL:
		gt_buf_puts(out, c->b ? "yes" : "no");
		break;
	case GT_KIND_STRING:
		gt_text_escape(out, c->s, c->n);
		break;
	case GT_KIND_STACK:
		if (gt_where_text(&top, t->trace, c->stack))
			gt_text_escape(out, top.data, top.len);
		gt_buf_release(&top);
		break;
	case GT_KIND_LIST:
	case GT_KIND_MAP:
		text_items(out, t, c);
		break;
	}
}

bool gt_horizon_text(struct gt_buf *out, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	if (!gt_trace_beyond(t, GT_NO_TIME))
		return false;
	gt_buf_puts(out, "whole up to ");
	gt_human_time(out, info->horizon);
	gt_buf_puts(out, " of ");
	gt_human_time(out, info->duration);
	return true;
}

void gt_lost_text(struct gt_buf *out, const char *before, const char *after, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);
	const char *between = "lost: ";

	if (!info->lost_ns && !info->lost_bytes && !info->lost_events)
		return;
	gt_buf_puts(out, before);
	if (info->lost_ns) {
		gt_say(out, "{}{}", gt_as_text(between), gt_as_dur(info->lost_ns));
		between = ", ";
	}
	if (info->lost_bytes) {
		gt_say(out, "{}{} of {} bytes", gt_as_text(between), gt_as_count(info->lost_bytes),
		       gt_as_count(info->bytes));
		between = ", ";
	}
	if (info->lost_events)
		gt_say(out, "{}{}", gt_as_text(between), gt_as_many(info->lost_events, "event"));
	gt_buf_puts(out, after);
}

bool gt_unknown_ids_text(struct gt_buf *out, const struct gt_trace *t)
{
	const struct gt_trace_info *info = gt_trace_info(t);

	if (info->no_stack)
		gt_say(out, "not in the trace: stacks of {}", gt_as_many(info->no_stack, "event"));
	if (info->no_string)
		gt_say(out, "{}{} (shown as numbers)", gt_as_text(info->no_stack ? ", " : "not in the trace: "),
		       gt_as_many(info->no_string, "name"));
	return info->no_stack || info->no_string;
}

void gt_beyond_legend(struct gt_buf *out, const struct gt_trace *t)
{
	gt_buf_puts(out, "* ends after ");
	gt_human_time(out, gt_trace_info(t)->horizon);
	gt_buf_puts(out, ", where parts of the damaged trace are missing: it may be wrong\n");
}
