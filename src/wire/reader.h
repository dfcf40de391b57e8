/* A part of a source, read from front to back through a window. */
#ifndef GT_WIRE_READER_H
#define GT_WIRE_READER_H

#include "wire/source.h"

/*
 * Decoders take what lies in [p, end) and set p after it; where that may be too little for a record they call
 * gt_reader_fill first.  So memory stays constant, and the bytes themselves are read without a call.
 */
struct gt_reader {
	const uint8_t *p, *end;    /* unread part of the window */
	uint64_t end_off;          /* offset of `end` in the source */
	uint64_t left;             /* bytes after `end` that are still to be read: of a batch, or of the file */
	uint8_t *win;              /* window memory, the caller's */
	size_t size;
	struct gt_source *src;
};

/* Reads the n bytes at `off` from now on. */
GT_INLINE void gt_reader_seek(struct gt_reader *r, uint64_t off, uint64_t n)
{
	r->p = r->end = r->win;
	r->end_off = off;
	r->left = n;
}

/* Reads all of a source after `off`, which lies in it. */
void gt_reader_open(struct gt_reader *r, struct gt_source *src, uint64_t off, void *win, size_t size);

/* Offset in the source of a byte in the window. */
GT_INLINE uint64_t gt_reader_off(const struct gt_reader *r, const uint8_t *p)
{
	return r->end_off - (uint64_t)(r->end - p);
}

/*
 * Moves what is unread to the front of the window and fills it up: 0, GT_ERR_IO, or GT_ERR_CUT if bytes are
 * not there any more.  p and end are others afterwards; nothing is left to fill when left is 0.
 */
int gt_reader_fill(struct gt_reader *r, struct gt_error *err);

/* Goes on n bytes after p, a byte in the window: false, and nothing changes, if there are not so many. */
bool gt_reader_skip(struct gt_reader *r, const uint8_t *p, uint64_t n);

#endif
