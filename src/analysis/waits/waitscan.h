/* Every wait of every goroutine: off a processor, or on none in a call. */
#ifndef GT_ANALYSIS_WAITSCAN_H
#define GT_ANALYSIS_WAITSCAN_H

#include "analysis/goroutines/goroutines.h"

/*
 * A wait is an interval of gt_goroutine_walk in which a goroutine is runnable (GT_SPENT_SCHED), waits for
 * something (GT_SPENT_BLOCK), or is in a call without a P (GT_SPENT_SYSCALL_BLOCK).  Between two slices there
 * are two at most: what the goroutine waited for, and then for a P.
 */
struct gt_waited {
	struct gt_interval iv;  /* the whole wait */
	uint32_t g;             /* goroutine row */
	uint32_t next;          /* id of the slice after the wait, GT_NO_ROW: none */
	int64_t t0, t1;         /* what of it lies in the range, and before the horizon: never empty */
	bool ended;             /* false: it is open, or its end lies beyond the horizon and may be another */
};

/* Returns false to stop the scan, which is no error. */
typedef bool gt_waited_fn(void *arg, const struct gt_waited *w);

struct gt_waits_args {
	int64_t from, to;       /* waits that touch [from, to); INT64_MIN and INT64_MAX: all */
	bool has_g;             /* only those of goroutine row g */
	uint32_t g;
	bool (*progress)(void *arg, uint64_t done, uint64_t total); /* false: GT_ERR_CANCELLED; may be NULL */
	void *progress_arg;
	unsigned part, parts;   /* for the progress of several scans: which one this is (from 0), of how many; 0: one */
	/*
	 * Threads share a scan: each makes one of `shares`.  One after the other they meet the waits that one scan
	 * meets, in its order, because a wait comes with the slice after it, and slices are shared by their starts.
	 * 0: one scan.  Not with has_g.
	 */
	unsigned share, shares;
};

/*
 * Calls fn for every wait; those of one goroutine come in the order of time.  Nothing is beyond the horizon of
 * a damaged trace: waits that reach over it are not ended, and calls among these are left out, because their end
 * may be lost though it lies before (as in gt_goroutine_sums).  So the sum of t1 - t0 by
 * state and reason is what gt_goroutine_sums says of the same range.  GT_ERR_CANCELLED, GT_ERR_NOMEM, GT_ERR_IO.
 */
int gt_waits_scan(const struct gt_trace *t, const struct gt_waits_args *args, gt_waited_fn *fn, void *arg,
		  struct gt_error *err);

/* The same in steps, of all goroutines (not has_g): *s is freed by the caller, also after an error. */
struct gt_waitscan;
int gt_waitscan_open(struct gt_waitscan **s, const struct gt_trace *t, const struct gt_waits_args *args,
		     gt_waited_fn *fn, void *arg, struct gt_error *err);
/* Looks at about n slices and goroutines; 1: there are more, 0: it is done, or an error. */
int gt_waitscan_step(struct gt_waitscan *s, uint64_t n, struct gt_error *err);
void gt_waitscan_free(struct gt_waitscan *s);

/* A goroutine row's wait at a time before slice `next` (GT_NO_ROW: after its last one); false: there is none. */
bool gt_waited_find(const struct gt_trace *t, uint32_t g, uint32_t next, int64_t time, struct gt_interval *iv);

GT_INLINE bool gt_spent_is_wait(enum gt_spent what)
{
	return what != GT_SPENT_EXEC && what != GT_SPENT_SYSCALL;
}

#endif
