/* User tasks and regions (format/semantics.md 10): which tasks there are, and when goroutines were inside regions. */
#ifndef GT_ANALYSIS_TASKS_H
#define GT_ANALYSIS_TASKS_H

#include "base/buf.h"
#include "base/hash.h"
#include "index/trace.h"

/* ---- tasks: those that begin or end in the trace, and those that are only mentioned in it ---- */

/*
 * One entry per task id, in the order of first appearance.  A task that only
 * a region, a log or a child names has neither begin nor end.
 */
struct gt_task_list {
	struct gt_task *tasks;
	size_t n, cap;
	struct gt_map by_id;         /* place in tasks */
};

void gt_task_list_fill(struct gt_task_list *l, const struct gt_trace *t);
void gt_task_list_release(struct gt_task_list *l);
/* The place of a task, GT_NO_ROW: there is none. */
GT_INLINE uint32_t gt_task_list_find(const struct gt_task_list *l, uint64_t id)
{
	return gt_map_get(&l->by_id, id);
}

/* ---- regions ---- */

/*
 * A goroutine that is created inside a region is in a nameless region of the same task as long as it lives.
 * That is not one of the program's: it is in the report regions, but in no sum and no count.
 */
GT_INLINE bool gt_region_inherited(const struct gt_region *r) { return !r->name && !r->stack; }

/*
 * When a goroutine was inside: from the trace's start if the begin is not in the trace, up to the goroutine's or
 * the trace's end if the end is not, and never beyond the horizon.  t0 <= t1.
 */
void gt_region_bounds(const struct gt_trace *t, const struct gt_region *r, int64_t *t0, int64_t *t1);

/*
 * Where the program began the region: the innermost frame of its stack that is outside the runtime and internal
 * packages (so not runtime/trace.WithRegion).  False: it has no stack.
 */
bool gt_region_site(const struct gt_trace *t, const struct gt_region *r, struct gt_frame *f);
/* The same functions, files and lines: program counters may differ from generation to generation. */
GT_INLINE bool gt_site_is(const struct gt_frame *a, const struct gt_frame *b)
{
	return a->func == b->func && a->file == b->file && a->line == b->line;
}
/* Appends "main.handle:42" as the trace has the bytes (hostile). */
void gt_site_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_frame *f);

/* ---- when goroutines were inside regions ---- */

struct gt_gspan {
	uint32_t g;                  /* goroutine row */
	int64_t t0, t1;              /* t0 < t1 */
};

/* Ascending by goroutine row, then by time; those of one goroutine neither overlap nor touch. */
struct gt_gspans {
	struct gt_gspan *v;
	size_t n, cap;
};

/* Which regions: all of these that are asked for must be true of one.  { 0 }: every region of the program. */
struct gt_region_pick {
	bool has_name, has_site, has_task, has_type;
	uint32_t name;               /* string row of the region's name */
	struct gt_frame site;        /* as gt_region_site; its pc does not count */
	uint64_t task;               /* id */
	uint32_t type;               /* string row of the name of its task */
};

/*
 * The outermost of these regions, as the times that goroutines spent inside (what lies in another one of them is
 * in that one's time).  Replaces what *out has.  O(n log n) for n regions.
 */
void gt_region_spans(struct gt_gspans *out, const struct gt_trace *t, const struct gt_region_pick *pick);
/* For other lists of spans: sorts and joins them so. */
void gt_gspans_add(struct gt_gspans *s, uint32_t g, int64_t t0, int64_t t1);
void gt_gspans_join(struct gt_gspans *s);
void gt_gspans_release(struct gt_gspans *s);

#endif
