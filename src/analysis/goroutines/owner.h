/* The owner of a goroutine: the program, the runtime, or unknown. */
#ifndef GT_ANALYSIS_OWNER_H
#define GT_ANALYSIS_OWNER_H

#include "analysis/table/table.h"
#include "base/buf.h"

/*
 * Decided by the name of the start function: the runtime's are those of package runtime (but runtime.main) and of
 * runtime/trace, what writes profiles, the goroutine that waits for signals, and what these create for themselves.
 * This is what `system` says everywhere: columns, heads, sums and what the screen hides agree.  Some goroutines
 * have no name: a v1 file keeps the stacks at its end, so a file that was cut off has lost them, and v2 has no
 * stack of a goroutine that does not stop.  Without a name, goroutine 1 is the main goroutine, and a goroutine
 * that marks for the GC is the runtime's; the owner of the others is unknown.  No sum of the program includes
 * them: most may be the program's, but the runtime's sweeper alone can wait longer than all others together.
 * Reports with such sums say so (gt_unnamed_text).  Views that hide the runtime's goroutines still show them.
 */
enum gt_owner {
	GT_OWNER_UNKNOWN,
	GT_OWNER_PROGRAM,
	GT_OWNER_RUNTIME,     /* the tracer's, too: package runtime/trace */
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

/* Whether the owner is unknown, and the goroutine did something that would be in a sum. */
bool gt_is_unnamed(const struct gt_trace *t, const struct gt_goroutine *g);
/* The number of such goroutines: O(goroutines). */
uint64_t gt_unnamed_count(const struct gt_trace *t);
/* "12 goroutines have no recorded name: they count neither as the program's nor as the runtime's". */
void gt_unnamed_text(struct gt_buf *out, uint64_t n);

/* Column `system`: whether the runtime owns it; absent if the owner is unknown. */
GT_INLINE void gt_cell_owner(struct gt_cell *c, enum gt_owner owner)
{
	if (owner != GT_OWNER_UNKNOWN)
		gt_cell_b(c, owner == GT_OWNER_RUNTIME);
}
/* ... of a member, an enum gt_owner or a uint8_t. */
gt_cell_fn gt_cell_field_owner;

#endif
