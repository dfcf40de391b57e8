/* From a decoded record to the format-neutral fields of an event; shared by ordering and replay. */
#include "order/v2decode.h"

/* Which arguments (dt not counted) are ids of stacks and of strings, by type. */
struct id_args {
	uint8_t nargs;
	uint8_t stack;            /* place of the acting goroutine's stack + 1, or 0 */
	uint8_t stacks, strings;  /* bit masks */
};

/* Masked, since clang warns of a negative shift even where it is not taken. */
#define STACK_BIT(i) ((i) > 0 ? 1u << ((i) & 31) >> 1 : 0u)
#define NEW_STACK_BIT(flags) (((flags) & GT_V2_NEW_STACK) ? 1u << 1 : 0u)
#define STRING_BITS(flags) \
	((((flags) & GT_V2_STR1) ? 1u << 0 : 0u) | (((flags) & GT_V2_STR2) ? 1u << 1 : 0u) | \
	 (((flags) & GT_V2_STR3) ? 1u << 2 : 0u))

static const struct id_args id_args[GT_V2_TYPES] = {
#define V2_EVENT(num, name, since, flags, n, stack_arg, args)                                    \
	[num] = {                                                                                \
		.nargs = (uint8_t)((n) > 0 ? (n) - 1 : 0),                                       \
		.stack = (uint8_t)((stack_arg) > 0 ? (stack_arg) : 0),                           \
		.stacks = (uint8_t)(STACK_BIT(stack_arg) | NEW_STACK_BIT(flags)),                \
		.strings = (uint8_t)STRING_BITS(flags),                                          \
	},
#include "wire/v2/v2events.def"
#undef V2_EVENT
};

void v2_decode_event(struct gt_event *e, const struct gt_v2_cursor *c)
{
	const struct id_args *ids = &id_args[c->type];

	e->time = c->time;
	e->off = c->off;
	for (int i = 0; i < GT_EVENT_ARGS - 1; i++)
		e->args[i] = c->args[i];
	e->args[4] = 0;
	e->subject = GT_NONE;
	e->stack = ids->stack ? c->args[ids->stack - 1] : 0;
	e->stack2 = e->str = e->str2 = 0;
	e->gslot = e->sslot = GT_NO_SLOT;
	e->type = c->type;
	e->nargs = ids->nargs;
	e->from = e->to = e->range = e->part = e->fresh = 0;
}

void v2_decode_sample(struct gt_event *e, const struct gt_v2_sample *sample, uint64_t gen)
{
	*e = (struct gt_event){
		.time = sample->time,
		.off = sample->off,
		.m = sample->m,
		.p = sample->p,
		.g = sample->g,
		.args = { (uint64_t)sample->time, sample->m, sample->p, sample->g, sample->stack },
		.subject = GT_NONE,
		.stack = sample->stack,
		.gen = gen,
		.gslot = GT_NO_SLOT,
		.sslot = GT_NO_SLOT,
		.stream = GT_STREAM_SAMPLES,
		.type = GT_V2_CPUSample,
		.nargs = 5,
		.kind = GT_EV_SAMPLE,
	};
}

GT_INLINE bool has_all(const struct gt_v2_table *t, const uint64_t *args, unsigned which)
{
	for (; which; which &= which - 1)
		if (!v2_table_has(t, args[__builtin_ctz(which)]))
			return false;
	return true;
}

/* Which id is not there. */
static int tell_missing(const struct gt_event *e, const struct gt_v2_gen *gen, struct gt_error *err)
{
	const struct id_args *ids = &id_args[e->type];
	unsigned both = e->kind == GT_EV_SAMPLE ? 0 : ids->stacks | ids->strings;

	for (unsigned i = 0; both >> i; i++) {
		if ((ids->stacks >> i & 1) && !v2_table_has(&gen->stacks, e->args[i]))
			return gt_error_set(err, GT_ERR_CORRUPT, e->off, "stack %llu is not in the generation's table",
					    (unsigned long long)e->args[i]);
		if ((ids->strings >> i & 1) && !v2_table_has(&gen->strings, e->args[i]))
			return gt_error_set(err, GT_ERR_CORRUPT, e->off, "string %llu is not in the generation's table",
					    (unsigned long long)e->args[i]);
	}
	if (!v2_table_has(&gen->stacks, e->stack))
		return gt_error_set(err, GT_ERR_CORRUPT, e->off, "stack %llu of a CPU sample is not in the table",
				    (unsigned long long)e->stack);
	return 0;
}

int v2_check_ids(const struct gt_event *e, const struct gt_v2_gen *gen, struct gt_error *err)
{
	const struct id_args *ids = &id_args[e->type];

	if (!(ids->stacks | ids->strings))
		return 0;
	if (GT_UNLIKELY(e->kind == GT_EV_SAMPLE)) {
		if (v2_table_has(&gen->stacks, e->stack))
			return 0;
	} else if (has_all(&gen->stacks, e->args, ids->stacks) && has_all(&gen->strings, e->args, ids->strings)) {
		return 0;
	}
	return tell_missing(e, gen, err);
}
