/* The entry that libFuzzer and the replay driver call. */
#ifndef GT_FUZZ_H
#define GT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0; a broken promise aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#endif
