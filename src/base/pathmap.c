/* Names of source files, from where a program was built to where its sources are. */
#include "base/pathmap.h"

#include <string.h>

size_t gt_pathmap_fits(const char *pair, const char *file)
{
	size_t from = strcspn(pair, "=");

	if (!pair[from] || from == 0 || strncmp(pair, file, from) != 0)
		return 0;
	return file[from] && file[from] != '/' && file[from - 1] != '/' ? 0 : from;
}
