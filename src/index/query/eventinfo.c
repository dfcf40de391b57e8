/* What an event's numbers mean: names of types and arguments, strings and stacks by their ids. */
#include "index/query/events.h"

#include "base/bisect.h"
#include "base/buf.h"
#include "index/store/block.h"
#include "index/query/gens.h"
#include "order/replay.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"
#include "wire/v2/v2gen.h"

static bool eventinfo_is_v1(const struct gt_trace *t)
{
	return t->header.format == GT_FORMAT_V1;
}

/* The argument's place in the spec: the time since the event before comes first, but samples have none. */
static unsigned spec_arg(unsigned type, unsigned arg)
{
	return type == GT_V2_CPUSample ? arg : arg + 1;
}

/* The spec of a v2 event type; NULL if it has no such argument. */
static const struct gt_v2_spec *spec_with_arg(unsigned type, unsigned arg)
{
	const struct gt_v2_spec *spec = gt_v2_spec(type);

	return spec && arg < GT_V2_MAX_ARGS && spec_arg(type, arg) < spec->nargs ? spec : NULL;
}

const char *gt_event_type_name(const struct gt_trace *t, unsigned type)
{
	const struct gt_v1_spec *v1 = eventinfo_is_v1(t) ? gt_v1_spec(type) : NULL;
	const struct gt_v2_spec *v2 = eventinfo_is_v1(t) ? NULL : gt_v2_spec(type);

	return v1 ? v1->name : v2 ? v2->name : "?";
}

const char *gt_event_arg_name(const struct gt_trace *t, unsigned type, unsigned arg)
{
	const struct gt_v2_spec *spec;

	if (eventinfo_is_v1(t))
		return arg < gt_v1_args(type, t->header.minor) ? gt_v1_spec(type)->args[arg] : NULL;
	spec = spec_with_arg(type, arg);
	return spec ? spec->args[spec_arg(type, arg)] : NULL;
}

bool gt_event_arg_is_string(const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	static const uint8_t v1_string_arg[GT_V1_TYPES] = {
		[GT_V1_GoStartLabel] = 2, [GT_V1_UserTaskCreate] = 2, [GT_V1_UserRegion] = 2, [GT_V1_UserLog] = 1,
	};
	const struct gt_v2_spec *spec;

	if (eventinfo_is_v1(t))
		return ev->type < GT_V1_TYPES && i > 0 && v1_string_arg[ev->type] == i;
	spec = spec_with_arg(ev->type, i);
	return spec && spec->string_args >> spec_arg(ev->type, i) & 1;
}

bool gt_event_arg_is_stack(const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	const struct gt_v2_spec *spec;
	int at = (int)spec_arg(ev->type, i);

	if (eventinfo_is_v1(t))
		return ev->type == GT_V1_GoCreate && i == 1 && t->header.minor >= 7;
	spec = spec_with_arg(ev->type, i);
	return spec && (at == spec->stack_arg || at == spec->stack2_arg);
}

const char *gt_event_arg_meaning(const struct gt_trace *t, const struct gt_event *ev, unsigned i)
{
	/* The states that v2 names by numbers (format/v2.md 6). */
	static const char *const of_g[] = { "bad", "runnable", "running", "syscall", "waiting" };
	static const char *const of_p[] = { "bad", "running", "idle", "syscall", "abandoned in a syscall" };
	uint64_t v;

	if (eventinfo_is_v1(t))
		return ev->type == GT_V1_STWStart && i == 0 && t->header.minor >= 10
			       ? gt_v1_stw_name(ev->args[0], t->header.minor) : NULL;
	if (i >= ev->nargs)
		return NULL;
	v = ev->args[i];
	if (ev->type == GT_V2_ProcStatus && i == 1)
		return v < GT_COUNT(of_p) ? of_p[v] : NULL;
	if ((ev->type == GT_V2_GoStatus || ev->type == GT_V2_GoStatusStack) && i == 2)
		return v < GT_COUNT(of_g) ? of_g[v] : NULL;
	return NULL;
}

/* The row with this id among rows [lo, hi) of a table sorted by id, whose first column is the id. */
static bool find_id(const struct gt_btable *t, uint64_t lo, uint64_t hi, uint64_t id, void *row)
{
	uint64_t end = hi;
	struct gt_bview v;

	lo = GT_BISECT(i, lo, hi, gt_bview_block(t, (uint32_t)(i >> GT_BLOCK_SHIFT), &v) &&
			     (i & (GT_BLOCK_ROWS - 1)) < v.count && gt_bview_get(&v, 0, i & (GT_BLOCK_ROWS - 1)) < id);
	return lo < end && gt_btable_row(t, lo, row) && *(const uint64_t *)row == id;
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
	struct gt_goroutine g;

	/* A first start in a trace of Go 1.5: its creation named a PC, not a stack. */
	if (ev->fresh && !ev->stack && ev->to == GT_G_RUNNING && t->header.format == GT_FORMAT_V1 &&
	    gt_goroutine_get(t, gt_goroutine_find(t, ev->subject, ev->time), &g))
		return g.first_stack;
	return gt_event_stack_row(t, ev, ev->stack);
}

uint32_t gt_event_stack2(const struct gt_trace *t, const struct gt_event *ev)
{
	return gt_event_stack_row(t, ev, ev->stack2);
}

static bool eventinfo_read_text(const struct gt_trace *t, uint64_t off, uint64_t len, struct gt_buf *out)
{
	int64_t got;

	if (off > t->info.bytes || len > t->info.bytes - off)
		return false;
	gt_buf_reserve(out, len);
	got = gt_source_read(t->src, off, out->data + out->len, len);
	if (got < 0)
		return false;
	out->len += (size_t)got;
	out->data[out->len] = 0;
	return (uint64_t)got == len;
}

bool gt_event_string(const struct gt_trace *t, const struct gt_event *ev, uint64_t string_id, struct gt_buf *out)
{
	struct gt_gen_rows g;
	struct gt_srow_gen_string r;

	if (!string_id)
		return true;
	if (!gt_gen_find(t, ev->gen, &g) ||
	    !find_id(&t->store.tables[GT_T_GEN_STRINGS], g.row.strings, g.strings_end, string_id, &r)) {
		/* As rows call it that have it from the same event. */
		if (t->header.format == GT_FORMAT_V2)
			gt_v2_put_lost(out, string_id);
		return t->header.format == GT_FORMAT_V2;
	}
	return eventinfo_read_text(t, r.off, r.len, out);
}

bool gt_event_message(const struct gt_trace *t, const struct gt_event *ev, struct gt_buf *out)
{
	return t->header.format == GT_FORMAT_V1 && ev->type == GT_V1_UserLog &&
	       eventinfo_read_text(t, ev->args[GT_V1_LOG_TEXT_OFF], ev->args[GT_V1_LOG_TEXT_LEN], out);
}
