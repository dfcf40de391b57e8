/* Dispatch: what keys, clicks, commands and time do.  The one place that knows all services. */
#ifndef GT_UI_DISPATCH_H
#define GT_UI_DISPATCH_H

#include "ui/app/app.h"
#include "ui/kit/prompt.h"

/* ---- dispatch.c: for the program ---- */

struct gt_app *gt_app_new(const struct gt_app_ops *ops, void *ctx);
void gt_app_free(struct gt_app *app);                            /* closes the panes; the terminal is the caller's */

/* Adds a pane to a view.  A failure is returned and the view left out. */
void gt_app_add_pane(struct gt_app *app, int view, const struct gt_pane_ops *ops);

/* One line as typed after `:`.  0, or an error that is filled in (the caller shows it). */
int gt_app_command(struct gt_app *app, const char *line, struct gt_error *err);

/* The same for a line of a script or of -c: it is carried out without a question. */
int gt_app_command_of_script(struct gt_app *app, const char *line, struct gt_error *err);

/* An action as a key, a click or a command gives it: to the menu, what is under the mouse, or gt_app_offer. */
void gt_app_act(struct gt_app *app, const struct gt_act *act);

/* ---- input.c: an event of the terminal; time passing ---- */

void gt_app_event(struct gt_app *app, const struct gt_input *ev);
void gt_app_type(struct gt_app *app, gt_key key);
int gt_app_timeout_ms(const struct gt_app *app);          /* until gt_app_idle is to be called, or -1 */
void gt_app_idle(struct gt_app *app);

/* ---- act.c: an action to the detail pane (if `detail`), the pane, its list, then what every view does with it ---- */

void gt_app_offer(struct gt_app *app, const struct gt_act *act, bool detail);

/* ---- mouse.c: y, x on the screen ---- */

void gt_app_click(struct gt_app *app, const struct gt_act *act);
void gt_app_drag(struct gt_app *app, const struct gt_act *act);
void gt_app_wheel(struct gt_app *app, const struct gt_act *act);

/* ---- complete.c: gt_complete_fn; the first with the application as its argument ---- */

void gt_complete_command(void *app, const char *line, size_t cursor, size_t *start, struct gt_completions *out);
void gt_complete_filter(void *app, const char *text, size_t cursor, size_t *start, struct gt_completions *out);
void gt_complete_file(void *arg, const char *line, size_t cursor, size_t *start, struct gt_completions *out);

/* ---- show.c: the command show: what any view can list, by its name or that of the report ---- */

/* Jumps to the view that has a mode of this name, or lists this report.  Else an error that says what there is. */
int gt_show(struct gt_app *app, const char *name, struct gt_error *err);

/* Appends all names that it knows, separated by blanks: those of the open view first. */
void gt_show_names(struct gt_app *app, struct gt_buf *out);

/* ---- tour.c: a few steps through the views, each a sentence and the key to press ---- */

/* Begins at the first step that the trace has something for; shows the Overview. */
void gt_tour_begin(struct gt_app *app);

/* An action was carried out: if it is the one that the step waits for, the next step follows. */
void gt_tour_did(struct gt_app *app, enum gt_action action);

/* True: the tour was on and is left. */
bool gt_tour_leave(struct gt_app *app);

/* What the status line says instead of its own; false: there is no tour. */
bool gt_tour_text(struct gt_app *app, struct gt_buf *out);

/* ---- palette.c ---- */

void gt_app_ask_palette(struct gt_app *app);

/* ---- help.c ---- */

extern const struct gt_pane_ops gt_help_pane_ops;

#endif
