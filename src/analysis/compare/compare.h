/* Two sets of traces compared: what became better or worse, by how much, and how sure that is. */
#ifndef GT_ANALYSIS_COMPARE_H
#define GT_ANALYSIS_COMPARE_H

#include "analysis/compare/kinds.h"

enum gt_cmp_side { GT_CMP_OLD, GT_CMP_NEW, GT_CMP_SIDES };

/*
 * WORSE, BETTER: a difference that is more than chance, of a size that matters, and more than what the parts of one
 * trace differ by, or such that no part of one side reaches any of the other.  CHANGED: such a one that comes of the
 * work that was done (gt_cmp_follows_work).  SAME: there is none.  UNSURE: there is one of such a size, but too few to
 * tell it from chance, or the machine alone may have made it (gt_cmp_follows_machine).
 */
enum gt_cmp_verdict { GT_CMP_WORSE, GT_CMP_BETTER, GT_CMP_CHANGED, GT_CMP_UNSURE, GT_CMP_SAME, GT_CMP_VERDICTS };
const char *gt_cmp_verdict_name(enum gt_cmp_verdict verdict);

/* After Holm's correction over all that was tested. */
#define GT_CMP_ALPHA 0.01

/* The two sides, of one trace or several each; the caller's.  Of each [from, to) counts, from its own start. */
struct gt_sides {
	struct gt_trace *const *v[GT_CMP_SIDES];
	size_t n[GT_CMP_SIDES];
	int64_t from[GT_CMP_SIDES], to[GT_CMP_SIDES];
	bool as_args;                /* of a table: the same range on both, that of its arguments, and not these */
	struct gt_cmp_kept *kept;    /* keeps the comparison that was made last (cmpkept.h); NULL: nothing does */
};

/*
 * What a table compares: the sides of its arguments, in the range that these say if it is as_args; without sides the
 * first half of what counts of a trace against the second.  t has to live as long.
 */
struct gt_table_args;
struct gt_sides gt_sides_of(struct gt_trace *const *t, const struct gt_table_args *args);

/* What is known of a key in all traces of a side together. */
struct gt_cmp_sum {
	uint64_t n;
	double rate;          /* how many a second */
	double share;         /* how long they last together, by the time of the traces: 1 is a whole processor's */
	int64_t p50, p99, max;/* of those that are there as a whole, all GT_NO_TIME: none is; ns or bytes */
};

struct gt_difference {
	uint64_t id;
	enum gt_cmp_kind_id kind;
	char *text;           /* of the key, `ntext` bytes of a trace, hostile */
	size_t ntext;
	enum gt_cmp_verdict verdict;
	unsigned sure;        /* a bit for each aspect in which there is a difference */
	enum gt_cmp_aspect aspect;   /* what the following are of: the one that differs most */
	double a, b, shift;   /* ns or bytes (length), per second (rate), of the time (share) */
	double p;             /* corrected; negative: not tested, being too few, or of no size */
	double cost;          /* by which they are ordered: time per time that the difference makes up, weighed */
	struct gt_cmp_sum sums[GT_CMP_SIDES];
	const struct gt_collected *of;       /* a trace that has the key, of the new side if one of these does */
	const struct gt_keyed *key;
};

/* What the program got done: requests, else tasks, else goroutines, whichever first has enough on both sides. */
struct gt_cmp_work {
	const char *what;            /* "requests"; NULL: nothing has */
	bool guessed;                /* nothing says what was done: goroutines ended */
	double rate[GT_CMP_SIDES];   /* finished per second */
};

struct gt_comparison {
	struct gt_collected *v[GT_CMP_SIDES];
	size_t n[GT_CMP_SIDES];
	bool left_out[GT_CMP_KINDS]; /* the sides record it in different ways, or not at all */
	struct gt_difference *d;     /* worst first */
	size_t nd, cap;
	size_t tests;                /* how many were made */
	struct gt_cmp_work work;
	double frozen[GT_CMP_SIDES]; /* of the time: stalls (stw/stalls.h) */
	size_t count[GT_CMP_VERDICTS];
};

/* Called between two kinds of each trace, from any of the threads; false stops it (GT_ERR_CANCELLED). */
struct gt_cmp_progress {
	bool (*tell)(void *arg, uint64_t done, uint64_t total);
	void *arg;
};

/* Traces are read in threads.  progress: may be NULL.  GT_ERR_NOMEM, GT_ERR_IO; release in any case. */
int gt_compare(struct gt_comparison *c, const struct gt_sides *sides, const struct gt_cmp_progress *progress,
	       struct gt_error *err);
void gt_comparison_release(struct gt_comparison *c);

/* ---- work.c ---- */

/* Fills c->work. */
void gt_cmp_measure_work(struct gt_comparison *c);

/*
 * Whether a rate of which more is worse changed because more, or less, was done: the work changed in the same direction
 * by more than a tenth, and per unit of work the rate is no worse (of one that fell: no better) by more than a tenth.
 */
bool gt_cmp_follows_work(const struct gt_comparison *c, enum gt_cmp_kind_id kind, double a, double b);

/* Fills c->frozen. */
void gt_cmp_measure_machine(struct gt_comparison *c);
/* What it differs by is worth a word. */
bool gt_cmp_machine_differs(const struct gt_comparison *c);
/*
 * Whether the machine alone may have made a difference: it stood still more on one side, and that is the side on which
 * something lasts longer, by not much more than what that makes; waits for a processor, and what is
 * the longest of all, by whatever factor.
 */
bool gt_cmp_follows_machine(const struct gt_comparison *c, const struct gt_difference *d);

/* ---- judge.c ---- */

/* The part of the time that is compared of all traces of a side, ns. */
double gt_compared_time(const struct gt_comparison *c, enum gt_cmp_side side);

/* Fills d->sums. */
void gt_cmp_sum_up(const struct gt_comparison *c, struct gt_difference *d);
/* Whether only one side has it, by these: > 0: the new one, < 0: the old one; 0: both. */
int gt_cmp_only(const struct gt_difference *d);

/* An aspect of a key whose sums are known; *counts: it is one of the tests that p is corrected for. */
struct gt_cmp_tested {
	double p;             /* not corrected; negative: not tested */
	bool differ;          /* more than the parts of a trace, or the traces of a side, do */
	double a, b, shift;
	bool worth;           /* it would matter */
};
void gt_cmp_judge(const struct gt_comparison *c, const struct gt_difference *d, enum gt_cmp_aspect aspect,
		  struct gt_cmp_tested *out, bool *counts);

#endif
