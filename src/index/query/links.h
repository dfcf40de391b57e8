/* The links of events that are asked for one after the other: most are seen in the events that follow. */
#ifndef GT_INDEX_LINKS_H
#define GT_INDEX_LINKS_H

#include "index/query/events.h"

/*
 * The same answers as gt_event_link.  A cursor of its own decodes the events ahead: what follows an
 * event of a goroutine is nearly always that goroutine's next one.  Only what is not seen there is
 * asked of the index, which takes a hundred times as long.  About 7 MB; belongs to one thread.
 *
 * Threads that ask for events near each other have a twin each (4 MB) of the first: what is ahead is decoded once.
 */
struct gt_links;

struct gt_links *gt_links_open(struct gt_trace *t);
struct gt_links *gt_links_twin(struct gt_links *of);
/* Twins before the first. */
void gt_links_close(struct gt_links *l);

/* The number of the event linked to event n, which is *ev, or GT_NONE. */
uint64_t gt_links_get(struct gt_links *l, uint64_t n, const struct gt_event *ev);

#endif
