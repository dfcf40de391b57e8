/* --fail-if: thresholds on the numbers of reports. */
#ifndef GT_CLI_FAILIF_H
#define GT_CLI_FAILIF_H

#include "analysis/table/table.h"
#include "base/buf.h"
#include "cli/options/options.h"

/*
 *	expr  = test { "&&" test } { "||" … }      && binds tighter
 *	test  = report [ "." column ] "." aggregate op value
 *	      | "summary" "." column op value
 *	      | "sched.pressure." ("some" | "full") op value      of all the range
 *	      | "traces.outlier" op value                           the largest z
 *	      | "compare." … op value                            failcompare.h
 *	      | "sql:" name                                      failsql.h: a statement that selects a row
 *	aggregate = max | min | sum | mean | count | pNN (p50, p99, p99.9)
 *
 * The value of a share is one too: 10% or 0.1.  Without a column the report's own duration is measured.  count is the
 * number of rows, or of a column's cells that are there.
 */
struct gt_failif;

int gt_failif_parse(struct gt_failif **out, const char *expr, struct gt_error *err);
/* Before the first test: looks for the statements of the configuration that are named; GT_ERR_USAGE. */
int gt_failif_prepare(struct gt_failif *f, const struct gt_cli *c, struct gt_error *err);
void gt_failif_free(struct gt_failif *f);

/* Whether its tests are about one trace each, about the list of all (the report traces), or there are both. */
enum gt_failif_about { GT_FAILIF_OF_EACH, GT_FAILIF_OF_MANY, GT_FAILIF_OF_BOTH };
enum gt_failif_about gt_failif_about(const struct gt_failif *f);

/*
 * Sets *exceeded, and appends to `why` what was measured for each test that
 * held, and the row behind it (culprit.h): "greedy.max is 32.1ms, > 20ms (at
 * 0.099836224s, G27 main.buildReport at main.parse:12)".  Numbers that rounding
 * would make equal are exact.  Of the options of c (NULL: there are none) each
 * report takes those that it knows, besides the arguments.
 */
int gt_failif_test(const struct gt_failif *f, const struct gt_cli *c, struct gt_trace *t,
		   const struct gt_table_args *args, bool *exceeded, struct gt_buf *why, struct gt_error *err);

#endif
