/* A generation's tables: its stacks, strings and samples under rows that hold for the whole trace. */
#include "index/build/builder.h"

#include <stdlib.h>
#include <string.h>

#include "index/store/block.h"

static void reset_rows(uint32_t **rows, size_t *cap, size_t *n, size_t len, uint32_t value)
{
	GT_GROW(*rows, *cap, len);
	*n = len;
	for (size_t i = 0; i < len; i++)
		(*rows)[i] = value;
}

/* The rows are given in this order on every machine; the order in which arguments are evaluated differs. */
static uint32_t intern_named(struct gt_builder *w, const struct gt_v2_frame *f)
{
	uint32_t file = gt_builder_string(w, f->file), func;

	func = gt_builder_string(w, f->func);
	return gt_symtab_frame(w->names, f->pc, f->line, func, file);
}

static int intern_stack(struct gt_builder *w, const struct gt_v2_item *stack, struct gt_error *err)
{
	struct gt_v2_frame frames[GT_ORDER_MAX_FRAMES];
	uint32_t rows[GT_ORDER_MAX_FRAMES], row;
	int n = gt_order_stack(w->order, stack->ref, frames);

	if (n < 0)
		return gt_error_set(err, GT_ERR_CUT, stack->ref.off, "the file became shorter while it was read");
	for (int i = 0; i < n; i++) {
		if (w->v1) {
			rows[i] = intern_named(w, &frames[i]);
			continue;
		}
		/* v2: one frame per PC and generation; where stacks disagree the first wins (format/v2.md 7.2). */
		rows[i] = gt_map_get(&w->pc_frames, frames[i].pc);
		if (rows[i] == GT_MAP_NONE) {
			rows[i] = intern_named(w, &frames[i]);
			gt_map_put(&w->pc_frames, frames[i].pc, rows[i]);
		}
	}
	row = gt_symtab_stack(w->names, rows, (uint32_t)n);
	if (stack->id < w->nstack_rows)
		w->stack_rows[stack->id] = row;
	else
		gt_map_put(&w->sparse_stacks, stack->id, row);
	return 0;
}

/* In the order of the file, as the first frame of a PC counts; the store has them by id. */
static int intern_stacks(struct gt_builder *w, const struct gt_v2_gen *gen, struct gt_error *err)
{
	struct gt_v2_item *list;
	struct gt_v2_ref ref;
	uint64_t it = 0, id;
	int rc = 0;

	if (gen->stacks.count == 0)
		return 0;
	list = gt_v2_table_in_order(&gen->stacks);
	if (!list)
		return gt_error_set(err, GT_ERR_NOMEM, gen->start_off, "not enough memory for the list of stacks");
	for (uint64_t i = 0; i < gen->stacks.count && !rc; i++)
		rc = intern_stack(w, &list[i], err);
	free(list);
	while (!rc && gt_v2_table_next(&gen->stacks, &it, &id, &ref))
		gt_gen_stack_add(w->store, id, gt_builder_stack(w, id));
	return rc;
}

int gt_builder_start_gen(struct gt_builder *w, struct gt_error *err)
{
	const struct gt_v2_gen *gen = gt_order_gen(w->order);
	int64_t first_ticks;
	bool v1 = gt_order_v1(w->order, &first_ticks);
	int rc;

	if (!gt_btable_rows(&w->store->tables[GT_T_GENS], 0))
		gt_store_set_clock(w->store, gen->freq);
	gt_map_clear(&w->sparse_strings);
	gt_map_clear(&w->sparse_stacks);
	gt_map_clear(&w->pc_frames);
	reset_rows(&w->string_rows, &w->string_rows_cap, &w->nstring_rows, gen->strings.dense_len, UINT32_MAX);
	reset_rows(&w->stack_rows, &w->stack_rows_cap, &w->nstack_rows, gen->stacks.dense_len, 0);
	if (w->nstring_rows > 0)
		w->string_rows[0] = 0;
	rc = intern_stacks(w, gen, err);
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < gen->nsamples; i++) {
		struct gt_v2_sample sample = gen->samples[i];

		if (v1)
			sample.time = gt_v1_ns(sample.time, first_ticks, gen->ns_per_unit);
		gt_gen_sample_add(w->store, &sample, gt_builder_stack(w, sample.stack));
	}
	/* Threads are there from their first batch on, whether they hold a P or not. */
	for (size_t i = 0; !v1 && i < gen->nstreams; i++) {
		const struct gt_v2_stream *s = &gen->streams[i];
		int64_t t = gt_v2_units_ns(gen->ns_per_unit, gen->batches[s->first].time);

		if (s->m != GT_NONE)
			gt_threads_find_or_add(w->store, s->m, t > w->base ? t - w->base : 0);
	}
	if (gen->has_clock)
		gt_builder_wall_clock(w, gt_order_sync_time(w->order) - w->base, gen->clock_mono, gen->clock_sec,
				      (uint32_t)gen->clock_nsec);
	gt_builder_text(w, gen);
	gt_gen_add(w->store, gen, gt_order_sync_time(w->order), w->events);
	return 0;
}
