/* The program behind the screen: the trace that is shown, and what all panes share about it. */
#ifndef GT_UI_PROGRAM_H
#define GT_UI_PROGRAM_H

#include "analysis/findings/findings.h"
#include "index/query/events.h"
#include "index/trace.h"
#include "ui/app/app.h"

/* Of what a profile is shown, and what `id` is then: all of this stays what it is while the trace is open. */
enum gt_profile_of {
	GT_PROFILE_OF_ALL,
	GT_PROFILE_OF_GOROUTINE,     /* its row */
	GT_PROFILE_OF_FUNC,          /* goroutines with this start function: its string row */
	GT_PROFILE_OF_TASKS,         /* tasks with a name: its string row */
	GT_PROFILE_OF_TASK,          /* one task: its number */
	GT_PROFILE_OF_REGIONS,       /* regions with a name: its string row */
	GT_PROFILE_OF_SITE,          /* regions with the name and the place of this one: its row */
	GT_PROFILE_OF_REASON,        /* one group of waits: gt_waitgroup_key */
	GT_PROFILE_OF_STACK,
	GT_PROFILE_OF_WAKER,
	GT_PROFILE_OF_CAUSE,
	GT_PROFILE_OF_COUNT
};

struct gt_profile_part {
	enum gt_profile_of what;
	uint64_t id;
};

/* What lists of a trace without events say. */
#define GT_NO_EVENTS "this trace has no events: a program that ends without trace.Stop leaves such a file"

/*
 * The ctx of gt_app_new: what gt_app_ctx returns.
 *
 * Locking: while the index is built the UI thread holds the trace's lock
 * whenever it does anything but wait for input (gt_app_ops.sleeping), so panes
 * read the trace without locking, see the same rows for a whole frame, and
 * never call gt_trace_lock themselves.
 */
struct gt_others;
struct gt_roster;

struct gt_program {
	struct gt_trace *trace;
	struct gt_events *events;    /* the UI thread's cursor into the total order */
	struct gt_app *app;
	struct gt_others *others;    /* what it is compared with (ui/app/others.h), NULL: nothing; */
	size_t nolds;                /* the first of these are the old side, the others count with the trace itself */
	struct gt_roster *roster;    /* the list of traces that is shown (ui/app/roster.h); NULL: it is `trace` */
	const char *session;         /* the file that the session is kept in, NULL: none is */
	uint64_t session_sum;        /* checksum of what was taken over from there; 0: nothing was */
	const char *const *commands; /* of -c, those that were not run yet; NULL-ended */
	struct gt_error command;     /* what the first of these that failed said; code 0: none did */

	/* Options, `set NAME` (program.c). */
	int64_t greedy_ns;           /* slices of this length and more are marked: 10ms */
	int64_t wait_ns;             /* a goroutine that was runnable for so long waited too long: 10ms */
	int clock;                   /* enum gt_axis_mode: what times on the timeline's axis count from */
	int64_t stw_ns;              /* those that delayed a stop-the-world pause by so much are, too: 1ms */
	struct gt_finding_limits findings;  /* finding-wait … */
	bool busiest_lanes;          /* rows of the timeline that are left have lanes of the busiest goroutines */
	bool hide_runtime;           /* rows of the runtime's own goroutines are left out: action "runtime" */

	/* What the view of profiles shows when it is opened for another view (ui/detail/profileof.h). */
	struct {
		struct gt_profile_part part;
		int kind;            /* enum gt_profile_kind */
	} profile_of;

	/* The window of the critical path that the view of paths showed last: the timeline has a lane of it. */
	struct {
		bool has;
		uint32_t g;          /* goroutine row */
		int64_t from, to;
	} critical;

	struct gt_sel worst;         /* what the first finding is about: the timeline begins there.  None: not known */

	struct gt_blame_index blames;     /* who delayed stop-the-world pauses: gt_program_blame_index */

	int wake[2];                 /* pipe: written by the worker, polled by the loop; -1: none */
	bool locked;                 /* the UI thread holds the trace's lock */
	bool held;                   /* the picture stays while the trace grows: action "hold" */
	bool may_follow;             /* the screen can begin again: there is a terminal … */
	bool follow;                 /* … and ends for that, with the trace followed: action "follow" */
	int64_t newer_ns;            /* gt_clock_now() when events were shown that had not been there before, … */
	uint64_t newest;             /* … how many there were then, … */
	int64_t newest_to;           /* … and up to when, ns */
	bool working;                /* the worker had not finished when we looked last */
	int64_t begun_ns;            /* gt_clock_now() when the trace was opened */
	char doing[48];              /* "indexing, 412 MB/s" */
};

GT_INLINE struct gt_program *gt_program_of(struct gt_pane *pane)
{
	return gt_app_ctx(pane->app);
}

/* Its options, for the manual. */
extern const struct gt_option gt_program_option_table[];
size_t gt_program_option_count(void);

/* The action "runtime": hides the rows of the runtime's goroutines in all panes, or shows them again. */
void gt_program_toggle_runtime(struct gt_program *prog);

/* Shows them, since somebody asked for one of them. */
void gt_program_show_runtime(struct gt_program *prog);

/*
 * "damaged" or "incomplete", and the sentence that says what is wrong; NULL
 * while the index is built and for a whole trace.
 */
const char *gt_program_fault(const struct gt_program *prog);

/* The colour of a goroutine; workers of the GC, and others of the runtime, share one. */
gt_style gt_goroutine_style(const struct gt_trace *t, const struct gt_goroutine *g);

/* The stop-the-world pauses that the index has, and who delayed them. */
const struct gt_blame_index *gt_program_blame_index(struct gt_program *prog);

#endif
