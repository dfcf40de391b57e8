/* The table of all options, and words of sentences about them. */
#include <assert.h>
#include <string.h>

#include "cli/options/options.h"

const struct gt_cli_option gt_options[GT_OPTIONS] = {
#define GT_OPTION(id, name, alias, arg, group, help) \
	[GT_OPT_##id] = { name, alias, arg, GT_GROUP_##group, help, NULL, 0 },
#define GT_REPORT_OPTION(id, name, arg, help, one) \
	[GT_OPT_##id] = { name, NULL, arg, GT_GROUP_REPORTS, help, one, GT_TAKES_##id },
#include "cli/options/options.def"
#undef GT_OPTION
#undef GT_REPORT_OPTION
};

const char *gt_option_group_name(enum gt_option_group group)
{
	static const char *const names[] = {
		[GT_GROUP_REPORTS] = "Reports",
		[GT_GROUP_LISTINGS] = "Listings",
		[GT_GROUP_SCREEN] = "Screen",
		[GT_GROUP_INDEX] = "Index",
		[GT_GROUP_GENERAL] = "General",
	};

	return names[group];
}

bool gt_option_has_words(enum gt_option_id id)
{
	const char *arg = gt_options[id].arg;

	return arg && !arg[strspn(arg, "abcdefghijklmnopqrstuvwxyz|")];
}

void gt_cli_words_add(struct gt_cli_words *w, const char *word)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->v[i], word))
			return;
	assert(w->n < GT_COUNT(w->v));
	w->v[w->n++] = word;
}

void gt_cli_words_text(struct gt_buf *out, const struct gt_cli_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		gt_buf_printf(out, "%s%s", i == 0 ? "" : i + 1 < w->n ? ", " : " or ", w->v[i]);
}
