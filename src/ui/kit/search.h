/* Patterns: smart case, Unicode folding, regular expressions. */
#ifndef GT_UI_SEARCH_H
#define GT_UI_SEARCH_H

#include "base/err.h"

/*
 * A pattern without capitals ignores case.  It is looked for as plain text (case
 * folding and normalisation by gt_text_contains) and, if it is one, as an
 * extended regular expression; one that is not valid is text only.
 */
struct gt_matcher;

struct gt_matcher *gt_matcher_new(const char *pattern, struct gt_error *err);   /* NULL: the pattern is empty */
void gt_matcher_free(struct gt_matcher *m);
bool gt_matcher_match(const struct gt_matcher *m, const char *s, size_t n);
const char *gt_matcher_pattern(const struct gt_matcher *m);

/* The first match at or after byte `from`: true and its place.  Used to mark it in a row. */
bool gt_matcher_locate(const struct gt_matcher *m, const char *s, size_t n, size_t from, size_t *start, size_t *end);

#endif
