/* The monotonic clock. */
#ifndef GT_BASE_CLOCK_H
#define GT_BASE_CLOCK_H

#include <time.h>

#include "base/compiler.h"

/* Nanoseconds since some fixed point; never goes back.  For rates and frame times, not for dates. */
static inline int64_t gt_clock_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

#endif
