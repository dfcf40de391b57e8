/* Colours of text reports: whether there are any, and the sequences for them. */
#include "cli/color.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/kit/style.h"

/* less shows them as such with -R, which it gets from us where LESS says nothing; of others nothing is known. */
static bool pager_has_colors(const char *pager)
{
	size_t n = strcspn(pager, " ");
	const char *name = pager + n, *options = getenv("LESS");

	while (name > pager && name[-1] != '/')
		name--;
	if (pager + n - name != strlen("less") || memcmp(name, "less", strlen("less")) != 0)
		return false;
	return !options || strpbrk(options, "Rr") || strstr(pager, " -R") || strstr(pager, " -r");
}

bool gt_color_wanted(const struct gt_cli *c, bool terminal, const char *pager)
{
	const char *how = c->value[GT_OPT_COLOR], *term = getenv("TERM"), *none = getenv("NO_COLOR");

	if (how && strcmp(how, "auto") != 0)
		return !strcmp(how, "always");
	return terminal && !(none && *none) && term && *term && strcmp(term, "dumb") != 0 &&
	       (!pager || pager_has_colors(pager));
}

/* "\033[1;31m"; nothing for what a theme leaves as it is. */
static void put_ink(char *out, size_t size, struct gt_ink ink)
{
	static const struct {
		uint32_t attr;
		int code;
	} attrs[] = { { GT_BOLD, 1 }, { GT_FAINT, 2 }, { GT_UNDERLINE, 4 }, { GT_REVERSE, 7 } };
	size_t n = 0;

	for (size_t i = 0; i < GT_COUNT(attrs); i++)
		if (ink.attrs & attrs[i].attr)
			n += (size_t)snprintf(out + n, size - n, "%s%d", n ? ";" : "\033[", attrs[i].code);
	if (ink.fg >= 0 && ink.fg < 8)
		n += (size_t)snprintf(out + n, size - n, "%s3%d", n ? ";" : "\033[", (int)ink.fg);
	if (n)
		snprintf(out + n, size - n, "m");
}

void gt_color_inks(struct gt_inks *inks)
{
	static const enum gt_role roles[GT_INK_KINDS] = {
		[GT_INK_PLAIN] = GT_ROLE_NORMAL,      [GT_INK_HEAD] = GT_ROLE_HEADER,
		[GT_INK_OVER] = GT_ROLE_GREEDY,       [GT_INK_WARNING] = GT_ROLE_WARNING,
		[GT_INK_BETTER] = GT_ROLE_BETTER,     [GT_INK_OWN] = GT_ROLE_LABEL,
		[GT_INK_RUNTIME] = GT_ROLE_RUNTIME,
	};
	struct gt_theme theme;

	*inks = (struct gt_inks){ .begin = { "" } };
	if (gt_theme_load(&theme, "dark"))
		return;
	for (int i = GT_INK_PLAIN + 1; i < GT_INK_KINDS; i++) {
		struct gt_ink ink = gt_theme_ink(&theme, GT_DEPTH_8, roles[i]);

		/* What 8 colours are too few for is marked as without any. */
		if (ink.fg < 0 && !ink.attrs)
			ink = gt_theme_ink(&theme, GT_DEPTH_MONO, roles[i]);
		put_ink(inks->begin[i], sizeof inks->begin[i], ink);
	}
}
