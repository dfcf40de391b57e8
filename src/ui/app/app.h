/* The application as panes see it: the shared state and the services. */
#ifndef GT_UI_APP_H
#define GT_UI_APP_H

#include <sys/stat.h>

#include "ui/app/limits.h"
#include "ui/app/option.h"
#include "ui/app/pane.h"
#include "ui/kit/menu.h"
#include "ui/kit/term.h"

/* How far the work beside the UI is. */
struct gt_progress {
	const char *what;      /* "indexing"; NULL: the rest is waited for, and there is no bar */
	bool held;             /* the picture stays as it is: nothing is drawn for it */
	double share;          /* 0..1, or below 0: not known */
	double seconds_left;   /* or below 0: not known */
};

/* What the screen needs to know from the program about the trace.  ctx is that of gt_app_new.  NULL: not known. */
struct gt_app_ops {
	/* Parts of the title line, the most important first, separated by '\n'. */
	void (*title)(void *ctx, struct gt_buf *out);
	/* The worker: true while it runs. */
	bool (*progress)(void *ctx, struct gt_progress *out);
	/* The worker wrote to the wake descriptor: take over its results.  True if data changed. */
	bool (*woken)(void *ctx);
	/* The action "hold", and "follow" of a trace that does not grow: true to quit, and be opened again. */
	void (*hold)(void *ctx);
	bool (*follow)(void *ctx);
	/* Writes the trace itself, as much of it as is there. */
	int (*keep)(void *ctx, const char *file, struct gt_error *err);
	/* Scripts: waits until that many events are there, or all. */
	void (*wait_events)(void *ctx, uint64_t n);
	/* Scripts: waits until the worker is done. */
	int (*wait)(void *ctx, struct gt_error *err);
	/*
	 * Around every wait for input (and nothing else): the worker may change
	 * what panes read only then.
	 */
	void (*sleeping)(void *ctx, bool yes);
	/* Esc: stops the worker.  True if there was something to stop. */
	bool (*cancel)(void *ctx);
	/* 0, or a code and the reason why the rows may be wrong: then nothing is exported. */
	int (*unreliable)(void *ctx, struct gt_error *err);
	/* Opens the export of a part of the trace as a trace; NULL: there is none. */
	int (*export_trace)(void *ctx, int64_t from_ns, int64_t to_ns, struct gt_exporting **out,
			    struct gt_error *err);
	/* True of a file that is being read, and so must not be overwritten. */
	bool (*reads)(void *ctx, const struct stat *st);
	/* Whether a view (enum gt_view_id) has something to show of this trace. */
	bool (*has)(void *ctx, int view);
	/* The length of the trace in ns, for `goto 50%`. */
	int64_t (*duration)(void *ctx);
	/* A wall-clock time (index/query/walltime.h) as a time of the trace; the error begins with `what`. */
	int (*wall)(void *ctx, const char *what, const char *text, int64_t *ns, struct gt_error *err);
	/* Fills a selection from 'g', 'p', 'm' or 'e' (event) and a number typed by the user. */
	int (*resolve)(void *ctx, char kind, uint64_t id, struct gt_sel *sel, struct gt_error *err);
	/* The goroutine in a row of the index: its id, its start function (0: unknown) and name; false: no such row. */
	bool (*goroutine)(void *ctx, uint32_t row, uint64_t *id, uint32_t *func, const char **name, size_t *n);
	/* A few words for the status line about the selection ("G42 P3 1.234s"). */
	void (*describe)(void *ctx, const struct gt_sel *sel, struct gt_buf *out);
};

void *gt_app_ctx(struct gt_app *app);
const struct gt_sel *gt_app_sel(const struct gt_app *app);
const struct gt_ui_options *gt_app_options(const struct gt_app *app);
const struct gt_limits *gt_app_limits(const struct gt_app *app);
int gt_app_view(const struct gt_app *app);                      /* enum gt_view_id shown */
struct gt_pane *gt_app_pane(const struct gt_app *app, int view);     /* or NULL */

/* Sets the selection, after a move of the user: no jump.  The calling pane gets no select_changed for it. */
void gt_app_select(struct gt_app *app, const struct gt_sel *sel);

/*
 * A jump: where we are goes into the back list, then the view is shown with
 * this selection.  view GT_NO_VIEW: the one shown.  False (and a message) if
 * that view has no pane.
 */
bool gt_app_jump(struct gt_app *app, int view, const struct gt_sel *sel);

/*
 * Whether the selection is that of such a jump to this view, and not what was selected elsewhere: then it has to be
 * shown, hidden or not.  True once; view GT_NO_VIEW: not any more.
 */
bool gt_app_take_asked(struct gt_app *app, int view);

/* Ends the loop, as the key for that does. */
void gt_app_quit(struct gt_app *app);

/* A jump to what a view has about a selection (gt_pane_ops.open): a goroutine's page, a wake-up chain. */
void gt_app_open(struct gt_app *app, int view, const struct gt_sel *sel);

/* As gt_app_jump, but records the place only: for moves inside a pane (opening a page) before they are made. */
void gt_app_record(struct gt_app *app);

/* The view that a session goes on with if this one is shown at its end: gt_pane_ops.origin, else itself. */
int gt_app_origin(struct gt_app *app);

/* Through the list of places: so many jumps back, or forward; a message if there is none. */
void gt_app_travel(struct gt_app *app, uint64_t times, bool back);

/* Back to the last place in another view. */
void gt_app_leave(struct gt_app *app);

/* Adds a filter to the view that is shown; GT_ERR_USAGE: the view cannot read it, or has no filters. */
int gt_app_add_filter(struct gt_app *app, const char *text, struct gt_error *err);

/* Markers A (0) and B (1); the measured range if both are set, from < to. */
bool gt_app_marker(const struct gt_app *app, int which, int64_t *time_ns);
bool gt_app_range(const struct gt_app *app, int64_t *from_ns, int64_t *to_ns);
void gt_app_set_marker(struct gt_app *app, int which, int64_t time_ns);
void gt_app_clear_marker(struct gt_app *app, int which);

/*
 * What all views but the timeline restrict themselves to: that range, unless the user lifted the restriction (the
 * action "restrict").  Panes compare it with the one that they show whenever they refresh: every change of it
 * counts as one of the data.
 */
bool gt_app_restricted(const struct gt_app *app, int64_t *from_ns, int64_t *to_ns);

/* Shows a message in the status line until the next key.  Text from a trace is escaped when it is drawn. */
void gt_app_message(struct gt_app *app, const char *fmt, ...) GT_PRINTF(2, 3);
void gt_app_error(struct gt_app *app, const char *fmt, ...) GT_PRINTF(2, 3);

/* What must happen before the next frame. */
enum gt_dirty {
	GT_DIRTY_REPAINT = 1,   /* the same data: draw */
	GT_DIRTY_RECALC = 2,    /* rows changed: refresh() and draw */
	GT_DIRTY_REFLOW = 4,    /* sizes changed: layout, and draw */
	GT_DIRTY_ALL = 7,
};
void gt_app_dirty(struct gt_app *app, unsigned bits);
void gt_app_data_changed(struct gt_app *app);                   /* every pane refreshes before it is drawn */

/* The pattern searched for last, to mark matches, or NULL. */
const struct gt_matcher *gt_app_matcher(const struct gt_app *app);

/* Asks for a line.  done gets the text, or NULL when cancelled; changed (optional) every change. */
typedef void (*gt_answer_fn)(struct gt_app *app, void *arg, const char *text);
struct gt_ask {
	const char *label, *initial;
	gt_answer_fn done, changed;
	void *arg;
	enum gt_ask_kind {
		GT_ASK_SEARCH,
		GT_ASK_FILTER,
		GT_ASK_COMMAND,
		GT_ASK_FILE,       /* completes file names */
		GT_ASK_OTHER,
		GT_ASK_PALETTE,    /* moves up and down are for the menu above it */
		GT_ASK_KINDS,
	} kind;                    /* each has its own history */
	bool one_key;              /* y or n: the first character is the answer */
	/* Optional: false when the question has become pointless.  It is dropped without an answer, … */
	bool (*applies)(struct gt_app *app);
	const char *gone;          /* … and this message shown, unless there is another */
};
void gt_app_ask(struct gt_app *app, const struct gt_ask *ask);

/*
 * A menu over the pane.  Items are copied.  chosen gets the index of the item;
 * in a menu with checks, Space or Enter toggles one and chosen is called for
 * each, in the others Enter closes it.  Not called when cancelled.
 */
struct gt_menu_spec {
	const char *title;
	const struct gt_menu_item *items;
	size_t n, current;
	bool checks;
	void (*chosen)(struct gt_app *app, void *arg, size_t item, bool checked);
	void *arg;
};
void gt_app_menu(struct gt_app *app, const struct gt_menu_spec *spec);
void gt_app_menu_check(struct gt_app *app, size_t item, bool checked);   /* of the menu that is open */

/*
 * Long work in slices, between keys.  step works until gt_job_expired(job), and
 * returns true when it is done.  Esc cancels; starting another one cancels the
 * first.  done is always called, once; it frees arg.
 */
struct gt_job;
struct gt_job_ops {
	const char *what;                                             /* "sorting", for the progress bar */
	bool (*step)(struct gt_app *app, void *arg, struct gt_job *job);
	void (*done)(struct gt_app *app, void *arg, bool cancelled);
};
void gt_app_start_job(struct gt_app *app, const struct gt_job_ops *ops, void *arg);
bool gt_app_works(const struct gt_app *app);             /* a job runs */
bool gt_app_displaces(const struct gt_app *app);         /* in done of a cancelled job: another begins in its place */
void gt_app_owe_job(struct gt_app *app);                 /* refresh the panes when the current job ends */
bool gt_job_expired(struct gt_job *job);                 /* cheap: looks at the clock now and then */
bool gt_job_due(const struct gt_job *job);               /* looks at it every time: between larger pieces */
void gt_job_progress(struct gt_job *job, double share);

/* Options of a pane or of the program, for `set` and the config file.  The set is copied, table and base borrowed. */
void gt_app_add_options(struct gt_app *app, const struct gt_option_set *set);

/* Where a source file that the trace names is on this machine, as the option path-map says.  It may not be there. */
void gt_app_source_path(const struct gt_app *app, const char *file, struct gt_buf *out);

/* Shows a view: no jump. */
void gt_app_show(struct gt_app *app, int view);

#endif
