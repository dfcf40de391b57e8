/* What there is to name: --report=list, --columns=list and other lists of words, in every format. */
#include "format/names.h"

#include <string.h>

#include "analysis/profiles/profile.h"
#include "analysis/reports/registry.h"
#include "format/csv.h"
#include "format/jsonw.h"

/* A field of a row: text, or where that is NULL nothing. */
struct field {
	const char *key, *text;
	bool literal;         /* true or false: JSON has no quotes around it */
};

struct names {
	struct gt_buf *out;
	const struct gt_export_ops *format;
	bool begun;
};

static void names_json(struct gt_buf *out, const struct field *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		gt_buf_putc(out, i ? ',' : '{');
		gt_json_text(out, f[i].key, strlen(f[i].key));
		gt_buf_putc(out, ':');
		if (!f[i].text || f[i].literal)
			gt_buf_puts(out, f[i].text ? f[i].text : "null");
		else
			gt_json_text(out, f[i].text, strlen(f[i].text));
	}
	gt_buf_putc(out, '}');
}

static void names_csv(struct gt_buf *out, const struct field *f, size_t n, bool head)
{
	for (size_t i = 0; i < n; i++) {
		const char *s = head ? f[i].key : f[i].text ? f[i].text : "";

		if (i)
			gt_buf_putc(out, ',');
		gt_csv_field(out, s, strlen(s), true);
	}
	gt_buf_puts(out, GT_CSV_END);
}

/* A row in one of the formats for programs. */
static void names_row(struct names *l, const struct field *f, size_t n)
{
	if (l->format == &gt_export_csv) {
		if (!l->begun)
			names_csv(l->out, f, n, true);
		names_csv(l->out, f, n, false);
	} else {
		if (l->format == &gt_export_json)
			gt_buf_puts(l->out, l->begun ? ",\n" : "\n");
		names_json(l->out, f, n);
		if (l->format == &gt_export_ndjson)
			gt_buf_putc(l->out, '\n');
	}
	l->begun = true;
}

static void names_end(struct names *l)
{
	if (l->format == &gt_export_json)
		gt_buf_puts(l->out, "\n]}\n");
}

/* of: a report; NULL: the list is of none. */
static struct names names_begin(struct gt_buf *out, const struct gt_export_ops *format, const char *list,
				const struct gt_report *of)
{
	if (format == &gt_export_json) {
		gt_buf_printf(out, "{\"schema\":%d,\"list\":\"%s\",", GT_SCHEMA, list);
		if (of)
			gt_buf_printf(out, "\"report\":\"%s\",", of->name);
		gt_buf_puts(out, "\"rows\":[");
	}
	return (struct names){ out, format, false };
}

/* A word, and what it stands for. */
static void names_word(struct names *l, const char *name, const char *key, const char *help)
{
	const struct field row[] = { { "name", name, false }, { key, help, false } };

	if (l->format == &gt_export_text)
		gt_buf_printf(l->out, "%-14s %s\n", name, help);
	else
		names_row(l, row, GT_COUNT(row));
}

void gt_names_reports(struct gt_buf *out, const struct gt_export_ops *format)
{
	struct names l = names_begin(out, format, "reports", NULL);
	const struct gt_report *r;

	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++)
		names_word(&l, r->name, "purpose", r->row);
	names_end(&l);
}

void gt_names_groups(struct gt_buf *out, const struct gt_report *r, const struct gt_export_ops *format)
{
	struct names l = names_begin(out, format, "groups", r);

	for (const struct gt_group_word *w = r->groups; w->word; w++)
		names_word(&l, w->word, "help", w->help);
	names_end(&l);
}

void gt_names_formats(struct gt_buf *out, const struct gt_export_ops *format)
{
	struct names l = names_begin(out, format, "formats", NULL);
	const struct gt_export_ops *ops;

	for (unsigned i = 0; (ops = gt_export_at(i)) != NULL; i++)
		names_word(&l, ops->name, "help", ops->help);
	names_end(&l);
}

void gt_names_profiles(struct gt_buf *out, const struct gt_export_ops *format)
{
	struct names l = names_begin(out, format, "profiles", NULL);

	for (int i = 0; i < GT_PROFILES; i++)
		names_word(&l, gt_profile_name((enum gt_profile_kind)i), "help",
			   gt_profile_report((enum gt_profile_kind)i)->row);
	names_end(&l);
}

/* What JSON and CSV have in cells of a kind. */
static const char *kind_word(enum gt_kind kind)
{
	switch (kind) {
	case GT_KIND_COUNT: return "count";
	case GT_KIND_REAL: return "real";
	case GT_KIND_SHARE: return "share";
	case GT_KIND_ID: return "id";
	case GT_KIND_BYTES: return "bytes";
	case GT_KIND_INT: return "int";
	case GT_KIND_DUR: return "duration";
	case GT_KIND_TIME: return "time";
	case GT_KIND_BOOL: return "bool";
	case GT_KIND_STRING: return "string";
	case GT_KIND_STACK: return "stack";
	case GT_KIND_LIST: return "list";
	case GT_KIND_MAP: return "map";
	}
	return NULL;
}

/* Items of lists and maps that have a unit say so in the column's key. */
static const char *kind_unit(const struct gt_column *c)
{
	size_t n = strlen(c->key);

	if (c->kind == GT_KIND_BYTES)
		return "bytes";
	if (c->kind == GT_KIND_DUR || c->kind == GT_KIND_TIME || (n > 3 && !strcmp(c->key + n - 3, "_ns")))
		return "ns";
	return NULL;
}

void gt_names_columns(struct gt_buf *out, const struct gt_report *r, const struct gt_export_ops *format)
{
	struct names l = names_begin(out, format, "columns", r);

	for (unsigned i = 0; i < r->ncolumns; i++) {
		const struct gt_column *c = &r->columns[i];
		bool asked = c->flags & GT_COL_ASKED;
		const struct field row[] = {
			{ "name", c->key, false },          { "kind", kind_word(c->kind), false },
			{ "unit", kind_unit(c), false },    { "title", c->title, false },
			{ "shown", asked ? "false" : "true", true }, { "help", c->help, false },
		};

		if (format == &gt_export_text)
			gt_buf_printf(out, "%-20s %s%s\n", c->key, c->help, asked ? " (only with --columns)" : "");
		else
			names_row(&l, row, GT_COUNT(row));
	}
	names_end(&l);
}
