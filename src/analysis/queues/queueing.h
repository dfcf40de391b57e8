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

#endif
