/* Random access to the total order of events through the index (nothing is copied: blocks are decoded on demand). */
#ifndef GT_INDEX_EVENTS_H
#define GT_INDEX_EVENTS_H

#include "index/trace.h"

/*
 * A cursor caches one decoded block (a few thousand events); it belongs to
 * one thread.  With a worker running take the trace's lock around each call.
 */
struct gt_events;

struct gt_events *gt_events_open(struct gt_trace *t);
void gt_events_close(struct gt_events *e);
struct gt_trace *gt_events_trace(const struct gt_events *e);

/*
 * Event number n (from 0, in total order).  *ev is valid until the next call.
 * ev->time is ns since the trace's start.  0, or a negative code (the trace cannot be read any more there).
 */
int gt_events_get(struct gt_events *e, uint64_t n, const struct gt_event **ev, struct gt_error *err);

/* The number of the first event at or after a time (ns since the start); count of events if none. */
uint64_t gt_events_seek(struct gt_events *e, int64_t time);

/*
 * The number of the first event at a time that is about `subject`; where there is none, of the first event at
 * that time; GT_NONE if there is none, either.  Quicker than gt_events_seek: no whole block is decoded.
 */
uint64_t gt_events_find(struct gt_events *e, int64_t time, uint64_t subject);

/*
 * For links: the event that was looked at last of an owner (begins.h), which was number `rank` of its owner's at its
 * time; owner 0: none.
 */
struct gt_events_place {
	int64_t time;
	uint64_t owner, n, rank;
};
struct gt_events_place *gt_events_place(struct gt_events *e, bool end, uint64_t owner);

/* Stack row of the event's stack (acting goroutine's) and of its transition stack; 0: none. */
uint32_t gt_event_stack(const struct gt_trace *t, const struct gt_event *ev);
uint32_t gt_event_stack2(const struct gt_trace *t, const struct gt_event *ev);

/* Text of a string argument by its id in the event's generation: appends the raw bytes to out. */
struct gt_buf;
bool gt_event_string(const struct gt_trace *t, const struct gt_event *ev, uint64_t string_id, struct gt_buf *out);

/* True if argument i is a string id / a stack id (then the two calls above make sense of it). */
bool gt_event_arg_is_string(const struct gt_trace *t, const struct gt_event *ev, unsigned i);
bool gt_event_arg_is_stack(const struct gt_trace *t, const struct gt_event *ev, unsigned i);
uint32_t gt_event_stack_row(const struct gt_trace *t, const struct gt_event *ev, uint64_t stack_id);

/* v1: the message of a UserLog, which is no argument: appends the raw bytes; false: the event has none. */
bool gt_event_message(const struct gt_trace *t, const struct gt_event *ev, struct gt_buf *out);

/* What argument i, a number, stands for (the kind of a stop-the-world in v1, states in v2), or NULL. */
const char *gt_event_arg_meaning(const struct gt_trace *t, const struct gt_event *ev, unsigned i);

/*
 * The linked event: what ends or follows what this one began (GoStart -> the event that stops it,
 * GoUnblock -> its GoStart, GoCreate -> first GoStart, GoBlock -> GoUnblock, GoSyscallBegin -> its end,
 * range and region begin -> end).  Its number, or GT_NONE.
 */
uint64_t gt_event_link(struct gt_events *e, uint64_t n);
/* The same of a caller that has event n; *ev is not the cursor's own. */
uint64_t gt_event_link_of(struct gt_events *e, uint64_t n, const struct gt_event *ev);

#endif
