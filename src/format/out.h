/* Where exports go: a file descriptor behind a buffer, whose first error is remembered. */
#ifndef GT_FORMAT_OUT_H
#define GT_FORMAT_OUT_H

#include "base/buf.h"
#include "base/err.h"

/*
 * Writers append to `buf` and call gt_out_step at the end of each line or
 * row.  After an error nothing more is written; gt_out_step then returns
 * false, so that long exports stop.  The descriptor is the caller's.
 */
struct gt_out {
	int fd;
	struct gt_buf buf;
	int errnum;           /* errno of the first failed write, 0 */
	const char *name;     /* for messages: "standard output" */
	struct gt_pieces *pieces; /* of a piece of a listing: the others; NULL */
	uint64_t piece;       /* its number */
	bool dropped;         /* it comes after the listing's end */
};

void gt_out_init(struct gt_out *o, int fd, const char *name);
bool gt_out_step(struct gt_out *o);

/* Writes what is left and releases the buffer.  0, or GT_ERR_IO; a closed pipe is no error. */
int gt_out_finish(struct gt_out *o, struct gt_error *err);

/*
 * A listing in n pieces, each of which make(arg, worker, piece, out, err) appends to `out`, calling gt_out_step as
 * above.  Up to `workers` threads (GT_WORKERS at most; worker: 0 .. workers - 1) make them at a time, each piece once;
 * they are begun and written in their order.  Pieces should have 1 to GT_PIECE_BYTES: the thread of a longer one
 * waits until all before it are written.  Nothing follows a piece of which `make` returned less than 0; that is
 * returned then, with its error.
 */
#define GT_PIECE_BYTES (4U << 20)
typedef int gt_piece_fn(void *arg, unsigned worker, uint64_t piece, struct gt_out *out, struct gt_error *err);
int gt_out_pieces(struct gt_out *o, uint64_t n, unsigned workers, gt_piece_fn *make, void *arg, struct gt_error *err);

#endif
