/* How much the UI does between two keys. */
#ifndef GT_UI_LIMITS_H
#define GT_UI_LIMITS_H

#include <stdint.h>

/*
 * What takes more than this becomes a job, beside the keys.  Fields and not constants: tests make
 * them small (`limits` of scripts), and then every job runs on the smallest trace.
 */
struct gt_limits {
	uint64_t sort_rows;       /* tables for which a sort reads more rows are sorted in a thread; */
	uint64_t early_rows;      /* so many rows of them are shown at once */
	int64_t measure_ns;       /* for what lies between A and B */
	int64_t anomaly_ns;       /* for the next anomaly */
	int64_t export_ns;
	int64_t look_ns;          /* for what stands out, in a frame of the Overview */
	int64_t lanes_ns;         /* for finding the goroutines that have a lane, in a frame of the timeline; */
	uint32_t lane_rows;       /* so many are looked at between two looks at the clock */
	int64_t slice_ns;         /* a job has the UI thread for so long, */
	unsigned job_calls;       /* and looks at the clock at every n-th of its steps */
};

#define GT_LIMITS_USUAL { \
	.sort_rows = 100000, .early_rows = 1000, \
	.measure_ns = 4000000, .anomaly_ns = 6000000, .export_ns = 30000000, \
	.look_ns = 10000000, .lanes_ns = 4000000, .lane_rows = 256, \
	.slice_ns = 10000000, .job_calls = 16, \
}

#endif
