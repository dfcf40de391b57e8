/* The application from inside: for the framework's own files only. */
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

struct gt_app {
	const struct gt_app_ops *ops;
	void *ctx;
	struct gt_term *term;         /* borrowed; NULL before there is one */
	struct gt_starter *starter;   /* borrowed; NULL: there is no sandbox */

	struct gt_pane *panes[GT_VIEW_COUNT];
	int view;                     /* shown; GT_NO_VIEW without any pane */
	int below;                    /* the view under the help */
	enum gt_focus focus;
	bool maximised;

	struct gt_sel sel;
	uint64_t sel_seq, data_seq;
	bool has_marker[2];
	int64_t marker[2];
	struct gt_jumps jumps;
	struct gt_place bookmarks[GT_BOOKMARKS];
	bool has_bookmark[GT_BOOKMARKS];

	struct gt_keymap keymap;
	struct gt_keys keys;
	int64_t keys_deadline_ns;     /* gt_keys_idle then */
	bool view_pending;            /* a digit showed a view; not in the back list yet */
	struct gt_place view_before;

	struct gt_ui_options options;
	struct gt_option_set sets[GT_OPTION_SETS];
	size_t nsets;
	struct gt_theme theme;
	struct gt_color_line *colors;
	size_t ncolors, colors_cap;

	bool asking;
	struct gt_ask ask;            /* label and initial are not kept */
	struct gt_prompt prompt;
	struct gt_history histories[GT_ASK_KINDS];
	struct gt_menu menu;

	struct gt_find find;
	struct gt_job job;
	struct gt_limits limits;

	struct gt_buf message;
	enum gt_role message_role;

	struct gt_layout layout;
	struct gt_rect menu_rect;     /* where the menu's canvas was */
	bool held;                    /* the last click was in the main pane: dragging is the pane's business */
	int rows, cols;
	unsigned dirty;
	bool displacing;              /* a job is being ended for another to begin */
	bool work_owed;               /* ... and is to be begun again when that has ended */
	bool interrupted;             /* the action before this one was an interrupt that stopped nothing */
	bool quitting, wants_suspend, wants_redraw;
};

/* The pane that gets keys, or NULL. */
struct gt_pane *gt_app_current(struct gt_app *app);
struct gt_listview *gt_pane_list(struct gt_pane *pane);   /* or NULL */

/* app_move.c */
void gt_app_place(struct gt_app *app, struct gt_place *place);              /* where we are */
void gt_app_go(struct gt_app *app, const struct gt_place *place);           /* there, without recording */
void gt_app_sync(struct gt_app *app);       /* the pane shown knows data and selection */
void gt_app_list_moved(struct gt_app *app, struct gt_pane *pane);
void gt_app_rows_changed(struct gt_app *app, struct gt_pane *pane);         /* sorted or filtered anew */

/* app_input.c: an event of the terminal; time passing. */
void gt_app_event(struct gt_app *app, const struct gt_input *ev);
void gt_app_type(struct gt_app *app, gt_key key);
int gt_app_timeout_ms(const struct gt_app *app);          /* until gt_app_idle is to be called, or -1 */
void gt_app_idle(struct gt_app *app);
void gt_app_unask(struct gt_app *app);                    /* as if the line was cancelled, if one is typed */
void gt_app_check_question(struct gt_app *app);          /* a question that does not apply any more goes */
void gt_app_settle_view(struct gt_app *app);              /* the digit was a view */

/* app_mouse.c */
void gt_app_click(struct gt_app *app, const struct gt_act *act);
void gt_app_drag(struct gt_app *app, const struct gt_act *act);
bool gt_app_wheel(struct gt_app *app, struct gt_act *act);  /* makes y, x the pane's; true: in the detail pane */
gt_key gt_frame_hint_at(struct gt_app *app, int x);       /* frame.c: the key of the hint there */
int gt_frame_tab_at(struct gt_app *app, int x);           /* frame.c: the view whose tab is there, or GT_NO_VIEW */

/* app_act.c */
bool gt_pane_offers(const struct gt_pane *pane, enum gt_action action);     /* it, or every view, does something then */
void gt_app_act(struct gt_app *app, const struct gt_act *act);

/* app_search.c */
void gt_app_ask_search(struct gt_app *app);
void gt_app_search(struct gt_app *app, const char *pattern);
void gt_app_search_next(struct gt_app *app, uint64_t times, int dir);
void gt_find_release(struct gt_find *f);
void gt_find_show(const struct gt_app *app, struct gt_buf *out);            /* "/pattern 3 of 17" */

/* app_filter.c */
void gt_app_ask_filter(struct gt_app *app);
void gt_app_menu_filters(struct gt_app *app);
int gt_app_add_filter(struct gt_app *app, const char *text, struct gt_error *err);
void gt_app_clear_filters(struct gt_app *app);
void gt_filters_release(struct gt_pane_filters *f);

/* app_output.c */
void gt_app_ask_export(struct gt_app *app);
int gt_app_export(struct gt_app *app, const char *format, const char *file, struct gt_error *err);
void gt_app_copy(struct gt_app *app);
void gt_app_ask_save_screen(struct gt_app *app);
int gt_app_save_screen(struct gt_app *app, const char *file, struct gt_error *err);
const char *const *gt_pane_formats(const struct gt_pane *pane);

/* app_edit.c */
void gt_app_edit(struct gt_app *app);

/* app_table.c: sorting and columns of the list shown */
void gt_app_menu_sort(struct gt_app *app);
void gt_app_menu_columns(struct gt_app *app);
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

/* complete.c */
void gt_complete_command(void *app, const char *line, size_t cursor, size_t *start, struct gt_completions *out);
void gt_complete_file(void *arg, const char *line, size_t cursor, size_t *start, struct gt_completions *out);

/* command.c: a command of the pane that works in all views; names for completion and help */
bool gt_pane_everywhere(const struct gt_pane *pane, const char *name);
const char *gt_command_name(size_t i);                     /* NULL after the last */
const char *gt_command_usage(size_t i);
const char *gt_command_help(size_t i);

/* help.c */
extern const struct gt_pane_ops gt_help_pane_ops;

#endif
