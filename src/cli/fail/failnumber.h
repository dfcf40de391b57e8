/* The numbers that --fail-if compares: read, written, and what they are of. */
#ifndef GT_CLI_FAILNUMBER_H
#define GT_CLI_FAILNUMBER_H

#include "analysis/table/table.h"
#include "base/buf.h"

/* Shares and numbers with decimals are measured in billionths of one, times in ns. */
enum gt_fail_unit { GT_FAILS_BY_COUNT, GT_FAILS_BY_TIME, GT_FAILS_BY_SHARE, GT_FAILS_BY_REAL };
#define GT_FAIL_ONE 1e9

enum gt_fail_unit gt_fail_unit_of(enum gt_kind kind);

/* NULL, or what is wrong with the text: "not a duration". */
const char *gt_fail_number_parse(enum gt_fail_unit unit, const char *text, int64_t *out);

/* exact: a duration in ns, because the rounded one says too little. */
void gt_fail_number_put(struct gt_buf *out, enum gt_fail_unit unit, int64_t v, bool exact);

#endif
