/* A fast 64-bit checksum for chunks of the index and the fingerprint of a trace. */
#ifndef GT_BASE_CHECKSUM_H
#define GT_BASE_CHECKSUM_H

#include "base/compiler.h"

/*
 * Finds damage, not malice.  The value depends only on the bytes and the seed
 * (not on the machine's byte order or on how the bytes were split over
 * updates), and is part of the index format: a change of the function is a
 * change of the format's version.
 */
uint64_t gt_checksum(const void *bytes, size_t n, uint64_t seed);

/* The same in pieces: begin, any number of updates, end (which leaves the state as it was). */
struct gt_checksum {
	uint64_t lane[4];
	uint64_t total;     /* bytes so far */
	uint8_t tail[32];   /* the last total % 32 bytes */
	uint64_t seed;
};

void gt_checksum_begin(struct gt_checksum *c, uint64_t seed);
void gt_checksum_update(struct gt_checksum *c, const void *bytes, size_t n);
uint64_t gt_checksum_end(const struct gt_checksum *c);

#endif
