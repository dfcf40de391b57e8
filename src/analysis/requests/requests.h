/* Requests of servers: those that the program marked as tasks, and those that stacks tell. */
#ifndef GT_ANALYSIS_REQUESTS_H
#define GT_ANALYSIS_REQUESTS_H

#include "analysis/goroutines/goroutines.h"
#include "analysis/requests/servers.h"

/*
 * A request of a server that the table in servers.c knows is a stretch of its goroutine:
 *
 * CONN    It begins when the wait for its first bytes ends; if there is none, where the server began to look for it,
 *	   the first one of a connection at the goroutine's creation or after the TLS handshake.  It ends where the
 *	   server begins to look for the next one, closes the connection, or the goroutine ends.  It counts only if
 *	   something shows that it was read: its handler, what follows the handler, or the goroutine that waits for the
 *	   connection meanwhile.  Where the server was not seen looking between two handlers, one request ends and the
 *	   next begins where the last wait or call after the first handler ended, else with the second.
 * EACH    The whole goroutine.
 * WORKER  From the end of a wait in the start function to the begin of the next one.
 *
 * What it did is the time of that goroutine by state; the parts add up to its length.  No event tells all of this, so
 * these are `inferred`.
 *
 * A user task that is no part of another one is a request, too, and not inferred: from its begin to its end, on the
 * goroutine that began it (if only its end is in the trace: that ended it).  An inferred request in which its goroutine
 * began or ended such a task is left out: the task stands for it.
 *
 * Nothing beyond the horizon is looked at: what goes on there is open.
 */
struct gt_request {
	int64_t t0, t1;       /* t1: of an open one as far as it was seen */
	int64_t assist;       /* ns between begin and end of mark assists of its goroutine */
	int64_t ns[GT_SPENT_KINDS];
	uint64_t block;       /* waits by reason, the longest first: blocks[block] … */
	uint64_t task;        /* id, GT_NONE: inferred */
	uint32_t nblock;
	uint32_t g;           /* goroutine row */
	uint32_t handler;     /* string row: the function that handles it, or the task's name; 0: not seen */
	uint8_t server;       /* place in gt_servers; GT_SERVER_TASK */
	bool cut;             /* began before the trace, or it is not known when */
	bool open;            /* goes on */
	bool apart;           /* ns and block do not count: its goroutine did not live as long */
	bool traces;          /* asks for this trace itself: the tracer's, as its goroutines are (goroutines/owner.h) */
};
#define GT_SERVER_TASK UINT8_MAX

/* Ascending by begin, goroutine, and behind all others those for this trace itself.  { 0 } is empty. */
struct gt_requests {
	struct gt_request *v;
	size_t n, cap;
	struct gt_reason_ns *blocks;
	size_t nblocks, blockcap;
	uint64_t goroutines;  /* of servers */
	uint64_t traces;      /* of n: for this trace itself, the last ones of v */
};

/* "http/1", "grpc", "task" … */
const char *gt_request_kind(const struct gt_request *r);

/* All of a trace; *rs is all 0.  `args` for its progress only, may be NULL.  GT_ERR_CANCELLED. */
int gt_requests_fill(struct gt_requests *rs, const struct gt_trace *t, const struct gt_table_args *args,
		     struct gt_error *err);
void gt_requests_release(struct gt_requests *rs);

#endif
