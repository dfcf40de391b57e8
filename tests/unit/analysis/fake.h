/* A table of made-up rows, to test views and filters without a trace. */
#ifndef GT_TEST_ANALYSIS_FAKE_H
#define GT_TEST_ANALYSIS_FAKE_H

#include "analysis/table/table.h"

enum fake_col { FAKE_N, FAKE_DUR, FAKE_NAME, FAKE_ON, FAKE_START, FAKE_END, FAKE_TAGS, FAKE_SUMS, FAKE_COLS };

struct fake_row {
	uint64_t n;           /* GT_NONE: absent */
	int64_t dur;          /* GT_NO_TIME: absent */
	const char *name;     /* NULL: absent */
	bool on;
	int64_t start, end;
	const char *tag;      /* the one item of a list, NULL: empty */
	int64_t sync;         /* item "sync" of a map, GT_NO_TIME: not there */
};

extern const struct gt_report fake_report;

/* rows are borrowed. */
struct gt_table *fake_open(const struct fake_row *rows, uint64_t n);

#endif
