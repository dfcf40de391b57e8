/* --sql: its statement, and what the options of a table in it mean. */
#ifndef GT_CLI_SQLARGS_H
#define GT_CLI_SQLARGS_H

#include "cli/options/options.h"
#include "format/export.h"
#include "format/sql/sql.h"

/* The statement of --sql, which may be @NAME, or --sql-file.  The caller frees *text; GT_ERR_IO, GT_ERR_USAGE. */
int gt_sqlargs_statement(const struct gt_cli *c, char **text, struct gt_error *err);

/*
 * The statement that the configuration calls by a name, and its title; a name has no blanks.  The caller frees both;
 * GT_ERR_USAGE: there is no such name, or no configuration.
 */
int gt_sqlargs_named(const struct gt_cli *c, const char *name, char **title, char **statement, struct gt_error *err);

/* Appends what .tables or ".schema [TABLE]" print; GT_ERR_USAGE. */
int gt_sqlargs_word(struct gt_buf *out, const struct gt_cli *c, const struct gt_export_ops *format,
		    struct gt_error *err);

/*
 * The source of a statement's tables: from and to of the command line hold for all of them, and options of a table
 * mean what they mean there.  c and t are borrowed until the last table is closed.
 */
struct gt_sqlargs {
	const struct gt_cli *c;
	const struct gt_trace *t;
	const char *file;
};
struct gt_sql_source gt_sqlargs_source(struct gt_sqlargs *args);

#endif
