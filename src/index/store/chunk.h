/* Chunks of the index file: arrays with an id, listed in the table of chunks. */
#ifndef GT_INDEX_CHUNK_H
#define GT_INDEX_CHUNK_H

#include "base/checksum.h"
#include "index/store/file.h"
#include "wire/source.h"

/*
 * Writing: chunks one after the other in ascending order of ids, each begun,
 * filled and ended; then the table of chunks and the header.
 */
struct gt_chunks {
	struct gt_file *file;
	uint8_t *toc;
	size_t n, cap;
	/* the chunk that is being written */
	struct gt_checksum sum;
	uint64_t bytes;
	uint8_t buf[4096];
	size_t used;
};

void gt_chunks_init(struct gt_chunks *c, struct gt_file *file);
void gt_chunks_release(struct gt_chunks *c);

void gt_chunk_begin(struct gt_chunks *c, uint32_t id, uint32_t width);
void gt_chunk_bytes(struct gt_chunks *c, const void *bytes, size_t n);
void gt_chunk_put32(struct gt_chunks *c, uint32_t v);
void gt_chunk_put64(struct gt_chunks *c, uint64_t v);
void gt_chunk_end(struct gt_chunks *c);

/* Writes the table of chunks and the header with the trace's id, and everything out: 0 or the file's error. */
int gt_chunks_finish(struct gt_chunks *c, const struct gt_source_id *id);

/*
 * Reading: checks the header and the table of chunks of a file that is
 * there as a whole (all offsets and sizes are inside of it afterwards).
 * id NULL: any trace.  GT_ERR_STALE if it is damaged, of another version or of another trace.
 */
int gt_chunks_check(struct gt_file *file, const struct gt_source_id *id, struct gt_error *err);

/*
 * The rows of a chunk in a checked file: GT_ERR_STALE if there is none or its rows have another width.
 */
int gt_chunk_find(struct gt_file *file, uint32_t id, uint32_t width, const uint8_t **rows, uint64_t *n,
		  struct gt_error *err);

/* Checks the checksums of all chunks. */
int gt_chunks_verify(struct gt_file *file, struct gt_error *err);

#endif
