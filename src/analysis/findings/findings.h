/* What stands out in a trace, the most severe first: findings with their cost and their evidence. */
#ifndef GT_ANALYSIS_FINDINGS_H
#define GT_ANALYSIS_FINDINGS_H

#include "analysis/gc/gccost.h"
#include "analysis/pressure/harm.h"
#include "analysis/requests/inarow.h"
#include "analysis/waits/callscan.h"
#include "analysis/waits/sweep.h"
#include "base/buf.h"

enum gt_finding_kind {
#define GT_FINDING(id, ops) GT_FINDING_##id,
#include "analysis/findings/findkinds.def"
#undef GT_FINDING
	GT_FINDING_KINDS
};

/*
 * high: a tenth of the time, or one part of a pause, or a stall, is ten times gt_finding_limits.stop; medium: a
 * fiftieth of it, or one is that long, or goroutines leak; low: the others.  none: there is nothing, or nothing is
 * known.
 */
enum gt_severity { GT_SEVERITY_NONE, GT_SEVERITY_LOW, GT_SEVERITY_MEDIUM, GT_SEVERITY_HIGH };

/* From when on something stands out: numbers of 64 bits, all of them, so that they can be compared as bytes. */
struct gt_finding_limits {
	struct gt_sweep_limits sweep;   /* what long waits and long slices are */
	int64_t stop;         /* ns: a part of a stop-the-world of this length, whatever its share; what
			       * costs less in all is nothing, whatever its share */
	int64_t permille;     /* of the time: what costs less is nothing */
	int64_t leak;         /* goroutines of a function that do not end */
	int64_t gcs;          /* GC cycles a second */
};
extern const struct gt_finding_limits gt_finding_defaults;

/* GC cycles that touch the range, and why they began. */
struct gt_gc_fills {
	uint64_t cycles;      /* looked at */
	uint64_t filled;      /* of these: the heap was near its goal, so nobody had called for the cycle */
	uint64_t limited;     /* nobody had, and there was no goal: a memory limit's, with GOGC=off */
	uint64_t called;      /* the program had: runtime.GC, runtime/debug */
	uint32_t called_at;   /* stack row of the first of those */
	uint64_t least, most; /* heap goals of these; 0: none */
	/*
	 * Of the cycles: since the one before, at most a quarter of what that left in use had been allocated; and the
	 * most that was left in use before one of them.  With GOGC=100 as much is allocated as was in use.
	 */
	uint64_t tight, in_use;
	uint64_t at_limit;    /* of the cycles: the goal is a twentieth above what the one before left, or less */
};

/* A long system call of the program. */
struct gt_long_call {
	uint32_t func;        /* start function of its goroutine, */
	uint32_t top;         /* innermost function of its stack: string rows, 0: unknown */
	uint32_t g;           /* goroutine row */
	uint32_t stack;       /* stack row of the call */
	int64_t t0, t1;       /* cut */
};

#define GT_EVIDENCE 16
struct gt_finding {
	uint8_t kind, severity;
	bool ns[GT_EVIDENCE]; /* the number is a time */
	uint8_t nevidence;
	struct {
		const char *name;
		int64_t value;
	} evidence[GT_EVIDENCE];
	/*
	 * ns of the range in which it cost something; what costs at the same time
	 * counts once, so that it is never longer than the range.
	 */
	int64_t cost;
	int64_t explained;    /* of the cost: another finding tells why; does not count for the order */
	double share;         /* cost / the range: 0 … 1 */
	/*
	 * ns of long waits for a P, added up over goroutines (analysis/pressure/harm.h): those that it is the cause of,
	 * and, of waits, those with a cause among the findings.
	 */
	int64_t explains, explained_ns;       /* explained_ns: GT_NO_TIME of all others */
	/*
	 * Of those with explained_ns, too: all of the long waits; and the function of the goroutines that have the
	 * largest part in what no finding is the cause of, if there is one, with that part.
	 */
	int64_t long_ns, rest_ns;
	uint32_t rest;        /* string row */
	int64_t weight;       /* the largest cost of what it brings about */
	uint32_t because;     /* place in gt_findings.v of what brings it about; GT_NO_ROW: it is a cause itself */
	int64_t max;          /* the longest single one, GT_NO_TIME */
	uint64_t count, of;   /* how many, of how many; GT_NONE */
	int64_t t0, t1;       /* where to look, GT_NO_TIME */
	uint32_t func, reason, holder;  /* string rows, 0; holder: function of who held a lock */
	uint32_t where;       /* stack row: a place of the program that did it (stacks/where.h); 0: unknown */
	uint32_t waits_at;    /* stack row: of missed ticks, herds and a hot shard, where goroutines wait for them */
	uint32_t g, proc_row, slice, range;  /* rows, GT_NO_ROW */
};

struct gt_stay_group;
struct gt_storm;
struct gt_spin;
struct gt_dial_site;
struct gt_lock_look;
struct gt_queue_look;
struct gt_tick_look;
struct gt_herd_look;
struct gt_handover_look;
struct gt_shard_look;

/*
 * Built step by step, so that a large trace needs no long one.  While the index
 * is built only the stops that it has are looked at.
 */
struct gt_findings {
	struct gt_trace *trace;
	struct gt_finding_limits limits;
	int64_t from, to;     /* what it is about, inside the trace, as far as that is whole */
	int64_t until;        /* `to` as asked for */
	bool limited;
	struct gt_blame_index blames;
	struct gt_sweep sweep;
	struct gt_gccost gc;
	struct gt_gc_fills pace;
	uint32_t allocator;   /* string row of the function that allocates or pays most; 0: not known */
	int64_t allocator_swept;        /* bytes that sweeps in it reclaimed; 0: who allocates is not known, */
	int64_t allocator_ns; /* ... and it paid that much of the time of mark assists */
	int64_t swept;        /* bytes that all sweeps of goroutines reclaimed */
	int64_t tracer;       /* how long goroutines of the tracer ran, when all is known */
	struct gt_callscan callscan;
	struct gt_long_call *calls;     /* in no order */
	size_t ncalls, cap_calls;
	struct gt_inarow inarow;
	struct gt_dial_site *dials;
	size_t ndials, cap_dials;
	uint32_t next_dial;   /* goroutine looked at for them */
	struct gt_lock_look *locks;     /* NULL: not begun */
	struct gt_queue_look *queues;
	struct gt_tick_look *ticks;
	struct gt_herd_look *herds;
	struct gt_shard_look *shards;
	struct gt_handover_look *handovers;
	uint32_t goroutines;  /* looked at, when the index is complete */
	uint64_t unnamed;     /* of these: gt_is_unnamed */
	struct gt_stay_group *stay;     /* goroutines that stay until the end, by function */
	size_t nstay, cap_stay;
	struct gt_map stay_by_func;
	uint32_t next_life;   /* goroutines looked at once more, if some function makes many; */
	struct gt_map last_made;        /* ... place in `stay` and creator -> the last one it made */
	struct gt_storm *storms;        /* by function */
	size_t nstorms, cap_storms;
	struct gt_map storm_by_func;
	uint64_t next_wake, end_wake;   /* by timers */
	struct gt_spin *spins;          /* by function */
	size_t nspins, cap_spins;
	struct gt_map spin_by_func;
	uint32_t spin_proc;             /* the P and its slice that come next */
	uint64_t spin_k;
	uint32_t spin_last;             /* 1 + the place of who yielded before that, 0: nobody; */
	int64_t spin_end;               /* ... when */
	uint32_t yield_row, other_row;  /* reasons, string rows: runtime.Gosched; the last one that is another */
	unsigned threads;     /* of the sweep, set after begin: 0: one */
	bool begun, complete; /* looking has begun; all is known */
	unsigned looking;     /* which of what is looked at comes next */
	unsigned single;      /* ... of what one thread looks at */
	bool pressed;         /* held and shortage are known, when all is: there was room for them */
	struct gt_held held;
	struct gt_shortage shortage;
	bool harmed;                    /* harm has begun */
	struct gt_harm harm;
	struct gt_error fault;

	/*
	 * Causes by severity, then by what of the cost no other explains, and after each what it brings about, by
	 * gt_findings_list: at least one when all is known.
	 */
	struct gt_finding *v;
	size_t n, cap;
};

/* limits: NULL: the defaults.  *f is overwritten; it is released by the caller. */
void gt_findings_begin(struct gt_findings *f, struct gt_trace *t, const struct gt_finding_limits *limits,
		       int64_t from, int64_t to);
void gt_findings_release(struct gt_findings *f);

/* Does a little; false: there is nothing left to look at for now.  *share (may be NULL): how much is done. */
bool gt_findings_step(struct gt_findings *f, double *share);

/* Makes f->v of what is known. */
void gt_findings_list(struct gt_findings *f);

/* One sentence without its full stop; names in it are hostile. */
void gt_finding_text(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f);

/*
 * The options of a report that repeats the evidence, as a shell takes them
 * ("--report=stwfuncs --filter='func=\"main.f\"'"); names in it are hostile.
 */
void gt_finding_report(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f);

/* The options of a range, with a blank before; nothing: it is about the whole trace. */
void gt_findings_put_range(struct gt_buf *out, const struct gt_findings *fs);

/* Its name, its advice ... (analysis/findings/findkind.h). */
struct gt_finding_ops;
const struct gt_finding_ops *gt_finding_kind(unsigned kind);
const char *gt_severity_name(unsigned severity); /* "high" */

#endif
