/* The loop: waits for keys, the worker and signals, and draws. */
#include "ui/shell/loop.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "ui/app/app_state.h"
#include "ui/kit/signals.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/frame.h"

#define FRAME_MS 50      /* between frames that are drawn for a job or the worker, not for a key */
#define DETAIL_MS 150    /* between details that are drawn for keys: a key that is held moves the list only */
#define PROGRESS_MS 250  /* between looks at the worker's progress */

struct loop {
	struct gt_app *app;
	struct gt_term *term;
	struct gt_grid *grid;
	int wake_fd;
	int ended_by;           /* a signal, or 0 */
	bool urgent;            /* a key or a new size: drawn at once, else at the pace of frames */
	int64_t drawn_ns, detail_ns;    /* when the last frame was drawn, and the last one with its detail */
};

enum { TTY, WAKE, SIGNALS, NFDS };

/* Milliseconds until the next frame may be drawn. */
static int until_frame(const struct loop *l)
{
	int64_t left = l->drawn_ns + FRAME_MS * INT64_C(1000000) - gt_clock_now();

	return l->urgent || left <= 0 ? 0 : (int)(left / 1000000) + 1;
}

/* ---- signals ---- */

static void resized(struct loop *l)
{
	l->term->ops->resize(l->term);
	l->term->ops->size(l->term, &l->app->screen.rows, &l->app->screen.cols);
	gt_app_dirty(l->app, GT_DIRTY_ALL);
	l->urgent = true;
}

static void suspend(struct loop *l)
{
	l->app->wants_suspend = false;
	l->term->ops->suspend(l->term);
	gt_app_sleeping(l->app, true);
	gt_signals_stop();
	gt_app_sleeping(l->app, false);
	l->term->ops->resume(l->term);
	resized(l);
}

static void take_signals(struct loop *l)
{
	for (int sig; (sig = gt_signals_next());) {
		if (sig == SIGWINCH)
			resized(l);
		else if (sig == SIGTSTP)
			l->app->wants_suspend = true;
		else if (sig == SIGCONT)
			gt_app_dirty(l->app, GT_DIRTY_ALL);
		else if (sig != SIGINT)
			l->ended_by = sig;
		else
			/* From outside, or while the loop was busy (gt_signals_busy): the same as the key. */
			gt_app_type(l->app, GT_MOD_CTRL | 'c');
		l->urgent |= sig == SIGINT;
	}
}

/* ---- waiting ---- */

/* Keys that are there are all taken before the next frame is drawn. */
static void take_keys(struct loop *l)
{
	enum gt_ground ground = l->term->ground;
	struct gt_input ev;
	int r = 1;

	while (!l->app->quitting && !l->app->wants_suspend && (r = l->term->ops->read(l->term, 0, &ev)) > 0)
		gt_app_event(l->app, &ev);
	if (l->term->ground != ground)
		gt_app_apply_options(l->app);
	/* A terminal that cannot be read is gone. */
	if (r < 0)
		l->ended_by = SIGHUP;
	l->urgent = true;
}

static int sooner(int a, int b)
{
	return a < 0 || (b >= 0 && b < a) ? b : a;
}

static void take_events(struct loop *l, const struct pollfd *fds)
{
	char bytes[256];
	ssize_t n;

	if (fds[WAKE].revents) {
		do
			n = read(l->wake_fd, bytes, sizeof bytes);
		while (n == (ssize_t)sizeof bytes);
		/* The other end is closed: the worker is gone. */
		if (n == 0)
			l->wake_fd = -1;
		if (!l->app->ops->woken || l->app->ops->woken(l->app->ctx)) {
			gt_app_data_changed(l->app);
			gt_app_dirty(l->app, GT_DIRTY_REPAINT);
		}
	}
	if (fds[TTY].revents & POLLIN)
		take_keys(l);
	if (fds[TTY].revents & (POLLHUP | POLLERR | POLLNVAL))
		l->ended_by = SIGHUP;
}

static void wait_for_something(struct loop *l)
{
	struct pollfd fds[NFDS] = {
		[TTY] = { .fd = l->term->ops->fd(l->term), .events = POLLIN },
		[WAKE] = { .fd = l->wake_fd, .events = POLLIN },
		[SIGNALS] = { .fd = gt_signals_fd(), .events = POLLIN },
	};
	int wait = gt_app_timeout_ms(l->app), n;
	struct gt_progress p;

	if (l->app->screen.dirty)
		wait = sooner(wait, until_frame(l));
	if (gt_app_is_reading(l->app, &p))
		wait = sooner(wait, PROGRESS_MS);
	if (l->app->work.job.ops)
		wait = 0;
	gt_app_sleeping(l->app, true);
	gt_signals_busy(false);
	n = poll(fds, NFDS, wait);
	gt_signals_busy(true);
	gt_app_sleeping(l->app, false);
	take_signals(l);
	if (n > 0)
		take_events(l, fds);
	else if (gt_app_is_reading(l->app, &p) && !p.held)
		gt_app_dirty(l->app, GT_DIRTY_REPAINT);
	if (gt_app_timeout_ms(l->app) == 0) {
		gt_app_idle(l->app);
		l->urgent = true;
	}
	if (n == 0)
		gt_app_run_job(l->app, l->app->settings.limits.slice_ns);
}

static void draw_frame(struct loop *l)
{
	struct gt_app_screen *screen = &l->app->screen;
	int cy, cx;

	if (screen->wants_redraw)
		l->term->ops->redraw(l->term);
	screen->wants_redraw = false;
	screen->may_hold = l->urgent && gt_clock_now() - l->detail_ns < DETAIL_MS * INT64_C(1000000);
	gt_frame_draw(l->app, l->grid, &cy, &cx);
	l->term->ops->draw(l->term, l->grid, cy, cx);
	l->drawn_ns = gt_clock_now();
	l->urgent = false;
	/* What stayed is drawn with the next frame that no key asks for. */
	if (screen->held)
		gt_app_dirty(l->app, GT_DIRTY_REPAINT);
	else
		l->detail_ns = l->drawn_ns;
}

int gt_loop_run(struct gt_app *app, struct gt_term *term, int wake_fd)
{
	struct loop l = { .app = app, .term = term, .wake_fd = wake_fd };

	gt_app_set_term(app, term);
	l.grid = gt_grid_new(app->screen.rows, app->screen.cols);
	while (!app->quitting && !l.ended_by) {
		if (app->wants_suspend)
			suspend(&l);
		if (app->screen.dirty && until_frame(&l) == 0)
			draw_frame(&l);
		wait_for_something(&l);
	}
	gt_app_cancel_job(app);
	gt_signals_busy(false);
	gt_app_set_term(app, NULL);
	gt_grid_free(l.grid);
	return l.ended_by ? 128 + l.ended_by : 0;
}
