/* A small trace written by hand, opened as any other. */
#ifndef GT_TEST_ANALYSIS_HANDMADE_H
#define GT_TEST_ANALYSIS_HANDMADE_H

#include "index/trace.h"

/*
 * Times are ns since the trace's start.  On P 0, thread 1:
 *
 *	  0        goroutine 1 was there before, and runs
 *	  7        its status says so
 *	 15        it creates goroutine 5 (main.g)
 *	 25 -  30  is in a call
 *	 35        blocks (sync) in main.f
 *	 45        goroutine 5 runs
 *	 55        unblocks goroutine 1
 *	 65        stops (sync) in main.g
 *	 75        goroutine 1 runs
 *	 85        enters a call
 *	 95        loses its P
 *	105        comes back from the call
 *	115        goroutine 5 runs
 *	125        and ends
 *	126        the trace's end
 *
 * Aborts the test if it cannot be opened.
 */
struct gt_trace *handmade_open(void);

#endif
