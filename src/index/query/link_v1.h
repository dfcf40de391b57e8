/* Linked events of v1 traces (private to the index layer: gt_event_link is for all). */
#ifndef GT_INDEX_LINK_V1_H
#define GT_INDEX_LINK_V1_H

#include "index/query/events.h"

/* The event that v1 event n is linked with (format/v1.md 14), or GT_NONE; ev is the event. */
uint64_t gt_v1_link(struct gt_events *e, uint64_t n, const struct gt_event *ev);

#endif
