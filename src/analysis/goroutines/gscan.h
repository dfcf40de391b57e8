/* Sums of all goroutines at once: one walk over the slices, P by P. */
#ifndef GT_ANALYSIS_GSCAN_H
#define GT_ANALYSIS_GSCAN_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/table/scratch.h"

/*
 * What gt_goroutine_sums says of each goroutine with slices that touch [from, to), in time that is proportional to
 * the slices in the range.  Walking from slice to slice of a goroutine reads whole slices in no order of the
 * index; here the columns of a P's blocks are read one after the other.  A gap between two slices of a
 * goroutine ends a state that has the kind and the reason of the slice before it: the one adds its end, the other
 * takes off its begin, in any order, where a byte per slice says what comes after it.
 */
struct gt_gscan {
	const struct gt_trace *t;
	int64_t from, to;
	uint32_t n;                     /* goroutines */
	struct gt_scratch sums;         /* struct gt_gscan_sum of each */
	struct gt_scratch waits;        /* int64_t of each by code: ns in calls without a P, then by reason */
	struct gt_scratch codes;        /* while it is filled: uint8_t by slice id, … */
	struct gt_scratch calls;        /* … and int64_t of each: ns in calls that kept the P */
	uint64_t ids;                   /* more than the largest id in the range */
	unsigned width, ncodes;         /* room for codes; how many there are */
	uint32_t reasons[128];          /* string rows, by code */
	uint8_t *code_of;               /* by string row, 0: none yet */
	size_t ncode_of;
	bool failed;                    /* too many reasons, or a slice that cannot be */
};

struct gt_gscan_sum {
	int64_t exec, sched, syscall;
	bool touched;                   /* it has slices in the range: all is known */
};

/* True: it is filled, and released by the caller; false: there was no room, or it cannot say. */
bool gt_gscan_fill(struct gt_gscan *s, const struct gt_trace *t, int64_t from, int64_t to);
void gt_gscan_release(struct gt_gscan *s);

/* Slices that touch the range: what it costs. */
uint64_t gt_gscan_slices(const struct gt_trace *t, int64_t from, int64_t to);

GT_INLINE bool gt_gscan_touched(const struct gt_gscan *s, uint32_t row)
{
	return row < s->n && ((const struct gt_gscan_sum *)s->sums.data)[row].touched;
}

/* Adds to ns[goroutine row] the time of [from, to) in calls that kept the P, where the format has it. */
void gt_gscan_calls(const struct gt_trace *t, int64_t from, int64_t to, int64_t *ns);

/* Replaces *sums by those of a goroutine that was touched. */
void gt_gscan_sums(const struct gt_gscan *s, uint32_t row, struct gt_gsums *sums);

#endif
