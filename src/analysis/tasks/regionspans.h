/* Regions (format/semantics.md 10), and when goroutines were inside. */
#ifndef GT_ANALYSIS_REGIONSPANS_H
#define GT_ANALYSIS_REGIONSPANS_H

#include "analysis/tasks/tasklist.h"
#include "base/buf.h"

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

/*
 * Which regions: all of these that are given must be true of one; names are bytes as the trace has them, NULL: any.
 * { 0 }: every region of the program.
 */
struct gt_region_pick {
	const char *name;            /* its own; "": those without a name */
	const char *site;            /* where it began, as gt_site_text says; "": that is not recorded */
	const char *type;            /* of its task */
	bool has_task;
	uint64_t task;               /* id */
	bool inherited;              /* those that goroutines inherited count, too, if neither name nor site is given */
};

/* A pick, looked up in a trace. */
struct gt_region_picker {
	const struct gt_trace *t;
	struct gt_region_pick pick;
	struct gt_task_list tasks;   /* filled if pick.type */
	struct gt_map by_stack;      /* whether what begins at this stack row is at the site */
	struct gt_buf text;
};

/* Whether a task is of the type, or has the id, that is asked for. */
bool gt_task_picked(const struct gt_trace *t, const struct gt_region_pick *pick, const struct gt_task *task);

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
