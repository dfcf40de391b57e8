/* Building an index: ordered events in, rows of the store out. */
#ifndef GT_INDEX_BUILD_H
#define GT_INDEX_BUILD_H

#include "index/build/worker.h"

/*
 * Orders the whole trace and fills the store (see worker.h for the contract).
 * Two threads: one orders batches of events, the caller's turns them into rows.
 */
int gt_build_run(struct gt_trace_build *b, struct gt_error *err);

#endif
