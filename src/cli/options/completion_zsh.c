/* Completion for zsh, with the help of options and reports beside them. */
#include "cli/options/completion.h"

#include <string.h>

#include "analysis/reports/registry.h"

static const char zsh_rest[] =
	"_gtrace_tui() {\n"
	"\tlocal kind='' choices='' optional='' numbers='' texts='' lists='' groups='' grouped='' reports='' switches='' kinds=''\n"
	"\tlocal option='' report='' value='' ended='' head='' suffix='' phrases=''\n"
	"\tlocal -a valued plain described\n"
	"\tlocal -i n\n"
	"\n"
	"\t_gtrace_tui_lists\n"
	"\t_gtrace_tui_line \"${(@Q)words[2,CURRENT-1]}\" \"$PREFIX\"\n"
	"\tif [[ -z $option ]]; then\n"
	"\t\tif [[ -n $ended || $PREFIX != -* ]]; then\n"
	"\t\t\t_files\n"
	"\t\t\treturn\n"
	"\t\tfi\n"
	"\t\t_gtrace_tui_described\n"
	"\t\t_describe -o option valued -S '' -- plain\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t_gtrace_tui_words \"$value\"\n"
	"\tn=$(( ${#PREFIX} - ${#value} + ${#head} ))\n"
	"\tIPREFIX+=${PREFIX[1,n]}\n"
	"\tPREFIX=${PREFIX[n + 1,-1]}\n"
	"\tif [[ $kind == report ]]; then\n"
	"\t\t_gtrace_tui_described\n"
	"\t\t_describe report described\n"
	"\tfi\n"
	"\tcompadd -S \"${suffix:- }\" -- ${=choices}\n"
	"\t[[ -z $phrases ]] || compadd -- ${(f)phrases}\n"
	"\t[[ $kind != file ]] || _files\n"
	"}\n"
	"\n"
	"if [[ $funcstack[1] == _gtrace-tui ]]; then\n"
	"\t_gtrace_tui \"$@\"\n"
	"else\n"
	"\tcompdef _gtrace_tui gtrace-tui\n"
	"fi\n";

/* "'--limit=:at most N rows'", as _describe takes it. */
static void zsh_described(struct gt_buf *out, const char *dashes, const char *name, const char *equal, const char *help)
{
	gt_buf_printf(out, "\t\t'%s%s%s:'", dashes, name, equal);
	gt_completion_quote(out, help, false);
	gt_buf_putc(out, '\n');
}

/* Options that take a value, or those that do without. */
static void zsh_options(struct gt_buf *out, bool valued)
{
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		const struct gt_cli_option *o = &gt_options[id];
		const char *dashes = o->name[1] ? "--" : "-", *help = gt_completion_help(id);
		bool optional = o->arg && !strncmp(o->arg, "[=", 2);

		if (valued && o->arg)
			zsh_described(out, dashes, o->name, "=", help);
		if (!valued && (!o->arg || optional))
			zsh_described(out, dashes, o->name, "", help);
		if (!valued && o->alias)
			zsh_described(out, "-", o->alias, "", help);
	}
}

static void zsh_put(struct gt_buf *out)
{
	const struct gt_report *r;

	gt_buf_puts(out, "_gtrace_tui_described() {\n\tvalued=(\n");
	zsh_options(out, true);
	gt_buf_puts(out, "\t)\n\tplain=(\n");
	zsh_options(out, false);
	gt_buf_puts(out, "\t)\n\tdescribed=(\n");
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++)
		zsh_described(out, "", r->name, "", r->row);
	gt_buf_puts(out, "\t)\n}\n\n");
	gt_buf_puts(out, gt_completion_line);
	gt_buf_putc(out, '\n');
	gt_buf_puts(out, gt_completion_words);
	gt_buf_putc(out, '\n');
	gt_buf_puts(out, zsh_rest);
}

const struct gt_shell gt_shell_zsh = {
	.name = "zsh",
	.head = "#compdef gtrace-tui\n# Completion of gtrace-tui for zsh: gtrace-tui --completion=zsh wrote it.\n",
	.put = zsh_put,
};
