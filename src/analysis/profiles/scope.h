/* Which goroutines, and when, a profile is about. */
#ifndef GT_ANALYSIS_SCOPE_H
#define GT_ANALYSIS_SCOPE_H

#include "analysis/table/table.h"
#include "analysis/tasks/regionspans.h"
#include "analysis/waits/waitkeys.h"

/* All that is given must hold; names are bytes as the trace has them. */
struct gt_profile_scope {
	int64_t from, to;     /* INT64_MIN, INT64_MAX: the whole trace */
	bool has_g, lives;    /* only goroutine row g; lives: and the other lives of its id */
	bool program;         /* not those that are the runtime's own */
	uint32_t g;
	const char *func;     /* only goroutines with this start function; NULL: any; "": those without a name */
	/*
	 * Only inside of these regions; of tasks (type, task) also on a goroutine that began and ended such a task,
	 * from its begin to its end, unless a name or a site of regions is given.
	 */
	struct gt_region_pick inside;
	/* Profiles of waits: only those of the group with this number among groups by `wait_group`. */
	bool has_wait_key;
	enum gt_wait_group wait_group;
	uint64_t wait_key;
};

/* Which regions and tasks a table was opened for. */
GT_INLINE struct gt_region_pick gt_region_pick_of(const struct gt_table_args *a)
{
	return (struct gt_region_pick){ a->region, a->site, a->task_name, a->has_task, a->task, true };
}

GT_INLINE struct gt_profile_scope gt_profile_scope_of(const struct gt_table_args *a)
{
	return (struct gt_profile_scope){ a->from, a->to, a->has_g, a->lives, a->program, a->g, a->func,
					  gt_region_pick_of(a), a->has_key, (enum gt_wait_group)a->group, a->key };
}

/* A scope, looked up in a trace. */
struct gt_scope {
	const struct gt_trace *t;
	int64_t from, until;  /* inside the trace, not beyond its horizon */
	bool has_g, lives, program, by_func, by_parts;
	uint32_t g;
	uint64_t id;
	const char *func;
	size_t nfunc;
	uint32_t func_row;    /* string row with these bytes, once one was met */
	struct gt_gspans parts;
};

void gt_scope_open(struct gt_scope *s, const struct gt_trace *t, const struct gt_profile_scope *scope);
void gt_scope_close(struct gt_scope *s);

/* Whether a goroutine can have time in the scope. */
bool gt_scope_has(struct gt_scope *s, const struct gt_goroutine *g);

/* How much of [t0, t1) of a goroutine that can is in the scope, ns. */
int64_t gt_scope_part_of(const struct gt_scope *s, uint32_t g, int64_t t0, int64_t t1);

/* Whether a moment of such a goroutine is. */
GT_INLINE bool gt_scope_holds(const struct gt_scope *s, uint32_t g, int64_t t)
{
	return gt_scope_part_of(s, g, t, t + 1) > 0;
}

#endif
