/* What analyses must know of the formats' event types, and where the formats differ. */
#ifndef GT_ANALYSIS_TYPES_H
#define GT_ANALYSIS_TYPES_H

#include "index/trace.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

struct gt_types {
	uint8_t call_begin;   /* a goroutine enters a system call */
	uint8_t call_end;     /* it comes back with its P; 0: the format does not say */
	uint8_t call_back;    /* it comes back without its P */
	uint8_t was_waiting;  /* after the creation: the goroutine was waiting when the trace began; 0: no such event */
	uint8_t was_in_call;  /* …, it was in a call */
	bool call_is_exec;    /* time in a call counts as execution until the P is lost */
	bool own_loss;        /* the loss of the P is an event of the goroutine */
	bool background;      /* regions and logs of no task make a task 0 */
	bool bare_creation;   /* the creation has no stack of the new goroutine; its first start has */
};

GT_INLINE const struct gt_types *gt_types_of(const struct gt_trace *t)
{
	static const struct gt_types types[] = {
		[GT_FORMAT_V1] = {
			.call_begin = GT_V1_GoSysCall, .call_back = GT_V1_GoSysExit,
			.was_waiting = GT_V1_GoWaiting, .was_in_call = GT_V1_GoInSyscall, .call_is_exec = true,
			.own_loss = true, .bare_creation = true,
		},
		[GT_FORMAT_V2] = {
			.call_begin = GT_V2_GoSyscallBegin, .call_end = GT_V2_GoSyscallEnd,
			.call_back = GT_V2_GoSyscallEndBlocked, .background = true,
		},
	};

	return &types[gt_trace_info(t)->header.format];
}

#endif
