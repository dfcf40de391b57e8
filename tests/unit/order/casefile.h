/* Traces made by hand as files, so that Go's reader can be asked about them. */
#ifndef GT_TEST_ORDER_CASEFILE_H
#define GT_TEST_ORDER_CASEFILE_H

#include <stddef.h>

/*
 * Writes this trace, in the notation of unit/wire/build.h, as dir/NUMBER.trace, and prints its file, ERROR or ok,
 * its name.  Returns 0, or 1 where it cannot be written.
 */
int write_case(const char *dir, size_t number, int minor, const char *spec, const char *error, const char *name);

#endif
