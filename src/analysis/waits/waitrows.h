/* The rows of the report "waits": where they are kept, and when they are read. */
#ifndef GT_ANALYSIS_WAITROWS_H
#define GT_ANALYSIS_WAITROWS_H

#include "analysis/table/scratch.h"
#include "analysis/table/table.h"
#include "analysis/waits/waitkeys.h"

#define GT_WAIT_LONG UINT32_MAX  /* a wait of 4.3 s and more: how long is looked up */

/* A wait; all else is in the index. */
struct gt_wait_row {
	uint64_t t0 : 60;     /* begin of the wait: at most GT_LAST_NS */
	uint64_t what : 3;    /* enum gt_spent */
	uint64_t ended : 1;
	uint32_t dur;         /* ns of all of it */
	uint32_t next;        /* slice after it, GT_NO_ROW */
};
_Static_assert(sizeof(struct gt_wait_row) == 16, "tens of millions of waits must have room");

/* One of the longest: their rows are known before all are read. */
struct gt_wait_top {
	struct gt_wait_row row;
	int64_t ns;           /* of it in the range */
	uint32_t g, at;       /* its goroutine; its row (while they are counted: which of that goroutine's) */
};

/*
 * Rows are those of one goroutine after the other, each in the order of time.  One scan counts them and keeps some
 * thousand of the longest; a second one reads all, once a row is asked for that is not among these.  Of a whole
 * trace the number and the longest are kept (index/file/answers.h), so the next time there may be no scan at all.
 */
struct gt_wait_rows {
	struct gt_trace *trace;
	struct gt_table_args args;
	uint64_t n;
	uint32_t goroutines;
	bool is_all;                    /* of a whole trace: the longest are kept */
	bool counted;                   /* `first` is known */
	struct gt_scratch first;        /* uint32_t: first row of each goroutine, and of one more */
	struct gt_scratch all;          /* struct gt_wait_row; no data: not read yet */
	uint32_t g;                     /* goroutine of the row that was asked for last */
	struct gt_wait_top *top;        /* waits that last more than `floor` ns, by row; they are all of these */
	size_t ntop;
	int64_t floor;
	struct gt_waitkeys *keys;       /* while it is opened: only waits of one group */
	struct gt_waitkey key;
	struct gt_error *fault;         /* set if they cannot be read later; the rows are empty then */
};

/* *r is overwritten and to be released, also after an error.  args as for the table.  GT_ERR_NOMEM, GT_ERR_IO … */
int gt_wait_rows_open(struct gt_wait_rows *r, struct gt_trace *t, const struct gt_table_args *args,
		      struct gt_error *fault, struct gt_error *err);
void gt_wait_rows_release(struct gt_wait_rows *r);

/* row < n; the pointer lives until another row is asked for. */
const struct gt_wait_row *gt_wait_row(struct gt_wait_rows *r, uint64_t row);
uint32_t gt_wait_row_g(struct gt_wait_rows *r, uint64_t row);
/* A goroutine's rows: [*first, *end). */
void gt_wait_rows_of(struct gt_wait_rows *r, uint32_t g, uint32_t *first, uint32_t *end);

/* In gt_table_ops.largest: by what of them lies in the range. */
size_t gt_wait_rows_longest(struct gt_wait_rows *r, size_t n, uint32_t *rows, size_t room);

#endif
