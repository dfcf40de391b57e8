/* The host of a trace, from its path. */
#include <string.h>

#include "analysis/fleet/fleet.h"

const char *gt_fleet_host_fault(const char *pattern)
{
	const char *star = strchr(pattern, '*');

	return star && !strchr(star + 1, '*') ? NULL : "a part of the path with one * in it, like 'traces/*/'";
}

/* What stands at s, up to `after` or, where that is empty, up to the next slash; 0: nothing does. */
static size_t host_length(const char *s, const char *after)
{
	const char *slash = s + strcspn(s, "/");
	const char *end = *after ? strstr(s, after) : slash;

	return end && end <= slash ? (size_t)(end - s) : 0;
}

const char *gt_fleet_host(const char *pattern, const char *path, size_t *n)
{
	size_t before = strcspn(pattern, "*");

	for (const char *s = path; *s; s++) {
		if (strncmp(s, pattern, before) != 0)
			continue;
		*n = host_length(s + before, pattern + before + 1);
		if (*n)
			return s + before;
	}
	return NULL;
}
