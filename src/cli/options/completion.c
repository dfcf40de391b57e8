/* What may stand behind an option, from its argument in the table. */
#include "cli/options/completion.h"

#include <string.h>

#include "format/export.h"

/* ---- values of options ---- */

static void completion_profiles(struct gt_buf *out)
{
	for (int i = 0; i < GT_PROFILES; i++)
		gt_buf_printf(out, "%s ", gt_profile_name((enum gt_profile_kind)i));
	gt_buf_puts(out, "list");
}

static void completion_formats(struct gt_buf *out)
{
	const struct gt_export_ops *ops;

	for (unsigned i = 0; (ops = gt_export_at(i)) != NULL; i++)
		gt_buf_printf(out, "%s ", ops->name);
	gt_buf_puts(out, "list");
}

/* The arguments that options have in --help.  What is not here is words that stand there themselves. */
static const struct argument {
	const char *arg;
	enum gt_value_kind kind;
	const char *words;
	void (*put)(struct gt_buf *out);   /* instead of `words` */
	bool repeats;
} arguments[] = {
	{ "NAME", GT_VALUE_REPORT, "list", NULL, false },
	{ "[=REPORT]", GT_VALUE_REPORT, "all", NULL, false },
	{ "OLD", GT_VALUE_FILE, "", NULL, true },
	{ "KIND", GT_VALUE_WORD, NULL, completion_profiles, false },
	{ "FORMAT", GT_VALUE_WORD, NULL, completion_formats, false },
	{ "COL,COL", GT_VALUE_COLUMNS, "list", NULL, false },
	{ "[-]COL", GT_VALUE_SORT, "", NULL, false },
	{ "COL", GT_VALUE_COLUMN, "", NULL, false },
	{ "BY", GT_VALUE_GROUP, "list", NULL, false },
	{ "PARTS", GT_VALUE_WORD, "stw background assist sweep all perp", NULL, false },
	{ "MODE", GT_VALUE_WORD, "wire parsed footprint", NULL, false },
	{ "FILE", GT_VALUE_FILE, "", NULL, false },
	{ "FILE|none", GT_VALUE_FILE, "none", NULL, false },
	{ "OLD=NEW", GT_VALUE_FREE, "", NULL, true },
	{ "COMMAND", GT_VALUE_FREE, "", NULL, true },
	{ "STATEMENT", GT_VALUE_FREE, "", NULL, false },
	{ "PATTERN", GT_VALUE_FREE, "", NULL, false },
	{ "VERSION", GT_VALUE_WORD, "1.22 1.23 1.25 1.26", NULL, false },
	{ "SIZE", GT_VALUE_WORD, "none", NULL, false },
	{ "ROWSxCOLS", GT_VALUE_FREE, "", NULL, false },
	{ "F:LINE", GT_VALUE_FREE, "", NULL, false },
	{ "N", GT_VALUE_FREE, "", NULL, false },
	{ "T", GT_VALUE_FREE, "", NULL, false },
	{ "G", GT_VALUE_FREE, "", NULL, false },
	{ "F", GT_VALUE_FREE, "", NULL, false },
	{ "R", GT_VALUE_FREE, "", NULL, false },
};

bool gt_value_of(struct gt_value *v, enum gt_option_id id)
{
	const char *arg = gt_options[id].arg;

	*v = (struct gt_value){ .kind = GT_VALUE_NONE };
	if (!arg)
		return true;
	v->optional = !strncmp(arg, "[=", 2);
	if (id == GT_OPT_FILTER || id == GT_OPT_FAIL_IF) {
		v->kind = id == GT_OPT_FILTER ? GT_VALUE_FILTER : GT_VALUE_FAIL_IF;
		return true;
	}
	for (size_t i = 0; i < GT_COUNT(arguments); i++) {
		const struct argument *a = &arguments[i];

		if (strcmp(a->arg, arg) != 0)
			continue;
		v->kind = a->kind;
		v->repeats = a->repeats;
		if (a->put)
			a->put(&v->words);
		else
			gt_buf_puts(&v->words, a->words);
		return true;
	}
	v->kind = GT_VALUE_WORD;
	for (; gt_option_has_words(id) && *arg; arg++)
		gt_buf_putc(&v->words, *arg == '|' ? ' ' : *arg);
	return v->words.len > 0;
}

const char *gt_value_kind_name(enum gt_value_kind kind)
{
	static const char *const names[GT_VALUE_KINDS] = {
		[GT_VALUE_NONE] = "none",     [GT_VALUE_FREE] = "free",       [GT_VALUE_WORD] = "word",
		[GT_VALUE_FILE] = "file",     [GT_VALUE_REPORT] = "report",   [GT_VALUE_COLUMN] = "column",
		[GT_VALUE_COLUMNS] = "columns", [GT_VALUE_SORT] = "sort",     [GT_VALUE_GROUP] = "group",
		[GT_VALUE_FILTER] = "filter", [GT_VALUE_FAIL_IF] = "failif",
	};

	return names[kind];
}

const char *gt_completion_help(enum gt_option_id id)
{
	if (gt_options[id].one && !gt_options[id].help)
		return gt_options[id].one;
	while (!gt_options[id].help)
		id++;
	return gt_options[id].help;
}

void gt_completion_quote(struct gt_buf *out, const char *text, bool fish)
{
	gt_buf_putc(out, '\'');
	for (; *text; text++) {
		if (fish && (*text == '\'' || *text == '\\'))
			gt_buf_printf(out, "\\%c", *text);
		else if (*text == '\'')
			gt_buf_puts(out, "'\\''");
		else
			gt_buf_putc(out, *text);
	}
	gt_buf_putc(out, '\'');
}
