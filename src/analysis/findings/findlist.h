/* Findings from inside: what looking (findings.c) hands over to judging (findlist.c). */
#ifndef GT_ANALYSIS_FINDLIST_H
#define GT_ANALYSIS_FINDLIST_H

#include "analysis/findings/findings.h"

/* Goroutines of a function that wait when the trace ends. */
struct gt_stay_group {
	uint32_t func;
	uint64_t created;     /* in the range, whatever became of them */
	uint64_t left;        /* of these: still waiting, not for ever */
	uint64_t quarter[4];  /* of these: by the quarter of the range in which they were created */
	uint64_t forever;     /* waiting for ever, since whenever */
	uint32_t g, forever_g;/* the first of each, GT_NO_ROW */
};

#endif
