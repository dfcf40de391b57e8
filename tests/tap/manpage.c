/* Comparing a manual page with the tables of the program. */
#include "tap/manpage.h"

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

void tap_manpage(const char *page, const char *table, const char *want)
{
	const char *top = getenv("GT_SRCDIR");
	char path[4096], *text, *from, *to;
	FILE *out;

	snprintf(path, sizeof path, "%s/man/%s", top ? top : ".", page);
	text = read_page(path);
	if (!tap_ok(text && find_table(text, table, &from, &to), "%s has a place for the %s", page, table)) {
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
	tap_is_str(from, want, "the %s in %s are those of the program", table, page);
	free(text);
}
