/* What traces of a version can show.  Only here the version is asked for it: readers of the index test these. */
#ifndef GT_INDEX_CAPS_H
#define GT_INDEX_CAPS_H

#include "index/trace.h"

struct gt_trace_caps {
	bool old_events;      /* types and arguments of events are those of the old format (wire/v1, up to Go 1.21) */
	bool generations;     /* events belong to generations */
	bool own_first_stack; /* the first event of a goroutine that is older than the trace has its own stack */
	bool stop_requests;   /* a pause begins with its request; before Go 1.10 it is a range per working P */
	bool reads_aside;     /* since Go 1.8 net/http starts a goroutine that reads while a handler runs */
	bool every_pause;     /* of all pauses, not only those of the GC, as before Go 1.21 */
	bool cpu_samples;     /* those of a CPU profile, if one was running: since Go 1.19 */
	bool annotations;     /* user tasks, regions and logs: since Go 1.11 */
};

GT_INLINE struct gt_trace_caps gt_caps_of(const struct gt_header *h)
{
	bool old = h->format == GT_FORMAT_V1;

	return (struct gt_trace_caps){
		.old_events = old,
		.generations = !old,
		.own_first_stack = !old,
		.stop_requests = !old || h->minor >= 10,
		.reads_aside = !old || h->minor >= 8,
		.every_pause = !old || h->minor >= 21,
		.cpu_samples = !old || h->minor >= 19,
		.annotations = !old || h->minor >= 11,
	};
}

GT_INLINE struct gt_trace_caps gt_trace_caps(const struct gt_trace *t)
{
	return gt_caps_of(&gt_trace_info(t)->header);
}

#endif
