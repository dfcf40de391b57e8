/* --help and --version. */
#include <string.h>
#include <unistd.h>
#include <unistring/version.h>
#include <zlib.h>

#include "analysis/table/regexp.h"
#include "base/os/sandbox.h"
#include "cli/cmd.h"
#include "cli/session.h"

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
		gt_buf_printf(names, "=%s", o->arg);
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

static void put_help(const struct help *h)
{
	struct gt_buf names = { 0 };
	int group = -1;

	gt_buf_puts(h->out, "Usage: gtrace-tui [OPTION]... [TRACE]\n"
			    "       gtrace-tui --report=NAME [OPTION]... [TRACE]...\n\n");
	help_wrap(h, "Opens a Go execution trace on a screen, or prints a report of it.  TRACE is a file, plain or "
		     "gzip-compressed; without it, or with -, the trace is read from standard input.", 0);
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
	struct gt_out out;
	struct help h = { .out = &out.buf, .width = c->width ? c->width : WIDTH };

	h.width = h.width < NARROWEST ? NARROWEST : h.width > WIDEST ? WIDEST : h.width;
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	put_help(&h);
	return gt_session_finish(&out);
}

int gt_cmd_version(const struct gt_cli *c)
{
	const char *regexp;
	char room[64];
	struct gt_out out;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	regexp = gt_regexp_version(room);
	gt_buf_printf(&out.buf, "gtrace-tui %s\nzlib %s, libunistring %d.%d, %s\n", PACKAGE_VERSION,
		      zlibVersion(), _libunistring_version >> 16 & 255, _libunistring_version >> 8 & 255,
		      regexp ? regexp : "no pcre2");
	gt_buf_puts(&out.buf, "sandbox: ");
	if (c->given[GT_OPT_NO_SANDBOX])
		gt_buf_puts(&out.buf, "off");
	else
		gt_sandbox_describe(&out.buf);
	gt_buf_putc(&out.buf, '\n');
	return gt_session_finish(&out);
}
