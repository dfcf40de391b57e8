/* The builder's input, and how it lets readers in while it works. */
#ifndef GT_INDEX_WORKER_H
#define GT_INDEX_WORKER_H

#include "index/store/store.h"
#include "index/trace.h"
#include "order/align.h"
#include "wire/source.h"

/*
 * gt_build_run gets this, with the trace's lock held, and
 * returns with it held: 0 for a whole trace, GT_ERR_CANCELLED, or a fault
 * (what was added before it stands).  It sets these fields of *info as it goes:
 *
 *	events, first_ts, duration, horizon, gomaxprocs, goroutines_max
 *
 * and event_counts; all others are made from the store.
 */
struct gt_build_ops {
	/*
	 * pause releases the trace's lock; who takes it settles the store before reading.  resume takes it again
	 * and reports progress, at once where `news` (the next generation may be long in coming): 0 to go on;
	 * GT_ERR_CANCELLED, or GT_ERR_IO if the index cannot be written: the builder ends with that code.
	 */
	void (*pause)(void *arg);
	int (*resume)(void *arg, uint64_t bytes_done, bool news, struct gt_error *err);
};

struct gt_trace_build {
	struct gt_source *src;         /* borrowed */
	struct gt_header header;
	struct gt_store *store;
	struct gt_symtab *names;        /* &store->names */
	struct gt_trace_info *info;
	uint64_t *event_counts;        /* GT_EVENT_TYPES */
	const struct gt_cancel *cancel; /* ends what takes long between two `resume` */
	const struct gt_shifts *shifts; /* of clocks; NULL: none are moved */
	uint64_t jobs;                 /* threads at a time; 0: as many as there are processors */
	const struct gt_build_ops *ops;
	void *arg;                     /* of ops */
};

/*
 * Orders the whole trace and fills the store, in up to `jobs` threads, of which the caller's is one (pipe.h).
 * The store's bytes do not depend on how many there are.
 */
int gt_build_run(struct gt_trace_build *b, struct gt_error *err);

#endif
