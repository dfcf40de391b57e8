/* Whose a goroutine is. */
#include "analysis/goroutines/owner.h"

#include <inttypes.h>
#include <string.h>

#define LAST_SLICES 64

static bool begins_with(const struct gt_trace *t, uint32_t string, const char *prefix)
{
	size_t n, len = strlen(prefix);
	const char *s = gt_trace_string(t, string, &n);

	return n >= len && !memcmp(s, prefix, len);
}

/*
 * The runtime puts "GC (dedicated)" and the like on slices of those that mark, but not on one after
 * a preemption: the last few are looked at.
 */
static bool marks(const struct gt_trace *t, const struct gt_goroutine *g)
{
	uint32_t id = g->last_slice;
	struct gt_slice s;

	for (int i = 0; i < LAST_SLICES && gt_slice_get(t, id, &s); i++, id = s.prev)
		if (s.label && begins_with(t, s.label, "GC ("))
			return true;
	return false;
}

enum gt_owner gt_owner_of(const struct gt_trace *t, const struct gt_goroutine *g)
{
	if (g->func && g->system)
		return GT_OWNER_RUNTIME;
	if (g->func)
		return begins_with(t, g->func, "runtime/trace.") ? GT_OWNER_TRACER : GT_OWNER_PROGRAM;
	if (g->id == 1)
		return GT_OWNER_PROGRAM;
	return marks(t, g) ? GT_OWNER_RUNTIME : GT_OWNER_UNKNOWN;
}

bool gt_is_unnamed(const struct gt_trace *t, const struct gt_goroutine *g)
{
	return !g->func && (g->slices || g->state == GT_G_RUNNABLE) && gt_owner_of(t, g) == GT_OWNER_UNKNOWN;
}

uint64_t gt_unnamed_count(const struct gt_trace *t)
{
	uint32_t n = gt_trace_info(t)->goroutines;
	struct gt_goroutine g;
	uint64_t unnamed = 0;

	for (uint32_t row = 0; row < n; row++)
		unnamed += gt_goroutine_get(t, row, &g) && gt_is_unnamed(t, &g);
	return unnamed;
}

void gt_unnamed_text(struct gt_buf *out, uint64_t n)
{
	gt_buf_printf(out, "%" PRIu64 " %s no recorded name: %s neither as the program's nor as the runtime's", n,
		      n == 1 ? "goroutine has" : "goroutines have", n == 1 ? "it counts" : "they count");
}
