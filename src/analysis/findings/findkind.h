/* A kind of finding, and what its functions make findings and sentences with. */
#ifndef GT_ANALYSIS_FINDKIND_H
#define GT_ANALYSIS_FINDKIND_H

#include "analysis/findings/busyplaces.h"
#include "analysis/findings/findings.h"
#include "analysis/stacks/stacktext.h"
#include "base/say.h"

/* What a finding is about: what the detail pane shows, and where Enter leads. */
enum gt_finding_subject {
	GT_FINDING_OF_TIME,       /* t0 to t1 */
	GT_FINDING_OF_SLICE,
	GT_FINDING_OF_STOP,       /* `range` is a stop-the-world */
	GT_FINDING_OF_ASSIST,     /* goroutine g was in `range` */
	GT_FINDING_OF_STATE,      /* goroutine g was in one state: a call, a wait */
	GT_FINDING_OF_GOROUTINE,  /* goroutine g: Enter opens its page */
};

/*
 * To add a kind: a line in findkinds.def, and this beside the functions.  What takes long to compute is a step of
 * gt_findings_step, so that no key waits (findings.c: looks); a limit is a member of gt_finding_limits, with its
 * default in findings.c and its option in ui/app/program.c.
 */
struct gt_finding_ops {
	const char *name;         /* "stop-the-world", as the report has it */
	enum gt_finding_subject subject;
	bool early;               /* also while the index is built: it needs f->blames alone */
	/* Adds those that there are. */
	void (*list)(struct gt_findings *f, unsigned kind);
	/* As gt_finding_text. */
	void (*text)(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f);
	/* As gt_finding_report, without the range; NULL: no report repeats it. */
	void (*report)(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *f);
	const char *advice;       /* what it means and what to do, in whole sentences; NULL: nothing */
};

/* Goroutines of a function: those that wait when the trace ends, and how many there were. */
struct gt_stay_group {
	uint32_t func;
	uint64_t created;     /* in the range, whatever became of them */
	uint64_t left;        /* of these: still waiting, not for ever */
	uint64_t quarter[4];  /* of these: by the quarter of the range in which they were created */
	uint64_t alive[5];    /* at the ends of the quarters: from the begin of the range to its end */
	uint64_t forever;     /* waiting for ever, since whenever */
	bool together;        /* two of them lived at the same time, */
	int64_t latest;       /* ... by the latest end of those so far */
	uint64_t brief;       /* of those created, if they are many: ended, and ran briefly (find_churn.c) */
	int64_t brief_ns;     /* ... how long these ran, */
	int64_t making_ns, starting_ns; /* ... and what it took to make and to start them, */
	uint32_t made_at, brief_g;      /* ... where one of them was created (stack row, 0), and its row */
	uint32_t g, forever_g;/* the first of each, GT_NO_ROW */
};

/* Goroutines of a function that timers woke in the range. */
struct gt_storm {
	uint32_t func, g;
	uint64_t wakes;
	uint64_t n;           /* of these: the slice after it was short, and ended in the range */
	int64_t ns, max;      /* of these slices */
	uint32_t slice;       /* the longest of them */
};

/* Slices of goroutines of a function. */
struct gt_spin {
	uint32_t func;
	uint64_t of;          /* all that touch the range */
	uint64_t n;           /* of these: brief, and ended by a yield */
	int64_t ns, max;      /* of the latter */
	uint32_t slice;       /* the longest of them */
	int64_t between;      /* until their Ps ran something again, where that was soon */
	struct gt_busy_places preempted;        /* slices that preemption ended */
};

/* Where the program called net/http, which opened connections for it. */
struct gt_dial_site {
	uint32_t func, from;  /* string rows: the function, and the next one of the program that called it, 0 */
	uint64_t line;
	uint32_t stack, g;    /* one of its stacks; who waited longest for a connection, and since when */
	int64_t t0;
	uint64_t n;           /* connections */
	int64_t sum, max;     /* ns until who asked for one ran again with it */
	struct gt_inarow_span *waits;   /* ... one by one, */
	size_t nwaits, cap_waits;
	struct gt_inarow_span *calls;   /* and for answers */
	size_t ncalls, cap_calls;
};

#define GT_FINDINGS_OF_A_KIND 5       /* functions named for one kind of finding */

/* ---- findadd.c: findings; the pointer is good until the next one is added ---- */

/* With its share and the severity that follows from it. */
struct gt_finding *gt_finding_add(struct gt_findings *f, unsigned kind, int64_t cost);
/* A row that only says that there are no findings, or that something cannot be judged. */
struct gt_finding *gt_finding_add_none(struct gt_findings *f, unsigned kind);
/* What part of the range `ns` of all Ps' time are: a cost. */
int64_t gt_finding_of_procs(const struct gt_findings *f, int64_t ns);
/* Whether the cost is worth a finding: a large share of a very short range is not. */
bool gt_finding_matters(const struct gt_findings *f, int64_t cost);
/* A single long part of a stop (x->max) is felt, too, whatever its share. */
void gt_finding_judge_max(const struct gt_findings *f, struct gt_finding *x);
/* One step lower, unless so much of the cost, which is felt in any case, is worth as much alone. */
void gt_finding_judge_less(const struct gt_findings *f, struct gt_finding *x, int64_t felt);
/* No worse than this part (0 ... 1) of its cost would be alone, but at least low. */
void gt_finding_judge_felt(const struct gt_findings *f, struct gt_finding *x, double part);
/* A number of the evidence; the name stays the caller's, "..._ns" is a time. */
void gt_finding_prove(struct gt_finding *x, const char *name, int64_t value);
/* Where to look. */
void gt_finding_at_slice(const struct gt_findings *f, struct gt_finding *x, uint32_t slice);
void gt_finding_at_range(const struct gt_findings *f, struct gt_finding *x, uint32_t range);
void gt_finding_at_goroutine(const struct gt_findings *f, struct gt_finding *x, uint32_t row);

/* For --report=waits: ' && where="main.f:33"', x->waits_at; nothing if the filter or a shell cannot quote it. */
void gt_finding_put_waits_at(struct gt_buf *out, const struct gt_findings *fs, const struct gt_finding *x);

/* ---- because.c ---- */

/* Puts f->v in order, with what each finding is because of. */
void gt_findings_order(struct gt_findings *f);

/* ---- find_gc.c ---- */

/* Whether there were as many cycles as the limit says, whatever for; when f->gc is complete. */
bool gt_finding_gcs_often(const struct gt_findings *f);
/* Whether runtime.GC or a function of runtime/debug is in the stack. */
bool gt_finding_asks_for_gc(const struct gt_trace *t, uint32_t stack);
#define GT_PACE_CYCLES 5      /* fewer are no pace */
/* Of the cycles that touch [from, to); a walk over the counters. */
void gt_gc_fills_of(struct gt_gc_fills *p, const struct gt_trace *t, int64_t from, int64_t to);

/* When f->gc is complete: f->allocator, a function that is not of the standard library. */
void gt_finding_find_allocator(struct gt_findings *f);

/* ---- find_short.c ---- */

/* The cost of `too many Ps`; 0: that is no finding.  It is a part of what long waits, and Ps idle meanwhile, cost. */
int64_t gt_finding_many_ns(const struct gt_findings *f);

/* ---- find_calls.c ---- */

/* Looks at some more calls; false: there are no more. */
bool gt_finding_calls_step(struct gt_findings *f);

/* ---- find_churn.c ---- */

/* Looks at some more goroutines; false: there are no more. */
bool gt_finding_churn_step(struct gt_findings *f);

/* ---- find_storms.c ---- */

/* Looks at some more wake-ups by timers; false: there are no more. */
bool gt_finding_storms_step(struct gt_findings *f);

/* ---- find_spins.c ---- */

/* Looks at some more slices; false: there are no more. */
bool gt_finding_spins_step(struct gt_findings *f);

/* ---- find_inarow.c ---- */

/* Looks for some more calls one after the other; false: all is known. */
bool gt_finding_inarow_step(struct gt_findings *f);

/* ---- find_dials.c ---- */

/* After gt_finding_inarow_step: looks at some more goroutines; false: there are no more. */
bool gt_finding_dials_step(struct gt_findings *f);

/* ---- find_ticks.c ---- */

/* Looks at some more goroutines that timers woke; false: there are no more. */
bool gt_finding_ticks_step(struct gt_findings *f);

/* ---- find_herds.c ---- */

/* Looks at some more wake-ups; false: all is known. */
bool gt_finding_herds_step(struct gt_findings *f);

/* ---- find_shards.c ---- */

/* Looks at some more goroutines; false: all is known. */
bool gt_finding_shards_step(struct gt_findings *f);

/* ---- find_handovers.c ---- */

/* After step_sweep: looks at some more slices; false: all is known. */
bool gt_finding_handovers_step(struct gt_findings *f);

/* ---- find_locks.c ---- */

/* Looks for some more waits for locks; false: all is known. */
bool gt_finding_locks_step(struct gt_findings *f);

/* ---- find_queues.c ---- */

/* Looks at some more waits in queues; false: all is known. */
bool gt_finding_queues_step(struct gt_findings *f);

/* ---- findadd.c: words ---- */

/* n a second of the range, without an exponent. */
struct gt_word gt_as_rate(const struct gt_findings *fs, double n);
/* "main.compute work.go:12 (goroutines of main.worker)": where, or the function of the goroutines alone. */
struct gt_word gt_as_doer(const struct gt_findings *fs, const struct gt_finding *f);
/* column="main.f", a part of a filter; a name that neither the filter nor a shell can quote is left out of it. */
struct gt_word gt_as_test(const struct gt_findings *fs, const char *column, uint32_t name);
/* A number of the evidence, 0 if it has none of that name; "..._ns" is a duration. */
struct gt_word gt_as_evidence(const struct gt_finding *f, const char *name);
int64_t gt_finding_evidence(const struct gt_finding *f, const char *name);

#define GT_FINDING(id, ops) extern const struct gt_finding_ops gt_finding_##ops;
#include "analysis/findings/findkinds.def"
#undef GT_FINDING

#endif
