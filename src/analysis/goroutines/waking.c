/* Where a goroutine stood that woke another one. */
#include "analysis/goroutines/goroutines.h"
#include "index/query/events.h"

uint32_t gt_waking_stack(const struct gt_trace *t, struct gt_events *events, uint32_t g, int64_t time, uint8_t type)
{
	const struct gt_event *ev;
	struct gt_goroutine gr;
	uint64_t n = gt_events_seek(events, time);

	if (!gt_goroutine_get(t, g, &gr))
		return 0;
	/* Several events can have one time in old formats. */
	for (; gt_events_get(events, n, &ev, NULL) == 0 && ev->time == time; n++)
		if (ev->kind == GT_EV_G_STATE && ev->subject == gr.id && ev->type == type)
			return gt_event_stack(t, ev);
	return 0;
}
