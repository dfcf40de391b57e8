/* Bytes that come once, from their first to their last, while somebody watches how far they are. */
#ifndef GT_WIRE_STREAM_H
#define GT_WIRE_STREAM_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * Told while a pipe or packed content is read to its end: often, also while nothing
 * comes; before the first byte `taken` is 0.  `total` is 0 if nobody knows it.  end is called once, if tell was.
 * stop (NULL: never) is asked after each tell: if true no more is read (GT_ERR_CANCELLED).  Without tell nobody
 * is told anything, and the rest says how a trace is read.
 */
struct gt_watch {
	void (*tell)(void *arg, uint64_t taken, uint64_t total);
	void (*end)(void *arg);
	bool (*stop)(void *arg);
	void *arg;
	uint64_t limit;               /* bytes that are kept of it, unpacked; 0: as wire/spool.h says */
	uint64_t part;                /* which trace of a file that holds several, from 1; 0: what it begins with */
	bool any;                     /* what does not begin like a trace is read to its end, too */
	bool grows;                   /* a binary trace of a pipe is open when its header is there; the rest follows */
	bool follow;                  /* a file that is being written is open at once, too (wire/growth.h) */
	const char *save;             /* what comes through a pipe is kept in this file, too; NULL: it is not */
	int as;                       /* how a v2 trace of an unknown version is read: as of this one; 0: not */
};

struct gt_stream {
	int fd;
	uint64_t taken, total;        /* bytes; total: 0 if unknown */
	const struct gt_watch *watch; /* NULL: nobody */
	bool told;
};

/*
 * Up to n bytes, fewer only at the end; -1 with errno set (ECANCELED: the watcher's wish).  A descriptor that
 * does not block is waited for.
 */
ssize_t gt_stream_read(struct gt_stream *s, void *out, size_t n);

/* The error of a read that failed; `what` was tried.  Returns its code. */
int gt_stream_error(const char *what, struct gt_error *err);

/* Nothing more will be read; the descriptor is the caller's. */
void gt_stream_end(struct gt_stream *s);

#endif
