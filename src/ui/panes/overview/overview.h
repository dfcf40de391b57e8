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
#include "ui/kit/layout.h"

/* Charts over the whole trace or the range A-B, a column each, as they were computed last. */
enum gt_chart {
	GT_CHART_BUSY,        /* Ps that a goroutine holds */
	GT_CHART_RUNNABLE,    /* goroutines that wait for one */
	GT_CHART_HEAP,        /* bytes in use, and the goal as a line */
	GT_CHARTS
};

struct gt_overview_charts {
	double *v[GT_CHARTS]; /* cols values each */
	double max[GT_CHARTS], scale[GT_CHARTS];   /* the largest value; what a full bar is */
	double mean[GT_CHARTS];
	double peak[GT_CHARTS];                    /* the most at any moment; of the heap: without the goal */
	double *goal, goal_max;                    /* bytes that start the next GC */
	int cols;
	size_t cap;
	struct gt_heap_goals goals;
	bool more_goals;      /* not all have been looked for */
	uint64_t events;      /* what they were made of */
	int64_t from, to;     /* the columns' time */
	int64_t next_ns;      /* while these grow: not again before this time */
	bool done;            /* of all events */
};

enum gt_overview_box_id {
	GT_BOX_CPU, GT_BOX_WAITS, GT_BOX_READY, GT_BOX_REQUESTS, GT_BOX_PAUSES, GT_OVERVIEW_BOXES
};
#define GT_BOX_ROWS 12
#define GT_BOX_CELLS 3        /* a name and two numbers */

struct gt_overview_boxes {
	struct gt_overview_box {
		struct gt_overview_row {
			char *text[GT_BOX_CELLS];
			int64_t ns;           /* what the rows are sorted by */
			uint64_t row;         /* in the table of the report, here and in the view */
		} rows[GT_BOX_ROWS];
		size_t n;
		int64_t system_ns;            /* the sum of rows of the runtime, which are left out; of CPU only */
		bool known;                   /* of the present range; until then the rows are those from before */
	} v[GT_OVERVIEW_BOXES];
	struct gt_request_sums requests;      /* of all requests, once their box is known */
	struct gt_rect at[GT_OVERVIEW_BOXES]; /* in the pane, as drawn last; rows 0: it has no room */
	int left[GT_OVERVIEW_BOXES];  /* where its columns of boxes begin */
	uint64_t events;              /* what they are made of: of the index, ... */
	int64_t from, to;             /* and of the range */
	unsigned next;                /* which is read next */
	bool at_work;                 /* a thread reads it */
	bool stopped;                 /* it was cancelled here: no further until the view is shown again */
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
	struct gt_overview_boxes boxes;
};

/* What the capture is, what happened in it, its requests, what is missing: a line each (overview_facts.c). */
enum { GT_FACT_CAPTURE, GT_FACT_CONTENTS, GT_FACT_REQUESTS, GT_FACT_MISSING, GT_OVERVIEW_FACTS };
void gt_overview_fact(struct gt_overview *o, int line, struct gt_buf *out);

/* Whether there are requests, which have a line. */
GT_INLINE bool gt_overview_has_requests(const struct gt_overview *o)
{
	return o->boxes.v[GT_BOX_REQUESTS].known && (o->boxes.requests.n || o->boxes.requests.left_out);
}

/* The charts that have room in c (overview_charts.c), which is as large as the first says; [from, to) is marked. */
int gt_overview_chart_rows(int rows);
void gt_overview_charts_draw(struct gt_overview *o, const struct gt_canvas *c, int64_t from, int64_t to);
void gt_overview_charts_release(struct gt_overview_charts *ch);

/*
 * Boxes with the first rows of some reports (overview_boxes.c): reading goes on when the findings are known, a large
 * trace's beside the keys.  refresh: the range or the data may be others.
 */
void gt_overview_boxes_go_on(struct gt_overview *o);
void gt_overview_boxes_refresh(struct gt_overview *o);
/* Where they stand in so many rows; returns how many of these they take. */
int gt_overview_boxes_place(struct gt_overview *o, int cols, int rows);
/* top: where c is in the pane, for clicks. */
void gt_overview_boxes_draw(struct gt_overview *o, const struct gt_canvas *c, int top);
/* Shows the view of the box there; false: there is none. */
bool gt_overview_boxes_click(struct gt_overview *o, int y, int x);
void gt_overview_boxes_release(struct gt_overview_boxes *b);

/* All of it, as c has room; f is the finding under the cursor, or NULL (overview_draw.c). */
void gt_overview_draw_parts(struct gt_overview *o, const struct gt_canvas *c, const struct gt_finding *f);

/* The sentence of a finding, its numbers, what prints them again, and what it is about (overview_detail.c). */
void gt_overview_detail(struct gt_overview *o, const struct gt_finding *f, struct gt_detail *d);

#endif
