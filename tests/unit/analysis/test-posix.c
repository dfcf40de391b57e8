/*
 * Regular expressions as builds without PCRE2 have them: of their source, under names of its own, since the library
 * has the other ones.
 */
#define gt_regexp_new posix_regexp_new
#define gt_regexp_free posix_regexp_free
#define gt_regexp_locate posix_regexp_locate
#define gt_regexp_version posix_regexp_version

#include <stdio.h>
#include <string.h>

#include "analysis/table/regexp_posix.c"
#include "tap/tap.h"

/* What the expression finds in the text: "start-end", "no", or "bad". */
static void found_in(const char *expr, const char *text, char out[32])
{
	struct gt_regexp *re;
	struct gt_error err;
	size_t start, end;

	snprintf(out, 32, "bad");
	if (gt_regexp_new(&re, expr, false, &err) < 0)
		return;
	if (gt_regexp_locate(re, text, strlen(text), 0, &start, &end))
		snprintf(out, 32, "%zu-%zu", start, end);
	else
		snprintf(out, 32, "no");
	gt_regexp_free(re);
}

TAP_TEST(digits)
{
	static const struct {
		const char *expr, *text, *found;
	} cases[] = {
		{ "\\d+", "main.f12", "6-8" },
		{ "\\D+", "12ab3", "2-4" },
		{ "[\\d.]+", "v1.27", "1-5" },
		{ "[[:alpha:]\\d]+", "-ab1-", "1-4" },
		{ "[[:alpha:]]\\d", "ab1", "1-3" },
		{ "[^[:space:]\\d]+", "1 ab2", "2-4" },
		{ "[[.-.]\\d]+", "a1-2", "1-4" },
		{ "[[=a=]\\d]+", "ba1", "1-3" },
		{ "[]\\d]+", "a]1", "1-3" },
		{ "[[\\d]+", "a[1", "1-3" },
		{ "[[:alpha:", "a", "bad" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char got[32];

		found_in(cases[i].expr, cases[i].text, got);
		tap_is_str(got, cases[i].found, "%s in %s", cases[i].expr, cases[i].text);
	}
}
