/* Patterns of searches and filters: smart case, Unicode folding, regular expressions. */
#ifndef GT_ANALYSIS_MATCHER_H
#define GT_ANALYSIS_MATCHER_H

#include "base/err.h"

/*
 * A pattern without capitals ignores case.  It is looked for as plain text (case
 * folding and normalisation by gt_text_contains) and, if it is one, as a
 * regular expression (analysis/table/regexp.h); one that is not valid is text only.  The
 * receivers of Go methods, "(*conn).serve", are text in expressions, too.
 */
struct gt_matcher;

struct gt_matcher *gt_matcher_new(const char *pattern, struct gt_error *err);   /* NULL: the pattern is empty */
void gt_matcher_free(struct gt_matcher *m);
bool gt_matcher_match(const struct gt_matcher *m, const char *s, size_t n);
const char *gt_matcher_pattern(const struct gt_matcher *m);
/* Why it is no regular expression though it has signs of one; NULL: it is one, or has none. */
const char *gt_matcher_fault(const struct gt_matcher *m);

/* The first match at or after byte `from`: true and its place.  Used to mark it in a row. */
bool gt_matcher_locate(const struct gt_matcher *m, const char *s, size_t n, size_t from, size_t *start, size_t *end);

#endif
