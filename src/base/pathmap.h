/* "OLD=NEW": files whose names begin with OLD are in NEW here. */
#ifndef GT_BASE_PATHMAP_H
#define GT_BASE_PATHMAP_H

#include <stddef.h>

/* How much of the file's name the pair replaces, whole parts between slashes: 0: nothing, it is about others. */
size_t gt_pathmap_fits(const char *pair, const char *file);

#endif
