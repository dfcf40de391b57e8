/* The specs of the v2 event types, made from v2events.def. */
#include "wire/v2/v2events.h"

#define ARGS(...) { __VA_ARGS__ }
#define V2_EVENT(num, event, first, bits, n, stack, names) \
	[num] = { \
		.name = #event, \
		.nargs = (n), \
		.stack_arg = (stack), \
		.stack2_arg = (bits) & GT_V2_NEW_STACK ? 2 : -1, \
		.since = (first), \
		.flags = (bits), \
		/* GT_V2_STR1 … STR3 are bits 4 … 6: arguments 1 … 3. */ \
		.string_args = (bits) >> 3 & 0x0e, \
		.args = ARGS names, \
	},

static const struct gt_v2_spec specs[GT_V2_TYPES] = {
#include "wire/v2/v2events.def"
};

#undef V2_EVENT
#undef ARGS

const struct gt_v2_spec *gt_v2_spec(unsigned type)
{
	if (type >= GT_V2_TYPES || !specs[type].name)
		return NULL;
	return &specs[type];
}
