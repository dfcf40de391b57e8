/* --fail-if on a comparison: compare.worse>0, compare.greedy.p99>+10%. */
#ifndef GT_CLI_FAILCOMPARE_H
#define GT_CLI_FAILCOMPARE_H

#include "analysis/compare/compare.h"
#include "analysis/table/lexer.h"
#include "analysis/table/table.h"

enum gt_fail_change {
	GT_FAIL_COUNT, GT_FAIL_P50, GT_FAIL_P99, GT_FAIL_MAX, GT_FAIL_RATE, GT_FAIL_SHARE, GT_FAIL_CHANGES
};

/*
 *	"compare." ("worse" | "better" | "unsure" | "same")                  how many there are
 *	"compare." KIND "." ("p50" | "p99" | "max" | "rate" | "share")       by how much it rose: +10%, -5%
 * A rise counts only where the report is sure of a difference.
 */
struct gt_failcompare {
	enum gt_fail_change what;
	enum gt_cmp_verdict verdict; /* of COUNT */
	enum gt_cmp_kind_id kind;    /* of the others */
	double value;
};

/* False: the words are not of this form, though they may be of another of the report compare. */
bool gt_failcompare_words(struct gt_failcompare *f, const char *words);
/* A number, or a change; false: it is none. */
bool gt_failcompare_value(struct gt_failcompare *f, const char *text);

/* Of a table of gt_report_compare.  Appends what was measured, and the row behind it, if it holds. */
bool gt_failcompare_test(const struct gt_failcompare *f, enum gt_op op, const struct gt_table *table, const char *words,
			 struct gt_buf *why);

#endif
