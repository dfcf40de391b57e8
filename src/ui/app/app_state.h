/* The application from inside: for app/ and shell/ only. */
#ifndef GT_UI_APP_STATE_H
#define GT_UI_APP_STATE_H

#include "ui/app/app.h"
#include "ui/app/job.h"
#include "ui/app/jumps.h"
#include "ui/kit/keymap.h"
#include "ui/kit/layout.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"

#define GT_OPTION_SETS 8
#define GT_BOOKMARKS 128      /* by ASCII letter */

/* A colour that the user changed, to be kept when the theme changes. */
struct gt_color_line {
	char *role;
	char **words;
	size_t n;
};

/* What was searched for last, and how often it is there. */
struct gt_find {
	struct gt_matcher *matcher;
	struct gt_pane *pane;         /* hits are counted in this one... */
	uint64_t rows;                /* ...while it had this many rows */
	uint64_t hits, nth, nth_row;  /* nth: 1-based number of the hit in row nth_row, 0: not known */
	bool counted, counting;
	uint64_t origin;              /* row where the line began to be typed... */
	struct gt_place place;        /* ...and the whole place, for the back list */
	struct gt_matcher *before;    /* the matcher at that time */
};

/* What the services need from the room above, given by gt_app_new. */
struct gt_dispatch_ops {
	int (*command)(struct gt_app *app, const char *line, struct gt_error *err);   /* carries out a line after `:` */
	void (*draw)(struct gt_app *app, struct gt_grid *g, int *cy, int *cx);        /* a whole frame */
	void (*resume)(struct gt_app *app);                      /* the pending lines of the pane shown */
	/* An application without a screen, for a pane (app/inner.h); a pane of it; its end. */
	struct gt_app *(*make)(const struct gt_app_ops *ops, void *ctx);
	void (*add_pane)(struct gt_app *app, int view, const struct gt_pane_ops *ops);
	void (*end)(struct gt_app *app);
	gt_complete_fn complete[GT_ASK_KINDS];                                        /* called with the app */
};

/* Where the user is, and where they were. */
struct gt_whereabouts {
	struct gt_sel sel;
	uint64_t sel_seq;             /* counts selections: panes compare it with the one they know */
	bool has_marker[2];
	int64_t marker[2];
	uint64_t asked_seq;           /* sel_seq of the last jump to a selection, until it was shown; and the view */
	int asked_view;
	bool lifted;                  /* views show all though there is a range, until a marker is removed */
	struct gt_jumps jumps;
	struct gt_place bookmarks[GT_BOOKMARKS];
	bool has_bookmark[GT_BOOKMARKS];
	unsigned tour;                /* step of the tour, from 1; 0: it is not on */
	bool view_pending;            /* digits showed another view; not in the back list yet */
	struct gt_place view_before;
};

/* Keys and the mouse. */
struct gt_app_input {
	struct gt_keymap keymap;
	struct gt_keys keys;
	int64_t keys_deadline_ns;     /* gt_keys_idle then */
	bool held;                    /* the last click was in the main pane: dragging is the pane's business */
	bool used;                    /* a key was typed */
	bool scripted;                /* the command that runs comes from a script or -c: nobody can be asked */
	bool pressed[GT_ACT_COUNT];   /* actions that a key asked for, for scripts to tell */
	bool interrupted;             /* the action before this one was an interrupt that stopped nothing */
};

/* A line that is typed, a menu. */
struct gt_dialog {
	bool asking;
	struct gt_ask ask;            /* label and initial are not kept */
	struct gt_prompt prompt;
	bool faulty;                  /* the line was refused: the message says why... */
	size_t fault_at;              /* ...of this byte of it; SIZE_MAX: of all */
	struct gt_history histories[GT_ASK_KINDS];
	struct gt_menu menu;
	struct gt_menu_spec menu_spec;/* title and items are not kept */
	struct gt_rect menu_rect;     /* where the menu's canvas was */
};

struct gt_settings {
	struct gt_ui_options options;
	struct gt_option_set sets[GT_OPTION_SETS];   /* the first one is that of `options` */
	size_t nsets;
	struct gt_theme theme;
	struct gt_color_line *colors;
	size_t ncolors, colors_cap;
	struct gt_limits limits;
};

struct gt_work {
	struct gt_job job;
	bool displacing;              /* it is being ended for another to begin */
	bool owed;                    /* refresh the panes when it has ended */
};

struct gt_app_screen {
	bool no_locale;               /* the screen is ASCII only because no locale is set */
	struct gt_layout layout;
	int rows, cols;
	unsigned dirty;               /* enum gt_dirty */
	bool wants_redraw;
	/* The detail may stay in the grid as it is while keys come fast, and it did. */
	bool may_hold, held;
	/* Whose detail the last frame left uncovered, and where; else NULL. */
	const struct gt_pane *detail_of;
	const struct gt_grid *detail_in;
	struct gt_rect detail_at;
	struct gt_buf message;
	enum gt_role message_role;
	struct gt_history said;       /* the last messages, for the command "messages" */
};

struct gt_app {
	const struct gt_app_ops *ops;
	void *ctx;
	struct gt_app *top;           /* itself; for one inside a pane (inner.h) the outer one: it has the
					 messages, menus, job and settings of both */
	const struct gt_dispatch_ops *dispatch;
	struct gt_term *term;         /* borrowed; NULL before there is one */
	struct gt_starter *starter;   /* borrowed; NULL: there is no sandbox */

	struct gt_pane *panes[GT_VIEW_COUNT];
	int view;                     /* shown; GT_NO_VIEW without any pane */
	int below;                    /* the view under the help */
	bool all_help;                /* with every key, command and option */
	enum gt_focus focus;
	bool maximised;
	uint64_t data_seq;            /* counts changes of the data, as sel_seq selections */

	struct gt_whereabouts at;
	struct gt_app_input in;
	struct gt_dialog dialog;
	struct gt_find find;
	struct gt_work work;
	struct gt_settings settings;
	struct gt_app_screen screen;
	bool quitting, wants_suspend;
	bool listed;                  /* the trace was opened from a list of them, to which closing it leads */
	bool closed;                  /* quitting, because it was closed */
};

/* Says why a view without a pane cannot be shown. */
void gt_app_lacks(struct gt_app *app, int view);

/* The pane that gets keys, or NULL. */
struct gt_pane *gt_app_current(struct gt_app *app);

/* As the members of gt_app_ops. */
bool gt_app_is_reading(struct gt_app *app, struct gt_progress *p);
void gt_app_sleeping(struct gt_app *app, bool yes);

/* app_move.c */
void gt_app_place(const struct gt_app *app, struct gt_place *place);        /* where we are */
void gt_app_place_in(const struct gt_app *app, int view, struct gt_place *place); /* the same, below the help */
int gt_app_place_view(const struct gt_app *app, const struct gt_place *place); /* in a session; or GT_NO_VIEW */
void gt_app_go(struct gt_app *app, const struct gt_place *place);           /* there, without recording */
void gt_app_sync(struct gt_app *app);       /* the pane shown knows data and selection */
void gt_app_list_moved(struct gt_app *app, struct gt_pane *pane);
void gt_app_rows_changed(struct gt_app *app, struct gt_pane *pane);         /* sorted or filtered again */
void gt_app_settle_view(struct gt_app *app);                                /* the digit was a view */

/* ask.c */
void gt_app_ask_command(struct gt_app *app, const char *initial);           /* `:`; the answer is carried out */
void gt_app_refuse(struct gt_app *app, const struct gt_ask *ask, const char *text,
		   const struct gt_error *err);                             /* asks again, and says why */
void gt_app_answer(struct gt_app *app, bool accepted);                      /* the end of the line that is typed */
void gt_app_unask(struct gt_app *app);                                      /* cancels it, if there is one */
void gt_app_check_question(struct gt_app *app);                             /* drops it if it does not apply any more */
void gt_app_menu_act(struct gt_app *app, const struct gt_act *act);         /* y, x in the menu's canvas */

/* app_search.c */
void gt_app_ask_search(struct gt_app *app);
void gt_app_search(struct gt_app *app, const char *pattern);
void gt_app_search_next(struct gt_app *app, uint64_t times, int dir);
bool gt_app_clear_search(struct gt_app *app);                               /* false: there is none */
void gt_find_release(struct gt_find *f);
void gt_find_show(struct gt_app *app, struct gt_buf *out);            /* "/pattern 3 of 17" */

/* app_filter.c */
void gt_app_ask_filter(struct gt_app *app);
void gt_app_menu_filters(struct gt_app *app);
void gt_app_clear_filters(struct gt_app *app);
void gt_app_switch_filter(struct gt_app *app, size_t i, bool on);           /* the i-th of the pane shown */
bool gt_app_drop_filter(struct gt_app *app);                                /* the last that is on; false: none is */
void gt_filters_release(struct gt_pane_filters *f);

/* app_output.c */
void gt_app_ask_export(struct gt_app *app, bool all);                       /* all rows, or those that are chosen */
/* The format of a part of the trace, which every view exports: A to B, or all of it. */
extern const char gt_app_trace_format[];
int gt_app_export(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err);
int gt_app_refuse_open(struct gt_app *app, const char *file, struct gt_error *err); /* GT_ERR_USAGE: the trace */
/* As gt_app_export (format NULL: gt_app_save_screen), but asks before a file is overwritten, unless a script runs. */
int gt_app_save(struct gt_app *app, const char *format, bool all, const char *file, struct gt_error *err);
void gt_app_copy(struct gt_app *app);
void gt_app_ask_save_screen(struct gt_app *app);
int gt_app_save_screen(struct gt_app *app, const char *file, struct gt_error *err);

/* The command "messages": those of before, the latest at the bottom. */
void gt_app_menu_messages(struct gt_app *app);

/* The action "restrict": views show the range only, or everything again. */
void gt_app_toggle_restricted(struct gt_app *app);

/* app_edit.c */
void gt_app_edit(struct gt_app *app);
int gt_app_map_path(struct gt_app *app, const char *pair, struct gt_error *err);   /* "OLD=NEW": added to path-map */

/* app_table.c: sorting and columns of the list shown */
void gt_app_menu_sort(struct gt_app *app);
void gt_app_menu_columns(struct gt_app *app);
void gt_app_show_columns(struct gt_app *app, uint64_t shown);               /* a bit per column, not 0 */
void gt_app_sort(struct gt_app *app, unsigned col, int desc);               /* desc -1: toggles as gt_list_sort_by */

/* app_option.c */
int gt_app_set(struct gt_app *app, const char *name, const char *value, struct gt_error *err);
int gt_app_color(struct gt_app *app, const char *role, const char *const *words, size_t n, struct gt_error *err);
const struct gt_option *gt_app_find_option(struct gt_app *app, const char *name, struct gt_option_set **set);
void gt_app_menu_options(struct gt_app *app);
void gt_app_apply_options(struct gt_app *app);
void gt_app_set_starter(struct gt_app *app, struct gt_starter *starter);
void gt_app_set_term(struct gt_app *app, struct gt_term *term);
void gt_colors_release(struct gt_app *app);

#endif
