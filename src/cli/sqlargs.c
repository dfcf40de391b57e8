/* --sql: its statement, and what the options of a table in it mean. */
#include "cli/sqlargs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/reports/registry.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "format/names.h"
#include "format/sql/schema.h"
#include "ui/shell/rc.h"

/* Of a file with a statement. */
#define MOST (1 << 20)

/* Options of reports that a table cannot take: how rows look is for the statement's result to say. */
#define NOT_OF_TABLES (GT_TAKES_FORMAT | GT_TAKES_CSV | GT_TAKES_WIDTH | GT_TAKES_COLUMNS | GT_TAKES_SORT | \
		       GT_TAKES_LIMIT | GT_TAKES_VALUES | GT_TAKES_COMPARE)

/* ---- the statement ---- */

int gt_sqlargs_word(struct gt_buf *out, const struct gt_cli *c, const struct gt_export_ops *format,
		    struct gt_error *err)
{
	const char *sql = c->value[GT_OPT_SQL];
	size_t n = strcspn(sql, " ");
	const char *name = sql + n + strspn(sql + n, " ");
	struct gt_guess g;

	if (n == strlen(".tables") && !memcmp(sql, ".tables", n) && !*name) {
		gt_names_reports(out, format);
		return 0;
	}
	if (n == strlen(".schema") && !memcmp(sql, ".schema", n)) {
		if (format != &gt_export_text)
			return gt_error_usage(err, "--sql=.schema is text: --report=NAME --columns=list has the columns as %s",
					      format->name);
		return gt_sql_schema(out, *name ? name : NULL, err);
	}
	return gt_error_usage(err, "--sql: no word '%.40s'%s", sql,
			      *gt_guess_among(&g, sql, ".tables .schema") ? g.hint : ": there are .tables and .schema [TABLE]");
}

static int sqlargs_read_file(const char *path, char **text, struct gt_error *err)
{
	FILE *in = fopen(path, "re");
	struct gt_buf buf = { 0 };
	char piece[4096];
	size_t n;
	int rc = 0;

	if (!in)
		return gt_error_errno(err, errno, "--sql-file: cannot open %.100s", path);
	while (buf.len <= MOST && (n = fread(piece, 1, sizeof piece, in)) > 0)
		gt_buf_add(&buf, piece, n);
	if (ferror(in))
		rc = gt_error_errno(err, errno, "--sql-file: cannot read %.100s", path);
	else if (buf.len > MOST)
		rc = gt_error_usage(err, "--sql-file: %.100s is larger than a statement may be", path);
	else if (memchr(gt_buf_str(&buf), '\0', buf.len))
		rc = gt_error_usage(err, "--sql-file: %.100s is no text", path);
	fclose(in);
	if (rc)
		gt_buf_release(&buf);
	else
		*text = buf.len ? gt_buf_steal(&buf) : gt_xstrdup("");
	return rc;
}

int gt_sqlargs_named(const struct gt_cli *c, const char *name, char **title, char **statement, struct gt_error *err)
{
	struct gt_buf path = { 0 };
	FILE *in = NULL;
	int rc;

	if (c->given[GT_OPT_NO_CONFIG])
		return gt_error_usage(err, "the statement %.40s is one of the configuration, which --no-config leaves out", name);
	if (gt_rc_path(&path))
		in = fopen(gt_buf_str(&path), "re");
	if (in) {
		rc = gt_rc_statement(in, gt_buf_str(&path), name, title, statement, err);
		fclose(in);
	} else {
		rc = gt_error_usage(err, "no statement is called %.40s: there is no configuration; see gtrace-tuirc(5)", name);
	}
	gt_buf_release(&path);
	return rc;
}

int gt_sqlargs_statement(const struct gt_cli *c, char **text, struct gt_error *err)
{
	if (c->given[GT_OPT_SQL_FILE])
		return sqlargs_read_file(c->value[GT_OPT_SQL_FILE], text, err);
	if (*c->value[GT_OPT_SQL] == '@') {
		char *title = NULL;
		int rc = gt_sqlargs_named(c, c->value[GT_OPT_SQL] + 1, &title, text, err);

		free(title);
		return rc;
	}
	*text = gt_xstrdup(c->value[GT_OPT_SQL]);
	return 0;
}

/* ---- options of a table ---- */

/* A command line of its own for one table: what the arguments point to lives as long. */
struct table_cli {
	struct gt_cli c;
	char **argv;
	int argc;
};

static void table_cli_free(struct table_cli *k)
{
	gt_cli_release(&k->c);
	for (int i = 0; i < k->argc; i++)
		free(k->argv[i]);
	free(k->argv);
	free(k);
}

static void add_argument(struct table_cli *k, const char *name, const char *value)
{
	if (value)
		k->argv[k->argc++] = gt_xasprintf("%s%s", name, value);
}

/* The options that tables take, by the name before '='. */
static int check_table_option(const struct gt_report *r, const char *option, struct gt_error *err)
{
	size_t n = strcspn(option, "=");
	struct gt_guess g;

	gt_guess_init(&g, option, n);
	for (int i = 0; i < GT_OPTIONS; i++) {
		const char *name = gt_options[i].name;

		if (!gt_options[i].takes || gt_options[i].takes & NOT_OF_TABLES)
			continue;
		gt_guess_offer(&g, name, strlen(name));
		if (strlen(name) != n || memcmp(name, option, n) != 0)
			continue;
		if (gt_options[i].takes & GT_TAKES_GROUP && gt_report_grouped(r) && gt_report_grouped(r) != r)
			return gt_error_usage(err, "--sql: groups of %s are the table %s", r->name,
					      gt_report_grouped(r)->name);
		if (gt_options[i].arg && option[n] && option[n + 1])
			return 0;
		if (!gt_options[i].arg && !option[n])
			return 0;
		return gt_error_usage(err, "--sql: %s('%s%s') is how that option is written", r->name, name,
				      gt_options[i].arg ? "=..." : "");
	}
	return gt_error_usage(err, "--sql: %s takes no option '%.40s'%s", r->name, option,
			      gt_guess_hint(&g, "", ": options are written as in states('goroutine=1')"));
}

static int open_arguments(void *arg, const struct gt_report *r, const char *const *options, unsigned n,
			  struct gt_sql_asked *asked, struct gt_error *err)
{
	const struct gt_sqlargs *args = arg;
	struct table_cli *k = gt_xcalloc(1, sizeof *k);
	int rc = 0;

	k->argv = gt_xcalloc(n + 8, sizeof *k->argv);
	add_argument(k, "", "gtrace-tui");
	add_argument(k, "--report=", r->name);
	if (!r->whole) {
		add_argument(k, "--from=", args->c->from);
		add_argument(k, "--to=", args->c->to);
	}
	for (unsigned i = 0; i < n && !rc; i++) {
		rc = check_table_option(r, options[i], err);
		add_argument(k, "--", options[i]);
	}
	add_argument(k, "", "--");
	add_argument(k, "", args->file);
	if (!rc)
		rc = gt_cli_parse(&k->c, k->argc, k->argv, err);
	if (!rc && k->c.list != GT_OPTIONS)
		rc = gt_error_usage(err, "--sql: a table has no lists of words: --report=%s --%s=list has them", r->name,
				    gt_options[k->c.list].name);
	if (!rc)
		rc = gt_cmd_table_args(&k->c, r, args->t, &asked->args, err);
	if (rc) {
		table_cli_free(k);
		return rc;
	}
	asked->filter = k->c.filter;
	asked->kept = k;
	return 0;
}

static void close_arguments(void *arg, struct gt_sql_asked *asked)
{
	(void)arg;
	table_cli_free(asked->kept);
}

struct gt_sql_source gt_sqlargs_source(struct gt_sqlargs *args)
{
	return (struct gt_sql_source){ .open = open_arguments, .close = close_arguments, .arg = args };
}
