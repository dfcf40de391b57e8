/* The Overview from inside: for its own files only. */
#ifndef GT_UI_OVERVIEW_H
#define GT_UI_OVERVIEW_H

#include "analysis/findings/findings.h"
#include "analysis/gc/heapgoals.h"
#include "analysis/requests/requestsums.h"
#include "base/hash.h"
#include "ui/detail/detail.h"
#include "ui/app/pane.h"
#include "ui/app/program.h"

/* Charts over the whole trace or the range A-B, a column each, as they were computed last. */
enum gt_chart {
	GT_CHART_BUSY,        /* Ps that a goroutine holds */
	GT_CHART_RUNNABLE,    /* goroutines that wait for one */
	GT_CHART_WAITING,     /* ... for something else */
	GT_CHART_SYSCALL,     /* ... that are in system calls */
	GT_CHART_HEAP,        /* bytes in use */
	GT_CHART_GOAL,        /* ... that start the next GC */
	GT_CHARTS
};

struct gt_overview_charts {
	double *v[GT_CHARTS]; /* cols values each */
	double max[GT_CHARTS], scale[GT_CHARTS];   /* the largest value; what a full bar is */
	double peak[GT_CHARTS];                    /* of goroutines: the most at any moment */
	int cols;
	size_t cap;
	struct gt_heap_goals goals;
	bool more_goals;      /* not all have been looked for */
	uint64_t events;      /* what they were made of */
	int64_t from, to;     /* the columns' time */
	int64_t next_ns;      /* while these grow: not again before this time */
	bool done;            /* of all events */
};

/* Of the trace, or of the range A-B. */
/* The requests of the trace, and their sums in a range ({ 0 }: nothing is known). */
struct gt_overview_requests {
	struct gt_request_search *search;
	struct gt_request_adding *adding;
	struct gt_requests found;
	struct gt_request_sums sums;
	bool searched, summed;
};

struct gt_overview {
	struct gt_pane *pane;
	struct gt_program *prog;
	struct gt_findings f;
	struct gt_listview list;
	uint32_t *rows;       /* of the list: places in f.v; what a finding brings about is there if that is unfolded */
	size_t nrows, cap_rows;
	struct gt_map unfolded;       /* causes, by what unfold_key makes of them */
	struct gt_finding stay;       /* the cursor's while they are looked for again; kind GT_FINDING_KINDS: none */
	bool complete;        /* all that the index has was looked at */
	bool at_work;         /* the job runs */
	bool stopped;         /* it was cancelled here: look no further until the view is shown again */
	int64_t next_ns;      /* while the index grows: not before this time */
	bool limited;         /* to [from, to); else 0 and INT64_MAX */
	int64_t from, to;
	bool other_range;     /* than that of the findings */
	struct gt_buf nothing;/* the sentence of an empty list */
	struct gt_overview_charts charts;
	struct gt_overview_requests requests;
};

/* What the capture is, what happened in it, its requests, what is missing: a line each (overview_facts.c). */
enum { GT_FACT_CAPTURE, GT_FACT_CONTENTS, GT_FACT_REQUESTS, GT_FACT_MISSING, GT_OVERVIEW_FACTS };
void gt_overview_fact(struct gt_overview *o, int line, struct gt_buf *out);

/* A part of the work; false: all is known of [from, to).  share may be NULL. */
bool gt_overview_requests_step(struct gt_overview_requests *r, const struct gt_trace *t, int64_t from, int64_t to,
			       double *share);
void gt_overview_requests_release(struct gt_overview_requests *r);
/* Whether they are worth a line. */
GT_INLINE bool gt_overview_has_requests(const struct gt_overview *o)
{
	return o->requests.summed && !o->other_range && (o->requests.sums.n || o->requests.sums.left_out);
}

/* The charts that have room in c (overview_charts.c); [from, to) is marked. */
int gt_overview_chart_rows(int rows);
void gt_overview_charts_draw(struct gt_overview *o, const struct gt_canvas *c, int64_t from, int64_t to);
void gt_overview_charts_release(struct gt_overview_charts *ch);

#endif
