/* Names of partitions: safe as the name of a folder and behind "trace=" in a path. */
#include "cli/partition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/xalloc.h"

/* With "trace=" and a number behind it a file system's limit of 255 is not reached. */
#define LONGEST 200
/* What engines write where a partition has no value. */
#define NO_VALUE "__HIVE_DEFAULT_PARTITION__"

static bool is_safe_byte(unsigned char c)
{
	return c < 0x80 && (isalnum(c) || c == '.' || c == '_' || c == '-');
}

static char *safe_name(const char *file)
{
	size_t end = strlen(file), begin, n;
	char *name;

	if (!strcmp(file, "-"))
		return gt_xstrdup("stdin");
	while (end > 1 && file[end - 1] == '/')
		end--;
	for (begin = end; begin && file[begin - 1] != '/'; begin--)
		;
	n = end - begin < LONGEST ? end - begin : LONGEST;
	name = gt_xmemdup0(file + begin, n);
	for (size_t i = 0; i < n; i++)
		if (!is_safe_byte((unsigned char)name[i]))
			name[i] = '_';
	return name;
}

/* Whether it is the name of one of the first n, or of no trace. */
static bool is_taken_name(char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(names[i], name))
			return true;
	return !*name || !strcasecmp(name, NO_VALUE);
}

char **gt_partition_names(const char *const *files, size_t n)
{
	char **names = gt_xcalloc(n + 1, sizeof *names);

	for (size_t i = 0; i < n; i++) {
		char *base = safe_name(files[i]), *name = gt_xstrdup(base);

		for (unsigned k = 2; is_taken_name(names, i, name); k++) {
			free(name);
			name = gt_xasprintf("%s-%u", base, k);
		}
		names[i] = name;
		free(base);
	}
	return names;
}

void gt_partition_free(char **names)
{
	for (size_t i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}
