/* The cache directory and the names in it. */
#include "index/state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/tmpfile.h"
#include "base/xalloc.h"

/* $XDG_CACHE_HOME if it is absolute (the XDG specification ignores others), else ~/.cache; NULL: neither. */
static char *cache_dir(void)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		return gt_xasprintf("%s/gtrace-tui", xdg);
	if (home && home[0] == '/')
		return gt_xasprintf("%s/.cache/gtrace-tui", home);
	return NULL;
}

/*
 * The name depends on the path alone: the index of a trace that was recorded
 * anew replaces the old one.  Whether it fits is told by the file's header.
 */
char *gt_cache_path(const char *path)
{
	char *dir = cache_dir(), *real = realpath(path, NULL), *name = NULL;

	if (dir && real && !gt_mkdir_parents(dir, NULL))
		name = gt_xasprintf("%s/%016" PRIx64 ".gtindex", dir, gt_checksum(real, strlen(real), 0));
	free(dir);
	free(real);
	return name;
}
