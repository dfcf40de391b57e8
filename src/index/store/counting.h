/* Goroutines and threads by state, counted while the index is built. */
#ifndef GT_INDEX_COUNTING_H
#define GT_INDEX_COUNTING_H

#include "base/bytes.h"
#include "index/model.h"

/*
 * The time is cut into stretches of about GT_STRETCH changes.  The table of
 * counts has, for each, the values and integrals at its start and the largest
 * values in it.  The changes themselves are not stored again where other
 * rows tell of them: starts and ends of slices, wake-ups, creations, ends of calls.  All
 * others are rows of the table of changes.  So the values at any time are those at the
 * start of its stretch and what the rows of that stretch, which are few, change.
 *
 * Values are relative: what existed before the trace is added to all of them, as
 * `base`, when it is met.
 */
#define GT_STRETCH 256

/* States as they are counted: enum gt_count, and "does not exist". */
#define GT_COUNT_NONE GT_COUNTS

struct gt_count_block {
	int64_t t;                       /* its start */
	int64_t v[GT_COUNTS];            /* from t on */
	int64_t ns[GT_COUNTS];           /* integrals over [0, t) */
	int64_t max[GT_COUNTS + 1];      /* in it; not those that last no time; the extra element is a sink */
};

struct gt_counting {
	int64_t base[GT_COUNTS];
	struct gt_count_block newest;   /* the newest, which grows */
	int64_t t;                       /* of the last change */
	int64_t v[GT_COUNTS + 1];        /* since then; the extra element is a write-only sink */
	uint64_t moment[GT_COUNTS + 1];  /* sum of change * time */
	uint32_t n;                      /* changes in the stretch */
	uint32_t due;                    /* n from which on gt_counts_advance has something to do: GT_STRETCH or 0 */
	uint32_t grown;                  /* bits of the values that have grown beyond max at t */
	bool finished;                   /* the newest stretch is a row, too */
	uint32_t level[3][GT_COUNTS];    /* largest values, as they are stored, for the next row of each level */
};

/* Codes in the table of changes: from * GT_CHANGE_TO + to. */
#define GT_CHANGE_TO 8

GT_INLINE uint8_t gt_change_code(unsigned from, unsigned to)
{
	return (uint8_t)(from * GT_CHANGE_TO + to);
}

/* Slices whose start or end is no change by itself, by their flags. */
#define GT_SLICE_NO_START GT_SLICE_CUT
#define GT_SLICE_NO_END (GT_SLICE_OPEN | GT_SLICE_LOST_P | GT_SLICE_INEXACT)

#endif
