/* Strings and stacks of a cut: those that are named, once each. */
#include "format/cut/cutown.h"

void cut_forget_ids(struct gt_cut *c)
{
	gt_map_clear(&c->strings);
	gt_map_clear(&c->stacks);
}

uint64_t cut_string(struct gt_cut *c, uint64_t id)
{
	uint32_t known = id ? gt_map_get(&c->strings, id) : 0;

	if (known != GT_MAP_NONE)
		return known;
	/* A string that is missing is the empty one. */
	if (gt_order_string(c->order, id, &c->text) < 0)
		gt_buf_reset(&c->text);
	known = (uint32_t)gt_v2_write_string(&c->w, gt_buf_str(&c->text), c->text.len);
	gt_map_put(&c->strings, id, known);
	return known;
}

uint64_t cut_stack(struct gt_cut *c, uint64_t id)
{
	uint32_t known = id ? gt_map_get(&c->stacks, id) : 0;
	struct gt_v2_frame frames[GT_ORDER_MAX_FRAMES];
	struct gt_v2_ref ref;
	int n = 0;

	if (known != GT_MAP_NONE)
		return known;
	if (gt_v2_table_get(&gt_order_gen(c->order)->stacks, id, &ref))
		n = gt_order_stack(c->order, ref, frames);
	for (int i = 0; i < n; i++) {
		frames[i].func = cut_string(c, frames[i].func);
		frames[i].file = cut_string(c, frames[i].file);
	}
	known = (uint32_t)gt_v2_write_stack(&c->w, frames, n > 0 ? (unsigned)n : 0);
	gt_map_put(&c->stacks, id, known);
	return known;
}

uint64_t cut_string_of_row(struct gt_cut *c, uint32_t row)
{
	size_t n;
	const char *text = gt_trace_string(c->t, row, &n);

	return gt_v2_write_string(&c->w, text, n);
}

uint64_t cut_stack_of_row(struct gt_cut *c, uint32_t row)
{
	struct gt_v2_frame frames[GT_V2_MAX_FRAMES];
	unsigned n = 0;
	struct gt_frame f;

	for (; row && n < GT_V2_MAX_FRAMES && gt_stack_frame(c->t, row, n, &f); n++) {
		frames[n] = (struct gt_v2_frame){ .pc = f.pc, .line = f.line };
		frames[n].func = cut_string_of_row(c, f.func);
		frames[n].file = cut_string_of_row(c, f.file);
	}
	return gt_v2_write_stack(&c->w, frames, n);
}
