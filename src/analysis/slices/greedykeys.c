/* Keys of many rows of a table of slices, for sorting: read field by field. */
#include <assert.h>
#include <stdlib.h>

#include "analysis/slices/greedyrows.h"
#include "base/xalloc.h"

struct ask {
	struct gt_greedy_rows *rows;
	struct gt_ginfos *goroutines;
};

/* Columns whose keys are a field as it is; 0 is absent where `some` says so. */
static const struct greedy_field {
	bool there, some;
	uint8_t field;          /* enum gt_slice_field */
} greedy_fields[] = {
	[GT_GREEDY_DUR] = { true, false, GT_SLICE_SHOWN },
	[GT_GREEDY_START] = { true, false, GT_SLICE_SEEN },
	[GT_GREEDY_END] = { true, false, GT_SLICE_T1 },
	[GT_GREEDY_HELD] = { true, false, GT_SLICE_HELD },
	[GT_GREEDY_START_EVENT] = { true, true, GT_SLICE_START_TYPE },
	[GT_GREEDY_END_EVENT] = { true, true, GT_SLICE_END_TYPE },
	[GT_GREEDY_END_REASON] = { true, true, GT_SLICE_REASON },
	[GT_GREEDY_LABEL] = { true, true, GT_SLICE_LABEL },
	[GT_GREEDY_QUEUED] = { .there = false },
};

/* What a column makes of the field of goroutines; false: absent. */
static bool goroutine_key(const struct ask *a, unsigned col, uint64_t *key)
{
	const struct gt_ginfo *g = gt_ginfos_get(a->goroutines, (uint32_t)*key);

	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_G:
		*key = g->id;
		return true;
	case GT_GREEDY_FUNC:
		*key = g->func;
		return *key != 0;
	default:
		*key = g->owner == GT_OWNER_RUNTIME;
		return g->owner != GT_OWNER_UNKNOWN;
	}
}

static uint32_t wait_keys(const struct ask *a, uint64_t row, uint32_t n, uint64_t *keys, uint8_t *absent)
{
	uint64_t ready[GT_KEYS_STEP];

	n = gt_greedy_rows_field(a->rows, row, n, GT_SLICE_T0, keys);
	gt_greedy_rows_field(a->rows, row, n, GT_SLICE_READY, ready);
	for (uint32_t i = 0; i < n; i++) {
		keys[i] -= ready[i];
		absent[i] = (int64_t)ready[i] == GT_NO_TIME;
	}
	return n;
}

/* The longest run, or the time in calls: slices without calls are read by fields, too. */
static uint32_t run_keys(const struct ask *a, uint64_t row, uint32_t n, bool run, uint64_t *keys, uint8_t *absent)
{
	uint64_t flags[GT_KEYS_STEP];
	struct gt_slice_part s;
	int64_t run_max, call;

	n = gt_greedy_rows_field(a->rows, row, n, GT_SLICE_SHOWN, keys);
	gt_greedy_rows_field(a->rows, row, n, GT_SLICE_FLAGS, flags);
	for (uint32_t i = 0; i < n; i++) {
		absent[i] = 0;
		keys[i] = run ? keys[i] : 0;
		if (!(flags[i] & GT_SLICE_CALLS))
			continue;
		gt_greedy_rows_get(a->rows, row + i, &s);
		gt_slice_runs(a->rows->t, &s.slice, &run_max, &call);
		keys[i] = (uint64_t)(run ? run_max : call);
	}
	return n;
}

static uint32_t flag_keys(const struct ask *a, uint64_t row, uint32_t n, unsigned flag, uint64_t *keys,
			  uint8_t *absent)
{
	n = gt_greedy_rows_field(a->rows, row, n, GT_SLICE_FLAGS, keys);
	for (uint32_t i = 0; i < n; i++) {
		keys[i] = (keys[i] & flag) != 0;
		absent[i] = 0;
	}
	return n;
}

static uint32_t thread_keys(const struct ask *a, uint64_t row, uint32_t n, uint64_t *keys, uint8_t *absent)
{
	uint32_t proc_row;

	n = gt_greedy_rows_field(a->rows, row, n, GT_SLICE_SEEN, keys);
	proc_row = gt_greedy_rows_proc(a->rows, row);
	for (uint32_t i = 0; i < n; i++) {
		keys[i] = gt_proc_thread(a->rows->t, proc_row, (int64_t)keys[i]);
		absent[i] = keys[i] == GT_NONE;
	}
	return n;
}

static uint32_t field_keys(const struct ask *a, uint64_t row, uint32_t n, unsigned col, uint64_t *keys,
			   uint8_t *absent)
{
	const struct greedy_field *f = &greedy_fields[col];
	bool goroutine = col == GT_GREEDY_G || col == GT_GREEDY_FUNC || col == GT_GREEDY_SYSTEM;
	bool stack = col == GT_GREEDY_END_WHERE;
	enum gt_slice_field field = goroutine ? GT_SLICE_G : stack ? GT_SLICE_END_STACK : f->field;

	assert(f->there || goroutine || stack);
	n = gt_greedy_rows_field(a->rows, row, n, field, keys);
	for (uint32_t i = 0; i < n; i++)
		absent[i] = f->some && !keys[i];
	for (uint32_t i = 0; goroutine && i < n; i++)
		absent[i] = !goroutine_key(a, col, &keys[i]);
	for (uint32_t i = 0; stack && i < n; i++)
		absent[i] = !keys[i] || !gt_stack_depth(a->rows->t, (uint32_t)keys[i]);
	return n;
}

/* Of parts of slices: those columns that differ from the slice's, and what is quick. */
static uint32_t part_keys(const struct ask *a, uint64_t row, uint32_t n, unsigned col, uint64_t *keys, uint8_t *absent)
{
	struct gt_slice_part *some;

	if (col > GT_GREEDY_END && col != GT_GREEDY_RUN_MAX)
		return 0;
	some = gt_xcalloc(n, sizeof *some);
	n = gt_greedy_rows_read(a->rows, row, n, some);
	for (uint32_t i = 0; i < n; i++) {
		const struct gt_slice_part *s = &some[i];

		keys[i] = (uint64_t)(col == GT_GREEDY_START ? s->t0 : col == GT_GREEDY_END ? s->t1 : s->t1 - s->t0);
		absent[i] = 0;
	}
	free(some);
	return n;
}

uint32_t gt_greedy_rows_keys(struct gt_greedy_rows *gr, struct gt_ginfos *goroutines, uint64_t row, uint32_t n,
			     unsigned col, uint64_t *keys, uint8_t *absent)
{
	const struct ask a = { gr, goroutines };

	if (gr->own)
		return 0;
	if (gr->split)
		return part_keys(&a, row, n, col, keys, absent);
	switch ((enum gt_greedy_col)col) {
	case GT_GREEDY_WAIT:
		return wait_keys(&a, row, n, keys, absent);
	case GT_GREEDY_RUN_MAX:
	case GT_GREEDY_SYSCALL:
		return run_keys(&a, row, n, col == GT_GREEDY_RUN_MAX, keys, absent);
	case GT_GREEDY_OPEN:
	case GT_GREEDY_CUT:
		return flag_keys(&a, row, n, col == GT_GREEDY_OPEN ? GT_SLICE_OPEN : GT_SLICE_CUT, keys, absent);
	case GT_GREEDY_M:
		return thread_keys(&a, row, n, keys, absent);
	default:
		return field_keys(&a, row, n, col, keys, absent);
	}
}
