/* The reports of profiles: net, sync, syscall, schedlat, offcpu, samples. */
#include "analysis/profiles/profile.h"
#include "analysis/table/reports.h"
#include "analysis/stacks/where.h"
#include "base/xalloc.h"

struct profiles {
	struct gt_table head;
	struct gt_profile profile;
	struct gt_wheres wheres;        /* once it is asked for */
	struct gt_item totals[4];
};

static void profile_func(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_profile_stack *s = t->at;

	gt_cell_string(out, t->trace, gt_where_func(t->trace, s->stack));
}

/* With the frames that distinguish it from other rows there. */
static void profile_where(struct gt_table *t, struct gt_cell *out)
{
	struct profiles *ps = (struct profiles *)t;
	uint32_t *stacks;

	if (!ps->wheres.apart) {
		stacks = gt_xcalloc(t->rows + 1, sizeof *stacks);
		for (uint64_t i = 0; i < t->rows; i++)
			stacks[i] = ps->profile.stacks[i].stack;
		gt_wheres_make(&ps->wheres, t->trace, stacks, t->rows);
		free(stacks);
	}
	gt_cell_one_of_wheres(out, t, &ps->wheres, ps->profile.stacks[t->row].stack);
}

/* The innermost frame as it is, the runtime's own included. */
static void profile_top(struct gt_table *t, struct gt_buf *out)
{
	gt_stack_top(out, t->trace, ((const struct gt_profile_stack *)t->at)->stack);
}

static void profile_waker(struct gt_table *t, struct gt_cell *out)
{
	const struct gt_profile_stack *s = t->at;

	if (s->waker)
		gt_cell_stack(out, s->waker);
}

static void profile_share(struct gt_table *t, struct gt_cell *out)
{
	const struct profiles *ps = (const struct profiles *)t;
	const struct gt_profile_stack *s = t->at;

	if (ps->profile.ns > 0)
		gt_cell_r(out, (double)s->ns / (double)ps->profile.ns);
}

const struct gt_report *gt_profile_report(enum gt_profile_kind kind)
{
	static const struct gt_report *const reports[GT_PROFILES] = {
		[GT_PROFILE_NET] = &gt_report_net, [GT_PROFILE_SYNC] = &gt_report_sync,
		[GT_PROFILE_SYSCALL] = &gt_report_syscall, [GT_PROFILE_SCHED] = &gt_report_schedlat,
		[GT_PROFILE_CPU] = &gt_report_samples, [GT_PROFILE_OFFCPU] = &gt_report_offcpu,
		[GT_PROFILE_CRITPATH] = &gt_report_critpath,
	};

	return reports[kind];
}

static enum gt_profile_kind kind_of(const struct gt_report *r)
{
	enum gt_profile_kind kind = 0;

	while (gt_profile_report(kind) != r)
		kind++;
	return kind;
}

static int profile_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct profiles *ps = (struct profiles *)t;
	struct gt_profile_args a = gt_profile_args_of(args, kind_of(t->report));
	int rc = gt_profile_make(&ps->profile, t->trace, &a, err);

	t->rows = ps->profile.n;
	return rc;
}

static size_t profile_totals(struct gt_table *t, const struct gt_item **items)
{
	struct profiles *ps = (struct profiles *)t;
	const struct gt_profile *p = &ps->profile;

	gt_item_u(&ps->totals[0], "total_count", p->count);
	gt_item_ns(&ps->totals[1], "total_delay_ns", p->ns);
	gt_item_u(&ps->totals[2], "unfinished_count", p->unfinished);
	gt_item_ns(&ps->totals[3], "unfinished_delay_ns", p->unfinished_ns);
	*items = ps->totals;
	return p->kind == GT_PROFILE_CPU ? 1 : 4;
}

static void profile_close(struct gt_table *t)
{
	gt_wheres_release(&((struct profiles *)t)->wheres);
	gt_profile_release(&((struct profiles *)t)->profile);
}

#define OPS { .size = sizeof(struct profiles), .open = profile_open, GT_ROWS(struct profiles, profile.stacks), \
	      .close = profile_close, .totals = profile_totals }

#define COLUMN_COUNT(what) { "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7, what, \
	GT_FIELD(struct gt_profile_stack, count) }
#define COLUMN_DELAY(what) { "delay_ns", "Delay", GT_KIND_DUR, GT_COL_DESC | GT_COL_MEASURE, 9, what, \
	GT_FIELD(struct gt_profile_stack, ns) }
#define COLUMN_SHARE(what) { "share", "Share", GT_KIND_SHARE, GT_COL_DESC, 6, what, .cell = profile_share }
#define COLUMN_FUNC { "func", "Function", GT_KIND_STRING, GT_COL_FUNC | GT_COL_MORE, 36, \
	"innermost function outside of the standard library", .cell = profile_func }
#define COLUMN_WHERE { "where", "At", GT_KIND_STRING, GT_COL_FUNC, 36, \
	"that function with its line, and frames that tell the row from others there", .cell = profile_where }
#define COLUMN_TOP { "top", "Leaf", GT_KIND_STRING, GT_COL_FUNC | GT_COL_LEAF, 36, \
	"innermost frame: how it got there", .text = profile_top }
#define COLUMN_STACK(what) { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 36, what, \
	GT_FIELD(struct gt_profile_stack, stack) }

static const struct gt_column wait_columns[] = {
	COLUMN_COUNT("how many waits ended"),
	COLUMN_DELAY("how long they were together"),
	COLUMN_SHARE("of all that this profile has"),
	COLUMN_FUNC,
	COLUMN_WHERE,
	COLUMN_TOP,
	COLUMN_STACK("where they waited"),
};

static const struct gt_column sched_columns[] = {
	COLUMN_COUNT("how many waits for a P ended"),
	COLUMN_DELAY("how long they were together"),
	COLUMN_SHARE("of all waits for a P"),
	COLUMN_FUNC,
	COLUMN_WHERE,
	COLUMN_TOP,
	COLUMN_STACK("of what made the goroutine runnable: its creator's, its waker's, its own where it was preempted "
		     "or yielded"),
};

static const struct gt_column offcpu_columns[] = {
	COLUMN_COUNT("how many waits ended"),
	COLUMN_DELAY("how long they were together"),
	COLUMN_SHARE("of all waits"),
	COLUMN_FUNC,
	COLUMN_WHERE,
	COLUMN_TOP,
	COLUMN_STACK("where the goroutines stood"),
	{ "waker_stack", "Waker", GT_KIND_STACK, GT_COL_MORE, 36,
		"with --wakers, where the goroutine that ended the waits was", .cell = profile_waker },
};

static const struct gt_column sample_columns[] = {
	COLUMN_COUNT("how many samples"),
	COLUMN_FUNC,
	COLUMN_WHERE,
	COLUMN_TOP,
	COLUMN_STACK("the whole stack"),
};

static const char *offcpu_take(struct gt_table_args *args, enum gt_takes option, const char *value)
{
	(void)value;
	if (option == GT_TAKES_WAKERS)
		gt_offcpu_args_in(args)->wakers = true;
	return NULL;
}

#define TAKES (GT_TAKES_GOROUTINE | GT_TAKES_AT | GT_TAKES_PART | GT_TAKES_TASK_ID)

#define PROFILE(report, what, its_columns, ...) \
	const struct gt_report gt_report_##report = { \
		.name = #report, .row = what, GT_REPORT_COLUMNS(its_columns), .ops = OPS, __VA_ARGS__ }
#define BY_DELAY .order = { "delay_ns", "count" }

PROFILE(net, "a stack at which goroutines waited for the network", wait_columns, BY_DELAY, .takes = TAKES);
PROFILE(sync, "a stack at which goroutines waited for each other", wait_columns, BY_DELAY, .takes = TAKES);
PROFILE(syscall, "a stack of system calls", wait_columns, BY_DELAY, .takes = TAKES);
PROFILE(schedlat, "a stack that made goroutines runnable, which then waited for a P", sched_columns, BY_DELAY,
	.takes = TAKES);
PROFILE(offcpu, "a stack at which goroutines were off the processors", offcpu_columns, BY_DELAY,
	.takes = TAKES | GT_TAKES_WAKERS, .take = offcpu_take);
PROFILE(samples, "a stack of the CPU profile's samples", sample_columns, .order = { "count" }, .takes = TAKES);
