/* What the garbage collector cost: its workers by mode, mark assists and who paid them. */
#ifndef GT_ANALYSIS_GCCOST_H
#define GT_ANALYSIS_GCCOST_H

#include "analysis/gc/gcworkers.h"
#include "analysis/goroutines/gassists.h"
#include "base/hash.h"
#include "index/trace.h"

/* What the GC's cost is made of: the report gcparts has a row for each. */
enum gt_gcpart_kind {
	GT_GCPART_DEDICATED, GT_GCPART_FRACTIONAL, GT_GCPART_IDLE, GT_GCPART_ASSIST, GT_GCPART_SWEEP,
	GT_GCPART_PAUSE, GT_GCPARTS
};

struct gt_gcpart {
	uint64_t count;       /* slices of workers, assists, sweeps, pauses of the GC that touch the range */
	int64_t ns, wall;     /* on Ps (of pauses 0); from begins to ends */
	int64_t max, t0, t1;  /* the longest, wall: how long in the range; where it begins and ends; max 0: none */
	uint32_t g, proc_row; /* whose, where; GT_NO_ROW: does not say */
};

/* A goroutine that had to help the GC. */
struct gt_gcpayer {
	uint32_t g, func;
	uint32_t place;       /* gt_gccost.by_place: the function that allocated, a string row, 0: not known */
	uint64_t count;       /* assists */
	int64_t assist;       /* ns on a P in them, system calls that kept it included */
	int64_t wall;         /* ns from their begins to their ends: an assist may wait for work, or for its P */
	struct gt_gcsweeps sweeps; /* which are on a P */
};

/*
 * Sums of [from, to); what reaches over an end is cut there.  A worker's
 * time is that of the slices that carry its label: "GC (dedicated)", "GC (fractional)" and
 * "GC (idle)".  Idle workers take what nobody else wanted.
 */
struct gt_gccost {
	const struct gt_trace *trace;
	int64_t from, to;
	int64_t dedicated, fractional, idle;    /* ns on Ps */
	int64_t sweep;        /* ns of Ps that swept */
	int64_t busy;         /* ns of Ps that a goroutine held, whatever for */
	uint64_t cycles;      /* mark phases that touch the range */
	int64_t mark;         /* ns of them */
	uint32_t longest;     /* range row of the longest, GT_NO_ROW */
	int64_t longest_ns;
	uint64_t assists;     /* mark assists that touch the range */
	int64_t assist, wall; /* as of the payers */
	int64_t some;         /* ns in which at least one assist went on */
	int64_t max;          /* the longest assist, wall */
	uint32_t worst;       /* its range row, GT_NO_ROW */

	struct gt_gcpart parts[GT_GCPARTS];
	struct gt_gcpayer *payers;      /* in no order */
	size_t npayers, cap;
	struct gt_map by_g;             /* and by place */
	bool by_place;        /* set after gt_gccost_begin: payers differ if their places do */

	uint64_t left;        /* ranges that were not looked at */
	int64_t low;          /* all that `some` counts lies at or after it */
	struct gt_gc_walk walk;         /* the P whose workers are looked at */
	uint32_t nprocs;                /* how many Ps are left, with this one */
};

/* What that is, by gt_table_args.group. */
enum gt_payer_group { GT_PAYERS_BY_FUNC, GT_PAYERS_BY_ALLOC, GT_PAYERS_BY_COUNT };

/* What its group has in common, a string row: the function that allocated (by_place), or its start function. */
GT_INLINE uint32_t gt_gcpayer_group(const struct gt_gccost *c, const struct gt_gcpayer *p)
{
	return c->by_place ? p->place : p->func;
}

/* *c is overwritten; it is released by the caller. */
void gt_gccost_begin(struct gt_gccost *c, const struct gt_trace *t, int64_t from, int64_t to);
/* Looks at some hundred ranges and workers; true when there are no more. */
bool gt_gccost_step(struct gt_gccost *c);
void gt_gccost_release(struct gt_gccost *c);

/* Of the report gccost, for panes. */
enum gt_gccost_col {
	GT_GCC_FUNC, GT_GCC_G, GT_GCC_LIFE, GT_GCC_COUNT, GT_GCC_ASSIST, GT_GCC_WALL, GT_GCC_SHARE, GT_GCC_SWEEP
};
struct gt_table;
const struct gt_gcpayer *gt_gccost_payer(const struct gt_table *t, uint64_t row);

/* The Ps that there were (gt_procs_sum) added up over the range, ns. */
int64_t gt_gccost_procs(const struct gt_gccost *c);
/* What dedicated and fractional workers and assists took of these, as a part of the range, ns. */
int64_t gt_gccost_took(const struct gt_gccost *c, int64_t procs);

#endif
