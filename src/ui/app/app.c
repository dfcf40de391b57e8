/* The state of the application: read and changed. */
#include "ui/app/app.h"

#include <assert.h>

#include "ui/app/app_state.h"

void *gt_app_ctx(struct gt_app *app)
{
	return app->ctx;
}

const struct gt_sel *gt_app_sel(const struct gt_app *app)
{
	return &app->at.sel;
}

const struct gt_ui_options *gt_app_options(const struct gt_app *app)
{
	return &app->top->settings.options;
}

const struct gt_limits *gt_app_limits(const struct gt_app *app)
{
	return &app->top->settings.limits;
}

int gt_app_view(const struct gt_app *app)
{
	return app->view;
}

struct gt_pane *gt_app_pane(const struct gt_app *app, int view)
{
	return view >= 0 && view < GT_VIEW_COUNT ? app->panes[view] : NULL;
}

struct gt_pane *gt_app_current(struct gt_app *app)
{
	return gt_app_pane(app, app->view);
}

bool gt_app_marker(const struct gt_app *app, int which, int64_t *time_ns)
{
	assert(which == 0 || which == 1);
	if (!app->at.has_marker[which])
		return false;
	*time_ns = app->at.marker[which];
	return true;
}

void gt_app_set_marker(struct gt_app *app, int which, int64_t time_ns)
{
	app->at.has_marker[which] = true;
	app->at.marker[which] = time_ns;
	gt_app_data_changed(app);
}

void gt_app_clear_marker(struct gt_app *app, int which)
{
	app->at.has_marker[which] = app->at.lifted = false;
	gt_app_data_changed(app);
}

bool gt_app_range(const struct gt_app *app, int64_t *from_ns, int64_t *to_ns)
{
	if (!app->at.has_marker[0] || !app->at.has_marker[1] || app->at.marker[0] == app->at.marker[1])
		return false;
	*from_ns = app->at.marker[0] < app->at.marker[1] ? app->at.marker[0] : app->at.marker[1];
	*to_ns = app->at.marker[0] < app->at.marker[1] ? app->at.marker[1] : app->at.marker[0];
	return true;
}

bool gt_app_restricted(const struct gt_app *app, int64_t *from_ns, int64_t *to_ns)
{
	return !app->at.lifted && gt_app_range(app, from_ns, to_ns);
}

void gt_app_toggle_restricted(struct gt_app *app)
{
	int64_t from, to;

	if (!gt_app_range(app, &from, &to)) {
		gt_app_message(app, "there is no range: A and B set its ends at the selected time");
		return;
	}
	app->at.lifted = !app->at.lifted;
	gt_app_message(app, app->at.lifted ? "views show the whole trace" : "views show the range A-B only");
	gt_app_data_changed(app);
}

const struct gt_matcher *gt_app_matcher(const struct gt_app *app)
{
	return app->find.matcher;
}

static GT_PRINTF(3, 0) void set_message(struct gt_app *app, enum gt_role role, const char *fmt, va_list ap)
{
	struct gt_buf text = { 0 };

	app = app->top;
	/* Formatted apart: the arguments may be the old message. */
	gt_buf_vprintf(&text, fmt, ap);
	gt_buf_release(&app->screen.message);
	app->screen.message = text;
	app->screen.message_role = role;
	gt_history_add(&app->screen.said, gt_buf_str(&app->screen.message));
	gt_app_dirty(app, GT_DIRTY_REPAINT);
}

void gt_app_message(struct gt_app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, GT_ROLE_MESSAGE, fmt, ap);
	va_end(ap);
}

void gt_app_error(struct gt_app *app, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set_message(app, GT_ROLE_ERROR, fmt, ap);
	va_end(ap);
}

void gt_app_dirty(struct gt_app *app, unsigned bits)
{
	app->top->screen.dirty |= bits;
}

void gt_app_data_changed(struct gt_app *app)
{
	app->data_seq++;
	gt_app_dirty(app, GT_DIRTY_RECALC);
}

void gt_app_quit(struct gt_app *app)
{
	app->top->quitting = true;
}

bool gt_app_is_reading(struct gt_app *app, struct gt_progress *p)
{
	return app->ops->progress && app->ops->progress(app->ctx, p);
}

void gt_app_sleeping(struct gt_app *app, bool yes)
{
	if (app->ops->sleeping)
		app->ops->sleeping(app->ctx, yes);
}
