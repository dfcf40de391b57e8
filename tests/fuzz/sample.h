/* A recorded trace with its index, in memory, for targets that are about something else. */
#ifndef GT_FUZZ_SAMPLE_H
#define GT_FUZZ_SAMPLE_H

#include "base/os/mapfile.h"
#include "fuzz/fuzz.h"
#include "unit/index/ask.h"

struct sample {
	struct gt_mapfile trace;
	uint8_t *index;
	size_t n;                /* bytes of the index */
	struct gt_trace t;       /* both, opened */
};

/* testdata/traces/NAME.trace; aborts if it is not there.  What is done with it must leave it as it is. */
void sample_open(struct sample *s, const char *name);

/* Called once, before the first input. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

#endif
