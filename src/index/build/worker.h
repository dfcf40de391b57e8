/* What the builder is given, and what it owes the readers while it works. */
#ifndef GT_INDEX_WORKER_H
#define GT_INDEX_WORKER_H

#include "index/store/store.h"
#include "index/trace.h"
#include "wire/source.h"
#include "wire/symbols.h"

/*
 * gt_build_run (index/build/build.h) gets this, with the trace's lock held, and
 * returns with it held: 0 for a whole trace, GT_ERR_CANCELLED, or a fault
 * (what was added before it stands).  It sets these fields of *info as it goes:
 *
 *	events, first_ts, duration, horizon, gomaxprocs, goroutines_max
 *
 * and event_counts; all others are made from the store.
 */
struct gt_trace_build {
	struct gt_source *src;         /* borrowed */
	struct gt_symbols *symbols;    /* borrowed; names for the PCs of a trace without any, or NULL */
	struct gt_header header;
	struct gt_store *store;
	struct gt_symtab *names;        /* &store->names */
	struct gt_trace_info *info;
	uint64_t *event_counts;        /* GT_EVENT_TYPES */
	struct gt_trace *trace;        /* for the calls below */
};

/*
 * To be called every millisecond or so of work (every few hundred events),
 * when the store is consistent: lets waiting readers in and reports progress.
 * 0 to go on; GT_ERR_CANCELLED, or GT_ERR_IO if the index cannot be written:
 * then return it.
 */
int gt_build_tick(struct gt_trace_build *b, uint64_t bytes_done, struct gt_error *err);

/*
 * Around long work that does not touch the store, *info or event_counts
 * (reading a generation, ordering a large batch): readers have the trace to
 * themselves in between.  resume is a tick too.
 */
void gt_build_pause(struct gt_trace_build *b);
int gt_build_resume(struct gt_trace_build *b, uint64_t bytes_done, struct gt_error *err);

#endif
