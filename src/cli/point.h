/* Points in time as users type them for --from and --to. */
#ifndef GT_CLI_POINT_H
#define GT_CLI_POINT_H

#include "base/compiler.h"

/*
 * "1.234s", "20ms", "50%" of the duration, a bare integer of ns; since the
 * trace's start.  0, or -1 if it is none of these.
 */
int gt_point_parse(const char *s, int64_t duration, int64_t *ns);

#endif
