/* Ranges, regions and tasks by when they begin: which row an event began. */
#ifndef GT_INDEX_BEGINS_H
#define GT_INDEX_BEGINS_H

#include "index/trace.h"

enum gt_begun_kind { GT_BEGUN_RANGE, GT_BEGUN_REGION, GT_BEGUN_TASK, GT_BEGUN_KINDS };

struct gt_begun {
	int64_t t0, t1;      /* t1 GT_NO_TIME: it has no end */
	uint64_t owner;      /* gt_begun_owner of the event that began it */
	uint32_t rank;       /* others that end before it, at the same time and with the same end owner */
};

/*
 * What tells events of one time apart in v1: whom they are about.  ev: a begin or an end of this kind; end: what is
 * known of both.  0 in v2, where no two events have the same time.
 */
uint64_t gt_begun_owner(const struct gt_trace *t, enum gt_begun_kind kind, const struct gt_event *ev, bool end);

/*
 * The row that the event at a time began, as number `nth` of its owner's at that time; those of one goroutine are
 * nested, so that the first one ends last.  False: there is none, or the trace is still being indexed.  The first
 * call makes a list of all rows of the kind (40 bytes each); from any thread.
 */
bool gt_begun_find(struct gt_trace *t, enum gt_begun_kind kind, int64_t time, uint64_t owner, uint64_t nth,
		   struct gt_begun *out);

#endif
