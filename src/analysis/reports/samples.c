/* The report "samples": CPU profile samples counted by stack. */
#include "analysis/reports/samples.h"

#include <stdlib.h>

#include "analysis/table/stacktext.h"
#include "base/hash.h"
#include "base/xalloc.h"

enum col { COL_COUNT, COL_FUNC, COL_TOP, COL_STACK, COLS };

struct bucket {
	uint32_t stack;
	uint64_t count;
};

struct samples {
	struct gt_table head;
	struct bucket *buckets;
	size_t cap;
	struct gt_buf top;
};

static void samples_cell_top(struct samples *ss, uint32_t stack, struct gt_cell *out)
{
	gt_buf_reset(&ss->top);
	if (gt_stack_top(&ss->top, ss->head.trace, stack))
		gt_cell_s(out, ss->top.data, ss->top.len);
}

static void samples_cell(struct gt_table *t, uint64_t row, unsigned col, struct gt_cell *out)
{
	struct samples *ss = (struct samples *)t;
	const struct bucket *b = &ss->buckets[row];

	switch ((enum col)col) {
	case COL_COUNT: gt_cell_u(out, b->count); break;
	case COL_FUNC: gt_cell_string(out, t->trace, gt_stack_user_func(t->trace, b->stack)); break;
	case COL_TOP: samples_cell_top(ss, b->stack, out); break;
	case COL_STACK: gt_cell_stack(out, b->stack); break;
	case COLS: break;
	}
}

static void samples_close(struct gt_table *t)
{
	struct samples *ss = (struct samples *)t;

	gt_buf_release(&ss->top);
	free(ss->buckets);
	free(ss);
}

static const struct gt_table_ops samples_ops = {
	.cell = samples_cell,
	.close = samples_close,
};

/* ---- opening: stacks that differ in the instruction only count as one ---- */

struct grouping {
	struct gt_map by_stack;      /* stack row -> bucket */
	struct gt_map by_text;       /* hash of what it shows -> bucket */
	struct gt_hash_key key;
};

static uint64_t text_hash(struct gt_hash_key k, const struct gt_trace *t, uint32_t stack)
{
	uint64_t hash = 0;
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		hash = gt_hash64(k, hash ^ f.line);
		hash = gt_hash64(k, hash ^ ((uint64_t)f.func << 32 | f.file));
	}
	return hash;
}

/* The bucket of a stack row that was not seen before. */
static uint32_t group(struct samples *ss, struct grouping *g, struct gt_trace *t, uint32_t stack)
{
	uint64_t hash = text_hash(g->key, t, stack);
	uint32_t at;

	for (;; hash++) {
		at = gt_map_get(&g->by_text, hash);
		if (at == GT_MAP_NONE)
			break;
		if (gt_stack_same_text(t, ss->buckets[at].stack, stack))
			return at;
	}
	at = (uint32_t)ss->head.rows++;
	GT_GROW(ss->buckets, ss->cap, ss->head.rows);
	ss->buckets[at] = (struct bucket) { .stack = stack };
	gt_map_put(&g->by_text, hash, at);
	return at;
}

static void count_samples(struct samples *ss, struct gt_trace *t, const struct gt_table_args *args)
{
	uint64_t n = gt_trace_info(t)->samples;
	struct grouping g = { .key = gt_hash_key_new() };
	struct gt_sample s;

	for (uint64_t i = 0; i < n; i++) {
		uint32_t at;

		if (!gt_sample_get(t, i, &s) || s.t < args->from || s.t >= args->until)
			continue;
		at = gt_map_get(&g.by_stack, s.stack);
		if (at == GT_MAP_NONE) {
			at = group(ss, &g, t, s.stack);
			gt_map_put(&g.by_stack, s.stack, at);
		}
		ss->buckets[at].count++;
	}
	gt_map_release(&g.by_stack);
	gt_map_release(&g.by_text);
}

static int samples_open(struct gt_table **out, struct gt_trace *t, const struct gt_table_args *args,
			struct gt_error *err)
{
	struct samples *ss = gt_xcalloc(1, sizeof *ss);

	(void)err;
	ss->head.ops = &samples_ops;
	count_samples(ss, t, args);
	*out = &ss->head;
	return 0;
}

static const struct gt_column columns[COLS] = {
	[COL_COUNT] = { "count", "Count", GT_KIND_COUNT, GT_COL_DESC, 7,
		"how many samples" },
	[COL_FUNC] = { "func", "Function", GT_KIND_STRING, GT_COL_FUNC, 36,
		"innermost function that is not the runtime's" },
	[COL_TOP] = { "top", "At", GT_KIND_STRING, 0, 36,
		"innermost frame" },
	[COL_STACK] = { "stack", "Stack", GT_KIND_STACK, GT_COL_MORE, 36,
		"the whole stack" },
};

const struct gt_report gt_report_samples = {
	.name = "samples",
	.row = "a stack of the CPU profile's samples",
	.columns = columns,
	.ncolumns = GT_COUNT(columns),
	.order = { { COL_COUNT, true } },
	.norder = 1,
	.start = GT_NO_COLUMN,
	.end = GT_NO_COLUMN,
	.measure = GT_NO_COLUMN,
	.open = samples_open,
};
