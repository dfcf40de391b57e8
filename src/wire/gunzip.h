/* Unpacking gzip streams into a file. */
#ifndef GT_WIRE_GUNZIP_H
#define GT_WIRE_GUNZIP_H

#include "wire/stream.h"

/* True if the bytes are the start of a gzip stream. */
bool gt_gunzip_detect(const void *head, size_t n);

/*
 * Unpacks the gzip members that `head` (head_len bytes already read from in)
 * and the rest of in make up, and writes the result to out; constant memory.
 * 0: *size bytes were written; if the stream is cut or corrupt, *damage
 * says so and what came before was written.  Negative: reading or writing
 * failed, or nothing at all could be unpacked.
 */
int gt_gunzip(struct gt_stream *in, const void *head, size_t head_len, int out, uint64_t *size,
	      struct gt_error *damage, struct gt_error *err);

#endif
