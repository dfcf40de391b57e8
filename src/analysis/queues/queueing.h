/* Queues: where goroutines wait for channels and conditions, and who wakes them (HACKING has the definitions). */
#ifndef GT_ANALYSIS_QUEUEING_H
#define GT_ANALYSIS_QUEUEING_H

#include "analysis/queues/queue.h"
#include "analysis/table/table.h"

/*
 * Reads all waits of a range as gt_waits_scan does, and the events around the ends of those in queues.  args: from,
 * to, progress.  *q is overwritten and released by the caller, also after an error: GT_ERR_NOMEM, GT_ERR_IO,
 * GT_ERR_CANCELLED, or the trace cannot be read any more.
 */
int gt_queueing_make(struct gt_queueing *q, struct gt_trace *t, const struct gt_table_args *args, struct gt_error *err);
void gt_queueing_release(struct gt_queueing *q);

/* Whether goroutines of a function (a string row) open connections for net/http. */
bool gt_queue_is_dialer(const struct gt_trace *t, uint32_t func);

const char *gt_queue_kind_name(enum gt_queue_kind kind);    /* "limit" */
/* How sure the kind is, a guess.  low: from fewer than 3 waits; high: from at least 10, nearly all of which agree. */
const char *gt_queue_confidence(const struct gt_queue *k);
/* "running", "network": what those did most of the time who ended its waits, and for how much of it; NULL: unknown. */
const char *gt_queue_did_most(const struct gt_queueing *q, const struct gt_queue *k, double *share, size_t *n);

/* Columns of the report "queues" that views name, and of "queuewaits"; the queues and waits of such tables. */
enum gt_queues_col {
	GT_QUEUES_WHERE, GT_QUEUES_LEAF, GT_QUEUES_REASON, GT_QUEUES_KIND, GT_QUEUES_WAITS, GT_QUEUES_WAIT,
	GT_QUEUES_P50, GT_QUEUES_P99, GT_QUEUES_MAX, GT_QUEUES_SOME, GT_QUEUES_HARM, GT_QUEUES_MEAN,
	GT_QUEUES_WAITERS, GT_QUEUES_WAKES, GT_QUEUES_HOLDERS, GT_QUEUES_DID, GT_QUEUES_DID_SHARE, GT_QUEUES_ALL_DID,
	GT_QUEUES_HOLD, GT_QUEUES_HOLD_MAX, GT_QUEUES_HOLDER_FUNC, GT_QUEUES_EQUALS, GT_QUEUES_OTHERS,
	GT_QUEUES_CONFIDENCE, GT_QUEUES_OPEN
};
enum gt_queuewaits_col {
	GT_QUEUEWAITS_G, GT_QUEUEWAITS_LIFE, GT_QUEUEWAITS_FUNC, GT_QUEUEWAITS_START, GT_QUEUEWAITS_DUR,
	GT_QUEUEWAITS_END, GT_QUEUEWAITS_WHERE, GT_QUEUEWAITS_REASON, GT_QUEUEWAITS_KIND, GT_QUEUEWAITS_WAKER,
	GT_QUEUEWAITS_WAKER_FUNC, GT_QUEUEWAITS_WAKER_WHERE
};
const struct gt_queueing *gt_queueing_of(const struct gt_table *t);

#endif
