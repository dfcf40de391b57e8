/* The queue in which a request spent most of its time. */
#ifndef GT_ANALYSIS_REQUESTQUEUES_H
#define GT_ANALYSIS_REQUESTQUEUES_H

#include "analysis/queues/queueing.h"
#include "analysis/requests/requests.h"

struct gt_request_queues {
	struct gt_queueing all;       /* of the whole trace: requests are what they are as a whole */
	struct gt_request_queue {
		uint32_t queue;       /* of all.v */
		int64_t ns;           /* how long it waited there, at least half of its duration; 0: there is none */
	} *of;                        /* by place among the requests */
};

/* *r is overwritten, and released by the caller, also after an error: those of gt_queueing_make. */
int gt_request_queues_make(struct gt_request_queues *r, struct gt_trace *t, const struct gt_requests *found,
			   const struct gt_table_args *args, struct gt_error *err);
void gt_request_queues_release(struct gt_request_queues *r);

#endif
