/* A stop-the-world pause: its four parts, when each processor yielded, and what ran there until then. */
#ifndef GT_ANALYSIS_BLAME_H
#define GT_ANALYSIS_BLAME_H

#include "base/hash.h"
#include "index/trace.h"

/*
 * What the runtime does (Go's src/runtime/proc.go; the same from Go 1.10 to
 * 1.27 but for names) and how it shows in a trace:
 *
 * stopTheWorldWithSema writes STWBegin (v1: STWStart), then sets gcwaiting and
 * calls preemptall: the range's begin is the request.  Only `start trace`
 * writes its begin when the world stands already (StartTrace in trace.go).
 *
 * The P of the goroutine that requests the pause counts as stopped at once.
 *
 * A P in a system call is taken by the stopper ("Try to retake all P's in
 * syscalls": ProcSteal; v1 GoSysBlock, ProcStop): its goroutine is not asked
 * to stop and costs nothing.  One that enters a call later yields by itself
 * (entersyscallHandleGCWait, in older releases entersyscall_gcwait): it ran until then.
 *
 * An idle P is taken at once ("Stop idle Ps").  But a P that was given
 * to a thread before (startm) is not idle: the thread wakes up, takes it and
 * sees gcwaiting: ProcStart and ProcStop inside the stop, without a goroutine.
 *
 * All others stop in gcstopm: the goroutine is preempted, blocks, yields or
 * ends, the scheduler sees gcwaiting, releasep writes ProcStop.  Before
 * gcwaiting is seen a goroutine may leave and another one start; the
 * last one on the P is the one that was waited for.
 *
 * startTheWorldWithSema calls procresize, which always writes the number of Ps
 * (ProcsChange, v1 Gomaxprocs), then wakes the Ps, and only then writes STWEnd: that
 * number is the marker between the standstill and the restart, in which goroutines
 * run again.  If procresize removes the stopper's own P the trace pretends that it
 * moves, after that number.
 *
 * Up to Go 1.9 the events are not about stops: a pair says that one P works
 * in mark termination (format/v1.md 5.2), and no event shows when that was requested.
 */
enum gt_stop_cause {
	GT_STOPPED_STOPPER,     /* the goroutine that requested the pause ran here */
	GT_STOPPED_IDLE,        /* no thread held it: nothing to wait for */
	GT_STOPPED_SYSCALL,     /* its goroutine was in a system call: it was taken */
	GT_STOPPED_PREEMPTED,   /* its goroutine was preempted */
	GT_STOPPED_LEFT,        /* its goroutine blocked, yielded or ended */
	GT_STOPPED_CALLED,      /* its goroutine made a system call */
	GT_STOPPED_SCHEDULER,   /* a thread without a goroutine held it */
	GT_STOPPED_LATE,        /* a thread took it during the stop, and ran no goroutine */
	GT_STOPPED_NEVER,       /* it had not stopped when the trace ended */
	GT_STOPPED_UNKNOWN,     /* the trace does not show how it stopped */
};

/* One P in a stop. */
struct gt_blame_proc {
	uint32_t proc_row;
	enum gt_stop_cause how;
	int64_t yield;        /* when its goroutine yielded it; as `stop` if it had none */
	uint64_t yield_n;     /* v1: number of the event of the yield; else GT_NONE */
	int64_t stop;         /* when it had stopped; GT_NO_TIME: never, unknown */
	int64_t restart;      /* when a thread took it again, GT_NO_TIME: not in the trace */
	uint32_t found;       /* slice that held it at the request, outside of a call; GT_NO_ROW */
	uint32_t slice;       /* slice that held it last, GT_NO_ROW: none */
	uint32_t g;           /* goroutine row of that slice, GT_NO_ROW */
	uint32_t stack;       /* where it ended, 0 */
};

enum gt_blame_known {
	GT_BLAME_FULL,
	GT_BLAME_NO_REQUEST,  /* was asked for before the trace began: the world stood when the range began */
	GT_BLAME_PER_P,       /* up to Go 1.9: one P at work while the world stands */
	GT_BLAME_LOST,        /* ends beyond the trace's horizon: some Ps are not there, and seem late */
};

struct gt_blame {
	struct gt_range_row range;
	enum gt_blame_known known;
	uint32_t stopper;     /* P of the goroutine that asked, GT_NO_ROW */
	uint32_t requester;       /* that goroutine, which v1 does not name; GT_NO_ROW */
	int64_t end;          /* of the range; of the trace if that was not reached */
	int64_t stopped;      /* when the last P had stopped (the request, if none ran); GT_NO_TIME: unknown */
	int64_t restart;      /* the marker, GT_NO_TIME: not in the trace */
	/*
	 * Of procs: the one whose goroutine yielded last, which is charged with the time
	 * until then; -1: nobody can be charged, because no goroutine was asked, or it
	 * is not known when one of them yielded.  One that had not yielded when the
	 * trace ended is later than all others.
	 */
	int last;
	int slow;             /* of procs: the P that stopped last; -1: none was waited for, or unknown */
	struct gt_blame_proc *procs;   /* by P id; empty if not known FULL */
	uint32_t nprocs;
	size_t cap;
	/*
	 * Set by the caller, of many pauses one after the other: procs has only Ps that a pause had to do with.  One
	 * that no thread held is not there; one that ran on through the pause is only counted.  Those that stay as
	 * they are for long cost a pause nothing then.
	 */
	bool brief;
	uint32_t ran_on;
	struct gt_blame_quiet *quiet;
};

/*
 * Fills b for a row of gt_range_get, a stop-the-world; { 0 } is empty and may be
 * filled again, of the same trace.  False: it is none.  O(P log n); brief: P is the number of those where
 * something changed since the last time, and 1/256 of all.
 */
bool gt_blame_find(struct gt_blame *b, const struct gt_trace *t, uint64_t range);
void gt_blame_release(struct gt_blame *b);

/* The parts of a pause.  If all are known they follow each other and their sum is GT_PAUSE_ALL. */
enum gt_pause_part {
	GT_PAUSE_STOP,        /* from the request until the last P that was asked has stopped */
	GT_PAUSE_STILL,       /* from there to the marker: nothing but the stopper ran */
	GT_PAUSE_RESTART,     /* from there to the end: goroutines run again */
	GT_PAUSE_ALL,         /* the range */
	GT_PAUSE_PARTS
};

/*
 * ns of a part; GT_NO_TIME where an end of it is unknown.  Of `start trace` the standstill is
 * what the trace has of it.
 */
int64_t gt_blame_ns(const struct gt_blame *b, enum gt_pause_part part);

/* ns from the latest yield of a goroutine until the last P had stopped: nobody's fault.  GT_NO_TIME: unknown. */
int64_t gt_blame_late_ns(const struct gt_blame *b);

/* What took the largest part of a pause.  Parts that differ by less than GT_BLAME_SLOW are as large. */
enum gt_blamed {
	GT_BLAMED_UNKNOWN,
	GT_BLAMED_GOROUTINE,    /* the one of b->last, until it yielded */
	GT_BLAMED_THREAD,       /* nobody: the system ran the thread of the P of b->slow late */
	GT_BLAMED_STILL,        /* nobody: what the world was stopped for */
	GT_BLAMED_RESTART,      /* nobody: waking the threads of the other Ps, which the system may have run late */
};
#define GT_BLAME_SLOW INT64_C(10000)
enum gt_blamed gt_blame_largest(const struct gt_blame *b);
/* In the restart: the P that a thread took last; -1: none was taken meanwhile. */
int gt_blame_restarted(const struct gt_blame *b);

/* True if a goroutine on a P was asked to stop, and so can be blamed. */
GT_INLINE bool gt_stop_cause_was_asked(enum gt_stop_cause how)
{
	return how == GT_STOPPED_PREEMPTED || how == GT_STOPPED_LEFT || how == GT_STOPPED_CALLED ||
	       how == GT_STOPPED_NEVER || how == GT_STOPPED_UNKNOWN;
}

/* A few words: "preempted", "in a syscall". */
const char *gt_stop_cause_text(enum gt_stop_cause how);

#endif
