/* The requests of one goroutine, from its states in the order of time. */
#ifndef GT_ANALYSIS_REQWALK_H
#define GT_ANALYSIS_REQWALK_H

#include "analysis/requests/requests.h"

/* A goroutine that another one created: that is a moment at which the stack of the creator is known. */
struct gt_made {
	int64_t t;
	uint32_t by, stack;   /* place of the creator among the goroutines of servers; stack row */
};

struct gt_reqwalk {
	const struct gt_trace *t;
	struct gt_requests *out;
	struct gt_places places;
	int64_t until, whole;        /* the horizon; until: not beyond what is known of the goroutine that is read */
	uint32_t slice;              /* ... of its slices the next to be read */
	bool over;                   /* ... nothing more is to be read */
	bool old;                    /* up to Go 1.7: no goroutine shows that a request was read */

	/* Of the goroutine that is read. */
	unsigned server;
	const struct gt_goroutine *g;
	const struct gt_made *made;  /* what it created, in the order of time */
	size_t nmade;
	int64_t begin;               /* of the request that may be going on; GT_NO_TIME: there is none */
	bool cut, entered, waited, peeked, stopped;
	bool started;                /* the goroutine that waits for the connection during a request */
	int64_t mark;                /* a time after `begin` at which the next one may have begun; GT_NO_TIME */
	bool before;                 /* ... the end of a wait that nobody knows of: the trace began in it */
	bool traces;                 /* it is the request for this trace */
	uint32_t handler;
	unsigned depth;
	struct gt_gsums sums, tail;  /* from begin to mark, from mark on */
};

/*
 * Appends the requests of goroutine g to r->out.  made: what it created.  In steps, as long as these return true; *g
 * has to stay until then.
 */
bool gt_reqwalk_begin(struct gt_reqwalk *r, unsigned server, const struct gt_goroutine *g, const struct gt_made *made,
		      size_t nmade);
bool gt_reqwalk_step(struct gt_reqwalk *r);
void gt_reqwalk_release(struct gt_reqwalk *r);

#endif
