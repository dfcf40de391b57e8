/* --completion: the tables of options, reports, columns, groups and findings, as shells have them. */
#include <string.h>
#include <unistd.h>

#include "analysis/findings/findkind.h"
#include "analysis/reports/registry.h"
#include "analysis/table/values.h"
#include "cli/cmd.h"
#include "cli/options/completion.h"
#include "cli/session.h"

/* ---- the tables, as a shell has them ---- */

struct script {
	struct gt_buf *out;
	bool fish;            /* bash and zsh write the same */
};

static void script_function(const struct script *s, const char *name)
{
	gt_buf_printf(s->out, s->fish ? "\nfunction _gtrace_tui_%s --no-scope-shadowing\n" : "\n_gtrace_tui_%s() {\n", name);
}

static void script_choose(const struct script *s, const char *name)
{
	script_function(s, name);
	gt_buf_puts(s->out, s->fish ? "\tswitch $argv[1]\n" : "\tcase $1 in\n");
}

static void script_choice(const struct script *s, const char *word)
{
	gt_buf_printf(s->out, s->fish ? "\tcase %s\n" : "\t%s)\n", word);
}

/* words: between blanks, none with a character that a shell knows. */
static void script_set(const struct script *s, const char *variable, const char *words)
{
	gt_buf_printf(s->out, s->fish ? "\t\tset %s %s\n" : "\t\t%s='%s'\n", variable, words);
}

static void script_choice_end(const struct script *s)
{
	gt_buf_puts(s->out, s->fish ? "" : "\t\t;;\n");
}

static void script_choose_end(const struct script *s)
{
	gt_buf_puts(s->out, s->fish ? "\tend\nend\n" : "\tesac\n}\n");
}

static void script_options(const struct script *s)
{
	struct gt_value v;

	script_choose(s, "option");
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		if (gt_value_of(&v, id) && v.kind != GT_VALUE_NONE) {
			script_choice(s, gt_options[id].name);
			script_set(s, "kind", gt_value_kind_name(v.kind));
			script_set(s, "choices", gt_buf_str(&v.words));
			if (v.optional)
				script_set(s, "optional", "yes");
			script_choice_end(s);
		}
		gt_buf_release(&v.words);
	}
	/* The only one with another name that takes a value. */
	script_choice(s, gt_options[GT_OPT_COMMAND].alias);
	script_set(s, "kind", gt_value_kind_name(GT_VALUE_FREE));
	script_choice_end(s);
	script_choose_end(s);
}

/* Columns by what they are good for: --fail-if measures numbers, and lists have no order to sort by. */
static void script_columns_of(const struct script *s, const struct gt_report *r)
{
	struct gt_buf numbers = { 0 }, texts = { 0 }, lists = { 0 };

	for (unsigned i = 0; i < r->ncolumns; i++) {
		const struct gt_column *c = &r->columns[i];
		struct gt_buf *of = gt_kind_is_measured(c->kind) ? &numbers : &texts;

		of = gt_kind_has_order(c->kind) ? of : &lists;
		gt_buf_printf(of, "%s%s", of->len ? " " : "", c->key);
	}
	script_choice(s, r->name);
	script_set(s, "numbers", gt_buf_str(&numbers));
	script_set(s, "texts", gt_buf_str(&texts));
	script_set(s, "lists", gt_buf_str(&lists));
	script_choice_end(s);
	gt_buf_release(&numbers);
	gt_buf_release(&texts);
	gt_buf_release(&lists);
}

static void script_columns(const struct script *s)
{
	const struct gt_report *r;

	script_choose(s, "columns");
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++)
		script_columns_of(s, r);
	script_columns_of(s, &gt_report_values);
	script_choose_end(s);
}

static void script_groups(const struct script *s)
{
	struct gt_buf words = { 0 };
	const struct gt_report *r, *groups;

	script_choose(s, "groups");
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++) {
		groups = gt_report_grouped(r);
		if (!groups)
			continue;
		gt_buf_reset(&words);
		for (const struct gt_group_word *w = groups->groups; w->word; w++)
			gt_buf_printf(&words, "%s%s", words.len ? " " : "", w->word);
		script_choice(s, r->name);
		script_set(s, "groups", gt_buf_str(&words));
		script_set(s, "grouped", groups->name);
		script_choice_end(s);
	}
	script_choose_end(s);
	gt_buf_release(&words);
}

/* Kinds of findings as a filter takes them, each on a line of its own. */
static void script_kinds(const struct script *s)
{
	gt_buf_puts(s->out, s->fish ? "\tset kinds" : "\tkinds='");
	for (unsigned i = 0; i < GT_FINDING_KINDS; i++) {
		const char *name = gt_finding_kind(i)->name;
		const char *quote = strchr(name, ' ') ? "\"" : "";

		if (s->fish)
			gt_buf_printf(s->out, " '%s%s%s'", quote, name, quote);
		else
			gt_buf_printf(s->out, "%s%s%s%s", i ? "\n" : "", quote, name, quote);
	}
	gt_buf_puts(s->out, s->fish ? "\n" : "'\n");
}

/* What depends on nothing: reports, options with what they need behind them, kinds of findings. */
static void script_lists(const struct script *s)
{
	struct gt_buf names = { 0 };
	const struct gt_report *r;

	script_function(s, "lists");
	for (unsigned i = 0; (r = gt_report_at(i)) != NULL; i++)
		gt_buf_printf(&names, "%s%s", i ? " " : "", r->name);
	gt_buf_printf(s->out, s->fish ? "\tset reports %s\n" : "\treports='%s'\n", gt_buf_str(&names));
	gt_buf_reset(&names);
	for (enum gt_option_id id = 0; id < GT_OPTIONS; id++) {
		const struct gt_cli_option *o = &gt_options[id];
		bool optional = o->arg && !strncmp(o->arg, "[=", 2);
		const char *dashes = o->name[1] ? "--" : "-";

		gt_buf_printf(&names, "%s%s%s%s", id ? " " : "", dashes, o->name, o->arg && !optional ? "=" : "");
		if (optional)
			gt_buf_printf(&names, " %s%s=", dashes, o->name);
		if (o->alias)
			gt_buf_printf(&names, " -%s", o->alias);
	}
	gt_buf_printf(s->out, s->fish ? "\tset switches %s\n" : "\tswitches='%s'\n", gt_buf_str(&names));
	script_kinds(s);
	gt_buf_puts(s->out, s->fish ? "end\n" : "}\n");
	gt_buf_release(&names);
}

/* ---- the command ---- */

int gt_cmd_completion(const struct gt_cli *c)
{
	static const struct gt_shell *const shells[] = { &gt_shell_bash, &gt_shell_zsh, &gt_shell_fish };
	const char *name = c->value[GT_OPT_COMPLETION];
	const struct gt_shell *shell = shells[0];
	struct script s;
	struct gt_out out;

	for (size_t i = 0; i < GT_COUNT(shells); i++)
		shell = strcmp(shells[i]->name, name) == 0 ? shells[i] : shell;
	gt_out_init(&out, STDOUT_FILENO, "standard output");
	s = (struct script){ .out = &out.buf, .fish = shell == &gt_shell_fish };
	gt_buf_puts(s.out, shell->head);
	script_lists(&s);
	script_options(&s);
	script_columns(&s);
	script_groups(&s);
	gt_buf_putc(s.out, '\n');
	shell->put(s.out);
	return gt_session_finish(&out);
}
