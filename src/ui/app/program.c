/* The trace on the screen: options about it, and what all panes say of it alike. */
#include "ui/app/program.h"

#include <string.h>

const struct gt_option gt_program_option_table[] = {
	{ .name = "greedy-threshold", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, greedy_ns),
	  .value = "10ms", .min = 0, .max = INT64_MAX, .help = "mark slices of this length or more" },
	{ .name = "long-wait", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, wait_ns),
	  .value = "10ms", .min = 1, .max = INT64_MAX,
	  .help = "{ and } stop at goroutines that were runnable this long before they ran" },
	{ .name = "clock", .kind = GT_OPT_CHOICE, .offset = offsetof(struct gt_program, clock),
	  .value = "start", .choices = "start cursor wall",
	  .help = "what the times on the timeline's axis count from" },
	{ .name = "stw-threshold", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, stw_ns),
	  .value = "1ms", .min = 0, .max = INT64_MAX,
	  .help = "mark slices that delayed a stop-the-world pause by this much or more" },
	{ .name = "finding-wait", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, findings.sweep.long_wait),
	  .value = "1ms", .min = 0, .max = INT64_MAX,
	  .help = "Overview: waits for a processor longer than this count as long" },
	{ .name = "finding-slice", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, findings.sweep.long_slice),
	  .value = "10ms", .min = 1, .max = INT64_MAX,
	  .help = "Overview: slices of this length or more count if others had to wait" },
	{ .name = "finding-stop", .kind = GT_OPT_DUR, .offset = offsetof(struct gt_program, findings.stop),
	  .value = "1ms", .min = 1, .max = INT64_MAX / 10,
	  .help = "Overview: leave out shorter parts of stop-the-world pauses, and findings that cost less" },
	{ .name = "finding-share", .kind = GT_OPT_INT, .offset = offsetof(struct gt_program, findings.permille),
	  .value = "10", .min = 0, .max = 1000,
	  .help = "Overview: leave out what costs less, in thousandths of the time" },
	{ .name = "finding-leak", .kind = GT_OPT_INT, .offset = offsetof(struct gt_program, findings.leak),
	  .value = "10", .min = 1, .max = INT64_MAX,
	  .help = "Overview: report a leak if this many goroutines of a function never end" },
	{ .name = "finding-gcs", .kind = GT_OPT_INT, .offset = offsetof(struct gt_program, findings.gcs),
	  .value = "10", .min = 1, .max = INT64_MAX,
	  .help = "Overview: report a GC that runs this many times a second because its heap is soon full" },
	{ .name = "busiest-lanes", .kind = GT_OPT_BOOL, .offset = offsetof(struct gt_program, busiest_lanes),
	  .value = "yes", .help = "Timeline: rows that are left show the goroutines that ran most in the window" },
	{ .name = "hide-runtime", .kind = GT_OPT_BOOL, .offset = offsetof(struct gt_program, hide_runtime),
	  .value = "yes", .help = "hide the runtime's own goroutines" },
};

size_t gt_program_option_count(void)
{
	return GT_COUNT(gt_program_option_table);
}

gt_style gt_goroutine_style(const struct gt_trace *t, const struct gt_goroutine *g)
{
	static const char worker[] = "runtime.gcBgMarkWorker";
	size_t n;
	const char *func = gt_trace_string(t, g->func, &n);

	if (n >= strlen(worker) && memcmp(func, worker, strlen(worker)) == 0)
		return GT_ROLE_GC;
	return gt_owner_of(t, g) == GT_OWNER_RUNTIME ? GT_ROLE_RUNTIME : gt_style_goroutine(g->id);
}

const char *gt_program_fault(const struct gt_program *prog)
{
	const struct gt_trace_info *info = gt_trace_info(prog->trace);

	if (!info->done || info->complete)
		return NULL;
	if (info->cancelled)
		return "stopped";
	/* Neither a file that ends early nor a full disk means that what there is is wrong. */
	switch (info->damage.code) {
	case GT_ERR_CUT:
	case GT_ERR_IO:
	case GT_ERR_NOMEM:
		return "incomplete";
	default:
		return "damaged";
	}
}

/* Ps of stops that are looked at in a frame: of many stops the rest comes with the next ones. */
#define BLAMES_PER_FRAME 20000

const struct gt_blame_index *gt_program_blame_index(struct gt_program *prog)
{
	uint64_t budget = 1 + BLAMES_PER_FRAME / (gt_trace_info(prog->trace)->procs + 1);

	if (!gt_blame_index_update(&prog->blames, prog->trace, budget))
		gt_app_dirty(prog->app, GT_DIRTY_REPAINT);
	return &prog->blames;
}

void gt_program_toggle_runtime(struct gt_program *prog)
{
	prog->hide_runtime = !prog->hide_runtime;
	gt_app_take_asked(prog->app, GT_NO_VIEW);
	gt_app_message(prog->app, prog->hide_runtime ? "runtime goroutines are hidden; those without a name are not"
						     : "runtime goroutines are shown");
	gt_app_data_changed(prog->app);
}

void gt_program_show_runtime(struct gt_program *prog)
{
	prog->hide_runtime = false;
	gt_app_message(prog->app, "what was asked for is the runtime's: runtime goroutines are shown");
	gt_app_data_changed(prog->app);
}
