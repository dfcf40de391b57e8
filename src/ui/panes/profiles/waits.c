/* The view of waits: the modes that it has. */
#include "ui/panes/profiles/profiles.h"

#include "analysis/waitlist/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* ---- what it lists ---- */

enum waits_mode {
	MODE_WAITS,           /* report waits, of all or of one group */
	MODE_STACKS,          /* waitgroups */
	MODE_REASONS,
	MODE_WAKERS,
	MODE_FUNCS,
	MODE_QUEUES,          /* queues, queuewaits: of all or of one queue */
	MODE_QUEUE_WAITS,
	MODE_LOCKS,           /* locks, lockwaits: of all or of one lock */
	MODE_LOCK_WAITS,
	MODE_SCHED_WAITS,     /* sched, of all or of one group */
	MODE_CAUSES,          /* schedgroups */
	MODE_SCHED_FUNCS
};

/* own: what a profile of such a group is of */
#define GROUPED(by, of, list) \
	.spec = &gt_profile_##of##_spec, .args = { .group = GT_WAITS_BY_##by }, \
	.line = gt_profile_groups_line, .detail = gt_profile_group_detail, \
	.next = "P shows a profile of them", .members = MODE_##list, .own = GT_PROFILE_OF_##by, .key = gt_waitgroup_key

static const struct gt_mode waits_modes[] = {
	[MODE_WAITS] = {
		.name = "all", .help = "every wait of every goroutine",
		.spec = &gt_profile_waits_spec, .head = gt_profile_waits_head, .detail = gt_profile_wait_detail,
		.narrow = gt_profile_narrow_waits, .status = gt_profile_group_status,
		.handle = gt_profile_wait_handle },
	[MODE_STACKS] = {
		.name = "by-where", .help = "where they wait",
		GROUPED(STACK, stackgroups, WAITS) },
	[MODE_REASONS] = {
		.name = "by-reason", .help = "what goroutines wait for",
		GROUPED(REASON, groups, WAITS) },
	[MODE_WAKERS] = {
		.name = "by-waker", .help = "who or what ends them",
		GROUPED(WAKER, groups, WAITS) },
	[MODE_FUNCS] = {
		.name = "by-function", .minor = 1 + MODE_WAITS, .help = "which goroutines wait, by start function",
		GROUPED(FUNC, groups, WAITS) },
	[MODE_QUEUES] = {
		.name = "queues", .help = "channels and conditions that they waited for, and who let them in",
		.spec = &gt_profile_queues_spec, .line = gt_profile_queues_line, .detail = gt_profile_queue_detail,
		.members = MODE_QUEUE_WAITS, .key = gt_profile_queue_key },
	[MODE_QUEUE_WAITS] = {
		.name = "queuewaits", .aside = true, .help = "each of these waits, and who ended it",
		.spec = &gt_profile_queuewaits_spec, .head = gt_profile_waits_head,
		.detail = gt_profile_queuewait_detail, .filter = gt_profile_filter_queue,
		.handle = gt_profile_wait_handle },
	[MODE_LOCKS] = {
		.name = "locks", .help = "locks they waited for, who held them, convoys",
		.spec = &gt_profile_locks_spec, .line = gt_profile_locks_line, .detail = gt_profile_lock_detail,
		.members = MODE_LOCK_WAITS, .key = gt_profile_lock_key },
	[MODE_LOCK_WAITS] = {
		.name = "lockwaits", .aside = true, .help = "each of these waits, and who held the lock",
		.spec = &gt_profile_lockwaits_spec, .head = gt_profile_waits_head,
		.detail = gt_profile_lockwait_detail, .filter = gt_profile_filter_lock,
		.handle = gt_profile_wait_handle },
	[MODE_SCHED_WAITS] = {
		.name = "scheduling", .help = "waits of the program's goroutines for a processor",
		.spec = &gt_profile_sched_spec, .head = gt_profile_waits_head, .detail = gt_profile_sched_detail,
		.filter = gt_profile_filter_sched, .handle = gt_profile_wait_handle },
	[MODE_CAUSES] = {
		.name = "scheduling-by-cause", .minor = 1 + MODE_SCHED_WAITS, .help = "why they were runnable",
		GROUPED(CAUSE, schedgroups, SCHED_WAITS) },
	[MODE_SCHED_FUNCS] = {
		.name = "scheduling-by-function", .minor = 1 + MODE_SCHED_WAITS, .help = "which goroutines waited, by start function",
		GROUPED(FUNC, schedgroups, SCHED_WAITS) },
};

static const struct gt_modes_spec waits_shows = {
	.v = waits_modes, .n = GT_COUNT(waits_modes), .head_rows = HEAD_MIN_ROWS,
};

/* ---- ops ---- */

/* P: of a group of goroutines or of waits. */
static bool waits_profile(struct gt_pane *pane)
{
	const struct gt_mode *mode = gt_mode_now(pane);
	struct gt_pane_table *pt = gt_modes_table(pane);
	uint64_t row = gt_pane_table_cursor(pt), key;

	if (row == UINT64_MAX || mode->own == GT_PROFILE_OF_ALL)
		return false;
	key = mode->key(pt->table, row);
	if (mode->own == GT_PROFILE_OF_FUNC)
		key = gt_waitkey_of_number(key).row;
	gt_profile_of_ask(pane->app, (enum gt_profile_of)mode->own, key);
	return true;
}

static bool waits_handle(struct gt_pane *pane, const struct gt_act *act)
{
	return (act->action == GT_ACT_PROFILE_OF && waits_profile(pane)) || gt_rows_handle(pane, act);
}

const struct gt_pane_ops gt_pane_waits = {
	.name = "waits",
	.title = "Waits",
	.about = "Every wait of every goroutine, longest first: waiting for something, runnable without a processor, "
		 "or in a system call without one; what ended it, and where. What stands above is about the rows "
		 "that are shown; waits that did not end (») are apart. Jumps from a group lead to its longest wait. "
		 "Locks are pairs of places that take and give back a sync.Mutex or sync.RWMutex, queues places "
		 "where goroutines wait for a channel or a condition.",
	GT_TABLE_PANE_OPS,
	GT_ROWS_OPS(waits_shows),
	.acts = GT_ACTIONS(GT_ACT_GROUP, GT_ACT_RUNTIME),
	.hints = GT_ACTIONS(GT_ACT_GROUP),
	.handle = waits_handle,
	.refresh = gt_table_pane_refresh,
};
