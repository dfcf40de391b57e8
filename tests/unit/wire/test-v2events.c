/* The table of v2 event types agrees with itself and with what is known of the format. */
#include <string.h>

#include "base/compiler.h"
#include "tap/tap.h"
#include "wire/v2/v2events.h"

static bool ends_with(const char *s, const char *tail)
{
	size_t n = strlen(s), m = strlen(tail);

	return n >= m && !strcmp(s + n - m, tail);
}

/* The flags say what the argument names say. */
static void check_args(unsigned type, const struct gt_v2_spec *s)
{
	unsigned strings = 0, names = 0;
	int stack = -1, stack2 = -1;

	for (unsigned i = 0; i < GT_V2_MAX_ARGS; i++) {
		const char *name = s->args[i];

		names += name != NULL;
		if (!name)
			continue;
		if (ends_with(name, "_string"))
			strings |= 1U << i;
		if (!strcmp(name, "stack"))
			stack = (int)i;
		if (!strcmp(name, "new_stack"))
			stack2 = (int)i;
	}
	tap_is_u64(names, s->nargs, "%s: number of names", s->name);
	tap_is_u64(s->string_args, strings, "%s: string arguments", s->name);
	tap_is_int(s->stack_arg, stack, "%s: stack", s->name);
	tap_is_int(s->stack2_arg, stack2, "%s: stack of the new goroutine", s->name);
	if (s->flags & GT_V2_TIMED)
		tap_is_str(s->args[0], "dt", "%s: timed", s->name);
	tap_ok(!(s->flags & GT_V2_TIMED) != !(s->flags & GT_V2_STRUCTURAL), "%s: timed or structural", s->name);
	tap_ok(!(s->flags & GT_V2_EXPERIMENTAL) == (type < 128), "%s: experimental above 127", s->name);
}

TAP_TEST(versions)
{
	unsigned last[27] = { 0 };

	for (unsigned i = 1; i < 128; i++)
		if (gt_v2_spec(i))
			last[gt_v2_spec(i)->since] = i;
	tap_is_u64(last[22], GT_V2_UserLog, "last type of 1.22");
	tap_is_u64(last[23], GT_V2_ExperimentalBatch, "last type of 1.23");
	tap_is_u64(last[25], GT_V2_ClockSnapshot, "last type of 1.25");
	tap_is_u64(last[26], GT_V2_EndOfGeneration, "last type of 1.26");
}

TAP_TEST(table)
{
	unsigned count = 0;

	for (unsigned i = 0; i < 300; i++) {
		const struct gt_v2_spec *s = gt_v2_spec(i);

		if (!s)
			continue;
		count++;
		check_args(i, s);
	}
	tap_is_u64(count, 52 + 9, "number of types");
	tap_ok(!gt_v2_spec(0) && !gt_v2_spec(53) && !gt_v2_spec(127) && !gt_v2_spec(137), "types that do not exist");
	tap_is_str(gt_v2_spec(GT_V2_UserTaskBegin)->args[2], "parent_task", "an argument name");
	tap_is_u64(gt_v2_spec(GT_V2_UserLog)->string_args, 1U << 2 | 1U << 3, "UserLog has two strings");
	tap_is_int(GT_V2_GoStart, 16, "GoStart is 16");
}
