/* What requests took, and in what they spent most of their time: of all of a trace, or of a range. */
#ifndef GT_ANALYSIS_REQUESTSUMS_H
#define GT_ANALYSIS_REQUESTSUMS_H

#include "analysis/requests/requests.h"

struct gt_request_sums {
	const struct gt_trace *t;
	int64_t from, to;         /* the range: requests that touch it count, as they are as a whole */
	uint64_t n, complete;     /* complete: begin and end are in the trace; percentiles are of these */
	uint64_t left_out;        /* requests for this trace itself that are in no other number */
	uint64_t tasks, unseen;   /* of n: user tasks; requests of which no handler was seen */
	int64_t total, unseen_ns; /* how long all of them last together; those without a handler */
	int64_t p50, p99;         /* GT_NO_TIME: none is complete */
	int64_t known;            /* of the total: those that have states (not `apart`) */
	/* The state, of waits by reason, that takes most of that. */
	int64_t most;             /* how much; 0: none has states */
	enum gt_spent what;
	uint32_t reason;          /* string row, of GT_SPENT_BLOCK; 0: not known */
	uint32_t at;              /* a stack at the place (stacks/where.h) where most of that was; 0: not known */
	int64_t there;            /* how much of `most` was at that place */
};

/* Requests by goroutine and begin; those of a goroutine can overlap if they are tasks. */
struct gt_requests_by_g {
	struct gt_request_by_g {
		const struct gt_request *q;
		int64_t latest;   /* when the last of its goroutine's up to this one ends */
	} *v;                     /* to be freed */
	size_t n;
};
/* Sorts v, whose q are set, and sets `latest`. */
void gt_requests_by_g_sort(struct gt_requests_by_g *r);

/*
 * Adds up what was found.  In steps, so that no key waits: begin, then step while it returns true, then release.
 * `found` is borrowed.  all: with those for this trace itself.
 */
struct gt_request_adding;
struct gt_request_adding *gt_request_adding_begin(struct gt_request_sums *s, const struct gt_trace *t,
						  const struct gt_requests *found, int64_t from, int64_t to,
						  bool all);
bool gt_request_adding_step(struct gt_request_adding *a);
void gt_request_adding_end(struct gt_request_adding *a);
/* All at once. */
void gt_request_sums_fill(struct gt_request_sums *s, const struct gt_trace *t, const struct gt_requests *found,
			  int64_t from, int64_t to, bool all);

/* Whether a request counts in a range: it touches it, or begins and ends in it at once. */
bool gt_request_touches(const struct gt_request *q, int64_t from, int64_t to);

/* How many there are per second of the range. */
double gt_request_rate(const struct gt_request_sums *s);
/* "25 requests, 71/s, p50 40.47ms, p99 45.23ms; 75% in sleep (90% of it at main.slow:31)" */
void gt_request_sums_text(struct gt_buf *out, const struct gt_request_sums *s);
/* The last part of it, from the percentage on; nothing if no states are known. */
void gt_request_most_text(struct gt_buf *out, const struct gt_request_sums *s);
/* "handler not seen in 86 (20% of their time): ...": where that is a large share; else nothing, and false. */
bool gt_request_unseen_text(struct gt_buf *out, const struct gt_request_sums *s);
/* What it means that a handler is "not seen". */
extern const char gt_request_unseen_why[];

#endif
