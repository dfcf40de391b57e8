/* Profiles of a part of the program. */
#include "ui/detail/profileof.h"

#include <string.h>

#include "analysis/profiles/profile.h"
#include "analysis/table/stacktext.h"
#include "ui/detail/detail.h"

static const struct gt_menu_item profile_items[GT_PROFILES] = {
	[GT_PROFILE_NET] = { .text = "Network", .help = "where it waits for the network" },
	[GT_PROFILE_SYNC] = { .text = "Synchronization", .help = "where it waits for other goroutines" },
	[GT_PROFILE_SYSCALL] = { .text = "System calls", .help = "where it is in system calls" },
	[GT_PROFILE_SCHED] = { .text = "Scheduler latency", .help = "what made it runnable before it waits" },
	[GT_PROFILE_CPU] = { .text = "CPU samples", .help = "where the CPU profile found it" },
	[GT_PROFILE_OFFCPU] = { .text = "Off-CPU", .help = "where it stands while it does not run" },
	[GT_PROFILE_CRITPATH] = { .text = "Critical path",
				  .help = "its time, and that of those it waited for" },
};

void gt_profile_of_text(struct gt_buf *out, const struct gt_trace *t, enum gt_profile_of what, uint32_t row)
{
	static const char *const words[] = {
		[GT_PROFILE_OF_FUNC] = "goroutines of ", [GT_PROFILE_OF_TASK] = "tasks ",
		[GT_PROFILE_OF_REGION] = "regions ",
	};

	if (what == GT_PROFILE_OF_GOROUTINE) {
		gt_goroutine_title(out, t, row);
	} else if (what != GT_PROFILE_OF_ALL) {
		gt_put_string(out, t, words[what], row,
			      what == GT_PROFILE_OF_FUNC ? "goroutines without a name" : NULL);
	}
}

static void profile_of_chosen(struct gt_app *app, void *arg, size_t item, bool checked)
{
	struct gt_program *prog = arg;

	(void)checked;
	prog->profile_of.kind = (int)item;
	gt_app_open(app, GT_VIEW_PROFILES, gt_app_sel(app));
}

void gt_profile_of_ask(struct gt_app *app, enum gt_profile_of what, uint32_t row)
{
	struct gt_program *prog = gt_app_ctx(app);
	struct gt_buf title = { 0 };
	size_t n = 0;
	const char *name = gt_trace_string(prog->trace, what > GT_PROFILE_OF_GOROUTINE ? row : 0, &n);

	if (n && memchr(name, '\0', n)) {
		gt_app_error(app, "no profile of this: its name contains a NUL");
		return;
	}
	gt_buf_puts(&title, "Profile of ");
	gt_profile_of_text(&title, prog->trace, what, row);
	prog->profile_of.what = what;
	prog->profile_of.row = row;
	gt_app_menu(app, &(struct gt_menu_spec){
		.title = gt_buf_str(&title), .items = profile_items, .n = GT_PROFILES, .current = GT_PROFILE_OFFCPU,
		.chosen = profile_of_chosen, .arg = prog });
	gt_buf_release(&title);
}
