/* The program behind a list of traces: no trace of its own, one view. */
#include "ui/shell/listed.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "ui/app/roster.h"
#include "ui/panes/panes.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/values.h"

/* In a thread of the roster. */
static void listed_notify(void *arg)
{
	const struct gt_program *prog = arg;
	ssize_t n = write(prog->wake[1], "", 1);

	(void)n; /* full: there is a byte already */
}

int gt_listed_open(struct gt_program *prog, const struct gt_ui_args *args, struct gt_error *err)
{
	const struct gt_open_options opt = {
		.index = args->index, .reindex = args->reindex, .verify = args->verify, .align = args->align,
		.jobs = args->jobs, .watch = args->watch,
	};
	int rc;

	*prog = (struct gt_program){ .wake = { -1, -1 }, .begun_ns = gt_clock_now(), .commands = args->commands };
	if (pipe2(prog->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return gt_error_errno(err, errno, "pipe");
	rc = gt_trace_open_none(&prog->trace, err);
	if (rc) {
		close(prog->wake[0]);
		close(prog->wake[1]);
		return rc;
	}
	prog->events = gt_events_open(prog->trace);
	prog->roster = gt_xcalloc(1, sizeof *prog->roster);
	gt_roster_init(prog->roster, &opt);
	prog->roster->host = args->host;
	for (size_t i = 0; i < args->nnews; i++)
		gt_fleet_add(&prog->roster->fleet, args->news[i], args->inside ? args->inside[i] : 0);
	prog->working = true;
	return 0;
}

void gt_listed_close(struct gt_program *prog)
{
	gt_roster_stop(prog->roster);
	gt_app_free(prog->app);
	gt_roster_release(prog->roster);
	free(prog->roster);
	gt_events_close(prog->events);
	gt_blame_index_release(&prog->blames);
	gt_trace_close(prog->trace);
	close(prog->wake[0]);
	close(prog->wake[1]);
}

/* ---- gt_app_ops ---- */

static void listed_title(void *ctx, struct gt_buf *out)
{
	const struct gt_roster *r = ((const struct gt_program *)ctx)->roster;

	gt_say(out, "gtrace-tui\n{}", gt_as_many(r->fleet.n, "file"));
	if (!r->done)
		gt_say(out, "\n{} read", gt_as_u64(r->made));
}

static bool listed_progress(void *ctx, struct gt_progress *out)
{
	const struct gt_program *prog = ctx;
	const struct gt_roster *r = prog->roster;

	if (r->done)
		return false;
	*out = (struct gt_progress){
		.what = "reading traces", .seconds_left = -1,
		.share = r->fleet.n ? (double)r->made / (double)r->fleet.n : -1,
	};
	return true;
}

static bool listed_woken(void *ctx)
{
	struct gt_program *prog = ctx;
	bool changed = gt_roster_look(prog->roster);

	prog->working = !prog->roster->done;
	return changed;
}

static int listed_wait(void *ctx, struct gt_error *err)
{
	struct gt_program *prog = ctx;

	(void)err;
	gt_roster_wait(prog->roster);
	prog->working = false;
	gt_app_data_changed(prog->app);
	return 0;
}

static bool listed_cancel(void *ctx)
{
	struct gt_program *prog = ctx;

	if (prog->roster->done)
		return false;
	gt_roster_stop(prog->roster);
	prog->working = false;
	gt_app_data_changed(prog->app);
	return true;
}

static bool listed_reads(void *ctx, const struct stat *st)
{
	const struct gt_fleet *f = &((const struct gt_program *)ctx)->roster->fleet;
	struct stat own;

	for (size_t i = 0; i < f->n; i++)
		if (!stat(f->rows[i].path, &own) && own.st_dev == st->st_dev && own.st_ino == st->st_ino)
			return true;
	return false;
}

static bool listed_has(void *ctx, int view)
{
	(void)ctx;
	return view == GT_VIEW_TRACES;
}

static int listed_resolve(void *ctx, char kind, uint64_t id, struct gt_sel *sel, struct gt_error *err)
{
	(void)ctx;
	(void)kind;
	(void)id;
	(void)sel;
	return gt_error_usage(err, "open a trace first, with Enter");
}

static const struct gt_app_ops listed_ops = {
	.title = listed_title,
	.progress = listed_progress,
	.woken = listed_woken,
	.wait = listed_wait,
	.cancel = listed_cancel,
	.has = listed_has,
	.reads = listed_reads,
	.resolve = listed_resolve,
};

void gt_listed_start(struct gt_program *prog)
{
	const struct gt_option_set set = { gt_program_option_table, gt_program_option_count(), prog };

	prog->app = gt_app_new(&listed_ops, prog);
	gt_app_add_options(prog->app, &set);
	gt_app_add_pane(prog->app, GT_VIEW_TRACES, &gt_pane_traces);
	gt_app_add_pane(prog->app, GT_VIEW_VALUES, &gt_pane_values);
	gt_app_show(prog->app, GT_VIEW_TRACES);
	gt_roster_start(prog->roster, listed_notify, prog);
}
