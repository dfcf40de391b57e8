/* Byte sources: a trace's bytes by offset, from a file, memory, a pipe, a gzip or a zstd stream. */
#ifndef GT_WIRE_SOURCE_H
#define GT_WIRE_SOURCE_H

#include "wire/stream.h"

/*
 * A source is random access and read with pread, so that a file that somebody
 * truncates while we read it gives a short read and never a SIGBUS.  Pipes and
 * packed content (gzip, zstd; by magic, whatever the name) are spooled to an unlinked
 * temporary file first; memory use stays constant.  Reading is thread-safe.
 */
struct gt_source;

/*
 * Opens path ("-": standard input).  A directory, a missing or an unreadable
 * file, a broken packed stream: negative code and one clear sentence.  (One
 * that ends early: what could be unpacked is kept, *err is filled and
 * GT_OK is returned with gt_source_damage() set.)  Release with gt_source_close.
 */
int gt_source_open(struct gt_source **out, const char *path, struct gt_error *err);

/* Same; `watch` (NULL: nobody) is told how far the reading is where that takes time. */
int gt_source_open_watched(struct gt_source **out, const char *path, const struct gt_watch *watch,
			   struct gt_error *err);

/* A source over bytes that the caller keeps alive. `name` is for messages. */
int gt_source_open_mem(struct gt_source **out, const void *data, size_t n, const char *name);

/* Same, but takes over data (from malloc) and frees it at close. */
int gt_source_open_owned(struct gt_source **out, void *data, size_t n, const char *name);

void gt_source_close(struct gt_source *s);

/*
 * Reads up to n bytes at off: the number of bytes read (short only at the end
 * of the source), or a negative code with errno set.
 */
int64_t gt_source_read(struct gt_source *s, uint64_t off, void *buf, size_t n);

/*
 * What went wrong in any gt_source_read so far: the first error of the system (GT_ERR_IO), or that the file
 * became shorter than it was when it was opened (GT_ERR_CUT), or that it is not what was expected
 * (GT_ERR_STALE); 0: nothing.  A caller that took a missing
 * text for none, or what it could not read for the trace's end, is found out by this.
 */
int gt_source_fault(const struct gt_source *s, struct gt_error *err);

uint64_t gt_source_size(const struct gt_source *s);      /* bytes, after unpacking; of one that grows so far */
/* The first n bytes are no part of the content any more: offsets and the size count from there. */
void gt_source_skip(struct gt_source *s, uint64_t n);
uint64_t gt_source_skipped(const struct gt_source *s);
/* Only its first n bytes, which is no more than there are. */
void gt_source_limit(struct gt_source *s, uint64_t n);
const char *gt_source_name(const struct gt_source *s);   /* as given; "-" for standard input */

/*
 * A source that grows (gt_watch.grows): what is there can be read, and who needs more waits for it here.  Whoever
 * decides by what follows has to wait, so that the answer does not depend on when bytes came.
 */
bool gt_source_grows(const struct gt_source *s);            /* more may come; once false it stays false */
/* Waits for `size` bytes of it: false if it is over before. */
bool gt_source_await(struct gt_source *s, uint64_t size);
/* The same for some milliseconds, for what can be decided without them if need be. */
bool gt_source_await_soon(struct gt_source *s, uint64_t size);
/* What is there is all of it, and nobody waits any more. */
void gt_source_stop(struct gt_source *s);
/* After its end: what identifies the file is that of what it has become. */
void gt_source_settle(struct gt_source *s);
int64_t gt_source_came(const struct gt_source *s);          /* when the newest bytes came (gt_clock_now); 0: at once */
const struct gt_error *gt_source_unsaved(const struct gt_source *s);   /* NULL, or why gt_watch.save has not all */

/*
 * Damage found before the trace's own bytes were read (gzip or zstd cut or corrupt, a bad
 * line of a text form), or NULL.  What came before it is there.
 */
const struct gt_error *gt_source_damage(const struct gt_source *s);
void gt_source_set_damage(struct gt_source *s, const struct gt_error *damage);

/* What identifies the file's content for the index cache; false for pipes and memory. */
struct gt_source_id {
	uint64_t size;        /* of the file on disk */
	int64_t mtime_ns;
	uint64_t fingerprint; /* checksum of the first and last 64 KiB and of 16 samples between */
};
bool gt_source_identify(struct gt_source *s, struct gt_source_id *id);

/*
 * The content in pieces with a checksum each, for who comes back to a trace later: its size, time and fingerprint can
 * be those of another content.  Sums of pieces [first, first + n): false if they cannot be read.
 */
#define GT_SOURCE_PIECE (UINT32_C(256) << 10)
uint64_t gt_source_pieces(const struct gt_source *s);
bool gt_source_sums(struct gt_source *s, uint64_t first, uint64_t n, uint64_t *sums);

/*
 * From now on each piece is compared with its sum (little-endian, kept by the caller) when something of it is read
 * for the first time.  If it is another one, the read fails, and gt_source_fault says why.  NULL: nothing is expected
 * any more, and no such fault is left.
 */
void gt_source_expect(struct gt_source *s, const uint8_t *sums);
/* Compares all pieces now: 0, or as gt_source_fault. */
int gt_source_check(struct gt_source *s, struct gt_error *err);

/* True if somebody wrote to the file since it was opened: what is read now need not be what was there. */
bool gt_source_changed(const struct gt_source *s);

/* s was made from the content of `from`: it is identified by the same file and has the same damage. */
void gt_source_inherit(struct gt_source *s, struct gt_source *from);

#endif
