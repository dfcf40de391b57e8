/* From a decoded record to the format-neutral fields of an event; shared by ordering and replay. */
#include "order/v2decode.h"

/* Which arguments (dt not counted) are ids of stacks and of strings, by type. */
struct id_args {
	uint8_t nargs;
	uint8_t stack;            /* word of the event (order/meaning.h) that has the acting goroutine's stack */
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
		.stack = (uint8_t)GT_WORD_OF_ARG((stack_arg) > 0 ? (stack_arg) : 0),             \
		.stacks = (uint8_t)(STACK_BIT(stack_arg) | NEW_STACK_BIT(flags)),                \
		.strings = (uint8_t)STRING_BITS(flags),                                          \
	},
#include "wire/v2/v2events.def"
#undef V2_EVENT
};

const struct gt_meaning gt_v2_meanings[GT_V2_TYPES] = {
#define V2_MEANING(type, rule, what, subject, str, str2, stack2) \
	[GT_V2_##type] = GT_MEANING(subject, str, str2, stack2, what),
#include "order/meaning.def"
};

uint8_t v2_g_state(uint64_t status)
{
	static const uint8_t states[GS_STATUSES] = {
		[GS_BAD] = GT_G_UNDETERMINED,
		[GS_RUNNABLE] = GT_G_RUNNABLE,
		[GS_RUNNING] = GT_G_RUNNING,
		[GS_SYSCALL] = GT_G_SYSCALL,
		[GS_WAITING] = GT_G_WAITING,
	};

	return status < GS_STATUSES ? states[status] : GT_G_UNDETERMINED;
}

uint8_t v2_p_state(uint64_t status)
{
	static const uint8_t states[PS_STATUSES] = {
		[PS_BAD] = GT_P_UNDETERMINED,
		[PS_RUNNING] = GT_P_RUNNING,
		[PS_IDLE] = GT_P_IDLE,
		[PS_SYSCALL] = GT_P_RUNNING,
		[PS_ABANDONED] = GT_P_IDLE,
	};

	return status < PS_STATUSES ? states[status] : GT_P_UNDETERMINED;
}

static void set_status(struct gt_event *e)
{
	e->to = e->kind == GT_EV_G_STATE ? v2_g_state((uint8_t)e->args[2]) : v2_p_state(e->args[1]);
}

void v2_decode_event(struct gt_event *e, const struct gt_v2_cursor *c)
{
	const struct id_args *ids = &id_args[c->type];

	e->time = c->time;
	e->off = c->off;
	for (int i = 0; i < GT_EVENT_ARGS - 1; i++)
		e->args[i] = c->args[i];
	e->args[4] = 0;
	e->stack = ((const uint64_t *)e)[ids->stack];
	e->gslot = e->sslot = GT_NO_SLOT;
	gt_mean(e, &gt_v2_meanings[c->type], c->type, ids->nargs);
	if (GT_UNLIKELY(e->to == GT_TO_STATUS))
		set_status(e);
}

/* Makes of the event of a record a further one: of another type, with arguments of its own, without stacks. */
static void as_part(struct gt_event *e, uint8_t type, uint8_t part, uint64_t a0, uint64_t a1)
{
	e->args[0] = a0;
	e->args[1] = a1;
	e->args[2] = 0;
	e->stack = 0;
	gt_mean(e, &gt_v2_meanings[type], type, id_args[type].nargs);
	e->part = part;
}

int v2_decode_record(struct gt_event *ev, const struct gt_v2_cursor *c)
{
	bool destroy = c->type == GT_V2_GoSwitchDestroy;

	v2_decode_event(ev, c);
	if (c->type == GT_V2_GoSwitch || destroy) {
		ev[1] = ev[2] = ev[0];
		as_part(&ev[1], destroy ? GT_V2_GoDestroy : GT_V2_GoBlock, 1, 0, 0);
		ev[2].g = GT_NONE;
		as_part(&ev[2], GT_V2_GoStart, 2, c->args[0], c->args[1]);
		return 3;
	}
	if (c->type != GT_V2_GoDestroySyscall || ev->p == GT_NONE)
		return 1;
	ev[1] = ev[0];
	as_part(&ev[0], GT_V2_ProcSteal, 1, ev->p, 0);
	return 2;
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
		if (!gt_v2_table_has(t, args[__builtin_ctz(which)]))
			return false;
	return true;
}

bool v2_lacks_stack(uint8_t type, const uint64_t *args, const struct gt_v2_gen *gen)
{
	return !has_all(&gen->stacks, args, id_args[type].stacks);
}
