/* Made-up runs of Go's scheduler: a trace as Go would have written it, and what was true at every moment. */
#ifndef GT_TEST_ANALYSIS_MADEUP_H
#define GT_TEST_ANALYSIS_MADEUP_H

#include "base/buf.h"
#include "unit/index/synth.h"

#define MADE_END 240          /* ns, at most; of two events one is later */
#define MADE_PS 4
#define MADE_MS 6             /* threads */
#define MADE_GS 16            /* goroutines: number i has the id i + 1 */
#define MADE_SPELLS 1024

enum made_state {
	MADE_NONE, MADE_RUNS, MADE_READY, MADE_WAITS,
	MADE_CALLS,           /* in a system call, with its P */
	MADE_CALLS_ALONE,     /* ... without one */
};

enum made_label { MADE_UNLABELLED, MADE_DEDICATED, MADE_FRACTIONAL, MADE_IDLE_MARK };
enum made_reason { MADE_UNKNOWN, MADE_SYNC, MADE_NETWORK, MADE_SLEEP, MADE_GC };

/* A goroutine is in a state for a while. */
struct made_spell {
	enum made_state state;
	int g, slice;         /* slice: since when it has its P; a number */
	int64_t from, to;     /* to: INT64_MAX if it goes on when the trace ends */
	bool older;           /* it went on when the trace began */
	enum made_reason reason;
	int waker;            /* of a wait that ended: goroutine, -1: none */
	bool on_p, polled;    /* ... the thread that ended it had a P; the poller did, in the name of `waker` */
};

struct made_stop {
	int64_t asked, still, marker, end;      /* -1: not in the trace */
};

struct made {
	struct rnd rnd;
	int64_t end;                            /* the trace's: 1 after its last event */
	struct made_spell spells[MADE_SPELLS];  /* the first one is nobody's */
	int nspells;
	int at[MADE_GS][MADE_END];              /* spell in [t, t + 1), 0: none */
	int who[MADE_PS][MADE_END];             /* goroutine that has the P, -1: none */
	bool held[MADE_PS][MADE_END];           /* by a thread */
	int64_t n[MADE_END];                    /* Ps that there are, by what the trace says */
	bool stopped[MADE_END], still[MADE_END];
	enum made_label labels[MADE_SPELLS];    /* by slice */
	int64_t born[MADE_GS];                  /* -1: never */
	int creator[MADE_GS];                   /* -1: none */
	int ngs;
	/* Inside. */
	int64_t t;
	int nslices, now[MADE_GS], m;
	struct { unsigned seq, stack; } gs[MADE_GS];
	struct { bool known; int m; unsigned seq; } ps[MADE_PS];
	struct { int p, g, shown; int64_t last; struct gt_buf out; } ms[MADE_MS];
	struct made_stop stops[MADE_END];
	int nstops, stopper, phase;             /* stopper: thread, -1: none */
	int64_t procs;                          /* GOMAXPROCS; what was written first before it was */
	bool procs_written, calls;              /* calls: some go on when the trace begins */
};

/* Overwrites *r; `spec` becomes the trace, for handmade_open_minor(22). */
void made_run(struct made *r, uint64_t seed, struct gt_buf *spec);

#endif
