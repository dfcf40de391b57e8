/* What lies between the markers A and B: measured at once if it is little, else in a job. */
#ifndef GT_UI_TIMELINE_MEASURE_H
#define GT_UI_TIMELINE_MEASURE_H

#include "analysis/findings/rangesum.h"

struct gt_tl_measure {
	int64_t from, to;     /* A and B; the sum ends at the horizon of a damaged trace */
	struct gt_rangesum sum;
	uint64_t events;
	bool has;            /* there is something to measure, and sum is about it */
	bool shown;          /* the detail pane shows it, not what is selected */
	bool complete;       /* the trace had been read to its end */
	bool at_work, stopped; /* the job: runs; was cancelled */
};

struct gt_timeline;

/* Measures again what is not known; to be called before a frame is drawn. */
void gt_tl_measure_update(struct gt_timeline *tl);
/* Puts it into tl->detail. */
void gt_tl_measure_tell(struct gt_timeline *tl);

#endif
