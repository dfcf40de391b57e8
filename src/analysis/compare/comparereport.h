/* The report "compare": what became better or worse between two traces, or two sets of them. */
#ifndef GT_ANALYSIS_COMPAREREPORT_H
#define GT_ANALYSIS_COMPAREREPORT_H

#include "analysis/compare/compare.h"
#include "analysis/table/table.h"
#include "base/say.h"

/* Of a table of the report; lives as long as the table. */
const struct gt_comparison *gt_comparison_of(const struct gt_table *t);

/* What the reader has to know before any number: a sentence a line; bytes of a trace in it, hostile. */
void gt_comparison_facts(struct gt_buf *out, const struct gt_comparison *c);

/* A value of an aspect for people: "1.2ms", "4.0 MiB", "12/s", "3.4%". */
void gt_cmp_value_text(struct gt_buf *out, const struct gt_difference *d, double v);
/* The same as a word; borrows d. */
struct gt_word gt_as_cmp_value(const struct gt_difference *d, double v);
/* "+10.2%", "x20", "new", "gone": what became of it, of a. */
void gt_cmp_factor_text(struct gt_buf *out, double a, double b);
void gt_cmp_change_text(struct gt_buf *out, const struct gt_difference *d);

#endif
