/* Completion for bash, which needs nothing of the package bash-completion. */
#include "cli/options/completion.h"

static const char bash_rest[] =
	"_gtrace_tui() {\n"
	"\tlocal kind='' choices='' optional='' numbers='' texts='' lists='' groups='' grouped='' reports='' switches='' kinds=''\n"
	"\tlocal option='' report='' value='' ended='' head='' suffix='' phrases='' quote='' joined='' before='' current word i\n"
	"\tlocal -a arguments=()\n"
	"\n"
	"\tCOMPREPLY=()\n"
	"\t# Bash cuts words at \"=\": they are put together again.\n"
	"\tfor ((i = 1; i <= COMP_CWORD; i++)); do\n"
	"\t\tword=${COMP_WORDS[i]}\n"
	"\t\tif [ \"${#arguments[@]}\" -gt 0 ] && { [ -n \"$joined\" ] || [ \"$word\" = = ]; } &&\n"
	"\t\t\t[[ ${arguments[${#arguments[@]} - 1]} == -* ]]; then\n"
	"\t\t\targuments[${#arguments[@]} - 1]+=$word\n"
	"\t\t\tjoined=\n"
	"\t\t\t[ \"$word\" != = ] || joined=yes\n"
	"\t\telse\n"
	"\t\t\targuments+=(\"$word\")\n"
	"\t\t\tjoined=\n"
	"\t\tfi\n"
	"\tdone\n"
	"\tcurrent=$word\n"
	"\t[ \"$current\" != = ] || current=\n"
	"\t_gtrace_tui_lists\n"
	"\t_gtrace_tui_line \"${arguments[@]}\"\n"
	"\t# ... unless COMP_WORDBREAKS lacks it.\n"
	"\tcase $option:$current in\n"
	"\t?*:-*=*)\n"
	"\t\tbefore=${current%\"$value\"}\n"
	"\t\tcurrent=$value\n"
	"\t\t;;\n"
	"\tesac\n"
	"\tcase $value in\n"
	"\t[\\'\\\"]*)\n"
	"\t\tquote=${value:0:1}\n"
	"\t\tvalue=${value:1}\n"
	"\t\tcurrent=${current#\"$quote\"}\n"
	"\t\t;;\n"
	"\tesac\n"
	"\tif [ -z \"$option\" ]; then\n"
	"\t\tcase $ended$value in\n"
	"\t\t--*) choices=$switches ;;\n"
	"\t\t-*) choices=\"$switches ${switches//--/-}\" ;;\n"
	"\t\t*) kind=file ;;\n"
	"\t\tesac\n"
	"\tfi\n"
	"\t_gtrace_tui_words \"$value\"\n"
	"\t# What is completed is what stands behind the last \"=\".\n"
	"\tvalue=${value%\"$current\"}\n"
	"\tfor word in $choices; do\n"
	"\t\tword=$head$word$suffix\n"
	"\t\t[[ $word != \"$value$current\"* ]] || COMPREPLY+=(\"$before${word#\"$value\"}\")\n"
	"\tdone\n"
	"\twhile IFS= read -r word; do\n"
	"\t\t[ -n \"$word\" ] && [[ $head$word == \"$value$current\"* ]] || continue\n"
	"\t\tword=$head$word\n"
	"\t\tword=${word#\"$value\"}\n"
	"\t\t[ -n \"$quote\" ] || printf -v word %q \"$word\"\n"
	"\t\tCOMPREPLY+=(\"$before$word\")\n"
	"\tdone <<<\"$phrases\"\n"
	"\tif [ \"$kind\" = file ] && [ \"${#COMPREPLY[@]}\" -eq 0 ]; then\n"
	"\t\tcompopt -o default 2>/dev/null\n"
	"\telif [[ ${COMPREPLY[0]} == *[=.,] ]]; then\n"
	"\t\tcompopt -o nospace 2>/dev/null\n"
	"\tfi\n"
	"}\n"
	"\n"
	"complete -F _gtrace_tui gtrace-tui\n";

static void bash_put(struct gt_buf *out)
{
	gt_buf_puts(out, gt_completion_line);
	gt_buf_putc(out, '\n');
	gt_buf_puts(out, gt_completion_words);
	gt_buf_putc(out, '\n');
	gt_buf_puts(out, bash_rest);
}

const struct gt_shell gt_shell_bash = {
	.name = "bash",
	.head = "# Completion of gtrace-tui for bash: gtrace-tui --completion=bash wrote it.\n",
	.put = bash_put,
};
