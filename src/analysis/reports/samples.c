/* The report "samples": CPU profile samples counted by stack; stacks that show the same text count as one. */
#include <stdlib.h>

#include "analysis/table/stackset.h"
#include "analysis/table/reports.h"
#include "analysis/table/stacktext.h"
#include "base/xalloc.h"

struct bucket {
	uint32_t stack;
	uint64_t count;
};

struct samples {
	struct gt_table head;
	struct bucket *buckets;
	size_t cap;
};

static void sample_func(struct gt_table *t, struct gt_cell *out)
{
	const struct bucket *b = t->at;

	gt_cell_string(out, t->trace, gt_stack_user_func(t->trace, b->stack));
}

/* The innermost frame as it is, the runtime's own included: that is where the sample was taken. */
static void sample_top(struct gt_table *t, struct gt_cell *out)
{
	const struct bucket *b = t->at;

	gt_buf_reset(&t->text);
	if (gt_stack_top(&t->text, t->trace, b->stack))
		gt_cell_s(out, t->text.data, t->text.len);
}

static const void *samples_row(struct gt_table *t, uint64_t row)
{
	return &((const struct samples *)t)->buckets[row];
}

static int samples_open(struct gt_table *t, const struct gt_table_args *args, struct gt_error *err)
{
	struct samples *ss = (struct samples *)t;
	uint64_t n = gt_trace_info(t->trace)->samples;
	struct gt_map by_stack = { 0 };
	struct gt_stackset stacks;
	struct gt_sample s;

	(void)err;
	gt_stackset_init(&stacks, t->trace);
	for (uint64_t i = 0; i < n; i++) {
		bool added = false;
		uint32_t at;

		if (!gt_sample_get(t->trace, i, &s) || s.t < args->from || s.t >= args->until)
			continue;
		at = gt_map_get_or_put(&by_stack, gt_stackset_find(&stacks, s.stack), (uint32_t)t->rows, &added);
		if (added) {
			GT_GROW(ss->buckets, ss->cap, t->rows + 1);
			ss->buckets[t->rows++] = (struct bucket){ .stack = s.stack };
		}
		ss->buckets[at].count++;
	}
	gt_stackset_release(&stacks);
	gt_map_release(&by_stack);
	return 0;
}

static void samples_close(struct gt_table *t)
{
	free(((struct samples *)t)->buckets);
}

static const struct gt_column columns[] = {
	{ "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many samples", GT_FIELD(struct bucket, count) },
	{ "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 36,
		"innermost function that is not the runtime's", .cell = sample_func },
	{ "top", "At", GT_KIND_STRING, 0, 36,
		"innermost frame", .cell = sample_top },
	{ "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 36,
		"the whole stack", GT_FIELD(struct bucket, stack) },
};

const struct gt_report gt_report_samples = {
	.name = "samples",
	.row = "a stack of the CPU profile's samples",
	GT_REPORT_COLUMNS(columns),
	.order = { "count" },
	.ops = { .size = sizeof(struct samples), .open = samples_open, .row = samples_row,
		 .close = samples_close },
};
