/* Who ran instead, as a cell: of a row that is a wait for a processor (P), or many of them. */
#ifndef GT_ANALYSIS_RANBY_H
#define GT_ANALYSIS_RANBY_H

#include "analysis/pressure/held.h"
#include "analysis/table/table.h"

#define GT_COLUMN_RANBY "by", "Ran instead", GT_KIND_MAP, GT_COL_MORE | GT_COL_WHOLE, 30, \
	"of what waited for a P: time of all Ps meanwhile, by who held them: start functions, or kinds as in instead"

/* Of one wait at a time, or of all that were looked at together; zeroed it has looked at none. */
struct gt_ranby {
	struct gt_held held;          /* split and parts of the row that was looked at last */
	struct gt_item *items;
	size_t cap_items;
	uint64_t row, asked;          /* asked: how many were looked at by themselves */
	bool begun;
	struct gt_scratch places;     /* uint64_t of each row: where in the scratches it is, if all are known */
	struct gt_scratch *told;
	size_t ntold, cap_told, used; /* used: bytes of the last one */
};

/* When a wait began and ended that is a row. */
typedef struct gt_held_span gt_ranby_time_fn(struct gt_table *t, uint64_t row);
/*
 * Looks at all rows at once, for who reads them one after the other, or in any order.  args: whose progress is told;
 * NULL: none.  GT_ERR_CANCELLED; other errors: there is no room, so single rows have to be looked at.
 */
int gt_ranby_look_at_all(struct gt_ranby *r, struct gt_table *t, gt_ranby_time_fn *time,
			 const struct gt_table_args *args);
/* Looks at the present row, a wait from t0 to t1; NULL: it cannot, and t->fault says why. */
const struct gt_held_split *gt_ranby_look(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1);
/* Its parts: start functions, else kinds as in the report instead. */
void gt_ranby_cell(struct gt_ranby *r, struct gt_table *t, int64_t t0, int64_t t1, struct gt_cell *out);
/* Any parts; the cell's items lie in r until the next one. */
void gt_ranby_parts(struct gt_ranby *r, const struct gt_trace *t, const struct gt_held_part *parts, size_t n,
		    struct gt_cell *out);
void gt_ranby_release(struct gt_ranby *r);

#endif
