/* Reports as tables of SQL: their columns and the types of these. */
#include "format/sql/schema.h"

#include "analysis/reports/registry.h"

/* The first word decides how SQLite compares; the second, what the numbers are. */
static const char *const types[] = {
	[GT_KIND_COUNT] = "INTEGER", [GT_KIND_ID] = "INTEGER ID", [GT_KIND_BYTES] = "INTEGER BYTES",
	[GT_KIND_INT] = "INTEGER SIGNED", [GT_KIND_REAL] = "REAL", [GT_KIND_SHARE] = "REAL SHARE",
	[GT_KIND_DUR] = "INTEGER DURATION", [GT_KIND_TIME] = "INTEGER TIME", [GT_KIND_BOOL] = "INTEGER BOOLEAN",
	[GT_KIND_STRING] = "TEXT", [GT_KIND_STACK] = "TEXT JSON", [GT_KIND_LIST] = "TEXT JSON",
	[GT_KIND_MAP] = "TEXT JSON",
};

bool gt_sql_kind(const char *type, enum gt_kind *kind)
{
	for (enum gt_kind k = 0; type && k < GT_KIND_STACK; k++) {
		if (!strcmp(types[k], type)) {
			*kind = k;
			return true;
		}
	}
	return false;
}

const char *gt_sql_column_name(const struct gt_report *r, unsigned col)
{
	static const char *const options[GT_SQL_OPTIONS] = {
		"option1", "option2", "option3", "option4", "option5", "option6", "option7", "option8",
	};

	if (col < r->ncolumns)
		return r->columns[col].key;
	return col == gt_sql_beyond(r) ? "beyond" : options[col - gt_sql_option(r, 0)];
}

/* A comment goes on to the end of the line, so the comma stands before it. */
static void declare_column(struct gt_buf *out, const struct gt_report *r, unsigned col, const char *help)
{
	bool reports = col < r->ncolumns;
	const char *type = reports ? types[r->columns[col].kind]
				   : types[col == gt_sql_beyond(r) ? GT_KIND_BOOL : GT_KIND_STRING];
	bool hidden = !reports || r->columns[col].flags & GT_COL_ASKED;

	gt_buf_printf(out, "\n\t\"%s\" %s%s%s", gt_sql_column_name(r, col), type, hidden ? " HIDDEN" : "",
		      col == gt_sql_beyond(r) ? "" : ",");
	if (help)
		gt_buf_printf(out, " -- %s", help);
}

void gt_sql_declare(struct gt_buf *out, const struct gt_report *r, bool help)
{
	gt_buf_printf(out, "CREATE TABLE \"%s\" (", r->name);
	if (help)
		gt_buf_printf(out, " -- %s", r->row);
	for (unsigned i = 0; i < GT_SQL_OPTIONS; i++)
		declare_column(out, r, gt_sql_option(r, i),
			       help && i == 0 ? "an option, as in states('goroutine=1', 'from=1s')" : NULL);
	for (unsigned i = 0; i < r->ncolumns; i++)
		declare_column(out, r, i, help ? r->columns[i].help : NULL);
	declare_column(out, r, gt_sql_beyond(r), help ? "of a damaged trace: the row is beyond its horizon" : NULL);
	gt_buf_puts(out, "\n)");
}

int gt_sql_schema(struct gt_buf *out, const char *name, struct gt_error *err)
{
	const struct gt_report *r = name ? gt_report_find(name, strlen(name)) : NULL;
	struct gt_guess g;

	if (name && !r)
		return gt_error_usage(err, "no table '%.40s'%s", name,
				      gt_report_hint(&g, name, strlen(name), ": --sql=.tables names them"));
	for (unsigned i = 0; name ? i == 0 : (r = gt_report_at(i)) != NULL; i++) {
		gt_sql_declare(out, r, true);
		gt_buf_puts(out, ";\n");
	}
	return 0;
}
