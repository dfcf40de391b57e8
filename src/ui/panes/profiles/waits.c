/* The view of waits: the modes that it has. */
#include "ui/panes/profiles/profiles.h"

#include <string.h>

#include "analysis/table/celltext.h"
#include "analysis/table/reports.h"
#include "analysis/waitlist/waitgroups.h"
#include "analysis/waits/waitkeys.h"
#include "ui/detail/profileof.h"
#include "ui/panes/panes.h"
#include "ui/panes/rows.h"

#define HEAD_MIN_ROWS 8       /* a canvas with fewer has no room for the line about all */

/* ---- rows ---- */

/* A group stands for its longest wait: jumps lead there. */
static bool group_select(const struct gt_pane_table *pt, uint64_t row, struct gt_sel *sel)
{
	struct gt_interval iv;
	uint32_t g;

	return gt_waitgroup_longest(pt->table, row, &g, &iv) &&
	       gt_rows_span_sel(sel, pt, g, GT_NO_ROW, iv.t0, iv.t1);
}

static gt_style wait_group_style(const struct gt_pane_table *pt, uint64_t row, int col)
{
	struct gt_cell c;

	if (col != GT_WG_NAME)
		return GT_ROLE_NORMAL;
	gt_table_cell(pt->table, row, GT_WG_SYSTEM, &c);
	return !c.null && c.b ? GT_ROLE_RUNTIME : GT_ROLE_NORMAL;
}

static const char group_columns[] = "group count total p50/3 p90/8 p99/2 p999/7 max/1 when/4 open/5 system/5 kind/6";

static const char stack_columns[] =
	"group top/7 count total p50/3 p90/8 p99/2 p999/7 max/1 when/4 open/5 system/5 kind/6";

#define GROUPS(of, its_columns, hides, none) { \
	.report = &gt_report_##of, .columns = its_columns, \
	.what = "groups", .owners = hides, GT_PROFILE_SUMS, .select = group_select, .style = wait_group_style, \
	.nothing = none }

static const struct gt_pane_table_spec groups_spec = GROUPS(waitgroups, group_columns, true, GT_NO_WAITS);
static const struct gt_pane_table_spec schedgroups_spec = GROUPS(schedgroups, group_columns, false,
								       GT_NO_SCHED_WAITS);
static const struct gt_pane_table_spec stackgroups_spec = GROUPS(waitgroups, stack_columns, true, GT_NO_WAITS);

static void wait_groups_line(struct gt_buf *out, const struct gt_pane_table *pt)
{
	gt_profile_sums_text(out, pt, gt_as_said("in {}", gt_as_many(pt->list.rows, "group")));
}

static void wait_group_detail(struct gt_pane_table *pt, uint64_t row, struct gt_detail *d)
{
	struct gt_interval iv;
	uint32_t g;

	if (!gt_pane_table_says(pt, GT_WG_NAME)) {
		gt_table_text(&d->value, pt->table, row, GT_WG_NAME);
		gt_detail_put(d, "Group");
	}
	gt_rows_numbers(d, pt, "count total p50 p90 p99 p999 max open open_ns");
	if (!gt_waitgroup_longest(pt->table, row, &g, &iv))
		return;
	gt_detail_add(d, GT_ROLE_LABEL, "The longest of them");
	gt_goroutine_title(&d->value, pt->prog->trace, g);
	gt_detail_put(d, "Goroutine");
	gt_detail_interval(d, pt->prog, g, &iv);
}

/* ---- the waits of one group ---- */

static enum gt_wait_group group_of(const struct gt_pane *pane, struct gt_mode_part part)
{
	return (enum gt_wait_group)pane->modes->spec->v[gt_mode_of_group(part)].args.group;
}

/* Rows of the report sched by what they show. */
static bool filter_sched(struct gt_pane *pane, struct gt_mode_part part, struct gt_mode_filter *f)
{
	struct gt_waitkey key = gt_waitkey_of_number(part.key);
	enum gt_wait_group by = group_of(pane, part);
	struct gt_buf name = { 0 };
	bool named = gt_waitkey_text(&name, gt_program_of(pane)->trace, by, &key);

	gt_mode_filter_is(f, by == GT_WAITS_BY_CAUSE ? "cause" : "func", gt_buf_str(&name), named ? name.len : 0);
	gt_buf_printf(&f->of, "of %s", gt_buf_str(&name));
	gt_buf_release(&name);
	return true;
}

static enum gt_narrowed narrow_waits(struct gt_pane *pane, struct gt_pane_table *pt, struct gt_mode_part part)
{
	struct gt_table_args *a = &pt->args;
	enum gt_wait_group by = part.what ? group_of(pane, part) : GT_WAITS_BY_REASON;

	if (a->has_key == !!part.what && (!part.what || (a->key == part.key && a->group == by)))
		return GT_NARROWED;
	a->has_key = part.what;
	a->key = part.key;
	a->group = by;
	gt_list_goto(&pt->list, 0, false);
	return GT_NARROWED_REOPEN;
}

static void wait_group_status(struct gt_pane *pane, struct gt_buf *out)
{
	struct gt_mode_part part = pane->modes->part;
	struct gt_waitkey key = gt_waitkey_of_number(part.key);

	if (!part.what)
		return;
	gt_buf_puts(out, "of ");
	gt_waitkey_text(out, gt_program_of(pane)->trace, group_of(pane, part), &key);
	gt_buf_putc(out, ' ');
}

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
	.spec = &of##_spec, .args = { .group = GT_WAITS_BY_##by }, \
	.line = wait_groups_line, .detail = wait_group_detail, \
	.next = "P shows a profile of them", .members = MODE_##list, .own = GT_PROFILE_OF_##by, .key = gt_waitgroup_key

static const struct gt_mode waits_modes[] = {
	[MODE_WAITS] = {
		.name = "all", .help = "every wait of every goroutine",
		.spec = &gt_profile_waits_spec, .head = gt_profile_waits_head, .detail = gt_profile_wait_detail,
		.narrow = narrow_waits, .status = wait_group_status,
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
		.spec = &gt_profile_sched_spec, .head = gt_profile_waits_head, .detail = gt_profile_wait_detail,
		.filter = filter_sched, .handle = gt_profile_wait_handle },
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
