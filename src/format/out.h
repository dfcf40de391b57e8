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
};

void gt_out_init(struct gt_out *o, int fd, const char *name);
bool gt_out_step(struct gt_out *o);

/* Writes what is left and releases the buffer.  0, or GT_ERR_IO; a closed pipe is no error. */
int gt_out_finish(struct gt_out *o, struct gt_error *err);

#endif
