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

/*
 * Any trace in the notation of unit/wire/build.h.  After HANDMADE_TABLES 1
 * unit is 1 ns, the trace starts at 5; strings 1 to 4: sync, main.f, main.g, x.go;
 * stacks 1 and 2: main.f:5, main.g:7.
 */
struct gt_trace *handmade_open_spec(const char *spec);

/* The same of any version of Go 1: without tables. */
struct gt_trace *handmade_open_minor(int minor, const char *spec);

#define HANDMADE_TABLES \
	"b1,none,5[08 u1000000000]" \
	" b1,none,5[02 03 01 01 10 02 04 05 03 02 01 20 03 04 07]" \
	" b1,none,5[04 05 01 04 73 79 6e 63 05 02 06 6d 61 69 6e 2e 66 05 03 06 6d 61 69 6e 2e 67" \
	" 05 04 04 78 2e 67 6f] "

/*
 * Then, on P 0: goroutine 1 was there before, its status says so at 7; it begins task 1 (of type main.f) at 10, in
 * it the region main.g at 12, and creates goroutine 5 at 15.
 */
#define HANDMADE_TASK \
	"b1,1,10[" \
	"0d 01 00 01 "           /*   6 ProcStatus p=0 running */ \
	"19 01 01 01 02 "        /*   7 GoStatus g=1 m=1 running */ \
	"28 03 01 00 02 01 "     /*  10 UserTaskBegin 1 main.f */ \
	"2a 02 01 03 01 "        /*  12 UserRegionBegin task=1 main.g */ \
	"0e 03 05 02 01 "        /*  15 GoCreate g=5 */

#endif
