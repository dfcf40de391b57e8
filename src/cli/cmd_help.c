/* --help and --version. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unistring/version.h>
#include <zlib.h>

#include "base/sandbox.h"
#include "cli/cmd.h"
#include "cli/session.h"
#include "wire/symbols.h"

#define GROUP_WIDTH 9
#define NAMES_WIDTH 32

static void put_column(struct gt_buf *out, const char *s, size_t width)
{
	size_t n = strlen(s);

	gt_buf_puts(out, s);
	gt_buf_fill(out, ' ', n < width ? width - n : 1);
}

int gt_cmd_help(void)
{
	struct gt_out out;
	struct gt_buf names = { 0 };
	int group = -1;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	gt_buf_puts(&out.buf, "gtrace-tui [OPTION]... [PROGRAM] TRACE                    opens the screen\n"
			      "gtrace-tui --report=NAME [OPTION]... [PROGRAM] TRACE...   prints a report\n");
	for (int i = 0; i < GT_OPTIONS; i++) {
		const struct gt_cli_option *o = &gt_options[i];
		const char *arg = o->arg ? o->arg : "";

		/* "--sort=[-]COL", "-d=MODE", "-c COMMAND" */
		if (names.len)
			gt_buf_puts(&names, ", ");
		if (o->alias && o->arg)
			gt_buf_printf(&names, "-%s %s", o->alias, arg);
		else
			gt_buf_printf(&names, "%s%s%s%s", o->name[1] ? "--" : "-", o->name, o->arg ? "=" : "", arg);
		if (!o->help)
			continue;
		put_column(&out.buf, (int)o->group == group ? "" : gt_option_group_name(o->group), GROUP_WIDTH);
		put_column(&out.buf, gt_buf_str(&names), NAMES_WIDTH);
		gt_buf_printf(&out.buf, "%s\n", o->help);
		group = (int)o->group;
		gt_buf_reset(&names);
	}
	gt_buf_release(&names);
	return gt_session_finish(&out);
}

int gt_cmd_version(const struct gt_cli *c)
{
	const char *libdw = gt_symbols_version();
	struct gt_out out;

	gt_out_init(&out, STDOUT_FILENO, "standard output");
	gt_buf_printf(&out.buf, "gtrace-tui %s\nzlib %s, libunistring %d.%d, %s%s\n", PACKAGE_VERSION, zlibVersion(),
		      _libunistring_version >> 16 & 255, _libunistring_version >> 8 & 255,
		      libdw ? "libdw " : "no libdw", libdw ? libdw : "");
	gt_buf_puts(&out.buf, "sandbox: ");
	if (c->given[GT_OPT_NO_SANDBOX])
		gt_buf_puts(&out.buf, "off");
	else
		gt_sandbox_describe(&out.buf);
	gt_buf_putc(&out.buf, '\n');
	return gt_session_finish(&out);
}
