/* Rows as notes on lines of source files: for editors ("file:line: text"), and for GitHub's log of a workflow. */
#include <inttypes.h>
#include <string.h>

#include "analysis/compare/comparereport.h"
#include "analysis/stacks/where.h"
#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "base/pathmap.h"
#include "base/say.h"
#include "base/utf8.h"
#include "format/export.h"

/* Stacks that say where a row is, the most telling first. */
static const char *const stack_keys[] = {
	"last_stack", "worst_stack", "end_stack", "stack", "start_stack", "waker_stack", "create_stack",
};

static int stack_column(const struct gt_report *r, size_t i)
{
	int col = gt_report_column(r, stack_keys[i], strlen(stack_keys[i]));

	return col != GT_NO_COLUMN && r->columns[col].kind == GT_KIND_STACK ? col : GT_NO_COLUMN;
}

bool gt_export_has_places(const struct gt_report *r)
{
	bool any = r->ops.place != NULL;

	for (size_t i = 0; i < GT_COUNT(stack_keys) && !any; i++)
		any = stack_column(r, i) != GT_NO_COLUMN;
	return any;
}

/* ---- where ---- */

/* Asks for all stacks of each row, so that a twin of the table may be asked for any of them. */
static struct gt_source_place place_by_stacks(struct gt_table *t, uint64_t row)
{
	struct gt_source_place p = { .trace = t->trace };

	for (size_t i = 0; i < GT_COUNT(stack_keys); i++) {
		int col = stack_column(t->report, i);
		struct gt_cell c;

		if (col == GT_NO_COLUMN)
			continue;
		gt_table_cell(t, row, (unsigned)col, &c);
		if (!p.stack && !c.null)
			p.stack = c.stack;
	}
	p.frame = p.stack ? gt_where_frame(t->trace, p.stack) : 0;
	return p;
}

/* The name of the file as it is here, and escaped; false: the row has no line in a file. */
static bool places_find(struct gt_export *e, uint64_t row, struct gt_buf *file, uint64_t *line)
{
	const struct gt_table_ops *ops = &e->table->report->ops;
	struct gt_source_place p = ops->place ? ops->place(e->table, row) : place_by_stacks(e->table, row);
	struct gt_buf name = { 0 };
	const char *best = NULL, *s;
	size_t n, from = 0;
	struct gt_frame f;

	if (!p.stack || !gt_stack_frame(p.trace, p.stack, p.frame, &f) || !f.line)
		return false;
	s = gt_trace_string(p.trace, f.file, &n);
	if (!n)
		return false;
	*line = f.line;
	gt_buf_add(&name, s, n);
	for (const char *const *m = e->map_paths; m && *m; m++) {
		n = gt_pathmap_fits(*m, gt_buf_str(&name));
		if (n && n >= from) {
			best = *m;
			from = n;
		}
	}
	if (best)
		gt_text_escape(file, best + from + 1, strlen(best + from + 1));
	/* A file of OLD= alone is relative to where one is, as is what go build -trimpath has in the main package. */
	if (from && !file->len && name.data[from] == '/')
		from++;
	else if (!from && name.len > 2 && !memcmp(name.data, "./", 2))
		from = 2;
	gt_text_escape(file, name.data + from, name.len - from);
	gt_buf_release(&name);
	return true;
}

/* ---- what ---- */

static void put_column_text(struct gt_buf *out, struct gt_table *t, uint64_t row, const char *key)
{
	gt_table_text(out, t, row, (unsigned)gt_report_column(t->report, key, strlen(key)));
}

static void put_finding(struct gt_buf *out, struct gt_export *e, uint64_t row)
{
	static const char *const keys[] = { "severity", "kind", "finding" };

	for (size_t i = 0; i < GT_COUNT(keys); i++) {
		gt_buf_puts(out, i ? ": " : "");
		put_column_text(out, e->table, row, keys[i]);
	}
}

/* "worse +120%: waits: main.f (length 1ms -> 2.2ms)" */
static void put_compared(struct gt_buf *out, const struct gt_export *e, uint64_t row)
{
	const struct gt_difference *d = &gt_comparison_of(e->table)->d[row];

	gt_buf_printf(out, "%s ", gt_cmp_verdict_name(d->verdict));
	gt_cmp_change_text(out, d);
	gt_say(out, ": {}: ", gt_as_text(gt_cmp_kinds[d->kind].what));
	gt_text_escape(out, d->text, d->ntext);
	gt_say(out, " ({} {} -> {})", gt_as_text(gt_cmp_aspect_name(d->aspect)), gt_as_cmp_value(d, d->a),
	       gt_as_cmp_value(d, d->b));
}

/* "Duration 24.4ms, Start 0.345s, P 2": the columns that have something to say. */
static void places_put_cells(struct gt_buf *out, struct gt_export *e, uint64_t row)
{
	size_t from = out->len;

	for (unsigned i = 0; i < e->ncolumns; i++) {
		struct gt_buf *cell = &e->scratch.text;

		gt_buf_reset(cell);
		gt_table_text(cell, e->table, row, e->columns[i]);
		if (cell->len)
			gt_buf_printf(out, "%s%s %s", out->len > from ? ", " : "",
				      e->table->report->columns[e->columns[i]].title, gt_buf_str(cell));
	}
}

static void put_what(struct gt_buf *out, struct gt_export *e, uint64_t row)
{
	const struct gt_report *r = e->table->report;

	if (r == &gt_report_findings && !e->named)
		put_finding(out, e, row);
	else if (r == &gt_report_compare && !e->named)
		put_compared(out, e, row);
	else
		places_put_cells(out, e, row);
	if (e->several) {
		gt_buf_puts(out, " [");
		gt_text_escape(out, e->file, strlen(e->file));
		gt_buf_putc(out, ']');
	}
}

/* What is as before, or cannot be told from chance, is no note, unless a filter asks for it. */
static bool is_noted(const struct gt_export *e, uint64_t row)
{
	return e->table->report != &gt_report_compare || !e->head ||
	       gt_comparison_of(e->table)->d[row].verdict <= GT_CMP_CHANGED;
}

/* ---- the formats ---- */

static void places_nothing(struct gt_export *e)
{
	(void)e;
}

static void quickfix_row(struct gt_export *e, uint64_t row)
{
	struct gt_buf file = { 0 };
	uint64_t line;

	if (is_noted(e, row) && places_find(e, row, &file, &line)) {
		gt_buf_printf(e->out, "%s:%" PRIu64 ": ", gt_buf_str(&file), line);
		put_what(e->out, e, row);
		gt_buf_putc(e->out, '\n');
	}
	gt_buf_release(&file);
}

/* As GitHub takes it apart: a percent sign and line ends in all of it, in a property also what ends that. */
static void github_escape(struct gt_buf *out, const struct gt_buf *text, bool property)
{
	for (size_t i = 0; i < text->len; i++) {
		char c = text->data[i];

		if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
			gt_buf_printf(out, "%%%02X", (unsigned)c);
		else
			gt_buf_putc(out, c);
	}
}

static void github_row(struct gt_export *e, uint64_t row)
{
	struct gt_buf file = { 0 }, text = { 0 };
	uint64_t line;

	if (is_noted(e, row) && places_find(e, row, &file, &line)) {
		put_what(&text, e, row);
		gt_buf_puts(e->out, "::warning file=");
		github_escape(e->out, &file, true);
		gt_buf_printf(e->out, ",line=%" PRIu64 "::", line);
		github_escape(e->out, &text, false);
		gt_buf_putc(e->out, '\n');
	}
	gt_buf_release(&file);
	gt_buf_release(&text);
}

const struct gt_export_ops gt_export_quickfix = {
	.name = "quickfix",
	.help = "a line for each place in the source, for editors: file:line: text",
	.people = true,
	.places = true,
	.begin = places_nothing,
	.row = quickfix_row,
	.end = places_nothing,
};

const struct gt_export_ops gt_export_github = {
	.name = "github",
	.help = "the same as warnings in the log of a GitHub workflow",
	.people = true,
	.places = true,
	.begin = places_nothing,
	.row = github_row,
	.end = places_nothing,
};
