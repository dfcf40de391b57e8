/* The steps of gt_queueing_make, in files of this room. */
#ifndef GT_ANALYSIS_QUEUEING_OWN_H
#define GT_ANALYSIS_QUEUEING_OWN_H

#include "analysis/queues/queueing.h"
#include "analysis/waits/waitgather.h"

/* An empty list for [from, to). */
void gt_queueing_begin(struct gt_queueing *q, struct gt_trace *t, int64_t from, int64_t to);
/* How waits are gathered: rows are struct gt_queue_wait.  gt_gather.asked: which, NULL: all. */
extern const struct gt_gather_ops gt_queue_gather;
struct gt_queue_asked {
	int64_t longer;           /* those that a goroutine ended after more ns than this; INT64_MIN: any */
	/* Of these sites, n at most, for these reasons, of these owners; 0: of any. */
	size_t n;
	struct {
		struct gt_queue_site site;
		uint32_t reason;
		uint8_t owner;
	} of[8];
};
/* Puts each wait to its queue, in the order of their ends.  Errors of gt_scratch_alloc. */
int gt_queueing_divide(struct gt_queueing *q, struct gt_gather *from, struct gt_error *err);

/* Of one queue.  Who wakes whom, and so its kind; gt_queue_sort before all that follows. */
void gt_queue_tell(struct gt_queueing *q, struct gt_queue *k);
/* Whether most of its waits, in net/http's pool, were for a connection that was not opened for those who waited. */
bool gt_queue_is_pooled(const struct gt_queueing *q, const struct gt_queue *k);
void gt_queue_sort(const struct gt_queueing *q, const struct gt_queue *k);
void gt_queue_sum(const struct gt_queueing *q, struct gt_queue *k);
/* Its percentiles: GT_ERR_NOMEM, GT_ERR_IO. */
int gt_queue_rank(const struct gt_queueing *q, struct gt_queue *k, struct gt_error *err);
/* Holders, and what they did; after that, whether its waits are harm. */
void gt_queue_hold(const struct gt_queueing *q, struct gt_queue *k);
void gt_queue_judge(const struct gt_queueing *q, struct gt_queue *k);

/* When a P had nothing to run, a list of times without gaps between. */
struct gt_idle_times {
	struct gt_idle_time {
		int64_t t0, t1;
	} *v;
	size_t n, cap;
};
void gt_idle_times_find(struct gt_idle_times *idle, const struct gt_trace *t, int64_t from, int64_t to);
void gt_idle_times_release(struct gt_idle_times *idle);
/* ns of these in which an ended wait of more than `longer` ns went on.  *some: of all such waits' time; may be NULL. */
int64_t gt_queue_harm(const struct gt_queueing *q, const struct gt_queue *k, const struct gt_idle_times *idle,
		      int64_t longer, int64_t *some, uint64_t *n);

#endif
