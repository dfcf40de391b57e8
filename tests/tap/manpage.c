/* Comparing a manual page with the tables of the program. */
#include "tap/manpage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

static char *read_page(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t n = 0;

	if (!in)
		return NULL;
	if (getdelim(&text, &n, 0, in) < 0) {
		free(text);
		text = NULL;
	}
	fclose(in);
	return text;
}

/* The text between the two comments that name a table. */
static bool find_table(char *page, const char *name, char **from, char **to)
{
	char begin[64], end[64];

	snprintf(begin, sizeof begin, ".\\\" begin %s\n", name);
	snprintf(end, sizeof end, ".\\\" end %s\n", name);
	*from = strstr(page, begin);
	if (!*from)
		return false;
	*from += strlen(begin);
	*to = strstr(*from, end);
	return *to;
}

/* The first line that differs, since a table is too long to be read, and what mends it. */
static void explain_stale(const char *got, const char *want, const char *top)
{
	size_t at = 0;

	for (size_t i = 0; got[i] && got[i] == want[i]; i++) {
		if (got[i] == '\n')
			at = i + 1;
	}
	tap_diag(" got %.*s", (int)strcspn(got + at, "\n"), got + at);
	tap_diag("want %.*s", (int)strcspn(want + at, "\n"), want + at);
	tap_diag("GENERATE=1 GT_SRCDIR=%s %s writes it", top, program_invocation_name);
}

void tap_manpage(const char *page, const char *table, const char *want)
{
	const char *top = getenv("GT_SRCDIR") ? getenv("GT_SRCDIR") : ".";
	char path[4096], *text, *from, *to;
	FILE *out;

	snprintf(path, sizeof path, "%s/man/%s", top, page);
	text = read_page(path);
	if (!tap_ok(text && find_table(text, table, &from, &to), "%s has a place for the %s", page, table)) {
		tap_diag("they go between the lines '.\\\" begin %s' and '.\\\" end %s'", table, table);
		free(text);
		return;
	}
	if (getenv("GENERATE") && (out = fopen(path, "w"))) {
		fprintf(out, "%.*s%s%s", (int)(from - text), text, want, to);
		fclose(out);
		free(text);
		text = read_page(path);
		find_table(text, table, &from, &to);
	}
	*to = 0;
	if (!tap_ok(strcmp(from, want) == 0, "the %s in %s are those of the program", table, page))
		explain_stale(from, want, top);
	free(text);
}
