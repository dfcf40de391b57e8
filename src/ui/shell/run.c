/* The trace behind the screen: opened, its worker followed; title, progress, places by number; the panes. */
#include "index/query/walltime.h"
#include "ui/shell/run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/table/celltext.h"
#include "base/clock.h"
#include "base/human.h"
#include "base/say.h"
#include "base/xalloc.h"
#include "index/query/tracks.h"
#include "ui/app/others.h"
#include "ui/panes/panes.h"
#include "ui/shell/cutting.h"
#include "ui/shell/dispatch.h"
#include "ui/shell/live.h"
#include "ui/shell/resume.h"
#include "ui/shell/values.h"
#include "ui/timeline/pane.h"

/* ---- the worker ---- */

/* In the worker's thread. */
static void program_notify(void *arg)
{
	struct gt_program *prog = arg;
	ssize_t n = write(prog->wake[1], "", 1);

	(void)n; /* full: there is a byte already */
}

static void close_pipe(int fds[2])
{
	for (int i = 0; i < 2; i++) {
		if (fds[i] >= 0)
			close(fds[i]);
		fds[i] = -1;
	}
}

static void program_sleeping(void *ctx, bool yes)
{
	struct gt_program *prog = ctx;

	if (prog->locked != yes)
		return;
	if (yes)
		gt_trace_unlock(prog->trace);
	else
		gt_trace_lock(prog->trace);
	prog->locked = !yes;
}

static void name_others(struct gt_program *prog, const struct gt_ui_args *args)
{
	const struct gt_open_options opt = {
		.index = args->index, .reindex = args->reindex, .verify = args->verify, .align = args->align,
		.jobs = args->jobs, .watch = args->watch,
	};

	prog->nolds = args->nolds;
	if (!prog->nolds)
		return;
	prog->others = gt_xcalloc(1, sizeof *prog->others);
	gt_others_init(prog->others, &opt);
	for (size_t i = 0; i < args->nolds; i++)
		gt_others_add(prog->others, args->olds[i]);
	for (size_t i = 1; i < args->nnews; i++)
		gt_others_add(prog->others, args->news[i]);
}

int gt_program_open(struct gt_program *prog, const struct gt_ui_args *args, struct gt_error *err)
{
	struct gt_open_options opt = {
		.index = args->index, .reindex = args->reindex, .verify = args->verify, .align = args->align,
		.jobs = args->jobs, .watch = args->watch, .notify = program_notify, .notify_arg = prog,
		.live = !args->nolds, .follow = args->follow, .save = args->save,
	};
	int r;

	*prog = (struct gt_program){
		.wake = { -1, -1 },
		.begun_ns = gt_clock_now(),
		.newer_ns = gt_clock_now(),
		.commands = args->commands,
	};
	if (pipe2(prog->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return gt_error_errno(err, errno, "pipe");
	r = gt_trace_open_async(&prog->trace, args->path, &opt, err);
	if (r < 0) {
		close_pipe(prog->wake);
		return r;
	}
	name_others(prog, args);
	program_sleeping(prog, false);
	prog->events = gt_events_open(prog->trace);
	prog->working = true;
	/* From an existing index there is no worker that would say so. */
	if (gt_trace_info(prog->trace)->done)
		program_notify(prog);
	return 0;
}

void gt_program_close(struct gt_program *prog)
{
	gt_app_free(prog->app);
	if (prog->others)
		gt_others_release(prog->others);
	free(prog->others);
	gt_events_close(prog->events);
	gt_blame_index_release(&prog->blames);
	program_sleeping(prog, true);
	gt_trace_close(prog->trace);
	close_pipe(prog->wake);
}

/* ---- gt_app_ops ---- */

static void program_title(void *ctx, struct gt_buf *out)
{
	const struct gt_program *prog = ctx;
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	const char *fault = gt_program_fault(prog), *slash = strrchr(info->file, '/');

	/* The last part of the path: the title is short. */
	gt_buf_printf(out, "gtrace-tui\n%s\n", slash && slash[1] ? slash + 1 : info->file);
	gt_live_title(prog, out);
	if (info->part)
		gt_buf_printf(out, "part %" PRIu64 "\n", info->part);
	if (fault)
		gt_buf_printf(out, "%s\n", fault);
	if (gt_trace_changed(prog->trace))
		gt_buf_puts(out, "changed on disk\n");
	else if (!fault && gt_trace_read_fault(prog->trace, NULL))
		gt_buf_puts(out, "cannot be read\n");
	if (info->repaired)
		gt_buf_puts(out, "index was damaged: rebuilt\n");
	if (gt_trace_index_fault(prog->trace))
		gt_buf_printf(out, "%s\n", gt_trace_index_fault(prog->trace));
	for (const char *s = info->version; *s; s++) {
		if (*s != ' ')
			gt_buf_putc(out, *s);
	}
	gt_buf_putc(out, '\n');
	gt_say(out, "{}\n{} events\n{} P", gt_as_dur(prog->held ? prog->newest_to : info->duration),
	       gt_as_count(prog->held ? prog->newest : info->events),
	       gt_as_u64(gt_info_procs(info)));
}

static bool progress(void *ctx, struct gt_progress *out)
{
	struct gt_program *prog = ctx;
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	double took = (double)(gt_clock_now() - prog->begun_ns) / 1e9;
	struct gt_growing g;

	if (info->done)
		return false;
	*out = (struct gt_progress){ .what = "indexing", .share = -1, .seconds_left = -1, .held = prog->held };
	if (gt_trace_grows(prog->trace, &g)) {
		out->what = NULL;
		return true;
	}
	if (g.bytes && info->bytes_done)
		out->share = (double)info->bytes_done / (double)g.bytes;
	/* An estimate from the first moments would only flicker. */
	if (out->share > 0 && took > 0.5) {
		out->seconds_left = took * (1 - out->share) / out->share;
		snprintf(prog->doing, sizeof prog->doing, "indexing, %.0f MB/s",
			 (double)info->bytes_done / 1e6 / took);
		out->what = prog->doing;
	}
	return true;
}

/* The worker came to its end. */
static void finished(struct gt_program *prog)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);

	prog->working = prog->held = false;
	gt_session_load(prog);
	if (gt_program_fault(prog) && !info->cancelled) {
		struct gt_buf whole = { 0 };

		if (gt_horizon_text(&whole, prog->trace))
			gt_buf_puts(&whole, "; ");
		gt_app_error(prog->app, "%s: %s%s", gt_program_fault(prog), gt_buf_str(&whole), info->damage.text);
		gt_buf_release(&whole);
	} else if (gt_trace_opening_note(prog->trace)) {
		gt_app_message(prog->app, "%s", gt_trace_opening_note(prog->trace)->text);
	} else if (gt_trace_cache_fault(prog->trace)) {
		gt_app_message(prog->app, "%s", gt_trace_cache_fault(prog->trace)->text);
	}
	gt_program_run_commands(prog);
}

static bool woken(void *ctx)
{
	struct gt_program *prog = ctx;

	if (prog->working && gt_trace_info(prog->trace)->done)
		finished(prog);
	if (prog->held)
		return false;
	/* A trace that grows is there for commands when it has something. */
	if (gt_live_newest(prog))
		gt_program_run_commands(prog);
	return true;
}

static void program_hold(void *ctx)
{
	gt_live_hold(ctx);
	woken(ctx);
}

static int program_keep(void *ctx, const char *file, struct gt_error *err)
{
	return gt_live_keep(ctx, file, err);
}

static bool program_follow(void *ctx)
{
	return gt_live_follow(ctx);
}

static void wait_for_events(void *ctx, uint64_t n)
{
	struct gt_program *prog = ctx;
	struct pollfd p = { .fd = prog->wake[0], .events = POLLIN };
	char bytes[64];

	while (!gt_trace_info(prog->trace)->done && gt_trace_info(prog->trace)->events < n) {
		program_sleeping(prog, true);
		poll(&p, 1, 100);
		while (read(prog->wake[0], bytes, sizeof bytes) > 0)
			;
		program_sleeping(prog, false);
	}
	if (woken(prog))
		gt_app_data_changed(prog->app);
}

static int wait_for_worker(void *ctx, struct gt_error *err)
{
	struct gt_program *prog = ctx;
	struct pollfd p = { .fd = prog->wake[0], .events = POLLIN };
	char bytes[64];

	(void)err;
	while (!gt_trace_info(prog->trace)->done) {
		program_sleeping(prog, true);
		poll(&p, 1, 100);
		while (read(prog->wake[0], bytes, sizeof bytes) > 0)
			;
		program_sleeping(prog, false);
	}
	if (prog->working)
		finished(prog);
	gt_app_data_changed(prog->app);
	return 0;
}

static bool program_cancel(void *ctx)
{
	struct gt_program *prog = ctx;
	struct gt_growing g;

	if (gt_trace_info(prog->trace)->done)
		return false;
	/* What has come is all there is: it becomes a trace like any other. */
	if (gt_trace_grows(prog->trace, &g)) {
		gt_trace_stop_growing(prog->trace);
		return true;
	}
	/* The worker needs the lock to come to its end. */
	program_sleeping(prog, true);
	gt_trace_cancel(prog->trace);
	program_sleeping(prog, false);
	finished(prog);
	gt_app_data_changed(prog->app);
	return true;
}

static int unreliable(void *ctx, struct gt_error *err)
{
	struct gt_program *prog = ctx;
	int rc = gt_trace_unreliable(prog->trace, err);

	if (rc)
		gt_error_context(err, "nothing is exported");
	return rc;
}

static int program_export_trace(void *ctx, int64_t from_ns, int64_t to_ns, struct gt_exporting **out,
				struct gt_error *err)
{
	return gt_cutting_open(out, ((struct gt_program *)ctx)->trace, from_ns, to_ns, err);
}

static bool is_file(const char *path, const struct stat *st)
{
	struct stat own;
	int r = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &own) : stat(path, &own);

	return r == 0 && own.st_dev == st->st_dev && own.st_ino == st->st_ino;
}

static bool program_reads(void *ctx, const struct stat *st)
{
	const struct gt_program *prog = ctx;
	bool yes = is_file(gt_trace_info(prog->trace)->file, st);

	for (size_t i = 0; prog->others && i < prog->others->n; i++)
		yes |= is_file(prog->others->paths[i], st);
	return yes;
}

static bool program_has(void *ctx, int view)
{
	const struct gt_trace_info *info = gt_trace_info(((const struct gt_program *)ctx)->trace);

	switch (view) {
	case GT_VIEW_GC: return info->ranges > 0;
	case GT_VIEW_REQUESTS: return info->tasks || info->regions || info->logs;
	default: return info->slices > 0;
	}
}

static int64_t program_duration(void *ctx)
{
	const struct gt_program *prog = ctx;

	return gt_trace_info(prog->trace)->duration;
}

/* ---- selections that the user types ---- */

static int resolve_g(struct gt_program *prog, uint64_t id, struct gt_sel *sel, struct gt_error *err)
{
	int64_t at = sel->has & GT_SEL_TIME ? sel->time_ns : INT64_MAX;
	uint32_t row = gt_goroutine_find(prog->trace, id, at), lives = gt_goroutine_lives(prog->trace, id);

	if (row == GT_NO_ROW)
		row = gt_goroutine_find(prog->trace, id, INT64_MAX);
	if (!gt_sel_goroutine(sel, prog, row))
		return gt_error_usage(err, "there is no goroutine %" PRIu64, id);
	/* The time that is selected has chosen one of several. */
	if (lives > 1)
		gt_app_message(prog->app, "life %" PRIu32 " of %" PRIu32 " of G%" PRIu64
			       "; :g %" PRIu64 " at another time goes to another",
			       gt_goroutine_which_life(prog->trace, row) + 1, lives, id, id);
	return 0;
}

/* A P or M is selected: at the selected time, else from its first. */
static int use_time(struct gt_sel *sel, unsigned what, int64_t first)
{
	if (!(sel->has & GT_SEL_TIME))
		sel->time_ns = first;
	sel->has = GT_SEL_TIME | what;
	return 0;
}

static int program_wall(void *ctx, const char *what, const char *text, int64_t *ns, struct gt_error *err)
{
	const struct gt_program *prog = ctx;

	return gt_wall_parse(prog->trace, what, text, ns, err);
}

static int program_resolve(void *ctx, char kind, uint64_t id, struct gt_sel *sel, struct gt_error *err)
{
	struct gt_program *prog = ctx;
	struct gt_thread_row th;
	struct gt_proc p;

	*sel = *gt_app_sel(prog->app);
	switch (kind) {
	case 'g':
		return resolve_g(prog, id, sel, err);
	case 'p':
		if (!gt_proc_get(prog->trace, gt_proc_find(prog->trace, id), &p))
			return gt_error_usage(err, "there is no processor %" PRIu64, id);
		sel->p = id;
		return use_time(sel, GT_SEL_P, p.first);
	case 'm':
		if (!gt_trace_has_threads(prog->trace))
			return gt_error_usage(err, "this trace says nothing about threads");
		if (!gt_thread_get(prog->trace, gt_thread_find(prog->trace, id), &th))
			return gt_error_usage(err, "there is no thread %" PRIu64, id);
		sel->m = id;
		return use_time(sel, GT_SEL_M, th.first);
	default:
		if (!gt_sel_event(sel, prog, id))
			return gt_error_usage(err, "there is no event %" PRIu64 ": the last one is %" PRIu64,
					      id, gt_trace_info(prog->trace)->events - 1);
		return 0;
	}
}

static bool program_goroutine(void *ctx, uint32_t row, uint64_t *id, uint32_t *func, const char **name, size_t *n)
{
	const struct gt_program *prog = ctx;
	struct gt_goroutine g;

	if (!gt_goroutine_get(prog->trace, row, &g))
		return false;
	*id = g.id;
	*func = g.func;
	*name = gt_trace_string(prog->trace, g.func, n);
	return true;
}

static void program_describe(void *ctx, const struct gt_sel *sel, struct gt_buf *out)
{
	const struct gt_program *prog = ctx;
	struct gt_goroutine g;
	size_t n;

	if (sel->has & GT_SEL_G) {
		gt_buf_printf(out, "G%" PRIu64 " ", sel->g);
		if (gt_goroutine_get(prog->trace, sel->g_row, &g) && g.func) {
			const char *func = gt_trace_string(prog->trace, g.func, &n);

			gt_buf_add(out, func, n);
			gt_buf_putc(out, ' ');
		}
	}
	if (sel->has & GT_SEL_P)
		gt_buf_printf(out, "P%" PRIu64 " ", sel->p);
	if (sel->has & GT_SEL_TIME)
		gt_human_time(out, sel->time_ns);
	if (sel->has & GT_SEL_SPAN)
		gt_say(out, " +{}", gt_as_dur(sel->end_ns - sel->time_ns));
}

const struct gt_app_ops gt_program_ops = {
	.title = program_title,
	.progress = progress,
	.woken = woken,
	.wait = wait_for_worker,
	.wait_events = wait_for_events,
	.hold = program_hold,
	.keep = program_keep,
	.follow = program_follow,
	.sleeping = program_sleeping,
	.cancel = program_cancel,
	.has = program_has,
	.duration = program_duration,
	.unreliable = unreliable,
	.export_trace = program_export_trace,
	.reads = program_reads,
	.wall = program_wall,
	.resolve = program_resolve,
	.goroutine = program_goroutine,
	.describe = program_describe,
};

/* ---- start ---- */

/* The first one is shown at the start. */
static const struct {
	enum gt_view_id view;
	const struct gt_pane_ops *ops;
} panes[] = {
	{ GT_VIEW_OVERVIEW, &gt_pane_overview },     { GT_VIEW_TIMELINE, &gt_pane_timeline },
	{ GT_VIEW_GREEDY, &gt_pane_greedy },         { GT_VIEW_GOROUTINES, &gt_pane_goroutines },
	{ GT_VIEW_EVENTS, &gt_pane_events },         { GT_VIEW_GC, &gt_pane_gc },
	{ GT_VIEW_PATH, &gt_pane_path },             { GT_VIEW_PROFILES, &gt_pane_profiles },
	{ GT_VIEW_WAITS, &gt_pane_waits },           { GT_VIEW_REQUESTS, &gt_pane_tasks },
	{ GT_VIEW_COMPARE, &gt_pane_compare },       { GT_VIEW_VALUES, &gt_pane_values },
	{ GT_VIEW_SIDES, &gt_pane_sides },
};

void gt_program_run_commands(struct gt_program *prog)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);
	struct gt_error err;
	struct gt_growing g;
	bool early = prog->working && !(info->events && gt_trace_grows(prog->trace, &g));

	while (prog->commands && *prog->commands) {
		const char *line = *prog->commands;
		char word[16];
		enum gt_action a;

		snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t"), line);
		a = gt_action_find(word);
		if (early && (a == GT_ACT_NONE || a > GT_ACT_VIEW_COMPARE))
			return;
		prog->commands++;
		if (gt_app_command_of_script(prog->app, line, &err) == 0)
			continue;
		gt_app_error(prog->app, "-c %s: %s", line, err.text);
		if (!prog->command.code) {
			prog->command = err;
			gt_error_context(&prog->command, "-c %s", line);
		}
	}
}

void gt_program_start(struct gt_program *prog)
{
	const struct gt_option_set set = { gt_program_option_table, gt_program_option_count(), prog };

	prog->app = gt_app_new(&gt_program_ops, prog);
	gt_app_add_options(prog->app, &set);
	for (size_t i = 0; i < GT_COUNT(panes); i++)
		if ((panes[i].view != GT_VIEW_COMPARE && panes[i].view != GT_VIEW_SIDES) || prog->others)
			gt_app_add_pane(prog->app, panes[i].view, panes[i].ops);
	gt_app_show(prog->app, prog->others ? GT_VIEW_COMPARE : panes[0].view);
}
