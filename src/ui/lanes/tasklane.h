/* The task that was selected last, for its lane: its regions on all goroutines, its logs. */
#ifndef GT_UI_LANES_TASKLANE_H
#define GT_UI_LANES_TASKLANE_H

#include "index/trace.h"
#include "ui/lanes/spans.h"

struct gt_tl_task_log {
	int64_t t;
	uint32_t row;
};

struct gt_tl_task {
	bool chosen;
	uint64_t id;
	struct gt_task task;         /* as far as it is known: no begin, no end, no name at first */
	/*
	 * At each time the region that was begun last of those that are open, on any goroutine: parts that do not
	 * overlap; `row` is a region's.
	 */
	struct gt_tl_spans parts;
	struct gt_tl_span *regions;  /* all of the task */
	size_t nregions, regions_cap;
	struct gt_tl_task_log *logs; /* by time */
	size_t nlogs, logs_cap;
	uint64_t seen[3];            /* tasks, regions, logs of the index that have been looked at */
	size_t made_of;              /* how many regions the parts were made of */
};

/* Shows another task. */
void gt_tl_task_choose(struct gt_tl_task *task, uint64_t id);
void gt_tl_task_release(struct gt_tl_task *task);
/* Takes in new rows until the deadline (gt_clock_now); true: all have been seen. */
bool gt_tl_task_update(struct gt_tl_task *task, const struct gt_trace *t, int64_t deadline);

/* The first log at or after a time. */
size_t gt_tl_task_log_at(const struct gt_tl_task *task, int64_t time);

#endif
