/* The few event types that analyses know by their meaning, for both formats. */
#ifndef GT_ANALYSIS_TYPES_H
#define GT_ANALYSIS_TYPES_H

#include "index/trace.h"
#include "wire/v2events.h"

struct gt_types {
	uint8_t call_begin;   /* a goroutine enters a system call */
	uint8_t call_end;     /* it comes back with its P; 0: the format does not say */
};

GT_INLINE struct gt_types gt_types_of(const struct gt_trace *t)
{
	struct gt_types types = { 0 };

	if (gt_trace_info(t)->header.format == GT_FORMAT_V2) {
		types.call_begin = GT_V2_GoSyscallBegin;
		types.call_end = GT_V2_GoSyscallEnd;
	}
	return types;
}

#endif
