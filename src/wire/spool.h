/* What comes only once, from its first byte to its last, put where it can be read by offset, and unpacked. */
#ifndef GT_WIRE_SPOOL_H
#define GT_WIRE_SPOOL_H

#include "wire/unpack.h"

/*
 * How much is stored, at most, unless gt_watch.limit says otherwise.  16 GiB hold as many events (of about four
 * bytes) as an index has numbers for rows.  gzip makes a trace 4 to 12 times smaller, and nothing more than 1032
 * times; zstd makes a trace little smaller than that.  What grows by more than this was made to fill a disk.  Little
 * content may grow as it likes.
 */
#define GT_UNPACK_LIMIT (UINT64_C(16) << 30)
#define GT_UNPACK_RATIO 200
#define GT_UNPACK_FREE (UINT64_C(64) << 20)

/* How the stream that begins with n bytes is packed; NULL: not in a way that is known. */
const struct gt_packing *gt_packing_of(const void *head, size_t n);

struct gt_spooled {
	int fd;                  /* a file without a name, or -1: in memory (up to GT_TMP_MEMORY) */
	uint8_t *mem;            /* from malloc */
	size_t mem_cap;
	uint64_t size;
	struct gt_error damage;  /* code 0: this is all of it; GT_ERR_LIMIT: it goes on */
};

/*
 * Takes what is left of `in`, of which `head` (n bytes, at least 16 KiB if there are so many) was read already.
 * Content that does not begin as a trace does is not read on: its head is enough to say what it is.
 * 0: *out is the caller's.  Negative: reading or storing failed, or nothing could be unpacked; nothing is left.
 */
int gt_spool_take(struct gt_spooled *out, struct gt_stream *in, const void *head, size_t n, struct gt_error *err);

/*
 * Stores n bytes more of *o, of which `limit` may be stored in all: what is beyond it is left out, and o->damage says
 * so.  Negative: there is no room for them.
 */
int gt_spool_put(struct gt_spooled *o, uint64_t limit, const void *bytes, size_t n, struct gt_error *err);

#endif
