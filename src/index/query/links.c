/* The links of events one after the other: see links.h. */
#include "index/query/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "base/xalloc.h"
#include "index/caps.h"
#include "wire/v1/v1events.h"
#include "wire/v2/v2events.h"

/* The links of so many events are kept; how far ahead events are decoded at most.  What waits longer is rare. */
#define KEPT (UINT64_C(1) << 20)
#define AHEAD (KEPT / 4 * 3)
/* After a jump: so far ahead, and this many times the events asked for since. */
#define AHEAD_FIRST 256
#define AHEAD_GROWS 4
/* Goroutines whose latest event is known, by the last bits of their ids. */
#define LATEST (1u << 15)
/* So many links are taken from the ring at a time, at most. */
#define TAKEN 4096u
/* A twin may be so far behind another that asks for what is still to be decoded. */
#define BEHIND 65536u

/* What the ring says of an event besides the distance to its link. */
enum { UNSEEN, NO_LINK = UINT32_MAX - 1, ASK_INDEX = UINT32_MAX };

/* What twins share. */
struct ahead {
	struct gt_mutex lock;
	bool v1, shared;
	struct gt_events *events;               /* those to come */
	uint64_t from, end;                     /* of the events from `from` on, after a jump, `end` is the next one */
	uint32_t ring[KEPT];
	struct latest {
		uint64_t g, n;                  /* the goroutine's event number n - 1; 0: none */
		uint8_t to, type;
	} latest[LATEST];
};

struct gt_links {
	struct ahead *ahead;
	bool twin;                              /* another one's */
	struct gt_events *index;                /* for questions to the index */
	uint64_t first;                         /* of ntaken events from here on, what the ring said */
	uint32_t ntaken, taken[TAKEN];
};

struct gt_links *gt_links_open(struct gt_trace *t)
{
	struct gt_links *l = gt_xcalloc(1, sizeof *l);

	l->ahead = gt_xcalloc(1, sizeof *l->ahead);
	gt_mutex_init(&l->ahead->lock);
	l->ahead->v1 = gt_trace_caps(t).old_events;
	l->ahead->events = gt_events_open(t);
	l->index = gt_events_open(t);
	return l;
}

struct gt_links *gt_links_twin(struct gt_links *of)
{
	struct gt_links *l = gt_xcalloc(1, sizeof *l);

	l->ahead = of->ahead;
	l->ahead->shared = l->twin = true;
	l->index = gt_events_open(gt_events_trace(of->index));
	return l;
}

void gt_links_close(struct gt_links *l)
{
	if (!l)
		return;
	if (!l->twin) {
		gt_events_close(l->ahead->events);
		gt_mutex_release(&l->ahead->lock);
		free(l->ahead);
	}
	gt_events_close(l->index);
	free(l);
}

/* What is to be said of an event before others were seen. */
static uint32_t link_of_alone(const struct ahead *l, const struct gt_event *ev)
{
	switch (ev->kind) {
	case GT_EV_G_STATE:
		if (l->v1 && (ev->type == GT_V1_GoStop || ev->type == GT_V1_GoSysCall))
			return ASK_INDEX;
		return ev->to == GT_G_NOT_EXIST || ev->to == GT_G_UNDETERMINED ? NO_LINK : UNSEEN;
	case GT_EV_P_STATE:
	case GT_EV_RANGE_BEGIN:
	case GT_EV_REGION_BEGIN:
	case GT_EV_TASK_BEGIN:
		return ASK_INDEX;
	default:
		return NO_LINK;
	}
}

/* v2: the goroutine's next event, if it is the one that ends this state or the call. */
static bool follows_v2(const struct latest *a, const struct gt_event *b)
{
	switch (b->type) {
	case GT_V2_GoStop:
	case GT_V2_GoBlock:
	case GT_V2_GoDestroy:
		return a->to == GT_G_RUNNING;
	case GT_V2_GoStart:
		return a->to == GT_G_RUNNABLE;
	case GT_V2_GoUnblock:
	case GT_V2_GoSwitch:
	case GT_V2_GoSwitchDestroy:
		return a->to == GT_G_WAITING;
	case GT_V2_GoSyscallEnd:
		return a->type == GT_V2_GoSyscallBegin;
	default:
		return false;
	}
}

/* v1: the same; a call is part of a slice unless it loses the P. */
static bool follows_v1(const struct latest *a, const struct gt_event *b)
{
	if (b->from == GT_G_RUNNING && b->to != GT_G_SYSCALL)
		return a->to == GT_G_RUNNING;
	if (b->to == GT_G_RUNNING)
		return a->to == GT_G_RUNNABLE;
	return b->type == GT_V1_GoUnblock && a->to == GT_G_WAITING;
}

/* Takes the event that the cursor is at. */
static void links_see(struct ahead *l, const struct gt_event *ev, uint64_t n)
{
	struct latest *a;

	l->ring[n % KEPT] = link_of_alone(l, ev);
	if (ev->kind != GT_EV_G_STATE || (l->v1 && ev->type == GT_V1_GoSysCall))
		return;
	a = &l->latest[ev->subject % LATEST];
	if (a->n && a->g == ev->subject && n - (a->n - 1) < KEPT && l->ring[(a->n - 1) % KEPT] == UNSEEN)
		l->ring[(a->n - 1) % KEPT] =
			(l->v1 ? follows_v1(a, ev) : follows_v2(a, ev)) ? (uint32_t)(n - (a->n - 1)) : ASK_INDEX;
	*a = (struct latest){ .g = ev->subject, .n = n + 1, .to = ev->to, .type = ev->type };
}

/* Forgets everything: the next event asked for is n. */
static void links_jump(struct ahead *l, uint64_t n)
{
	l->from = l->end = n;
	memset(l->latest, 0, sizeof l->latest);
}

/* Decodes up to event `to`, as far as the trace goes and can be read. */
static void look_ahead(struct ahead *l, uint64_t to)
{
	const struct gt_event *ev;

	for (; l->end < to && !gt_events_get(l->events, l->end, &ev, NULL); l->end++)
		links_see(l, ev, l->end);
}

/* Takes what is known of event n, and of those behind it for which as far is looked ahead. */
static void links_take(struct gt_links *l, uint64_t n)
{
	struct ahead *a = l->ahead;
	uint64_t more, last, reach;

	gt_mutex_lock(&a->lock);
	if (n < a->from || n > a->end + (a->shared ? BEHIND : 0) || (n < a->end && a->end - n > KEPT))
		links_jump(a, n);
	more = (n - a->from) / AHEAD_GROWS;
	last = n + (more < TAKEN ? more : TAKEN - 1);
	reach = AHEAD_FIRST + AHEAD_GROWS * (last - a->from);
	look_ahead(a, last + (reach < AHEAD ? reach : AHEAD));
	l->first = n;
	for (l->ntaken = 0; n <= last; n++)
		l->taken[l->ntaken++] = n < a->end ? a->ring[n % KEPT] : ASK_INDEX;
	gt_mutex_unlock(&a->lock);
}

uint64_t gt_links_get(struct gt_links *l, uint64_t n, const struct gt_event *ev)
{
	uint32_t link;

	if (n - l->first >= l->ntaken)
		links_take(l, n);
	link = l->taken[n - l->first];
	if (link == NO_LINK)
		return GT_NONE;
	return link == UNSEEN || link == ASK_INDEX ? gt_event_link_of(l->index, n, ev) : n + link;
}
