/* Regular expressions of users: PCRE2 where it is there, else POSIX extended ones with \d and \D. */
#ifndef GT_ANALYSIS_REGEXP_H
#define GT_ANALYSIS_REGEXP_H

#include <stddef.h>

#include "base/err.h"

struct gt_regexp;

/* fold: without regard to case.  GT_ERR_USAGE with the reason if it is none; else the caller owns *out. */
int gt_regexp_new(struct gt_regexp **out, const char *expr, bool fold, struct gt_error *err);
void gt_regexp_free(struct gt_regexp *re);

/*
 * The first match in s[0..n) that begins at byte `from` or later; ^ and $ match at the ends of s.  Text that
 * takes too long to match has no match.  May be called from several threads.
 */
bool gt_regexp_locate(const struct gt_regexp *re, const char *s, size_t n, size_t from, size_t *start, size_t *end);

/* "pcre2 10.42"; NULL: built without it.  Static, or the caller's `room` of at least 64 bytes. */
const char *gt_regexp_version(char room[64]);

#endif
