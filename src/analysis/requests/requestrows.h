/* The reports of requests: columns, and what panes ask of their tables. */
#ifndef GT_ANALYSIS_REQUESTROWS_H
#define GT_ANALYSIS_REQUESTROWS_H

#include "analysis/requests/requestsums.h"
#include "analysis/tasks/histogram.h"

/* Columns of the report "requests": a row is a request. */
enum gt_request_col {
	GT_REQ_G, GT_REQ_SERVER, GT_REQ_HANDLER, GT_REQ_START, GT_REQ_END, GT_REQ_DUR, GT_REQ_EXEC, GT_REQ_SCHED,
	GT_REQ_SYSCALL, GT_REQ_SYSCALL_BLOCK, GT_REQ_BLOCKED, GT_REQ_BLOCK, GT_REQ_ASSIST, GT_REQ_INFERRED,
	GT_REQ_TASK, GT_REQ_CUT, GT_REQ_OPEN, GT_REQ_SYSTEM, GT_REQ_PATH, GT_REQ_PATH_NS,
	GT_REQ_QUEUE, GT_REQ_QUEUE_KIND, GT_REQ_QUEUE_NS
};
/* The arguments of both: the requests for this trace itself have rows, too.  A pane hides them by itself. */
struct gt_request_args {
	bool all;
};
GT_OWN_ARGS(gt_request_args)
const char *gt_request_take(struct gt_table_args *args, enum gt_takes option, const char *value);

/* What tables of both reports begin with: all requests of the trace, whatever the range. */
struct gt_requests_table {
	struct gt_table head;
	struct gt_requests all;
	bool everything;              /* sums have those for this trace itself, too */
	size_t listed;                /* how many of these can have rows: the first ones */
	int64_t from, to;
	bool summed;                  /* sums are made when somebody asks for them */
	struct gt_request_sums sums;  /* of the range */
	struct gt_buf where;
	struct gt_item totals[16];
};
int gt_requests_table_open(struct gt_requests_table *rt, const struct gt_table_args *args, struct gt_error *err);
void gt_requests_table_close(struct gt_requests_table *rt);
const struct gt_request_sums *gt_requests_table_sums(struct gt_requests_table *rt);
/* ops.totals and ops.headline of both: the sums. */
void gt_requests_headline(struct gt_table *t, struct gt_buf *out);
size_t gt_requests_totals(struct gt_table *t, const struct gt_item **items);
GT_INLINE const struct gt_requests *gt_requests_of(const struct gt_table *t)
{
	return &((const struct gt_requests_table *)t)->all;
}

/* Columns of the report "requestgroups": requests of a server with the same handler. */
enum gt_requestgroup_col {
	GT_RG_HANDLER, GT_RG_SERVER, GT_RG_COUNT, GT_RG_COMPLETE, GT_RG_TOTAL, GT_RG_MIN, GT_RG_P50, GT_RG_P90,
	GT_RG_P99, GT_RG_MAX, GT_RG_MAX_START, GT_RG_LATENCY, GT_RG_EXEC, GT_RG_SCHED, GT_RG_SYSCALL,
	GT_RG_SYSCALL_BLOCK, GT_RG_BLOCKED, GT_RG_ASSIST, GT_RG_SYSTEM
};
/* One of a row's requests; longest: the longest whose begin and end are known, if there is one. */
const struct gt_request *gt_requestgroup_request(const struct gt_table *t, uint64_t row, bool longest);
/* ns of their states together: GT_SPENT_KINDS of them. */
const int64_t *gt_requestgroup_spent(const struct gt_table *t, uint64_t row);
/* How long those of a row last, until another row is asked for. */
const struct gt_histogram *gt_requestgroup_histogram(struct gt_table *t, uint64_t row);

#endif
