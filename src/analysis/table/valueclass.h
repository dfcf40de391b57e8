/* Classes that the values of a column are counted in: themselves, or steps of what has too many of them. */
#ifndef GT_ANALYSIS_VALUECLASS_H
#define GT_ANALYSIS_VALUECLASS_H

#include "analysis/table/table.h"

/*
 * Classes of numbers, in ascending order.  Ids and booleans are classes of their own; durations are in decades from
 * 100 ns, counts in decades from 10, sizes in powers of 4, numbers with decimals in steps of 1, 2, 5, 10; times in
 * equal steps, some 20 in [from, to).
 */
struct gt_value_steps {
	enum gt_kind kind;    /* one that has an order, no string */
	int64_t step;         /* of times */
};

void gt_value_steps_init(struct gt_value_steps *s, enum gt_kind kind, int64_t from, int64_t to);

/* The class of a cell that is there; of its bits (gt_table_ops.keys), which no column with decimals has. */
int64_t gt_value_class(const struct gt_value_steps *s, const struct gt_cell *c);
int64_t gt_value_class_key(const struct gt_value_steps *s, uint64_t key);

/* For people: "10us to 100us", "5"; the filter of a column that these values pass, and no others that are there. */
void gt_value_class_text(struct gt_buf *out, const struct gt_value_steps *s, int64_t value_class);
void gt_value_class_filter(struct gt_buf *out, const struct gt_value_steps *s, const char *column,
			   int64_t value_class);

#endif
