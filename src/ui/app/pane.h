/* A pane: what a view shows and does. */
#ifndef GT_UI_PANE_H
#define GT_UI_PANE_H

#include "base/buf.h"
#include "base/err.h"
#include "ui/app/select.h"
#include "ui/kit/action.h"
#include "ui/kit/canvas.h"
#include "ui/kit/keymap.h"
#include "ui/kit/listview.h"

/* The views, in the order of their keys.  A view without a pane is not in the tab row and its key says so. */
enum gt_view_id {
	GT_VIEW_OVERVIEW,
	GT_VIEW_TIMELINE,
	GT_VIEW_GREEDY,
	GT_VIEW_GOROUTINES,
	GT_VIEW_EVENTS,
	GT_VIEW_WAITS,
	GT_VIEW_GC,
	GT_VIEW_REQUESTS,
	GT_VIEW_COMPARE,    /* only if there is something to compare with */
	GT_VIEW_SIDES,      /* in the place of that one: both timelines of a row */
	GT_VIEW_PATH,       /* without a number: opened from the others, and in the tab row only while it is shown */
	GT_VIEW_PROFILES,   /* the same */
	GT_VIEW_VALUES,     /* the same */
	GT_VIEW_TRACES,     /* the only one, where several traces are listed (ui/app/roster.h) */
	GT_VIEW_HELP,       /* laid over the others; the framework's */
	GT_VIEW_COUNT,
};
#define GT_NO_VIEW (-1)

struct gt_app;
struct gt_pane;
struct gt_pane_table;
struct gt_modes;
struct gt_listed;
struct gt_detail;

/*
 * A place to come back to: back/forward and bookmarks.  The framework keeps
 * view, selection and, for lists, cursor and top; what else a pane needs (the
 * timeline's window, the page that was open) it puts into own[].
 */
struct gt_place {
	int view;
	struct gt_sel sel;
	uint64_t cursor, top;
	uint64_t own[6];
	bool bare;          /* of another run: view and selection only */
};

/* Filters of a pane, oldest first.  The framework owns the texts; the pane says what they mean. */
struct gt_pane_filter {
	char *text;
	bool on;
	bool bad;           /* the pane could not read it: ignored */
};
struct gt_pane_filters {
	struct gt_pane_filter *v;
	size_t n, cap;
};

/*
 * What a pane has of rows, or of what else can be searched and exported: a const table, which panes that are alike in
 * this share.  NULL means: nothing special.
 */
struct gt_content_ops {
	/* A pane of rows: its list, owned by the pane.  The framework moves, searches, sorts, tags and draws it. */
	struct gt_listview *(*list)(struct gt_pane *pane);

	/* Of panes without `table` whose rows are those of a report: as gt_pane_table_listed.  NULL: they are not. */
	int (*listed)(struct gt_pane *pane, struct gt_listed *out, struct gt_error *err);

	/* True: a job makes the new rows; the pane itself moves cursor and selection when they are ready. */
	bool (*rows_pending)(struct gt_pane *pane);

	/* The list's cursor moved (keys, mouse, search): call gt_app_select with what the row is. */
	void (*moved)(struct gt_pane *pane);

	/* The list's sort column or direction, or the columns shown, changed. */
	void (*sort_changed)(struct gt_pane *pane);

	/*
	 * The filters changed: read those that are on, set `bad` and *err for
	 * one that makes no sense, and count rows again.  NULL: the view has no
	 * filters.
	 */
	int (*filter_changed)(struct gt_pane *pane, struct gt_pane_filters *filters, struct gt_error *err);

	/* Panes without list(): goes to the next (dir 1) or previous (-1) match; false: none. */
	bool (*find)(struct gt_pane *pane, const struct gt_matcher *m, int dir);

	/*
	 * The selection (tagged rows, or the row under the cursor) in one of formats, in
	 * pieces, beside the keys (ui/kit/exporting.h); all: every row that is listed.  NULL: from the list.
	 */
	int (*export_open)(struct gt_pane *pane, const char *format, bool all, struct gt_exporting **out,
			   struct gt_error *err);

	const char *exports;       /* what that is, of panes without a list */

	/* Appends the line to copy; NULL: export in the first format. */
	void (*copy)(struct gt_pane *pane, struct gt_buf *out);

	/*
	 * `goto N` and a count before g and G: N as the rows are numbered on the
	 * screen.  False: there is none.  NULL: the N-th row.
	 */
	bool (*go)(struct gt_pane *pane, uint64_t number);

	/* What export knows, NULL-ended, the default first; NULL: text, csv of the list. */
	const char *const *formats;

	/* The same where it depends on what is shown. */
	const char *const *(*formats_now)(const struct gt_pane *pane);
};

/*
 * A pane is a const table of these.  Only name, title, klass and draw (or a list)
 * are required; NULL means: nothing special.  Calls come from the UI thread
 * only.  No call may block or cost more as the trace grows: long work is a job
 * (gt_app_start_job) or a worker thread that wakes the loop.
 */
struct gt_pane_ops {
	const char *name;          /* as in gt_where_find: "greedy" */
	const char *title;         /* for the tab: "Greedy" */
	const char *about;         /* what this view shows: the head of its help */
	enum gt_where klass;       /* GT_WHERE_LIST or GT_WHERE_TIMELINE: whose keys apply */

	/* Actions with GT_ACTF_SOME that the pane carries out, ended by GT_ACT_NONE; NULL: none.  For the help. */
	const enum gt_action *acts;

	/* Actions worth a place in the hint bar beside the usual ones; ended by GT_ACT_NONE. */
	const enum gt_action *hints;

	size_t size;               /* of the pane's own struct, pane->priv, which is all 0 at first */
	const struct gt_modes_spec *modes;      /* what it lists, pane->priv owning the tables; NULL: no modes */
	/* Optional: what the own struct holds at first, and what it owns; not the struct. */
	void (*init)(struct gt_pane *pane);
	void (*free)(struct gt_pane *pane);

	const struct gt_content_ops *content;   /* NULL: it has nothing of that */

	/* Of panes that show a table (GT_TABLE_PANE_OPS): the one shown.  Else NULL. */
	struct gt_pane_table *(*table)(struct gt_pane *pane);

	/* gt_app_open: jumps to what this view has about a selection, or shows a message why there is nothing. */
	void (*open)(struct gt_pane *pane, const struct gt_sel *sel);

	/* Fills the canvas.  NULL: gt_list_draw of the list. */
	void (*draw)(struct gt_pane *pane, const struct gt_canvas *c);

	/*
	 * Draws the detail pane from its first line on, as long as it is: the
	 * canvas is scrolled by the framework and clips.  c->rows is the number
	 * of visible rows.  Returns the number of lines.
	 */
	int (*draw_detail)(struct gt_pane *pane, const struct gt_canvas *c);
	int detail_from;           /* screens with fewer rows have no detail pane */
	int detail_percent;        /* of the share of the screen that details have elsewhere; 0: all of that */
	/* Of panes with GT_DETAIL_OPS: the same as lines, for what is under the cursor. */
	void (*fill_detail)(struct gt_pane *pane, struct gt_detail *d);

	/*
	 * Carries out an action; false: not handled, the framework does what it
	 * always does (moves of the list, views, back...).  Called before that, so a
	 * pane can take any action.
	 */
	bool (*handle)(struct gt_pane *pane, const struct gt_act *call);

	/* The same while the detail pane has the keys; line: under its cursor.  Moves of that cursor come after. */
	bool (*detail_handle)(struct gt_pane *pane, const struct gt_act *call, int line);

	/* The shared selection has changed since this pane was last shown: go there.  Must not call gt_app_select. */
	void (*select_changed)(struct gt_pane *pane, const struct gt_sel *sel);

	/* The data changed (gt_app_data_changed): count rows again.  Only the pane shown, before it is drawn. */
	void (*refresh)(struct gt_pane *pane);

	/* Appends what the status line says, a few words; the framework adds position and filter counts of a list. */
	void (*status)(struct gt_pane *pane, struct gt_buf *out);
	bool tells_range;  /* its status has the length of A-B, if that is set */

	/* Called first for every command; w[0] is its name.  0, a negative code with err, or 1: another command. */
	int (*command)(struct gt_pane *pane, const char *const *w, size_t n, struct gt_error *err);

	/* Appends the words, separated by blanks, that can follow w[0] .. w[n - 1] of a command of its own. */
	void (*complete)(struct gt_pane *pane, const char *const *w, size_t n, struct gt_buf *out);

	/* NULL-ended names of those commands, for completion and help. */
	const char *const *commands;

	/* Those of them that work in all views; there they must not change the selection. */
	const char *const *everywhere;

	/* The source line for `E`: false if there is none.  line: the one under the detail pane's cursor, or -1. */
	bool (*source)(struct gt_pane *pane, int line, struct gt_buf *file, uint64_t *lineno);

	/* Appends the commands of its own, a line each, that bring the pane to what it shows now; for the next run. */
	void (*resume)(struct gt_pane *pane, struct gt_buf *out);

	/* place->own[]: what only the pane knows. */
	void (*save)(struct gt_pane *pane, struct gt_place *place);
	void (*restore)(struct gt_pane *pane, const struct gt_place *place);

	/*
	 * Of panes whose content was asked for in another view: that view, for a place that `save` has filled, or
	 * GT_NO_VIEW.  A session cannot ask again, so it keeps that view instead.  NULL: the pane opens by itself.
	 */
	int (*origin)(struct gt_pane *pane, const struct gt_place *place);
};

/* For acts and hints, for commands and everywhere: what follows, with its end. */
#define GT_ACTIONS(...) ((const enum gt_action[]){ __VA_ARGS__, GT_ACT_NONE })
#define GT_COMMANDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Made by gt_app_add_pane and owned by the app. */
struct gt_pane {
	const struct gt_pane_ops *ops;
	struct gt_app *app;
	void *priv;                    /* the pane's own */
	struct gt_detail *detail;      /* with ops.fill_detail */
	struct gt_modes *modes;        /* with ops.modes */

	/* The framework's; panes may read them. */
	int view;
	uint64_t seen_sel, seen_data;  /* which selection and data the pane knows */
	struct gt_pane_filters filters;
	char *pending;                 /* lines of a session, to be carried out when the pane is shown; NULL: none */
	int detail_top, detail_cursor, detail_lines;
	int detail_cols;               /* set by draw_detail: what its lines need; 0: not known */
	struct {
		int rows, cols;            /* the most that the detail pane needed yet ... */
		int screen_rows, screen_cols; /* ... on a screen of this size */
	} detail_most;
};

const struct gt_content_ops *gt_pane_content(const struct gt_pane *pane);   /* never NULL, also of no pane */
struct gt_listview *gt_pane_list(struct gt_pane *pane);                     /* or NULL, also of no pane */
const char *const *gt_pane_formats(const struct gt_pane *pane);             /* NULL-ended, maybe empty */
bool gt_pane_offers(const struct gt_pane *pane, enum gt_action action);     /* it, or every view, does something then */
struct gt_context gt_pane_context(const struct gt_pane *pane);              /* whose keys apply there */
bool gt_pane_everywhere(const struct gt_pane *pane, const char *name);      /* in ops->everywhere; pane: or NULL */

#endif
