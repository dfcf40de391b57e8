/* --report=NAME and --sql in any format, and --fail-if. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/reports/registry.h"
#include "analysis/table/celltext.h"
#include "analysis/table/values.h"
#include "analysis/goroutines/owner.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/cmd.h"
#include "cli/color.h"
#include "cli/failif.h"
#include "cli/many.h"
#include "cli/session.h"
#include "cli/sides.h"
#include "cli/sqlargs.h"
#include "format/export.h"
#include "format/listing.h"
#include "format/names.h"

/* Of a comparison for people, a page. */
#define COMPARED_ROWS 20

/* The command line, checked, before any trace is opened. */
struct plan {
	const struct gt_cli *c;
	const struct gt_report *report;      /* whose rows are printed; NULL: only --fail-if */
	struct gt_sql *sql;                  /* whose rows these are; NULL: they are a report's */
	struct gt_values_args values;        /* with --values the report is that of these, and the filter of theirs */
	const struct gt_export_ops *format;
	unsigned *columns;                   /* NULL: the default ones */
	unsigned ncolumns;
	struct gt_view_options view;
	struct gt_filter *filter;
	struct gt_failif *failif;
	struct gt_inks inks;                 /* of c->colors */
};

/* ---- the command line ---- */

static int cmd_report_unknown_column(const struct plan *p, const char *s, size_t n, struct gt_error *err)
{
	struct gt_guess g;

	return gt_error_usage(err, "%s has no column '%.*s'%s", p->sql ? "the statement" : p->report->name,
			      (int)(n < 40 ? n : 40), s,
			      gt_report_column_hint(&g, p->report, s, n, ": --columns=list names them"));
}

/* The rows are the values of a column of the report. */
static int take_values(struct plan *p, struct gt_error *err)
{
	const char *s = p->c->values;
	int col = gt_report_column(p->report, s, strlen(s));

	if (col == GT_NO_COLUMN)
		return cmd_report_unknown_column(p, s, strlen(s), err);
	if (!gt_kind_has_order(p->report->columns[col].kind))
		return gt_error_usage(err, "the values of '%s' cannot be counted: each is a list",
				      p->report->columns[col].key);
	p->values = (struct gt_values_args){ .report = p->report, .col = (unsigned)col, .filter = p->c->filter };
	p->report = &gt_report_values;
	return 0;
}

static bool is_of_names(const struct plan *p)
{
	return p->c->list != GT_OPTIONS || (p->c->report && !strcmp(p->c->report, "list"));
}

static int take_binary(const struct plan *p, struct gt_error *err)
{
	const char *name = p->format->name;

	if (p->c->ntraces > 1 && !p->c->nolds && !p->c->many)
		return gt_error_usage(err, "a file of --format=%s holds the rows of one trace: write a file for each", name);
	if (isatty(STDOUT_FILENO))
		return gt_error_usage(err, "--format=%s is binary: write it to a file, as with --%s=%s ... >FILE", name,
				      gt_cli_selects(p->c) ? "sql" : "report",
				      gt_cli_selects(p->c) ? "STATEMENT" : p->c->report ? p->c->report : "NAME");
	return 0;
}

/* The columns that a statement has are known before there is a trace, what kinds they are is not. */
static int take_statement(struct plan *p, struct gt_error *err)
{
	char *statement;
	int rc = gt_sqlargs_statement(p->c, &statement, err);

	if (rc)
		return rc;
	rc = gt_sql_open(&p->sql, statement, err);
	free(statement);
	if (!rc)
		p->report = gt_sql_report(p->sql);
	return rc;
}

static int take_format(struct plan *p, struct gt_error *err)
{
	const char *format = p->c->format ? p->c->format : "text";
	const struct gt_export_ops *ops;
	struct gt_guess g;

	p->format = gt_export_find(format);
	if (p->format)
		return 0;
	gt_guess_init(&g, format, strlen(format));
	for (unsigned i = 0; (ops = gt_export_at(i)) != NULL; i++)
		gt_guess_offer(&g, ops->name, strlen(ops->name));
	return gt_error_usage(err, "unknown format '%.40s'%s", format,
			      gt_guess_hint(&g, "", ": use text, json, ndjson, csv, parquet, quickfix or github"));
}

/* Formats that are notes on source files need rows that are somewhere in these. */
static int check_places(const struct plan *p, struct gt_error *err)
{
	if (p->format->places && !gt_export_has_places(p->report))
		return gt_error_usage(err, "--format=%s is about lines of source files, and rows of %s have none",
				      p->format->name, p->report->name);
	return 0;
}

static int take_names(struct plan *p, struct gt_error *err)
{
	if (take_format(p, err))
		return err->code;
	if ((p->format->binary || p->format->places) && is_of_names(p))
		return gt_error_usage(err, "lists of names are no tables: use text, json, ndjson or csv");
	if (p->format->binary && take_binary(p, err))
		return err->code;
	if (gt_cli_selects(p->c))
		return gt_cli_sql_word(p->c) ? 0 : take_statement(p, err);
	if (!p->c->report || !strcmp(p->c->report, "list"))
		return 0;
	p->report = gt_cmd_report_named(p->c->report, err);
	if (!p->report)
		return err->code;
	if (p->c->given[GT_OPT_GROUP])
		p->report = gt_report_grouped(p->report);
	if (p->c->values && take_values(p, err))
		return err->code;
	return check_places(p, err);
}

/* The report that is printed; with --values, the one that is counted. */
static const struct gt_report *report_of(const struct plan *p)
{
	return p->values.report ? p->values.report : p->report;
}

static int take_columns(struct plan *p, struct gt_error *err)
{
	const char *s = p->c->columns;

	if (!s)
		return 0;
	p->columns = gt_xcalloc(strlen(s) + 1, sizeof *p->columns);
	for (;;) {
		size_t n = strcspn(s, ",");
		int col = gt_report_column(p->report, s, n);

		if (col == GT_NO_COLUMN)
			return cmd_report_unknown_column(p, s, n, err);
		p->columns[p->ncolumns++] = (unsigned)col;
		if (!s[n])
			return 0;
		s += n + 1;
	}
}

static int take_sort(struct plan *p, struct gt_error *err)
{
	for (const char *s = p->c->sort; s;) {
		size_t n = strcspn(s, ",");
		bool desc = *s == '-';
		int col = gt_report_column(p->report, s + desc, n - desc);

		if (col == GT_NO_COLUMN)
			return cmd_report_unknown_column(p, s + desc, n - desc, err);
		if (!gt_kind_has_order(p->report->columns[col].kind))
			return gt_error_usage(err, "cannot sort by '%s': it has no order",
					      p->report->columns[col].key);
		if (p->view.nsort == GT_SORT_KEYS)
			return gt_error_usage(err, "at most %d columns to sort by", GT_SORT_KEYS);
		p->view.sort[p->view.nsort++] = (struct gt_sort_key) { col, desc };
		s = s[n] ? s + n + 1 : NULL;
	}
	return 0;
}

static bool is_of_many(const struct plan *p)
{
	return (p->report && report_of(p) == &gt_report_traces) ||
	       (p->failif && gt_failif_about(p->failif) == GT_FAILIF_OF_MANY);
}

static int check_many(const struct plan *p, struct gt_error *err)
{
	bool list = p->report && report_of(p) == &gt_report_traces;
	enum gt_failif_about about = p->failif ? gt_failif_about(p->failif) : GT_FAILIF_OF_EACH;

	if (about == GT_FAILIF_OF_BOTH || (list && p->failif && about == GT_FAILIF_OF_EACH))
		return gt_error_usage(err, "--fail-if has tests of one trace each beside the list of all traces: use two "
				      "commands, one of them with tests of the report traces alone");
	if ((list || about == GT_FAILIF_OF_MANY) && (p->c->from || p->c->to))
		return gt_error_usage(err, "a list of traces is about all of each: --from and --to do not apply to it");
	if (about == GT_FAILIF_OF_MANY && p->report && !list)
		return gt_error_usage(err, "--fail-if tests the list of all traces, and --report=%s is about each: use "
				      "--report=traces or none", p->report->name);
	return 0;
}

static int make_plan(struct plan *p, struct gt_error *err)
{
	struct gt_table_args args;
	int rc = take_names(p, err);

	if (!rc && p->report)
		rc = take_columns(p, err);
	if (!rc && p->report)
		rc = take_sort(p, err);
	/* Numbers are read as what a column has, which of a statement is known when it has run. */
	if (!rc && p->c->filter && !p->sql)
		rc = gt_filter_parse(&p->filter, report_of(p), p->c->filter, err);
	if (!rc && p->c->fail_if)
		rc = gt_failif_parse(&p->failif, p->c->fail_if, err);
	if (!rc && p->failif)
		rc = gt_failif_prepare(p->failif, p->c, err);
	if (!rc)
		rc = check_many(p, err);
	if (!rc)
		rc = gt_cmd_table_args(p->c, p->sql ? NULL : report_of(p), NULL, &args, err);
	p->view.filter = p->values.report ? NULL : p->filter;
	p->view.limit = p->c->limit;
	p->view.stream = true;
	if (p->c->colors)
		gt_color_inks(&p->inks);
	return rc;
}

static void release_plan(struct plan *p)
{
	free(p->columns);
	gt_sql_close(p->sql);
	gt_filter_free(p->filter);
	gt_failif_free(p->failif);
}

/* ---- one trace ---- */

/* For people hops come with their stacks. */
static void print_path(struct gt_export *e, struct gt_view *view, struct gt_out *out)
{
	struct gt_buf name = { 0 };

	if (e->several) {
		gt_text_escape(&name, e->file, strlen(e->file));
		gt_buf_printf(&out->buf, "%s==> %s <==\n", e->index ? "\n" : "", gt_buf_str(&name));
	}
	gt_listing_path(out, e->table, view);
	gt_buf_release(&name);
}

static int open_selected(const struct plan *p, struct gt_export *e, struct gt_trace *t, struct gt_filter **filter,
			 struct gt_error *err)
{
	struct gt_sqlargs args = { p->c, t, e->file };
	struct gt_sql_source source = gt_sqlargs_source(&args);
	int rc = gt_sql_run(p->sql, t, &source, &e->table, err);

	if (!rc && p->c->filter)
		rc = gt_filter_parse(filter, e->table->report, p->c->filter, err);
	return rc;
}

static int open_table(const struct plan *p, struct gt_export *e, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_filter **filter, struct gt_error *err)
{
	struct gt_table_args asked = *args;

	if (p->sql)
		return open_selected(p, e, t, filter, err);

	for (unsigned i = 0; i < e->ncolumns; i++)
		if (e->columns[i] < 64)
			asked.asked |= UINT64_C(1) << e->columns[i];
	return gt_table_open(&e->table, p->report, t, &asked, err);
}

static int print_report(const struct plan *p, struct gt_out *out, unsigned i, struct gt_trace *t,
			const struct gt_table_args *args, struct gt_error *err)
{
	struct gt_table_args outer = *args;
	struct gt_view_options vopt = p->view;
	struct gt_export e = {
		.ops = p->format, .columns = p->columns, .ncolumns = p->ncolumns, .index = i,
		.file = args->fleet ? NULL : p->c->traces[i],
		.several = p->c->ntraces > 1 && !args->sides && !args->fleet,
		.csv_raw = p->c->csv_raw, .head = !p->view.filter, .width = p->c->width, .named = p->c->columns != NULL,
		.map_paths = p->c->map_paths, .inks = p->c->colors ? &p->inks : NULL,
	};
	struct gt_buf unnamed = { 0 };
	struct gt_filter *filter = NULL;
	unsigned *columns = NULL;
	struct gt_view *view;
	int rc;

	if (p->values.report) {
		*gt_values_args_in(&outer) = p->values;
		gt_values_args_in(&outer)->args = args;
	}
	if (!p->columns) {
		e.columns = columns = gt_xcalloc(p->report->ncolumns, sizeof *columns);
		e.ncolumns = gt_export_default_columns(p->report, t, p->format, columns);
	}
	rc = open_table(p, &e, t, &outer, &filter, err);
	if (rc) {
		gt_table_close(e.table);
		free(columns);
		return rc;
	}
	if (filter)
		vopt.filter = filter;
	vopt.limited = args->limited;
	vopt.from = args->from;
	vopt.to = args->to;
	rc = gt_view_open(&view, e.table, &vopt, err);
	if (!rc) {
		if (p->report == &gt_report_path && !p->c->columns && p->format == &gt_export_text)
			print_path(&e, view, out);
		else if (p->report == &gt_report_compare && args->sides && !p->c->columns &&
			 p->format == &gt_export_text)
			gt_listing_compare(out, e.table, view, p->c->limit ? p->c->limit : COMPARED_ROWS, e.inks);
		else
			gt_export_run(&e, view, out);
		gt_view_close(view);
		/* The reader of sums about the program has to know which goroutines they include. */
		if (e.table->report->by_owner && gt_unnamed_count(t)) {
			gt_unnamed_text(&unnamed, gt_unnamed_count(t));
			gt_tell_user(p->c->traces[i], &unnamed);
			gt_buf_release(&unnamed);
		}
	}
	if (!rc && e.table->fault.code) {
		*err = e.table->fault;
		rc = err->code;
	}
	gt_table_close(e.table);
	gt_filter_free(filter);
	free(columns);
	return rc;
}

static int test_failif(const struct plan *p, unsigned i, struct gt_trace *t, const struct gt_table_args *args,
		       int *status, struct gt_error *err)
{
	struct gt_buf why = { 0 };
	bool exceeded;
	int rc = gt_failif_test(p->failif, p->c, t, args, &exceeded, &why, err);

	if (!rc && exceeded) {
		if (gt_trace_beyond(t, GT_NO_TIME)) {
			gt_buf_puts(&why, "; the trace is damaged: ");
			gt_horizon_text(&why, t);
			gt_buf_puts(&why, ", no row and no sum beyond that counts");
		}
		gt_tell_user(args->fleet ? NULL : p->c->traces[i], &why);
		*status = GT_EXIT_EXCEEDED;
	}
	gt_buf_release(&why);
	return rc;
}

/* Of a trace: what its report takes; a statement's tables ask for theirs. */
static const struct gt_report *taking_report(const struct plan *p)
{
	return p->sql ? NULL : report_of(p);
}

static int run_trace(const struct plan *p, struct gt_out *out, unsigned i)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_table_args args;
	struct gt_trace *t;
	int status = gt_session_open(&t, p->c, p->c->traces[i]), rc;

	if (status)
		return status;
	rc = gt_cmd_table_args(p->c, taking_report(p), t, &args, &err);
	/* Rows that nobody reads any more are not made; what the status is about is. */
	if (!rc && p->report && !out->errnum)
		rc = print_report(p, out, i, t, &args, &err);
	if (!rc && p->failif)
		rc = test_failif(p, i, t, &args, &status, &err);
	if (rc)
		status = gt_say_error(p->c->traces[i], &err);
	return gt_exit_worse(status, gt_session_close(t));
}

/* ---- two sides ---- */

static int report_compared(const struct plan *p, struct gt_out *out, struct gt_cli_sides *x, int *status,
			   struct gt_error *err)
{
	struct gt_trace *first = x->t[p->c->nolds];
	struct gt_table_args args;
	int rc = gt_cmd_table_args(p->c, report_of(p), first, &args, err);

	args.sides = &x->sides;
	if (!rc)
		rc = print_report(p, out, 0, first, &args, err);
	if (p->failif && !rc)
		rc = test_failif(p, 0, first, &args, status, err);
	return rc;
}

static int run_compared(const struct plan *p, struct gt_out *out)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_cli_sides x;
	int status = gt_sides_open(&x, p->c);

	if (!status && report_compared(p, out, &x, &status, &err))
		status = gt_say_error(NULL, &err);
	return gt_sides_close(&x, status);
}

/* ---- a list of traces ---- */

static int report_many(const struct plan *p, struct gt_out *out, struct gt_fleet *f, int *status, struct gt_error *err)
{
	struct gt_table_args args;
	struct gt_trace *none;
	int rc = gt_trace_open_none(&none, err);

	if (rc)
		return rc;
	rc = gt_cmd_table_args(p->c, report_of(p), none, &args, err);
	args.fleet = f;
	if (!rc && p->report && !out->errnum)
		rc = print_report(p, out, 0, none, &args, err);
	if (!rc && p->failif)
		rc = test_failif(p, 0, none, &args, status, err);
	gt_trace_close(none);
	return rc;
}

static int run_many(const struct plan *p, struct gt_out *out)
{
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_many many;
	int status = GT_EXIT_OK;

	gt_many_run(&many, p->c, false);
	if (report_many(p, out, &many.fleet, &status, &err))
		status = gt_say_error(NULL, &err);
	return gt_exit_worse(status, gt_many_end(&many));
}

/* ---- the command ---- */

/* --report=list, --columns=list of a report and the like. */
static int print_names(const struct plan *p)
{
	struct gt_error err;
	struct gt_out out;
	int status;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	if (gt_cli_sql_word(p->c)) {
		status = gt_sqlargs_word(&out.buf, p->c, p->format, &err) ? gt_say_error(NULL, &err) : GT_EXIT_OK;
		return gt_exit_worse(status, gt_session_finish(&out));
	}
	if (p->c->list == GT_OPT_FORMAT)
		gt_names_formats(&out.buf, p->format);
	else if (p->c->list == GT_OPT_PPROF || p->c->list == GT_OPT_FOLDED || p->c->list == GT_OPT_PROFILE)
		gt_names_profiles(&out.buf, p->format);
	else if (!p->report)
		gt_names_reports(&out.buf, p->format);
	else if (p->c->list == GT_OPT_GROUP)
		gt_names_groups(&out.buf, report_of(p), p->format);
	else
		gt_names_columns(&out.buf, p->report, p->format);
	return gt_session_finish(&out);
}

int gt_cmd_report(const struct gt_cli *c)
{
	struct plan p = { .c = c };
	struct gt_error err = { .offset = GT_NO_OFFSET };
	struct gt_out out;
	int status = GT_EXIT_OK;

	if (c->list != GT_OPTIONS || gt_cli_sql_word(c)) {
		status = take_names(&p, &err) ? gt_say_error(NULL, &err) : print_names(&p);
		release_plan(&p);
		return status;
	}
	if (make_plan(&p, &err)) {
		release_plan(&p);
		return gt_say_error(NULL, &err);
	}
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	if (c->nolds)
		status = run_compared(&p, &out);
	else if (is_of_many(&p))
		status = run_many(&p, &out);
	for (unsigned i = 0; i < c->ntraces && !c->nolds && !is_of_many(&p); i++)
		status = gt_exit_worse(status, run_trace(&p, &out, i));
	status = gt_exit_worse(status, gt_session_finish(&out));
	release_plan(&p);
	return status;
}
