/* The rest of a trace that is still on its way: through a pipe, or into a file that somebody writes. */
#ifndef GT_WIRE_GROWTH_H
#define GT_WIRE_GROWTH_H

#include "wire/stream.h"

/*
 * A thread of its own takes what comes, so that who writes the trace never waits for who reads it here.  Bytes that
 * are there stay as they are.  It is over when the stream ends, when the file's last writer has closed it, when the
 * file was cut or replaced, or when gt_growth_stop says so.  All functions can be called from any thread.
 */
struct gt_growth;

/*
 * A stream: takes over `fd`, of which `head` (n bytes) was read already.  What comes is stored as by wire/spool.h, up
 * to how->limit, and in the file how->save, which is made anew (NULL: in none).  how is borrowed for the call only.
 */
int gt_growth_of_stream(struct gt_growth **out, int fd, const void *head, size_t n, const struct gt_watch *how,
			struct gt_error *err);

/* A regular file, which is `path`; fd is borrowed. */
int gt_growth_of_file(struct gt_growth **out, int fd, const char *path, struct gt_error *err);

/* Ends the thread. */
void gt_growth_free(struct gt_growth *g);

/* How many bytes are there. */
uint64_t gt_growth_size(const struct gt_growth *g);

/* Bytes that are there: as gt_pread_full. */
ssize_t gt_growth_read(struct gt_growth *g, uint64_t off, void *buf, size_t n);

/* Whether more may come.  Once false, the size and the damage stay as they are. */
bool gt_growth_goes_on(const struct gt_growth *g);

/* Waits for `size` bytes, at most for ms milliseconds (negative: for ever): whether they are there. */
bool gt_growth_await(struct gt_growth *g, uint64_t size, int ms);

/* What is there is all of it; who waits need not wait any more. */
void gt_growth_stop(struct gt_growth *g);

/* Why it was over, once it is: NULL if this is a plain end, or somebody's wish. */
const struct gt_error *gt_growth_damage(const struct gt_growth *g);

/* When the newest bytes came, as gt_clock_now. */
int64_t gt_growth_came(const struct gt_growth *g);

/* NULL, or why the file how->save has not all of it; once it is over. */
const struct gt_error *gt_growth_unsaved(const struct gt_growth *g);

#endif
