/* Profiles as files: pprof's, and folded stacks for flame graph tools. */
#ifndef GT_FORMAT_PROFILE_H
#define GT_FORMAT_PROFILE_H

#include "analysis/profiles/profile.h"
#include "base/buf.h"

/*
 * Appends a gzip'd protobuf for `go tool pprof`: sample types contentions/count and delay/nanoseconds, as go
 * tool trace has them; of cpu samples/count; of critpath segments/count and time/nanoseconds, and the outermost
 * function is the kind.  GT_ERR_NOMEM: there is no memory to pack it.
 */
int gt_profile_pprof(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile *p, struct gt_error *err);
/* The same of n >= 1 profiles of one kind: the old side's are taken away, marked as `pprof -diff_base` marks them. */
int gt_profile_pprof_both(struct gt_buf *out, const struct gt_profiled *parts, size_t n, struct gt_error *err);

/*
 * Lines "outermost;...;innermost ns" (of cpu: samples), whose sum is the profile's total.  After the frames of
 * the waiter come, behind "--", those of the waker, innermost first.  Of critpath the kind comes first.
 */
void gt_profile_folded(struct gt_buf *out, const struct gt_trace *t, const struct gt_profile_stack *stacks, size_t n);

/* Lines "outermost;...;innermost before after" of profiles of two sides: each stack that shows the same text once. */
void gt_profile_folded_both(struct gt_buf *out, const struct gt_profiled *parts, size_t n);

#endif
