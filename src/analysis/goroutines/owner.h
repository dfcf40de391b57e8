/* Whose a goroutine is: the program's, the runtime's, the tracer's, or nobody knows. */
#ifndef GT_ANALYSIS_OWNER_H
#define GT_ANALYSIS_OWNER_H

#include "analysis/table/table.h"
#include "base/buf.h"

/*
 * By the name of the start function (format/semantics.md 4).  Not all have one: a v1 file
 * keeps the stacks at its end, where a cut takes them away, and v2 has none of a goroutine that
 * does not stop.  Then goroutine 1 is the main goroutine all the same, and one that marks for
 * the GC is the runtime's; of others nobody knows.  They are in no sum of the program's: most may be its
 * own, but the runtime's sweeper alone can wait for longer than all of these.  Whoever sums says so
 * (gt_unnamed_text), and nothing that hides the runtime's goroutines hides these.
 */
enum gt_owner {
	GT_OWNER_UNKNOWN,
	GT_OWNER_PROGRAM,
	GT_OWNER_TRACER,      /* of runtime/trace: neither the runtime's nor the program's own */
	GT_OWNER_RUNTIME,
};
enum gt_owner gt_owner_of(const struct gt_trace *t, const struct gt_goroutine *g);

/* Of two goroutines together: the runtime's if both are. */
GT_INLINE enum gt_owner gt_owner_join(enum gt_owner a, enum gt_owner b)
{
	bool runtime = a == GT_OWNER_RUNTIME || b == GT_OWNER_RUNTIME;

	if (a == b)
		return a;
	return runtime && (a == GT_OWNER_UNKNOWN || b == GT_OWNER_UNKNOWN) ? GT_OWNER_UNKNOWN : GT_OWNER_PROGRAM;
}

/* Whether nobody knows whose it is, and it did something that would be in a sum. */
bool gt_is_unnamed(const struct gt_trace *t, const struct gt_goroutine *g);
/* How many these are: O(goroutines). */
uint64_t gt_unnamed_count(const struct gt_trace *t);
/* "12 goroutines have no recorded name: they count neither as the program's nor as the runtime's". */
void gt_unnamed_text(struct gt_buf *out, uint64_t n);

/* Column `system`: whether it is the runtime's; absent if nobody knows. */
GT_INLINE void gt_cell_owner(struct gt_cell *c, enum gt_owner owner)
{
	if (owner != GT_OWNER_UNKNOWN)
		gt_cell_b(c, owner == GT_OWNER_RUNTIME);
}

#endif
