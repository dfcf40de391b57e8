/* What all event handlers of the builder use: bounds, slots, Ps, rows of strings and stacks. */
#include "index/build/builder.h"

#include <string.h>

void gt_builder_too_many(struct gt_builder *w, const char *what, int most, int64_t t)
{
	if (w->over.code)
		return;
	gt_error_set(&w->over, GT_ERR_LIMIT, w->at ? w->at->off : GT_NO_OFFSET,
		     "the trace has more than %d %s", most, what);
	w->over_t = t;
}

/* ---- goroutines and Ps ---- */

struct gt_build_g *gt_builder_grow_slots(struct gt_builder *w, uint32_t slot)
{
	GT_GROW(w->gs, w->gs_cap, (size_t)slot + 1);
	memset(&w->gs[w->ngs], 0, (slot + 1 - w->ngs) * sizeof *w->gs);
	w->ngs = (size_t)slot + 1;
	return &w->gs[slot];
}

uint32_t gt_builder_proc_row_slow(struct gt_builder *w, uint64_t p, int64_t t)
{
	uint32_t proc_row;

	if (p >= GT_P_OUTSIDE)
		return GT_NO_ROW;
	proc_row = gt_parts_find_or_add(w->store, p, t);
	if (proc_row == GT_NO_ROW) {
		gt_builder_too_many(w, "Ps", GT_MAX_PROCS, t);
		return proc_row;
	}
	while (w->nps <= proc_row) {
		GT_GROW(w->ps, w->ps_cap, w->nps + 1);
		w->ps[w->nps++] = (struct gt_build_p){
			.slot = GT_NO_SLOT, .caller = GT_NO_SLOT, .run_m = GT_NONE, .run_thread = GT_NO_ROW,
			.run_longest = GT_NO_ROW, .run_who = GT_NO_ROW, .sweep.t0 = GT_NO_TIME };
	}
	if (p < GT_DENSE_PROCS)
		w->proc_row_of[p] = proc_row + 1;
	return proc_row;
}

/* ---- rows of strings and stacks, by their ids in the generation ---- */

static uint32_t intern_string(struct gt_builder *w, uint64_t id)
{
	int n = gt_order_string(w->order, id, &w->text);

	if (n == GT_ERR_CORRUPT && !w->v1) {
		gt_v2_put_lost(&w->text, id);
		n = (int)w->text.len;
		w->no_string++;
	}
	return n <= 0 ? 0 : gt_symtab_string(w->names, w->text.data, (size_t)n);
}

uint32_t gt_builder_string_slow(struct gt_builder *w, uint64_t id)
{
	uint32_t row;

	if (id < w->nstring_rows)
		return w->string_rows[id] = intern_string(w, id);
	row = gt_map_get(&w->sparse_strings, id);
	if (row == GT_MAP_NONE) {
		row = intern_string(w, id);
		gt_map_put(&w->sparse_strings, id, row);
	}
	return row;
}

uint32_t gt_builder_stack_slow(struct gt_builder *w, uint64_t id)
{
	uint32_t row = gt_map_get(&w->sparse_stacks, id);

	return row == GT_MAP_NONE ? 0 : row;
}
