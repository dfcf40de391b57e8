/* Rows with ids, of which there are few: processors and threads. */
#ifndef GT_INDEX_IDS_H
#define GT_INDEX_IDS_H

#include "base/idset.h"
#include "index/store/chunk.h"

/* In memory while the index is built, two chunks of the file afterwards: rows, and their numbers by ascending id. */
struct gt_ids {
	uint32_t n;
	struct gt_id_row { uint64_t id; int64_t first; } *rows;
	size_t rows_cap;
	uint32_t *order;                 /* of the first nsorted rows */
	size_t order_cap;
	uint32_t nsorted;
	struct gt_idset by_id;
	const uint8_t *map_rows, *map_order;     /* sealed, else NULL */
};

#define GT_ID_ROW_SIZE 16        /* id u64, first i64 */

void gt_ids_release(struct gt_ids *ids);

/* The row of an id, which is added with first = time if it is new; GT_NO_ROW if there are `most` already. */
uint32_t gt_ids_find_or_add(struct gt_ids *ids, uint64_t id, int64_t time, uint32_t most);

/* Gives the new rows their places in the order; before anybody reads it. */
void gt_ids_sort(struct gt_ids *ids);

/* The row of an id, or GT_NO_ROW; the row at place i in ascending order of ids, or GT_NO_ROW. */
uint32_t gt_ids_find(const struct gt_ids *ids, uint64_t id);
uint32_t gt_ids_by_order(const struct gt_ids *ids, uint32_t i);
bool gt_ids_get(const struct gt_ids *ids, uint32_t row, struct gt_id_row *r);

/* Writes the two chunks; finds them in a checked file, into *out, which has no memory. */
void gt_ids_put(const struct gt_ids *ids, struct gt_chunks *c, uint32_t rows_id, uint32_t order_id);
int gt_ids_attach(struct gt_ids *out, struct gt_file *f, uint32_t rows_id, uint32_t order_id, struct gt_error *err);

#endif
