/* All reports of a trace, for traces that are made to harm. */
#ifndef GT_TEST_FORMAT_REPORTS_H
#define GT_TEST_FORMAT_REPORTS_H

#include "index/store/state.h"

/*
 * Writes the first `rows` of each report to fd: as text the whole trace's, as JSON that of the middle half of
 * the time, and of that what --export=chrome writes; profiles of a task, a place and a group of waits.  Gives the
 * trace a name.
 */
void reports_write(struct gt_trace *t, uint64_t rows, int fd);

#endif
