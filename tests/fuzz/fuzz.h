/* What fuzz targets share.  Each defines the entry that libFuzzer, or driver.c, calls. */
#ifndef GT_FUZZ_H
#define GT_FUZZ_H

#include <stdlib.h>

#include "wire/header.h"
#include "wire/source.h"

/* Returns 0; a broken promise aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* So many prefixes of each input are replayed in make check: 50, unless a slow target defines it. */
extern const size_t fuzz_prefixes;

/* What must hold whatever the input. */
#define MUST(cond) ((cond) ? (void)0 : abort())

/* A failure says why, in one line. */
void fuzz_check_error(int rc, const struct gt_error *err);

/* The same for what users type: it is quoted as it is, and escaped where it leaves the program. */
void fuzz_check_refusal(int rc, const struct gt_error *err);

/* A binary trace in memory, which the caller keeps; NULL if it is none. */
struct gt_source *fuzz_open(const uint8_t *bytes, size_t n, struct gt_header *h);

#endif
