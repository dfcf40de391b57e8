/* --help: short, of all options or of one report; and --version. */
#include <string.h>
#include <unistd.h>
#include <unistring/version.h>
#include <zlib.h>

#include "analysis/reports/registry.h"
#include "analysis/table/regexp.h"
#include "base/os/sandbox.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "format/sql/sql.h"
#include "wire/zstdhead.h"

#define NAMES_WIDTH 28
#define WIDTH 79
#define NARROWEST 48
#define WIDEST 100

/* Where lines break: options with their texts, as wide as the terminal is. */
struct help {
	struct gt_buf *out;
	size_t width;
};

/* One text in the lines from column `indent` on; the first line has got that far. */
static void help_wrap(const struct help *h, const char *text, size_t indent)
{
	size_t at = indent;

	while (*text) {
		size_t n = strcspn(text, " ");

		if (at > indent && at + 1 + n > h->width) {
			gt_buf_putc(h->out, '\n');
			gt_buf_fill(h->out, ' ', indent);
			at = indent;
		} else if (at > indent) {
			gt_buf_putc(h->out, ' ');
			at++;
		}
		gt_buf_add(h->out, text, n);
		at += n;
		text += n + (text[n] == ' ');
	}
	gt_buf_putc(h->out, '\n');
}

/* "--sort=[-]COL", "-d=MODE", "-c, --command=COMMAND" */
static void help_name(struct gt_buf *names, const struct gt_cli_option *o)
{
	if (names->len)
		gt_buf_puts(names, ", ");
	if (o->alias)
		gt_buf_printf(names, "-%s, ", o->alias);
	gt_buf_printf(names, "%s%s", o->name[1] ? "--" : "-", o->name);
	if (o->arg)
		gt_buf_printf(names, "%s%s", *o->arg == '[' && o->arg[1] == '=' ? "" : "=", o->arg);
}

static void help_option(const struct help *h, const char *names, const char *text)
{
	size_t n = strlen(names);

	gt_buf_printf(h->out, "  %s", names);
	if (n + 2 > NAMES_WIDTH) {
		gt_buf_putc(h->out, '\n');
		n = 0;
		gt_buf_puts(h->out, "  ");
	}
	gt_buf_fill(h->out, ' ', NAMES_WIDTH + 2 - n);
	help_wrap(h, text, NAMES_WIDTH + 4);
}

/* ---- a report ---- */

/* Those of a report's options that are among these bits, under a heading if there are any. */
static void help_takes(const struct help *h, const char *heading, uint32_t takes)
{
	struct gt_buf names = { 0 };

	for (int i = 0; i < GT_OPTIONS; i++) {
		const struct gt_cli_option *o = &gt_options[i];

		if (!(o->takes & takes))
			continue;
		if (heading)
			gt_buf_printf(h->out, "\n%s:\n", heading);
		heading = NULL;
		help_name(&names, o);
		help_option(h, gt_buf_str(&names), o->one ? o->one : o->help);
		gt_buf_reset(&names);
	}
	gt_buf_release(&names);
}

static void help_groups(const struct help *h, const struct gt_report *r)
{
	const struct gt_report *groups = gt_report_grouped(r);
	struct gt_buf text = { 0 };

	if (!groups)
		return;
	gt_buf_puts(h->out, "\nGroups:\n");
	for (const struct gt_group_word *w = groups->groups; w->word; w++)
		help_option(h, w->word, w->help);
	if (groups != r) {
		gt_buf_printf(&text, "Groups are rows of the report %s: --help=%s has their columns.", groups->name,
			      groups->name);
		help_wrap(h, gt_buf_str(&text), 0);
	}
	gt_buf_release(&text);
}

static void put_report(const struct help *h, const struct gt_report *r)
{
	struct gt_buf text = { 0 };

	gt_buf_printf(&text, "Usage: gtrace-tui --report=%s [OPTION]... [TRACE]...", r->name);
	help_wrap(h, gt_buf_str(&text), 0);
	gt_buf_reset(&text);
	gt_buf_printf(&text, "A row is %s.", r->row);
	gt_buf_putc(h->out, '\n');
	help_wrap(h, gt_buf_str(&text), 0);
	help_takes(h, "Options", gt_report_takes(r) & ~(uint32_t)GT_TAKES_ALWAYS);
	help_groups(h, r);
	gt_buf_puts(h->out, "\nColumns:\n");
	for (unsigned i = 0; i < r->ncolumns; i++) {
		gt_buf_reset(&text);
		gt_buf_puts(&text, r->columns[i].help);
		if (r->columns[i].flags & GT_COL_ASKED)
			gt_buf_puts(&text, " (only with --columns)");
		help_option(h, r->columns[i].key, gt_buf_str(&text));
	}
	help_takes(h, "Options of every report", gt_report_takes(r) & GT_TAKES_ALWAYS);
	gt_buf_release(&text);
}

/* ---- all ---- */

static void help_usage(const struct help *h)
{
	gt_buf_puts(h->out, "Usage: gtrace-tui [OPTION]... [TRACE]\n"
			    "       gtrace-tui --report=NAME [OPTION]... [TRACE]...\n\n");
	help_wrap(h, "Opens a Go execution trace on a screen, or prints a report of it.  TRACE is a file, plain or "
		     "compressed by gzip or zstd; without it, or with -, the trace is read from standard input.", 0);
}

/* What is needed first, so that it fits a screen of 24 lines. */
static void put_short_help(const struct help *h)
{
	static const enum gt_option_id first[] = {
		GT_OPT_REPORT, GT_OPT_COMPARE, GT_OPT_FORMAT, GT_OPT_COLUMNS, GT_OPT_SORT, GT_OPT_LIMIT, GT_OPT_FROM,
		GT_OPT_TO, GT_OPT_FILTER, GT_OPT_FAIL_IF, GT_OPT_HELP,
	};
	struct gt_buf names = { 0 };

	help_usage(h);
	gt_buf_putc(h->out, '\n');
	for (size_t i = 0; i < GT_COUNT(first); i++) {
		help_name(&names, &gt_options[first[i]]);
		if (!gt_options[first[i]].help)
			continue;
		help_option(h, gt_buf_str(&names), gt_options[first[i]].help);
		gt_buf_reset(&names);
	}
	gt_buf_putc(h->out, '\n');
	help_wrap(h, "--help=all has all options, --help=REPORT those of a report, and gtrace-tui(1) all else; "
		     "--report=list names the reports.", 0);
	gt_buf_release(&names);
}

static void put_help(const struct help *h)
{
	struct gt_buf names = { 0 };
	int group = -1;

	help_usage(h);
	for (int i = 0; i < GT_OPTIONS; i++) {
		const struct gt_cli_option *o = &gt_options[i];

		if ((int)o->group != group)
			gt_buf_printf(h->out, "\n%s:\n", gt_option_group_name(o->group));
		group = (int)o->group;
		help_name(&names, o);
		if (!o->help)
			continue;
		help_option(h, gt_buf_str(&names), o->help);
		gt_buf_reset(&names);
	}
	gt_buf_release(&names);
}

int gt_cmd_help(const struct gt_cli *c)
{
	const char *name = c->value[GT_OPT_HELP];
	struct gt_error err = { .offset = GT_NO_OFFSET };
	bool all = name && !strcmp(name, "all");
	const struct gt_report *r = name && !all ? gt_cmd_report_named(name, &err) : NULL;
	struct gt_out out;
	struct help h = { .out = &out.buf, .width = c->width ? c->width : WIDTH };

	h.width = h.width < NARROWEST ? NARROWEST : h.width > WIDEST ? WIDEST : h.width;
	if (name && !all && !r)
		return gt_say_error(NULL, &err);
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	if (r)
		put_report(&h, r);
	else if (all)
		put_help(&h);
	else
		put_short_help(&h);
	return gt_session_finish(&out);
}

int gt_cmd_version(const struct gt_cli *c)
{
	const char *regexp;
	char room[64];
	struct gt_out out;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	regexp = gt_regexp_version(room);
	gt_buf_printf(&out.buf, "gtrace-tui %s\nzlib %s, ", PACKAGE_VERSION, zlibVersion());
	gt_zstd_version(&out.buf);
	gt_buf_printf(&out.buf, ", libunistring %d.%d, %s, %s\n", _libunistring_version >> 16 & 255,
		      _libunistring_version >> 8 & 255, regexp ? regexp : "no pcre2",
		      gt_sql_version() ? gt_sql_version() : "no sqlite");
	gt_buf_puts(&out.buf, "sandbox: ");
	if (c->given[GT_OPT_NO_SANDBOX])
		gt_buf_puts(&out.buf, "off");
	else
		gt_sandbox_describe(&out.buf);
	gt_buf_putc(&out.buf, '\n');
	return gt_session_finish(&out);
}
