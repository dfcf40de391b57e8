/* Block tables, the writing side: rows go to open blocks, full blocks into the file. */
#ifndef GT_INDEX_APPEND_H
#define GT_INDEX_APPEND_H

#include "index/store/table.h"

void gt_btable_init(struct gt_btable *t, const struct gt_schema *schema, struct gt_file *file);
void gt_btable_release(struct gt_btable *t);

/* Adds an empty partition (tables without partitions have one from the start); its number. */
uint32_t gt_btable_add_part(struct gt_btable *t);

/* Appends bytes to a table of bytes; its length is gt_btable_rows. */
void gt_btable_put_bytes(struct gt_btable *t, const void *bytes, size_t n);

/* Packs and writes what is in the open blocks: the table is complete.  Partitions in order. */
void gt_btable_seal(struct gt_btable *t);

/* Room for a row in the open block of a partition: opens, grows or seals.  Never fails: see gt_file.rc. */
void gt_btable_room(struct gt_btable *t, struct gt_part *p);

/*
 * A new row of a partition (which exists): the caller fills all its columns
 * before anything else happens to the table.  *id may be NULL.
 */
GT_INLINE void *gt_btable_push(struct gt_btable *t, uint32_t part, size_t row_size, uint32_t *id)
{
	struct gt_part *p = &t->parts[part];

	if (GT_UNLIKELY(p->n == p->cap))
		gt_btable_room(t, p);
	if (id)
		*id = (p->block << GT_BLOCK_SHIFT) + p->n;
	return p->rows + row_size * p->n++;
}

#endif
