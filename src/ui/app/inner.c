/* An application inside a pane of another one. */
#include "ui/app/inner.h"

#include "base/clock.h"
#include "ui/app/app_state.h"
#include "ui/app/program.h"

/* What the user set in the outer application and panes look at. */
static void take_settings(struct gt_inner *in)
{
	in->app->settings.limits = in->outer->settings.limits;
	in->app->settings.options.ascii = in->outer->settings.options.ascii;
}

int gt_inner_open(struct gt_inner *in, struct gt_app *outer, struct gt_program *ctx, int view,
		  const struct gt_pane_ops *ops, struct gt_error *err)
{
	static const struct gt_app_ops nothing = { 0 };
	int r;

	*in = (struct gt_inner){ .outer = outer, .app = outer->dispatch->make(&nothing, ctx) };
	ctx->app = in->app;
	take_settings(in);
	r = outer->dispatch->add_pane(in->app, view, ops, err);
	if (r < 0) {
		gt_inner_close(in);
		return r;
	}
	in->pane = gt_app_pane(in->app, view);
	gt_app_show(in->app, view);
	return 0;
}

void gt_inner_close(struct gt_inner *in)
{
	if (in->watched)
		gt_app_cancel_job(in->outer);
	if (in->app)
		in->outer->dispatch->end(in->app);
	*in = (struct gt_inner){ 0 };
}

/* ---- its job is watched by one of the outer application ---- */

static void carry_message(struct gt_inner *in)
{
	struct gt_app_screen *said = &in->app->screen;

	if (!said->message.len)
		return;
	if (said->message_role == GT_ROLE_ERROR)
		gt_app_error(in->outer, "%s", gt_buf_str(&said->message));
	else
		gt_app_message(in->outer, "%s", gt_buf_str(&said->message));
	gt_buf_reset(&said->message);
}

static bool inner_step(struct gt_app *outer, void *arg, struct gt_job *job)
{
	struct gt_inner *in = arg;
	bool more = gt_app_run_job(in->app, job->deadline_ns - gt_clock_now());

	(void)outer;
	gt_job_progress(job, in->app->work.job.share);
	carry_message(in);
	return !more;
}

static void inner_done(struct gt_app *outer, void *arg, bool cancelled)
{
	struct gt_inner *in = arg;

	in->watched = false;
	/* Another job goes first: the next frame after that takes it up again. */
	if (cancelled && gt_app_displaces(outer))
		gt_app_owe_job(outer);
	else if (cancelled)
		gt_app_cancel_job(in->app);
	carry_message(in);
}

static void carry_job(struct gt_inner *in)
{
	if (!gt_app_works(in->app) || in->watched)
		return;
	if (gt_app_works(in->outer)) {
		gt_app_owe_job(in->outer);
		return;
	}
	in->job = (struct gt_job_ops){ .what = in->app->work.job.ops->what, .step = inner_step, .done = inner_done };
	in->watched = true;
	gt_app_start_job(in->outer, &in->job, in);
}

void gt_inner_settle(struct gt_inner *in)
{
	carry_message(in);
	carry_job(in);
	gt_app_dirty(in->outer, in->app->screen.dirty & (GT_DIRTY_REPAINT | GT_DIRTY_RECALC));
}

/* ---- its menu is shown by the outer application ---- */

static void carry_menu(struct gt_inner *in);

/* One choice of a menu with checks can undo another. */
static void inner_chosen(struct gt_app *outer, void *arg, size_t item, bool checked)
{
	struct gt_inner *in = arg;
	struct gt_menu *menu = &in->app->dialog.menu;
	const struct gt_menu_spec spec = in->app->dialog.menu_spec;

	if (item >= menu->n)
		return;
	menu->items[item].checked = checked;
	if (!spec.checks)
		gt_menu_close(menu);
	spec.chosen(in->app, spec.arg, item, checked);
	for (size_t i = 0; spec.checks && i < menu->n; i++)
		gt_app_menu_check(outer, i, menu->items[i].checked);
	if (!spec.checks)
		carry_menu(in);
	gt_inner_settle(in);
}

static void carry_menu(struct gt_inner *in)
{
	const struct gt_menu *menu = &in->app->dialog.menu;

	if (menu->open)
		gt_app_menu(in->outer, &(struct gt_menu_spec){
			.title = menu->title, .items = menu->items, .n = menu->n, .current = menu->cursor,
			.checks = menu->checks, .chosen = inner_chosen, .arg = in });
}

/* ---- what the pane does ---- */

bool gt_inner_handle(struct gt_inner *in, const struct gt_act *act)
{
	bool done;

	take_settings(in);
	gt_menu_close(&in->app->dialog.menu);
	done = in->pane->ops->handle(in->pane, act);
	carry_menu(in);
	gt_inner_settle(in);
	return done;
}

void gt_inner_draw(struct gt_inner *in, const struct gt_canvas *c)
{
	take_settings(in);
	if (in->app->screen.dirty & GT_DIRTY_RECALC)
		in->pane->seen_data = 0;
	/* As of a frame: what becomes dirty from here on is for the next one. */
	in->app->screen.dirty = 0;
	gt_app_sync(in->app);
	in->pane->ops->draw(in->pane, c);
	gt_inner_settle(in);
}

void gt_inner_show(struct gt_inner *in, const struct gt_sel *sel)
{
	in->app->at.sel = *sel;
	in->app->at.sel_seq++;
	gt_app_sync(in->app);
	gt_inner_settle(in);
}
