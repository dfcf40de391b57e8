/* Full blocks between their partitions and the file: packed by any thread, written in order. */
#ifndef GT_INDEX_SEAL_H
#define GT_INDEX_SEAL_H

#include "base/chores.h"
#include "index/store/pack.h"

/*
 * A block's place in the file depends on the sizes of all before it, so blocks are packed anywhere but
 * written by the thread that adds rows (or one that has the trace's lock meanwhile), in the order in which they
 * became full: what the file's bytes are does not depend on timing.  Without chores a block is packed and
 * written at once.
 */
#define GT_SEALING 16                /* blocks at a time: memory, about 70 KB each */

struct gt_sealing {
	struct gt_chores *chores;        /* who else packs, or NULL */
	struct gt_sealed {
		struct gt_btable *t;
		uint32_t part;
		struct gt_part rows;     /* what was the partition's open block */
		size_t room;             /* bytes of rows.cols, which stay for the next block here */
		uint8_t *out;            /* packed */
		size_t out_room, len;
		uint32_t check;          /* of these bytes */
		struct gt_pack_summary sum;
		uint64_t chore;
	} ring[GT_SEALING];
	uint64_t put, written;
};

/* Takes over the rows of the open block of a partition, which gets other memory, or NULL. */
void gt_seal_block(struct gt_btable *t, struct gt_part *p);

/* All of them are in the file. */
void gt_seal_settle(struct gt_sealing *s);

void gt_seal_release(struct gt_sealing *s);

/* The rows of a block that is not open any more and not in the file yet, or NULL. */
static inline const struct gt_part *gt_sealed_rows(const struct gt_btable *t, uint32_t block)
{
	const struct gt_sealing *s = t->sealing;

	for (uint64_t i = s->written; i < s->put; i++) {
		const struct gt_sealed *b = &s->ring[i % GT_SEALING];

		if (b->t == t && b->rows.block == block)
			return &b->rows;
	}
	return NULL;
}

/* Bytes of an open block's arrays with room for so many rows. */
size_t gt_open_bytes(const struct gt_btable *t, uint32_t cap);

#endif
