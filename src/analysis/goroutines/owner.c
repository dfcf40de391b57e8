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

/* The tracer, what writes profiles, and the goroutine that waits for signals are the runtime's wherever they live. */
static bool is_runtimes_name(const struct gt_trace *t, const struct gt_goroutine *g)
{
	static const char *const names[] = { "runtime/trace.", "runtime/pprof.profileWriter", "os/signal.loop" };

	for (size_t i = 0; i < GT_COUNT(names); i++)
		if (begins_with(t, g->func, names[i]))
			return true;
	return g->system;
}

/* What one of them creates for itself is, too; what it starts for the program (a timer's function) is not. */
static bool is_runtimes(const struct gt_trace *t, const struct gt_goroutine *g)
{
	static const char *const packages[] = { "runtime/", "internal/", "os/signal." };
	struct gt_goroutine creator;

	if (is_runtimes_name(t, g))
		return true;
	for (size_t i = 0; i < GT_COUNT(packages); i++)
		if (begins_with(t, g->func, packages[i]))
			return gt_goroutine_get(t, g->creator, &creator) && creator.func &&
			       is_runtimes_name(t, &creator);
	return false;
}

enum gt_owner gt_owner_of(const struct gt_trace *t, const struct gt_goroutine *g)
{
	if (g->func)
		return is_runtimes(t, g) ? GT_OWNER_RUNTIME : GT_OWNER_PROGRAM;
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

void gt_cell_field_owner(struct gt_table *t, struct gt_cell *out)
{
	const void *owner = (const char *)t->at + t->column->at;

	gt_cell_owner(out, t->column->arg == 1 ? *(const uint8_t *)owner : *(const enum gt_owner *)owner);
}
