/* What stands out in a trace, worst first: findings with their evidence. */
#ifndef GT_ANALYSIS_FINDINGS_H
#define GT_ANALYSIS_FINDINGS_H

#include "analysis/blames.h"
#include "analysis/slicewalk.h"
#include "analysis/table.h"
#include "base/buf.h"

/* In this order among equally severe ones. */
enum gt_finding_kind {
	GT_FINDING_STW,       /* goroutines of a function made stop-the-worlds wait */
	GT_FINDING_PAUSE,     /* the world was stopped for long, not because of that */
	GT_FINDING_LONG,      /* ... held processors for long */
	GT_FINDING_SCHED,     /* goroutines waited for processors */
	GT_FINDING_IDLE,      /* processors stood idle meanwhile */
	GT_FINDING_ASSIST,    /* goroutines had to help the GC */
	GT_FINDING_GC,        /* the GC was at work for much of the time */
	GT_FINDING_FOREVER,   /* goroutines wait for what cannot come */
	GT_FINDING_WAITING,   /* goroutines were still waiting at the end */
	GT_FINDING_KINDS
};

enum gt_severity { GT_SEVERITY_LOW, GT_SEVERITY_MEDIUM, GT_SEVERITY_HIGH };

struct gt_finding {
	uint8_t kind, severity;
	int64_t ns;           /* what it is about: sum of delays, longest slice, p99 of waits, idle time … */
	int64_t max;          /* the longest single one */
	uint64_t count, more; /* how many; STW: of how many in all; LONG: over 20 ms; ASSIST: ns of func */
	double share;         /* 0 … 1 of the time that there was */
	int64_t median;       /* SCHED */
	int64_t t0, t1;       /* where to look */
	uint32_t func, reason;/* string rows, 0 */
	uint32_t g, part, slice, range;  /* rows, GT_NO_ROW */
};

struct gt_waiting_group;
struct gt_assist_group;

/*
 * Built step by step, so that a large trace needs no long one; while the index
 * is built it goes on with what comes.  { 0 } is empty.
 */
struct gt_findings {
	struct gt_slicewalk walk;
	struct gt_blames blames;
	uint64_t ranges;      /* ranges that were looked at */
	uint32_t goroutines;  /* goroutines, once the index is complete */
	int64_t assist, assist_max;
	uint32_t assist_worst;
	uint64_t assists;
	struct gt_assist_group *assist_groups;
	size_t nassists, cap_assists;
	struct gt_map assist_by_func;
	struct gt_waiting_group *waiting;
	size_t nwaiting, cap_waiting;
	struct gt_map waiting_by_key;
	bool begun, final;

	struct gt_finding *v; /* worst first, by gt_findings_list */
	size_t n, cap;
};

void gt_findings_release(struct gt_findings *f);

/* Does a little; false: there is nothing left to look at for now.  *share (may be NULL): how much is done. */
bool gt_findings_step(struct gt_findings *f, const struct gt_trace *t, double *share);

/* Makes f->v of what is known. */
void gt_findings_list(struct gt_findings *f, const struct gt_trace *t);

/* One sentence without its full stop; names in it are hostile. */
void gt_finding_text(struct gt_buf *out, const struct gt_trace *t, const struct gt_finding *f);

const char *gt_finding_name(unsigned kind);      /* "stop-the-world" */
const char *gt_severity_name(unsigned severity); /* "high" */

extern const struct gt_report gt_report_findings;

#endif
