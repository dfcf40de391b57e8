/* Unpacking gzip streams, as far as somebody wants to read. */
#ifndef GT_WIRE_GUNZIP_H
#define GT_WIRE_GUNZIP_H

#include "wire/stream.h"

/* True if the bytes are the start of a gzip stream. */
bool gt_gunzip_detect(const void *head, size_t n);

/* The gzip members that `head` (n bytes already read from in) and the rest of in make up.  Constant memory. */
struct gt_gunzip;
int gt_gunzip_open(struct gt_gunzip **out, struct gt_stream *in, const void *head, size_t n, struct gt_error *err);
void gt_gunzip_close(struct gt_gunzip *u);

/*
 * Unpacks the next n bytes: their number, fewer only at the end; if the stream is cut or corrupt there, *damage
 * says so.  Negative: reading failed.
 */
ssize_t gt_gunzip_read(struct gt_gunzip *u, void *out, size_t n, struct gt_error *damage, struct gt_error *err);

/* How many packed bytes were taken for what was unpacked so far. */
uint64_t gt_gunzip_taken(const struct gt_gunzip *u);

#endif
