/* Wall-clock times of a trace (Go 1.25 and later), and such times as users type them. */
#ifndef GT_INDEX_WALLTIME_H
#define GT_INDEX_WALLTIME_H

#include "index/trace.h"

/* The wall clock at a time of the trace, in ns since 1970; false: the trace does not say, or nonsense. */
bool gt_wall_clock(const struct gt_trace *t, int64_t time, int64_t *ns);

/* Whether a text is meant as a time of day: it has a colon, as no other time has. */
bool gt_wall_is(const char *s);

/*
 * A time of the trace from RFC 3339 ("2026-11-28T10:00:00.5Z", "...+01:00"; without a zone: local time) or a time of
 * day ("10:00:00.5", "10:00", local time), of the day on which the trace began or, if that would be before it, the next
 * one if it went on until then.  Negative: before the trace's start.  t: NULL: only looks whether it is one, and *ns
 * is 0.  GT_ERR_USAGE: it is none, or the trace has no clock; `what` stands before that sentence.
 */
int gt_wall_parse(const struct gt_trace *t, const char *what, const char *s, int64_t *ns, struct gt_error *err);

#endif
