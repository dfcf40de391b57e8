/* The batches of a stream, one after the other. */
#ifndef GT_WIRE_BATCHES_H
#define GT_WIRE_BATCHES_H

#include "wire/reader.h"
#include "wire/v2/v2gen.h"

/* Which of them a reader is in; UINT32_MAX: none. */
struct gt_batches {
	const struct gt_v2_batch *v;   /* of all streams */
	uint32_t at, next;
};

/* Goes to a place inside a batch. */
GT_INLINE void gt_batches_seek(struct gt_batches *b, struct gt_reader *in, uint32_t at, uint64_t off)
{
	const struct gt_v2_batch *batch = &b->v[at];

	b->at = at;
	b->next = batch->next;
	gt_reader_seek(in, off, batch->off + batch->size - off);
}

/* Goes to the next one; NULL: there is none. */
GT_INLINE const struct gt_v2_batch *gt_batches_next(struct gt_batches *b, struct gt_reader *in)
{
	if (b->next == UINT32_MAX)
		return NULL;
	gt_batches_seek(b, in, b->next, b->v[b->next].off);
	return &b->v[b->at];
}

#endif
