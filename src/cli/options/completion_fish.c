/* Completion for fish, with the help of options and reports beside them. */
#include "cli/options/completion.h"

#include "analysis/reports/registry.h"

static const char fish_rest[] =
	"# Which report the line asks for, and whether its rows are values or groups of another one.\n"
	"function _gtrace_tui_line --no-scope-shadowing\n"
	"\tset -l pending\n"
	"\tset -l compared\n"
	"\tset -l counted\n"
	"\tset -l by\n"
	"\tfor argument in (commandline -opc)[2..]\n"
	"\t\tset -l name\n"
	"\t\tset -l given\n"
	"\t\tif test -n \"$pending\"\n"
	"\t\t\tset name $pending\n"
	"\t\t\tset given $argument\n"
	"\t\t\tset pending\n"
	"\t\telse if string match -qr '^--?[a-z-]+=' -- $argument\n"
	"\t\t\tset name (string replace -r '^--?([a-z-]+)=.*' '$1' -- $argument)\n"
	"\t\t\tset given (string replace -r '^[^=]*=' '' -- $argument)\n"
	"\t\telse if string match -qr '^--?[a-z]' -- $argument\n"
	"\t\t\tset name (string replace -r '^--?' '' -- $argument)\n"
	"\t\t\tset kind\n"
	"\t\t\tset optional\n"
	"\t\t\t_gtrace_tui_option $name\n"
	"\t\t\tif test -n \"$kind\" -a -z \"$optional\"\n"
	"\t\t\t\tset pending $name\n"
	"\t\t\t\tcontinue\n"
	"\t\t\tend\n"
	"\t\tend\n"
	"\t\tswitch \"$name\"\n"
	"\t\tcase report\n"
	"\t\t\tset report $given\n"
	"\t\tcase compare\n"
	"\t\t\tset compared yes\n"
	"\t\tcase values\n"
	"\t\t\tset counted yes\n"
	"\t\tcase group\n"
	"\t\t\tset by yes\n"
	"\t\tend\n"
	"\tend\n"
	"\tif test -z \"$report\" -a -n \"$compared\"\n"
	"\t\tset report compare\n"
	"\tend\n"
	"\t_gtrace_tui_groups $report\n"
	"\tif test -n \"$by\" -a -n \"$grouped\"\n"
	"\t\tset report $grouped\n"
	"\tend\n"
	"\tif test -n \"$counted\" && contains -- $option columns sort\n"
	"\t\tset report values\n"
	"\tend\n"
	"\t_gtrace_tui_columns $report\n"
	"end\n"
	"\n"
	"# _gtrace_tui_value OPTION: what may stand behind it, a line each.\n"
	"function _gtrace_tui_value\n"
	"\tset -l option $argv[1]\n"
	"\tset -l kind\n"
	"\tset -l choices\n"
	"\tset -l optional\n"
	"\tset -l report\n"
	"\tset -l reports\n"
	"\tset -l switches\n"
	"\tset -l kinds\n"
	"\tset -l numbers\n"
	"\tset -l texts\n"
	"\tset -l lists\n"
	"\tset -l groups\n"
	"\tset -l grouped\n"
	"\tset -l head\n"
	"\tset -l suffix\n"
	"\tset -l value (string replace -r '^--?[a-z-]+=' '' -- (commandline -ct) | string trim -l -c '\\'\"')\n"
	"\t_gtrace_tui_lists\n"
	"\t_gtrace_tui_line\n"
	"\tset kind\n"
	"\tset choices\n"
	"\t_gtrace_tui_option $option\n"
	"\tswitch \"$kind\"\n"
	"\tcase report\n"
	"\t\t_gtrace_tui_described\n"
	"\tcase group\n"
	"\t\tset -a choices $groups\n"
	"\tcase column\n"
	"\t\tset choices $numbers $texts\n"
	"\tcase columns\n"
	"\t\tset head (string match -r '^.*,' -- $value)\n"
	"\t\ttest -z \"$head\" || set choices\n"
	"\t\tset -a choices $numbers $texts $lists\n"
	"\tcase sort\n"
	"\t\tset head (string match -r '^(?:.*,)?-?' -- $value)\n"
	"\t\tset choices $numbers $texts\n"
	"\tcase filter failif\n"
	"\t\tset head (string match -r '^.*[&|(! ]' -- $value)\n"
	"\t\tset -l part (string sub -s (math (string length -- \"$head\") + 1) -- $value)\n"
	"\t\tif test \"$kind\" = filter\n"
	"\t\t\tset choices $numbers $texts $lists\n"
	"\t\t\tif test \"$report\" = findings && string match -qr '^kind[=~]' -- $part\n"
	"\t\t\t\tset head \"$head\"(string sub -l 5 -- $part)\n"
	"\t\t\t\tset choices $kinds\n"
	"\t\t\tend\n"
	"\t\telse if string match -q '*.*' -- $part\n"
	"\t\t\tset -l of (string replace -r '[.][^.]*$' '' -- $part)\n"
	"\t\t\tset head \"$head$of.\"\n"
	"\t\t\t_gtrace_tui_columns (string replace -r '[.].*' '' -- $of)\n"
	"\t\t\tstring match -q '*.*' -- $of && set numbers\n"
	"\t\t\tset choices $numbers max min sum mean count p50 p90 p99\n"
	"\t\telse\n"
	"\t\t\tset choices $reports\n"
	"\t\t\tset suffix .\n"
	"\t\tend\n"
	"\tend\n"
	"\tfor word in $choices\n"
	"\t\tprintf '%s\\n' \"$head$word$suffix\"\n"
	"\tend\n"
	"end\n";

static void fish_option(struct gt_buf *out, enum gt_option_id id)
{
	const struct gt_cli_option *o = &gt_options[id];
	struct gt_value v;

	gt_buf_printf(out, "complete -c gtrace-tui -%c %s", o->name[1] ? 'l' : 'o', o->name);
	if (o->alias)
		gt_buf_printf(out, " -s %s", o->alias);
	if (gt_value_of(&v, id) && v.kind == GT_VALUE_FILE)
		gt_buf_puts(out, " -r -F");
	else if (v.kind != GT_VALUE_NONE)
		gt_buf_puts(out, v.optional ? " -f" : " -x");
	if (v.kind > GT_VALUE_FREE && (v.kind != GT_VALUE_FILE || v.words.len))
		gt_buf_printf(out, " -a '(_gtrace_tui_value %s)'", o->name);
	gt_buf_puts(out, " -d ");
	gt_completion_quote(out, gt_completion_help(id), true);
	gt_buf_putc(out, '\n');
	gt_buf_release(&v.words);
}

static void fish_put(struct gt_buf *out)
{
	const struct gt_report *r;

	gt_buf_puts(out, "function _gtrace_tui_described\n");
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++) {
		gt_buf_printf(out, "\tprintf '%%s\\t%%s\\n' %s ", r->name);
		gt_completion_quote(out, r->row, true);
		gt_buf_putc(out, '\n');
	}
	gt_buf_puts(out, "end\n\n");
	gt_buf_puts(out, fish_rest);
	gt_buf_putc(out, '\n');
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++)
		fish_option(out, id);
}

const struct gt_shell gt_shell_fish = {
	.name = "fish",
	.head = "# Completion of gtrace-tui for fish: gtrace-tui --completion=fish wrote it.\n",
	.put = fish_put,
};
