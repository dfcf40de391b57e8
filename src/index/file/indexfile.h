/* From a filled store to a complete file, and from a complete file to a store that queries can read. */
#ifndef GT_INDEX_INDEXFILE_H
#define GT_INDEX_INDEXFILE_H

#include "index/store/chunk.h"
#include "index/store/store.h"
#include "index/trace.h"

/*
 * Completes the file of a store that nothing will be added to: open blocks,
 * goroutines, names, info, header.  On success the store is attached to it
 * and its memory is freed.  On failure (the file cannot be written) it stays as it was, and can
 * be asked as before.  breathe (may be NULL) is called every few milliseconds,
 * when the store can be asked.
 */
int gt_store_finish(struct gt_store *s, const struct gt_source_id *id, const struct gt_trace_info *info,
		    const uint64_t *event_counts, void (*breathe)(void *), void *arg, struct gt_error *err);

/*
 * Makes a store (zeroed, file opened and mapped) of an existing file, without
 * reading more of it than the header and the tables of chunks and
 * partitions.  GT_ERR_STALE if it cannot be used.
 */
int gt_store_attach(struct gt_store *s, const struct gt_source_id *id, struct gt_error *err);

/* info and counts as they were given to finish (info.c). */
void gt_info_write(struct gt_chunks *c, const struct gt_trace_info *info, const uint64_t *event_counts);
int gt_info_read(struct gt_file *file, struct gt_trace_info *info, uint64_t *event_counts, struct gt_error *err);

#endif
