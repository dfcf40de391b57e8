/* Block tables, the writing side: rows go to open blocks, full blocks into the file. */
#ifndef GT_INDEX_APPEND_H
#define GT_INDEX_APPEND_H

#include "index/store/rows.h"

void gt_btable_init(struct gt_btable *t, const struct gt_schema *schema, struct gt_file *file,
		    struct gt_sealing *sealing);
void gt_btable_release(struct gt_btable *t);

/* Adds an empty partition (tables without partitions have one from the start); its number. */
uint32_t gt_btable_add_part(struct gt_btable *t);

/* Appends bytes to a table of bytes; its length is gt_btable_rows. */
void gt_btable_put_bytes(struct gt_btable *t, const void *bytes, size_t n);

/* Packs and writes what is in the open blocks: the table is complete.  Partitions in order. */
void gt_btable_seal(struct gt_btable *t);

/* Room for a row in the open block of a partition: opens, grows or seals.  Never fails: see gt_file.rc. */
void gt_btable_room(struct gt_btable *t, struct gt_part *p);

/* The partition (which exists), with room for one more row. */
GT_INLINE struct gt_part *gt_btable_place(struct gt_btable *t, uint32_t part)
{
	struct gt_part *p = &t->parts[part];

	if (GT_UNLIKELY(p->n == p->cap))
		gt_btable_room(t, p);
	return p;
}

/* The id that the next row gets where gt_btable_place has made room. */
GT_INLINE uint32_t gt_next_id(const struct gt_part *p)
{
	return (p->block << GT_BLOCK_SHIFT) + p->n;
}

/*
 * gt_put_slice(t, p, &row), gt_put_call …: the next row of the partition where gt_btable_place has made
 * room, each field to the array of its column.
 */
#define TABLE(id, tag, ...) \
GT_INLINE void gt_put_##tag(const struct gt_btable *t, struct gt_part *p, const struct gt_srow_##tag *r) \
{ \
	typedef struct gt_srow_##tag row; \
	uint8_t *cols = p->cols; \
	size_t cap = p->cap, n = p->n++, used = t->used; \
	(void)used;
#define TABLE_OF_BYTES(...)
#define COL(tag, type, field, ...) ((type *)(void *)(cols + offsetof(row, field) * cap))[n] = r->field;
#define COLS(tag, type, field, ...) \
	for (size_t i = 0; i < GT_COUNTS; i++) \
		((type *)(void *)(cols + (offsetof(row, field) + i * sizeof(type)) * cap))[n] = r->field[i];
#define V1_ONLY(tag, field) if (used <= GT_COL(tag, field)) return;
#define END(tag) }
#include "index/store/rows.def"

#endif
