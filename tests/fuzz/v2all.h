/* A v2 trace, read in every way the wire layer has. */
#ifndef GT_FUZZ_V2ALL_H
#define GT_FUZZ_V2ALL_H

#include "fuzz/fuzz.h"

/* Tables, cursors, and its text form, which must say the same when it is read. */
void fuzz_read_v2(const uint8_t *bytes, size_t n);

#endif
