/* What an event's numbers mean: names of types and arguments, strings and stacks by their ids. */
#include "index/events.h"

#include "base/buf.h"
#include "index/block.h"
#include "index/gens.h"
#include "wire/v2events.h"

/* Arguments of a struct gt_event lack the time, which is the first one in the format. */
#define SPEC_ARG(arg) ((arg) + 1)

const char *gt_event_type_name(const struct gt_trace *t, unsigned type)
{
	const struct gt_v2_spec *spec = t->header.format == GT_FORMAT_V2 ? gt_v2_spec(type) : NULL;

	return spec ? spec->name : "?";
}

static const struct gt_v2_spec *spec_with_arg(const struct gt_trace *t, unsigned type, unsigned arg)
{
	const struct gt_v2_spec *spec = t->header.format == GT_FORMAT_V2 ? gt_v2_spec(type) : NULL;

	return spec && arg < GT_V2_MAX_ARGS && SPEC_ARG(arg) < spec->nargs ? spec : NULL;
}

const char *gt_event_arg_name(const struct gt_trace *t, unsigned type, unsigned arg)
{
	const struct gt_v2_spec *spec = spec_with_arg(t, type, arg);

	return spec ? spec->args[SPEC_ARG(arg)] : NULL;
}

bool gt_event_arg_is_string(const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	const struct gt_v2_spec *spec = spec_with_arg(t, ev->type, i);

	return spec && spec->string_args >> SPEC_ARG(i) & 1;
}

bool gt_event_arg_is_stack(const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	const struct gt_v2_spec *spec = spec_with_arg(t, ev->type, i);

	return spec && ((int)SPEC_ARG(i) == spec->stack_arg || (int)SPEC_ARG(i) == spec->stack2_arg);
}

/* The row with this id among rows [lo, hi) of a table sorted by id, whose first column is the id. */
static bool find_id(const struct gt_table *t, uint64_t lo, uint64_t hi, uint64_t id, void *row)
{
	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2, here;
		struct gt_view v;

		if (!gt_view_block(t, (uint32_t)(mid >> GT_BLOCK_SHIFT), &v) ||
		    (mid & (GT_BLOCK_ROWS - 1)) >= v.count)
			return false;
		here = gt_view_get(&v, 0, mid & (GT_BLOCK_ROWS - 1));
		if (here == id)
			return gt_table_row(t, mid, row);
		if (here < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

uint32_t gt_event_stack_row(const struct gt_trace *t, const struct gt_event *ev, uint64_t stack_id)
{
	struct gt_gen_rows g;
	struct gt_srow_gen_stack r;

	if (!stack_id || !gt_gen_find(t, ev->gen, &g))
		return 0;
	if (!find_id(&t->store.tables[GT_T_GEN_STACKS], g.row.stacks, g.stacks_end, stack_id, &r))
		return 0;
	return r.stack;
}

uint32_t gt_event_stack(const struct gt_trace *t, const struct gt_event *ev)
{
	return gt_event_stack_row(t, ev, ev->stack);
}

uint32_t gt_event_stack2(const struct gt_trace *t, const struct gt_event *ev)
{
	return gt_event_stack_row(t, ev, ev->stack2);
}

bool gt_event_string(const struct gt_trace *t, const struct gt_event *ev, uint64_t string_id, struct gt_buf *out)
{
	struct gt_gen_rows g;
	struct gt_srow_gen_string r;
	int64_t got;

	if (!string_id)
		return true;
	if (!gt_gen_find(t, ev->gen, &g) ||
	    !find_id(&t->store.tables[GT_T_GEN_STRINGS], g.row.strings, g.strings_end, string_id, &r))
		return false;
	if (r.off > t->info.bytes || r.len > t->info.bytes - r.off)
		return false;
	gt_buf_reserve(out, r.len);
	got = gt_source_read(t->src, r.off, out->data + out->len, r.len);
	if (got < 0)
		return false;
	out->len += (size_t)got;
	out->data[out->len] = 0;
	return (uint64_t)got == r.len;
}
