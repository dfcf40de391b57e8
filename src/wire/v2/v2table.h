/* Building a generation's string and stack tables (wire/v2/v2gen.h has the look-ups). */
#ifndef GT_WIRE_V2TABLE_H
#define GT_WIRE_V2TABLE_H

#include "wire/v2/v2gen.h"

void gt_v2_table_release(struct gt_v2_table *t);
void gt_v2_table_clear(struct gt_v2_table *t);

/*
 * Adds a record.  0, GT_ERR_CORRUPT if the id is known already (0 always is),
 * or GT_ERR_NOMEM.
 */
int gt_v2_table_add(struct gt_v2_table *t, uint64_t id, uint64_t off, uint32_t len);

/* Adds a record, or replaces the one with this id: 0 or GT_ERR_NOMEM.  Before gt_v2_table_finish only. */
int gt_v2_table_set(struct gt_v2_table *t, uint64_t id, uint64_t off, uint32_t len);

/* To be called once when all records are in, before gt_v2_table_next. */
void gt_v2_table_finish(struct gt_v2_table *t);

#endif
