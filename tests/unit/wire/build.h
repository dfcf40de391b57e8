/* Builds small v2 traces from a readable notation, for tests. */
#ifndef GT_TEST_WIRE_BUILD_H
#define GT_TEST_WIRE_BUILD_H

#include "base/buf.h"
#include "wire/v2/v2gen.h"

/*
 * Replaces out by a trace with the header of `minor` (0: none) and what spec
 * says:
 *	01 ff        bytes
 *	61*1024      a byte many times
 *	u300         a uvarint
 *	b1,2,3[ … ]  EventBatch of generation 1, thread 2, time 3 with this content
 *	x9,1,2,3[ …] the same as an ExperimentalBatch of experiment 9
 *	^            *mark (which may be NULL) becomes the offset of what follows
 * The number "none" is 2^64-1.  Aborts the test program on a bad spec.
 */
void gt_build_trace(struct gt_buf *out, int minor, const char *spec, uint64_t *mark);

/* What reading all generations of a trace from memory gives. */
struct gt_read_all {
	int rc;                  /* of the last call */
	unsigned gens;           /* that were delivered before it */
	uint64_t batches;        /* event batches in these */
	struct gt_error err;
};

struct gt_read_all gt_read_all(const void *trace, size_t n, int minor);

#endif
