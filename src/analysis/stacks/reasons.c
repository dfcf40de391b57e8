/* What a goroutine waits for, read from its stack. */
#include "analysis/stacks/reasons.h"

#include <string.h>

static const struct reason_rule {
	const char *func;     /* "…*": any that begins so */
	uint8_t reason;       /* enum gt_known_string */
} reason_rules[] = {
	{ "runtime.netpollblock", GT_STR_NETWORK },
	{ "internal/poll.runtime_pollWait", GT_STR_NETWORK },
	{ "runtime.chanrecv*", GT_STR_CHAN_RECEIVE },
	{ "runtime.chansend*", GT_STR_CHAN_SEND },
	{ "runtime.selectgo", GT_STR_SELECT },
	{ "runtime.block", GT_STR_NO_CASES },
	{ "runtime.semacquire*", GT_STR_SYNC },
	{ "sync.runtime_Semacquire*", GT_STR_SYNC },
	{ "internal/sync.runtime_Semacquire*", GT_STR_SYNC },
	{ "sync.runtime_notifyListWait", GT_STR_COND },
	{ "runtime.notifyListWait", GT_STR_COND },
	{ "runtime.timeSleep", GT_STR_SLEEP },
	{ "time.Sleep", GT_STR_SLEEP },
	{ "runtime.gcBgMarkWorker", GT_STR_SYSTEM },
	{ "runtime.bgsweep", GT_STR_SYSTEM },
	{ "runtime.bgscavenge", GT_STR_SYSTEM },
	{ "runtime.forcegchelper", GT_STR_SYSTEM },
	{ "runtime.runfinq", GT_STR_SYSTEM },
	{ "runtime.runFinalizers", GT_STR_SYSTEM },
	{ "runtime.runCleanups", GT_STR_SYSTEM },
	{ "runtime.notetsleepg", GT_STR_SYSTEM },
};

static bool is_ruled(const char *s, size_t n, const char *func)
{
	size_t len = strlen(func);

	if (func[len - 1] == '*')
		return n >= len - 1 && !memcmp(s, func, len - 1);
	return n == len && !memcmp(s, func, len);
}

static bool is_of_runtime(const char *s, size_t n)
{
	static const char *const packages[] = { "runtime.", "internal/", "sync.", "time." };

	for (size_t i = 0; i < GT_COUNT(packages); i++)
		if (n > strlen(packages[i]) && !memcmp(s, packages[i], strlen(packages[i])))
			return true;
	return false;
}

uint32_t gt_func_reason(const struct gt_trace *t, uint32_t func)
{
	size_t n;
	const char *s = gt_trace_string(t, func, &n);

	for (size_t k = 0; k < GT_COUNT(reason_rules); k++)
		if (reason_rules[k].reason == GT_STR_SYSTEM && is_ruled(s, n, reason_rules[k].func))
			return GT_STR_SYSTEM;
	return 0;
}

uint32_t gt_stack_reason(const struct gt_trace *t, uint32_t stack)
{
	struct gt_frame f;

	for (uint32_t i = 0; stack && gt_stack_frame(t, stack, i, &f); i++) {
		size_t n;
		const char *s = gt_trace_string(t, f.func, &n);

		if (!is_of_runtime(s, n))
			break;
		for (size_t k = 0; k < GT_COUNT(reason_rules); k++)
			if (is_ruled(s, n, reason_rules[k].func))
				return reason_rules[k].reason;
	}
	return 0;
}
