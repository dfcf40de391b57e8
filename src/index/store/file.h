/* The index file: written front to back through one buffer, read through a map at the same time. */
#ifndef GT_INDEX_FILE_H
#define GT_INDEX_FILE_H

#include <stdatomic.h>

#include "base/chores.h"

/*
 * While an index is built, [0, buf_off) has been written and the rest up to
 * `size` is in buf; readers find a range with gt_file_at wherever it is.
 * With chores a full buffer is written by whoever runs them while the other one is filled: then
 * [0, flight.off) has been written, and the rest up to buf_off is there.
 * A write error is remembered in rc and err and makes all further writes
 * vanish; ranges lost by it read as NULL.
 */
struct gt_file {
	int fd;                  /* -1: none */
	uint64_t size;           /* bytes so far */
	uint8_t *buf;
	uint64_t buf_off;        /* file offset of buf[0] */
	struct gt_chores *chores;        /* who else writes, or NULL */
	struct gt_flight {
		bool on;
		uint8_t *buf;    /* the other buffer */
		size_t n;
		uint64_t off;
		int fd, why;     /* why: errno, 0 if it was written */
		uint64_t chore;
	} flight;
	const uint8_t *map;      /* [0, map_len) of the file */
	size_t map_len;
	bool borrowed;           /* map is the caller's memory */
	bool may_move;           /* to a file without a name, if this one cannot be written any more */
	bool may_leave_disk;     /* into memory, if no file can be written */
	bool moved;              /* it has: fd is another file now, or mem is used instead */
	uint8_t *mem;            /* GT_TMP_MEMORY bytes of address space, or NULL */
	/* Set by any thread that reads, read relaxed: each is a fact of its own that publishes nothing else. */
	atomic_bool unmapped;    /* no memory to map it into: it reads as nothing */
	atomic_bool damaged;     /* a checksum did not fit: what it covers reads as nothing */
	int rc;                  /* sticky: 0 or GT_ERR_IO, GT_ERR_LIMIT */
	struct gt_error err;
};

void gt_file_init(struct gt_file *f);

/* What is written goes into memory from now on, up to GT_TMP_MEMORY; false: there is none. */
bool gt_file_use_memory(struct gt_file *f);

/* A complete file in memory, which the caller keeps. */
void gt_file_open_mem(struct gt_file *f, const void *bytes, size_t n);

/* True if the file is shorter than what was read from it: it was truncated on disk, and answers can be wrong. */
bool gt_file_is_cut(const struct gt_file *f);

/* Unmaps, frees; does not close fd. */
void gt_file_release(struct gt_file *f);

/*
 * Room for n (at most GT_FILE_RESERVE) bytes at the next multiple of align; *off is where in the file.  The
 * caller fills them at once and gives back what it does not need with gt_file_trim.  NULL after an error.
 */
#define GT_FILE_RESERVE (1u << 17)
uint8_t *gt_file_reserve(struct gt_file *f, size_t n, size_t align, uint64_t *off);
void gt_file_trim(struct gt_file *f, uint64_t end);

/* Appends n bytes, any number, at the next multiple of align; where in the file. */
uint64_t gt_file_append(struct gt_file *f, const void *bytes, size_t n, size_t align);

/* Replaces n bytes that were appended before. */
void gt_file_patch(struct gt_file *f, uint64_t off, const void *bytes, size_t n);

/* What another thread writes is written. */
void gt_file_settle(struct gt_file *f);

/* Writes what is in the buffer. */
int gt_file_flush(struct gt_file *f);

/* Nothing more will be written (all is flushed): the buffer goes. */
void gt_file_complete(struct gt_file *f);

/* The n bytes at off, valid until the file is written to or released; NULL if the file has no such range. */
const uint8_t *gt_file_at(struct gt_file *f, uint64_t off, uint64_t n);

#endif
