/* The view of waits and profiles: the modes that it has. */
#include "ui/panes/profiles/profiles.h"

#include <stdlib.h>

#include "analysis/waitlist/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "ui/detail/links.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/profiles/profile_locks.h"
#include "ui/panes/profiles/profile_queues.h"
#include "ui/panes/profiles/profile_trees.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* ---- what it lists ---- */

enum profiles_mode {
	MODE_WAITS,           /* report waits, of all or of one group */
	MODE_REASONS,         /* waitgroups */
	MODE_STACKS,
	MODE_FUNCS,
	MODE_WAKERS,
	MODE_SCHED_WAITS,     /* sched, of all or of one group */
	MODE_CAUSES,          /* schedgroups */
	MODE_SCHED_FUNCS,
	MODE_LOCKS,           /* locks, lockwaits: of all or of one lock */
	MODE_LOCK_WAITS,
	MODE_QUEUES,          /* queues, queuewaits: of all or of one queue */
	MODE_QUEUE_WAITS,
	MODE_TREES            /* call trees: of the profiles in the order of enum gt_profile_kind */
};

/* own: what a profile of such a group is of */
#define GROUPED(by, of, list) \
	.spec = &gt_profile_##of##_spec, .args = { .group = GT_WAITS_BY_##by }, \
	.line = gt_profile_groups_line, .detail = gt_profile_group_detail, \
	.members = MODE_##list, .own = GT_PROFILE_OF_##by, .key = gt_waitgroup_key

#define TREE(kind, of, its_name, its_help) [MODE_TREES + GT_PROFILE_##kind] = { \
	.name = its_name, .help = its_help, .spec = &gt_profile_##of##_spec, \
	.tree = true, .keeps_part = true, .narrow = gt_profile_narrow_tree, .status = gt_profile_tree_status, \
	.head = gt_profile_tree_head, .detail = gt_profile_tree_detail, .export_open = gt_profile_tree_export }

static const struct gt_mode profiles_modes[] = {
	[MODE_WAITS] = {
		.name = "all", .help = "every wait of every goroutine",
		.spec = &gt_profile_waits_spec, .head = gt_profile_waits_head, .detail = gt_profile_wait_detail,
		.narrow = gt_profile_narrow_waits, .status = gt_profile_group_status,
		.handle = gt_profile_wait_handle },
	[MODE_REASONS] = {
		.name = "by-reason", .help = "what goroutines wait for",
		GROUPED(REASON, groups, WAITS) },
	[MODE_STACKS] = {
		.name = "by-where", .help = "where they wait",
		GROUPED(STACK, stackgroups, WAITS) },
	[MODE_FUNCS] = {
		.name = "by-function", .minor = 1 + MODE_WAITS, .help = "which goroutines wait, by start function",
		GROUPED(FUNC, groups, WAITS) },
	[MODE_WAKERS] = {
		.name = "by-waker", .help = "who or what ends them",
		GROUPED(WAKER, groups, WAITS) },
	[MODE_SCHED_WAITS] = {
		.name = "scheduling", .help = "waits of the program's goroutines for a processor",
		.spec = &gt_profile_sched_spec, .head = gt_profile_waits_head, .detail = gt_profile_sched_detail,
		.narrow = gt_profile_narrow_sched, .status = gt_profile_group_status,
		.handle = gt_profile_wait_handle },
	[MODE_CAUSES] = {
		.name = "scheduling-by-cause", .minor = 1 + MODE_SCHED_WAITS, .help = "why they were runnable",
		GROUPED(CAUSE, schedgroups, SCHED_WAITS) },
	[MODE_SCHED_FUNCS] = {
		.name = "scheduling-by-function", .minor = 1 + MODE_SCHED_WAITS, .help = "which goroutines waited, by start function",
		GROUPED(FUNC, schedgroups, SCHED_WAITS) },
	[MODE_LOCKS] = {
		.name = "locks", .help = "locks they waited for, who held them, convoys",
		.spec = &gt_profile_locks_spec, .line = gt_profile_locks_line, .detail = gt_profile_lock_detail,
		.members = MODE_LOCK_WAITS, .key = gt_profile_lock_key },
	[MODE_LOCK_WAITS] = {
		.name = "lockwaits", .aside = true, .help = "each of these waits, and who held the lock",
		.spec = &gt_profile_lockwaits_spec, .head = gt_profile_waits_head,
		.detail = gt_profile_lockwait_detail, .narrow = gt_profile_narrow_locks,
		.status = gt_profile_lock_status, .handle = gt_profile_wait_handle },
	[MODE_QUEUES] = {
		.name = "queues", .help = "channels and conditions that they waited for, and who let them in",
		.spec = &gt_profile_queues_spec, .line = gt_profile_queues_line, .detail = gt_profile_queue_detail,
		.members = MODE_QUEUE_WAITS, .key = gt_profile_queue_key },
	[MODE_QUEUE_WAITS] = {
		.name = "queuewaits", .aside = true, .help = "each of these waits, and who ended it",
		.spec = &gt_profile_queuewaits_spec, .head = gt_profile_waits_head,
		.detail = gt_profile_queuewait_detail, .narrow = gt_profile_narrow_queues,
		.status = gt_profile_queue_status, .handle = gt_profile_wait_handle },
	TREE(NET, tree, "net", "where goroutines wait for the network"),
	TREE(SYNC, tree, "sync", "where they wait for each other"),
	TREE(SYSCALL, tree, "syscall", "where they are in system calls"),
	TREE(SCHED, tree, "schedlat", "what made them runnable before they wait"),
	TREE(CPU, samples, "samples", "where the CPU profile found them"),
	TREE(OFFCPU, tree, "offcpu", "where they stand while they do not run"),
	TREE(CRITPATH, tree, "critpath", "its time, and that of those it waited for"),
};

static const struct gt_modes_spec profiles_shows = {
	.v = profiles_modes, .n = GT_COUNT(profiles_modes), .head_rows = HEAD_MIN_ROWS,
};

/* What another view asked for (gt_profile_of_ask). */
static void profiles_open_of(struct gt_pane *pane, const struct gt_sel *sel)
{
	const struct gt_program *prog = gt_program_of(pane);
	struct gt_mode_part part = { prog->profile_of.part.what, prog->profile_of.part.id };

	if (gt_app_jump(pane->app, GT_VIEW_PROFILES, sel))
		gt_modes_show(pane, MODE_TREES + (unsigned)prog->profile_of.kind, part);
}

/* ---- ops ---- */

static void profiles_init(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (unsigned i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_init(&v->kept[i]);
		*gt_tree_args_in(&gt_mode_table(pane, MODE_TREES + i)->args) =
			(struct gt_tree_args){ .profile = (uint8_t)i, .kept = &v->kept[i] };
	}
}

static void profiles_free_pane(struct gt_pane *pane)
{
	struct gt_profiles *v = pane->priv;

	for (int i = 0; i < GT_PROFILES; i++) {
		gt_lastkept_release(&v->kept[i]);
		gt_profile_names_release(&v->names[i]);
	}
}

/* P: of a group of goroutines or of waits, or of what the tree is of already. */
static bool profiles_profile(struct gt_pane *pane)
{
	const struct gt_mode *mode = gt_mode_now(pane);
	struct gt_mode_part part = pane->modes->part;
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt), key;

	if (mode->tree) {
		gt_profile_of_ask(pane->app, (enum gt_profile_of)part.what, part.key);
		return true;
	}
	if (row == UINT64_MAX || mode->own == GT_PROFILE_OF_ALL)
		return false;
	key = mode->key(pt->table, row);
	if (mode->own == GT_PROFILE_OF_FUNC)
		key = gt_waitkey_of_number(key).row;
	gt_profile_of_ask(pane->app, (enum gt_profile_of)mode->own, key);
	return true;
}

/* Esc: of all again. */
static bool profiles_cancel(struct gt_pane *pane)
{
	if (!gt_mode_now(pane)->tree || !pane->modes->part.what || gt_app_works(pane->app))
		return false;
	gt_app_record(pane->app);
	return gt_modes_show(pane, pane->modes->now, (struct gt_mode_part){ 0 });
}

static bool profiles_handle(struct gt_pane *pane, const struct gt_act *act)
{
	struct gt_pane_table *pt = gt_modes_table(pane);
	struct gt_sel sel;

	if ((act->action == GT_ACT_PROFILE_OF && profiles_profile(pane)) ||
	    (act->action == GT_ACT_CANCEL && profiles_cancel(pane)))
		return true;
	if (gt_modes_handle(pane, act) || gt_pane_table_handle(pt, act))
		return true;
	return gt_pane_table_sel(pt, &sel) && gt_links_handle(pane, act, &sel);
}

const struct gt_pane_ops gt_pane_profiles = {
	.name = "profiles",
	.title = "Profiles",
	.about = "Every wait of every goroutine, longest first: waiting for something, runnable without a processor, "
		 "or in a system call without one; what ended it, and where. The head has the sum and the percentiles of "
		 "the rows that are shown, and when they were; waits that did not end (») are apart. Enter shows the wait "
		 "in the timeline, r the goroutine, v the events, W what led up to its end, u the goroutine that ended it. "
		 "b shows groups instead, by reason, stack, start function or waker, with a line of bars for when they "
		 "were; Enter lists the waits of a group, and jumps lead to its longest. Scheduling has the waits of "
		 "the program's goroutines for a processor, also by cause and function. Locks are pairs of places "
		 "that take and give back a sync.Mutex or sync.RWMutex; Enter lists the waits for one, with who held it. "
		 "The key . hides the "
		 "runtime's goroutines. Profiles are call trees with flame rows above: a frame is as wide as its time, "
		 "Enter shows only what is below a function, Backspace leads out, + and - unfold and fold, i turns the "
		 "tree over, f makes it a table of functions, / lights functions up and says their share. P shows "
		 "a profile of one goroutine, group, task or region, from where it is listed; of a group of waits, of "
		 "these alone; Esc shows that of all again.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_PANE_OPS(struct gt_profiles, profiles_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_INVERT, GT_ACT_FLAT, GT_ACT_UNFOLD, GT_ACT_FOLD,
		GT_ACT_UNFOLD_ALL, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.init = profiles_init,
	.free = profiles_free_pane,
	.open = profiles_open_of,
	.handle = profiles_handle,
	.refresh = gt_table_pane_refresh,
};
