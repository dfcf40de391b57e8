/* Waits for a processor: when a goroutine could have run, until it did. */
#include "analysis/waits/schedwait.h"

#include <assert.h>
#include <string.h>

#include "analysis/table/types.h"
#include "index/caps.h"

const char *gt_wait_long_name(enum gt_wait_cause cause)
{
	static const char *const names[GT_WAIT_CAUSES] = {
		[GT_WAIT_CREATED] = "long_created",     [GT_WAIT_UNBLOCKED] = "long_unblocked",
		[GT_WAIT_PREEMPTED] = "long_preempted", [GT_WAIT_YIELDED] = "long_yielded",
		[GT_WAIT_SYSCALL] = "long_syscall",
	};

	assert((unsigned)cause < GT_WAIT_CAUSES && names[cause]);
	return names[cause];
}

const char *gt_wait_cause_name(enum gt_wait_cause cause)
{
	return gt_wait_long_name(cause) + strlen("long_");
}

static bool was_preempted(const struct gt_trace *t, uint32_t reason)
{
	static const char word[] = "preempted";
	size_t n;
	const char *s = gt_trace_string(t, reason, &n);

	return n == sizeof word - 1 && !memcmp(s, word, n);
}

/* By the type of the event; reason: of the stop before it.  False: it says only that it was runnable. */
static bool find_cause_v2(const struct gt_trace *t, uint8_t type, uint32_t reason, enum gt_wait_cause *cause)
{
	switch (type) {
	case GT_V2_GoCreate:
		*cause = GT_WAIT_CREATED;
		return true;
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		*cause = GT_WAIT_UNBLOCKED;
		return true;
	case GT_V2_GoSyscallEndBlocked:
		*cause = GT_WAIT_SYSCALL;
		return true;
	case GT_V2_GoStop:
		*cause = was_preempted(t, reason) ? GT_WAIT_PREEMPTED : GT_WAIT_YIELDED;
		return true;
	default:
		return false;
	}
}

static bool find_cause_v1(uint8_t type, bool predates_trace, enum gt_wait_cause *cause)
{
	switch (type) {
	case GT_V1_GoCreate:
		*cause = GT_WAIT_CREATED;
		return !predates_trace;
	case GT_V1_GoUnblock:
		*cause = GT_WAIT_UNBLOCKED;
		return true;
	case GT_V1_GoSysExit:
		*cause = GT_WAIT_SYSCALL;
		return true;
	case GT_V1_GoPreempt:
		*cause = GT_WAIT_PREEMPTED;
		return true;
	case GT_V1_GoSched:
		*cause = GT_WAIT_YIELDED;
		return true;
	default:
		return false;
	}
}

/* prev: the slice before the wait, GT_NO_ROW if there is none. */
static bool find_cause(const struct gt_trace *t, uint8_t type, uint32_t prev, uint32_t g, enum gt_wait_cause *cause)
{
	struct gt_goroutine gor = { .predates_trace = false };
	struct gt_slice s = { .reason = 0 };

	if (gt_trace_caps(t).old_events) {
		/* A trace of v1 begins with a creation of all that is there. */
		if (type == GT_V1_GoCreate && !gt_goroutine_get(t, g, &gor))
			return false;
		return find_cause_v1(type, gor.predates_trace, cause);
	}
	if (type == GT_V2_GoStop && !gt_slice_get(t, prev, &s))
		return false;
	return find_cause_v2(t, type, s.reason, cause);
}

void gt_wait_causes_by_type(const struct gt_trace *t, uint8_t causes[GT_EVENT_TYPES])
{
	bool v1 = gt_trace_caps(t).old_events;

	for (unsigned type = 0; type < GT_EVENT_TYPES; type++) {
		enum gt_wait_cause cause = GT_WAIT_CREATED;
		bool any = v1 ? find_cause_v1((uint8_t)type, false, &cause)
			      : find_cause_v2(t, (uint8_t)type, 0, &cause);

		causes[type] = any ? (uint8_t)cause : GT_WAIT_NONE;
	}
	causes[v1 ? GT_V1_GoCreate : GT_V2_GoStop] = GT_WAIT_LOOK;
}

bool gt_wait_before(const struct gt_trace *t, const struct gt_slice *s, struct gt_wait *w)
{
	if (s->ready == GT_NO_TIME || s->ready >= s->t0 || s->flags & GT_SLICE_CUT)
		return false;
	*w = (struct gt_wait){ .t0 = s->ready, .t1 = s->t0, .g = s->g, .slice = s->id };
	return find_cause(t, s->ready_type, s->prev, s->g, &w->cause);
}

bool gt_wait_at_end(const struct gt_trace *t, const struct gt_goroutine *g, struct gt_wait *w)
{
	int64_t end = gt_trace_info(t)->duration;

	if (g->state != GT_G_RUNNABLE || g->end != GT_NO_TIME || g->since >= end)
		return false;
	*w = (struct gt_wait){ .t0 = g->since, .t1 = end, .g = g->row, .slice = GT_NO_ROW };
	return find_cause(t, g->last_type, g->last_slice, g->row, &w->cause);
}
